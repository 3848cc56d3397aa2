import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { checkoutPage, completePage } from '#payments/pages/checkout.ts'
import type { FormState } from '#payments/pages/form-field.ts'
import { nextActionUrl } from '#payments/json/next-action.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { questionsOf } from '#payments/rules/checkout/questions.ts'
import { applyPromotionCode, changeOrder } from '#payments/rules/checkout/change-order.ts'
import { payCheckout } from '#payments/rules/checkout/pay.ts'
import { readCheckoutForm } from '#payments/rules/checkout/page-form.ts'
import { checkoutView, merchantName } from '#payments/pages/checkout-view.ts'
import { recoverSession } from '#payments/rules/checkout/recover.ts'
import { completionUrl, pageUrl } from '#payments/rules/checkout/urls.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { loadPageScript } from '#payments/steps/browser-programs.ts'

const { get, post } = routesFor<PaymentsCall>()

/** The Checkout page, by its own address and in a frame. Its address has a secret, so it needs no key. */
export const checkoutPageRoutes = [
  get('checkout/page', '/c/pay/:session/:token', loadPageScript, (call) => {
    const session = call.rows.checkoutSessions.find('pageToken', call.params.token)
    return session?.id === call.params.session ? show(call, session, false) : missingPage(GONE)
  }),
  post('checkout/pay', '/c/pay/:session/:token', loadPageScript, (call) => {
    const session = call.rows.checkoutSessions.find('pageToken', call.params.token)
    return session?.id === call.params.session ? submit(call, session, false) : missingPage(GONE)
  }),
  get('checkout/embedded', '/c/embed/:secret', loadPageScript, (call) => {
    const session = call.rows.checkoutSessions.find('clientSecret', call.params.secret)
    return session?.ui === 'embedded' ? show(call, session, true) : missingPage(GONE)
  }),
  post('checkout/pay-embedded', '/c/embed/:secret', loadPageScript, (call) => {
    const session = call.rows.checkoutSessions.find('clientSecret', call.params.secret)
    return session?.ui === 'embedded' ? submit(call, session, true) : missingPage(GONE)
  }),
  get('checkout/recover', '/c/recover/:token', (call) => {
    const session = call.rows.checkoutSessions.find('recoveryToken', call.params.token)
    const recovered = session === undefined ? undefined : recoverSession(call, session)
    return recovered === undefined ? missingPage(GONE) : redirect(pageUrl(call, recovered), 303)
  }),
]

const GONE = 'Please check the address, or contact the shop that sent you here.'

type PageCall = PaymentsCall & { readonly script: string }

/** Shows the form of an open session; what became of it for another one. */
function show(call: PageCall, session: CheckoutSession, embedded: boolean): Answer {
  if (session.status === 'open') {
    const alert = call.query.has('returned') ? failureOf(call, session) : null
    return form(call, session, embedded, { values: {}, errors: {} }, alert)
  }
  if (session.status === 'complete' && (call.query.has('returned') || embedded))
    return completed(call, session, embedded)
  if (session.status === 'complete') {
    return missingPage('You have completed your payment. You can close this page.', "You're all done here", 200)
  }
  return missingPage('Please go back to the shop and begin anew.', 'This Checkout Session has expired', 200)
}

/** Returns why the last payment of a session failed; null where it did not. */
function failureOf(
  { rows }: PaymentsCall,
  { paymentIntent, setupIntent, subscription }: CheckoutSession,
): string | null {
  const invoice = rows.invoices.get(rows.subscriptions.get(subscription)?.latestInvoice)
  const payment = rows.paymentIntents.get(paymentIntent ?? invoice?.paymentIntent)
  const error = payment?.lastPaymentError ?? rows.setupIntents.get(setupIntent)?.lastSetupError ?? null
  return typeof error?.['message'] === 'string' ? error['message'] : null
}

function form(
  call: PageCall,
  session: CheckoutSession,
  embedded: boolean,
  state: FormState,
  alert: string | null = null,
): Answer {
  return checkoutPage({
    ...checkoutView(call, session),
    action: call.mountPath + call.path,
    cancelUrl: embedded ? null : session.cancelUrl,
    leadsTo: session.successUrl ?? session.returnUrl,
    embedded,
    alert,
    form: state,
    script: call.script,
  })
}

/** Does what the pressed button says: pays, or changes the order. */
function submit(call: PageCall, before: CheckoutSession, embedded: boolean): Answer {
  if (before.status !== 'open') return show(call, before, embedded)
  const typed = Object.fromEntries(call.form())
  const session = changeOrder(call, before, typed)
  switch (typed['do']) {
    case 'promotion': {
      const problem = applyPromotionCode(call, session, typed['promotionCode'] ?? '')
      const errors = problem === null ? {} : { promotionCode: problem }
      return form(call, call.rows.checkoutSessions.require(session.id), embedded, { values: typed, errors })
    }
    case 'remove-promotion': {
      const without = call.rows.checkoutSessions.update(session.id, { discounts: [] })
      return form(call, without, embedded, { values: typed, errors: {} })
    }
    case 'update':
      return form(call, session, embedded, { values: typed, errors: {} })
    default:
      return pay(call, session, embedded, typed)
  }
}

function pay(
  call: PageCall,
  session: CheckoutSession,
  embedded: boolean,
  typed: Readonly<Record<string, string>>,
): Answer {
  const read = readCheckoutForm(session, questionsOf(call, session), typed, call.clock.now())
  if ('errors' in read) return form(call, session, embedded, { values: typed, errors: read.errors })
  const returnUrl = call.urls.of(`${call.path}?returned=1`)
  const attempt = payCheckout(call, session, read.payer, read.paidWith, returnUrl)
  settleOutcomes(call)
  if (attempt.failure !== null) {
    const current = call.rows.checkoutSessions.require(session.id)
    return form(call, current, embedded, { values: typed, errors: {} }, attempt.failure.message)
  }
  if (attempt.waiting !== null) return redirect(nextActionUrl(call, attempt.waiting) ?? returnUrl, 303)
  return completed(call, call.rows.checkoutSessions.require(session.id), embedded)
}

/** Goes on to the application, or shows the vendor's page of thanks. */
function completed(call: PageCall, session: CheckoutSession, embedded: boolean): Answer {
  const { script } = call
  const merchant = merchantName(call, session.account)
  if (embedded) {
    const goes = session.redirectOnCompletion !== 'never' && session.returnUrl !== null
    const returnUrl =
      goes && session.redirectOnCompletion === 'always' ? completionUrl(session.returnUrl, session) : null
    return completePage({
      heading: 'Payment complete',
      message: `${merchant} has been told.`,
      embedded,
      returnUrl,
      script,
    })
  }
  if (session.successUrl !== null) return redirect(completionUrl(session.successUrl, session), 303)
  const link = call.rows.paymentLinks.get(session.paymentLink)
  const message = link?.afterCompletion.customMessage ?? `A payment to ${merchant} will appear on your statement.`
  return completePage({ heading: 'Thanks for your payment', message, embedded, returnUrl: null, script })
}
