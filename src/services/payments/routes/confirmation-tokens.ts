import { invalidRequest } from '#payments/errors.ts'
import { confirmationTokenJson } from '#payments/json/confirmation-tokens.ts'
import { anything, hash, oneOf, text, unsettable, url, type ValuesOf } from '#payments/protocol/params.ts'
import { PAYMENT_METHOD_DATA } from '#payments/rules/payment-methods/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, get, post } from './route.ts'
import {
  addConfirmationToken,
  type ConfirmationTokenInput,
} from '#payments/rules/payment-methods/confirmation-tokens.ts'
import { SHIPPING, shippingOf } from '#payments/protocol/shared-params.ts'

const CREATION = {
  payment_method: text(),
  payment_method_data: hash(PAYMENT_METHOD_DATA),
  payment_method_options: hash({ card: hash({ installments: anything() }) }),
  return_url: url(),
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping: unsettable(hash(SHIPPING)),
}

/**
 * Confirmation tokens: those of tests, and those that the browser library makes.
 * https://docs.stripe.com/api/confirmation_tokens
 */
export const confirmationTokensRoutes = [
  get('GetConfirmationTokensConfirmationToken', '/v1/confirmation_tokens/:confirmation_token', {}, (call) => {
    const { confirmation_token: id } = call.params
    const found = findRecord(call.rows.confirmationTokens, call.account, 'confirmation_token', id, {
      param: 'confirmation_token',
      inPath: true,
    })
    return answer(call, confirmationTokenJson(found))
  }),
  post('PostTestHelpersConfirmationTokens', '/v1/test_helpers/confirmation_tokens', CREATION, (call) =>
    answer(call, confirmationTokenJson(addConfirmationToken(call, call.account, tokenInput(call.input, false)))),
  ),
  // The browser library's own operation, which the vendor does not document.
  post(
    'PostConfirmationTokens',
    '/v1/confirmation_tokens',
    CREATION,
    (call) => {
      const { payment_method: method, payment_method_data: data } = call.input
      if (method === undefined && data === undefined) {
        throw invalidRequest('You must provide one of: payment_method, payment_method_data.', {
          code: 'parameter_missing',
          param: 'payment_method_data',
        })
      }
      return answer(call, confirmationTokenJson(addConfirmationToken(call, call.account, tokenInput(call.input, true))))
    },
    { publishable: true },
  ),
]

function tokenInput(input: ValuesOf<typeof CREATION>, useStripeSdk: boolean): ConfirmationTokenInput {
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
