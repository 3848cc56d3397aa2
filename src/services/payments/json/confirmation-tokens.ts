import type { Resource } from '#payments/protocol/resource.ts'
import type { ConfirmationToken } from '#payments/schema/payments.ts'
import { paymentMethodJson } from './payment-methods.ts'
import { readOwn } from './read-own.ts'

/** Writes a confirmation token. https://docs.stripe.com/api/confirmation_tokens/object */
export function confirmationTokenJson(token: ConfirmationToken) {
  // The preview of a payment method has what the method itself will have, but for its identity.
  const {
    id: _id,
    object: _object,
    created: _created,
    livemode: _livemode,
    ...preview
  } = paymentMethodJson(token.method)
  const { metadata: _metadata, ...shown } = preview
  const isSetup = token.intent?.startsWith('seti_') === true
  return {
    id: token.id,
    object: 'confirmation_token',
    created: token.created,
    expires_at: token.intent === null ? token.expiresAt : null,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: isSetup ? null : token.intent,
    payment_method_options: token.paymentMethodOptions,
    payment_method_preview: shown,
    return_url: token.returnUrl,
    setup_future_usage: token.setupFutureUsage,
    setup_intent: isSetup ? token.intent : null,
    shipping: token.shipping,
    use_stripe_sdk: token.useStripeSdk,
  }
}

/** The resource of confirmation tokens. */
export const confirmationTokenResources: readonly Resource[] = [
  {
    object: 'confirmation_token',
    read: readOwn(
      ({ confirmationTokens }) => confirmationTokens,
      (_context, row) => confirmationTokenJson(row),
    ),
    expandable: { 'payment_method_preview.customer': ['customer'] },
  },
]
