import { EVIDENCE } from './dispute-evidence.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { acknowledgesFee } from './dispute-evidence.ts'
import { now } from '../new-id.ts'
import { newRecord } from '../records.ts'
import type { Charge, Dispute } from '#payments/schema/money.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { addBalanceTransaction, availableAfter, stripeFee } from './balance-transactions.ts'
import { disputeFeeOf } from './fees.ts'
import { closeReview } from './reviews.ts'
import { DAY_SECONDS } from '../seconds.ts'

/** The days in which an account may answer a dispute, and an inquiry. */
const DAYS_TO_ANSWER = 9
const INQUIRY_DAYS = 90
/** The days that the bank takes to decide about an answer. */
const REVIEW_DAYS = 75

/** The reason of a new dispute. */
export interface DisputeInput {
  readonly reason: string
  /** True for an inquiry, which withdraws no money yet. */
  readonly inquiry?: boolean
  readonly amount?: number
  readonly eligibility?: Dispute['eligibility']
}

/** Opens a dispute of a charge: its money is withdrawn, with the fee, unless it is an inquiry. */
export function openDispute(context: PaymentsContext, charge: Charge, input: DisputeInput): Dispute {
  const { reason, inquiry = false, amount = charge.amountCaptured - charge.amountRefunded } = input
  const { rows } = context
  const head = newRecord(context, charge.account, charge.id.startsWith('py_') ? 'pdp_' : 'du_')
  const days = inquiry ? INQUIRY_DAYS : DAYS_TO_ANSWER
  const card = charge.paymentMethodDetails['card'] as { brand: string } | undefined // new-charge.ts writes it
  const opened = rows.disputes.insert({
    amount,
    balanceTransactions: [],
    charge: charge.id,
    currency: charge.currency,
    evidence: {
      ...Object.fromEntries(EVIDENCE.map((name) => [name, null])),
      customer_email_address: charge.billingDetails.email,
      customer_name: charge.billingDetails.name,
      enhanced_evidence: {},
    },
    dueBy: head.created + days * DAY_SECONDS,
    submissionCount: 0,
    isChargeRefundable: inquiry,
    metadata: {},
    paymentIntent: charge.paymentIntent,
    brand: card?.brand ?? null,
    eligibility: input.eligibility ?? null,
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
    ...head,
  })
  const disputed = rows.charges.update(charge.id, { disputed: true })
  const dispute = inquiry ? opened : withdraw(context, opened)
  context.emit({ type: 'charge.dispute.created', kind: 'dispute', row: dispute })
  if (!inquiry) context.emit({ type: 'charge.dispute.funds_withdrawn', kind: 'dispute', row: dispute })
  context.emit({ type: 'charge.updated', kind: 'charge', row: disputed, before: charge })
  closeReview(context, charge.id, 'disputed')
  context.schedule(days * DAY_SECONDS * 1000, 'endDispute', { dispute: dispute.id })
  return dispute
}

function withdraw(context: PaymentsContext, dispute: Dispute): Dispute {
  const country = context.rows.accounts.get(dispute.account)?.country ?? 'US'
  const fee = disputeFeeOf(dispute.currency, country)
  const transaction = addBalanceTransaction(context, dispute.account, {
    amount: -dispute.amount,
    currency: dispute.currency,
    type: 'adjustment',
    reportingCategory: 'dispute',
    source: dispute.id,
    description: `Chargeback withdrawal for ${dispute.charge}`,
    availableOn: availableAfter(context, dispute.account, now(context)),
    fees: [stripeFee(fee, dispute.currency, 'Dispute fee')],
  })
  return context.rows.disputes.update(dispute.id, {
    balanceTransactions: [...dispute.balanceTransactions, transaction.id],
  })
}

/** True while an account may answer a dispute. */
function isOpen({ status }: Dispute): boolean {
  return status === 'needs_response' || status === 'warning_needs_response'
}

/** The answer of an account to a dispute. */
export interface DisputeAnswer {
  readonly evidence: Wire
  readonly submit: boolean
  readonly metadata?: Dispute['metadata']
}

/**
 * Changes the evidence of a dispute, and emits `charge.dispute.updated`. `submit` sends it to the bank, which for the
 * vendor's test texts has decided by the next request: `winning_evidence`, `losing_evidence`,
 * `escalate_inquiry_evidence`. https://docs.stripe.com/testing#evidence
 */
