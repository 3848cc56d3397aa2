import { invalidParameter } from '#payments/errors.ts'
import type { PaymentIntent, SetupIntent } from '#payments/schema/payments.ts'

/**
 * Checks the client secret by which a request names an intent: with a publishable key it must be there, and one that
 * is there must be the intent's. https://docs.stripe.com/api/payment_intents/object#payment_intent_object-client_secret
 *
 * @throws 400 for a secret that is missing or another intent's.
 */
export function requireClientSecret(
  isPublishable: boolean,
  secret: string | undefined,
  { clientSecret }: PaymentIntent | SetupIntent,
  kind: 'PaymentIntent' | 'SetupIntent',
): void {
  if (isPublishable && secret === undefined) {
    throw invalidParameter('client_secret', 'Missing required param: client_secret.', 'parameter_missing')
  }
  if (secret !== undefined && secret !== clientSecret) {
    throw invalidParameter(
      'client_secret',
      `The client_secret provided does not match the client_secret associated with the ${kind}.`,
      kind === 'PaymentIntent' ? 'payment_intent_invalid_parameter' : 'setup_intent_invalid_parameter',
    )
  }
}
