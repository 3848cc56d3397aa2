import { embeddedList } from '../protocol/list.ts'
import type { PaymentsContext } from '../call.ts'
import { now } from '../new-id.ts'
import type { Json, Resource } from '../protocol/resource.ts'
import type {
  ApplicationFee,
  BalanceTransaction,
  Charge,
  Dispute,
  EarlyFraudWarning,
  FeeRefund,
  Payout,
  Refund,
  Transfer,
  TransferReversal,
} from '../schema/money.ts'

/** Writes a charge. `origin` is that of the receipt's page. https://docs.stripe.com/api/charges/object */
export function chargeJson({ urls }: Pick<PaymentsContext, 'urls'>, charge: Charge): Json {
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amountCaptured,
    amount_refunded: charge.amountRefunded,
    application: null,
    application_fee: charge.applicationFee,
    application_fee_amount: charge.applicationFeeAmount,
    balance_transaction: charge.balanceTransaction,
    billing_details: charge.billingDetails,
    calculated_statement_descriptor: charge.statementDescriptor ?? 'BACKLOT',
    captured: charge.captured,
    created: charge.created,
    currency: charge.currency,
    customer: charge.customer,
    description: charge.description,
    disputed: charge.disputed,
    failure_balance_transaction: charge.failureBalanceTransaction,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    fraud_details: charge.fraudDetails,
    livemode: false,
    metadata: charge.metadata,
    on_behalf_of: charge.onBehalfOf,
    outcome: charge.outcome,
    paid: charge.paid,
    payment_intent: charge.paymentIntent,
    payment_method: charge.paymentMethod,
    payment_method_details: charge.paymentMethodDetails,
    radar_options: {},
    receipt_email: charge.receiptEmail,
    receipt_number: charge.receiptNumber,
    receipt_url: charge.status === 'failed' ? null : urls.of(`/receipts/${charge.id}`),
    refunded: charge.refunded,
    review: null,
    shipping: charge.shipping,
    source: charge.source,
    source_transfer: charge.sourceTransfer,
    statement_descriptor: charge.statementDescriptor,
    statement_descriptor_suffix: charge.statementDescriptorSuffix,
    status: charge.status,
    // Left out of the JSON text where there is none. A conditional spread would make the whole object slow to build.
    transfer: charge.transfer ?? undefined,
    transfer_data: charge.transferData,
    transfer_group: charge.transferGroup,
  }
}

/** Writes a refund. https://docs.stripe.com/api/refunds/object */
export function refundJson(refund: Refund): Json {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    charge: refund.charge,
    created: refund.created,
    currency: refund.currency,
    customer: refund.customer,
    customer_account: null,
    destination_details: refund.destinationDetails,
    ...(refund.failureBalanceTransaction === null
      ? {}
      : { failure_balance_transaction: refund.failureBalanceTransaction }),
    ...(refund.failureReason === null ? {} : { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: refund.paymentIntent,
    payment_method: refund.paymentMethod,
    ...(refund.pendingReason === null ? {} : { pending_reason: refund.pendingReason }),
    reason: refund.reason,
    receipt_number: refund.receiptNumber,
    source_transfer_reversal: refund.sourceTransferReversal,
    status: refund.status,
    transfer_reversal: refund.transferReversal,
  }
}

function caseTypeOf({ status, reason }: Dispute): string {
  if (reason === 'noncompliant') return 'compliance'
  return status.startsWith('warning') ? 'inquiry' : 'chargeback'
}

/** Writes the state of the answer under a program of the card network. */
function eligibilityJson(dispute: Dispute): object {
  const { eligibility } = dispute
  if (eligibility === null) return {}
  if (eligibility === 'visa_compelling_evidence_3') {
    const missing = ['missing_prior_undisputed_transactions', 'missing_customer_identifiers']
    return { [eligibility]: { required_actions: missing, status: 'requires_action' } }
  }
  return { [eligibility]: { status: acknowledgesFee(dispute) ? 'fee_acknowledged' : 'requires_fee_acknowledgement' } }
}

/** Returns true where the evidence of a dispute acknowledges the network's fee. */
export function acknowledgesFee({ eligibility, evidence }: Dispute): boolean {
  type Enhanced = Readonly<Record<string, { readonly fee_acknowledged?: unknown } | undefined>>
  const enhanced = evidence['enhanced_evidence'] as Enhanced | null | undefined // as the request gave it
  return String(enhanced?.[eligibility ?? '']?.fee_acknowledged) === 'true'
}

/** Writes a dispute. https://docs.stripe.com/api/disputes/object */
export function disputeJson(context: PaymentsContext, dispute: Dispute): Json {
  const { rows } = context
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.balanceTransactions.map((id) =>
      balanceTransactionJson(context, rows.balanceTransactions.require(id)),
    ),
    charge: dispute.charge,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: dispute.eligibility === null ? [] : [dispute.eligibility],
    evidence: dispute.evidence,
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: eligibilityJson(dispute),
      has_evidence: Object.values(dispute.evidence).some((each) => typeof each === 'string'),
      past_due: dispute.dueBy !== null && dispute.dueBy < now(context),
      submission_count: dispute.submissionCount,
      submission_method: dispute.submissionCount > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.isChargeRefundable,
    livemode: false,
    metadata: dispute.metadata,
    payment_intent: dispute.paymentIntent,
    ...(dispute.brand === null
      ? {}
      : {
          payment_method_details: {
            card: {
              brand: dispute.brand,
              case_type: caseTypeOf(dispute),
              network: dispute.brand,
              network_reason_code: '10.4',
            },
            type: 'card',
          },
        }),
    reason: dispute.reason,
    status: dispute.status,
  }
}

