import { isRecord, ownMember } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest, missingParameter } from '#payments/errors.ts'
import { anything, currency, hash, oneOf, required, scalarOr, text, type Param } from '#payments/protocol/params.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { Account } from '#payments/schema/connect.ts'
import type { ExternalAccount } from '#payments/schema/connect-records.ts'
import { takeToken, TOKEN_CARD, tokenFieldsOf, type Tokenized } from '../payment-methods/tokens.ts'
import { newRecord } from '../records.ts'
import { noteGiven } from './requirements.ts'

const BANK_ACCOUNT = hash({
  object: oneOf('bank_account'),
  account_holder_name: text(),
  account_holder_type: oneOf('individual', 'company'),
  account_number: required(text()),
  account_type: oneOf('checking', 'savings', 'futsu', 'toza'),
  country: required(text({ max: 2 })),
  currency: currency(),
  documents: anything(),
  routing_number: text(),
})

const CARD = hash({ ...TOKEN_CARD, object: required(oneOf('card')) })

type Described = ReturnType<typeof CARD.read> | ReturnType<typeof BANK_ACCOUNT.read>

const DESCRIBED: Param<Described> = {
  read: (raw, path) => (isRecord(raw) && raw['object'] === 'card' ? CARD : BANK_ACCOUNT).read(raw, path),
}

/** The parameter `external_account`: a token, or the parameters of a bank account or a card. */
export const EXTERNAL_ACCOUNT = scalarOr(text(), DESCRIBED)

/** The values of {@link EXTERNAL_ACCOUNT}. */
export type ExternalAccountInput = ReturnType<(typeof EXTERNAL_ACCOUNT)['read']>

/**
 * Adds a bank account or a card to a connected account, and emits `account.external_account.created`. The first one in
 * a currency is the default of the currency.
 *
 * @throws 400 for a token that cannot be used, and for an American account without a routing number.
 */
export function addExternalAccount(
  context: PaymentsContext,
  owner: Account,
  input: ExternalAccountInput,
  { metadata, isDefault = false }: { readonly metadata: Metadata; readonly isDefault?: boolean },
): ExternalAccount {
  const { rows } = context
  const details = detailsOf(context, owner, input)
  const others = sameCurrency(context, owner.id, details.currency)
  const defaultForCurrency = isDefault || others.length === 0
  const created = rows.externalAccounts.insert({
    ...newRecord(context, owner.id, details.card === null ? 'ba_' : 'card_'),
    ...details,
    defaultForCurrency,
    metadata,
  })
  if (defaultForCurrency) keepOneDefault(context, created)
  context.emit({ type: 'account.external_account.created', kind: 'external_account', row: created })
  noteGiven(context, owner.id, { external_account: created.id })
  return created
}

/** The bank that the vendor's test mode shows for an account number that names its bank, such as an IBAN. */
const TEST_BANK = '110000000'

type Details = Omit<ExternalAccount, 'id' | 'account' | 'seq' | 'created' | 'defaultForCurrency' | 'metadata'>

function detailsOf(context: PaymentsContext, owner: Account, input: ExternalAccountInput): Details {
  if (typeof input === 'string') {
    return ofTokenized(owner, takeToken(context, context.rows.platform.get(), input, 'external_account'))
  }
  if (input.object === 'card') return ofTokenized(owner, tokenFieldsOf(context, { card: input }))
  return ofBankAccount(context, owner, input)
}

function ofBankAccount({ ids }: PaymentsContext, owner: Account, input: ReturnType<typeof BANK_ACCOUNT.read>): Details {
  const country = input.country.toUpperCase()
  if (country === 'US' && input.routing_number === undefined) throw missingParameter('external_account[routing_number]')
  return {
    accountNumber: input.account_number,
    accountType: input.account_type ?? null,
    card: null,
    country,
    currency: input.currency ?? owner.defaultCurrency,
    fingerprint: ids.base62(16),
    holderName: input.account_holder_name ?? null,
    holderType: input.account_holder_type ?? null,
    routingNumber: input.routing_number ?? TEST_BANK,
  }
}

function ofTokenized(owner: Account, { card, usBankAccount, billingDetails }: Tokenized): Details {
  const foreign = usBankAccount?.foreign
  const number = card?.number ?? usBankAccount?.accountNumber ?? ''
  return {
    accountNumber: number,
    accountType: foreign === undefined ? (usBankAccount?.accountType ?? null) : foreign.accountType,
    card,
    country: card?.country ?? foreign?.country ?? 'US',
    currency: card === null ? (foreign?.currency ?? 'usd') : owner.defaultCurrency,
    fingerprint: card?.fingerprint ?? usBankAccount?.fingerprint ?? '',
    holderName: billingDetails.name,
    holderType: foreign === undefined ? (usBankAccount?.accountHolderType ?? null) : foreign.accountHolderType,
    routingNumber: usBankAccount?.routingNumber ?? null,
  }
}

function sameCurrency({ rows }: PaymentsContext, owner: string, code: string): readonly ExternalAccount[] {
  return rows.externalAccounts.list('all', owner).filter((each) => each.currency === code)
}

/** Lets an external account be the only default of its currency. */
export function keepOneDefault(context: PaymentsContext, { id, account, currency: code }: ExternalAccount): void {
  for (const each of sameCurrency(context, account, code)) {
    if (each.defaultForCurrency !== (each.id === id)) {
      context.rows.externalAccounts.update(each.id, { defaultForCurrency: each.id === id })
    }
  }
}

/**
 * Deletes an external account, and emits `account.external_account.deleted`.
 *
 * @throws 400 for the default of a currency that has others.
 */
export function removeExternalAccount(context: PaymentsContext, row: ExternalAccount): void {
  if (row.defaultForCurrency && sameCurrency(context, row.account, row.currency).length > 1) {
    throw invalidRequest(
      `You cannot delete the default external account for your default currency. Please make another external account the default using the \`default_for_currency\` param, and then delete this one.`,
    )
  }
  context.rows.externalAccounts.delete(row.id)
  context.emit({ type: 'account.external_account.deleted', kind: 'external_account', row })
}

/** Returns where an account is paid to in a currency; undefined for an account without one. */
export function payoutDestination(
  context: PaymentsContext,
  account: string,
  code: string,
): ExternalAccount | undefined {
  return sameCurrency(context, account, code).find((each) => each.defaultForCurrency)
}

/** Returns whether money arrives at once: on debit cards and, in the United States, in bank accounts. */
export function takesInstantPayouts({ card, country }: ExternalAccount): boolean {
  return card !== null || country === 'US'
}

/** The vendor's test numbers of bank accounts that refuse a payout. https://docs.stripe.com/connect/testing */
const REFUSING: Readonly<Record<string, readonly [code: string, message: string]>> = {
  '000111111113': ['account_closed', 'The bank account has been closed.'],
  '000111111116': [
    'no_account',
    'The bank account details on file are probably incorrect. No bank account could be located with those details.',
  ],
  '000222222227': ['insufficient_funds', 'Your Stripe account has insufficient funds to cover the payout.'],
  '000333333335': ['debit_not_authorized', 'Debit transactions are not approved on your bank account.'],
  '000444444440': ['invalid_currency', 'Your bank notified us that the bank account does not support the currency.'],
}

/** Returns why a bank account refuses payouts; undefined for one that takes them. */
export function refusalOf({ accountNumber }: ExternalAccount): { code: string; message: string } | undefined {
  const [code, message] = ownMember(REFUSING, accountNumber) ?? []
  return code === undefined || message === undefined ? undefined : { code, message }
}
