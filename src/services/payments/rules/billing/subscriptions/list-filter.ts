import { priceIdOf } from '#payments/schema/billing/retired-price.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { isInRange, type ValuesOf } from '#payments/protocol/params.ts'
import { hasEnded } from './status.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { SUBSCRIPTION_LIST } from './operation-params.ts'

/** Returns whether a list has a subscription: without `status`, those that are not canceled. */
export function isListed(
  { rows }: PaymentsContext,
  subscription: Subscription,
  input: ValuesOf<typeof SUBSCRIPTION_LIST>,
): boolean {
  const { status, price = input.plan } = input
  const isOver = hasEnded(subscription)
  const hasStatus =
    status === undefined
      ? subscription.status !== 'canceled'
      : status === 'all' || (status === 'ended' ? isOver : subscription.status === status)
  return (
    hasStatus &&
    isInRange(subscription.created, input.created) &&
    isInRange(subscription.periodEnd, input.current_period_end) &&
    isInRange(subscription.periodStart, input.current_period_start) &&
    (input.automatic_tax === undefined || subscription.automaticTax === input.automatic_tax.enabled) &&
    (input.collection_method === undefined || subscription.collectionMethod === input.collection_method) &&
    hasTestClock(subscription, input) &&
    (price === undefined ||
      rows.subscriptionItems.list('subscription', subscription.id).some((item) => priceIdOf(item.price) === price))
  )
}

/** Without a test clock or a customer, a list leaves out the subscriptions that belong to a test clock. */
function hasTestClock(
  { testClock }: Subscription,
  { customer, test_clock: wanted }: ValuesOf<typeof SUBSCRIPTION_LIST>,
): boolean {
  if (wanted === undefined) return customer !== undefined || testClock === null
  return testClock === wanted
}
