import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidParameter } from '#payments/errors.ts'
import { now } from '../new-id.ts'
import type { Charge } from '#payments/schema/money.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'
import { cardByNumber } from '../cards/test-cards.ts'
import { scheduleConsequences } from '../money/consequences.ts'
import { largestOvercapture } from '../money/new-charge.ts'
import { closeReview } from '../money/reviews.ts'
import { settleCharge } from '../money/settle-charge.ts'
import { returnApplied } from './bank-transfer.ts'
import { moveTo, succeed } from './transitions.ts'

/** 400: an intent whose status does not allow the operation. */
export function unexpectedState(context: Pick<PaymentsContext, 'urls'>, intent: PaymentIntent, message: string): Error {
  return failure(400, message, {
    code: 'payment_intent_unexpected_state',
    payment_intent: intent,
  })
}

/** The options of a capture. */
export interface CaptureInput {
  readonly amountToCapture?: number | undefined
  readonly changes?: Partial<
    Pick<
      PaymentIntent,
      'applicationFeeAmount' | 'metadata' | 'statementDescriptor' | 'statementDescriptorSuffix' | 'transferData'
    >
  >
}

/**
 * Captures an intent that was authorized, whole or in part; the rest is released.
 *
 * @throws 400 for another status or too large an amount.
 */
export function captureIntent(
  context: PaymentsContext,
  before: PaymentIntent,
  { amountToCapture, changes = {} }: CaptureInput,
): PaymentIntent {
  if (before.status === 'succeeded' && before.amountReceived < before.amount) {
    throw unexpectedState(
      context,
      before,
      'The remaining amount on this PaymentIntent could not be captured because the remainder of the authorized amount has been released.',
    )
  }
  if (before.status !== 'requires_capture') {
    throw unexpectedState(
      context,
      before,
      `This PaymentIntent could not be captured because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
    )
  }
  const { rows } = context
  const charge = rows.charges.require(before.latestCharge ?? '')
  const amount = amountToCapture ?? before.amountCapturable
  if (amount > largestCapture(before, charge)) {
    throw failure(
      400,
      'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.',
      { code: 'amount_too_large', payment_intent: before },
    )
  }
  if (amount < 1) throw invalidParameter('amount_to_capture', 'Invalid positive integer', 'parameter_invalid_integer')
  const intent = rows.paymentIntents.update(before.id, changes)
  const captured = captureCharge(context, charge, amount, intent)
  return succeed(context, intent, captured, amount)
}

/** Captures a charge: its money moves. Emits `charge.captured`. */
export function captureCharge(
  context: PaymentsContext,
  charge: Charge,
  amount: number,
  changes: Partial<
    Pick<Charge, 'applicationFeeAmount' | 'metadata' | 'statementDescriptor' | 'statementDescriptorSuffix'>
  > = {},
): Charge {
  const { rows } = context
  const method = rows.paymentMethods.require(charge.paymentMethod ?? '')
  const { applicationFeeAmount = charge.applicationFeeAmount, statementDescriptor = charge.statementDescriptor } =
    changes
  const taken = rows.charges.update(charge.id, {
    captured: true,
    amountCaptured: amount,
    applicationFeeAmount,
    statementDescriptor,
    statementDescriptorSuffix: changes.statementDescriptorSuffix ?? charge.statementDescriptorSuffix,
    // Captured above the authorized amount: the charge is as large as the capture.
    amount: Math.max(charge.amount, amount),
  })
  const settled = settleCharge(context, taken, method)
  context.emit({ type: 'charge.captured', kind: 'charge', row: settled, before: charge })
  const test = method.card === null ? undefined : cardByNumber(method.card.number)
  if (test !== undefined) scheduleConsequences(context, settled, test)
  return settled
}

/**
 * Returns the largest amount that a capture may take: more than was authorized only where the intent asked for that.
 */
function largestCapture({ amountCapturable, paymentMethodOptions }: PaymentIntent, { amount }: Charge): number {
  return paymentMethodOptions['card']?.['request_overcapture'] === 'if_available'
    ? largestOvercapture(amount)
    : amountCapturable
}

const CANCELABLE = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action'] as const

/**
 * Cancels an intent; the money that it holds is released.
 *
 * @throws 400 where its status does not allow that.
 */
export function cancelIntent(context: PaymentsContext, before: PaymentIntent, reason: string | null): PaymentIntent {
  if (!(CANCELABLE as readonly string[]).includes(before.status)) {
    throw unexpectedState(
      context,
      before,
      `You cannot cancel this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing.`,
    )
  }
  const { rows } = context
  const charge = before.status === 'requires_capture' ? rows.charges.get(before.latestCharge) : undefined
  if (charge !== undefined) release(context, charge, 'charge.refunded')
  returnApplied(context, before)
  const canceled = moveTo(context, before, {
    status: 'canceled',
    canceledAt: now(context),
    cancellationReason: reason,
    amountCapturable: 0,
    nextAction: null,
  })
  context.emit({ type: 'payment_intent.canceled', kind: 'payment_intent', row: canceled })
  return canceled
}

function release(context: PaymentsContext, charge: Charge, event: 'charge.refunded' | 'charge.expired'): void {
  const released = context.rows.charges.update(charge.id, { amountRefunded: charge.amount, refunded: true })
  context.emit({ type: event, kind: 'charge', row: released, before: charge })
  closeReview(context, charge.id, 'canceled')
}

/** Ends an authorization that was not captured in time. */
export function endAuthorization(context: PaymentsContext, id: string): void {
  const { rows } = context
  const charge = rows.charges.get(id)
  if (charge === undefined || charge.captured || charge.refunded) return
  release(context, charge, 'charge.expired')
  const intent = rows.paymentIntents.get(charge.paymentIntent)
  if (intent?.status !== 'requires_capture') return
  const canceled = moveTo(context, intent, {
    status: 'canceled',
    canceledAt: now(context),
    cancellationReason: 'automatic',
    amountCapturable: 0,
  })
  context.emit({ type: 'payment_intent.canceled', kind: 'payment_intent', row: canceled })
}

/**
 * Raises the amount of an authorization.
 *
 * @throws 400 where the intent does not allow that.
 */
export function incrementAuthorization(
  context: PaymentsContext,
  before: PaymentIntent,
  amount: number,
  changes: Partial<Pick<PaymentIntent, 'description' | 'metadata' | 'applicationFeeAmount' | 'statementDescriptor'>>,
): PaymentIntent {
  const { rows } = context
  if (before.status !== 'requires_capture') {
    throw unexpectedState(
      context,
      before,
      `This PaymentIntent's authorization could not be incremented because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be incremented: requires_capture.`,
    )
  }
  if (before.paymentMethodOptions['card']?.['request_incremental_authorization'] !== 'if_available') {
    throw invalidParameter(
      'intent',
      'This PaymentIntent does not support incremental authorization: create it with payment_method_options[card][request_incremental_authorization] set to if_available.',
    )
  }
  if (amount <= before.amount) {
    throw invalidParameter(
      'amount',
      `The amount (${amount}) must be greater than the currently authorized amount (${before.amount}).`,
    )
  }
  const charge = rows.charges.require(before.latestCharge ?? '')
  rows.charges.update(charge.id, { amount })
  const after = moveTo(context, before, { ...changes, amount, amountCapturable: amount })
  context.emit({ type: 'payment_intent.amount_capturable_updated', kind: 'payment_intent', row: after })
  return after
}
