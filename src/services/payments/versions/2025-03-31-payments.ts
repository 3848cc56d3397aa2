import type { PaymentsContext } from '#payments/call.ts'
import type { ObjectTransform, VersionChange } from './change.ts'
import { idAt } from './members.ts'

/** Returns the id of the invoice that a payment intent pays; null for none. */
function invoiceOf({ rows }: PaymentsContext, intent: string | null): string | null {
  const own = rows.paymentIntents.get(intent)?.invoice
  if (own !== undefined && own !== null) return own
  return intent === null ? null : (rows.invoicePayments.list('paymentIntent', intent)[0]?.invoice ?? null)
}

/** Writes how an invoice is paid as members of the invoice itself: it could have one payment then. */
const withOnePayment: ObjectTransform = (invoice, { rows }) => {
  const id = idAt(invoice, 'id')
  const intent = rows.invoices.get(id)?.paymentIntent ?? null
  const payments = id === null ? [] : rows.invoicePayments.list('invoice', id)
  const isPaid = invoice['status'] === 'paid'
  return {
    ...invoice,
    charge: rows.paymentIntents.get(intent)?.latestCharge ?? null,
    paid: isPaid,
    paid_out_of_band:
      isPaid && payments.some(({ paymentIntent, status }) => paymentIntent === null && status === 'paid'),
    payment_intent: intent,
  }
}

/**
 * An invoice may have several payments, which know the invoice; intents and charges no longer do.
 * https://docs.stripe.com/changelog/basil/2025-03-31/add-support-for-multiple-partial-payments-on-invoices
 */
export const invoicePayments: VersionChange = {
  version: '2025-03-31.basil',
  objects: {
    invoice: withOnePayment,
    payment_intent: (intent, context) => ({ ...intent, invoice: invoiceOf(context, idAt(intent, 'id')) }),
    charge: (charge, context) => ({ ...charge, invoice: invoiceOf(context, idAt(charge, 'payment_intent')) }),
  },
  expandable: {
    charge: { invoice: ['invoice'] },
    invoice: { charge: ['charge'], payment_intent: ['payment_intent'] },
    payment_intent: { invoice: ['invoice'] },
  },
}
