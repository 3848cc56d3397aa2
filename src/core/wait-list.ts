import { LONGEST_DELAY, milliseconds, type Duration } from './duration.ts'

// Kept from before a test may install fake timers: waiting is on the wall clock.
const startTimer = setTimeout
const stopTimer = clearTimeout
const now = performance.now.bind(performance)

/** How long a wait lasts unless told otherwise, in milliseconds. */
const TIMEOUT = 5000

/** What is waited for. */
export interface Wanted<T> {
  /** What was waited for; undefined while it is not there. */
  readonly look: () => T | undefined
  /** Says what did not come within so many milliseconds. */
  readonly expired: (span: number) => string
  /** Says what did not come before something ended all waiting: `the reset`. */
  readonly givenUp: (reason: string) => string
}

interface Wait {
  readonly wanted: Wanted<unknown>
  readonly resolve: (found: never) => void
  readonly reject: (error: unknown) => void
  readonly timer: ReturnType<typeof setTimeout>
  /** Milliseconds of the wall clock. */
  readonly startedAt: number
}

/** Those who wait for a change of an instance's state, first come, first served. None of them keeps the process alive. */
export class WaitList {
  #waits: readonly Wait[] = []

  /**
   * Resolves to what `look` finds, now or after a change. Rejects with what `look` throws, after `timeout` and after
   * {@link giveUp} with what did not come, and when `clientGone` fires. A promise that nobody holds
   * any more rejects in silence.
   *
   * @throws TypeError when the timeout is no duration.
   */
  add<T>(wanted: Wanted<T>, timeout: Duration = TIMEOUT, clientGone?: AbortSignal): Promise<T> {
    const span = Math.min(milliseconds(timeout), LONGEST_DELAY)
    const promise = new Promise<T>((resolve, reject) => {
      clientGone?.throwIfAborted()
      const found = wanted.look()
      if (found !== undefined) {
        resolve(found)
        return
      }
      const timer = startTimer(() => this.#expire(wait, span), span)
      timer.unref()
      const wait = { wanted, resolve, reject, timer, startedAt: now() }
      this.#waits = [...this.#waits, wait]
      clientGone?.addEventListener('abort', () => this.#end(wait).reject(clientGone.reason), { once: true })
    })
    // A test that failed before it could await must fail with its own error, not with this one.
    promise.catch(() => undefined)
    return promise
  }

  /** Describes each wait that has not ended: what it waits for, for how long, and what came instead. */
  describe(): string[] {
    return this.#waits.map(({ wanted, startedAt }) => wanted.expired(Math.round(now() - startedAt)))
  }

  /** Has everyone look again. To be called after a change; costs nothing when nobody waits. */
  lookAgain(): void {
    if (this.#waits.length === 0) return
    for (const wait of this.#waits) {
      try {
        const found = wait.wanted.look()
        if (found !== undefined) this.#end(wait).resolve(found as never) // what it looked for
      } catch (error) {
        this.#end(wait).reject(error)
      }
    }
  }

  /** Ends every wait; the reason is told to whoever waits. */
  giveUp(reason: string): void {
    for (const wait of this.#waits) this.#end(wait).reject(new Error(wait.wanted.givenUp(reason)))
  }

  #expire(wait: Wait, span: number): void {
    this.#end(wait)
    try {
      wait.reject(new Error(wait.wanted.expired(span)))
    } catch (error) {
      wait.reject(error)
    }
  }

  #end(wait: Wait): Wait {
    stopTimer(wait.timer)
    this.#waits = this.#waits.filter((each) => each !== wait)
    return wait
  }
}
