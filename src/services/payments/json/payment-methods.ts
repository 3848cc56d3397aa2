import { presentDetails } from '#payments/rules/money/card-present.ts'
import { isPresent } from '#payments/rules/cards/present.ts'
import { bankDebitMembers } from '#payments/rules/payment-methods/bank-debits.ts'
import { checksOf, uncheckedCard } from '#payments/rules/cards/card-details.ts'
import { UPI_TERMS } from '#payments/rules/payment-methods/kind-params.ts'
import { bankCodesOf } from '#payments/rules/cards/bank-codes.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type {
  CardDetails,
  Mandate,
  PaymentMethod,
  SepaDebitDetails,
  Token,
  UsBankAccountDetails,
  Wire,
} from '#payments/schema/payments.ts'
import { readOwn } from './read-own.ts'
import { bankAccountJson, cardJson as legacyCardJson } from './sources.ts'

/** Writes a payment method. https://docs.stripe.com/api/payment_methods/object */
export function paymentMethodJson(method: PaymentMethod) {
  const { type, card, usBankAccount, sepaDebit, bankDebit } = method
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: method.allowRedisplay,
    billing_details: method.billingDetails,
    ...(type === 'card' && card !== null ? { card: cardJson(card, isUsed(method)) } : {}),
    created: method.created,
    customer: method.customer,
    customer_account: null,
    ...(type === 'customer_balance' ? { customer_balance: {} } : {}),
    ...(type === 'link' ? { link: { email: method.linkEmail } } : {}),
    livemode: false,
    metadata: method.metadata,
    ...(method.own === null ? {} : { [type]: method.own }),
    ...(isPresent(method) ? { [type]: presentDetails(method) } : {}),
    ...(bankDebit === undefined ? {} : { [type]: bankDebitMembers(type, bankDebit) }),
    ...(sepaDebit === null ? {} : { sepa_debit: sepaJson(sepaDebit) }),
    shared_payment_granted_token: null,
    type,
    ...(usBankAccount === null ? {} : { us_bank_account: usBankAccountJson(usBankAccount) }),
  }
}

/** True for a payment method whose bank has been asked: it was attached, or paid. */
function isUsed({ customer, consumed }: PaymentMethod): boolean {
  return customer !== null || consumed
}

function cardJson(card: CardDetails, isChecked: boolean) {
  return {
    brand: card.brand,
    checks: checksOf(isChecked ? card : uncheckedCard(card)),
    country: card.country,
    display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: networksOf(card), preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

/** Returns the networks of a card; a French card of two brands has both. */
function networksOf({ number, brand }: CardDetails): readonly string[] {
  return number === '4000002500001001' || number === '5555552500001001' ? ['cartes_bancaires', brand] : [brand]
}

function usBankAccountJson(account: UsBankAccountDetails) {
  return {
    account_holder_type: account.accountHolderType,
    account_type: account.accountType,
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: account.fingerprint,
    last4: account.accountNumber.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: account.routingNumber,
    status_details: {},
  }
}

function sepaJson({ iban, fingerprint, generatedFrom }: SepaDebitDetails) {
  return {
    ...bankCodesOf(iban),
    country: iban.slice(0, 2),
    fingerprint,
    generated_from: generatedFrom ?? { charge: null, setup_attempt: null },
    last4: iban.slice(-4),
  }
}

/** Writes a token. https://docs.stripe.com/api/tokens/object */
export function tokenJson(token: Token) {
  return {
    id: token.id,
    object: 'token',
    ...(token.usBankAccount === null
      ? {}
      : { bank_account: bankAccountJson(token.source, token.usBankAccount, { billingDetails: token.billingDetails }) }),
    ...(token.card === null
      ? {}
      : {
          card: legacyCardJson(token.source, token.card, { billingDetails: token.billingDetails }, { isToken: true }),
        }),
    client_ip: '127.0.0.1',
    created: token.created,
    livemode: false,
    type: token.type,
    used: token.used,
  }
}

/** Writes a mandate. https://docs.stripe.com/api/mandates/object */
export function mandateJson(mandate: Mandate, method: PaymentMethod | undefined) {
  const { id, acceptance, paymentMethod, paymentMethodType: type, status } = mandate
  const details = mandateDetails(mandate, method)
  return {
    id,
    object: 'mandate',
    customer_acceptance: acceptance,
    livemode: false,
    ...(mandate.type === 'multi_use' ? { multi_use: {} } : {}),
    payment_method: paymentMethod,
    payment_method_details: { [type]: method === undefined ? {} : details, type },
    ...(mandate.singleUse === undefined ? {} : { single_use: mandate.singleUse }),
    status,
    type: mandate.type,
  }
}

/** The terms of an agreement of PayTo where the client names none. */
const PAYTO_TERMS = {
  amount: null,
  amount_type: 'maximum',
  end_date: null,
  payment_schedule: 'adhoc',
  payments_per_period: null,
  purpose: null,
}

/** Returns the terms that a client has named. */
function named(options: Wire = {}): Wire {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null))
}

function mandateDetails({ id, options, paymentMethodType, status }: Mandate, method: PaymentMethod | undefined) {
  switch (paymentMethodType) {
    case 'sepa_debit':
      return { reference: id.slice(-16).toUpperCase(), url: `https://payments.stripe.com/sepa_debit/mandate/${id}` }
    case 'us_bank_account':
      return { collection_method: 'paper' }
    case 'acss_debit':
      return { interval_description: null, payment_schedule: 'sporadic', transaction_type: 'personal' }
    case 'au_becs_debit':
      return { url: `https://hooks.stripe.com/adapter/becs_debit/file/${id}` }
    case 'bacs_debit':
      return {
        display_name: null,
        network_status: status === 'active' ? 'accepted' : 'refused',
        reference: id.slice(-16).toUpperCase(),
        revocation_reason: status === 'active' ? null : 'debit_not_authorized',
        service_user_number: null,
        url: `https://payments.stripe.com/bacs/${id}`,
      }
    case 'payto':
      return { ...PAYTO_TERMS, start_date: null, ...named(options) }
    case 'upi':
      return { ...UPI_TERMS, ...options }
    case 'paypal':
      return { billing_agreement_id: null, payer_id: method?.own?.['payer_id'] ?? null }
    default:
      return {}
  }
}

/** The kinds of objects about payment methods. */
export const paymentMethodResources: readonly Resource[] = [
  {
    object: 'payment_method',
    read: readOwn(
      ({ paymentMethods }) => paymentMethods,
      (_context, row) => paymentMethodJson(row),
    ),
    expandable: { customer: ['customer'] },
  },
  {
    object: 'token',
    read: readOwn(
      ({ tokens }) => tokens,
      (_context, row) => tokenJson(row),
    ),
    expandable: {},
  },
  {
    object: 'mandate',
    read: readOwn(
      ({ mandates }) => mandates,
      (context, row) => mandateJson(row, context.rows.paymentMethods.get(row.paymentMethod)),
    ),
    expandable: { payment_method: ['payment_method'] },
  },
  // A session has no id: nothing refers to one.
  { object: 'customer_session', read: () => undefined, expandable: { customer: ['customer'] } },
]
