import type { Failure } from '#core/errors.ts'
import { failure } from '#payments/errors.ts'
import type { SetupIntent } from '#payments/schema/payments.ts'

// The refusals of a setup intent by its state. https://docs.stripe.com/payments/setupintents/lifecycle

function unexpected(intent: SetupIntent, message: string): Failure {
  return failure(400, message, { code: 'setup_intent_unexpected_state', setup_intent: intent })
}

/** @throws 400 for a setup intent that has succeeded or was canceled. */
export function requireOpen(intent: SetupIntent, verb: 'confirm' | 'update'): void {
  const { status } = intent
  if (status !== 'succeeded' && status !== 'canceled') return
  const reason = status === 'succeeded' ? 'it has already succeeded' : 'it has been canceled'
  throw unexpected(intent, `You cannot ${verb} this SetupIntent because ${reason}.`)
}

/** @throws 400 for a setup intent that has succeeded or was canceled. */
export function requireCancelable(intent: SetupIntent): void {
  const { status } = intent
  if (status === 'canceled') {
    throw unexpected(intent, 'You cannot cancel this SetupIntent because it is already canceled.')
  }
  if (status !== 'succeeded') return
  throw unexpected(
    intent,
    'You cannot cancel this SetupIntent because it has a status of succeeded. Only a SetupIntent with one of the following statuses may be canceled: `requires_payment_method`, `requires_confirmation`, or `requires_action`.',
  )
}

/** 400: a setup intent has no deposits to verify. */
export function notVerifiable(intent: SetupIntent): Failure {
  return failure(
    400,
    `This SetupIntent cannot be actioned on because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be actioned on: ["requires_action"].`,
    { code: 'intent_invalid_state', setup_intent: intent },
  )
}

/** 400: a setup intent is confirmed without a payment method. */
export function noMethod(intent: SetupIntent): Failure {
  return unexpected(
    intent,
    "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  )
}