/** Writes an early fraud warning. https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export function earlyFraudWarningJson(warning: EarlyFraudWarning): Json {
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: warning.actionable,
    charge: warning.charge,
    created: warning.created,
    fraud_type: warning.fraudType,
    livemode: false,
    ...(warning.paymentIntent === null ? {} : { payment_intent: warning.paymentIntent }),
  }
}

/** Writes a movement of money. https://docs.stripe.com/api/balance_transactions/object */
export function balanceTransactionJson(context: Pick<PaymentsContext, 'clock'>, transaction: BalanceTransaction): Json {
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
export function payoutJson(payout: Payout): Json {
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
    reconciliation_status: 'not_applicable',
    reversed_by: payout.reversedBy,
    source_type: payout.sourceType,
    statement_descriptor: payout.statementDescriptor,
    status: payout.status,
    trace_id: null,
    type: 'bank_account',
  }
}

/** Writes a transfer. https://docs.stripe.com/api/transfers/object */
export function transferJson({ rows }: Pick<PaymentsContext, 'rows'>, transfer: Transfer): Json {
  const reversals = rows.transferReversals.list('transfer', transfer.id).toReversed().map(transferReversalJson)
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: transfer.amountReversed,
    balance_transaction: transfer.balanceTransaction,
    created: transfer.created,
    currency: transfer.currency,
    description: transfer.description,
    destination: transfer.destination,
    destination_payment: transfer.destinationPayment,
    livemode: false,
    metadata: transfer.metadata,
    reversals: embeddedList(reversals, `/v1/transfers/${transfer.id}/reversals`),
    reversed: transfer.amountReversed === transfer.amount,
    source_transaction: transfer.sourceTransaction,
    source_type: 'card',
    transfer_group: transfer.transferGroup,
  }
}

/** Writes the reversal of a transfer. https://docs.stripe.com/api/transfer_reversals/object */
export function transferReversalJson(reversal: TransferReversal): Json {
  return {
    id: reversal.id,
    object: 'transfer_reversal',
    amount: reversal.amount,
    balance_transaction: reversal.balanceTransaction,
    created: reversal.created,
    currency: reversal.currency,
    destination_payment_refund: reversal.destinationPaymentRefund,
    metadata: reversal.metadata,
    source_refund: reversal.sourceRefund,
    transfer: reversal.transfer,
  }
}

/** Writes an application fee. https://docs.stripe.com/api/application_fees/object */
export function applicationFeeJson({ rows }: Pick<PaymentsContext, 'rows'>, fee: ApplicationFee): Json {
  const refunds = rows.feeRefunds.list('fee', fee.id).toReversed().map(feeRefundJson)
  return {
    id: fee.id,
    object: 'application_fee',
    account: fee.payer,
    amount: fee.amount,
    amount_refunded: fee.amountRefunded,
    application: 'ca_BacklotPlatform',
    balance_transaction: fee.balanceTransaction,
    charge: fee.charge,
    created: fee.created,
    currency: fee.currency,
    fee_source: { charge: fee.charge, type: 'charge' },
    livemode: false,
    originating_transaction: fee.originatingTransaction,
    refunded: fee.amountRefunded === fee.amount,
    refunds: embeddedList(refunds, `/v1/application_fees/${fee.id}/refunds`),
  }
}

/** Writes the refund of an application fee. https://docs.stripe.com/api/fee_refunds/object */
export function feeRefundJson(refund: FeeRefund): Json {
  return {
    id: refund.id,
    object: 'fee_refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransaction,
    created: refund.created,
    currency: refund.currency,
    fee: refund.fee,
    metadata: refund.metadata,
  }
}

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
