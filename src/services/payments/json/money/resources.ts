import { embeddedList } from '#payments/protocol/list.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { chargeJson, refundJson } from './charges.ts'
import { disputeJson, earlyFraudWarningJson } from './disputes.ts'
import { balanceTransactionJson, payoutJson } from './balance-transactions.ts'
import { transferJson, transferReversalJson, applicationFeeJson, feeRefundJson } from './transfers.ts'

/** Returns the refunds of a charge as the list that charges include when it is expanded. */
function refundsOf({ rows }: Pick<PaymentsContext, 'rows'>, charge: string): object {
  const items = rows.refunds.list('charge', charge).toReversed().map(refundJson)
  return embeddedList(items, `/v1/charges/${charge}/refunds`)
}

/** The kinds of objects about money. */
export const moneyResources: readonly Resource[] = [
  {
    object: 'charge',
    read(context, account, id) {
      const row = context.rows.charges.get(id)
      return row?.account === account ? chargeJson(context, row) : undefined
    },
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
      'payment_method_details.card.mandate': ['mandate'],
      'payment_method_details.us_bank_account.mandate': ['mandate'],
    },
    includable: { refunds: (context, _account, id) => refundsOf(context, id) },
  },
  {
    object: 'refund',
    read({ rows }, account, id) {
      const row = rows.refunds.get(id)
      return row?.account === account ? refundJson(row) : undefined
    },
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
    read(context, account, id) {
      const row = context.rows.disputes.get(id)
      return row?.account === account ? disputeJson(context, row) : undefined
    },
    expandable: { charge: ['charge'], payment_intent: ['payment_intent'] },
  },
  {
    object: 'radar.early_fraud_warning',
    read({ rows }, account, id) {
      const row = rows.earlyFraudWarnings.get(id)
      return row?.account === account ? earlyFraudWarningJson(row) : undefined
    },
    expandable: { charge: ['charge'], payment_intent: ['payment_intent'] },
  },
  {
    object: 'balance_transaction',
    read(context, account, id) {
      const row = context.rows.balanceTransactions.get(id)
      return row?.account === account ? balanceTransactionJson(context, row) : undefined
    },
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
    read({ rows }, account, id) {
      const row = rows.payouts.get(id)
      return row?.account === account ? payoutJson(row) : undefined
    },
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
    read(context, account, id) {
      const row = context.rows.transfers.get(id)
      return row?.account === account ? transferJson(context, row) : undefined
    },
    expandable: {
      balance_transaction: ['balance_transaction'],
      destination: ['account'],
      destination_payment: ['charge'],
      source_transaction: ['charge'],
    },
  },
  {
    object: 'transfer_reversal',
    read({ rows }, account, id) {
      const row = rows.transferReversals.get(id)
      return row?.account === account ? transferReversalJson(row) : undefined
    },
    expandable: {
      balance_transaction: ['balance_transaction'],
      destination_payment_refund: ['refund'],
      source_refund: ['refund'],
      transfer: ['transfer'],
    },
  },
  {
    object: 'application_fee',
    read(context, account, id) {
      const row = context.rows.applicationFees.get(id)
      return row?.account === account ? applicationFeeJson(context, row) : undefined
    },
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
    read({ rows }, account, id) {
      const row = rows.feeRefunds.get(id)
      return row?.account === account ? feeRefundJson(row) : undefined
    },
    expandable: { balance_transaction: ['balance_transaction'], fee: ['application_fee'] },
  },
]
