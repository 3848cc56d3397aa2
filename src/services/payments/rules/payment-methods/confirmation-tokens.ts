import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, noSuch } from '#payments/errors.ts'
import { now } from '../new-id.ts'
import type { PaymentMethodInput } from './params.ts'
import { newRecord } from '../records.ts'
import type { ConfirmationToken, PaymentMethod } from '#payments/schema/payments.ts'
import type { Shipping } from '#payments/schema/customers.ts'
import { findPaymentMethod } from './attach.ts'
import { insertMethod, methodRow, newMethodFields, testMethod } from './new-payment-method.ts'
import { HOUR_SECONDS } from '../seconds.ts'

/** Seconds that a token can be used. https://docs.stripe.com/payments/build-a-two-step-confirmation */
const LIFETIME = 12 * HOUR_SECONDS

/** The choices that a token keeps. */
export interface ConfirmationTokenInput {
  /** The id of a saved payment method, or of a test payment method. */
  readonly method?: string | undefined
  readonly data?: PaymentMethodInput | undefined
  readonly returnUrl?: string | undefined
  readonly setupFutureUsage?: 'off_session' | 'on_session' | undefined
  readonly shipping?: Shipping | undefined
  readonly useStripeSdk: boolean
}

/**
 * Adds a confirmation token. No payment method is made before the token is used.
 *
 * @throws 400 for a payment method that cannot be one.
 */
export function addConfirmationToken(
  context: PaymentsContext,
  account: string,
  input: ConfirmationTokenInput,
): ConfirmationToken {
  const method = previewOf(context, account, input)
  const head = newRecord(context, account, 'ctoken_')
  return context.rows.confirmationTokens.insert({
    method,
    expiresAt: head.created + LIFETIME,
    intent: null,
    paymentMethodOptions: null,
    returnUrl: input.returnUrl ?? null,
    setupFutureUsage: input.setupFutureUsage ?? null,
    shipping: input.shipping ?? null,
    useStripeSdk: input.useStripeSdk,
    ...head,
  })
}

function previewOf(context: PaymentsContext, account: string, { method, data }: ConfirmationTokenInput): PaymentMethod {
  const unstored = { id: '', account, seq: 0, created: now(context) }
  if (data !== undefined) {
    return methodRow(unstored, newMethodFields(context, account, data, 'payment_method_data'))
  }
  const fields = method === undefined ? testMethod(context, 'pm_card_visa') : testMethod(context, method)
  if (fields !== undefined) return methodRow(unstored, fields)
  return findPaymentMethod(context, account, method ?? '', { param: 'payment_method' })
}

/**
 * Returns the account's token.
 *
 * @throws 400 for one that does not exist, was used, or has expired.
 */
export function findUsableToken(context: PaymentsContext, account: string, id: string): ConfirmationToken {
  const token = context.rows.confirmationTokens.get(id)
  if (token === undefined || token.account !== account) {
    throw noSuch('confirmation_token', id, 'confirmation_token', 400)
  }
  if (token.intent !== null) {
    throw invalidParameter('confirmation_token', `The provided ConfirmationToken (${id}) has already been used.`)
  }
  if (token.expiresAt <= now(context)) {
    throw invalidParameter('confirmation_token', `The provided ConfirmationToken (${id}) has expired.`)
  }
  return token
}

/** Uses a token up for an intent, and returns the id of its payment method, which is made now where it is a new one. */
export function useConfirmationToken(context: PaymentsContext, token: ConfirmationToken, intent: string): string {
  const { id, created: _created, ...fields } = token.method
  const method = id === '' ? insertMethod(context, token.account, fields) : token.method
  context.rows.confirmationTokens.update(token.id, { intent, method })
  return method.id
}
