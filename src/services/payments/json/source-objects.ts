import { bankCodesOf } from '#payments/rules/cards/bank-codes.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { cardByNumber } from '#payments/rules/cards/test-cards.ts'
import type { BillingDetails, CardDetails, PaymentMethod } from '#payments/schema/payments.ts'
import type { Source, SourceType } from '#payments/schema/sources.ts'
import { BRANDS } from './card-brands.ts'

/** Writes a source of the former Sources API. https://docs.stripe.com/api/sources/object */
export function sourceObjectJson(context: Pick<PaymentsContext, 'rows' | 'urls'>, source: Source) {
  const { id, redirect, type } = source
  const method = context.rows.paymentMethods.require(id)
  return {
    id,
    object: 'source',
    allow_redisplay: method.allowRedisplay,
    amount: source.amount,
    client_secret: source.clientSecret,
    created: source.created,
    currency: source.currency,
    ...(method.customer === null ? {} : { customer: method.customer }),
    flow: redirect === null ? 'none' : 'redirect',
    livemode: false,
    metadata: method.metadata,
    owner: ownerJson(method.billingDetails),
    ...(redirect === null
      ? {}
      : {
          redirect: {
            failure_reason: redirect.failureReason,
            return_url: redirect.returnUrl,
            status: redirect.status,
            url: context.urls.of(`/redirect/authenticate/${id}?client_secret=${source.clientSecret}`),
          },
        }),
    statement_descriptor: source.statementDescriptor,
    status: source.status,
    type,
    usage: source.usage,
    [type]: DETAILS[type](source, method),
  }
}

/** Writes the person who pays. Nothing of it is verified. */
function ownerJson({ address, email, name, phone }: BillingDetails) {
  return {
    address: Object.values(address).every((line) => line === null) ? null : address,
    email,
    name,
    phone,
    verified_address: null,
    verified_email: null,
    verified_name: null,
    verified_phone: null,
  }
}

const described = ({ statementDescriptor }: Source) => ({ statement_descriptor: statementDescriptor })

/** The members of a type's own hash. */
const DETAILS: Readonly<Record<SourceType, (source: Source, method: PaymentMethod) => object>> = {
  alipay: (source) => ({ data_string: null, native_url: null, ...described(source) }),
  bancontact: (source) => ({
    bank_code: null,
    bank_name: null,
    bic: null,
    iban_last4: null,
    preferred_language: null,
    ...described(source),
  }),
  card: (_source, { billingDetails, card }) => (card === null ? {} : cardMembers(card, billingDetails)),
  eps: (source) => ({ reference: null, ...described(source) }),
  ideal: (source, { own }) => ({ bank: own?.['bank'] ?? null, bic: null, iban_last4: null, ...described(source) }),
  p24: () => ({ reference: null }),
  sepa_debit: (_source, { sepaDebit }) => ({
    ...(sepaDebit === null ? { bank_code: null, branch_code: null } : bankCodesOf(sepaDebit.iban)),
    country: sepaDebit?.iban.slice(0, 2) ?? null,
    fingerprint: sepaDebit?.fingerprint ?? null,
    last4: sepaDebit?.iban.slice(-4) ?? null,
    mandate_reference: null,
    mandate_url: null,
  }),
  three_d_secure: (source, { billingDetails, card, customer }) => ({
    ...(card === null ? {} : cardMembers(card, billingDetails)),
    authenticated: source.status === 'chargeable' || source.status === 'consumed',
    card: source.card,
    customer,
  }),
}

function cardMembers(card: CardDetails, { name }: BillingDetails) {
  return {
    address_line1_check: card.line1Check,
    address_zip_check: card.postalCodeCheck,
    brand: BRANDS[card.brand] ?? 'Unknown',
    country: card.country,
    cvc_check: card.cvcCheck,
    dynamic_last4: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.number.slice(-4),
    name,
    three_d_secure: threeDSecureOf(card),
    tokenization_method: null,
  }
}

/** Returns whether a card is authenticated: where a payment asks for it, or always. */
function threeDSecureOf({ brand, number }: CardDetails): string {
  if (brand === 'amex') return 'not_supported'
  return cardByNumber(number)?.authentication === undefined ? 'optional' : 'required'
}
