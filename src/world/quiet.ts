import type { Instance } from '#core/instance.ts'
import { elapsed, nextTurn, startTimer } from '#core/real-time.ts'
import type { TimelineNotes } from './timeline.ts'

/** The number of looks in a row that must find nothing new. */
const LOOKS = 3

/**
 * The number of looks in a row without a new call after which those under way count as ones that wait, such as a long
 * poll. Looks instead of time, because a service that loads its code leaves no time for them.
 */
const ANSWER = 500

/** Work of this process that is about to go on by itself: files, names, connections, cryptography. */
const WORK = /req/i

/** The calls that wait for time to pass, such as one that is never answered. */
export type Held = (instance: Instance, fault: string) => boolean

/** Tells when everything in this process and in several instances waits. */
export class Quiet {
  readonly #instances: readonly Instance[]
  readonly #notes: TimelineNotes
  readonly #isHeld: Held
  #seen = -1
  #looks = 0
  #since = 0
  #calm = 0

  constructor(instances: readonly Instance[], notes: TimelineNotes, isHeld: Held = () => false) {
    this.#instances = instances
    this.#notes = notes
    this.#isHeld = isHeld
  }

  /** Lets the event loop go on; resolves to true when nothing has happened for `span` milliseconds of real time. */
  async look(span: number): Promise<boolean> {
    await pause()
    const isNew = this.#notes.activity !== this.#seen
    this.#seen = this.#notes.activity
    this.#calm = isNew ? 0 : this.#calm + 1
    if (isNew || this.#isBusy) {
      this.#looks = 0
      this.#since = elapsed()
    } else this.#looks += 1
    return this.#looks >= LOOKS && elapsed() - this.#since >= span
  }

  /** Begins again, after something was set going. */
  restart(): void {
    this.#looks = 0
    this.#since = elapsed()
  }

  get #isBusy(): boolean {
    return (
      process.getActiveResourcesInfo().some((name) => WORK.test(name)) ||
      this.#instances.some((instance) => this.#isAnswering(instance))
    )
  }

  #isAnswering(instance: Instance): boolean {
    for (const { fault } of instance.requests.underWay) {
      if (fault !== null && this.#isHeld(instance, fault)) continue
      // A fault delays a call by the wall clock, so nothing may run ahead of its answer.
      if (fault !== null || this.#calm < ANSWER) return true
    }
    return false
  }
}

/** Lets the event loop take several turns, in about a millisecond. */
function pause(): Promise<void> {
  return new Promise((resolve) => startTimer(() => nextTurn(() => nextTurn(() => nextTurn(resolve))), 1))
}
