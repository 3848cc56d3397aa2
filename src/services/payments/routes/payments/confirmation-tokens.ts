import { invalidRequest } from '#payments/errors.ts'
import { confirmationTokenJson } from '#payments/json/confirmation-tokens.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, get, post } from '../route.ts'
import { addConfirmationToken } from '#payments/rules/payment-methods/confirmation-tokens.ts'
import { CONFIRMATION_TOKEN_INPUT, tokenInput } from '#payments/rules/payment-methods/confirmation-token-params.ts'

/**
 * Confirmation tokens, which the browser library makes. https://docs.stripe.com/api/confirmation_tokens
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
  // The browser library's own operation, which the vendor does not document.
  post(
    'PostConfirmationTokens',
    '/v1/confirmation_tokens',
    CONFIRMATION_TOKEN_INPUT,
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
