import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { newRecord } from '../records.ts'
import type { ApplicationFee, Charge, FeeRefund, Transfer, TransferReversal } from '#payments/schema/money.ts'
import { addBalanceTransaction } from './balance-transactions.ts'

/**
 * Takes the money of a transfer back from the connected account. Emits `transfer.reversed`.
 * https://docs.stripe.com/connect/separate-charges-and-transfers#reverse-transfers
 *
 * @throws 400 for more than is left of the transfer.
 */
export function addReversal(
  context: PaymentsContext,
  transfer: Transfer,
  amount: number,
  {
    sourceRefund = null,
    metadata = {},
  }: { sourceRefund?: string | null; metadata?: TransferReversal['metadata'] } = {},
): TransferReversal {
  const { rows } = context
  const reversible = transfer.amount - transfer.amountReversed
  if (amount < 1 || amount > reversible) {
    throw invalidParameter(
      'amount',
      `You cannot reverse ${amount} of transfer ${transfer.id}: ${reversible} of it has not been reversed.`,
      'amount_too_large',
    )
  }
  const head = newRecord(context, transfer.account, 'trr_')
  const incoming = addBalanceTransaction(context, transfer.account, {
    amount,
    currency: transfer.currency,
    type: 'transfer_refund',
    reportingCategory: 'transfer_reversal',
    source: head.id,
    availableOn: head.created,
  })
  const refund = refundDestinationPayment(context, transfer, amount)
  const reversal = rows.transferReversals.insert({
    amount,
    balanceTransaction: incoming.id,
    currency: transfer.currency,
    destinationPaymentRefund: refund,
    metadata,
    sourceRefund,
    transfer: transfer.id,
    ...head,
  })
  const after = rows.transfers.update(transfer.id, { amountReversed: transfer.amountReversed + amount })
  context.emit({ type: 'transfer.reversed', kind: 'transfer', row: after, before: transfer })
  return reversal
}

/** Refunds the charge that stands for a transfer in the connected account. Returns the id of the refund. */
function refundDestinationPayment(context: PaymentsContext, transfer: Transfer, amount: number): string {
  const { rows } = context
  const payment = rows.charges.require(transfer.destinationPayment)
  const head = newRecord(context, payment.account, 'pyr_')
  const transaction = addBalanceTransaction(context, payment.account, {
    amount: -amount,
    currency: payment.currency,
    type: 'payment_refund',
    reportingCategory: 'refund',
    source: head.id,
  })
  const amountRefunded = payment.amountRefunded + amount
  rows.charges.update(payment.id, { amountRefunded, refunded: amountRefunded === payment.amount })
  rows.refunds.insert({
    amount,
    balanceTransaction: transaction.id,
    charge: payment.id,
    currency: payment.currency,
    customer: null,
    destinationDetails: { type: 'stripe_account' },
    failureBalanceTransaction: null,
    failureReason: null,
    instructionsEmail: null,
    metadata: {},
    paymentIntent: null,
    paymentMethod: null,
    pendingReason: null,
    reason: null,
    receiptNumber: null,
    sourceTransferReversal: null,
    transferReversal: null,
    status: 'succeeded',
    ...head,
  })
  return head.id
}

/**
 * Reverses the transfer of a destination charge in proportion to a refund. Returns the id of the reversal.
 *
 * @throws 400 for a charge without transfer.
 */
export function reverseTransfer(context: PaymentsContext, charge: Charge, refunded: number, refund: string): string {
  const transfer = context.rows.transfers.get(charge.transfer)
  if (transfer === undefined) {
    throw invalidRequest(
      `Cannot reverse transfer on charge ${charge.id} because it does not have an associated transfer.`,
      {
        param: 'reverse_transfer',
      },
    )
  }
  const share = shareOf(transfer.amount, charge, refunded)
  return addReversal(context, transfer, Math.min(share, transfer.amount - transfer.amountReversed), {
    sourceRefund: refund,
  }).id
}

/** Returns the part of an amount that a refund is of its charge. The last refund takes the rest. */
function shareOf(amount: number, charge: Charge, refunded: number): number {
  const all = charge.amountCaptured
  if (charge.amountRefunded + refunded === all) return amount - Math.floor((amount * charge.amountRefunded) / all)
  return (
    Math.floor((amount * (charge.amountRefunded + refunded)) / all) - Math.floor((amount * charge.amountRefunded) / all)
  )
}

/**
 * Returns the platform's fee of a charge in proportion to a refund.
 *
 * @throws 400 for a charge without fee or transfer.
 */
export function refundApplicationFee(context: PaymentsContext, charge: Charge, refunded: number): void {
  const fee = context.rows.applicationFees.get(charge.applicationFee)
  if (fee === undefined) {
    // A transfer of a part of the payment leaves the platform the rest, which stands for a fee.
    if (charge.transfer !== null) return
    throw invalidRequest(`Cannot refund the application fee of charge ${charge.id} because it has none.`, {
      param: 'refund_application_fee',
    })
  }
  const share = Math.min(shareOf(fee.amount, charge, refunded), fee.amount - fee.amountRefunded)
  if (share > 0) addFeeRefund(context, fee, share)
}

/** 400: a refund of more than is left of a fee, or than it ever was. */
function tooMuchOfFee({ amount: all, currency }: ApplicationFee, amount: number, refundable: number): Failure {
  const words = formatAmount(amount, currency)
  return invalidParameter(
    'amount',
    amount > all
      ? `Refund amount (${words}) is greater than fee amount (${formatAmount(all, currency)})`
      : `Refund amount (${words}) is greater than unrefunded amount on fee (${formatAmount(refundable, currency)})`,
    'amount_too_large',
  )
}

/** Returns a part of the platform's fee to the account that paid it. Emits `application_fee.refunded`. */
export function addFeeRefund(
  context: PaymentsContext,
  fee: ApplicationFee,
  amount: number,
  metadata: FeeRefund['metadata'] = {},
): FeeRefund {
  const { rows } = context
  const refundable = fee.amount - fee.amountRefunded
  if (amount < 1 || amount > refundable) {
    throw tooMuchOfFee(fee, amount, refundable)
  }
  const head = newRecord(context, fee.account, 'fr_')
  const outgoing = addBalanceTransaction(context, fee.account, {
    amount: -amount,
    currency: fee.currency,
    type: 'application_fee_refund',
    reportingCategory: 'platform_earning_refund',
    source: head.id,
  })
  addBalanceTransaction(context, fee.payer, {
    amount,
    currency: fee.currency,
    type: 'adjustment',
    reportingCategory: 'fee',
    source: fee.charge,
    description: `Refund of application fee ${fee.id}`,
    availableOn: head.created,
  })
  const refund = rows.feeRefunds.insert({
    amount,
    balanceTransaction: outgoing.id,
    currency: fee.currency,
    fee: fee.id,
    metadata,
    ...head,
  })
  const after = rows.applicationFees.update(fee.id, { amountRefunded: fee.amountRefunded + amount })
  context.emit({ type: 'application_fee.refunded', kind: 'application_fee', row: after })
  return refund
}
