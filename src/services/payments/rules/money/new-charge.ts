import type { PaymentsContext } from '#payments/call.ts'
import { isPresent } from '../cards/present.ts'
import { checksOf } from '../cards/card-details.ts'
import { newRecord } from '../records.ts'
import type { Charge } from '#payments/schema/money.ts'
import type { PaymentIntent, PaymentMethod, Wire } from '#payments/schema/payments.ts'
import { bankDebitMembers } from '../payment-methods/bank-debits.ts'
import type { GeneratedDebit } from '../payment-methods/keep-method.ts'
import { presentChargeDetails } from './card-present.ts'
import { kindDetails } from './kind-details.ts'
import { adviceOf, sellerMessage } from '../cards/declines.ts'
import { bankCodesOf } from '../cards/bank-codes.ts'
import { cardByNumber, type Decline } from '../cards/test-cards.ts'
import { DAY_SECONDS } from '../seconds.ts'

/** Seconds until an authorization ends. https://docs.stripe.com/payments/place-a-hold-on-a-payment-method */
export const AUTHORIZATION_SPAN = 7 * DAY_SECONDS

/** The circumstances of a charge. */
export interface ChargeInput {
  readonly status: Charge['status']
  readonly captured: boolean
  readonly decline?: Decline & { readonly message: string }
  /**
   * True when the customer has authenticated the payment; `frictionless` when the bank did so without asking; the
   * result of another provider, as the charge shows it.
   */
  readonly authenticated?: boolean | 'frictionless' | Wire
  readonly mandate?: string | null
  /** The SEPA debit that the payment has given rise to. */
  readonly generated?: GeneratedDebit | null
  /** The part of the intent that is charged where it is not all of it. */
  readonly amount?: number
  readonly fields?: Partial<Charge>
  /** The options that the intent has for cards. */
  readonly cardOptions?: Wire | undefined
}

/** The members of an intent that a charge takes over. */
export type ChargedIntent = Pick<
  PaymentIntent,
  | 'account'
  | 'amount'
  | 'applicationFeeAmount'
  | 'currency'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'onBehalfOf'
  | 'receiptEmail'
  | 'shipping'
  | 'statementDescriptor'
  | 'statementDescriptorSuffix'
  | 'transferData'
  | 'transferGroup'
> & { readonly id: string | null }

/** Adds the charge of a payment method. Moves no money and emits nothing. */
export function addCharge(
  context: PaymentsContext,
  intent: ChargedIntent,
  method: PaymentMethod,
  input: ChargeInput,
): Charge {
  return context.rows.charges.insert(newCharge(context, intent, method, input))
}

/** Returns the row of a new charge, which the caller inserts. */
// oxlint-disable-next-line max-lines-per-function -- one literal: built from parts it is several times as slow
export function newCharge(
  context: PaymentsContext,
  intent: ChargedIntent,
  method: PaymentMethod,
  {
    status,
    captured,
    decline,
    authenticated = false,
    mandate = null,
    generated = null,
    amount = intent.amount,
    fields,
    cardOptions = {},
  }: ChargeInput,
): Charge {
  const head = newRecord(context, intent.account, method.card !== null ? 'ch_' : 'py_')
  const paid = status === 'succeeded'
  const charge: Charge = {
    id: head.id,
    account: head.account,
    seq: head.seq,
    created: head.created,
    amount,
    amountCaptured: status !== 'failed' && captured ? amount : 0,
    amountRefunded: 0,
    applicationFee: null,
    applicationFeeAmount: intent.applicationFeeAmount,
    balanceTransaction: null,
    billingDetails: method.billingDetails,
    captured: status !== 'failed' && captured,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failureBalanceTransaction: null,
    failureCode: decline?.code ?? null,
    failureMessage: decline?.message ?? null,
    fraudDetails: {},
    metadata: intent.metadata,
    onBehalfOf: intent.onBehalfOf,
    outcome: outcomeOf(context, method, status, decline),
    paid,
    paymentIntent: intent.id,
    paymentMethod: method.id,
    paymentMethodDetails: detailsOf(method, {
      amount,
      authenticated,
      captureBefore: captured ? null : head.created + AUTHORIZATION_SPAN,
      paid,
      mandate,
      cardOptions,
      generated,
      reference: head.id.slice(3),
    }),
    receiptEmail: intent.receiptEmail,
    receiptNumber: null,
    receiptToken: context.ids.secret.base62(32),
    refunded: false,
    shipping: intent.shipping,
    source: null,
    sourceTransfer: null,
    statementDescriptor: intent.statementDescriptor,
    statementDescriptorSuffix: intent.statementDescriptorSuffix,
    status,
    transfer: null,
    transferData:
      intent.transferData === null
        ? null
        : { destination: intent.transferData.destination, amount: intent.transferData.amount ?? null },
    transferGroup: intent.transferGroup,
  }
  return fields === undefined ? charge : { ...charge, ...fields }
}

function outcomeOf(
  { rows }: PaymentsContext,
  { type, card }: PaymentMethod,
  status: Charge['status'],
  decline: Decline | undefined,
): Wire {
  const test = card === null ? undefined : cardByNumber(card.number)
  const risk = type === 'card' || type === 'sepa_debit' ? RISKS[test?.risk ?? 'normal'] : { risk_level: 'not_assessed' }
  const blocked = test?.risk === 'blocked'
  // The literals have all members: one that is put together from parts costs several times as much. Undefined ones are
  // not written.
  if (decline === undefined) {
    const isReviewed = test?.risk === 'elevated' && rows.reviewsElevatedRisk.get()
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: isReviewed ? 'elevated_risk_level' : null,
      risk_level: risk.risk_level,
      risk_score: risk.risk_score,
      seller_message: isReviewed
        ? REVIEWED
        : status === 'pending' && type !== 'sepa_debit'
          ? null
          : 'Payment complete.',
      type: isReviewed ? 'manual_review' : 'authorized',
    }
  }
  const {
    advice_code: advice = null,
    network_advice_code: networkAdvice = null,
    network_decline_code: code = '05',
  } = adviceOf(decline.declineCode)
  return {
    advice_code: card === null ? null : advice,
    network_advice_code: card === null ? null : networkAdvice,
    network_decline_code: card !== null && !blocked ? code : null,
    network_status: blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: blocked ? 'highest_risk_level' : decline.declineCode,
    risk_level: risk.risk_level,
    risk_score: risk.risk_score,
    seller_message: sellerMessage(decline),
    type: blocked ? 'blocked' : 'issuer_declined',
  }
}

