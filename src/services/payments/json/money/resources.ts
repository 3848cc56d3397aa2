import { EVIDENCE_FILES } from '#payments/rules/money/dispute-evidence.ts'
import { countedPageJson } from '../page.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { chargeJson, refundJson } from './charges.ts'
import { disputeJson, earlyFraudWarningJson } from './disputes.ts'
import { balanceTransactionJson, payoutJson } from './balance-transactions.ts'
import { transferJson, transferReversalJson, applicationFeeJson, feeRefundJson } from './transfers.ts'
import { readOwn } from '../read-own.ts'

/** Returns the refunds of a charge as the list that charges include when it is expanded. */
function refundsOf({ rows }: Pick<PaymentsContext, 'rows'>, charge: string) {
  const items = rows.refunds.list('charge', charge).toReversed().map(refundJson)
  return countedPageJson(items, `/v1/charges/${charge}/refunds`)
}

/** The kinds of objects about money. */
export const moneyResources: readonly Resource[] = [
  {
    object: 'charge',
    read: readOwn(({ charges }) => charges, chargeJson),
    expandable: {
      application: ['application'],
      application_fee: ['application_fee'],
      balance_transaction: ['balance_transaction'],
      customer: ['customer'],
      failure_balance_transaction: ['balance_transaction'],
      on_behalf_of: ['account'],
      payment_intent: ['payment_intent'],
      refunds: [],
      review: ['review'],
      source_transfer: ['transfer'],
      transfer: ['transfer'],
      'transfer_data.destination': ['account'],
      'payment_method_details.bancontact.generated_sepa_debit': ['payment_method'],
      'payment_method_details.bancontact.generated_sepa_debit_mandate': ['mandate'],
      'payment_method_details.ideal.generated_sepa_debit': ['payment_method'],
      'payment_method_details.ideal.generated_sepa_debit_mandate': ['mandate'],
      'payment_method_details.card.mandate': ['mandate'],
      'payment_method_details.us_bank_account.mandate': ['mandate'],
    },
    includable: { refunds: (context, _account, id) => refundsOf(context, id) },
  },
  {
    object: 'refund',
    read: readOwn(
      ({ refunds }) => refunds,
      (_context, row) => refundJson(row),
    ),
    expandable: {
      balance_transaction: ['balance_transaction'],
      charge: ['charge'],
      customer: ['customer'],
      failure_balance_transaction: ['balance_transaction'],
      payment_intent: ['payment_intent'],
      payment_method: ['payment_method'],
      source_transfer_reversal: ['transfer_reversal'],
      transfer_reversal: ['transfer_reversal'],
    },
  },
  {
    object: 'dispute',
    read: readOwn(({ disputes }) => disputes, disputeJson),
    expandable: {
      charge: ['charge'],
      payment_intent: ['payment_intent'],
      ...Object.fromEntries(EVIDENCE_FILES.map((name) => [`evidence.${name}`, ['file']])),
    },
  },
  {
    object: 'radar.early_fraud_warning',
    read: readOwn(
      ({ earlyFraudWarnings }) => earlyFraudWarnings,
      (_context, row) => earlyFraudWarningJson(row),
    ),
    expandable: { charge: ['charge'], payment_intent: ['payment_intent'] },
  },
  {
    object: 'balance_transaction',
    read: readOwn(({ balanceTransactions }) => balanceTransactions, balanceTransactionJson),
    expandable: {
      source: [
        'charge',
        'refund',
        'dispute',
        'payout',
        'transfer',
        'transfer_reversal',
        'application_fee',
        'fee_refund',
      ],
    },
  },
  {
    object: 'payout',
    read: readOwn(
      ({ payouts }) => payouts,
      (_context, row) => payoutJson(row),
    ),
    expandable: {
      balance_transaction: ['balance_transaction'],
      destination: ['bank_account', 'card'],
      failure_balance_transaction: ['balance_transaction'],
      original_payout: ['payout'],
      reversed_by: ['payout'],
    },
  },
  {
    object: 'transfer',
    read: readOwn(({ transfers }) => transfers, transferJson),
    expandable: {
      balance_transaction: ['balance_transaction'],
      destination: ['account'],
      destination_payment: ['charge'],
      source_transaction: ['charge'],
    },
  },
  {
    object: 'transfer_reversal',
    read: readOwn(
      ({ transferReversals }) => transferReversals,
      (_context, row) => transferReversalJson(row),
    ),
    expandable: {
      balance_transaction: ['balance_transaction'],
      destination_payment_refund: ['refund'],
      source_refund: ['refund'],
      transfer: ['transfer'],
    },
  },
  {
    object: 'application_fee',
    read: readOwn(({ applicationFees }) => applicationFees, applicationFeeJson),
    expandable: {
      account: ['account'],
      application: ['application'],
      balance_transaction: ['balance_transaction'],
      charge: ['charge'],
      originating_transaction: ['charge'],
    },
  },
  {
    object: 'fee_refund',
    read: readOwn(
      ({ feeRefunds }) => feeRefunds,
      (_context, row) => feeRefundJson(row),
    ),
    expandable: { balance_transaction: ['balance_transaction'], fee: ['application_fee'] },
  },
]
