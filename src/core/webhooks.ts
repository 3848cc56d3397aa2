import type { Delivery, Webhooks } from './controls.ts'
import { suggest } from './text/did-you-mean.ts'
import type { Emission } from './emission.ts'
import type { Duration } from './duration.ts'
import type { Ids } from './ids.ts'
import { collection, value, type Store, type CollectionDefinition, type ValueDefinition } from './store.ts'
import { Listeners } from './listeners.ts'
import { WaitList } from './wait-list.ts'
import type { DeliveryRules } from './webhooks/delivery-rules.ts'
import { Attempts, type AttemptOptions } from './webhooks/webhook-attempts.ts'

export type { Delivery, Webhooks } from './controls.ts'
export type { WebhookDialect } from './webhooks/webhook-dialect.ts'

/** The timer of every instance that tries a failed delivery again. Its payload is the id of the delivery. */
export const RETRY = 'webhooks/retry'

/** The collection that holds an instance's deliveries. */
export const deliveries: CollectionDefinition<
  Delivery,
  {
    readonly indexes: {
      readonly subscriber: readonly [(delivery: Delivery) => string]
      readonly state: readonly ['state']
    }
  }
> = collection<Delivery>()({
  indexes: { subscriber: [(delivery) => delivery.subscription.id], state: ['state'] },
})

/** The value that is true while an instance's deliveries are held. */
export const deliveriesHeld: ValueDefinition<boolean, [], boolean> = value(false)

interface DispatcherOptions extends AttemptOptions, DeliveryRules {
  /** The store of the present epoch. */
  store: () => Store<{ deliveries: typeof deliveries; deliveriesHeld: typeof deliveriesHeld }>
  ids: Ids
  /** Called when an attempt has ended and is recorded. */
  ended: (delivery: Delivery) => void
  /** Schedules {@link Dispatcher.retry} with the id of a delivery, `delay` milliseconds of the clock from now. */
  scheduleRetry: (delay: number, id: number) => void
}

/** Hears of the deliveries of an instance. */
export interface DeliveryListener {
  /** `call` is the id of the request that has caused the delivery; null for another cause. */
  deliveryQueued(delivery: Delivery, call: number | null): void
  deliveryBegan(delivery: Delivery): void
  deliveryEnded(delivery: Delivery): void
}

/** A delivery that waits for its turn. */
export interface QueuedDelivery {
  readonly id: number
  /** True once a state that has the delivery is saved. Only where several processes share the state */
  saved: boolean
}

/**
 * Sends deliveries: in order per subscriber, to several subscribers at once, never before {@link flush}. A delivery
 * belongs to the epoch in which it was queued, and is given up at a reset.
 */
