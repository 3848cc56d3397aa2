import { DAY } from '#core/duration.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramInvalid } from '#auth-saas/errors.ts'
import type {
  Checkout,
  GatewayCard,
  PayerKind,
  Payment,
  PaymentMethod,
  Plan,
  PlanPeriod,
  Price,
  SubscriptionItem,
} from '#auth-saas/schema/billing.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { coveredByCredit, payWithCredit } from './credits.ts'
import { emitPayment, emittingItems } from './events.ts'
import { endOfPeriod } from './periods.ts'
import { amountOff, discountOfCode, redeem } from './discounts.ts'

// https://clerk.com/docs/guides/billing/overview

type Rows = Pick<AuthContext, 'rows'>

/** A payer: a user or an organization, by its id. */
export interface Payer {
  readonly kind: PayerKind
  readonly id: string
}

/** Returns the plans of a kind of payer, in the order in which they were made. */
export function plansOf({ rows }: Rows, kind: PayerKind | null): readonly Plan[] {
  return rows.plans
    .all()
    .filter(({ payer }) => kind === null || payer === kind)
    .toSorted((one, other) => one.number - other.number)
}

/** @throws 404 for an unknown plan. */
export function findPlan({ rows }: Rows, idOrSlug: string): Plan {
  const plan = rows.plans.get(idOrSlug) ?? rows.plans.find('slug', idOrSlug)
  if (plan === undefined)
    throw clerkFailure(404, 'plan_not_found', 'not found', `No plan was found with id ${idOrSlug}`)
  return plan
}

/** The state of a subscription at a moment. */
export interface CurrentItem extends SubscriptionItem {
  readonly status: 'active' | 'canceled' | 'ended' | 'upcoming'
}

/** Returns a subscription as it is by now: one that was not cancelled begins its next period, and a trial ends. */
export function currentItem({ clock }: Pick<AuthContext, 'clock'>, row: SubscriptionItem): CurrentItem {
  const now = clock.now()
  if (row.endedAt !== null) return { ...row, status: 'ended' }
  if (row.periodStart > now) return { ...row, status: 'upcoming' }
  let { isTrial, periodStart, periodEnd } = row
  while (periodEnd !== null && periodEnd <= now) {
    if (row.canceledAt !== null) return { ...row, status: 'ended', endedAt: periodEnd }
    isTrial = false
    periodStart = periodEnd
    periodEnd = endOfPeriod(periodStart, row.period)
  }
  return { ...row, isTrial, periodStart, periodEnd, status: row.canceledAt === null ? 'active' : 'canceled' }
}

/** Returns the subscriptions of a payer that have not ended, with one that follows. */
function activeItems(context: Pick<AuthContext, 'rows' | 'clock'>, payerId: string): readonly CurrentItem[] {
  return context.rows.subscriptionItems
    .list('payer', payerId)
    .map((row) => currentItem(context, row))
    .filter(({ status }) => status !== 'ended')
}

/** Returns the plan of a payer: the one that was subscribed to, else the default one; undefined for none. */
export function planOf(context: Pick<AuthContext, 'rows' | 'clock'>, { kind, id }: Payer): Plan | undefined {
  const item = activeItems(context, id).findLast(({ status }) => status !== 'upcoming')
  if (item !== undefined) return context.rows.plans.get(item.planId)
  return plansOf(context, kind).find(({ isDefault }) => isDefault)
}

/** Subscribes a payer to its default plan where it has subscribed to none. */
export function requireItems(context: AuthContext, payer: Payer): readonly CurrentItem[] {
  const items = activeItems(context, payer.id)
  const plan = items.length > 0 ? undefined : planOf(context, payer)
  if (plan === undefined) return items
  return [currentItem(context, addItem(context, payer.id, plan, { period: 'month' }))]
}

/** How a payer subscribes to a plan. */
interface ItemInput {
  readonly period: PlanPeriod
  readonly isTrial?: boolean
  /** A price beside the plan's own. */
  readonly price?: Price | null
  /** When the subscription begins, for one that follows the others of the payer. */
  readonly from?: number
}

/** Subscribes a payer to a plan. The other subscriptions of the payer end, at once or when this one begins. */
export function addItem(
  context: AuthContext,
  payerId: string,
  plan: Plan,
  { period, isTrial = false, price = null, from }: ItemInput,
): SubscriptionItem {
  const { rows, clock } = context
  const now = clock.now()
  const start = from ?? now
  for (const { id, status } of activeItems(context, payerId)) {
    const isReplaced = from === undefined || status === 'upcoming'
    rows.subscriptionItems.update(id, isReplaced ? { endedAt: now } : { canceledAt: now, periodEnd: start })
  }
  const periodEnd = isTrial ? start + (plan.trialDays ?? 0) * DAY : endOfPeriod(start, period)
  return rows.subscriptionItems.insert({
    payerId,
    planId: plan.id,
    priceId: price?.id ?? null,
    period,
    isTrial,
    periodStart: start,
    periodEnd: priceOf(price ?? plan, period) === 0 ? null : periodEnd,
    canceledAt: null,
    endedAt: null,
    ...commonFields(context, 'csub_item'),
  })
}

