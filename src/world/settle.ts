import type { Instance } from '#core/instance.ts'
import { delayOf, type Duration } from '#core/duration.ts'
import { elapsed, nextTurn, startTimer } from '#core/real-time.ts'
import { chainTo, type TimelineNotes } from './timeline.ts'

/** The options of `settled`. Times are of the wall clock. */
export interface SettledOptions {
  /**
   * How long nothing may happen before all counts as through, where deliveries were made: the time that the application
   * may take between two calls. Default: 10 ms
   */
  readonly quiet?: Duration
  /** The longest wait. Default: 10 s */
  readonly timeout?: Duration
  /** The number of deliveries that may cause one another, one after the other. Default: 20 */
  readonly chain?: number
}

/** The time between two looks, in milliseconds. */
const LOOK = 1

/** Waits until the deliveries of several instances, and what they cause in turn, are through. */
export class Settling {
  readonly #instances: readonly Instance[]
  readonly #notes: TimelineNotes
  /** The events that had happened when all was through the last time. */
  #through = 0

  constructor(instances: readonly Instance[], notes: TimelineNotes) {
    this.#instances = instances
    this.#notes = notes
  }

  /**
   * Resolves when no delivery is queued or under way, nor a call that one has caused, and nothing new has happened for
   * the quiet time.
   *
   * @throws Error for deliveries that cause one another without end, with the chain, and when the time is over.
   */
  async settled({ quiet = 10, timeout = '10s', chain = 20 }: SettledOptions = {}): Promise<void> {
    const [quietFor, longest] = [delayOf(quiet), delayOf(timeout)]
    const notes = this.#notes
    const begun = elapsed()
    const depth = notes.latest?.depth ?? 0
    for (const { webhooks } of this.#instances) webhooks.flush()
    let seen = notes.activity
    let since = seen === this.#through ? -Infinity : elapsed()
    for (;;) {
      const { latest } = notes
      if (latest !== null && latest.depth > depth + chain) {
        throw new Error(
          `settled: ${chain} deliveries have caused one another, and there is no end:\n${chainTo(latest, depth)}`,
        )
      }
      if (notes.activity !== seen || this.#isBusy) [seen, since] = [notes.activity, elapsed()]
      else if (elapsed() - since >= quietFor) break
      if (elapsed() - begun > longest) throw new Error(`settled: not after ${longest} ms: ${this.#underWay()}`)
      await pause()
    }
    this.#through = notes.activity
    notes.settle()
  }

  get #isBusy(): boolean {
    return this.#notes.isAnswering || this.#instances.some(({ webhooks }) => !webhooks.isIdle)
  }

  #underWay(): string {
    const busy = this.#instances.filter(
      ({ webhooks, requests }) => !webhooks.isIdle || [...requests.underWay].length > 0,
    )
    const services = busy.map(({ service, webhooks, requests }) => {
      const waiting = webhooks.deliveries.filter(({ state }) => state === 'queued')
      const events = waiting.map(({ event, subscription }) => `${event} for ${subscription.url}`)
      const calls = [...requests.underWay].map(({ method, path }) => `${method} ${path}`)
      return `${service.id} has ${[...events, ...calls].join(', ')}`
    })
    return services.join('; ') || 'new calls and deliveries follow one another'
  }
}

/** Lets the event loop go on, for about a millisecond of real time. */
function pause(): Promise<void> {
  return new Promise((resolve) => startTimer(() => nextTurn(resolve), LOOK))
}
