import { delayOf, LONGEST_DELAY, type Duration } from './duration.ts'
import { elapsed, startTimer, stopTimer } from './real-time.ts'

/** The default length of a wait, in milliseconds. */
const TIMEOUT = 5000

/** The condition that a wait ends with. */
export interface WaitCondition<T> {
  /** Returns what the wait is for; undefined while it is not there. */
  readonly look: () => T | undefined
  /** Returns the message for a wait that timed out after so many milliseconds. */
  readonly expired: (span: number) => string
  /** Returns the message for a wait that `reason` ended: `the reset`. */
  readonly givenUp: (reason: string) => string
}

interface Wait {
  readonly condition: WaitCondition<unknown>
  readonly resolve: (found: never) => void
  readonly reject: (error: unknown) => void
  readonly timer: ReturnType<typeof setTimeout>
  /** Removes what listens for the end of the client. */
  readonly stopListening: () => void
  /** Milliseconds of the wall clock. */
  readonly startedAt: number
}

/** The waits for a change of an instance's state, in the order in which they began. No wait keeps the process alive. */
export class WaitList {
  #waits: readonly Wait[] = []

  /**
   * Resolves to what `look` returns, now or after a change. Rejects with what `look` throws, with the condition's
   * message after `timeout` and after {@link giveUp}, and when `clientGone` fires. The rejection of a promise without
   * handlers is not reported.
   *
   * @throws TypeError when the timeout is not a duration, RangeError when it is out of the range of {@link delayOf}.
   */
  add<T>(condition: WaitCondition<T>, timeout: Duration = TIMEOUT, clientGone?: AbortSignal): Promise<T> {
    const span = Math.min(delayOf(timeout), LONGEST_DELAY)
    const promise = new Promise<T>((resolve, reject) => {
      clientGone?.throwIfAborted()
      const found = condition.look()
      if (found !== undefined) {
        resolve(found)
        return
      }
      const timer = startTimer(() => this.#expire(wait, span), span)
      timer.unref()
      const endGone = (): void => this.#end(wait).reject(clientGone?.reason)
      const stopListening = (): void => clientGone?.removeEventListener('abort', endGone)
      const wait = { condition, resolve, reject, timer, stopListening, startedAt: elapsed() }
      this.#waits = [...this.#waits, wait]
      clientGone?.addEventListener('abort', endGone, { once: true })
    })
    // A test that fails before it awaits the promise must fail with its own error, not with an unhandled rejection.
    promise.catch(() => undefined)
    return promise
  }

  /** Describes each wait that has not ended: what it waits for, for how long, and what came instead. */
  describe(): string[] {
    return this.#waits.map(({ condition, startedAt }) => condition.expired(Math.round(elapsed() - startedAt)))
  }

  /** Checks every condition again. To be called after a change; costs nothing without waits. */
  lookAgain(): void {
    if (this.#waits.length === 0) return
    for (const wait of this.#waits) {
      try {
        const found = wait.condition.look()
        if (found !== undefined) this.#end(wait).resolve(found as never) // the condition's own type
      } catch (error) {
        this.#end(wait).reject(error)
      }
    }
  }

  /** Ends every wait with the condition's message for `reason`. */
  giveUp(reason: string): void {
    for (const wait of this.#waits) this.#end(wait).reject(new Error(wait.condition.givenUp(reason)))
  }

  #expire(wait: Wait, span: number): void {
    this.#end(wait)
    try {
      wait.reject(new Error(wait.condition.expired(span)))
    } catch (error) {
      wait.reject(error)
    }
  }

  #end(wait: Wait): Wait {
    stopTimer(wait.timer)
    wait.stopListening()
    this.#waits = this.#waits.filter((each) => each !== wait)
    return wait
  }
}
