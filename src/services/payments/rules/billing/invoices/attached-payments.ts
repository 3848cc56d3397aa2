import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import { findRecord, newRecord } from '../../records.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { changeInvoice } from './draft.ts'
import { cancelInvoiceIntent } from './payment-intent.ts'
import { payInvoice } from './pay.ts'

/**
 * Attaches a payment intent to an open invoice, beside the one that the invoice has: what it pays counts for the
 * invoice. https://docs.stripe.com/invoicing/payments
 *
 * @throws 400 for another currency, and for an invoice that is not open.
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
    ...newRecord(context, invoice.account, 'inpay_'),
  })
  rows.paymentIntents.update(intent.id, { followed: true, invoice: invoice.id })
  return followAttached(context, invoice.id, intent.id)
}

/** Lets an invoice follow a payment intent that was attached to it: it is paid once all its payments cover it. */
export function followAttached(context: PaymentsContext, id: string, intentId: string): Invoice {
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
  context.emit({ type: 'invoice_payment.paid', kind: 'invoice_payment', row: paid })
  const total = invoice.amountPaid + amount
  if (total >= invoice.amountDue) {
    cancelInvoiceIntent(context, invoice, 'abandoned')
    const whole = payInvoice(context, id, { amount: total, paymentMethod: intent.paymentMethod })
    if (total > invoice.amountDue) context.emit({ type: 'invoice.overpaid', kind: 'invoice', row: whole })
    return whole
  }
  if (invoice.paymentIntent !== null) {
    rows.paymentIntents.update(invoice.paymentIntent, { amount: invoice.amountDue - total })
  }
  return changeInvoice(context, id, { amountPaid: total })
}
