import { invoicePaymentJson } from '#payments/json/billing/invoices.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { hash, isInRange, oneOf, range, required, text, unsupported } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answerPage, answer, get } from '../route.ts'

/** Payments of invoices. https://docs.stripe.com/api/invoice-payment */
export const invoicePaymentsRoutes = [
  get(
    'GetInvoicePayments',
    '/v1/invoice_payments',
    {
      ...LIST_PARAMS,
      created: range(),
      invoice: text(),
      payment: hash({
        payment_intent: text(),
        payment_record: unsupported(),
        type: required(oneOf('payment_intent', 'payment_record')),
      }),
      status: oneOf('canceled', 'open', 'paid'),
    },
    (call) => {
      const { created, invoice, payment, status } = call.input
      const found = newestFirst(
        call.rows.invoicePayments,
        'all',
        [call.account],
        (each) =>
          isInRange(each.created, created) &&
          (invoice === undefined || each.invoice === invoice) &&
          (payment?.payment_intent === undefined || each.paymentIntent === payment.payment_intent) &&
          (status === undefined || each.status === status),
      )
      return answerPage(call, found, 'invoice_payment', invoicePaymentJson)
    },
  ),
  get('GetInvoicePaymentsInvoicePayment', '/v1/invoice_payments/:invoice_payment', {}, (call) => {
    const source = { param: 'invoice_payment', inPath: true }
    const payment = findRecord(
      call.rows.invoicePayments,
      call.account,
      'invoice_payment',
      call.params.invoice_payment,
      source,
    )
    return answer(call, invoicePaymentJson(payment))
  }),
]
