import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Charge } from '#payments/schema/money.ts'
import type { NextAction, PaymentIntent, PaymentMethod } from '#payments/schema/payments.ts'
import { declined, declineMessage } from '../cards/declines.ts'
import type { Decline } from '../cards/test-cards.ts'
import { outcomeOf } from './outcome.ts'

/** The result of a confirmation: the intent as it is now, and the 402 when the payment was declined. */
export interface Confirmed {
  readonly intent: PaymentIntent
  readonly failure: Failure | null
}

/** Changes an intent, and lets the invoice or Checkout session that follows it hear of the change. */
export function moveTo(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { id }: PaymentIntent,
  changes: Partial<Omit<PaymentIntent, 'id'>>,
): PaymentIntent {
  const intent = rows.paymentIntents.update(id, changes)
  if (intent.followed) rows.outcomes.insert({ intent: id })
  return intent
}

/** Lets an intent wait for its customer, and emits `payment_intent.requires_action`. */
export function waitForCustomer(context: PaymentsContext, intent: PaymentIntent, nextAction: NextAction): Confirmed {
  const waiting = moveTo(context, intent, { status: 'requires_action', nextAction })
  context.emit({ type: 'payment_intent.requires_action', kind: 'payment_intent', row: waiting })
  return { intent: waiting, failure: null }
}

/** Moves an intent to `succeeded` and emits its event. */
export function succeed(
  context: PaymentsContext,
  intent: PaymentIntent,
  charge: Charge,
  received: number,
): PaymentIntent {
  const paid = moveTo(context, intent, {
    status: 'succeeded',
    amountReceived: received,
    amountCapturable: 0,
    latestCharge: charge.id,
    nextAction: null,
  })
  context.emit({ type: 'payment_intent.succeeded', kind: 'payment_intent', row: paid })
  return paid
}

/**
 * Moves an intent back to the choice of a payment method, with the reason, and emits `payment_intent.payment_failed`.
 */
export function fail(
  context: PaymentsContext,
  intent: PaymentIntent,
  method: PaymentMethod,
  reason: Decline,
  charge: Charge | null,
  message = declineMessage(reason),
): Confirmed {
  const details = outcomeOf(reason, message, charge?.id ?? null, method)
  const failed = moveTo(context, intent, {
    status: 'requires_payment_method',
    paymentMethod: null,
    nextAction: null,
    lastPaymentError: details,
    ...(charge === null ? {} : { latestCharge: charge.id }),
  })
  context.emit({ type: 'payment_intent.payment_failed', kind: 'payment_intent', row: failed })
  const failure = declined(reason, {
    ...(charge === null ? {} : { charge: charge.id }),
    payment_intent: failed,
    payment_method: method,
  })
  return { intent: failed, failure }
}
