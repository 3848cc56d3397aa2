import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { PaymentIntent, PaymentMethod, SetupIntent } from '#payments/schema/payments.ts'
import { addSetupIntent, confirmSetup } from '../setup-intents/confirm.ts'
import { followCheckout } from './finish.ts'

/** The result of an attempt to pay. */
export interface Attempt {
  readonly session: CheckoutSession
  /** The 402 of a decline; null when there is none. */
  readonly failure: Failure | null
  /** The payment or setup that waits for the customer's bank; null when it does not wait. */
  readonly waiting: PaymentIntent | SetupIntent | null
}

/** Returns the attempt of a session that needs no payment: it is complete. */
export function attemptForNothing(session: CheckoutSession): Attempt {
  return { session, failure: null, waiting: null }
}

/** Lets the session follow the payment or setup that was confirmed for it, and returns the attempt. */
export function attemptOf(
  context: PaymentsContext,
  { id }: CheckoutSession,
  { intent, failure }: { readonly intent: PaymentIntent | SetupIntent; readonly failure: Failure | null },
): Attempt {
  followCheckout(context, intent.id)
  return {
    session: context.rows.checkoutSessions.require(id),
    failure,
    waiting: intent.status === 'requires_action' ? intent : null,
  }
}

type SetupInput = Pick<Parameters<typeof addSetupIntent>[2], 'description' | 'metadata' | 'onBehalfOf'>

/** Sets a payment method up for later payments, by the setup intent that the session has or by a new one. */
export function setUpMethod(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod,
  returnUrl: string | null,
  input: SetupInput = {},
): Attempt {
  const { rows } = context
  const intent =
    session.setupIntent === null
      ? addSetupIntent(context, session.account, {
          customer: session.customer,
          paymentMethod: method.id,
          paymentMethodTypes: session.paymentMethodTypes,
          followed: true,
          ...input,
        })
      : rows.setupIntents.update(session.setupIntent, { paymentMethod: method.id, customer: session.customer })
  rows.checkoutSessions.update(session.id, { setupIntent: intent.id })
  return attemptOf(context, session, confirmSetup(context, intent, { returnUrl }))
}
