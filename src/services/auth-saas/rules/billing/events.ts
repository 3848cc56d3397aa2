import type { AuthContext } from '#auth-saas/call.ts'
import type { Payment, SubscriptionItem } from '#auth-saas/schema/billing.ts'

// https://clerk.com/docs/guides/development/webhooks/billing

/**
 * Runs a change of what a payer has subscribed to, and emits an event for each subscription item that it has begun,
 * ended or cancelled, and one for the subscription.
 */
export function emittingItems<T>(context: AuthContext, payerId: string, change: () => T): T {
  const before = new Map(itemsOf(context, payerId).map((item) => [item.id, item]))
  const result = change()
  const now = context.clock.now()
  for (const item of itemsOf(context, payerId)) {
    const event = eventOf(before.get(item.id), item, now)
    if (event !== null) context.emit({ event, item })
  }
  context.emit({ event: before.size === 0 ? 'subscription.created' : 'subscription.updated', payerId })
  return result
}

function itemsOf({ rows }: Pick<AuthContext, 'rows'>, payerId: string): readonly SubscriptionItem[] {
  return rows.subscriptionItems.list('payer', payerId)
}

/** Returns the event of an item that has changed; null for one that has not. */
function eventOf(before: SubscriptionItem | undefined, item: SubscriptionItem, now: number) {
  if (before === undefined) return item.periodStart > now ? 'subscriptionItem.upcoming' : 'subscriptionItem.active'
  if (before === item) return null
  if (item.endedAt !== null && before.endedAt === null) return 'subscriptionItem.ended'
  if (item.canceledAt !== null && before.canceledAt === null) return 'subscriptionItem.canceled'
  return 'subscriptionItem.updated'
}

/** Emits the events of a payment: it is begun, and paid at once. */
export function emitPayment(context: AuthContext, payment: Payment): void {
  context.emit({ event: 'paymentAttempt.created', payment })
  context.emit({ event: 'paymentAttempt.updated', payment })
}
