import { ownMember } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest, missingParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { DEBIT_KIND_NAMES, debitNamed, type DebitKindName } from '#payments/schema/debit-kinds.ts'
import { kindNamed, METHOD_KIND_NAMES, type MethodKindName } from '#payments/schema/method-kinds.ts'
import { bankDebit, bankDebitOf } from './bank-debits.ts'
import { checkNeededDetails } from './kind-limits.ts'
import { ownMembers } from './kind-params.ts'
import { billingDetailsOf, type PaymentMethodInput } from './params.ts'
import { newRecord, type RecordHead } from '../records.ts'
import type {
  CardDetails,
  PaymentMethod,
  PaymentMethodType,
  SepaDebitDetails,
  UsBankAccountDetails,
  Wire,
} from '#payments/schema/payments.ts'
import { isIban, SEPA_METHODS, SEPA_REFUSED, US_BANK_METHODS } from '../cards/bank-accounts.ts'
import { debitTestMethod } from '../cards/debit-accounts.ts'
import { cardDetails, fingerprintOf } from '../cards/card-details.ts'
import { cardByName, cardByNumber } from '../cards/test-cards.ts'
import { takeCardToken } from './tokens.ts'

/**
 * Adds a payment method, not attached to a customer.
 *
 * @throws 400 for missing parameters of its type, and 402 for a card that cannot be one.
 */
export function addPaymentMethod(
  context: PaymentsContext,
  account: string,
  input: PaymentMethodInput,
  path = '',
): PaymentMethod {
  return insertMethod(context, account, newMethodFields(context, account, input, path))
}

/**
 * Returns the fields of a new payment method.
 *
 * @throws as {@link addPaymentMethod}.
 */
export function newMethodFields(
  context: PaymentsContext,
  account: string,
  input: PaymentMethodInput,
  path = '',
): MethodFields {
  // `card[number]` within `payment_method_data` is `payment_method_data[card][number]`.
  const at = (name: string): string => (path === '' ? name : `${path}[${name.replace(/(?=\[)|$/, ']')}`)
  const type = input.type ?? typeOf(input)
  if (type === undefined) throw missingParameter(at('type'))
  const billingDetails = billingDetailsOf(input.billing_details)
  return {
    type,
    billingDetails,
    metadata: mergeMetadata({}, input.metadata),
    allowRedisplay: input.allow_redisplay ?? 'unspecified',
    ...(type === 'card' ? { card: cardOf(context, account, input, at) } : {}),
    ...(type === 'us_bank_account' ? { usBankAccount: usBankAccountOf(input, at) } : {}),
    ...(type === 'sepa_debit' ? { sepaDebit: sepaDebitOf(input, at) } : {}),
    ...(type === 'link' ? { linkEmail: billingDetails.email } : {}),
    ...debitOf(type, input, at),
    ...ownOf(type, input, at),
  }
}

/** Returns the bank account of a kind of bank debits. */
function debitOf(type: PaymentMethodType, input: PaymentMethodInput, at: At): Pick<MethodFields, 'bankDebit'> {
  const kind = debitNamed(type)
  if (kind === undefined) return {}
  const name = type as DebitKindName // it has a kind
  const bankDebit = bankDebitOf(name, input[name], at)
  checkNeededDetails(kind, input.billing_details, at)
  return { bankDebit }
}

/** Returns what a kind that is authorized outside of the form shows of itself. */
function ownOf(
  type: PaymentMethodType,
  input: PaymentMethodInput,
  at: At,
): Pick<MethodFields, 'mandateOptions' | 'own'> {
  const kind = kindNamed(type)
  if (kind === undefined) return {}
  const name = type as MethodKindName // it has a kind
  checkNeededDetails(kind, input.billing_details, at)
  const own = input[name]
  if (own === undefined && (name === 'boleto' || name === 'fpx')) throw missingParameter(at(name))
  if (name === 'payto' && own?.['pay_id'] === undefined) {
    for (const param of ['bsb_number', 'account_number']) {
      if (own?.[param] === undefined) throw missingParameter(at(`payto[${param}]`))
    }
  }
  const mandateOptions = own?.['mandate_options'] as Wire | undefined // its parameter is a hash
  return { own: ownMembers(name, own ?? {}), ...(mandateOptions === undefined ? {} : { mandateOptions }) }
}

