import type { Clock } from '#core/controls.ts'
import { delayOf, type Duration } from '#core/duration.ts'
import type { Instance } from '#core/instance.ts'
import { fakeClockOf, fakeTime, SkippingTime, type ProcessTime } from './process-time.ts'
import type { Quiet } from './quiet.ts'

/** The options of `clock.follow`. */
export interface FollowOptions {
  /**
   * How long nothing may happen, in real time, before everyone counts as waiting. Longer for an application that works
   * with servers which the world does not see, such as a database. Default: 3 ms
   */
  readonly quiet?: Duration
  /** How far time may run ahead in all, so that an interval without end does not run for ever. Default: 1 day */
  readonly limit?: Duration
  /**
   * False leaves the timers of this process alone: only those of the services run ahead. For an application in another
   * process. Default: true
   */
  readonly timers?: boolean
}

/** Time that runs ahead, until it is stopped or the world is reset. */
export interface Following extends Disposable {
  stop(): void
}

/** The clock of a world. */
export interface WorldClock extends Clock {
  /**
   * Lets time run ahead while everyone waits on it: when nothing happens, the clock moves to the earliest timer of the
   * application in this process or of the services, and that timer fires. `Date` of this process moves along. With the
   * runner's fake timers on, those advance together with the services. Ends with `stop`, and with a reset.
   */
  follow(options?: FollowOptions): Following
}

interface Followed {
  readonly instances: readonly Instance[]
  readonly clock: Clock
  readonly quiet: Quiet
  /** The global object of the application. */
  readonly global: typeof globalThis
  /** Sets something going that waits for everyone else to wait; returns whether there was anything. */
  readonly first?: () => boolean
}

/** Lets time run ahead until `stop`. */
export class TimeAhead implements Following {
  readonly #followed: Followed
  readonly #quiet: number
  readonly #skipping: SkippingTime | null
  readonly #stops: readonly (() => void)[]
  #left: number
  /** The time that the fake timers showed at the last look; null where timers are real. */
  #fakeNow: number | null
  #stopped = false

  constructor(followed: Followed, { quiet = 3, limit = '1 day', timers = true }: FollowOptions = {}) {
    this.#followed = followed
    this.#quiet = delayOf(quiet)
    this.#left = delayOf(limit)
    const fake = timers ? fakeClockOf(followed.global) : null
    this.#fakeNow = fake?.now ?? null
    this.#skipping = timers && fake === null ? new SkippingTime(followed.global) : null
    const callsForgotten = (): void => this.stop()
    const callBegan = (): void => undefined
    this.#stops = followed.instances.map(({ requests }) => requests.listeners.add({ callBegan, callsForgotten }))
    void this.#run()
  }

  stop(): void {
    if (this.#stopped) return
    this.#stopped = true
    this.#skipping?.end()
    for (const stop of this.#stops) stop()
  }

  [Symbol.dispose](): void {
    this.stop()
  }

  async #run(): Promise<void> {
    const { quiet, first } = this.#followed
    while (!this.#stopped) {
      const waits = await quiet.look(this.#quiet)
      if (this.#stopped) return
      this.#followFake()
      if (!waits) continue
      if (first?.() !== true) await this.#step()
      quiet.restart()
    }
  }

  /** Moves to the earliest timer. */
  async #step(): Promise<void> {
    const { clock, instances, global } = this.#followed
    const fake = this.#fakeNow === null ? null : fakeClockOf(global)
    const time: ProcessTime | null = fake === null ? this.#skipping : fakeTime(fake)
    const now = clock.now()
    const due = instances.flatMap((instance) => instance.clock.nextDue ?? [])
    const span = Math.ceil(Math.max(0, Math.min(time?.next ?? Infinity, ...due.map((at) => at - now))))
    if (span > this.#left) return
    this.#left -= span
    clock.advance(span)
    await time?.advance(span)
    // A test that went on meanwhile may have advanced the fake timers further.
    if (this.#fakeNow !== null) this.#fakeNow += span
  }

  /** Moves the clock as far as a test has advanced its fake timers. */
  #followFake(): void {
    if (this.#fakeNow === null) return
    const fake = fakeClockOf(this.#followed.global)
    if (fake === null) return
    if (fake.now > this.#fakeNow) this.#followed.clock.advance(fake.now - this.#fakeNow)
    this.#fakeNow = fake.now
  }
}
