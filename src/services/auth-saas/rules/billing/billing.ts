import { DAY } from '#core/duration.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramInvalid } from '#auth-saas/errors.ts'
import type {
  Checkout,
  PayerKind,
  Payment,
  PaymentMethod,
  Plan,
  PlanPeriod,
  SubscriptionItem,
} from '#auth-saas/schema/billing.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { payWithCredit } from './credits.ts'

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

/** Returns how long a period is, in milliseconds from a moment on: a month or a year of the calendar. */
function endOfPeriod(start: number, period: PlanPeriod): number {
  const date = new Date(start)
  return date.setUTCMonth(date.getUTCMonth() + (period === 'month' ? 1 : 12))
}

/** The state of a subscription at a moment. */
export interface CurrentItem extends SubscriptionItem {
  readonly status: 'active' | 'canceled' | 'ended'
}

/** Returns a subscription as it is by now: one that was not cancelled begins its next period, and a trial ends. */
export function currentItem({ clock }: Pick<AuthContext, 'clock'>, row: SubscriptionItem): CurrentItem {
  const now = clock.now()
  if (row.endedAt !== null) return { ...row, status: 'ended' }
  let { isTrial, periodStart, periodEnd } = row
  while (periodEnd !== null && periodEnd <= now) {
    if (row.canceledAt !== null) return { ...row, status: 'ended', endedAt: periodEnd }
    isTrial = false
    periodStart = periodEnd
    periodEnd = endOfPeriod(periodStart, row.period)
  }
  return { ...row, isTrial, periodStart, periodEnd, status: row.canceledAt === null ? 'active' : 'canceled' }
}

/** Returns the subscriptions of a payer that have not ended. */
function activeItems(context: Pick<AuthContext, 'rows' | 'clock'>, payerId: string): readonly CurrentItem[] {
  return context.rows.subscriptionItems
    .list('payer', payerId)
    .map((row) => currentItem(context, row))
    .filter(({ status }) => status !== 'ended')
}

/** Returns the plan of a payer: the one that was subscribed to, else the default one; undefined for none. */
export function planOf(context: Pick<AuthContext, 'rows' | 'clock'>, { kind, id }: Payer): Plan | undefined {
  const [item] = activeItems(context, id).toReversed()
  if (item !== undefined) return context.rows.plans.get(item.planId)
  return plansOf(context, kind).find(({ isDefault }) => isDefault)
}

/** Subscribes a payer to its default plan where it has subscribed to none. */
export function requireItems(context: AuthContext, payer: Payer): readonly CurrentItem[] {
  const items = activeItems(context, payer.id)
  const plan = items.length > 0 ? undefined : planOf(context, payer)
  if (plan === undefined) return items
  return [currentItem(context, addItem(context, payer.id, plan, 'month', false))]
}

/** Subscribes a payer to a plan. The other subscriptions of the payer end. */
export function addItem(
  context: AuthContext,
  payerId: string,
  plan: Plan,
  period: PlanPeriod,
  isTrial: boolean,
): SubscriptionItem {
  const { rows, clock } = context
  const now = clock.now()
  for (const { id } of activeItems(context, payerId)) rows.subscriptionItems.update(id, { endedAt: now })
  const periodEnd = isTrial ? now + (plan.trialDays ?? 0) * DAY : endOfPeriod(now, period)
  return rows.subscriptionItems.insert({
    ...commonFields(context, 'csub_item'),
    payerId,
    planId: plan.id,
    period,
    isTrial,
    periodStart: now,
    periodEnd: plan.amount === 0 ? null : periodEnd,
    canceledAt: null,
    endedAt: null,
  })
}

/** Returns what a period of a plan costs, in cents. */
export function priceOf({ amount, annualMonthlyAmount }: Plan, period: PlanPeriod): number {
  return period === 'month' ? amount : 12 * (annualMonthlyAmount ?? amount)
}

/** @throws 404 for an unknown subscription, and for one of another payer. */
export function findItem({ rows }: Rows, id: string, payerId: string | null): SubscriptionItem {
  const row = rows.subscriptionItems.get(id)
  if (row === undefined || (payerId !== null && row.payerId !== payerId)) throw noSuch('subscription item', id)
  return row
}

/**
 * Cancels a subscription, at the end of its period or at once.
 *
 * @throws 400 for one that is cancelled already, or that is free.
 */
export function cancelItem(context: AuthContext, row: SubscriptionItem, endNow: boolean): SubscriptionItem {
  const { rows, clock } = context
  const { status } = currentItem(context, row)
  if (status === 'ended' || (status === 'canceled' && !endNow)) {
    const sentence = 'The subscription item is canceled already.'
    throw clerkFailure(400, 'commerce_subscription_item_already_canceled', 'already canceled', sentence)
  }
  if (rows.plans.require(row.planId).isDefault) throw paramInvalid('subscription_item_id', 'A default plan stays.')
  const now = clock.now()
  const changes = endNow ? { canceledAt: row.canceledAt ?? now, endedAt: now } : { canceledAt: now }
  return rows.subscriptionItems.update(row.id, { ...changes, ...updatedNow(context) })
}

/**
 * Lets a trial end later.
 *
 * @throws 422 for a subscription that is no trial, and for a moment that is not later than its end.
 */
export function extendTrial(context: AuthContext, row: SubscriptionItem, until: number): SubscriptionItem {
  const { isTrial, periodEnd } = currentItem(context, row)
  if (!isTrial) throw paramInvalid('subscription_item_id', 'The subscription item is not in a free trial.')
  if (until <= (periodEnd ?? 0)) throw paramInvalid('extend_to', 'extend_to must be later than the end of the trial.')
  return context.rows.subscriptionItems.update(row.id, { periodEnd: until, ...updatedNow(context) })
}

/** Adds a card to a payer; the first is the default one. */
export function addMethod(context: AuthContext, payerId: string, token: string | null): PaymentMethod {
  const { rows, ids } = context
  return rows.paymentMethods.insert({
    ...commonFields(context, 'paymeth'),
    payerId,
    last4: '4242',
    cardType: 'visa',
    isDefault: rows.paymentMethods.list('payer', payerId).length === 0,
    externalId: token ?? `pm_${ids.base62(24)}`,
  })
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

/**
 * Confirms a checkout: the payer pays, and subscribes to the plan.
 *
 * @throws 409 for one that was confirmed already; 422 for one that has to be paid, without a payment method.
 */
export function confirmCheckout(context: AuthContext, row: Checkout, method: PaymentMethod | null): Checkout {
  const { rows } = context
  if (row.itemId !== null) {
    throw clerkFailure(409, 'checkout_already_confirmed', 'already confirmed', 'The checkout is completed already.')
  }
  const plan = rows.plans.require(row.planId)
  const methodId = method?.id ?? row.methodId
  if (plan.amount > 0 && methodId === null) throw paramInvalid('payment_method_id', 'A payment method is needed.')
  const item = addItem(context, row.payerId, plan, row.period, row.isTrial)
  if (plan.amount > 0 && !row.isTrial) {
    addPayment(context, item, payWithCredit(context, row.payerId, row.id, priceOf(plan, row.period)), methodId)
  }
  return rows.checkouts.update(row.id, { itemId: item.id, methodId, ...updatedNow(context) })
}

function addPayment(context: AuthContext, item: SubscriptionItem, amount: number, methodId: string | null): Payment {
  return context.rows.payments.insert({
    ...commonFields(context, 'pmt'),
    payerId: item.payerId,
    itemId: item.id,
    methodId,
    amount,
  })
}