function typeOf(input: PaymentMethodInput): PaymentMethodType | undefined {
  const { card, us_bank_account, sepa_debit, link, customer_balance } = input
  if (card !== undefined) return 'card'
  if (us_bank_account !== undefined) return 'us_bank_account'
  if (sepa_debit !== undefined) return 'sepa_debit'
  if (link !== undefined) return 'link'
  if (customer_balance !== undefined) return 'customer_balance'
  return [...DEBIT_KIND_NAMES, ...METHOD_KIND_NAMES].find((name) => input[name] !== undefined)
}

/** The fields of a payment method that is not stored yet. */
export type MethodFields = Pick<PaymentMethod, 'type'> & Partial<Omit<PaymentMethod, 'account' | 'seq'>>

/** Adds a payment method with the fields given. */
export function insertMethod(context: PaymentsContext, account: string, fields: MethodFields): PaymentMethod {
  const { id, created } = fields
  const head = newRecord(context, account, 'pm_', { id, created })
  return context.rows.paymentMethods.insert(methodRow(head, fields))
}

/** Returns a payment method with its defaults, not stored. */
export function methodRow(head: RecordHead, fields: MethodFields): PaymentMethod {
  return {
    id: head.id,
    account: head.account,
    seq: head.seq,
    created: head.created,
    type: fields.type,
    customer: fields.customer ?? null,
    billingDetails: fields.billingDetails ?? billingDetailsOf(),
    metadata: fields.metadata ?? {},
    allowRedisplay: fields.allowRedisplay ?? 'unspecified',
    card: fields.card ?? null,
    usBankAccount: fields.usBankAccount ?? null,
    sepaDebit: fields.sepaDebit ?? null,
    linkEmail: fields.linkEmail ?? null,
    own: fields.own ?? null,
    consumed: fields.consumed ?? false,
    ...(fields.bankDebit === undefined ? {} : { bankDebit: fields.bankDebit }),
    ...(fields.mandateOptions === undefined ? {} : { mandateOptions: fields.mandateOptions }),
    ...(fields.presentedAt === undefined ? {} : { presentedAt: fields.presentedAt }),
  }
}

type At = (name: string) => string

function cardOf(context: PaymentsContext, account: string, input: PaymentMethodInput, at: At): CardDetails {
  const { card, billing_details: billing } = input
  if (card === undefined) throw missingParameter(at('card'))
  if (card.token !== undefined) return takeCardToken(context, account, card.token, at('card[token]')).card
  const { number, exp_month, exp_year, cvc } = card
  if (number === undefined) throw missingParameter(at('card[number]'))
  if (exp_month === undefined) throw missingParameter(at('card[exp_month]'))
  if (exp_year === undefined) throw missingParameter(at('card[exp_year]'))
  return cardDetails(context, { number, exp_month, exp_year, cvc }, billing?.address ?? {})
}

function usBankAccountOf({ us_bank_account: input }: PaymentMethodInput, at: At): UsBankAccountDetails {
  if (input === undefined) throw missingParameter(at('us_bank_account'))
  const { account_number: number, routing_number: routing = '110000000', account_holder_type, account_type } = input
  if (number === undefined && input.financial_connections_account === undefined) {
    throw missingParameter(at('us_bank_account[account_number]'))
  }
  if (number !== undefined && !/^\d{4,17}$/.test(number)) {
    throw invalidParameter(
      at('us_bank_account[account_number]'),
      'Invalid account number: must contain only digits, and be at most 17 digits long',
      'account_number_invalid',
    )
  }
  if (!/^\d{9}$/.test(routing)) {
    throw invalidParameter(
      at('us_bank_account[routing_number]'),
      'Invalid US routing number: must contain only digits, and be 9 digits long',
      'routing_number_invalid',
    )
  }
  return {
    accountNumber: number ?? '000123456789',
    routingNumber: routing,
    accountHolderType: account_holder_type ?? 'individual',
    accountType: account_type ?? 'checking',
    verified: number === undefined,
    fingerprint: fingerprintOf(`${routing} ${number ?? '000123456789'}`),
  }
}

