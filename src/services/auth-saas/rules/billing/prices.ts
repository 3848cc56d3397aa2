import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramInvalid } from '#auth-saas/errors.ts'
import type { Payment, PaymentMethod, Plan, PlanPeriod, Price, SubscriptionItem } from '#auth-saas/schema/billing.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { emittingItems } from './events.ts'
import { addItem, addPayment, currentItem, findPlan, priceOf } from './billing.ts'

// The prices of plans beside their own, and the moves of subscriptions between them.
// https://clerk.com/docs/reference/backend-api/tag/billing/POST/billing/prices

type Rows = Pick<AuthContext, 'rows'>

/** A price of a plan: its own, or one beside it. */
export interface AnyPrice extends Price {
  readonly isDefault: boolean
}

/** Returns the price of a plan that everybody pays who was not moved to another. */
function ownPrice(plan: Plan): AnyPrice {
  const { amount, annualMonthlyAmount, number, createdAt, updatedAt } = plan
  const id = plan.id.replace(/^cplan_/, 'cprice_')
  const common = { id, number, createdAt, updatedAt }
  return { ...common, planId: plan.id, amount, annualMonthlyAmount, description: null, isDefault: true }
}

/** Returns the prices of all plans, or of one: the lowest first, and the newest of those that are equal. */
export function pricesOf({ rows }: Rows, planId: string | null): readonly AnyPrice[] {
  const own = rows.plans.all().map((plan) => ownPrice(plan))
  const beside = rows.prices.all().map((price) => ({ ...price, isDefault: false }))
  return [...own, ...beside]
    .filter((price) => planId === null || price.planId === planId)
    .toSorted((one, other) => (one.amount ?? 0) - (other.amount ?? 0) || other.number - one.number)
}

/** Returns the price of a subscription. */
export function priceOfItem({ rows }: Rows, { priceId, planId }: SubscriptionItem): AnyPrice {
  const beside = rows.prices.get(priceId)
  return beside === undefined ? ownPrice(rows.plans.require(planId)) : { ...beside, isDefault: false }
}

/** A new price. Amounts are in cents. */
export interface PriceInput {
  readonly planId: string
  readonly amount: number | null
  readonly annualMonthlyAmount: number | null
  readonly description: string | null
  readonly periods: 'month' | 'annual' | 'both' | undefined
}

/** Returns by which periods a price is paid. */
export function periodsOf({
  amount,
  annualMonthlyAmount,
}: Pick<Price, 'amount' | 'annualMonthlyAmount'>): 'month' | 'annual' | 'both' {
  if (amount === null) return 'annual'
  return annualMonthlyAmount === null ? 'month' : 'both'
}

/**
 * Adds a price to a plan.
 *
 * @throws 404 for an unknown plan, 422 for an amount below a dollar, for periods without an amount, and for a price of
 *   the plan of everybody.
 */
export function addPrice(context: AuthContext, input: PriceInput): AnyPrice {
  const plan = findPlan(context, input.planId)
  const { amount, annualMonthlyAmount } = input
  if (plan.isDefault) {
    const sentence = 'A default plan has no prices beside its own.'
    throw clerkFailure(422, 'default_plan_price_creation_forbidden', 'forbidden', sentence)
  }
  if ([amount, annualMonthlyAmount].some((cents) => cents !== null && cents !== 0 && cents < 100)) {
    throw clerkFailure(422, 'plan_amount_invalid', 'amount is invalid', 'An amount must be 0 or at least 100 cents.')
  }
  if (amount === null && annualMonthlyAmount === null) throw paramInvalid('amount', 'The price needs an amount.')
  if (input.periods !== undefined && input.periods !== periodsOf(input)) {
    const sentence = 'supported_billing_periods does not match the amounts.'
    throw clerkFailure(422, 'supported_billing_period_mismatch', 'period mismatch', sentence)
  }
  const { description } = input
  const fields = { planId: plan.id, amount, annualMonthlyAmount, description }
  return { ...context.rows.prices.insert({ ...commonFields(context, 'cprice'), ...fields }), isDefault: false }
}

/** A subscription that was moved to another price. */
export interface PriceTransition {
  readonly before: SubscriptionItem
  readonly after: SubscriptionItem
  readonly isImmediate: boolean
  /** The payment of a move at once; null for none. */
  readonly payment: Payment | null
}

/** The move of a subscription to another price that was asked for, and may be made. */
export interface PriceMove {
  readonly plan: Plan
  readonly price: AnyPrice
  readonly period: PlanPeriod
  /** The end of what is paid, for a lower price; null for a move at once. */
  readonly end: number | null
  /** The amount that the payer pays now, in cents. */
  readonly cost: number
  /** The card that it is paid with; undefined for none. */
  readonly method: PaymentMethod | undefined
}

/**
 * Returns the move of a subscription to another price: at once to a higher one, and at the end of what is paid to a
 * lower one.
 *
 * @throws 404 for an unknown price, 409 for a subscription that has another price or has ended, 422 for a price of
 *   another kind of payer, and for a higher price of a payer without a card.
 */
export function priceMove(context: AuthContext, item: SubscriptionItem, from: string, to: string): PriceMove {
  const { rows } = context
  const current = currentItem(context, item)
  if (current.status !== 'active') {
    const sentence = 'The subscription item is no longer active.'
    throw clerkFailure(409, 'subscription_item_no_longer_active', 'no longer active', sentence)
  }
  const before = priceOfItem(context, item)
  if (before.id !== from) {
    throw clerkFailure(409, 'out_of_date_price', 'out of date', 'The subscription item has another price.')
  }
  const price = pricesOf(context, null).find(({ id }) => id === to)
  if (price === undefined) throw noSuch('price', to)
  const plan = rows.plans.require(price.planId)
  if (to === from || plan.payer !== rows.plans.require(item.planId).payer) {
    const sentence = 'The subscription item cannot be moved to this price.'
    throw clerkFailure(422, 'price_transition_not_allowed', 'not allowed', sentence)
  }
  const periods = periodsOf(price)
  const period = periods === 'both' ? item.period : periods
  const cost = priceOf(price, period)
  const end = cost >= priceOf(before, item.period) ? null : current.periodEnd
  const method = rows.paymentMethods.list('payer', item.payerId).find(({ isDefault }) => isDefault)
  const due = end === null ? cost : 0
  if (due > 0 && method === undefined) {
    const sentence = 'The payer needs a payment method.'
    throw clerkFailure(422, 'payment_method_required_for_transition', 'payment method required', sentence)
  }
  return { plan, price, period, end, cost: due, method }
}

/** Makes a move to another price; `externalId` is the id of its payment at the gateway, null without one. */
export function movePrice(
  context: AuthContext,
  item: SubscriptionItem,
  { plan, price, period, end, cost, method }: PriceMove,
  externalId: string | null,
): PriceTransition {
  const { rows } = context
  const beside = price.isDefault ? null : price
  const input = { period, price: beside, ...(end === null ? {} : { from: end }) }
  return emittingItems(context, item.payerId, () => {
    const after = addItem(context, item.payerId, plan, input)
    const payment = cost > 0 ? addPayment(context, after, cost, { methodId: method?.id ?? null, externalId }) : null
    const before = rows.subscriptionItems.update(item.id, updatedNow(context))
    return { before, after, isImmediate: end === null, payment }
  })
}
