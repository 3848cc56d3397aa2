import { syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'
import { elapsed, nextTurn, startInterval, startTimer, stopTimer, wallNow } from '#core/real-time.ts'

/** The time of the application's timers in this process, which can run ahead. */
export interface ProcessTime {
  /** The milliseconds until the earliest timer that something waits for; null when there is none. */
  readonly next: number | null
  /** Runs ahead by so many milliseconds; timers due by then fire. */
  advance(span: number): Promise<void>
}

interface FakeTimer {
  readonly callAt: number
}

/** The clock of fake timers, as far as it is used: that of `@sinonjs/fake-timers`, which Vitest and Jest have. */
interface FakeClock {
  readonly now: number
  /** A Map from version 15 on. */
  readonly timers?: ReadonlyMap<unknown, FakeTimer> | Readonly<Record<string, FakeTimer>>
  tick(span: number): number
  tickAsync(span: number): Promise<number>
}

/** Returns the clock of the fake timers that a runner has installed; null where timers are real. */
export function fakeClockOf(global: typeof globalThis): FakeClock | null {
  return (Reflect.get(global.setTimeout, 'clock') as FakeClock | undefined) ?? null // fake timers set it
}

/** Returns the time of a runner's fake timers. */
export function fakeTime(clock: FakeClock): ProcessTime {
  const { timers = {} } = clock
  // The Map is one of another realm, where the runner has one.
  const all = 'values' in timers && typeof timers.values === 'function' ? [...timers.values()] : Object.values(timers)
  const due = all.map(({ callAt }: FakeTimer) => callAt)
  return {
    next: due.length === 0 ? null : Math.max(0, Math.min(...due) - clock.now),
    advance: async (span) => void (await clock.tickAsync(span)),
  }
}

/** A timer of the application that has not fired. */
interface Pending {
  /** Milliseconds of real time, with those that were skipped. */
  due: number
  readonly every: number | null
  readonly handle: ReturnType<typeof setTimeout>
  run(): void
}

/** The functions of the global object that are replaced. */
const REPLACED = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] as const

/** The timers and the dates of this process, replaced so that time can run ahead of the wall clock. */
export class SkippingTime implements ProcessTime {
  readonly #pending = new Map<unknown, Pending>()
  #skipped = 0
  readonly #restores: readonly (() => void)[]

  /** Replaces the timers and dates of a global object, `AbortSignal.timeout` and `node:timers/promises`. */
  constructor(global: typeof globalThis) {
    this.#restores = [this.#replaceGlobals(global), this.#replaceAbort(global), this.#replacePromises()]
  }

  get next(): number | null {
    const due = [...this.#pending.values()].filter(({ handle }) => isAwaited(handle)).map((each) => each.due)
    return due.length === 0 ? null : Math.max(0, Math.min(...due) - this.#now)
  }

  async advance(span: number): Promise<void> {
    this.#skipped += span
    const now = this.#now
    const due = [...this.#pending.values()].filter((each) => each.due <= now && isAwaited(each.handle))
    for (const each of due.toSorted((one, other) => one.due - other.due)) {
      if (each.every === null) this.#forget(each.handle)
      else each.due = now + each.every
      // An error of the callback is one of the application, as with a real timer.
      await new Promise<void>((resolve) => {
        nextTurn(() => {
          nextTurn(resolve)
          each.run()
        })
      })
    }
  }

  /** Puts the real functions back. Timers that have not fired go on by the wall clock. */
  end(): void {
    for (const restore of this.#restores) restore()
    this.#pending.clear()
  }

  get #now(): number {
    return elapsed() + this.#skipped
  }

  #forget(handle: unknown): void {
    const known = this.#pending.get(Number(handle))
    if (known === undefined) return
    stopTimer(known.handle)
    this.#pending.delete(Number(handle))
  }

  #start(every: boolean, work: (...values: unknown[]) => void, delay: unknown, values: unknown[]): Pending['handle'] {
    const span = Math.max(1, Number(delay) || 1)
    const run = (): void => work.apply(handle, values)
    const handle: Pending['handle'] = every
      ? startInterval(run, span)
      : startTimer(() => {
          this.#pending.delete(Number(handle))
          run()
        }, span)
    this.#pending.set(Number(handle), { due: this.#now + span, every: every ? span : null, handle, run })
    return handle
  }

  #replaceGlobals(global: typeof globalThis): () => void {
    const before = REPLACED.map((name) => Object.getOwnPropertyDescriptor(global, name))
    const start =
      (every: boolean) =>
      (work: () => void, delay?: number, ...values: unknown[]): Pending['handle'] =>
        this.#start(every, work, delay, values)
    const stop = (handle: unknown): void => {
      this.#forget(handle)
      stopTimer(handle as Pending['handle']) // one that was started before
    }
    const later = Object.assign(start(false), {
      [promisify.custom]: (delay: number, value: unknown) => this.#sleep(delay, value),
    })
    const own = [later, start(true), stop, stop, this.#dateOf(global.Date)]
    for (const [at, name] of REPLACED.entries()) {
      Object.defineProperty(global, name, { value: own[at], configurable: true, writable: true, enumerable: true })
    }
    return () => {
      for (const [at, name] of REPLACED.entries()) {
        // Fake timers that were installed meanwhile put the earlier function back themselves.
        if (global[name] === own[at]) Object.defineProperty(global, name, before[at] ?? {})
      }
    }
  }

  #dateOf(RealDate: DateConstructor): DateConstructor {
    const now = (): number => wallNow() + Math.round(this.#skipped)
    return new Proxy(RealDate, {
      construct: (target, values, asked) =>
        Reflect.construct(target, values.length === 0 ? [now()] : values, asked) as object, // a Date
      apply: (target) => new target(now()).toString(),
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    })
  }

  #replaceAbort({ AbortSignal, AbortController, DOMException }: typeof globalThis): () => void {
    const before = AbortSignal.timeout
    AbortSignal.timeout = (delay) => {
      const controller = new AbortController()
      const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
      this.#start(false, () => controller.abort(reason), delay, [])
      return controller.signal
    }
    return () => {
      AbortSignal.timeout = before
    }
  }

  #replacePromises(): () => void {
    // The object that every `require` and import of it reads.
    const module: { setTimeout: unknown } = process.getBuiltinModule('node:timers/promises')
    const before = module.setTimeout
    const replace = (value: unknown): void => {
      module.setTimeout = value
      syncBuiltinESMExports()
    }
    replace((delay?: number, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
      this.#sleep(delay ?? 1, value, options?.signal),
    )
    return () => replace(before)
  }

  #sleep<T>(delay: number, value?: T, signal?: AbortSignal): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#forget(handle)
        const error = new Error('The operation was aborted', { cause: signal?.reason })
        reject(Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' }))
      }
      const handle = this.#start(
        false,
        () => {
          signal?.removeEventListener('abort', stop)
          resolve(value)
        },
        delay,
        [],
      )
      if (signal?.aborted === true) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })
  }
}

/** Returns whether something may wait for a timer: it keeps the process alive, and nobody has stopped it. */
function isAwaited(handle: Pending['handle']): boolean {
  return handle.hasRef() && Reflect.get(handle, '_destroyed') !== true
}
