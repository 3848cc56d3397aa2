import { confirmationTokenJson } from '#payments/json/confirmation-tokens.ts'
import { answer, post } from '../route.ts'
import { addConfirmationToken } from '#payments/rules/payment-methods/confirmation-tokens.ts'
import { CONFIRMATION_TOKEN_INPUT, tokenInput } from '#payments/rules/payment-methods/confirmation-token-params.ts'

/** Confirmation tokens that tests make. https://docs.stripe.com/api/confirmation_tokens/test_create */
export const testConfirmationTokensRoutes = [
  post('PostTestHelpersConfirmationTokens', '/v1/test_helpers/confirmation_tokens', CONFIRMATION_TOKEN_INPUT, (call) =>
    answer(call, confirmationTokenJson(addConfirmationToken(call, call.account, tokenInput(call.input, false)))),
  ),
]