export function answerDispute(
  context: PaymentsContext,
  before: Dispute,
  { evidence, submit, metadata = before.metadata }: DisputeAnswer,
): Dispute {
  if (!isOpen(before)) {
    throw invalidRequest('This dispute is already closed')
  }
  const merged: Wire = { ...before.evidence, ...evidence }
  const filled = context.rows.disputes.update(before.id, { evidence: merged, metadata })
  if (!submit) {
    context.emit({ type: 'charge.dispute.updated', kind: 'dispute', row: filled, before })
    return filled
  }
  if (requiresFee(filled) && !acknowledgesFee(filled)) {
    throw invalidParameter(
      `evidence[enhanced_evidence][${filled.eligibility}][fee_acknowledged]`,
      'You must acknowledge the network fee before you submit evidence for a compliance dispute: set fee_acknowledged to true.',
    )
  }
  const inquiry = before.status === 'warning_needs_response'
  const submitted = context.rows.disputes.update(before.id, {
    submissionCount: before.submissionCount + 1,
    status: inquiry ? 'warning_under_review' : 'under_review',
  })
  context.emit({ type: 'charge.dispute.updated', kind: 'dispute', row: submitted, before })
  if (DECISIVE_TEXTS.includes(String(merged['uncategorized_text']))) {
    context.rows.backgroundTasks.insert({ kind: 'decision', subject: before.id })
  } else {
    context.schedule(REVIEW_DAYS * DAY_SECONDS * 1000, 'endDispute', { dispute: before.id })
  }
  return submitted
}

/** The texts of evidence by which the vendor's test mode decides a dispute. */
const DECISIVE_TEXTS: readonly string[] = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence']

/** Decides a dispute that is under review as the text of its evidence says. */
export function decideDispute(context: PaymentsContext, id: string): void {
  const dispute = context.rows.disputes.require(id)
  const inquiry = dispute.status === 'warning_under_review'
  switch (dispute.evidence['uncategorized_text']) {
    case 'winning_evidence':
      closeDispute(context, dispute, inquiry ? 'warning_closed' : 'won')
      return
    case 'losing_evidence':
      closeDispute(context, dispute, inquiry ? 'warning_closed' : 'lost')
      return
    default:
      if (inquiry) escalate(context, dispute)
  }
}

/** True for a dispute about a rule of the card network, whose decision costs a fee. */
function requiresFee({ eligibility }: Dispute): boolean {
  return eligibility === 'visa_compliance' || eligibility === 'mastercard_compliance'
}

/** Turns an inquiry into a dispute that withdraws the money. */
function escalate(context: PaymentsContext, inquiry: Dispute): void {
  const dueBy = now(context) + DAYS_TO_ANSWER * DAY_SECONDS
  const open = context.rows.disputes.update(inquiry.id, { status: 'needs_response', dueBy, isChargeRefundable: false })
  const dispute = withdraw(context, open)
  context.schedule(DAYS_TO_ANSWER * DAY_SECONDS * 1000, 'endDispute', { dispute: dispute.id })
  context.emit({ type: 'charge.dispute.funds_withdrawn', kind: 'dispute', row: dispute })
}

/**
 * Accepts a dispute: it is lost.
 *
 * @throws 400 for one that is closed.
 */
export function acceptDispute(context: PaymentsContext, dispute: Dispute): Dispute {
  if (!isOpen(dispute)) {
    throw invalidRequest('This dispute is already closed')
  }
  return closeDispute(context, dispute, dispute.status === 'needs_response' ? 'lost' : 'warning_closed')
}

/** Closes a dispute; the money of one that is won comes back. Emits `charge.dispute.closed`. */
function closeDispute(context: PaymentsContext, before: Dispute, status: 'won' | 'lost' | 'warning_closed'): Dispute {
  const { rows } = context
  let dispute = rows.disputes.update(before.id, { status, ...(status === 'won' ? { isChargeRefundable: true } : {}) })
  if (status === 'won') {
    const transaction = addBalanceTransaction(context, dispute.account, {
      amount: dispute.amount,
      currency: dispute.currency,
      type: 'adjustment',
      reportingCategory: 'dispute_reversal',
      source: dispute.id,
      description: `Chargeback reversal for ${dispute.charge}`,
    })
    dispute = rows.disputes.update(dispute.id, {
      balanceTransactions: [...dispute.balanceTransactions, transaction.id],
    })
    context.emit({ type: 'charge.dispute.funds_reinstated', kind: 'dispute', row: dispute })
  }
  context.emit({ type: 'charge.dispute.closed', kind: 'dispute', row: dispute })
  return dispute
}

/**
 * Ends the time for an answer, after which a dispute is lost, or the bank's review of an answer, which the account then
 * loses too.
 */
export function endDispute(context: PaymentsContext, id: string): void {
  const dispute = context.rows.disputes.get(id)
  if (dispute === undefined) return
  const overdue = dispute.dueBy !== null && dispute.dueBy <= now(context)
  if (dispute.status === 'needs_response' && overdue) closeDispute(context, dispute, 'lost')
  else if (dispute.status === 'under_review') closeDispute(context, dispute, 'lost')
  else if (dispute.status.startsWith('warning') && overdue && dispute.status !== 'warning_closed') {
    closeDispute(context, dispute, 'warning_closed')
  }
}
