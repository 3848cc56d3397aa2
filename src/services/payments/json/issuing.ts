import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { pastDueOf } from '#payments/rules/issuing/requirements.ts'
import { cardPresence } from '#payments/rules/issuing/controls.ts'
import type {
  Cardholder,
  IssuedCard,
  IssuingAuthorization,
  IssuingDispute,
  IssuingTransaction,
  RequestDecision,
} from '#payments/schema/issuing.ts'
import { readOwn } from './read-own.ts'

type Context = Pick<PaymentsContext, 'rows'>

/** Writes a cardholder. https://docs.stripe.com/api/issuing/cardholders/object */
export function cardholderJson(context: Context, cardholder: Cardholder) {
  const pastDue = pastDueOf(context, cardholder)
  return {
    id: cardholder.id,
    object: 'issuing.cardholder',
    billing: { address: cardholder.address },
    company: cardholder.taxIdProvided === null ? null : { tax_id_provided: cardholder.taxIdProvided },
    created: cardholder.created,
    email: cardholder.email,
    individual: cardholder.individual,
    livemode: false,
    metadata: cardholder.metadata,
    name: cardholder.name,
    phone_number: cardholder.phoneNumber,
    preferred_locales: cardholder.preferredLocales,
    requirements: { disabled_reason: pastDue.length === 0 ? null : 'requirements.past_due', past_due: pastDue },
    spending_controls: cardholder.spendingControls,
    status: cardholder.status,
    type: cardholder.type,
  }
}

/** Writes an issued card, without its number. https://docs.stripe.com/api/issuing/cards/object */
export function issuedCardJson(context: Context, card: IssuedCard) {
  const { rows } = context
  return {
    id: card.id,
    object: 'issuing.card',
    brand: 'Visa',
    cancellation_reason: card.cancellationReason,
    cardholder: cardholderJson(context, rows.cardholders.require(card.cardholder)),
    created: card.created,
    currency: card.currency,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    last4: card.number.slice(-4),
    latest_fraud_warning: null,
    lifecycle_controls: card.cancelAfter === null ? null : { cancel_after: { payment_count: card.cancelAfter } },
    livemode: false,
    metadata: card.metadata,
    personalization_design: null,
    replaced_by: card.replacedBy,
    replacement_for: card.replacementFor,
    replacement_reason: card.replacementReason,
    second_line: card.secondLine,
    shipping: card.shipping,
    spending_controls: card.spendingControls,
    status: card.status,
    type: card.type,
    wallets: {
      apple_pay: { eligible: true, ineligible_reason: null },
      google_pay: { eligible: true, ineligible_reason: null },
      primary_account_identifier: null,
    },
  }
}

/** Writes an authorization. https://docs.stripe.com/api/issuing/authorizations/object */
export function issuingAuthorizationJson(context: Context, authorization: IssuingAuthorization) {
  const { amount, currency, pendingAmount } = authorization
  const { rows } = context
  return {
    id: authorization.id,
    object: 'issuing.authorization',
    amount,
    amount_details: NO_DETAILS,
    approved: authorization.approved,
    authorization_method: authorization.authorizationMethod,
    balance_transactions: [],
    card: issuedCardJson(context, rows.issuedCards.require(authorization.card)),
    card_presence: cardPresence(authorization.authorizationMethod),
    cardholder: authorization.cardholder,
    created: authorization.created,
    currency,
    fleet: null,
    fuel: null,
    livemode: false,
    merchant_amount: amount,
    merchant_currency: currency,
    merchant_data: authorization.merchantData,
    metadata: authorization.metadata,
    network_data: { acquiring_institution_id: null, system_trace_audit_number: null, transaction_id: null },
    pending_request:
      pendingAmount === null
        ? null
        : {
            amount: pendingAmount,
            amount_details: NO_DETAILS,
            currency,
            is_amount_controllable: authorization.isAmountControllable,
            merchant_amount: pendingAmount,
            merchant_currency: currency,
            network_risk_score: null,
          },
    request_history: authorization.history.map((each) => decisionJson(each, currency)),
    status: authorization.status,
    token: null,
    transactions: rows.issuingTransactions.list('authorization', authorization.id).map(issuingTransactionJson),
    verification_data: authorization.verificationData,
    verified_by_fraud_challenge: null,
    wallet: authorization.wallet,
  }
}

