import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { answeredPage, bankPage } from '#payments/pages/bank.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { merchantName } from '#payments/pages/checkout-view.ts'
import { authenticateIntent } from '#payments/rules/payment-intents/confirm.ts'
import { returnUrlOf } from '#payments/rules/payment-intents/return-url.ts'
import { findIntentBySecret, type AnyIntent } from '#payments/rules/payment-intents/find-by-secret.ts'
import { authenticateSetup } from '#payments/rules/setup-intents/confirm.ts'

const { get, post } = routesFor<PaymentsCall>()

/**
 * The page of the customer's bank, by itself and in a frame. The intent's client secret in its address takes the place
 * of a key.
 */
export const bankRoutes = [
  get('3ds', '/3ds/:intent', (call) => {
    const intent = findIntentBySecret(call, call.params.intent)
    if (intent === undefined) return missingPage('The bank does not know this payment.')
    if (intent.status !== 'requires_action') return answered(call, intent)
    const leadsTo = intent.returnUrl
    return bankPage({
      merchant: merchantName(call, intent.account),
      amount: 'amount' in intent ? formatAmount(intent.amount, intent.currency) : null,
      action: call.mountPath + call.path + call.search,
      leadsTo: isFramed(call) ? null : leadsTo,
    })
  }),
  post('3ds/answer', '/3ds/:intent', (call) => {
    const intent = findIntentBySecret(call, call.params.intent)
    if (intent === undefined) return missingPage('The bank does not know this payment.')
    const outcome = call.form().get('outcome') === 'succeed' ? 'succeed' : 'fail'
    const after =
      'amount' in intent ? authenticateIntent(call, intent, outcome) : authenticateSetup(call, intent, outcome)
    settleOutcomes(call)
    return answered(call, after)
  }),
]

function isFramed({ query }: PaymentsCall): boolean {
  return query.has('framed')
}

/** Goes back to the application with the result; in a frame, tells the page around it. */
function answered(call: PaymentsCall, intent: AnyIntent): Answer {
  if (isFramed(call)) return answeredPage()
  if (intent.returnUrl === null) {
    return missingPage('Your bank has your answer. You can close this page.', '3D Secure', 200)
  }
  return redirect(returnUrlOf(intent, intent.returnUrl), 303)
}
