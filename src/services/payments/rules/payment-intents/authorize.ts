import type { PaymentsContext } from '#payments/call.ts'
import { kindNamed, type MethodKindName } from '#payments/schema/method-kinds.ts'
import type { KindAction, PaymentIntent, PaymentMethod, SetupIntent } from '#payments/schema/payments.ts'
import { MINUTE } from '#core/duration.ts'
import type { Decline } from '../cards/test-cards.ts'
import { now } from '../new-id.ts'
import { DAY_SECONDS } from '../seconds.ts'

/** Milliseconds after which the vendor's test mode answers at once, or late. */
const AT_ONCE = 5000
const LATE = 3 * MINUTE

/** The kinds whose customer answers in an application of the bank, to which no page leads. */
const IN_APPLICATION: readonly string[] = ['bizum', 'blik', 'mb_way', 'payto']

/** The kinds that are paid by a voucher. */
const VOUCHERS: readonly string[] = ['boleto', 'konbini', 'multibanco', 'oxxo']

/** The days until a voucher expires where the intent does not say. */
const VOUCHER_DAYS = { boleto: 3, konbini: 3, multibanco: 7, oxxo: 3 }

/** Returns the action by which the customer authorizes a payment method of a kind. */
export function actionOf(
  context: Pick<PaymentsContext, 'ids' | 'clock'>,
  intent: PaymentIntent | SetupIntent,
  { type }: PaymentMethod,
): KindAction {
  const kind = type as MethodKindName // a payment method that has members of its own is of a kind
  return {
    type: 'authorize',
    kind,
    returnUrl: intent.returnUrl,
    expiresAt: expiryOf(context, kind, intent.paymentMethodOptions[kind] ?? {}),
    reference: VOUCHERS.includes(kind) ? digits(context, 24) : '',
  }
}

function expiryOf(
  context: Pick<PaymentsContext, 'clock'>,
  kind: MethodKindName,
  { expires_at: at, expires_after_days: days, expires_after_seconds: seconds }: Readonly<Record<string, unknown>>,
): number | null {
  const present = now(context)
  if (kind === 'cashapp' || kind === 'swish') return present + 600
  if (kind === 'upi') return present + 300
  // A code for Pix can be paid for a day.
  if (kind === 'pix')
    return typeof at === 'number' ? at : present + (typeof seconds === 'number' ? seconds : DAY_SECONDS)
  if (kind !== 'boleto' && kind !== 'konbini' && kind !== 'multibanco' && kind !== 'oxxo') return null
  if (typeof at === 'number') return at
  // A voucher can be paid until the end of its last day.
  const last = present + (typeof days === 'number' ? days : VOUCHER_DAYS[kind]) * DAY_SECONDS
  return kind === 'multibanco' ? last : (Math.floor(last / DAY_SECONDS) + 1) * DAY_SECONDS - 1
}

function digits({ ids }: Pick<PaymentsContext, 'ids'>, count: number): string {
  return Array.from(ids.base62(count), (letter) => String((letter.codePointAt(0) ?? 0) % 10)).join('')
}

/**
 * The time, in milliseconds, after which a customer without a page answers, and the answer; undefined for a kind whose
 * customer answers on a page. The e-mail address of a voucher decides, as in the vendor's test mode.
 * https://docs.stripe.com/payments/boleto/accept-a-payment#test-your-integration
 */
export function answerWithoutPage(
  context: Pick<PaymentsContext, 'clock'>,
  { kind, expiresAt }: KindAction,
  { billingDetails }: PaymentMethod,
): { readonly after: number; readonly result: 'succeed' | 'fail' } | undefined {
  if (IN_APPLICATION.includes(kind)) return { after: AT_ONCE, result: 'succeed' }
  if (!VOUCHERS.includes(kind)) return undefined
  const name = (billingDetails.email ?? '').split('@')[0] ?? ''
  if (name.endsWith('succeed_immediately')) return { after: AT_ONCE, result: 'succeed' }
  if (name.endsWith('expire_immediately')) return { after: AT_ONCE, result: 'fail' }
  if (name.endsWith('expire_with_delay')) return { after: LATE, result: 'fail' }
  if (!name.endsWith('fill_never')) return { after: LATE, result: 'succeed' }
  return { after: Math.max(0, ((expiresAt ?? 0) - now(context)) * 1000), result: 'fail' }
}

/** Returns why a payment failed whose customer has not authorized it. */
export function refusalOf(type: string, intent: 'payment_intent' | 'setup_intent'): Decline & { message: string } {
  if (VOUCHERS.includes(type)) {
    return {
      code: 'payment_intent_payment_attempt_expired',
      declineCode: 'payment_intent_payment_attempt_expired',
      message: 'The payment attempt has expired: the customer did not pay in time.',
    }
  }
  const isWallet = kindNamed(type)?.manualCapture === true
  const code =
    isWallet && intent === 'payment_intent' ? 'payment_method_customer_decline' : `${intent}_authentication_failure`
  const message = isWallet
    ? 'The customer did not approve the payment. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'
    : 'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.'
  return { code, declineCode: code, message }
}
