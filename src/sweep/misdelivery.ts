import type { Instance } from '#core/instance.ts'
import type { Delivery } from '#core/webhooks.ts'
import type { DeliveryCase } from './cases.ts'

/** Sends the deliveries of an instance to one subscriber in the way of a case. */
export class Misdelivery {
  readonly #instance: Instance
  readonly #case: DeliveryCase
  readonly #stop: () => void
  /** Those that wait for the others of their order, by place. */
  readonly #held = new Map<number, Delivery>()
  #late: Delivery[] = []
  #count = 0
  readonly #twice = new Set<number>()
  /** The number of deliveries that were sent in another way than the instance had it in mind. */
  affected = 0

  constructor(instance: Instance, each: DeliveryCase) {
    const { webhooks } = instance
    this.#instance = instance
    this.#case = each
    webhooks.gate = (delivery) => this.#decide(delivery)
    this.#stop = webhooks.listeners.add({
      deliveryQueued: () => undefined,
      deliveryBegan: () => undefined,
      deliveryEnded: ({ id }) => this.#repeat(id),
    })
  }

  end(): void {
    this.#instance.webhooks.gate = null
    this.#stop()
  }

  /** Sends those that are held, in the order of the case; returns whether there were any. */
  release(): boolean {
    const inOrder = this.#case.places.flatMap((place) => this.#held.get(place) ?? [])
    this.#held.clear()
    const queued = inOrder.toSorted((one, other) => one.id - other.id)
    if (inOrder.some((delivery, index) => delivery !== queued[index])) this.affected += 1
    for (const delivery of inOrder) this.#instance.webhooks.admit(delivery)
    return inOrder.length > 0
  }

  /** Sends those that are late; returns whether there were any. */
  releaseLate(): boolean {
    const late = this.#late
    this.#late = []
    for (const delivery of late) this.#instance.webhooks.admit(delivery)
    return late.length > 0
  }

  /** Returns whether a delivery waits for its turn like any other. */
  #decide(delivery: Delivery): boolean {
    const { subscriber, failure, places } = this.#case
    if (delivery.subscription.id !== subscriber || delivery.redelivery) return true
    const place = ++this.#count
    if (!places.includes(place)) return true
    if (failure === 'order') {
      this.#held.set(place, delivery)
      // After the instance has queued the rest of what belongs together.
      if (this.#held.size === places.length) queueMicrotask(() => this.release())
      return false
    }
    this.affected += 1
    if (failure === 'twice') {
      this.#twice.add(delivery.id)
      return true
    }
    if (failure === 'late') this.#late.push(delivery)
    else queueMicrotask(() => this.#instance.webhooks.lose(delivery))
    return false
  }

  #repeat(id: number): void {
    if (!this.#twice.delete(id)) return
    const { webhooks } = this.#instance
    queueMicrotask(() => {
      webhooks.requeue(id)
      webhooks.flush()
    })
  }
}
