import type { PaymentsContext } from '#payments/call.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { ActiveEntitlement, Feature } from '#payments/schema/entitlements.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { newRecord } from './records.ts'

/** Records that a subscription has changed, so that {@link settleEntitlements} looks at its customer. */
export function noteSubscriptionChange({ rows }: Pick<PaymentsContext, 'rows'>, { customer }: Subscription): void {
  const hasFeatures = rows.productFeatures.size > 0 || rows.activeEntitlements.size > 0
  if (hasFeatures && rows.entitlementsDue.get(customer) === undefined) rows.entitlementsDue.insert({ id: customer })
}

/**
 * Gives the customers whose subscriptions have changed the features of what they subscribe to, and takes the others
 * away. Emits `entitlements.active_entitlement_summary.updated` for each customer whose entitlements are others now.
 * https://docs.stripe.com/billing/entitlements
 */
export function settleEntitlements(context: PaymentsContext): void {
  const { rows } = context
  if (rows.entitlementsDue.size === 0) return
  for (const { id } of rows.entitlementsDue.all()) {
    rows.entitlementsDue.delete(id)
    const customer = rows.customers.get(id)
    if (customer !== undefined) settleCustomer(context, customer)
  }
}

function settleCustomer(context: PaymentsContext, { id, account }: Customer): void {
  const { rows } = context
  const before = entitlementsOf(context, id)
  const features = featuresOf(context, id)
  const ended = before.filter(({ feature }) => !features.has(feature))
  const begun = [...features.values()].filter(({ id: feature }) => before.every((each) => each.feature !== feature))
  if (ended.length === 0 && begun.length === 0) return
  for (const each of ended) rows.activeEntitlements.delete(each.id)
  for (const { id: feature, lookupKey } of begun) {
    rows.activeEntitlements.insert({ customer: id, feature, lookupKey, ...newRecord(context, account, 'ent_') })
  }
  context.emit({
    type: 'entitlements.active_entitlement_summary.updated',
    kind: 'entitlements.active_entitlement_summary',
    row: { account, customer: id, entitlements: entitlementsOf(context, id) },
    before: { account, customer: id, entitlements: before },
  })
}

/** Returns what a customer may use now, newest first. */
function entitlementsOf({ rows }: PaymentsContext, customer: string): readonly ActiveEntitlement[] {
  return rows.activeEntitlements.list('customer', customer).toReversed()
}

/** Returns the features of the products that a customer subscribes to, by id. */
function featuresOf({ rows }: PaymentsContext, customer: string): ReadonlyMap<string, Feature> {
  const features = new Map<string, Feature>()
  for (const subscription of rows.subscriptions.list('customer', customer)) {
    if (!isEntitling(subscription)) continue
    for (const item of rows.subscriptionItems.list('subscription', subscription.id)) {
      const { product } = rows.prices.require(item.price)
      for (const { feature } of rows.productFeatures.list('product', product)) {
        features.set(feature, rows.features.require(feature))
      }
    }
  }
  return features
}

/** True for a subscription whose customer may use what it has: also while a renewal is collected. */
function isEntitling({ status }: Subscription): boolean {
  return status === 'active' || status === 'trialing' || status === 'past_due'
}
