import type { PaymentsContext } from '#payments/call.ts'
import type { Failure } from '#core/errors.ts'
import { cardError, invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import { newRecord } from '../../records.ts'
import type { InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { ProrationBehavior, Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'
import { reusableMethod } from '../../payment-methods/keep-method.ts'
import { addSetupIntent } from '../../setup-intents/confirm.ts'
import { discountsOf, type DiscountsInput } from '../discounts/discounts.ts'
import { collectInvoice } from '../invoices/collection.ts'
import { finalizeInvoice } from '../invoices/finalize.ts'
import { payInvoice } from '../invoices/pay.ts'
import { noPaymentMethod, paymentMethodOf } from '../invoices/default-payment-method.ts'
import { insertInvoice, emitNewInvoice } from '../invoices/draft.ts'
import { pastTrialEnd } from './billing-cycle.ts'
import { cancellationMoment, type CancellationTime } from './planned-end-time.ts'
import { advanceLines, elapsedLines, trialLine } from '../invoices/lines.ts'
import { periodAt } from '../periods.ts'
import { amountsIn } from '../prices/pricing.ts'
import {
  addItem,
  cadenceOfItem,
  cycleAnchor,
  checkPrices,
  itemsOf,
  periodOfItems,
  purchaseOf,
  type NewItem,
} from './items.ts'
import { scheduleAt, scheduleExpiry, schedulePendingItems, schedulePeriod, scheduleTrialNotice } from './timers.ts'
import { defaults } from './defaults.ts'
import { invoiceMembers } from './invoice-members.ts'
import { type ExtraItem, addExtraItems, pendingLines } from './one-time-items.ts'
import { addFirstPart } from './proration-items.ts'
import { dropUsedDiscounts } from './used-discounts.ts'

/** The effect of a first payment, or of the payment of an update, that does not succeed at once. */
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

/** The members of a new subscription; those that are absent are those of the vendor's defaults. */
export interface SubscriptionInput {
  readonly items: readonly NewItem[]
  readonly addInvoiceItems?: readonly ExtraItem[]
  readonly discounts?: DiscountsInput
  /** Epoch seconds; null for no trial. */
  readonly trialEnd?: number | null
  /** Epoch seconds. */
  readonly billingCycleAnchor?: number | null
  /** The moment at which the subscription ends, or the end of a period of its items; null for none. */
  readonly cancelAt?: CancellationTime | null
  /** A start in the past, in epoch seconds; null for now. */
  readonly backdatedTo?: number | null
  readonly prorationBehavior?: ProrationBehavior
  readonly paymentBehavior?: PaymentBehavior
  readonly offSession?: boolean
  /** Leaves the first invoice a draft for an hour, and does not wait for its payment, as a schedule does. */
  readonly leavesDraft?: boolean
  /** The payment intent that has paid, or pays, the first invoice: a Checkout session made it. */
  readonly paidBy?: string | undefined
  readonly currency?: string | undefined
  /** The id of a subscription of a seed. */
  readonly id?: string | undefined
  readonly fields?: Partial<
    Omit<Subscription, 'id' | 'account' | 'seq' | 'created' | 'customer' | 'status' | 'currency'>
  >
}

/** A new or changed subscription, and the failure of the payment if there was one. */
export interface SubscriptionOutcome {
  readonly subscription: Subscription
  readonly failure: Failure | null
}

/**
 * Adds a subscription of a customer, makes its first invoice, and collects it as the payment behavior says.
 * https://docs.stripe.com/api/subscriptions/create
 *
 * @throws 400 for prices that do not belong together, and the failure of the payment for `error_if_incomplete`.
 */
export function createSubscription(
  context: PaymentsContext,
  customer: Customer,
  input: SubscriptionInput,
): SubscriptionOutcome {
  const { rows } = context
  const currency = currencyOf(customer, input)
  if (input.currency === undefined) requireOneCurrency(input.items, currency)
  checkPrices(
    input.items.map(({ price }) => price),
    { currency, billingMode: input.fields?.billingMode ?? 'flexible' },
  )
  const subscription = insertSubscription(context, customer, currency, input)
  const { leavesDraft = false, paidBy = null, paymentBehavior = 'allow_incomplete' } = input
  const collects = subscription.collectionMethod === 'charge_automatically'
  const invoice = insertInvoice(context, rows.customers.require(customer.id), {
    ...invoiceMembers(subscription),
    billingReason: 'subscription_create',
    autoAdvance: true,
    ...(collects && !leavesDraft ? { finalizesAt: null } : {}),
    lines: firstLines(context, customer, subscription, input),
  })
  const payment = rows.paymentIntents.get(paidBy)
  const awaitsPayment = collects && invoice.amountDue > 0 && !leavesDraft && payment?.status !== 'succeeded'
  const status = awaitsPayment ? 'incomplete' : subscription.trialEnd === null ? 'active' : 'trialing'
  const needsSetup = collects && !awaitsPayment && paymentMethodOf(context, invoice) === null
  const created = rows.subscriptions.update(subscription.id, {
    status,
    latestInvoice: invoice.id,
    pendingSetupIntent: needsSetup ? addPendingSetup(context, customer) : null,
  })
  if (awaitsPayment && paymentBehavior !== 'default_incomplete' && paymentMethodOf(context, invoice) === null) {
    throw noPaymentMethod()
  }
  context.emit({
    type: 'customer.subscription.created',
    kind: 'subscription',
    row: rows.subscriptions.require(created.id),
  })
  emitNewInvoice(context, invoice)
  scheduleAll(context, created)
  dropUsedDiscounts(context, created.id, invoice.id)
  if (collects && !leavesDraft) finalizeFirst(context, invoice.id, payment)
  const failure = awaitsPayment ? collectFirst(context, created, invoice.id, input) : null
  return { subscription: rows.subscriptions.require(created.id), failure }
}

/** Finalizes the first invoice of a subscription, which a payment may have paid already. */
function finalizeFirst(context: PaymentsContext, invoice: string, payment: PaymentIntent | undefined): void {
  if (payment === undefined) {
    finalizeInvoice(context, invoice)
    return
  }
  context.rows.paymentIntents.update(payment.id, { invoice })
  finalizeInvoice(context, invoice, payment.id)
  if (payment.status !== 'succeeded') return
  const { amountReceived: amount, paymentMethod } = payment
  payInvoice(context, invoice, { amount, paymentMethod: reusableMethod(context, paymentMethod) })
}

/**
 * Collects the first invoice of a subscription, unless the application does that. Returns the failure of the payment.
 *
 * @throws the failure, where an incomplete subscription is not wanted.
 */
function collectFirst(
  context: PaymentsContext,
  subscription: Subscription,
  invoice: string,
  { paymentBehavior, offSession = false }: SubscriptionInput,
): Failure | null {
  scheduleExpiry(context, subscription)
  if (paymentBehavior === 'default_incomplete') return null
  const { failure } = collectInvoice(context, invoice, { offSession, asksLater: true })
  const isIncomplete = context.rows.subscriptions.require(subscription.id).status === 'incomplete'
  if (isIncomplete && paymentBehavior === 'error_if_incomplete') throw failure ?? actionRequired()
  return failure
}

/**
 * Adds the setup intent by which a customer saves a payment method for a subscription that costs nothing yet. Returns
 * its id.
 */
function addPendingSetup(context: PaymentsContext, { id, account }: Customer): string {
  return addSetupIntent(context, account, { customer: id, followed: true, usage: 'off_session' }).id
}

/** The failure of a payment that the customer has to confirm, where an incomplete subscription is not wanted. */
export function actionRequired(): Failure {
  return cardError(
    "Payment for this subscription requires additional user action, but the requested payment behavior doesn't save the invoice or PaymentIntent. Retry the request with `payment_behavior=allow_incomplete` or `payment_behavior=default_incomplete`, then complete the PaymentIntent on the subscription's latest invoice. Additional information is available here: https://stripe.com/docs/billing/subscriptions/overview#requires-action",
    { code: 'subscription_payment_intent_requires_action' },
  )
}

/** @throws 400 for a price of a new subscription that has no amount in the currency of the others. */
function requireOneCurrency(items: readonly NewItem[], currency: string): void {
  const index = items.findIndex(({ price }) => amountsIn(price, currency) === undefined)
  const other = items[index]
  if (other === undefined) return
  throw invalidRequest(
    `This \`price\` has \`currency=${other.price.currency}\`, but other items use \`currency=${currency}\`. All items must have pricing in the same currency. When using multi-currency prices, you can specify \`currency\` at the top level, to be used by all items.`,
    { param: `items[${index}][price]` },
  )
}

function currencyOf(customer: Customer, { items, currency }: SubscriptionInput): string {
  const [first] = items
  if (first === undefined)
    throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' })
  if (currency !== undefined) return currency
  const supported = customer.currency !== null && customer.currency in first.price.currencyOptions
  return supported && customer.currency !== null ? customer.currency : first.price.currency
}

function insertSubscription(
  context: PaymentsContext,
  customer: Customer,
  currency: string,
  input: SubscriptionInput,
): Subscription {
  const head = newRecord(context, customer.account, 'sub_', { id: input.id })
  const at = now(context)
  const trialEnd = input.trialEnd ?? null
  const { anchor, end } = firstPeriodOf(context, input, at)
  const startDate = startDateOf(input, at)
  const subscription = context.rows.subscriptions.insert({
    ...defaults(at),
    ...input.fields,
    ...head,
    currency,
    customer: customer.id,
    billingCycleAnchor: anchor,
    periodStart: at,
    periodEnd: end,
    startDate,
    status: 'incomplete',
    testClock: customer.testClock,
    trialStart: trialEnd === null ? null : at,
    trialEnd,
    ...(input.fields?.cancelAtPeriodEnd === true ? { cancelAt: end, canceledAt: at } : {}),
  })
  for (const item of input.items) addItem(context, subscription, item)
  const discounts = discountsOf(
    context,
    customer.account,
    input.discounts ?? [],
    { customer: customer.id, subscription: subscription.id },
    purchaseOf([...input.items, ...(input.addInvoiceItems ?? [])], currency),
  )
  return context.rows.subscriptions.update(subscription.id, { discounts, ...endOf(context, subscription, input) })
}

/**
 * Returns the anchor of a new subscription's periods and the end of its first one, in epoch seconds.
 *
 * @throws 400 for an anchor or the end of a trial in the past, and for an anchor after the first natural period.
 */
function firstPeriodOf(
  { rows }: PaymentsContext,
  { items, billingCycleAnchor = null, fields, ...input }: SubscriptionInput,
  at: number,
): { readonly anchor: number; readonly end: number } {
  const trialEnd = input.trialEnd ?? null
  const anchor = billingCycleAnchor ?? (fields?.trialEndAnchor === 'unchanged' ? at : trialEnd) ?? at
  const config = { billingCycleAnchorConfig: fields?.billingCycleAnchorConfig ?? null }
  const prices = items.map(({ price }) => ({ price: price.id }))
  const endFrom = (start: number): number =>
    periodOfItems(rows, prices, start === at ? start : cycleAnchor({ billingCycleAnchor: start, ...config }), at).end
  if (trialEnd !== null && (anchor < at || trialEnd <= at)) {
    throw pastTrialEnd(trialEnd)
  }
  if (anchor < at)
    throw invalidRequest('`billing_cycle_anchor` must be in the future.', { param: 'billing_cycle_anchor' })
  if (billingCycleAnchor !== null && trialEnd === null && anchor > endFrom(at)) {
    throw invalidRequest('`billing_cycle_anchor` cannot be later than the next natural billing date for the plan.', {
      param: 'billing_cycle_anchor',
    })
  }
  return { anchor, end: trialEnd ?? endFrom(anchor) }
}

/**
 * Returns the members of a new subscription that is to end at a moment.
 *
 * @throws 400 for one in the past.
 */
function endOf(context: PaymentsContext, subscription: Subscription, { cancelAt = null }: SubscriptionInput) {
  if (cancelAt === null) return {}
  const at = cancellationMoment(context, subscription, cancelAt)
  return {
    cancelAt: at,
    canceledAt: now(context),
    cancellationDetails: { comment: null, feedback: null, reason: 'cancellation_requested' as const },
    periodEnd: Math.min(subscription.periodEnd, at),
  }
}

/**
 * Returns the start of a new subscription.
 *
 * @throws 400 for a backdated start that is not in the past.
 */
function startDateOf({ backdatedTo = null }: SubscriptionInput, at: number): number {
  if (backdatedTo !== null && backdatedTo > at) {
    throw invalidRequest('`backdate_start_date` cannot be in the future.', { param: 'backdate_start_date' })
  }
  return backdatedTo ?? at
}

/**
 * Returns the lines of the first invoice: what is charged once, and the first period of each item, or its trial. The
 * part of a period up to a later billing cycle anchor is prorated: it is an invoice item.
 */
function firstLines(
  context: PaymentsContext,
  customer: Customer,
  subscription: Subscription,
  { addInvoiceItems = [], prorationBehavior = 'create_prorations' }: SubscriptionInput,
): InvoiceLine[] {
  const { rows } = context
  const { cancelAt, cancelAtPeriodEnd, periodStart: start, startDate, trialEnd } = subscription
  const lastMoment = cancelAt === null || cancelAtPeriodEnd ? Infinity : cancelAt
  addExtraItems(context, customer, subscription, addInvoiceItems)
  const lines = itemsOf(rows, subscription.id).flatMap((item) => {
    const whole = periodAt(cycleAnchor(subscription), cadenceOfItem(rows, item), start)
    const isPart = trialEnd === null && whole.start !== start
    // Where the first period is a part, a backdated subscription is charged from its start to the anchor.
    const elapsed = { start: startDate, end: isPart ? whole.end : start }
    const backdated =
      startDate < start && prorationBehavior !== 'none' ? elapsedLines(context, subscription, item, elapsed) : []
    if (trialEnd !== null) return [...backdated, trialLine(context, subscription, item, { start, end: trialEnd })]
    if (isPart && (prorationBehavior === 'none' || startDate < start)) return backdated
    const end = Math.min(whole.end, lastMoment)
    if (isPart) addFirstPart(context, subscription, item, { period: { start, end }, whole })
    return isPart ? [] : [...backdated, ...advanceLines(context, subscription, item, { start, end }, whole)]
  })
  return [...pendingLines(context, subscription), ...lines]
}

function scheduleAll(context: PaymentsContext, subscription: Subscription): void {
  const { id, cancelAt, cancelAtPeriodEnd } = subscription
  schedulePeriod(context, subscription)
  schedulePendingItems(context, subscription)
  scheduleTrialNotice(context, subscription)
  if (cancelAt !== null && !cancelAtPeriodEnd) scheduleAt(context, 'cancelSubscription', { id, at: cancelAt })
}
