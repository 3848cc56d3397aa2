import { receivedCall, type ReceivedCall } from '#core/calls/received-call.ts'
import type { Instance } from '#core/instance.ts'
import type { RequestEntry } from '#core/request-log/request-entry.ts'
import type { Delivery } from '#core/webhooks.ts'
import { elapsed } from '#core/real-time.ts'

/** A call that a service of a world received, or a delivery that it sent. */
export type TimelineEntry = {
  /** The id of the service. */
  readonly service: string
  /** Epoch milliseconds of the world's clock, when it began. */
  readonly at: number
} & (
  | { readonly kind: 'call'; readonly call: ReceivedCall }
  | { readonly kind: 'delivery'; readonly delivery: Delivery }
)

/** The events of a world, in the order in which they began. As text it has a line for each entry. */
export type Timeline = readonly TimelineEntry[] & { toString(): string }

/** The number of entries that a timeline holds; the oldest are dropped first. */
const CAPACITY = 2000

/** The time after which a call that is under way counts as one that waits, in milliseconds of real time. */
const LONGEST_ANSWER = 1000

/** A call or a delivery as it is noted, with what has caused it. */
export interface Noted {
  readonly kind: 'call' | 'delivery'
  readonly instance: Instance
  /** The id of the request in its log, or of the delivery. */
  readonly id: number
  /** The method and path of a call, or the event of a delivery. */
  readonly name: string
  /** The guid of a delivery; null for a call. */
  readonly guid: string | null
  readonly at: number
  /** Milliseconds of real time, when it began. */
  readonly began: number
  /** The delivery whose receiver made the call, or the call that has caused the delivery; null for neither. */
  readonly cause: Noted | null
  /** The number of deliveries that led to it, itself included. */
  readonly depth: number
}

/**
 * Notes the calls and the deliveries of several instances, in the order in which they begin. A call that begins while a
 * delivery is under way counts as caused by it; one that begins when none is, as caused by the oldest delivery that has
 * ended and caused no call.
 */
export class TimelineNotes {
  #noted: Noted[] = []
  /** The calls that have caused deliveries which have not begun, by delivery. */
  readonly #callsOf = new Map<Instance, Map<number, Noted>>()
  readonly #queuedBy = new WeakMap<Delivery, Noted>()
  #underWay: Noted[] = []
  /** Deliveries that have ended, and have caused no call yet. */
  #ended: Noted[] = []
  readonly #stops: readonly (() => void)[]
  /** Counts everything that happens. */
  activity = 0

  constructor(instances: readonly Instance[]) {
    this.#stops = instances.flatMap((instance) => this.#listen(instance))
  }

