import type { PaymentsContext } from '../../../call.ts'
import { smallestCharge } from '../../../currencies.ts'
import type { Failure } from '../../../../../core/errors.ts'
import { invalidRequest } from '../../../errors.ts'
import { emit, emitChange } from '../../../events.ts'
import { customerDetailsOf, invoiceJson, invoicePaymentJson } from '../../../json/billing/invoices.ts'
import { now } from '../../../new-id.ts'
import { findRecord, newRecord } from '../../../records.ts'
import type { Invoice } from '../../../schema/billing/invoices.ts'
import { adjustBalance } from '../../customers/balance.ts'
import { hasTaxLocation, taxLocationInvalid } from '../taxes/automatic-tax.ts'
import { nextAttempt } from './dunning.ts'
import { changeInvoice, dueDateOf, reportingInvoice, requireDraft } from './draft.ts'
import { addInvoiceIntent, cancelInvoiceIntent, confirmInvoiceIntent, stateOfIntent } from './payment-intent.ts'
import { totaled } from './lines.ts'
import { invoiceNumber } from './numbering.ts'
import { changeSubscription, subscriptionFailed, subscriptionPaid } from '../subscriptions/status.ts'
import { onTestClock } from '../test-clocks/test-clock.ts'
import { settle } from './totals.ts'

/** The longest time in which a sent invoice is announced before it is due, in seconds. */
const REMINDER = 7 * 86_400

/**
 * Finalizes a draft: it gets its number, uses the customer's balance, and can no longer be changed. An invoice with nothing to pay is paid
 * at once; for another one a payment intent is made. Throws 400 for an invoice that is no draft.
 * `payment` is an intent that has paid already: the invoice gets it in place of a new one, and uses no balance.
 * https://docs.stripe.com/api/invoices/finalize
 */
export function finalizeInvoice(context: PaymentsContext, id: string, payment: string | null = null): Invoice {
  const { rows } = context
  requireDraft(rows.invoices.require(id))
  dropAutomaticTax(context, id)
  const before = rows.invoices.require(id)
  if (isUntaxable(context, before)) throw taxLocationInvalid()
  const { id: _id, ...draft } = totaled(rows, before, smallestCharge(before.currency))
  const customer = rows.customers.require(draft.customer)
  const balance = payment === null ? customer.balance : 0
  const settlement = settle(draft.total, balance, smallestCharge(draft.currency))
  const at = now(context)
  const sends = draft.collectionMethod === 'send_invoice'
  const invoice = rows.invoices.update(id, {
    ...draft,
    status: 'open',
    number: draft.number ?? takeNumber(context, draft.customer),
    customerDetails: customerDetailsOf(context, draft.customer),
    startingBalance: customer.balance,
    endingBalance: customer.balance + settlement.balanceChange,
    amountDue: settlement.amountDue,
    hostedToken: context.ids.secret.base62(64),
    finalizedAt: at,
    effectiveAt: draft.effectiveAt ?? at,
    finalizesAt: null,
    dueDate: sends ? (draft.dueDate ?? dueDateOf(context, draft.daysUntilDue ?? 30)) : draft.dueDate,
    nextPaymentAttempt: null,
  })
  if (settlement.balanceChange !== 0) {
    const type = settlement.tooSmall > 0 ? 'invoice_too_small' : 'applied_to_invoice'
    adjustBalance(context, customer, settlement.balanceChange, { type, invoice: id, currency: draft.currency })
  }
  emit(context, invoice.account, 'invoice.finalized', invoiceJson(context, invoice))
  if (invoice.fromInvoice !== null) replaceRevised(context, invoice.fromInvoice, id)
  if (invoice.amountDue === 0) return payInvoice(context, id, { amount: 0, paymentMethod: null })
  attachIntent(context, invoice, payment ?? addInvoiceIntent(context, invoice))
  if (sends) remindLater(context, id)
  return rows.invoices.require(id)
}

/**
 * Returns the refusal of the finalization of a draft, and reports it; null for an invoice that can be finalized.
 * https://docs.stripe.com/invoicing/automatic-tax#finalization-failures
 */
export function refuseFinalization(context: PaymentsContext, id: string): Failure | null {
  const draft = context.rows.invoices.require(id)
  if (draft.status !== 'draft' || draft.subscription !== null || !isUntaxable(context, draft)) return null
  const failure = taxLocationInvalid()
  const { code, type } = failure.details as { readonly code: string; readonly type: string } // of every failure of this service
  const invoice = changeInvoice(context, id, {
    lastFinalizationError: { code, message: failure.message, type },
    autoAdvance: false,
    finalizesAt: null,
    nextPaymentAttempt: null,
  })
  emit(context, invoice.account, 'invoice.finalization_failed', invoiceJson(context, invoice))
  return failure
}