function sepaDebitOf({ sepa_debit: input, billing_details: billing }: PaymentMethodInput, at: At): SepaDebitDetails {
  if (input === undefined) throw missingParameter(at('sepa_debit'))
  const iban = input.iban.replaceAll(' ', '').toUpperCase()
  if (!isIban(iban))
    throw invalidParameter(at('sepa_debit[iban]'), 'The IBAN you entered is invalid.', 'invalid_bank_account_iban')
  const refused = SEPA_REFUSED.find(([end]) => iban.endsWith(end))
  if (refused !== undefined) throw invalidParameter(at('sepa_debit[iban]'), refused[2], refused[1])
  for (const name of ['email', 'name'] as const) {
    if (typeof billing?.[name] !== 'string') {
      throw invalidRequest(`Missing required param: ${at(`billing_details[${name}]`)}.`, {
        code: 'parameter_missing',
        param: at(`billing_details[${name}]`),
      })
    }
  }
  return { iban, fingerprint: fingerprintOf(iban) }
}

/**
 * Returns the fields of a test payment method: `pm_card_visa`, `pm_usBankAccount_success`; undefined for another id.
 */
export function testMethod(context: PaymentsContext, id: string): MethodFields | undefined {
  const [, name] = /^pm_card_(\w+)$/.exec(id) ?? []
  const card = name === undefined ? undefined : cardByName(name)
  if (card !== undefined) return { type: 'card', card: testCardDetails(context, card.number) }
  const bank = debitTestMethod(id)
  if (bank !== undefined) {
    return {
      type: bank.name,
      billingDetails: billingDetailsOf({ name: 'Jenny Rosen', email: 'jenny@example.com' }),
      bankDebit: { ...bankDebit(bank.name, bank.number, bank.bank), verified: true },
    }
  }
  const debit = id.replace(/^pm_/, '')
  const iban = ownMember(SEPA_METHODS, debit)
  if (iban !== undefined) {
    return {
      type: 'sepa_debit',
      billingDetails: billingDetailsOf({ name: 'Jenny Rosen', email: 'jenny@example.com' }),
      sepaDebit: { iban, fingerprint: fingerprintOf(iban) },
    }
  }
  const number = ownMember(US_BANK_METHODS, debit)
  if (number === undefined) return undefined
  return {
    type: 'us_bank_account',
    billingDetails: billingDetailsOf({ name: 'Jenny Rosen', email: 'jenny@example.com' }),
    usBankAccount: {
      accountNumber: number,
      routingNumber: '110000000',
      accountHolderType: 'individual',
      accountType: 'checking',
      verified: true,
      fingerprint: fingerprintOf(`110000000 ${number}`),
    },
  }
}

/** Returns a test card that is valid for another year, with a security code. */
export function testCardDetails(context: Pick<PaymentsContext, 'clock'>, number: string): CardDetails {
  const today = new Date(context.clock.now())
  const [exp_month, exp_year] = [today.getUTCMonth() + 1, today.getUTCFullYear() + 1]
  const details = cardDetails(context, { number, exp_month, exp_year, cvc: '123' })
  const checks = cardByNumber(number)?.checks
  if (checks === undefined) return details
  // The checks of a card that fails them are there without an address.
  return { ...details, line1Check: checks.line1 ?? null, postalCodeCheck: checks.postalCode ?? null }
}

/** Adds a payment method for the id of a test payment method (`pm_card_visa`); undefined for another id. */
export function addTestMethod(context: PaymentsContext, account: string, id: string): PaymentMethod | undefined {
  const fields = testMethod(context, id)
  return fields === undefined ? undefined : insertMethod(context, account, fields)
}
