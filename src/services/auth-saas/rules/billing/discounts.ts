import type { Failure } from '#core/errors.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import type { Checkout, Discount, Redemption, SubscriptionItem } from '#auth-saas/schema/billing.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { endOfPeriod } from './periods.ts'

// The discounts of subscriptions. They are made in the dashboard, so an instance has those of its seed.
// https://clerk.com/docs/reference/backend-api/tag/billing

type Rows = Pick<AuthContext, 'rows'>

/** A redemption as it is by now. */
export interface CurrentRedemption extends Redemption {
  readonly discount: Discount
  readonly status: 'active' | 'exhausted' | 'removed'
  readonly cyclesApplied: number
}

/** Returns the discount of a code; undefined for no code, and for an unknown one. */
export function discountOfCode({ rows }: Rows, code: string | null): Discount | undefined {
  return code === null ? undefined : rows.discounts.all().find(({ promoCodes }) => promoCodes.includes(code))
}

/** Returns how much a discount takes off an amount, in cents. */
export function amountOff(discount: Discount | undefined, amount: number): number {
  if (discount === undefined) return 0
  return discount.percentOff === null
    ? Math.min(amount, discount.amountOff ?? 0)
    : Math.round((amount * discount.percentOff) / 100)
}

/** Gives a subscription a discount, in place of the one that it has. */
export function redeem(context: AuthContext, itemId: string, discount: Discount, promoCode: string | null): Redemption {
  const { rows } = context
  for (const before of rows.redemptions.list('item', itemId)) {
    if (!before.isRemoved) rows.redemptions.update(before.id, { isRemoved: true, ...updatedNow(context) })
  }
  return rows.redemptions.insert({
    itemId,
    discountId: discount.id,
    promoCode,
    isRemoved: false,
    ...commonFields(context, 'cdred'),
  })
}

/** Returns a redemption as it is by now: each payment since uses up one of its cycles. */
export function currentRedemption(
  { rows, clock }: Pick<AuthContext, 'rows' | 'clock'>,
  row: Redemption,
): CurrentRedemption {
  const item = rows.subscriptionItems.require(row.itemId)
  const discount = rows.discounts.require(row.discountId)
  const renewals = renewalsBetween(item, row.createdAt, row.isRemoved ? row.updatedAt : clock.now())
  const all = renewals + (row.promoCode === null || item.isTrial ? 0 : 1)
  const cyclesApplied = Math.min(all, discount.cycles ?? all)
  const isExhausted = discount.cycles !== null && cyclesApplied >= discount.cycles
  return { ...row, discount, cyclesApplied, status: row.isRemoved ? 'removed' : isExhausted ? 'exhausted' : 'active' }
}

/** Counts the periods of a subscription that begin after a moment and not after another. */
function renewalsBetween({ periodEnd, period }: SubscriptionItem, after: number, until: number): number {
  let count = 0
  for (let at = periodEnd; at !== null && at <= until; at = endOfPeriod(at, period)) if (at > after) count += 1
  return count
}

/** Returns the discount of a subscription that still takes something off; undefined for none. */
export function activeRedemption(
  context: Pick<AuthContext, 'rows' | 'clock'>,
  itemId: string,
): CurrentRedemption | undefined {
  const newest = context.rows.redemptions.list('item', itemId).at(-1)
  const current = newest === undefined ? undefined : currentRedemption(context, newest)
  return current?.status === 'active' ? current : undefined
}

const noDiscount = (id: string): Failure =>
  clerkFailure(404, 'discount_not_found', 'not found', `No discount was found with id ${id}`)

/**
 * Gives a subscription a discount by hand.
 *
 * @throws 404 for an unknown discount, 409 for the one that the subscription has, 422 for a free subscription.
 */
export function applyDiscount(context: AuthContext, item: SubscriptionItem, discountId: string): Redemption {
  const discount = context.rows.discounts.get(discountId)
  if (discount === undefined) throw noDiscount(discountId)
  if (item.periodEnd === null) {
    const sentence = 'The discount is not applicable to the subscription item.'
    throw clerkFailure(422, 'discount_not_applicable_to_subscription_item', 'not applicable', sentence)
  }
  if (activeRedemption(context, item.id)?.discountId === discountId) {
    const sentence = 'The discount is already applied to the subscription item.'
    throw clerkFailure(409, 'discount_already_applied', 'already applied', sentence)
  }
  return redeem(context, item.id, discount, null)
}

/** @throws 404 for a discount that the subscription does not have. */
export function removeDiscount(context: AuthContext, item: SubscriptionItem, discountId: string): Redemption {
  const active = activeRedemption(context, item.id)
  if (active?.discountId !== discountId) throw noDiscount(discountId)
  return context.rows.redemptions.update(active.id, { isRemoved: true, ...updatedNow(context) })
}

/**
 * Enters a code at a checkout, or with null takes it away.
 *
 * @throws 422 for an unknown code, 409 for a checkout that is completed.
 */
export function setPromoCode(context: AuthContext, checkout: Checkout, code: string | null): Checkout {
  if (checkout.itemId !== null) {
    throw clerkFailure(409, 'checkout_already_confirmed', 'already confirmed', 'The checkout is completed already.')
  }
  if (code !== null && discountOfCode(context, code) === undefined) {
    const meta = { param_name: 'promo_code' }
    throw clerkFailure(422, 'checkout_promo_code_invalid', 'is invalid', 'The promo code is invalid.', meta)
  }
  return context.rows.checkouts.update(checkout.id, { promoCode: code, ...updatedNow(context) })
}