/** Returns whether automatic tax is asked for where the customer's location is not known. */
function isUntaxable({ rows }: PaymentsContext, { automaticTax, customer }: Invoice): boolean {
  return automaticTax && !hasTaxLocation(rows.customers.require(customer))
}

/** Switches automatic tax off for a subscription whose customer's location is no longer known: its invoices are finalized without. */
function dropAutomaticTax(context: PaymentsContext, id: string): void {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  if (invoice.subscription === null || !isUntaxable(context, invoice)) return
  rows.invoices.update(id, { automaticTax: false, automaticTaxDisabled: 'finalization_requires_location_inputs' })
  changeSubscription(context, invoice.subscription, {
    automaticTax: false,
    automaticTaxDisabled: 'requires_location_inputs',
  })
}

/** Voids the invoice that a finalized revision replaces. All earlier revisions name the latest one. */
function replaceRevised(context: PaymentsContext, id: string, revision: string): void {
  const { rows } = context
  const revised = rows.invoices.require(id)
  if (revised.status === 'open' || revised.status === 'uncollectible') voidInvoice(context, id)
  for (let at: string | null = id; at !== null; at = rows.invoices.require(at).fromInvoice) {
    rows.invoices.update(at, { latestRevision: revision })
  }
}

/** Takes the next number of a customer's invoices. */
function takeNumber({ rows }: PaymentsContext, id: string): string {
  const { invoicePrefix, nextInvoiceSequence } = rows.customers.require(id)
  rows.customers.update(id, { nextInvoiceSequence: nextInvoiceSequence + 1 })
  return invoiceNumber(invoicePrefix, nextInvoiceSequence)
}

function attachIntent(context: PaymentsContext, invoice: Invoice, intent: string): void {
  context.rows.invoicePayments.insert({
    ...newRecord(context, invoice.account, 'inpay_'),
    invoice: invoice.id,
    paymentIntent: intent,
    amountRequested: invoice.amountDue,
    amountPaid: null,
    currency: invoice.currency,
    isDefault: true,
    followed: stateOfIntent(context, intent),
    status: 'open',
    paidAt: null,
    canceledAt: null,
  })
  context.rows.invoices.update(invoice.id, { paymentIntent: intent })
}

/** Reports a sent invoice that is soon due or overdue, when its time comes. */
function remindLater(context: PaymentsContext, id: string): void {
  const { dueDate } = context.rows.invoices.require(id)
  if (dueDate === null) return
  for (const at of [dueDate - REMINDER, dueDate]) {
    if (at > now(context)) context.schedule(at * 1000 - context.clock.now(), 'remindOfInvoice', { id, at })
  }
}

/** The payment of an invoice: the amount, and the payment method that was used, if any. */
interface Paid {
  readonly amount: number
  readonly paymentMethod: string | null
}

/** Marks an invoice as paid and reports it; the subscription follows. */
export function payInvoice(context: PaymentsContext, id: string, { amount, paymentMethod }: Paid): Invoice {
  const { rows } = context
  const at = now(context)
  const before = invoiceJson(context, rows.invoices.require(id))
  const invoice = rows.invoices.update(id, {
    status: 'paid',
    amountPaid: amount,
    attempted: true,
    autoAdvance: false,
    nextPaymentAttempt: null,
    paidAt: at,
  })
  const json = invoiceJson(context, invoice)
  emitChange(context, invoice.account, 'invoice.updated', before, json)
  for (const payment of rows.invoicePayments.list('invoice', id)) {
    if (payment.status !== 'open') continue
    const share = Math.min(amount, payment.amountRequested)
    const paid = rows.invoicePayments.update(payment.id, { status: 'paid', amountPaid: share, paidAt: at })
    emit(context, invoice.account, 'invoice_payment.paid', invoicePaymentJson(paid))
  }
  emit(context, invoice.account, 'invoice.paid', json)
  emit(context, invoice.account, 'invoice.payment_succeeded', json)
  subscriptionPaid(context, invoice, paymentMethod)
  return rows.invoices.require(id)
}

/** How an invoice is to be paid. */
export interface Collection {
  /** The payment method; without one the default of the invoice, the subscription or the customer. */
  readonly paymentMethod?: string | undefined
  /** False when the customer is there to confirm the payment. Default: true */
  readonly offSession?: boolean
}

/** The state of an invoice after an attempt, and the refusal of the payment if there was one. */
export interface Attempt {
  readonly invoice: Invoice
  readonly failure: Failure | null
}

