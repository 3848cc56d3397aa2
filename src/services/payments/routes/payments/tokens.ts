import { missingParameter } from '#payments/errors.ts'
import { tokenJson } from '#payments/json/payment-methods.ts'
import { anything, hash, integer, oneOf, required, scalarOr, text, type ValuesOf } from '#payments/protocol/params.ts'
import { billingDetailsOf } from '#payments/rules/payment-methods/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, get, post } from '../route.ts'
import { cardDetails, fingerprintOf } from '#payments/rules/cards/card-details.ts'
import { addToken } from '#payments/rules/payment-methods/tokens.ts'

const TOKEN_CARD = {
  number: required(text()),
  exp_month: required(integer()),
  exp_year: required(integer()),
  cvc: text({ max: 4 }),
  name: text(),
  address_city: text(),
  address_country: text(),
  address_line1: text(),
  address_line2: text(),
  address_state: text(),
  address_zip: text(),
  currency: text(),
  networks: anything(),
}

const TOKEN_BANK_ACCOUNT = {
  account_holder_name: text(),
  account_holder_type: oneOf('individual', 'company'),
  account_number: required(text()),
  account_type: oneOf('checking', 'savings'),
  country: required(text()),
  currency: text(),
  payment_method: text(),
  routing_number: text(),
}

/** Tokens of cards and bank accounts. https://docs.stripe.com/api/tokens */
export const tokensRoutes = [
  post(
    'PostTokens',
    '/v1/tokens',
    {
      card: scalarOr(text(), hash(TOKEN_CARD)),
      bank_account: hash(TOKEN_BANK_ACCOUNT),
      customer: text(),
      account: anything(),
      cvc_update: anything(),
      person: anything(),
      pii: anything(),
    },
    (call) => answer(call, tokenJson(newToken(call))),
    { publishable: true },
  ),
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
  readonly input: {
    readonly card?: string | ValuesOf<typeof TOKEN_CARD> | undefined
    readonly bank_account?: ValuesOf<typeof TOKEN_BANK_ACCOUNT> | undefined
  }
}

/** Adds the token of a request: of a card or of a bank account. */
function newToken(call: TokenCall) {
  const { card, bank_account: bank } = call.input
  if (bank !== undefined) {
    const {
      account_number,
      routing_number = '110000000',
      account_holder_type,
      account_type,
      account_holder_name,
    } = bank
    return addToken(call, call.account, {
      card: null,
      usBankAccount: {
        accountNumber: account_number,
        routingNumber: routing_number,
        accountHolderType: account_holder_type ?? 'individual',
        accountType: account_type ?? 'checking',
        verified: false,
        fingerprint: fingerprintOf(`${routing_number} ${account_number}`),
      },
      billingDetails: billingDetailsOf({ name: account_holder_name }),
    })
  }
  if (card === undefined || typeof card === 'string') throw missingParameter('card')
  const address = {
    city: card.address_city,
    country: card.address_country,
    line1: card.address_line1,
    line2: card.address_line2,
    postal_code: card.address_zip,
    state: card.address_state,
  }
  return addToken(call, call.account, {
    card: cardDetails(call, card, address),
    usBankAccount: null,
    billingDetails: billingDetailsOf({ name: card.name, address }),
  })
}
