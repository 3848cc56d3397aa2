import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidParameter, missingParameter, noSuch } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  hash,
  integer,
  metadata,
  oneOf,
  required,
  scalarOr,
  text,
  unsupported,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { declined } from '../cards/declines.ts'
import { cardByNumber } from '../cards/test-cards.ts'
import { billingDetailsOf, type BILLING_DETAILS } from '../payment-methods/params.ts'
import { insertMethod, type MethodFields } from '../payment-methods/new-payment-method.ts'
import { isSourceObject } from '../sources/find-source.ts'
import { attachSourceObject, consumeSource } from '../sources/life.ts'
import { takeToken, TOKEN_BANK_ACCOUNT, TOKEN_CARD, tokenFieldsOf, type Tokenized } from '../payment-methods/tokens.ts'

const OBJECT = { object: required(oneOf('card', 'bank_account')) }

/** The parameters of a card where they are no token's. */
const CARD = { ...TOKEN_CARD, metadata: metadata() }

/** The parameter `source` of customers: a token, or the parameters of a card or a bank account with its `object`. */
export const SOURCE = scalarOr(
  text(),
  hash({
    ...OBJECT,
    ...CARD,
    ...TOKEN_BANK_ACCOUNT,
    number: text(),
    exp_month: integer(),
    exp_year: integer(),
    account_number: text(),
    country: text(),
  }),
)

/** The values of {@link SOURCE}. */
export type SourceInput = ReturnType<(typeof SOURCE)['read']>

/** The former names of `source`, by what it is: a token, or the parameters of a card or a bank account. */
export const FORMER_SOURCES = {
  alipay_account: unsupported(),
  bank_account: scalarOr(text(), hash({ object: oneOf('bank_account'), ...TOKEN_BANK_ACCOUNT })),
  card: scalarOr(text(), hash({ object: oneOf('card'), ...CARD })),
}

/** Returns the source that a request names by any of its names; undefined for none. */
export function sourceIn({
  source,
  card,
  bank_account: bank,
}: ValuesOf<typeof FORMER_SOURCES> & { readonly source?: SourceInput | undefined }): SourceInput | undefined {
  if (source !== undefined) return source
  if (card !== undefined) return typeof card === 'string' ? card : { ...card, object: 'card' }
  return typeof bank === 'object' ? { ...bank, object: 'bank_account' } : bank
}

/**
 * Returns the card or the bank account that a source names or describes; a token is used up.
 *
 * @throws 400 for a token that cannot be used, and for missing parameters; 402 for a card that cannot be one.
 */
export function describedSource(context: PaymentsContext, account: string, input: SourceInput): Tokenized {
  if (typeof input === 'string') return takeToken(context, account, input, 'source')
  return tokenFieldsOf(context, input.object === 'card' ? { card: fieldsOf(input) } : { bank_account: fieldsOf(input) })
}

/** The beginnings of the ids of payment methods that are legacy sources, by the kind of source. */
const PREFIXES = { card: 'card_', bank_account: 'ba_', source: 'src_' }

/** Returns whether a payment method is a legacy source of its customer, of one kind where it is named. */
export function isSource({ id }: Pick<PaymentMethod, 'id'>, kind?: keyof typeof PREFIXES): boolean {
  const prefixes = kind === undefined ? Object.values(PREFIXES) : [PREFIXES[kind]]
  return prefixes.some((prefix) => id.startsWith(prefix))
}

/**
 * Adds a card or a bank account to a customer in the legacy way, and emits `customer.source.created`. The first one is
 * the customer's default. https://docs.stripe.com/api/cards/create
 *
 * @throws 400 for a token that cannot be used, 402 for a card that the bank declines.
 */
export function addSource(
  context: PaymentsContext,
  customer: Customer,
  input: SourceInput,
  metadata: Metadata = {},
): PaymentMethod {
  const row = rowOf(context, customer, input, metadata)
  context.emit({ type: 'customer.source.created', kind: 'source', row })
  if (context.rows.customers.require(customer.id).defaultSource === null) setDefault(context, customer.id, row.id)
  return row
}

/** Returns the payment method of a source that becomes the customer's. */
function rowOf(context: PaymentsContext, customer: Customer, input: SourceInput, metadata: Metadata): PaymentMethod {
  const { account } = customer
  if (typeof input === 'string' && isSourceObject(input)) return attachSourceObject(context, customer, input)
  const { source, card, usBankAccount, billingDetails } = describedSource(context, account, input)
  const decline = card === null ? undefined : cardByNumber(card.number)?.decline
  if (decline !== undefined) throw declined(decline)
  const kind: MethodFields =
    card === null ? { type: 'us_bank_account', usBankAccount } : { type: 'card', card: { ...card, setUp: true } }
  return insertMethod(context, account, { ...kind, id: source, customer: customer.id, billingDetails, metadata })
}

/** Returns the parameters of a card or a bank account without the member that says which it is. */
function fieldsOf({ object: _object, ...fields }: Exclude<SourceInput, string>): never {
  return fields as never // `tokenFieldsOf` checks what the kind cannot do without
}