  /** Stops to take notes. */
  end(): void {
    for (const stop of this.#stops) stop()
  }

  /** Returns true while a call that a delivery has caused is under way; one that waits longer waits for something. */
  get isAnswering(): boolean {
    const now = elapsed()
    for (const [instance, calls] of this.#callsOf) {
      for (const { id } of instance.requests.underWay) {
        const noted = calls.get(id)
        if (noted?.cause != null && now - noted.began < LONGEST_ANSWER) return true
      }
    }
    return false
  }

  /** Forgets which deliveries have ended: what comes next is caused by none of them. */
  settle(): void {
    this.#ended = []
  }

  /** The latest of what has been noted; null when there is nothing. */
  get latest(): Noted | null {
    return this.#noted.at(-1) ?? null
  }

  /** Returns what is still in the logs of the instances. */
  entries(): Timeline {
    const calls = new Map<Instance, Map<number, ReceivedCall>>()
    const entries = this.#noted.flatMap((noted): TimelineEntry[] => {
      const { instance, kind, id, at } = noted
      const { id: service } = instance.service
      if (kind === 'delivery') {
        const delivery = instance.store.rows.deliveries.get(id)
        // A state that was restored may have another delivery with this id.
        return delivery?.guid === noted.guid ? [{ kind, service, at, delivery }] : []
      }
      let ofInstance = calls.get(instance)
      if (ofInstance === undefined) {
        ofInstance = new Map(instance.requests.list().map((record) => [record.id, receivedCall(record)]))
        calls.set(instance, ofInstance)
      }
      const call = ofInstance.get(id)
      return call === undefined ? [] : [{ kind, service, at, call }]
    })
    const toText = { value: () => entries.map(lineOf).join('\n') }
    return Object.defineProperties(entries, { toString: toText, toJSON: toText })
  }

  #listen(instance: Instance): (() => void)[] {
    const calls = new Map<number, Noted>()
    this.#callsOf.set(instance, calls)
    return [
      instance.requests.listeners.add({
        callBegan: (entry) => this.#callBegan(instance, entry),
        callsForgotten: () => this.#forget(instance),
      }),
      instance.webhooks.listeners.add({
        deliveryQueued: (delivery, call) => {
          this.activity += 1
          const cause = call === null ? undefined : calls.get(call)
          if (cause !== undefined) this.#queuedBy.set(delivery, cause)
        },
        deliveryBegan: (delivery) => this.#deliveryBegan(instance, delivery),
        deliveryEnded: ({ guid, id }) => this.#deliveryEnded(guid, id),
      }),
    ]
  }

  #callBegan(instance: Instance, { id, method, path, startedAt }: RequestEntry): void {
    const cause = this.#causeOfCall()
    const noted: Noted = {
      kind: 'call',
      instance,
      id,
      name: `${method} ${path}`,
      guid: null,
      at: startedAt,
      began: elapsed(),
      cause,
      depth: cause?.depth ?? 0,
    }
    const calls = this.#callsOf.get(instance)
    calls?.set(id, noted)
    const [oldest] = calls?.keys() ?? []
    if (calls !== undefined && calls.size > CAPACITY && oldest !== undefined) calls.delete(oldest)
    this.#note(noted)
  }

  /** Returns the delivery that has the fewest before it: what several cause at once is no chain. */
  #causeOfCall(): Noted | null {
    const [first, ...others] = this.#underWay
    if (first === undefined) return this.#ended.shift() ?? null
    return others.reduce((least, each) => (each.depth < least.depth ? each : least), first)
  }

  #deliveryBegan(instance: Instance, delivery: Delivery): void {
    const { id, guid, event, action } = delivery
    const cause = this.#queuedBy.get(delivery) ?? null
    const noted: Noted = {
      kind: 'delivery',
      instance,
      id,
      name: action === null ? event : `${event}.${action}`,
      guid,
      at: instance.clock.now(),
      began: elapsed(),
      cause,
      depth: (cause?.depth ?? 0) + 1,
    }
    this.#underWay = [...this.#underWay, noted]
    this.#note(noted)
  }

  #deliveryEnded(guid: string, id: number): void {
    this.activity += 1
    const ended = this.#underWay.find((each) => each.guid === guid && each.id === id)
    if (ended === undefined) return
    this.#underWay = this.#underWay.filter((each) => each !== ended)
    // The calls that its receiver has made before it answered are known.
    if (!this.#noted.some(({ cause }) => cause === ended)) this.#ended.push(ended)
  }

  #note(noted: Noted): void {
    this.activity += 1
    this.#noted.push(noted)
    if (this.#noted.length > 2 * CAPACITY) this.#noted = this.#noted.slice(-CAPACITY)
  }

  #forget(instance: Instance): void {
    const others = (each: Noted): boolean => each.instance !== instance
    this.#noted = this.#noted.filter(others)
    this.#underWay = this.#underWay.filter(others)
    this.#ended = this.#ended.filter(others)
    this.#callsOf.get(instance)?.clear()
  }
}

function lineOf(entry: TimelineEntry): string {
  const { service } = entry
  if (entry.kind === 'call') {
    const { operation, method, path, status } = entry.call
    const outcome = status === null ? 'no answer' : String(status)
    return `${service}: ${operation ?? `${method} ${path}`} ${outcome}`
  }
  const { event, action, state } = entry.delivery
  return `${service}: → ${action === null ? event : `${event}.${action}`} ${state}`
}

/** Describes what has led to an entry, oldest first, with a line for each step, as far as those below a depth. */
export function chainTo(last: Noted, above: number): string {
  const steps: string[] = []
  for (let step: Noted | null = last; step !== null && step.depth > above; step = step.cause) {
    steps.unshift(`${step.instance.service.id}: ${step.kind === 'delivery' ? '→ ' : ''}${step.name}`)
  }
  return steps.map((step) => `  ${step}`).join('\n')
}
