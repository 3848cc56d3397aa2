import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { newRecord } from '../records.ts'
import type { IssuingTransaction } from '#payments/schema/issuing.ts'

type TransactionInput = Omit<IssuingTransaction, 'id' | 'account' | 'seq' | 'created' | 'dispute' | 'metadata'>

/** Records a movement of the money of a card. Emits `issuing_transaction.created`. */
export function addTransaction(context: PaymentsContext, account: string, input: TransactionInput): IssuingTransaction {
  const transaction = context.rows.issuingTransactions.insert({
    ...newRecord(context, account, 'ipi_'),
    ...input,
    dispute: null,
    metadata: {},
  })
  context.emit({ type: 'issuing_transaction.created', kind: 'issuing.transaction', row: transaction })
  return transaction
}

/**
 * Returns money of a capture to the card. Emits `issuing_transaction.created`.
 *
 * @throws 400 for what is no capture, and for more than was taken.
 */
export function refundTransaction(
  context: PaymentsContext,
  { id: _id, seq: _seq, created: _created, dispute: _dispute, metadata: _metadata, ...capture }: IssuingTransaction,
  amount = -capture.amount,
): IssuingTransaction {
  if (capture.type !== 'capture' || amount > -capture.amount) {
    throw invalidRequest('Only a capture can be refunded, and no more than its amount.', { param: 'refund_amount' })
  }
  return addTransaction(context, capture.account, { ...capture, amount, type: 'refund' })
}
