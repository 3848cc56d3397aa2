import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { smallestCharge } from '#payments/schema/currencies.ts'
import type { Failure } from '#core/errors.ts'
import { customerDetailsOf } from './customer-details.ts'
import { now } from '../../new-id.ts'
import { newRecord } from '../../records.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { adjustBalance } from '../../customers/balance.ts'
import { hasTaxLocation, taxLocationInvalid } from '../taxes/automatic-tax.ts'
import { changeInvoice, dueDateOf } from './draft.ts'
import { addInvoiceIntent, stateOfIntent } from './payment-intent.ts'
import { totaled } from './lines.ts'
import { invoiceNumber } from './numbering.ts'
import { changeSubscription } from '../subscriptions/status.ts'
import { settle } from './totals.ts'
import { payInvoice } from './pay.ts'
import { voidInvoice } from './end-collection.ts'
import { DAY_SECONDS } from '../../seconds.ts'

/** The time before the due date of a sent invoice at which `invoice.will_be_due` is emitted, in seconds. */
const DUE_NOTICE = 7 * DAY_SECONDS

/**
 * Finalizes a draft: it gets its number, uses the customer's balance, and can no longer be changed. An invoice with
 * nothing to pay is paid at once; for another one a payment intent is made. `payment` is an intent that has paid
 * already: the invoice gets it in place of a new one. Of the balance it uses what that payment has counted on.
 * https://docs.stripe.com/api/invoices/finalize
 *
 * @throws 400 for an invoice that is no draft.
 */
export function finalizeInvoice(context: PaymentsContext, id: string, payment: string | null = null): Invoice {
  const { rows } = context
  if (rows.invoices.require(id).status !== 'draft') {
    throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.")
  }
  dropAutomaticTax(context, id)
  const before = rows.invoices.require(id)
  if (isUntaxable(context, before)) throw taxLocationInvalid()
  const { id: _id, ...draft } = totaled(rows, before, smallestCharge(before.currency))
  const customer = rows.customers.require(draft.customer)
  const paying = rows.paymentIntents.get(payment)
  const balance =
    paying === undefined ? customer.balance : draft.subscription === null ? 0 : paying.amount - draft.total
  const settlement = settle(draft.total, balance, smallestCharge(draft.currency))
  const at = now(context)
  const sends = draft.collectionMethod === 'send_invoice'
  const invoice = rows.invoices.update(id, {
    ...draft,
    status: 'open',
    number: draft.number ?? takeNumber(context, draft.account, draft.customer),
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
    const reason = balanceReason(context, settlement.tooSmall > 0, payment)
    adjustBalance(context, customer, settlement.balanceChange, { ...reason, invoice: id, currency: draft.currency })
  }
  context.emit({ type: 'invoice.finalized', kind: 'invoice', row: invoice })
  if (invoice.fromInvoice !== null) replaceRevised(context, invoice.fromInvoice, id)
  if (invoice.amountDue === 0) return payInvoice(context, id, { amount: 0, paymentMethod: null })
  attachIntent(context, invoice, payment ?? addInvoiceIntent(context, invoice))
  if (sends) scheduleDueNotices(context, id)
  return rows.invoices.require(id)
}

/** Returns why the balance changes with an invoice: a Checkout session names itself. */
function balanceReason({ rows }: PaymentsContext, isTooSmall: boolean, payment: string | null) {
  if (isTooSmall) return { type: 'invoice_too_small' } as const
  const [session] = payment === null ? [] : rows.checkoutSessions.list('paymentIntent', payment)
  if (session === undefined) return { type: 'applied_to_invoice' } as const
  return { type: 'checkout_session_subscription_payment', checkoutSession: session.id } as const
}

/**
 * Returns the failure of the finalization of a draft, and emits `invoice.finalization_failed`; null for an invoice that
 * can be finalized. https://docs.stripe.com/invoicing/automatic-tax#finalization-failures
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
  context.emit({ type: 'invoice.finalization_failed', kind: 'invoice', row: invoice })
  return failure
}

/** Returns whether automatic tax is asked for where the customer's location is not known. */
function isUntaxable({ rows }: PaymentsContext, { automaticTax, customer }: Invoice): boolean {
  return automaticTax && !hasTaxLocation(rows.customers.require(customer))
}

/**
 * Switches automatic tax off for a subscription whose customer's location is no longer known: its invoices are
 * finalized without.
 */
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

/** Takes the next number of a customer's invoices that no invoice has been given by hand. */
function takeNumber({ rows }: PaymentsContext, account: string, id: string): string {
  const { invoicePrefix, nextInvoiceSequence } = rows.customers.require(id)
  let sequence = nextInvoiceSequence
  while (rows.invoices.find('number', account, invoiceNumber(invoicePrefix, sequence)) !== undefined) sequence++
  rows.customers.update(id, { nextInvoiceSequence: sequence + 1 })
  return invoiceNumber(invoicePrefix, sequence)
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

/** Sets the timers for the events of a sent invoice that is soon due, and overdue. */
function scheduleDueNotices(context: PaymentsContext, id: string): void {
  const { dueDate } = context.rows.invoices.require(id)
  if (dueDate === null) return
  for (const at of [dueDate - DUE_NOTICE, dueDate]) {
    if (at > now(context)) context.schedule(at * 1000 - context.clock.now(), 'emitDueNotice', { id, at })
  }
}