/** Returns what a period of a plan, or of another price of one, costs, in cents. */
export function priceOf(
  { amount, annualMonthlyAmount }: Pick<Price, 'amount' | 'annualMonthlyAmount'>,
  period: PlanPeriod,
): number {
  return period === 'month' ? (amount ?? 0) : 12 * (annualMonthlyAmount ?? amount ?? 0)
}

/** Returns what a period of a subscription costs before discounts, in cents. */
export function amountOf({ rows }: Rows, item: Pick<SubscriptionItem, 'planId' | 'priceId' | 'period'>): number {
  return priceOf(rows.prices.get(item.priceId) ?? rows.plans.require(item.planId), item.period)
}

/** @throws 404 for an unknown subscription, and for one of another payer. */
export function findItem({ rows }: Rows, id: string, payerId: string | null): SubscriptionItem {
  const row = rows.subscriptionItems.get(id)
  if (row === undefined || (payerId !== null && row.payerId !== payerId)) {
    const sentence = `No subscription item was found with id ${id}`
    throw clerkFailure(404, 'subscription_item_not_found', 'not found', sentence)
  }
  return row
}

/**
 * Cancels a subscription, at the end of its period or at once.
 *
 * @throws 400 for one that is cancelled already, 422 for one of a default plan.
 */
export function cancelItem(context: AuthContext, row: SubscriptionItem, endNow: boolean): SubscriptionItem {
  const { rows, clock } = context
  const { status } = currentItem(context, row)
  if (status === 'ended' || (status === 'canceled' && !endNow)) {
    const sentence = 'The subscription item is canceled already.'
    throw clerkFailure(400, 'commerce_subscription_item_already_canceled', 'already canceled', sentence)
  }
  if (rows.plans.require(row.planId).isDefault) {
    const code = `commerce_subscription_item_cannot_be_${endNow ? 'ended' : 'canceled'}`
    throw clerkFailure(422, code, 'cannot be canceled', 'The subscription item of a default plan stays.')
  }
  const now = clock.now()
  const changes = endNow ? { canceledAt: row.canceledAt ?? now, endedAt: now } : { canceledAt: now }
  return emittingItems(context, row.payerId, () =>
    rows.subscriptionItems.update(row.id, { ...changes, ...updatedNow(context) }),
  )
}

/**
 * Lets a trial end later.
 *
 * @throws 403 for a subscription that is no trial, 422 for a moment that is not later than its end.
 */
export function extendTrial(context: AuthContext, row: SubscriptionItem, until: number): SubscriptionItem {
  const { isTrial, periodEnd } = currentItem(context, row)
  if (!isTrial) {
    const sentence = 'The subscription item is not in a free trial.'
    throw clerkFailure(403, 'subscription_item_not_in_free_trial', 'not in free trial', sentence)
  }
  if (until <= (periodEnd ?? 0)) throw paramInvalid('extend_to', 'extend_to must be later than the end of the trial.')
  return emittingItems(context, row.payerId, () =>
    context.rows.subscriptionItems.update(row.id, { periodEnd: until, ...updatedNow(context) }),
  )
}

/** Adds a card to a payer; the first is the default one. */
export function addMethod(context: AuthContext, payerId: string, card: GatewayCard): PaymentMethod {
  const { rows } = context
  return rows.paymentMethods.insert({
    ...commonFields(context, 'paymeth'),
    payerId,
    ...card,
    isDefault: rows.paymentMethods.list('payer', payerId).length === 0,
  })
}

/** Returns the card of a token in an instance that takes payments by itself. */
export function testCard({ ids }: Pick<AuthContext, 'ids'>, token: string | null): GatewayCard {
  const externalId = token ?? `pm_${ids.base62(24)}`
  return { last4: '4242', cardType: 'visa', expiryMonth: 1, expiryYear: 2040, externalId }
}

/** @throws 404 for an unknown payment method, and for one of another payer. */
export function findMethod({ rows }: Rows, payerId: string, id: string): PaymentMethod {
  const row = rows.paymentMethods.get(id)
  if (row === undefined || row.payerId !== payerId) throw noSuch('payment method', id)
  return row
}

/** Makes a card the default one of its payer. */
export function setDefaultMethod(context: AuthContext, row: PaymentMethod): PaymentMethod {
  const { rows } = context
  for (const { id } of rows.paymentMethods.list('payer', row.payerId)) {
    rows.paymentMethods.update(id, { isDefault: id === row.id })
  }
  return rows.paymentMethods.update(row.id, updatedNow(context))
}

