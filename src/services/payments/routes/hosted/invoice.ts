import { redirect, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import type { FormState } from '#payments/pages/form-field.ts'
import { invoicePage } from '#payments/pages/invoice.ts'
import { nextActionUrl } from '#payments/json/next-action.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { followIntent } from '#payments/rules/billing/invoices/collection.ts'
import { readCardForm } from '#payments/rules/checkout/card-form.ts'
import { invoiceText } from '#payments/pages/invoice-text.ts'
import { confirmIntent } from '#payments/rules/payment-intents/confirm.ts'
import { addPaymentMethod } from '#payments/rules/payment-methods/new-payment-method.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { loadPageScript } from '#payments/steps/browser-programs.ts'

const { get, post } = routesFor<PaymentsCall>()

/** The page of an invoice. The secret in the address takes the place of a key. */
export const invoicePageRoutes = [
  get('invoice/page', '/i/:account/:token', loadPageScript, (call) => {
    const invoice = findInvoice(call)
    return invoice === undefined ? missingPage(GONE) : show(call, invoice, { values: {}, errors: {} })
  }),
  post('invoice/pay', '/i/:account/:token', loadPageScript, (call) => {
    const invoice = findInvoice(call)
    if (invoice === undefined) return missingPage(GONE)
    return invoice.status === 'open' ? pay(call, invoice) : redirect(call.mountPath + call.path, 303)
  }),
]

const GONE = 'Please check the address, or contact the company that sent you here.'

type InvoiceCall = PaymentsCall & { readonly params: { readonly account: string; readonly token: string } }

function findInvoice({ rows, params }: InvoiceCall): Invoice | undefined {
  const invoice = rows.invoices.find('hostedToken', params.token)
  return invoice?.account === params.account ? invoice : undefined
}

type Shown = PaymentsCall & { readonly script: string }

function show(call: Shown, invoice: Invoice, form: FormState, alert: string | null = null): Answer {
  const intent = call.rows.paymentIntents.get(invoice.paymentIntent)
  const failed = call.query.has('returned') ? intent?.lastPaymentError?.message : null
  return invoicePage({
    text: invoiceText(call, invoice),
    pdf: `${call.mountPath}${call.path}/pdf`,
    action: call.mountPath + call.path,
    open: invoice.status === 'open' && intent !== undefined,
    alert: alert ?? (typeof failed === 'string' ? failed : null),
    form,
    script: call.script,
  })
}

function pay(call: Shown, invoice: Invoice): Answer {
  const typed = Object.fromEntries(call.form())
  const read = readCardForm(typed, call.clock.now())
  if ('errors' in read) return show(call, invoice, { values: typed, errors: read.errors })
  try {
    const method = addPaymentMethod(call, invoice.account, read.input)
    const intent = call.rows.paymentIntents.update(invoice.paymentIntent ?? '', { paymentMethod: method.id })
    const { intent: confirmed, failure } = confirmIntent(call, intent, {
      returnUrl: call.urls.of(`${call.path}?returned=1`),
    })
    followIntent(call, confirmed.id)
    settleOutcomes(call)
    if (failure !== null)
      return show(call, call.rows.invoices.require(invoice.id), { values: typed, errors: {} }, failure.message)
    return redirect(nextActionUrl(call, confirmed) ?? call.mountPath + call.path, 303)
  } catch (error) {
    if (error instanceof Failure) return show(call, invoice, { values: typed, errors: {} }, error.message)
    throw error
  }
}
