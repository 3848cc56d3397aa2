import type { Answer } from '../../../core/answer.ts'
import { Failure } from '../../../core/errors.ts'
import { routesFor } from '../../../core/routes.ts'
import { html } from '../../../pages/html.ts'
import { page } from '../../../pages/layout.ts'
import type { PaymentsCall } from '../call.ts'
import { formatAmount } from '../currencies.ts'
import { settleOutcomes } from '../outcomes.ts'
import { missingPage, SERVICE } from '../pages/missing.ts'
import { checkMicrodeposits, verifyMicrodeposits } from '../rules/payment-intents/microdeposits.ts'
import { authenticateSetup } from '../rules/setup-intents/confirm.ts'

const { get, post } = routesFor<PaymentsCall>()

/** The pages that charges and unverified bank accounts link to: `receipt_url` and `hosted_verification_url`. */
export const receiptsRoutes = [
  get('receipts', '/receipts/:charge', ({ rows, params }) => {
    const charge = rows.charges.get(params.charge)
    if (charge === undefined) return missingPage('There is no receipt at this address.')
    const { amountCaptured, amountRefunded, currency, description, created, account } = charge
    const merchant = rows.accounts.get(account)?.name ?? 'the merchant'
    const paid = formatAmount(amountCaptured, currency)
    const content = html`<h1>Receipt from ${merchant}</h1>
      <dl>
        <dt>Amount paid</dt>
        <dd>${paid}</dd>
        <dt>Date paid</dt>
        <dd>${new Date(created * 1000).toISOString().slice(0, 10)}</dd>
        ${
          amountRefunded > 0
            ? html`<dt>Refunded</dt>
                <dd>${formatAmount(amountRefunded, currency)}</dd>`
            : ''
        }
        ${
          description === null
            ? ''
            : html`<dt>Description</dt>
                <dd>${description}</dd>`
        }
      </dl>`
    return page({ service: SERVICE, title: 'Receipt', content })
  }),
  get('microdeposits', '/microdeposits/:intent', (call) => depositsPage(call, null)),
  post('microdeposits/verify', '/microdeposits/:intent', (call) => {
    const form = call.form()
    const amounts = [Number(form.get('first')), Number(form.get('second'))]
    try {
      checkMicrodeposits({ amounts })
    } catch (error) {
      if (error instanceof Failure) return depositsPage(call, error.message)
      throw error
    }
    const { rows, params } = call
    const payment = rows.paymentIntents.get(params.intent)
    const setup = rows.setupIntents.get(params.intent)
    if (waits(payment)) verifyMicrodeposits(call, payment, { amounts })
    else if (waits(setup)) authenticateSetup(call, setup, 'succeed')
    settleOutcomes(call)
    return depositsPage(call, null)
  }),
]

/** Returns whether an intent waits for the amounts of small deposits. */
function waits<I extends { readonly nextAction: Readonly<Record<string, unknown>> | null }>(
  intent: I | undefined,
): intent is I {
  return intent?.nextAction?.['type'] === 'verify_with_microdeposits'
}

function depositsPage(
  { rows, params, path }: PaymentsCall & { readonly params: { readonly intent: string } },
  refusal: string | null,
): Answer {
  const intent = rows.paymentIntents.get(params.intent) ?? rows.setupIntents.get(params.intent)
  if (intent === undefined) return missingPage('There is no bank account to verify at this address.')
  if (!waits(intent)) return missingPage('This bank account is verified. You can close this page.', 'Bank account', 200)
  const content = html`<h1>Verify your bank account</h1>
    <p>Two small deposits were made to your account. Enter their amounts in cents.</p>
    ${refusal === null ? '' : html`<p role="alert">${refusal}</p>`}
    <form method="post" action="${path}">
      <label>First deposit <input name="first" inputmode="numeric" required /></label>
      <label>Second deposit <input name="second" inputmode="numeric" required /></label>
      <button>Verify</button>
    </form>`
  return page({ service: SERVICE, title: 'Bank account', content, status: refusal === null ? 200 : 400 })
}