/** The sentence about a payment that the default rule of the vendor's fraud protection has put up for review. */
const REVIEWED = 'Stripe evaluated this payment as having elevated risk, and placed it in your manual review queue.'

interface Risk {
  readonly risk_level: string
  readonly risk_score?: number
}

const RISKS: Readonly<Record<'normal' | 'elevated' | 'highest' | 'blocked', Risk>> = {
  normal: { risk_level: 'normal', risk_score: 20 },
  elevated: { risk_level: 'elevated', risk_score: 74 },
  highest: { risk_level: 'highest', risk_score: 96 },
  blocked: { risk_level: 'highest', risk_score: 96 },
}

interface Use {
  readonly amount: number
  readonly authenticated: boolean | 'frictionless' | Wire
  /** Epoch seconds; null where nothing is to be captured later. */
  readonly captureBefore: number | null
  readonly paid: boolean
  readonly mandate: string | null
  readonly cardOptions: Wire
  readonly generated: GeneratedDebit | null
  /** The letters of the charge's id. */
  readonly reference: string
}

function detailsOf(method: PaymentMethod, use: Use): Wire {
  const { type, card, usBankAccount, sepaDebit, bankDebit, own } = method
  if (isPresent(method)) return { [type]: presentChargeDetails(method, use), type }
  if (own !== null) return { [type]: kindDetails(method, use), type }
  if (card !== null) return { card: cardDetailsOf(card, use), type }
  if (usBankAccount !== null) return { type, us_bank_account: bankAccountDetailsOf(usBankAccount, use) }
  if (bankDebit !== undefined) {
    const mandate = type === 'nz_bank_account' ? {} : { mandate: use.mandate } // its charges do not show one
    return { [type]: { ...bankDebitMembers(type, bankDebit), ...mandate }, type }
  }
  if (type === 'customer_balance') return { customer_balance: {}, type }
  if (sepaDebit === null) return { link: { country: null }, type }
  const { iban, fingerprint } = sepaDebit
  return {
    sepa_debit: {
      ...bankCodesOf(iban),
      country: iban.slice(0, 2),
      fingerprint,
      last4: iban.slice(-4),
      mandate: use.mandate,
    },
    type,
  }
}

function cardDetailsOf(card: NonNullable<PaymentMethod['card']>, use: Use): object {
  const { captureBefore, authenticated } = use
  const details = {
    amount_authorized: use.paid ? use.amount : null,
    authorization_code: use.paid ? '123456' : null,
    brand: card.brand,
    checks: checksOf(card),
    country: card.country,
    electronic_commerce_indicator: threeDSecureOf(authenticated)?.['electronic_commerce_indicator'] ?? null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: card.funding,
    incremental_authorization: {
      status: wished(use, 'request_incremental_authorization') ? 'available' : 'unavailable',
    },
    installments: null,
    last4: card.number.slice(-4),
    mandate: use.mandate,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: use.paid ? '104557651805572' : null,
    overcapture: overcaptureOf(use),
    regulated_status: 'unregulated',
    three_d_secure: threeDSecureOf(authenticated),
    transaction_link_id: use.paid ? `test123-tlid456__${use.reference.slice(0, 5)}` : null,
    wallet: null,
  }
  return captureBefore === null || !use.paid ? details : { ...details, capture_before: captureBefore }
}

function bankAccountDetailsOf(account: NonNullable<PaymentMethod['usBankAccount']>, { mandate }: Use): object {
  return {
    account_holder_type: account.accountHolderType,
    account_type: account.accountType,
    bank_name: 'STRIPE TEST BANK',
    fingerprint: account.fingerprint,
    last4: account.accountNumber.slice(-4),
    ...(mandate === null ? {} : { mandate }),
    payment_reference: null,
    routing_number: account.routingNumber,
  }
}

/** https://docs.stripe.com/payments/overcapture#availability-by-card-network */
const OVERCAPTURE = 1.2

/**
 * Returns the largest amount that can be captured of an authorization where the intent asked for more than it holds.
 */
export function largestOvercapture(amount: number): number {
  return Math.floor(amount * OVERCAPTURE)
}

function overcaptureOf(use: Use): object {
  return wished(use, 'request_overcapture')
    ? { maximum_amount_capturable: largestOvercapture(use.amount), status: 'available' }
    : { maximum_amount_capturable: use.amount, status: 'unavailable' }
}

function wished({ cardOptions, captureBefore }: Use, option: string): boolean {
  return captureBefore !== null && cardOptions[option] === 'if_available'
}

function threeDSecureOf(authenticated: Use['authenticated']): Wire | null {
  if (authenticated === false) return null
  if (typeof authenticated === 'object') return authenticated
  return authenticated === 'frictionless' ? { ...THREE_D_SECURE, authentication_flow: 'frictionless' } : THREE_D_SECURE
}

const THREE_D_SECURE: Wire = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: 'd8f1ca6c-4d8c-4b3e-9b4f-6c1a2f1e9d0a',
  version: '2.2.0',
}