/** Attempts the payment of an open invoice by a payment method, and lets its subscription follow. Throws nothing for a declined payment. */
export function collectInvoice(
  context: PaymentsContext,
  id: string,
  { paymentMethod, offSession = true }: Collection = {},
): Attempt {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  const method = paymentMethod ?? paymentMethodOf(context, invoice)
  if (method === null) {
    return { invoice: attemptFailed(context, id, false), failure: noPaymentMethod() }
  }
  const failure = confirmInvoiceIntent(context, invoice, method, offSession)
  return { invoice: follow(context, id), failure }
}

/** The refusal of a payment for which there is no payment method. */
export function noPaymentMethod(): Failure {
  return invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  )
}

/**
 * Returns the payment method that pays an invoice by default: its own, that of its subscription, that of its customer; null when there is
 * none. https://docs.stripe.com/billing/subscriptions/payment-methods-setting#payment-method-priority
 */
export function paymentMethodOf(
  { rows }: PaymentsContext,
  { defaultPaymentMethod, subscription, customer }: Pick<Invoice, 'defaultPaymentMethod' | 'subscription' | 'customer'>,
): string | null {
  const { invoiceSettings, defaultSource } = rows.customers.require(customer)
  const ofSubscription = rows.subscriptions.get(subscription)?.defaultPaymentMethod ?? null
  return defaultPaymentMethod ?? ofSubscription ?? invoiceSettings.default_payment_method ?? defaultSource
}

/** Lets invoices follow a payment intent that has changed. Does nothing for a state that they have followed already. */
export function followIntent(context: PaymentsContext, intent: string): void {
  for (const { invoice } of context.rows.invoicePayments.list('paymentIntent', intent)) {
    const onClock = onTestClock(context, context.rows.invoices.require(invoice).testClock)
    if (context.rows.invoices.require(invoice).paymentIntent === intent) follow(onClock, invoice)
    else followAttached(onClock, invoice, intent)
  }
}

/**
 * Attaches a payment intent to an open invoice, beside the one that the invoice has: what it pays counts for the invoice. Throws 400 for another
 * currency, and for an invoice that is not open. https://docs.stripe.com/invoicing/payments
 */
export function attachPayment(context: PaymentsContext, invoice: Invoice, intentId: string): Invoice {
  const { rows } = context
  const intent = findRecord(rows.paymentIntents, invoice.account, 'payment_intent', intentId, {
    param: 'payment_intent',
  })
  if (invoice.status !== 'open') {
    throw invalidRequest(`You can only attach payments to open invoices. This invoice is ${invoice.status}.`)
  }
  if (intent.currency !== invoice.currency || intent.invoice !== null || intent.status === 'canceled') {
    throw invalidRequest('The PaymentIntent must have the currency of the invoice, and belong to no other invoice.', {
      param: 'payment_intent',
    })
  }
  rows.invoicePayments.insert({
    ...newRecord(context, invoice.account, 'inpay_'),
    invoice: invoice.id,
    paymentIntent: intent.id,
    amountRequested: intent.amount,
    amountPaid: null,
    currency: invoice.currency,
    isDefault: false,
    followed: '',
    status: 'open',
    paidAt: null,
    canceledAt: null,
  })
  rows.paymentIntents.update(intent.id, { followed: true, invoice: invoice.id })
  return followAttached(context, invoice.id, intent.id)
}

/** Lets an invoice follow a payment intent that was attached to it: it is paid once all its payments cover it. */
function followAttached(context: PaymentsContext, id: string, intentId: string): Invoice {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  const intent = rows.paymentIntents.require(intentId)
  const payment = rows.invoicePayments.list('invoice', id).find((each) => each.paymentIntent === intentId)
  if (payment?.status !== 'open') return invoice
  if (intent.status === 'canceled') {
    rows.invoicePayments.update(payment.id, { status: 'canceled', canceledAt: now(context) })
    return invoice
  }
  if (intent.status !== 'succeeded') return invoice
  const amount = intent.amountReceived
  const paid = rows.invoicePayments.update(payment.id, { status: 'paid', amountPaid: amount, paidAt: now(context) })
  emit(context, invoice.account, 'invoice_payment.paid', invoicePaymentJson(paid))
  const total = invoice.amountPaid + amount
  if (total >= invoice.amountDue) {
    cancelInvoiceIntent(context, invoice, 'abandoned')
    const whole = payInvoice(context, id, { amount: total, paymentMethod: intent.paymentMethod })
    if (total > invoice.amountDue) emit(context, invoice.account, 'invoice.overpaid', invoiceJson(context, whole))
    return whole
  }
  if (invoice.paymentIntent !== null) {
    rows.paymentIntents.update(invoice.paymentIntent, { amount: invoice.amountDue - total })
  }
  return changeInvoice(context, id, { amountPaid: total })
}

