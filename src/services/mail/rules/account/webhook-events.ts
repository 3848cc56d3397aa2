import type { Delivery } from '#core/controls.ts'
import { HOUR, MINUTE, SECOND } from '#core/duration.ts'
import type { MailCall } from '#mail/call.ts'
import type { Webhook } from '#mail/schema/domains.ts'

/** The delays between attempts: https://resend.com/docs/dashboard/webhooks/introduction#what-is-the-retry-schedule */
export const RETRY_AFTER: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** Returns the id by which a webhook's deliveries find it. */
export function subscriberId({ id }: Webhook): string {
  return `webhook ${id}`
}

/** Returns the id of an event, which receivers get as `Svix-Id`. */
export function messageId(guid: string): string {
  return `msg_${guid.replaceAll('-', '')}`
}

/** An event that a webhook was sent, with its attempts, oldest first. */
export interface WebhookEvent {
  readonly id: string
  readonly first: Delivery
  readonly attempts: readonly Delivery[]
}

/** Returns the events that a webhook was sent, newest first. */
export function webhookEvents({ deliveries }: Pick<MailCall['rows'], 'deliveries'>, webhook: Webhook): WebhookEvent[] {
  const events = new Map<string, Delivery[]>()
  for (const delivery of deliveries.list('subscriber', subscriberId(webhook))) {
    const attempts = events.get(delivery.guid)
    if (attempts === undefined) events.set(delivery.guid, [delivery])
    else attempts.push(delivery)
  }
  const all = [...events].flatMap(([guid, attempts]) => {
    const [first] = attempts
    return first === undefined ? [] : [{ id: messageId(guid), first, attempts }]
  })
  return all.toReversed()
}

/** Returns when a failed event is attempted again, in epoch milliseconds; null when it is not. */
export function nextAttempt({ attempts, first }: WebhookEvent): number | null {
  const last = attempts.at(-1) ?? first
  if (attempts.some(({ state }) => state === 'delivered') || last.state === 'refused') return null
  if (last.state === 'queued') return last.createdAt
  const delay = RETRY_AFTER[attempts.length - 1]
  return delay === undefined ? null : (last.deliveredAt ?? last.createdAt) + delay
}

/** Returns the status of the delivery of an event. */
export function statusOf(event: WebhookEvent): 'success' | 'pending' | 'failed' | 'attempting' {
  if (event.attempts.some(({ state }) => state === 'delivered')) return 'success'
  if (event.attempts.length === 1 && event.first.state === 'queued') return 'pending'
  return nextAttempt(event) === null ? 'failed' : 'attempting'
}
