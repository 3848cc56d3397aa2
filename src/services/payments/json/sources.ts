import { isSourceObject } from '#payments/rules/sources/find-source.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { CardDetails, PaymentMethod, Token, UsBankAccountDetails } from '#payments/schema/payments.ts'
import { uncheckedCard } from '#payments/rules/cards/card-details.ts'
import { BRANDS } from './card-brands.ts'
import { readOwn } from './read-own.ts'
import { sourceObjectJson } from './source-objects.ts'

/** The owner of a card or a bank account: none, for that of a token. */
type Owned = Pick<Token, 'billingDetails'> & Partial<Pick<PaymentMethod, 'customer' | 'metadata'>>

/**
 * Writes a card of a token, a customer or a legacy charge. No bank has been asked about the card of a token yet.
 * https://docs.stripe.com/api/cards/object
 */
export function cardJson(
  id: string,
  card: CardDetails,
  { billingDetails, customer, metadata = {} }: Owned,
  { isToken = false }: { readonly isToken?: boolean } = {},
) {
  const { address, name } = billingDetails
  const { cvcCheck, line1Check, postalCodeCheck } = isToken ? uncheckedCard(card) : card
  return {
    id,
    object: 'card',
    address_city: address.city,
    address_country: address.country,
    address_line1: address.line1,
    address_line1_check: line1Check,
    address_line2: address.line2,
    address_state: address.state,
    address_zip: address.postal_code,
    address_zip_check: postalCodeCheck,
    ...(isToken ? {} : { allow_redisplay: 'unspecified' }),
    brand: BRANDS[card.brand] ?? 'Unknown',
    country: card.country,
    ...(customer === undefined ? {} : { customer }),
    ...(isToken && card.currency !== undefined ? { currency: card.currency } : {}),
    cvc_check: cvcCheck,
    dynamic_last4: null,
    email: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.number.slice(-4),
    metadata,
    name,
    ...(isToken ? { networks: { preferred: null } } : {}),
    phone: null,
    regulated_status: 'unregulated',
    tokenization_method: null,
    wallet: null,
  }
}

/** Writes a bank account of a token or a customer. https://docs.stripe.com/api/customer_bank_accounts/object */
export function bankAccountJson(
  id: string,
  account: UsBankAccountDetails,
  { billingDetails, customer, metadata }: Owned,
) {
  const { foreign } = account
  return {
    id,
    object: 'bank_account',
    account_holder_name: billingDetails.name,
    account_holder_type: foreign === undefined ? account.accountHolderType : foreign.accountHolderType,
    account_type: foreign === undefined ? account.accountType : foreign.accountType,
    bank_name: 'STRIPE TEST BANK',
    country: foreign?.country ?? 'US',
    currency: foreign?.currency ?? 'usd',
    ...(customer === undefined ? {} : { customer }),
    fingerprint: account.fingerprint,
    last4: account.accountNumber.slice(-4),
    ...(metadata === undefined ? {} : { metadata }),
    routing_number: account.routingNumber,
    status: account.verified ? 'verified' : 'new',
  }
}

/** Writes a legacy source of a customer: a card, a bank account, or a source of the Sources API. */
export function sourceJson(context: Pick<PaymentsContext, 'rows' | 'urls'>, row: PaymentMethod) {
  const { id, card, usBankAccount } = row
  if (isSourceObject(id)) return sourceObjectJson(context, context.rows.sources.require(id))
  if (card !== null) return cardJson(id, card, row)
  if (usBankAccount === null) throw new Error(`${id} is no source`)
  return bankAccountJson(id, usBankAccount, row)
}

const read = readOwn(({ paymentMethods }) => paymentMethods, sourceJson)

/** The kinds of legacy sources, as `expand` finds them. */
export const sourceResources: readonly Resource[] = [
  { object: 'card', read, expandable: { customer: ['customer'] } },
  { object: 'bank_account', read, expandable: { customer: ['customer'] } },
  { object: 'source', read, expandable: {} },
]
