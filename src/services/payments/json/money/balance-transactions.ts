import type { PaymentsContext } from '#payments/call.ts'
import { now } from '#payments/rules/new-id.ts'
import type { BalanceTransaction, Payout } from '#payments/schema/money.ts'

/** Writes a movement of money. https://docs.stripe.com/api/balance_transactions/object */
export function balanceTransactionJson(context: Pick<PaymentsContext, 'clock'>, transaction: BalanceTransaction) {
  return {
    id: transaction.id,
    object: 'balance_transaction',
    amount: transaction.amount,
    available_on: transaction.availableOn,
    balance_type: 'payments',
    created: transaction.created,
    currency: transaction.currency,
    description: transaction.description,
    exchange_rate: null,
    fee: transaction.fee,
    fee_details: transaction.feeDetails,
    net: transaction.net,
    reporting_category: transaction.reportingCategory,
    source: transaction.source,
    status: transaction.availableOn <= now(context) ? 'available' : 'pending',
    type: transaction.type,
  }
}

/** Writes a payout. https://docs.stripe.com/api/payouts/object */
export function payoutJson(payout: Payout) {
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivalDate,
    automatic: payout.automatic,
    balance_transaction: payout.balanceTransaction,
    created: payout.created,
    currency: payout.currency,
    description: payout.description,
    destination: payout.destination,
    failure_balance_transaction: payout.failureBalanceTransaction,
    failure_code: payout.failureCode,
    failure_message: payout.failureMessage,
    livemode: false,
    metadata: payout.metadata,
    method: payout.method,
    original_payout: payout.originalPayout,
    payout_method: null,
    reconciliation_status: reconciliationOf(payout),
    reversed_by: payout.reversedBy,
    source_type: payout.sourceType,
    statement_descriptor: payout.statementDescriptor,
    status: payout.status,
    trace_id: { status: payout.status === 'pending' ? 'pending' : 'unsupported', value: null },
    type: 'bank_account',
  }
}

/** The transactions of an automatic payout are known; those of one that was asked for are not. */
function reconciliationOf({ automatic, status }: Payout): string {
  if (!automatic) return 'not_applicable'
  return status === 'pending' ? 'in_progress' : 'completed'
}
