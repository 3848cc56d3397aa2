import type { ParamsTransform, VersionChange } from './change.ts'
import { hashOf, withDefault } from './params.ts'

const cardOnly: ParamsTransform = (params) =>
  params['payment_method_types'] === undefined && params['allowed_payment_method_types'] === undefined
    ? withDefault(params, 'automatic_payment_methods', hashOf({ enabled: 'false' }))
    : params

/**
 * The vendor chooses the payment methods of an intent that names none; before, it was cards.
 * https://docs.stripe.com/changelog/2023-08-16
 */
export const automaticPaymentMethods: VersionChange = {
  version: '2023-08-16',
  requests: { PostPaymentIntents: cardOnly, PostSetupIntents: cardOnly },
}
