import type { Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { microdepositsPage } from '#payments/pages/microdeposits.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { findIntentBySecret, type AnyIntent } from '#payments/rules/payment-intents/find-by-secret.ts'
import { verifyMicrodeposits } from '#payments/rules/payment-intents/microdeposits.ts'
import { verifySetup } from '#payments/rules/setup-intents/verify.ts'

const { get, post } = routesFor<PaymentsCall>()

/** The page on which a bank account is verified: `hosted_verification_url`. */
export const microdepositsRoutes = [
  get('microdeposits', '/microdeposits/:intent', (call) => depositsPage(call, null)),
  post('microdeposits/verify', '/microdeposits/:intent', (call) => {
    const intent = findIntentBySecret(call, call.params.intent)
    if (intent === undefined || !isWaiting(intent)) return depositsPage(call, null)
    const form = call.form()
    const amounts = [Number(form.get('first')), Number(form.get('second'))]
    try {
      if ('amount' in intent) verifyMicrodeposits(call, intent, { amounts })
      else verifySetup(call, intent, { amounts })
    } catch (error) {
      if (error instanceof Failure) return depositsPage(call, error.message)
      throw error
    }
    settleOutcomes(call)
    return depositsPage(call, null)
  }),
]

/** True when an intent waits for the amounts of small deposits. */
function isWaiting({ nextAction }: AnyIntent): boolean {
  return nextAction?.type === 'verify_with_microdeposits'
}

/**
 * Shows the form for the amounts, with the reason why earlier ones were refused; or what has become of the bank
 * account.
 */
function depositsPage(
  call: PaymentsCall & { readonly params: { readonly intent: string } },
  alert: string | null,
): Answer {
  const intent = findIntentBySecret(call, call.params.intent)
  if (intent === undefined) return missingPage('There is no bank account to verify at this address.')
  if (isWaiting(intent)) return microdepositsPage({ action: call.mountPath + call.path + call.search, alert })
  return intent.status === 'canceled'
    ? missingPage('There is no bank account to verify any more.', 'Bank account', 200)
    : missingPage('This bank account is verified. You can close this page.', 'Bank account', 200)
}
