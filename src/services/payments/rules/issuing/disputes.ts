import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { newRecord } from '../records.ts'
import type { Wire } from '#payments/schema/payments.ts'
import type { IssuingDispute, IssuingTransaction } from '#payments/schema/issuing.ts'

type DisputeInput = Pick<IssuingDispute, 'evidence' | 'metadata'> & { readonly amount: number | undefined }

/**
 * Opens a dispute of a capture. Emits `issuing_dispute.created`.
 *
 * @throws 400 for a transaction that is no capture or is disputed, and for more than its amount.
 */
export function openIssuingDispute(
  context: PaymentsContext,
  transaction: IssuingTransaction,
  { amount = -transaction.amount, evidence, metadata }: DisputeInput,
): IssuingDispute {
  if (transaction.type !== 'capture' || transaction.dispute !== null) {
    throw invalidRequest('Only a capture without a dispute can be disputed.', { param: 'transaction' })
  }
  if (amount > -transaction.amount) {
    throw invalidRequest('The disputed amount cannot be larger than that of the transaction.', { param: 'amount' })
  }
  const dispute = context.rows.issuingDisputes.insert({
    amount,
    currency: transaction.currency,
    evidence,
    metadata,
    status: 'unsubmitted',
    transaction: transaction.id,
    ...newRecord(context, transaction.account, 'idp_'),
  })
  context.rows.issuingTransactions.update(transaction.id, { dispute: dispute.id })
  context.emit({ type: 'issuing_dispute.created', kind: 'issuing.dispute', row: dispute })
  return dispute
}

/**
 * Changes a dispute. Emits `issuing_dispute.updated`.
 *
 * @throws 400 for one that was submitted.
 */
export function updateIssuingDispute(
  context: PaymentsContext,
  before: IssuingDispute,
  changes: Partial<Pick<IssuingDispute, 'amount' | 'evidence' | 'metadata'>>,
): IssuingDispute {
  requireUnsubmitted(before)
  const after = context.rows.issuingDisputes.update(before.id, changes)
  context.emit({ type: 'issuing_dispute.updated', kind: 'issuing.dispute', row: after, before })
  return after
}

/**
 * Submits a dispute to the card network. An explanation of `winning_evidence` or `losing_evidence` decides it at once.
 *
 * @throws 400 for one that was submitted, and for one without an explanation of its reason.
 */
export function submitIssuingDispute(context: PaymentsContext, before: IssuingDispute): IssuingDispute {
  requireUnsubmitted(before)
  const reason = before.evidence['reason'] as string | undefined // the request's `evidence[reason]`
  const evidence = (before.evidence[reason ?? ''] ?? {}) as Wire // the hash with the name of the reason
  if (typeof evidence['explanation'] !== 'string') {
    throw invalidRequest(`The dispute needs the evidence ${reason ?? 'reason'}[explanation] before it is submitted.`)
  }
  const { issuingDisputes } = context.rows
  const submitted = issuingDisputes.update(before.id, { status: 'submitted' })
  context.emit({ type: 'issuing_dispute.submitted', kind: 'issuing.dispute', row: submitted })
  const end = ENDS.get(evidence['explanation'])
  if (end === undefined) return submitted
  const closed = issuingDisputes.update(before.id, { status: end })
  context.emit({ type: 'issuing_dispute.closed', kind: 'issuing.dispute', row: closed })
  return closed
}

const ENDS: ReadonlyMap<string, 'lost' | 'won'> = new Map([
  ['losing_evidence', 'lost'],
  ['winning_evidence', 'won'],
])

function requireUnsubmitted({ id, status }: IssuingDispute): void {
  if (status === 'unsubmitted') return
  throw invalidRequest(`The dispute ${id} can no longer be changed: it is ${status}.`)
}