export class Dispatcher implements Webhooks {
  readonly #options: DispatcherOptions
  #queues = new Map<string, QueuedDelivery[]>()
  #onlySaved = false
  #sending = new Set<string>()
  /** Gives up the posts under way; made with the first of them. */
  #abort: AbortController | null = null
  #seen = new Set<number>()
  readonly #waits = new WaitList()
  readonly #attempts: Attempts
  /** Resolve the promises of {@link settled}. */
  #idle: (() => void)[] = []
  /** Hear of the deliveries, where the instance is part of a world. */
  readonly listeners: Listeners<DeliveryListener> = new Listeners()
  /** Decides about each delivery before it waits for its turn; null: each one does. */
  gate: ((delivery: Delivery) => boolean) | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#attempts = new Attempts(options)
  }

  get deliveries(): readonly Delivery[] {
    return this.#options.store().rows.deliveries.all()
  }

  /**
   * Queues events, to be sent by {@link flush}. From then on they are part of the state. `call` is the id of the
   * request that has caused them.
   */
  enqueue(emissions: readonly Emission[], call: number | null = null): void {
    for (const { event, action, subscription, body, guid = this.#options.ids.uuid() } of emissions) {
      this.#queue({ guid, event, action, subscription, body, redelivery: false }, call)
    }
  }

  /** Starts to send the queued deliveries. */
  flush(): void {
    if (this.#held || this.#queues.size === 0) return
    for (const subscriber of this.#queues.keys()) {
      if (!this.#sending.has(subscriber)) void this.#drain(subscriber)
    }
  }

  /** Sends a delivery only when a state that has it is saved, because a process that saves first may undo it. */
  sendOnlySaved(): void {
    this.#onlySaved = true
  }

  /** Returns the deliveries that wait for their turn. */
  queued(): QueuedDelivery[] {
    return [...this.#queues.values()].flat()
  }

  /**
   * Forgets the queued deliveries that are not saved: to be called when a state that another process has saved is in
   * place. That process sends its own deliveries.
   */
  forgetUnsaved(): void {
    for (const [subscriber, queue] of this.#queues) {
      const saved = queue.filter(({ saved }, at) => saved || (at === 0 && this.#sending.has(subscriber)))
      queue.splice(0, queue.length, ...saved)
      if (queue.length === 0) this.#queues.delete(subscriber)
    }
    this.#seen = new Set()
  }

  /** True while deliveries wait for {@link flush}. */
  get hasQueued(): boolean {
    return this.#queues.size > 0
  }

  async settled(): Promise<void> {
    this.flush()
    if (this.isIdle) return
    await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  /** Rejects too when `clientGone` fires. */
  next(event: string, { timeout }: { timeout?: Duration } = {}, clientGone?: AbortSignal): Promise<Delivery> {
    const condition = {
      look: () => this.#unseen(event),
      expired: (span: number) => `no ${event} was delivered within ${span} ms; ${this.#summary(event)}`,
      givenUp: (reason: string) => `no ${event} was delivered before ${reason}`,
    }
    return this.#waits.add(condition, timeout, clientGone)
  }

  /** Describes each {@link next} that has not ended. */
  waiting(): string[] {
    return this.#waits.describe()
  }

  /**
   * Returns the first delivery of an event that has ended and that no `next` has returned, and marks it as returned.
   */
  #unseen(event: string): Delivery | undefined {
    this.#options.store().check()
    const found = this.deliveries.find(
      (delivery) => delivery.state !== 'queued' && !this.#seen.has(delivery.id) && matches(delivery, event),
    )
    if (found !== undefined) this.#seen.add(found.id)
    return found
  }

  hold(): void {
    this.#options.store().rows.deliveriesHeld.set(true)
  }

  release(): void {
    this.#options.store().rows.deliveriesHeld.set(false)
    this.flush()
  }

  get #held(): boolean {
    return this.#options.store().rows.deliveriesHeld.get()
  }

  async redeliver(id: number): Promise<Delivery> {
    const store = this.#options.store()
    const again = this.requeue(id)
    await this.settled()
    if (store.ended)
      throw new Error(`delivery ${id} was not sent again before the state was reset or the instance closed`)
    return store.rows.deliveries.require(again.id)
  }

  /**
   * Queues a delivery again and returns the new attempt, not yet sent.
   *
   * @throws Error when no delivery has this id.
   */
  requeue(id: number): Delivery {
    const first = this.#options.store().rows.deliveries.get(id)
    if (first === undefined) {
      throw new Error(
        `no delivery has the id ${id}; there are ${this.deliveries.map((each) => each.id).join(', ') || 'none'}`,
      )
    }
    const { guid, event, action, subscription, request } = first
    return this.#queue({ guid, event, action, subscription, body: request.body, redelivery: true })
  }

  /** Makes the next attempt of a delivery that failed, unless its subscriber is gone. */
  retry(id: number): void {
    const { store, stillListens } = this.#options
    if (!stillListens(store().rows.deliveries.require(id).subscription)) return
    this.requeue(id)
    this.flush()
  }

  /**
   * Gives up all deliveries under way, and rejects every wait with the reason. The deliveries that are queued in the
   * present state are sent by the next {@link flush}; none when the state has ended.
   */
  reset(reason: string): void {
    // Its error and its event cost more than the rest of a reset, so it is aborted only for posts under way.
    if (this.#sending.size > 0) {
      this.#abort?.abort()
      this.#abort = null
    }
    this.#queues = new Map()
    const store = this.#options.store()
    if (!store.ended) for (const delivery of store.rows.deliveries.list('state', 'queued')) this.#append(delivery)
    this.#sending = new Set()
    this.#seen = new Set()
    this.#waits.giveUp(reason)
    // The deliveries that they wait for will not end: those that are queued now belong to another state.
    this.#wakeIdle()
  }

  #queue(
    fields: Pick<Delivery, 'guid' | 'event' | 'action' | 'subscription' | 'redelivery'> & { body: string },
    call: number | null = null,
  ): Delivery {
    const { body, ...rest } = fields
    const delivery = this.#options.store().rows.deliveries.insert({
      ...rest,
      state: 'queued',
      createdAt: this.#options.clock.now(),
      deliveredAt: null,
      durationMs: null,
      request: { headers: {}, body },
      response: null,
      error: null,
    })
    for (const each of this.listeners.all) each.deliveryQueued(delivery, call)
    if (this.gate === null || this.gate(delivery)) this.#append(delivery)
    return delivery
  }

  /** Lets a delivery that {@link gate} has kept wait for its turn, and sends it then. */
  admit(delivery: Delivery): void {
    this.#append(delivery)
    this.flush()
  }

  /** Ends a delivery that {@link gate} has kept, as one that was lost on its way. */
  lose({ id }: Delivery): void {
    this.#options.store().rows.deliveries.update(id, { state: 'failed', error: 'it was lost on its way' })
    this.#waits.lookAgain()
  }

  /** Puts a delivery at the end of its subscriber's queue. */
  #append({ id, subscription }: Delivery): void {
    const queue = this.#queues.get(subscription.id) ?? []
    queue.push({ id, saved: false })
    this.#queues.set(subscription.id, queue)
  }

  async #drain(subscriber: string): Promise<void> {
    const queues = this.#queues
    const sending = this.#sending
    const { signal } = (this.#abort ??= new AbortController())
    sending.add(subscriber)
    const queue = queues.get(subscriber) ?? []
    const isReady = ({ saved }: QueuedDelivery): boolean => !this.#held && (saved || !this.#onlySaved)
    for (let entry = queue[0]; entry !== undefined && isReady(entry); entry = queue[0]) {
      const { id } = entry
      const delivery = this.#options.store().rows.deliveries.get(id)
      // A delivery whose transaction was rolled back does not exist, or another delivery has its id by now.
      if (delivery?.state === 'queued' && delivery.subscription.id === subscriber) {
        for (const each of this.listeners.all) each.deliveryBegan(delivery)
        const outcome = await this.#attempts.make(delivery, signal)
        for (const each of this.listeners.all) each.deliveryEnded(delivery)
        // A reset has put another store in place while the receiver answered: the outcome belongs to no delivery any
        // more.
        if (signal.aborted || this.#options.store().ended) return
        const { rows } = this.#options.store()
        const deliveredAt = this.#options.clock.now()
        // A state that another process has saved may lack it, or have its outcome.
        if (rows.deliveries.get(id)?.state === 'queued') {
          this.#end(rows.deliveries.update(id, { ...outcome, deliveredAt }))
          if (signal.aborted || this.#options.store().ended) return
        }
        this.#waits.lookAgain()
      }
      queue.shift()
    }
    sending.delete(subscriber)
    if (queue.length === 0) queues.delete(subscriber)
    this.#settle()
  }

  /** Plans the next attempt of a delivery that failed, and tells the service that the attempt has ended. */
  #end(delivery: Delivery): void {
    try {
      if (delivery.state === 'failed') this.#scheduleNext(delivery)
      this.#options.ended(delivery)
    } catch (error) {
      // No caller could catch the error: rethrown, it would end the process that runs the tests.
      const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.emitWarning(`the answer to ${delivery.event} could not be applied: ${trace}`, 'BacklotWarning')
    }
  }

  /**
   * Ends the attempts whose receiver has not answered in time by the instance's clock. To be called when the clock was
   * moved.
   */
  endLate(): void {
    this.#attempts.endLate()
  }

  #scheduleNext(delivery: Delivery): void {
    const { id, guid, subscription } = delivery
    const { store, scheduleRetry } = this.#options
    const retryAfter = this.#options.retryAfter(delivery)
    if (retryAfter.length === 0) return
    const ofSubscriber = store().rows.deliveries.list('subscriber', subscription.id)
    const attempts = ofSubscriber.filter((each) => each.guid === guid).length
    const delay = retryAfter[attempts - 1]
    if (delay === 0) this.retry(id)
    else if (delay !== undefined) scheduleRetry(delay, id)
  }

  /** True when no delivery is queued or under way, except those that are held. */
  get isIdle(): boolean {
    return this.#sending.size === 0 && (this.#held || this.#queues.size === 0)
  }

  #settle(): void {
    if (this.isIdle) this.#wakeIdle()
  }

  #wakeIdle(): void {
    const idle = this.#idle
    this.#idle = []
    for (const resolve of idle) resolve()
  }

  #summary(event: string): string {
    const { events } = this.#options
    if (events.length > 0 && !events.some((each) => each === event || event.startsWith(`${each}.`))) {
      const nearest = suggest(event, events)
      return `no event is called ${event}${nearest === undefined ? '' : `: did you mean ${nearest}?`}`
    }
    const all = this.deliveries
    if (all.length === 0)
      return 'nothing was emitted to any subscriber: is a webhook with that event seeded or created?'
    return `what there is: ${all.map((each) => `${each.event}${each.action === null ? '' : `.${each.action}`} (${each.state})`).join(', ')}`
  }
}

function matches(delivery: Delivery, event: string): boolean {
  return delivery.event === event || (delivery.action !== null && `${delivery.event}.${delivery.action}` === event)
}
