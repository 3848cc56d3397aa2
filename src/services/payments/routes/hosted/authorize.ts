import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { authorizedPage, authorizePage } from '#payments/pages/authorize.ts'
import { merchantName } from '#payments/pages/checkout-view.ts'
import { codePicture } from '#payments/pages/code-picture.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { authenticateIntent } from '#payments/rules/payment-intents/confirm.ts'
import { findIntentBySecret, type AnyIntent } from '#payments/rules/payment-intents/find-by-secret.ts'
import { returnUrlOf } from '#payments/rules/payment-intents/return-url.ts'
import { authenticateSetup } from '#payments/rules/setup-intents/confirm.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import type { KindAction } from '#payments/schema/payments.ts'

const { get, post } = routesFor<PaymentsCall>()

/**
 * The vendor's test page of a bank, a wallet or a voucher, and the pictures of its codes. The intent's client secret in
 * its address takes the place of a key.
 */
export const authorizeRoutes = [
  get('authorize', '/authorize/:account/:intent', (call) => {
    const intent = findIntentBySecret(call, call.params.intent)
    if (intent === undefined) return missingPage(UNKNOWN)
    const action = actionOf(intent)
    return action === undefined ? answered(intent, intent.returnUrl) : show(call, intent, action)
  }),
  post('authorize/answer', '/authorize/:account/:intent', (call) => {
    const intent = findIntentBySecret(call, call.params.intent)
    if (intent === undefined) return missingPage(UNKNOWN)
    const action = actionOf(intent)
    if (action === undefined) return answered(intent, intent.returnUrl)
    const outcome = call.form().get('outcome') === 'succeed' ? 'succeed' : 'fail'
    const after =
      'amount' in intent ? authenticateIntent(call, intent, outcome) : authenticateSetup(call, intent, outcome)
    settleOutcomes(call)
    return answered(after, action.returnUrl)
  }),
  get('authorize/code.svg', '/authorize/:account/:intent/code.svg', (call) => picture(call, 'svg')),
  get('authorize/code.png', '/authorize/:account/:intent/code.png', (call) => picture(call, 'png')),
]

const UNKNOWN = 'There is no payment at this address.'

function actionOf({ status, nextAction }: AnyIntent): KindAction | undefined {
  return status === 'requires_action' && nextAction?.type === 'authorize' ? nextAction : undefined
}

function show(call: PaymentsCall, intent: AnyIntent, { kind, returnUrl, reference, expiresAt }: KindAction): Answer {
  return authorizePage({
    label: kindNamed(kind)?.label ?? kind,
    merchant: merchantName(call, intent.account),
    amount: 'amount' in intent ? formatAmount(intent.amount, intent.currency) : null,
    voucher: reference === '' ? null : { number: reference, expiresAt },
    action: call.mountPath + call.path + call.search,
    leadsTo: returnUrl,
  })
}

/** Goes back to the application with the result; stays where the application has named no place. */
function answered(intent: AnyIntent, returnUrl: string | null): Answer {
  return returnUrl === null ? authorizedPage() : redirect(returnUrlOf(intent, returnUrl), 303)
}

function picture(call: PaymentsCall & { readonly params: { readonly intent: string } }, format: 'png' | 'svg'): Answer {
  const intent = findIntentBySecret(call, call.params.intent)
  return intent === undefined ? missingPage(UNKNOWN) : codePicture(intent.id, format)
}
