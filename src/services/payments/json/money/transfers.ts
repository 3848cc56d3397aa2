import { PLATFORM_APPLICATION } from '#payments/rules/connect/application.ts'
import { countedPageJson, firstPageJson } from '../page.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { ApplicationFee, FeeRefund, Transfer, TransferReversal } from '#payments/schema/money.ts'

/** Writes a transfer. https://docs.stripe.com/api/transfers/object */
export function transferJson({ rows }: Pick<PaymentsContext, 'rows'>, transfer: Transfer) {
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
    reversals: countedPageJson(reversals, `/v1/transfers/${transfer.id}/reversals`),
    reversed: transfer.amountReversed === transfer.amount,
    source_transaction: transfer.sourceTransaction,
    source_type: 'card',
    transfer_group: transfer.transferGroup,
  }
}

/** Writes the reversal of a transfer. https://docs.stripe.com/api/transfer_reversals/object */
export function transferReversalJson(reversal: TransferReversal) {
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
export function applicationFeeJson({ rows }: Pick<PaymentsContext, 'rows'>, fee: ApplicationFee) {
  const refunds = rows.feeRefunds.list('fee', fee.id).toReversed().map(feeRefundJson)
  return {
    id: fee.id,
    object: 'application_fee',
    account: fee.payer,
    amount: fee.amount,
    amount_refunded: fee.amountRefunded,
    application: PLATFORM_APPLICATION,
    balance_transaction: fee.balanceTransaction,
    charge: fee.charge,
    created: fee.created,
    currency: fee.currency,
    fee_source: { charge: fee.charge, type: 'charge' },
    livemode: false,
    originating_transaction: fee.originatingTransaction,
    refunded: fee.amountRefunded === fee.amount,
    refunds: firstPageJson(refunds, `/v1/application_fees/${fee.id}/refunds`),
  }
}

/** Writes the refund of an application fee. https://docs.stripe.com/api/fee_refunds/object */
export function feeRefundJson(refund: FeeRefund) {
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
