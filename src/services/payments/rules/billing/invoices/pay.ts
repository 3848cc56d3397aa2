import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { subscriptionPaid } from '../subscriptions/status.ts'

/** The payment of an invoice: the amount, and the payment method that was used, if any. */
interface Paid {
  readonly amount: number
  readonly paymentMethod: string | null
  /** False for a payment that was made elsewhere. */
  readonly attempted?: boolean
}

/**
 * Marks an invoice as paid, emits `invoice.paid` and the events beside it, and changes the status of its subscription
 * accordingly.
 */
export function payInvoice(
  context: PaymentsContext,
  id: string,
  { amount, paymentMethod, attempted = true }: Paid,
): Invoice {
  const { rows } = context
  const at = now(context)
  const before = rows.invoices.require(id)
  const invoice = rows.invoices.update(id, {
    status: 'paid',
    amountPaid: amount,
    attempted: before.attempted || attempted,
    autoAdvance: false,
    nextPaymentAttempt: null,
    paidAt: at,
  })
  context.emit({ type: 'invoice.updated', kind: 'invoice', row: invoice, before })
  for (const payment of rows.invoicePayments.list('invoice', id)) {
    if (payment.status !== 'open') continue
    const share = Math.min(amount, payment.amountRequested)
    const paid = rows.invoicePayments.update(payment.id, { status: 'paid', amountPaid: share, paidAt: at })
    context.emit({ type: 'invoice_payment.paid', kind: 'invoice_payment', row: paid })
  }
  context.emit({ type: 'invoice.paid', kind: 'invoice', row: invoice })
  context.emit({ type: 'invoice.payment_succeeded', kind: 'invoice', row: invoice })
  subscriptionPaid(context, invoice, paymentMethod)
  return rows.invoices.require(id)
}
