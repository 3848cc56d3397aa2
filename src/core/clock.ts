import type { Clock } from './controls.ts'
import { addDuration, epoch, isInRange, LONGEST_DELAY, outOfRange, type Duration, type Moment } from './duration.ts'
import {
  collection,
  value,
  type Collection,
  type Collections,
  type CollectionDefinition,
  type ValueDefinition,
} from './store.ts'
import { startTimer, stopTimer, wallNow } from './real-time.ts'

export type { Clock } from './controls.ts'

/** A scheduled timer of the service. It is in the store: part of a snapshot, and gone after a reset. */
export interface Timer {
  readonly id: number
  /** Epoch milliseconds of the instance's clock. */
  readonly due: number
  /** The name under which the service declares the timer. */
  readonly name: string
  /** JSON. */
  readonly payload: unknown
  /** The base URL that the timer's function advertises; absent: the instance's own. */
  readonly origin?: string
}

/** The collection that holds an instance's timers. */
export const timers: CollectionDefinition<Timer, { readonly indexes: { readonly due: readonly ['due'] } }> =
  collection<Timer>()({ indexes: { due: ['due'] } })

/** The position of a clock: fixed at an epoch time, or at an offset from the wall clock. Milliseconds. */
export type Reading = { readonly fixed: number } | { readonly offset: number }

/** The value that holds the position of an instance's clock. */
export const clockReading: ValueDefinition<Reading, [], Reading> = value<Reading>({ offset: 0 })

interface ClockOptions {
  /** The rows of the present epoch. */
  rows: () => Collections<{ timers: typeof timers; clockReading: typeof clockReading }>
  /** Runs a timer that is due. The clock is at the timer's time. */
  fire: (timer: Timer) => void
  /** Called when the clock has been moved. */
  moved?: () => void
}

/**
 * A clock whose reading and timers are in the store. One real timer waits for the earliest stored timer, and does not
 * keep the process alive.
 */
export class StoredClock implements Clock {
  readonly #options: ClockOptions
  #armed: ReturnType<typeof setTimeout> | undefined
  #closed = false
  /** The clocks that move with this one, itself included. */
  #together: readonly StoredClock[] = [this]

  constructor(options: ClockOptions) {
    this.#options = options
  }

  get #reading(): Reading {
    return this.#options.rows().clockReading.get()
  }

  get #timers(): Collection<Timer, (typeof timers)['options']> {
    return this.#options.rows().timers
  }

  now(): number {
    const reading = this.#reading
    return 'fixed' in reading ? reading.fixed : wallNow() + reading.offset
  }

  /** True while the clock stands still. */
  get frozen(): boolean {
    return 'fixed' in this.#reading
  }

  /** Epoch milliseconds when the earliest timer is due; null when there is none. */
  get nextDue(): number | null {
    return this.#next?.due ?? null
  }

  get #next(): Timer | undefined {
    return this.#timers.page('due', [], { offset: 0, limit: 1 }).rows[0]
  }

  /** Makes one clock of several: moving one of them moves all. Timers of all fire in the order of their times. */
  static unite(clocks: readonly StoredClock[]): void {
    for (const clock of clocks) clock.#together = clocks
  }

  set(moment: Moment): void {
    this.#move(epoch(moment))
  }

  advance(duration: Duration): void {
    const now = this.now()
    const target = addDuration(now, duration)
    if (target < now) throw new RangeError(`the clock cannot advance by ${duration}: use set() to go back`)
    if (!isInRange(target)) throw outOfRange(`now and ${duration}`)
    this.#move(target)
  }

  freeze(moment?: Moment): void {
    const now = this.now()
    const at = moment === undefined ? now : epoch(moment)
    for (const clock of this.#together) clock.#options.rows().clockReading.set({ fixed: now })
    this.#move(at)
  }

  resume(): void {
    const offset = this.now() - wallNow()
    for (const clock of this.#together) {
      clock.#options.rows().clockReading.set({ offset })
      clock.arm()
    }
  }

  /**
   * Schedules the service's timer `name`, once, `delay` milliseconds from now. `origin` is the base URL that its
   * function advertises where it is not the instance's own.
   */
  schedule(delay: number, name: string, payload: unknown, origin?: string): void {
    this.#timers.insert({ due: this.now() + delay, name, payload, ...(origin === undefined ? {} : { origin }) })
    this.arm()
  }

  /** Waits for the earliest timer. To be called when the timers may have changed without this clock. */
  arm(): void {
    stopTimer(this.#armed)
    this.#armed = undefined
    const next = this.#next
    if (next === undefined || this.#closed || 'fixed' in this.#reading) return
    const delay = Math.min(Math.max(0, next.due - this.now()), LONGEST_DELAY)
    this.#armed = startTimer(() => this.#fireDue(), delay)
    this.#armed.unref()
  }

  /** Stops waiting for timers until {@link arm}. */
  rest(): void {
    stopTimer(this.#armed)
    this.#armed = undefined
  }

  /** Stops waiting for timers, for good. */
  close(): void {
    this.#closed = true
    stopTimer(this.#armed)
  }

  #fireDue(): void {
    const now = this.now()
    for (let timer = this.#take(now); timer !== undefined; timer = this.#take(now)) {
      try {
        this.#options.fire(timer)
      } catch (error) {
        // No caller could catch the error: rethrown, it would end the process that runs the tests.
        const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
        process.emitWarning(`the timer ${timer.name} of a stand-in failed: ${trace}`, 'BacklotWarning')
      }
    }
    this.arm()
  }

  #move(target: number): void {
    const clocks = this.#together
    try {
      for (let clock = earliestOf(clocks); clock !== undefined; clock = earliestOf(clocks)) {
        const timer = clock.#take(target)
        if (timer === undefined) break
        placeAll(clocks, Math.max(timer.due, Math.min(clock.now(), target)))
        clock.#options.fire(timer)
      }
      placeAll(clocks, target)
    } finally {
      for (const clock of clocks) clock.arm()
    }
    for (const clock of clocks) clock.#options.moved?.()
  }

  /** Removes the earliest timer that is due by `until` from the store, and returns it. */
  #take(until: number): Timer | undefined {
    const next = this.#next
    if (next === undefined || next.due > until) return undefined
    this.#timers.delete(next.id)
    return next
  }

  /** Puts the clock at a moment; `wall` is the present time of the wall clock. */
  place(at: number, wall: number): void {
    this.#options.rows().clockReading.set(this.frozen ? { fixed: at } : { offset: at - wall })
  }
}

function placeAll(clocks: readonly StoredClock[], at: number): void {
  const wall = wallNow()
  for (const clock of clocks) clock.place(at, wall)
}

/** Returns the clock with the timer that is due first; undefined when none has a timer. */
function earliestOf(clocks: readonly StoredClock[]): StoredClock | undefined {
  let earliest: StoredClock | undefined
  let due = Infinity
  for (const clock of clocks) {
    const next = clock.nextDue ?? Infinity
    if (next < due) [earliest, due] = [clock, next]
  }
  return earliest
}
