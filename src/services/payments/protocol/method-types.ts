import { methodTypesGone } from '#payments/errors.ts'
import { list, text, until } from './params.ts'

/**
 * The parameter `payment_method_types` of intents and sessions, which is `allowed_payment_method_types` since
 * 2026-09-30. https://docs.stripe.com/changelog/endive
 */
export const PAYMENT_METHOD_TYPES = until('2026-09-30.endive', list(text()), methodTypesGone)
