import type { Duration, Moment } from './duration.ts'
import type { Subscription } from './emission.ts'
import type { RecordedMessage } from './request-log/requests.ts'

// The interfaces by which tests control a running stand-in. Every fixture publishes them, so they import nothing of
// their implementations.

/** The time of one instance: expiry, retries and timestamps follow it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Moves the clock to a moment, forwards or backwards. Timers due by then fire, in order. */
  set(moment: Moment): void
  /**
   * Moves the clock forwards by milliseconds, `'1h'` or, along the UTC calendar, `'1 month'` or `'1 year'`. Timers due
   * by then fire, in order, each at its own time.
   */
  advance(duration: Duration): void
  /** Stops the clock, at `moment` if given; it then only moves by `set` and `advance`. */
  freeze(moment?: Moment): void
  /** Lets a stopped clock follow the wall clock again, from where it stands. */
  resume(): void
}

/** One attempt to hand an event to a subscriber. */
export interface Delivery {
  /** The number of the delivery in its instance, from 1. */
  readonly id: number
  /** The value of the vendor's delivery header; a redelivery keeps the guid of its first attempt. */
  readonly guid: string
  /** The vendor's name of the event: `pull_request`. */
  readonly event: string
  /** The vendor's action (`opened`); null for an event without one. */
  readonly action: string | null
  /** The subscriber that the delivery is for. */
  readonly subscription: Subscription
  /** `failed`: the receiver refused it or did not answer. `refused`: backlot does not send to its URL. */
  readonly state: 'queued' | 'delivered' | 'failed' | 'refused'
  /** True for a further attempt at an earlier delivery. */
  readonly redelivery: boolean
  /** Epoch milliseconds of the instance's clock, when it was queued. */
  readonly createdAt: number
  /** Epoch milliseconds of the instance's clock, when it ended; null before. */
  readonly deliveredAt: number | null
  /** Milliseconds of the wall clock from request to response; null before. */
  readonly durationMs: number | null
  /** The request as it was sent, signature included; without headers before it is sent. */
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
  /** The receiver's answer; null when there was none. */
  readonly response: (RecordedMessage & { readonly status: number }) | null
  /** The reason why there is no response; null when there is one. */
  readonly error: string | null
}

/** The webhook deliveries of an instance. */
export interface Webhooks {
  /** The deliveries since the last reset, oldest first. */
  readonly deliveries: readonly Delivery[]
  /** Resolves when no delivery is queued or under way, except those that are held. */
  settled(): Promise<void>
  /**
   * Resolves to the next delivery of an event (`pull_request`, or `pull_request.opened` with its action) that has ended
   * and that no earlier `next` has returned; waits when there is none yet. Rejects after `timeout` (5 s) with a list of
   * the deliveries that did arrive, and at a reset.
   */
  next(event: string, options?: { timeout?: Duration }): Promise<Delivery>
  /** Keeps deliveries queued until `release`. */
  hold(): void
  /** Sends the deliveries that were held, and holds no more. */
  release(): void
  /** Sends a delivery again, with a new signature; resolves to the new attempt. Rejects at a reset. */
  redeliver(id: number): Promise<Delivery>
}

/** The option that every command that waits takes beside its own input. */
export interface Waiting {
  /** The longest wait, by the wall clock. Default: 5 s */
  readonly timeout?: Duration
}