const NO_DETAILS = { atm_fee: null, cashback_amount: null }

function decisionJson({ amount, approved, created, reason }: RequestDecision, currency: string) {
  return {
    amount,
    amount_details: NO_DETAILS,
    approved,
    authorization_code: approved ? '123456' : null,
    created,
    currency,
    merchant_amount: amount,
    merchant_currency: currency,
    network_risk_score: null,
    reason,
    reason_message: null,
    requested_at: created,
  }
}

/** Writes a movement of the money of a card. https://docs.stripe.com/api/issuing/transactions/object */
export function issuingTransactionJson(transaction: IssuingTransaction) {
  const { amount, created, currency } = transaction
  return {
    id: transaction.id,
    object: 'issuing.transaction',
    amount,
    amount_details: NO_DETAILS,
    authorization: transaction.authorization,
    balance_transaction: null,
    card: transaction.card,
    cardholder: transaction.cardholder,
    created,
    currency,
    dispute: transaction.dispute,
    livemode: false,
    merchant_amount: amount,
    merchant_currency: currency,
    merchant_data: transaction.merchantData,
    metadata: transaction.metadata,
    network_data: {
      authorization_code: transaction.authorization === null ? null : '123456',
      processing_date: new Date(created * 1000).toISOString().slice(0, 10),
      transaction_id: null,
    },
    token: null,
    type: transaction.type,
    wallet: transaction.wallet,
  }
}

/** Writes a dispute of a cardholder. https://docs.stripe.com/api/issuing/disputes/object */
export function issuingDisputeJson(dispute: IssuingDispute) {
  return {
    id: dispute.id,
    object: 'issuing.dispute',
    amount: dispute.amount,
    balance_transactions: [],
    created: dispute.created,
    currency: dispute.currency,
    evidence: dispute.evidence,
    livemode: false,
    ...(dispute.status === 'lost' ? { loss_reason: 'other' } : {}),
    metadata: dispute.metadata,
    status: dispute.status,
    transaction: dispute.transaction,
  }
}

/** The kinds of objects about issued cards. */
export const issuingResources: readonly Resource[] = [
  {
    object: 'issuing.cardholder',
    read: readOwn(({ cardholders }) => cardholders, cardholderJson),
    expandable: {},
  },
  {
    object: 'issuing.card',
    read: readOwn(({ issuedCards }) => issuedCards, issuedCardJson),
    expandable: { cvc: [], number: [], replaced_by: ['issuing.card'], replacement_for: ['issuing.card'] },
    includable: {
      cvc: ({ rows }, _account, id) => rows.issuedCards.require(id).cvc,
      number: ({ rows }, _account, id) => rows.issuedCards.require(id).number,
    },
  },
  {
    object: 'issuing.authorization',
    read: readOwn(({ issuingAuthorizations }) => issuingAuthorizations, issuingAuthorizationJson),
    expandable: { cardholder: ['issuing.cardholder'] },
  },
  {
    object: 'issuing.transaction',
    read: readOwn(
      ({ issuingTransactions }) => issuingTransactions,
      (_context, row) => issuingTransactionJson(row),
    ),
    expandable: {
      authorization: ['issuing.authorization'],
      card: ['issuing.card'],
      cardholder: ['issuing.cardholder'],
      dispute: ['issuing.dispute'],
    },
  },
  {
    object: 'issuing.dispute',
    read: readOwn(
      ({ issuingDisputes }) => issuingDisputes,
      (_context, row) => issuingDisputeJson(row),
    ),
    expandable: { transaction: ['issuing.transaction'] },
  },
]
