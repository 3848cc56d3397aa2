import { invalidRequest } from '#payments/errors.ts'
import { anything, hash, oneOf, text, unsettable, url, type ValuesOf } from '#payments/protocol/params.ts'
import { PAYMENT_METHOD_DATA } from './params.ts'
import type { ConfirmationTokenInput } from './confirmation-tokens.ts'
import { SHIPPING, shippingOf } from '#payments/protocol/shared-params.ts'

export const CONFIRMATION_TOKEN_INPUT = {
  payment_method: text(),
  payment_method_data: hash(PAYMENT_METHOD_DATA),
  payment_method_options: hash({ card: hash({ installments: anything() }) }),
  return_url: url(),
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: unsettable(hash(SHIPPING)),
}

export function tokenInput(
  input: ValuesOf<typeof CONFIRMATION_TOKEN_INPUT>,
  useStripeSdk: boolean,
): ConfirmationTokenInput {
  const { payment_method: method, payment_method_data: data, shipping } = input
  if (method !== undefined && data !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: payment_method, payment_method_data.', {
      param: 'payment_method',
    })
  }
  return {
    method,
    data,
    returnUrl: input.return_url,
    setupFutureUsage: input.setup_future_usage,
    shipping: shipping === undefined || shipping === null ? undefined : shippingOf(shipping),
    useStripeSdk,
  }
}
