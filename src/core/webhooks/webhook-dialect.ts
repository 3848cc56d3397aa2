import type { Delivery } from '../controls.ts'
import type { Emission, Subscription } from '../emission.ts'

/**
 * How a vendor writes, signs and labels its deliveries. `X` is the service's context, `E` the names of its events, `V`
 * what it emits.
 */
export interface WebhookDialect<X, E extends string = string, V = Emission<E>> {
  /** The vendor's names of the events that the service emits; subscribers may know more. */
  readonly events: readonly E[]
  /**
   * Returns what each subscriber of an event is sent, for a service that emits events of its own type: rows, which
   * only this function writes as the vendor's JSON. Called at the moment of `emit`, so that later changes are not in
   * it; also while a seed is applied, whose events are not sent. `context` is the one whose `emit` was called: in a
   * request, the call. The type of `emit` follows from this function when both of its parameters have a type.
   * Default: what is emitted is one {@link Emission}
   */
  write?(context: X, event: V): Iterable<Emission<E>>
  /**
   * Returns the headers of one attempt, names as the vendor writes them. Called for each attempt, with the exact bytes
   * that will be sent and the wall clock in epoch milliseconds: a receiver compares a signed time with its own clock,
   * which does not follow the instance's.
   */
  headers(
    context: X,
    delivery: Pick<Delivery, 'guid' | 'event' | 'action' | 'subscription' | 'id'>,
    body: string,
    wallClock: number,
  ): Record<string, string>
  /** Returns true for a status that counts as delivered; 200 to 299 when absent. */
  accepts?(status: number): boolean
  /**
   * The delays between a failed attempt and the next, or a function that returns them for a delivery: after the first,
   * the second, and so on, in milliseconds of the instance's clock. After the last delay there is no further attempt;
   * without delays there is only the first. After a delay of 0 the next attempt is queued at once.
   */
  readonly retryAfter?: readonly number[] | ((context: X, delivery: Delivery) => readonly number[])
  /**
   * The time that a receiver has for its answer, in milliseconds, of the wall clock and of the instance's: when that is
   * moved beyond it, an attempt under way has failed. Default: 10 seconds of the wall clock, whatever the instance's
   * does
   */
  readonly timeout?: number
  /**
   * Returns the exact bytes of one attempt, for a vendor that writes into them how often it has tried. Default: the
   * event's body
   */
  bodyOf?(context: X, delivery: Delivery): string
  /**
   * Called when an attempt has ended, with the receiver's answer, as a transaction of its own whose events are sent:
   * for a vendor that acts on the answer.
   */
  ended?(context: X, delivery: Delivery): void
  /** Returns false for a subscriber that no longer exists: a failed delivery is then not tried again. Absent: true. */
  stillListens?(context: X, subscription: Subscription): boolean
}
