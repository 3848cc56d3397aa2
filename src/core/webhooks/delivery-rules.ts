import type { Delivery } from '../controls.ts'
import type { Subscription } from '../emission.ts'
import type { WebhookDialect } from './webhook-dialect.ts'

/** The vendor's rules for the deliveries of one instance. */
export interface DeliveryRules {
  /** The events that the service emits; none when it has no webhooks. */
  readonly events: readonly string[]
  readonly headers: (delivery: Delivery, body: string) => Record<string, string>
  readonly accepts: (status: number) => boolean
  readonly retryAfter: (delivery: Delivery) => readonly number[]
  /** The `timeout` of the vendor's dialect, in milliseconds; undefined for one that has none. */
  readonly timeout: number | undefined
  readonly bodyOf: (delivery: Delivery) => string
  readonly stillListens: (subscription: Subscription) => boolean
}

/**
 * Returns the rules of a vendor's dialect for one instance, with the defaults of {@link WebhookDialect}. `further`
 * returns the headers that every delivery has beside the vendor's.
 */
export function deliveryRules<X>(
  dialect: WebhookDialect<X> | undefined,
  context: () => X,
  further: () => Readonly<Record<string, string>> = () => ({}),
): DeliveryRules {
  const { retryAfter = [] } = dialect ?? {}
  return {
    events: dialect?.events ?? [],
    headers: (delivery, body) => ({ ...dialect?.headers(context(), delivery, body, Date.now()), ...further() }),
    accepts: (status) => dialect?.accepts?.(status) ?? (status >= 200 && status < 300),
    retryAfter: (delivery) => (typeof retryAfter === 'function' ? retryAfter(context(), delivery) : retryAfter),
    timeout: dialect?.timeout,
    bodyOf: (delivery) => dialect?.bodyOf?.(context(), delivery) ?? delivery.request.body,
    stillListens: (subscription) => dialect?.stillListens?.(context(), subscription) ?? true,
  }
}
