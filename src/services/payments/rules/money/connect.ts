import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import type { ApplicationFee, Charge, Transfer } from '#payments/schema/money.ts'
import { addBalanceTransaction, applicationFeePart } from './balance-transactions.ts'

/** Adds the platform's share of a payment to the platform's balance. `charge` is in the account that pays the share. */
export function addApplicationFee(
  context: PaymentsContext,
  charge: Charge,
  amount: number,
  originatingTransaction: string | null = null,
): ApplicationFee {
  const { rows } = context
  const platform = rows.platform.get()
  const head = newRecord(context, platform, 'fee_')
  const transaction = addBalanceTransaction(context, platform, {
    amount,
    currency: charge.currency,
    type: 'application_fee',
    reportingCategory: 'platform_earning',
    source: head.id,
    description: `Application fee from ${charge.account}`,
  })
  const fee = rows.applicationFees.insert({
    payer: charge.account,
    amount,
    amountRefunded: 0,
    balanceTransaction: transaction.id,
    charge: charge.id,
    currency: charge.currency,
    originatingTransaction,
    ...head,
  })
  context.emit({ type: 'application_fee.created', kind: 'application_fee', row: fee })
  return fee
}

/**
 * Sends the money of a destination charge on to its account, less the platform's fee.
 * https://docs.stripe.com/connect/destination-charges
 */
export function payDestination(context: PaymentsContext, charge: Charge): Charge {
  const { rows } = context
  const { transferData, currency } = charge
  if (transferData === null) return charge
  const amount = transferData.amount ?? charge.amountCaptured
  const feeAmount = transferData.amount === null ? Math.min(charge.applicationFeeAmount ?? 0, amount) : 0
  const transfer = addTransfer(context, charge.account, {
    amount,
    currency,
    destination: transferData.destination,
    sourceTransaction: charge.id,
    transferGroup: charge.transferGroup ?? `group_${charge.paymentIntent ?? charge.id}`,
    feeAmount,
  })
  const payment = rows.charges.require(transfer.destinationPayment)
  const fee = feeAmount > 0 ? addApplicationFee(context, payment, feeAmount, charge.id) : null
  if (fee !== null) rows.charges.update(payment.id, { applicationFee: fee.id, applicationFeeAmount: feeAmount })
  return rows.charges.update(charge.id, {
    transfer: transfer.id,
    applicationFee: fee?.id ?? null,
    transferGroup: transfer.transferGroup,
  })
}

interface TransferInput {
  readonly amount: number
  readonly currency: string
  readonly destination: string
  readonly sourceTransaction: string | null
  readonly transferGroup: string | null
  readonly description?: string | null
  readonly metadata?: Transfer['metadata']
  /** The platform's fee, which the destination pays. */
  readonly feeAmount?: number
}

/** Moves money from an account to a connected one, where a charge stands for it. Emits `transfer.created`. */
export function addTransfer(context: PaymentsContext, account: string, input: TransferInput): Transfer {
  const { rows } = context
  const { amount, currency, destination, sourceTransaction, feeAmount = 0 } = input
  const head = newRecord(context, account, 'tr_')
  const source = sourceTransaction === null ? undefined : rows.charges.get(sourceTransaction)
  const availableOn = source && rows.balanceTransactions.get(source.balanceTransaction)?.availableOn
  const outgoing = addBalanceTransaction(context, account, {
    amount: -amount,
    currency,
    type: 'transfer',
    source: head.id,
    description: input.description ?? null,
    ...(availableOn === undefined ? {} : { availableOn }),
  })
  const payment = addTransferredPayment(context, { ...input, transfer: head.id })
  const incoming = addBalanceTransaction(context, destination, {
    amount,
    currency,
    type: 'payment',
    reportingCategory: 'charge',
    source: payment.id,
    fees: feeAmount > 0 ? [applicationFeePart(feeAmount, currency)] : [],
    availableOn: availableOn ?? head.created,
  })
  const settled = rows.charges.update(payment.id, { balanceTransaction: incoming.id })
  const transfer = rows.transfers.insert({
    amount,
    amountReversed: 0,
    balanceTransaction: outgoing.id,
    currency,
    description: input.description ?? null,
    destination,
    destinationPayment: payment.id,
    metadata: input.metadata ?? {},
    sourceTransaction,
    transferGroup: input.transferGroup,
    ...head,
  })
  context.emit({ type: 'transfer.created', kind: 'transfer', row: transfer })
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: settled })
  return transfer
}

function addTransferredPayment(
  context: PaymentsContext,
  { amount, currency, destination, transfer }: TransferInput & { readonly transfer: string },
): Charge {
  return context.rows.charges.insert({
    ...newRecord(context, destination, 'py_'),
    amount,
    amountCaptured: amount,
    amountRefunded: 0,
    applicationFee: null,
    applicationFeeAmount: null,
    balanceTransaction: null,
    billingDetails: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    captured: true,
    currency,
    customer: null,
    description: null,
    disputed: false,
    failureBalanceTransaction: null,
    failureCode: null,
    failureMessage: null,
    fraudDetails: {},
    metadata: {},
    onBehalfOf: null,
    outcome: null,
    paid: true,
    paymentIntent: null,
    paymentMethod: null,
    paymentMethodDetails: { stripe_account: {}, type: 'stripe_account' },
    receiptEmail: null,
    receiptNumber: null,
    receiptToken: context.ids.secret.base62(32),
    refunded: false,
    shipping: null,
    source: null,
    sourceTransfer: transfer,
    statementDescriptor: null,
    statementDescriptorSuffix: null,
    status: 'succeeded',
    transfer: null,
    transferData: null,
    transferGroup: null,
  })
}
