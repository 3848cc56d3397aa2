import type { PaymentsCall } from '#payments/call.ts'
import type { PaymentIntent, SetupIntent } from '#payments/schema/payments.ts'

/** An intent of either kind. `amount` tells them apart: only a payment has one. */
export type AnyIntent = PaymentIntent | SetupIntent

/**
 * Returns the intent whose client secret the address of a page has; undefined where the secret is wrong or there is no
 * such intent.
 */
export function findIntentBySecret(
  { rows, query }: Pick<PaymentsCall, 'rows' | 'query'>,
  id: string,
): AnyIntent | undefined {
  const intent = rows.paymentIntents.get(id) ?? rows.setupIntents.get(id)
  return intent?.clientSecret === query.get('client_secret') ? intent : undefined
}