function follow(context: PaymentsContext, id: string): Invoice {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  const payment = rows.invoicePayments.list('invoice', id).find((each) => each.paymentIntent === invoice.paymentIntent)
  if (payment === undefined || payment.paymentIntent === null) return invoice
  const intent = rows.paymentIntents.require(payment.paymentIntent)
  const state = stateOfIntent(context, intent.id)
  if (state === payment.followed) return invoice
  rows.invoicePayments.update(payment.id, { followed: state })
  if (intent.status === 'canceled') {
    rows.invoicePayments.update(payment.id, { status: 'canceled', canceledAt: now(context) })
    return invoice
  }
  const isUnpaid = invoice.status === 'open' || invoice.status === 'uncollectible'
  if (!isUnpaid) return invoice
  if (intent.status === 'succeeded') {
    rows.invoices.update(id, { attemptCount: invoice.attemptCount + 1 })
    return payInvoice(context, id, {
      amount: invoice.amountPaid + intent.amountReceived,
      paymentMethod: intent.paymentMethod,
    })
  }
  if (intent.status === 'requires_action') {
    // A customer who is there is asked by the page: that is no failure yet.
    return intent.offSession || invoice.billingReason !== 'manual' ? attemptFailed(context, id, true) : invoice
  }
  const failed = intent.status === 'requires_payment_method' && intent.lastPaymentError !== null
  return failed ? attemptFailed(context, id, intent.lastPaymentError?.['code'] === 'authentication_required') : invoice
}

/** Reports a payment that failed or that the customer has to confirm, and plans the next attempt; the subscription follows. */
function attemptFailed(context: PaymentsContext, id: string, needsAction: boolean): Invoice {
  const { rows } = context
  const before = rows.invoices.require(id)
  const attempts = before.attemptCount + 1
  const isRetried = before.autoAdvance && before.billingReason === 'subscription_cycle'
  const next = isRetried ? nextAttempt(rows.retrySettings.get(), attempts, now(context)) : null
  const invoice = changeInvoice(context, id, {
    attempted: true,
    attemptCount: attempts,
    nextPaymentAttempt: next,
    ...(isRetried && next === null ? { autoAdvance: false } : {}),
  })
  if (next !== null) context.schedule(next * 1000 - context.clock.now(), 'collectInvoice', { id, at: next })
  emit(context, invoice.account, 'invoice.payment_failed', invoiceJson(context, invoice))
  if (needsAction) emit(context, invoice.account, 'invoice.payment_action_required', invoiceJson(context, invoice))
  subscriptionFailed(context, invoice, next === null && isRetried)
  return rows.invoices.require(id)
}

/** Voids an open or uncollectible invoice: it is never paid, and gives the customer's balance back. Throws 400 in another state. */
export function voidInvoice(context: PaymentsContext, id: string): Invoice {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible, but ${invoice.status}.`,
    )
  }
  const after = reportingInvoice(context, id, () => {
    rows.invoices.update(id, {
      status: 'void',
      voidedAt: now(context),
      autoAdvance: false,
      nextPaymentAttempt: null,
    })
  })
  const used = (invoice.endingBalance ?? invoice.startingBalance) - invoice.startingBalance
  if (used !== 0) {
    adjustBalance(context, { id: invoice.customer, account: invoice.account }, -used, {
      type: 'unapplied_from_invoice',
      invoice: id,
      currency: invoice.currency,
    })
  }
  cancelInvoiceIntent(context, after, 'void_invoice')
  emit(context, after.account, 'invoice.voided', invoiceJson(context, after))
  return rows.invoices.require(id)
}

/** Gives up the collection of an open invoice. It can still be paid. Throws 400 in another state. */
export function markUncollectible(context: PaymentsContext, id: string): Invoice {
  const invoice = context.rows.invoices.require(id)
  if (invoice.status !== 'open') {
    throw invalidRequest(
      `This invoice isn't open, but ${invoice.status}. Only open invoices can be marked uncollectible.`,
    )
  }
  const after = changeInvoice(context, id, {
    status: 'uncollectible',
    uncollectibleAt: now(context),
    autoAdvance: false,
    nextPaymentAttempt: null,
  })
  emit(context, after.account, 'invoice.marked_uncollectible', invoiceJson(context, after))
  return after
}

/** Sends an open invoice to the customer: reports it. */
export function sendInvoice(context: PaymentsContext, id: string): Invoice {
  const invoice = context.rows.invoices.require(id)
  emit(context, invoice.account, 'invoice.sent', invoiceJson(context, invoice))
  return invoice
}