/** Gives a customer a new default source in the place of the one before, which is deleted. */
export function replaceSource(context: PaymentsContext, customer: Customer, input: SourceInput): void {
  const row = addSource(context, customer, input)
  const { defaultSource } = context.rows.customers.require(customer.id)
  if (defaultSource === row.id) return
  setDefault(context, customer.id, row.id)
  const before = context.rows.paymentMethods.get(defaultSource)
  if (before !== undefined) removeSource(context, before)
}

function setDefault({ rows }: PaymentsContext, customer: string, defaultSource: string | null): void {
  rows.customers.update(customer, { defaultSource })
}

/**
 * Returns a legacy source of a customer.
 *
 * @throws `resource_missing` for another one.
 */
export function findSource(
  { rows }: Pick<PaymentsContext, 'rows'>,
  customer: string,
  id: string,
  { param, inPath = false }: { readonly param: string; readonly inPath?: boolean },
): PaymentMethod {
  const row = rows.paymentMethods.get(id)
  if (row === undefined || row.customer !== customer || !isSource(row)) {
    throw noSuch('source', id, param, inPath ? 404 : 400)
  }
  return row
}

/** Deletes a source, and emits `customer.source.deleted`. The newest of the others is the default in its place. */
export function removeSource(context: PaymentsContext, row: PaymentMethod): void {
  const { rows } = context
  rows.paymentMethods.update(row.id, { customer: null, consumed: true })
  consumeSource(context, row.id)
  context.emit({ type: 'customer.source.deleted', kind: 'source', row })
  const customer = rows.customers.get(row.customer)
  if (customer?.defaultSource !== row.id) return
  const others = rows.paymentMethods.list('customer', customer.id).filter((each) => isSource(each))
  setDefault(context, customer.id, others.at(-1)?.id ?? null)
  const after = rows.customers.require(customer.id)
  context.emit({ type: 'customer.updated', kind: 'customer', row: after, before: customer })
}

/** The parameters of an update of a source. https://docs.stripe.com/api/cards/update */
export const SOURCE_CHANGES = {
  account_holder_name: text(),
  account_holder_type: oneOf('individual', 'company'),
  address_city: text(),
  address_country: text(),
  address_line1: text(),
  address_line2: text(),
  address_state: text(),
  address_zip: text(),
  exp_month: integer({ min: 1, max: 12 }),
  exp_year: integer(),
  name: text(),
}

/** Changes a source as a request says, and emits `customer.source.updated`. */
export function updateSource(
  context: PaymentsContext,
  before: PaymentMethod,
  input: ValuesOf<typeof SOURCE_CHANGES> & {
    readonly metadata?: Parameters<typeof mergeMetadata>[1]
    readonly owner?: ValuesOf<typeof BILLING_DETAILS> | undefined
  },
): PaymentMethod {
  const { card, usBankAccount } = before
  const billingDetails = billingDetailsOf(input.owner, before.billingDetails)
  const { address } = billingDetails
  const row = context.rows.paymentMethods.update(before.id, {
    metadata: mergeMetadata(before.metadata, input.metadata),
    billingDetails: {
      ...billingDetails,
      name: (card === null ? input.account_holder_name : input.name) ?? billingDetails.name,
      address: {
        city: input.address_city ?? address.city,
        country: input.address_country ?? address.country,
        line1: input.address_line1 ?? address.line1,
        line2: input.address_line2 ?? address.line2,
        postal_code: input.address_zip ?? address.postal_code,
        state: input.address_state ?? address.state,
      },
    },
    card:
      card === null
        ? null
        : { ...card, expMonth: input.exp_month ?? card.expMonth, expYear: input.exp_year ?? card.expYear },
    usBankAccount:
      usBankAccount === null
        ? null
        : { ...usBankAccount, accountHolderType: input.account_holder_type ?? usBankAccount.accountHolderType },
  })
  context.emit({ type: 'customer.source.updated', kind: 'source', row, before })
  return row
}

/**
 * Verifies a bank account by its two small deposits: 32 and 45.
 * https://docs.stripe.com/api/customer_bank_accounts/verify
 *
 * @throws 400 for other amounts, and for what is no bank account or is verified.
 */
export function verifySource(
  context: PaymentsContext,
  before: PaymentMethod,
  amounts: readonly number[],
): PaymentMethod {
  const { usBankAccount } = before
  if (usBankAccount === null) throw invalidParameter('id', 'Only bank accounts can be verified.')
  if (usBankAccount.verified) {
    throw failure(400, 'This bank account has already been verified.', { code: 'bank_account_already_verified' })
  }
  if (amounts.length === 0) throw missingParameter('amounts')
  if ([...amounts].sort((one, other) => one - other).join() !== '32,45') {
    throw failure(400, 'The amounts provided do not match the amounts that were sent to the bank account.', {
      code: 'bank_account_verification_failed',
      param: 'amounts',
    })
  }
  const row = context.rows.paymentMethods.update(before.id, { usBankAccount: { ...usBankAccount, verified: true } })
  context.emit({ type: 'customer.source.updated', kind: 'source', row, before })
  return row
}
