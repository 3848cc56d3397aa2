import type { Failure } from '#core/errors.ts'
import { invalidRequest } from '#payments/errors.ts'
import { tokenJson } from '#payments/json/payment-methods.ts'
import { anything, boolean, hash, oneOf, scalarOr, text, type ValuesOf } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, get, post } from '../route.ts'
import {
  addOpaqueToken,
  addToken,
  TOKEN_BANK_ACCOUNT,
  TOKEN_CARD,
  tokenFieldsOf,
} from '#payments/rules/payment-methods/tokens.ts'
import { COMPANY } from '#payments/rules/connect/account-fields.ts'
import { PERSON_INPUT } from '#payments/rules/connect/persons.ts'
import { now } from '#payments/rules/new-id.ts'
import type { SignedCall } from '#payments/call.ts'
import type { Token, Wire } from '#payments/schema/payments.ts'

const TOKEN_INPUT = {
  card: scalarOr(text(), hash(TOKEN_CARD)),
  bank_account: hash(TOKEN_BANK_ACCOUNT),
  customer: text(),
  account: hash({
    business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
    company: hash({ ...COMPANY, ownership_declaration_shown_and_signed: boolean() }),
    individual: hash(PERSON_INPUT),
    tos_shown_and_accepted: boolean(),
  }),
  cvc_update: anything(),
  person: hash(PERSON_INPUT),
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

type CompanyInput = NonNullable<NonNullable<ValuesOf<typeof TOKEN_INPUT>['account']>['company']>

type TokenCall = SignedCall & { readonly account: string; readonly input: ValuesOf<typeof TOKEN_INPUT> }

/** Adds the token of a request. */
function newToken(call: TokenCall): Token {
  const { card, bank_account: bank } = call.input
  const opaque = (['account', 'cvc_update', 'person', 'pii'] as const).find((type) => call.input[type] !== undefined)
  if (opaque !== undefined) return addOpaqueToken(call, call.account, opaque, detailsOf(call))
  if (bank === undefined && (card === undefined || typeof card === 'string')) throw nothingToTokenize()
  const described = bank === undefined ? { card } : { bank_account: bank }
  return addToken(call, call.account, tokenFieldsOf(call, described as Parameters<typeof tokenFieldsOf>[1])) // checked by the parameters
}

/** 400: a request for a token has nothing that the token could stand for. */
function nothingToTokenize(): Failure {
  return invalidRequest(
    "You must supply either a card, customer, PII data, bank account, or account legal entity to create a token. If you're making this request with a library, be sure to pass all of the required parameters for creating a token. If you're making this request manually, be sure your POST parameters begin with the token type. For example, a PII token would require `pii[personal_id_number]`, while an account token would require a parameter beginning with `account[legal_entity]`. See the API reference for more information: https://stripe.com/docs/api#token_object",
    { code: 'parameter_missing' },
  )
}

/** Returns the parameters of an account or a person that a token stands for. */
function detailsOf(call: TokenCall): Wire {
  const { account, person = {} } = call.input
  if (account === undefined) return person
  const { company, tos_shown_and_accepted: isAccepted, ...details } = account
  const made = { date: now(call), ip: call.clientAddress, user_agent: call.header('user-agent') ?? null }
  return {
    ...details,
    ...(company === undefined ? {} : { company: companyOf(company, made) }),
    ...(isAccepted === true ? { tos_acceptance: made } : {}),
  }
}

/** Returns the parameters of a company, with the moment and the client of its declaration. */
function companyOf({ ownership_declaration_shown_and_signed: isSigned, ...company }: CompanyInput, made: Wire): Wire {
  return isSigned === true ? { ...company, ownership_declaration: made } : company
}
