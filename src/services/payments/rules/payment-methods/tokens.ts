import { merged } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidParameter, missingParameter, noSuch } from '#payments/errors.ts'
import { anything, integer, oneOf, required, text, type ValuesOf } from '#payments/protocol/params.ts'
import { billingDetailsOf } from './params.ts'
import { newRecord } from '../records.ts'
import type { CardDetails, ForeignBank, Token, UsBankAccountDetails, Wire } from '#payments/schema/payments.ts'
import { cardDetails, fingerprintOf } from '../cards/card-details.ts'
import { cardByName } from '../cards/test-cards.ts'

/** The parameters of a card that becomes a token. */
export const TOKEN_CARD = {
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

/** The parameters of a bank account that becomes a token. */
export const TOKEN_BANK_ACCOUNT = {
  account_holder_name: text(),
  account_holder_type: oneOf('individual', 'company'),
  account_number: required(text()),
  account_type: oneOf('checking', 'savings', 'futsu', 'toza'),
  country: required(text()),
  currency: text(),
  payment_method: text(),
  routing_number: text(),
}

/** A card or a bank account in the way in which the parameters of a token describe it. */
interface TokenInput {
  readonly card?: ValuesOf<typeof TOKEN_CARD> | undefined
  readonly bank_account?: ValuesOf<typeof TOKEN_BANK_ACCOUNT> | undefined
}

/** A card or a bank account that a token stands for, with its id. */
export type Tokenized = Pick<Token, 'card' | 'usBankAccount' | 'billingDetails' | 'source'>

/** A token of a card. */
export type CardToken = Pick<Token, 'billingDetails'> & { readonly card: CardDetails; readonly source: string }

/**
 * Returns the card or the bank account that parameters describe.
 *
 * @throws 400 for missing parameters, and 402 for a card that cannot be one.
 */
export function tokenFieldsOf(context: PaymentsContext, { card, bank_account: bank }: TokenInput): Tokenized {
  if (bank !== undefined) {
    return {
      card: null,
      usBankAccount: bankAccountOf(bank),
      billingDetails: billingDetailsOf({ name: bank.account_holder_name }),
      source: `ba_${context.ids.base62(24)}`,
    }
  }
  if (card === undefined) throw missingParameter('card')
  for (const name of ['number', 'exp_month', 'exp_year'] as const) {
    if (card[name] === undefined) throw missingParameter(`card[${name}]`)
  }
  const address = {
    city: card.address_city,
    country: card.address_country,
    line1: card.address_line1,
    line2: card.address_line2,
    postal_code: card.address_zip,
    state: card.address_state,
  }
  return {
    card: {
      ...cardDetails(context, card, address),
      ...(card.currency === undefined ? {} : { currency: card.currency }),
    },
    usBankAccount: null,
    billingDetails: billingDetailsOf({ name: card.name, address }),
    source: `card_${context.ids.base62(24)}`,
  }
}

function bankAccountOf(bank: ValuesOf<typeof TOKEN_BANK_ACCOUNT>): UsBankAccountDetails {
  const { account_number: number, routing_number: routing = '110000000' } = bank
  if (number === undefined) throw missingParameter('bank_account[account_number]')
  const foreign = foreignOf(bank)
  if (foreign === undefined && !/^\d{4,17}$/.test(number)) {
    throw invalidParameter(
      'bank_account[account_number]',
      'Invalid account number: must contain only digits, and be at most 17 digits long',
      'account_number_invalid',
    )
  }
  return {
    ...(foreign === undefined ? {} : { foreign }),
    accountNumber: number,
    routingNumber: routing,
    accountHolderType: bank.account_holder_type ?? 'individual',
    accountType: bank.account_type ?? 'checking',
    verified: false,
    fingerprint: fingerprintOf(`${routing} ${number}`),
  }
}

/** Returns the terms of a bank account outside of the United States; undefined for one inside. */
function foreignOf(bank: ValuesOf<typeof TOKEN_BANK_ACCOUNT>): ForeignBank | undefined {
  const country = bank.country?.toUpperCase() ?? 'US'
  if (country === 'US') return undefined
  return {
    country,
    currency: bank.currency?.toLowerCase() ?? 'usd',
    accountHolderType: bank.account_holder_type ?? null,
    accountType: bank.account_type ?? null,
  }
}

/** Adds a token of a card or a bank account. */
export function addToken(context: PaymentsContext, account: string, fields: Tokenized): Token {
  const isCard = fields.card !== null
  return context.rows.tokens.insert({
    ...newRecord(context, account, isCard ? 'tok_' : 'btok_'),
    type: isCard ? 'card' : 'bank_account',
    used: false,
    ...fields,
  })
}

/** The beginnings of the ids of the tokens that stand for neither a card nor a bank account. */
const PREFIXES = { account: 'ct_', cvc_update: 'cvctok_', person: 'cpt_', pii: 'pii_' } as const

/** Adds a token of personal details or of a security code, which tells nothing of what it stands for. */
export function addOpaqueToken(
  context: PaymentsContext,
  account: string,
  type: keyof typeof PREFIXES,
  details: Wire = {},
): Token {
  return context.rows.tokens.insert({
    type,
    used: false,
    source: '',
    card: null,
    usBankAccount: null,
    billingDetails: billingDetailsOf(),
    details,
    ...newRecord(context, account, PREFIXES[type]),
  })
}

/** Test tokens of bank accounts, with whether the account is verified. */
const TEST_ACCOUNTS: Readonly<Record<string, boolean>> = { btok_us: false, btok_us_verified: true }

/**
 * Uses up a token of a card or a bank account, and returns what it stands for. Test tokens (`tok_visa`,
 * `btok_us_verified`) can be used again and again.
 *
 * @throws 400 for a token that does not exist, was used, or is of something else.
 */
export function takeToken(context: PaymentsContext, account: string, id: string, param: string): Tokenized {
  const test = id.startsWith('tok_') ? cardByName(id.replace(/^tok_/, '')) : undefined
  if (test !== undefined) {
    const today = new Date(context.clock.now())
    const [exp_month, exp_year] = [today.getUTCMonth() + 1, today.getUTCFullYear() + 1]
    return tokenFieldsOf(context, { card: { number: test.number, exp_month, exp_year, cvc: '123' } })
  }
  if (Object.hasOwn(TEST_ACCOUNTS, id)) {
    const bank = tokenFieldsOf(context, {
      bank_account: { account_number: '000123456789', country: 'US', account_holder_name: 'Jenny Rosen' },
    })
    const { usBankAccount } = bank
    return { ...bank, usBankAccount: usBankAccount && { ...usBankAccount, verified: TEST_ACCOUNTS[id] === true } }
  }
  return useUp(context, id, param, (token) => token.account === account && token.source !== '')
}

function useUp(
  { rows }: Pick<PaymentsContext, 'rows'>,
  id: string,
  param: string,
  isRight: (token: Token) => boolean,
): Token {
  const token = rows.tokens.get(id)
  if (token === undefined || !isRight(token)) throw noSuch('token', id, param, 400)
  if (token.used) {
    throw failure(400, `You cannot use a Stripe token more than once: ${id}.`, { code: 'token_already_used', param })
  }
  rows.tokens.update(id, { used: true })
  return token
}

/**
 * Uses up the token of an account or a person that a request names, and returns what the token tells with the
 * request's own parameters over it.
 *
 * @throws 400 for a token that does not exist, was used, or is of something else.
 */
export function withTokenDetails<I extends Wire>(
  context: PaymentsContext,
  account: string,
  type: 'account' | 'person',
  input: I,
): I {
  const param = `${type}_token`
  const id = input[param]
  if (typeof id !== 'string') return input
  const { details = {} } = useUp(context, id, param, (token) => token.account === account && token.type === type)
  return merged(details, input) as I // a token keeps parameters of the request that it is made for
}

/**
 * Uses up a token of a card, and returns its card.
 *
 * @throws 400 as {@link takeToken}, and for the token of a bank account.
 */
export function takeCardToken(context: PaymentsContext, account: string, id: string, param: string): CardToken {
  const { card, source, billingDetails } = takeToken(context, account, id, param)
  if (card === null) throw noSuch('token', id, param, 400)
  return { card, source, billingDetails }
}
