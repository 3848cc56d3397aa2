import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { answerFailure } from '#payments/json/errors.ts'
import { invoiceJson } from '#payments/json/billing/invoices.ts'
import { boolean, required, text, unsupported } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, post } from '../../route.ts'
import { collectInvoice } from '#payments/rules/billing/invoices/collection.ts'
import { attachPayment } from '#payments/rules/billing/invoices/attached-payments.ts'
import { finalizeInvoice, refuseFinalization } from '#payments/rules/billing/invoices/finalize.ts'
import { markUncollectible, sendInvoice, voidInvoice } from '#payments/rules/billing/invoices/end-collection.ts'
import { payInvoice } from '#payments/rules/billing/invoices/pay.ts'
import { changeInvoice } from '#payments/rules/billing/invoices/draft.ts'
import { cancelInvoiceIntent } from '#payments/rules/billing/invoices/payment-intent.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { HOUR } from '#core/duration.ts'
import { HOUR_SECONDS } from '#payments/rules/seconds.ts'

const one = '/v1/invoices/:invoice'

/** The operations that change the state of an invoice. https://docs.stripe.com/invoicing/overview#invoice-statuses */
export const invoiceStatesRoutes = [
  post('PostInvoicesInvoiceFinalize', `${one}/finalize`, { auto_advance: boolean() }, (call) => {
    const before = find(call, call.account, call.params.invoice)
    const context = onTestClock(call, before.testClock)
    const { auto_advance: advances } = call.input
    const failure = refuseFinalization(context, before.id)
    if (failure !== null) return answerFailure(failure, call)
    const finalized = finalizeInvoice(context, before.id)
    if (advances !== undefined && finalized.status === 'open')
      changeInvoice(context, before.id, { autoAdvance: advances })
    const after = call.rows.invoices.require(before.id)
    if (after.status === 'open' && after.autoAdvance) {
      if (after.collectionMethod === 'send_invoice') sendInvoice(context, after.id)
      else context.schedule(HOUR, 'collectInvoice', planned(context, after.id))
    }
    return answer(call, invoiceJson(call, call.rows.invoices.require(before.id)))
  }),
  post(
    'PostInvoicesInvoicePay',
    `${one}/pay`,
    {
      forgive: unsupported(),
      mandate: unsupported(),
      off_session: boolean(),
      paid_out_of_band: boolean(),
      payment_method: text(),
      source: text(),
    },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      if (before.status === 'paid') throw invalidRequest('Invoice is already paid')
      if (before.status === 'void') throw invalidRequest('This invoice is void and cannot be paid.')
      const failure = refuseFinalization(context, before.id)
      if (failure !== null) return answerFailure(failure, call)
      const invoice = before.status === 'draft' ? finalizeInvoice(context, before.id) : before
      if (invoice.status === 'paid') return answer(call, invoiceJson(call, invoice))
      if (input.paid_out_of_band === true) {
        cancelInvoiceIntent(context, invoice, 'abandoned')
        return answer(
          call,
          invoiceJson(
            call,
            payInvoice(context, invoice.id, { amount: invoice.amountDue, paymentMethod: null, attempted: false }),
          ),
        )
      }
      const collected = collectInvoice(context, invoice.id, {
        paymentMethod: input.payment_method ?? input.source,
        offSession: input.off_session ?? true,
      })
      if (collected.failure !== null) return answerFailure(collected.failure, call)
      return answer(call, invoiceJson(call, call.rows.invoices.require(invoice.id)))
    },
  ),
  post('PostInvoicesInvoiceSend', `${one}/send`, {}, (call) => {
    const before = find(call, call.account, call.params.invoice, 'invoice')
    const context = onTestClock(call, before.testClock)
    const failure = refuseFinalization(context, before.id)
    if (failure !== null) return answerFailure(failure, call)
    if (before.status === 'draft') finalizeInvoice(context, before.id)
    return answer(call, invoiceJson(call, sendInvoice(context, before.id, before.status)))
  }),
  post(
    'PostInvoicesInvoiceAttachPayment',
    `${one}/attach_payment`,
    { payment_intent: required(text()), payment_record: unsupported() },
    (call) => {
      const before = find(call, call.account, call.params.invoice)
      const context = onTestClock(call, before.testClock)
      return answer(call, invoiceJson(call, attachPayment(context, before, call.input.payment_intent)))
    },
  ),
  post('PostInvoicesInvoiceVoid', `${one}/void`, {}, (call) => {
    const before = find(call, call.account, call.params.invoice)
    return answer(call, invoiceJson(call, voidInvoice(onTestClock(call, before.testClock), before.id)))
  }),
  post('PostInvoicesInvoiceMarkUncollectible', `${one}/mark_uncollectible`, {}, (call) => {
    const before = find(call, call.account, call.params.invoice)
    return answer(call, invoiceJson(call, markUncollectible(onTestClock(call, before.testClock), before.id)))
  }),
]

/** Returns an invoice. Most operations of this file name the parameter `id` where there is none, as the vendor does. */
function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string, param = 'id'): Invoice {
  return findRecord(rows.invoices, account, 'invoice', id, { param, inPath: true })
}

/** Plans the first attempt to collect an invoice that has been finalized by hand: an hour later. */
function planned(context: PaymentsContext, id: string) {
  const at = Math.floor(context.clock.now() / 1000) + HOUR_SECONDS
  changeInvoice(context, id, { nextPaymentAttempt: at })
  return { id, at }
}
