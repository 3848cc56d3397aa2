import type { PaymentsContext } from '#payments/call.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { checkTypes } from '../payment-intents/intent-fields.ts'
import { offeredKinds } from '../payment-methods/configurations.ts'
import { canPay, type PaymentTerms } from '../payment-methods/kind-limits.ts'
import { amountsOf } from './amounts.ts'

type Sold = Pick<
  CheckoutSession,
  'account' | 'mode' | 'currency' | 'paymentIntentData' | 'lines' | 'discounts' | 'shippingRate' | 'subscriptionData'
>

/** Returns the payment that a session is for, as the kinds of payment methods see it. */
function termsOf(context: Pick<PaymentsContext, 'rows'>, session: Sold): PaymentTerms {
  const { mode, currency, paymentIntentData: data } = session
  const total =
    mode === 'payment' && currency !== null ? amountsOf(context, { ...session, currency }).totals.total : null
  return {
    currency,
    // An order that costs nothing needs no payment method.
    amount: total === 0 ? null : total,
    manualCapture: data['capture_method'] === 'manual',
    saves: mode !== 'payment' || data['setup_future_usage'] !== undefined,
  }
}

/**
 * Refuses a session that names a type of payment methods which cannot pay for what it sells.
 *
 * @throws 400
 */
export function requireOfferable(
  context: Pick<PaymentsContext, 'rows'>,
  session: Sold,
  types: readonly string[],
): void {
  checkTypes(types, termsOf(context, session))
}

/** Returns the types of payment methods of a session that names none: cards, and those that the account switched on. */
export function typesByDefault(context: PaymentsContext, session: Sold): readonly string[] {
  const switchedOn = offeredKinds(context, session.account)
  if (switchedOn.length === 0) return ['card']
  const terms = termsOf(context, session)
  return ['card', ...switchedOn.filter((type) => canPay(type, terms))]
}

/** Returns the types that the form of a session shows: only cards and debits where it never leads to another page. */
export function shownTypes({ paymentMethodTypes, redirectOnCompletion }: CheckoutSession): readonly string[] {
  return redirectOnCompletion === 'never'
    ? paymentMethodTypes.filter((type) => kindNamed(type) === undefined)
    : paymentMethodTypes
}
