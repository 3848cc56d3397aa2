import { missingParameter } from '#payments/errors.ts'
import { tokenJson } from '#payments/json/payment-methods.ts'
import { anything, hash, scalarOr, text } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, get, post } from '../route.ts'
import {
  addOpaqueToken,
  addToken,
  TOKEN_BANK_ACCOUNT,
  TOKEN_CARD,
  tokenFieldsOf,
} from '#payments/rules/payment-methods/tokens.ts'
import type { Token } from '#payments/schema/payments.ts'

const TOKEN_INPUT = {
  card: scalarOr(text(), hash(TOKEN_CARD)),
  bank_account: hash(TOKEN_BANK_ACCOUNT),
  customer: text(),
  account: anything(),
  cvc_update: anything(),
  person: anything(),
  pii: anything(),
}

/** Tokens of cards, bank accounts and personal details. https://docs.stripe.com/api/tokens */
export const tokensRoutes = [
  post('PostTokens', '/v1/tokens', TOKEN_INPUT, (call) => answer(call, tokenJson(newToken(call))), {
    publishable: true,
  }),
  get('GetTokensToken', '/v1/tokens/:token', {}, (call) =>
    answer(
      call,
      tokenJson(
        findRecord(call.rows.tokens, call.account, 'token', call.params.token, { param: 'token', inPath: true }),
      ),
    ),
  ),
]

type TokenCall = Parameters<typeof addToken>[0] & {
  readonly account: string
  readonly input: Partial<Record<keyof typeof TOKEN_INPUT, unknown>>
}

/** Adds the token of a request. */
function newToken(call: TokenCall): Token {
  const { card, bank_account: bank } = call.input
  const opaque = (['account', 'cvc_update', 'person', 'pii'] as const).find((type) => call.input[type] !== undefined)
  if (opaque !== undefined) return addOpaqueToken(call, call.account, opaque)
  if (bank === undefined && (card === undefined || typeof card === 'string')) throw missingParameter('card')
  const described = bank === undefined ? { card } : { bank_account: bank }
  return addToken(call, call.account, tokenFieldsOf(call, described as Parameters<typeof tokenFieldsOf>[1])) // checked by the parameters
}