/**
 * Begins a checkout. A payer that has never subscribed to a paid plan gets the plan's trial.
 *
 * @throws 404 for an unknown plan, 422 for a plan of the other kind of payer or of no price by the year, 409 for the
 *   plan that the payer has.
 */
export function beginCheckout(context: AuthContext, payer: Payer, planId: string, period: string): Checkout {
  const plan = findPlan(context, planId)
  if (plan.payer !== payer.kind) throw paramInvalid('plan_id', `The plan is for payers of type ${plan.payer}.`)
  if (period !== 'month' && period !== 'annual') throw paramInvalid('plan_period')
  if (period === 'annual' && plan.annualMonthlyAmount === null) {
    throw paramInvalid('plan_period', 'The plan has no price by the year.')
  }
  const has = activeItems(context, payer.id).some((each) => each.planId === plan.id && each.period === period)
  if (has) throw clerkFailure(409, 'already_subscribed', 'already subscribed', 'The payer has subscribed to the plan.')
  return context.rows.checkouts.insert({
    ...commonFields(context, 'chk'),
    payerId: payer.id,
    planId: plan.id,
    period,
    isTrial: plan.trialDays !== null && isEligibleForTrial(context, payer.id),
    methodId: context.rows.paymentMethods.list('payer', payer.id).find(({ isDefault }) => isDefault)?.id ?? null,
    promoCode: null,
    itemId: null,
  })
}

/** Returns whether a payer has never subscribed to a plan that costs something. */
export function isEligibleForTrial({ rows }: Rows, payerId: string): boolean {
  return !rows.subscriptionItems.list('payer', payerId).some(({ planId }) => rows.plans.require(planId).amount > 0)
}

/** @throws 404 for an unknown checkout, and for one of another payer. */
export function findCheckout({ rows }: Rows, payerId: string, id: string): Checkout {
  const row = rows.checkouts.get(id)
  if (row === undefined || row.payerId !== payerId) throw noSuch('checkout', id)
  return row
}

/** Returns what a checkout costs now, before credits, in cents. */
function priceNow({ rows }: Rows, { planId, period, isTrial, promoCode }: Checkout): number {
  const price = priceOf(rows.plans.require(planId), period)
  return isTrial ? 0 : price - amountOff(discountOfCode({ rows }, promoCode), price)
}

/** Returns what a card pays for a checkout now, in cents: its price without the discount and the payer's credits. */
export function dueNow(context: Rows, checkout: Checkout): number {
  const price = priceNow(context, checkout)
  return price - coveredByCredit(context, checkout.payerId, price)
}

/** @throws 409 for a checkout that was confirmed already; 422 for one that has to be paid, without a payment method. */
export function requireConfirmable({ rows }: Rows, row: Checkout, method: string | null): void {
  if (row.itemId !== null) {
    throw clerkFailure(409, 'checkout_already_confirmed', 'already confirmed', 'The checkout is completed already.')
  }
  const isPaid = rows.plans.require(row.planId).amount > 0
  if (isPaid && method === null) throw paramInvalid('payment_method_id', 'A payment method is needed.')
}

/**
 * Confirms a checkout: the payer pays, and subscribes to the plan. `paymentId` is of the gateway that has taken the
 * payment, null without one.
 *
 * @throws as {@link requireConfirmable}.
 */
export function confirmCheckout(
  context: AuthContext,
  row: Checkout,
  method: PaymentMethod | null,
  paymentId: string | null,
): Checkout {
  const { rows } = context
  const methodId = method?.id ?? row.methodId
  requireConfirmable(context, row, methodId)
  const plan = rows.plans.require(row.planId)
  const item = emittingItems(context, row.payerId, () => {
    const added = addItem(context, row.payerId, plan, row)
    const discount = discountOfCode(context, row.promoCode)
    if (discount !== undefined) redeem(context, added.id, discount, row.promoCode)
    if (plan.amount > 0 && !row.isTrial) {
      const left = payWithCredit(context, row.payerId, row.id, priceNow(context, row))
      addPayment(context, added, left, { methodId, externalId: paymentId })
    }
    return added
  })
  return rows.checkouts.update(row.id, { itemId: item.id, methodId, ...updatedNow(context) })
}

/** Records a payment of a subscription, in cents. */
export function addPayment(
  context: AuthContext,
  { id: itemId, payerId }: SubscriptionItem,
  amount: number,
  by: Pick<Payment, 'methodId' | 'externalId'>,
): Payment {
  const payment = context.rows.payments.insert({ ...commonFields(context, 'pmt'), payerId, itemId, amount, ...by })
  emitPayment(context, payment)
  return payment
}
