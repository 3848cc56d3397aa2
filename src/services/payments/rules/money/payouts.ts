import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidParameter, invalidRequest } from '#payments/errors.ts'
import { now } from '../new-id.ts'
import { payoutDestination, refusalOf } from '../connect/external-accounts.ts'
import { findRecord, newRecord } from '../records.ts'
import type { Payout } from '#payments/schema/money.ts'
import { addBalanceTransaction, balancesOf } from './balance-transactions.ts'
import { reservedOf } from './reserve.ts'
import { DAY_SECONDS } from '../seconds.ts'

type PayoutInput = Pick<Payout, 'amount' | 'currency'> &
  Partial<
    Pick<
      Payout,
      'automatic' | 'description' | 'metadata' | 'method' | 'statementDescriptor' | 'sourceType' | 'destination'
    >
  >

/**
 * Pays money out to the account's bank. Emits `payout.created`; it arrives the next day, or at once with `method:
 * instant`.
 *
 * @throws 400 for more than is available, and for an instant payout to a bank of more than {@link MOST_AT_ONCE}.
 */
export function addPayout(context: PaymentsContext, account: string, input: PayoutInput): Payout {
  const { amount, currency, sourceType = 'card', method = 'standard' } = input
  const balance = balancesOf(context, account, now(context)).find((each) => each.currency === currency)
  const reserved = reservedOf(context, account).get(currency) ?? 0
  if (method === 'instant') checkInstant(context, account, input)
  // The debt of an account is taken from its bank by a payout below zero.
  if (amount > 0 && amount > (balance?.availableByType[sourceType] ?? 0) - reserved) {
    throw failure(
      400,
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low.  You can use the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
      { code: 'balance_insufficient' },
    )
  }
  const head = newRecord(context, account, 'po_')
  const transaction = addBalanceTransaction(context, account, {
    amount: -amount,
    currency,
    type: 'payout',
    source: head.id,
    description: input.description ?? 'STRIPE PAYOUT',
    sourceType,
  })
  const arrivalDate = method === 'instant' ? head.created : (Math.floor(head.created / DAY_SECONDS) + 1) * DAY_SECONDS
  const payout = context.rows.payouts.insert({
    ...head,
    arrivalDate,
    automatic: false,
    balanceTransaction: transaction.id,
    description: null,
    failureBalanceTransaction: null,
    failureCode: null,
    failureMessage: null,
    metadata: {},
    originalPayout: null,
    reversedBy: null,
    statementDescriptor: null,
    status: 'pending',
    ...input,
    destination: destinationOf(context, account, currency, input.destination),
    sourceType,
    method,
  })
  context.emit({ type: 'payout.created', kind: 'payout', row: payout })
  context.schedule(Math.max(1, arrivalDate - head.created) * 1000, 'endPayout', { payout: payout.id })
  return payout
}

/** The most, in cents, that one instant payout moves to a bank account. */
const MOST_AT_ONCE = 999_900

function checkInstant(context: PaymentsContext, account: string, { amount, currency, destination }: PayoutInput): void {
  const named = context.rows.externalAccounts.get(destination ?? '') ?? payoutDestination(context, account, currency)
  if (named?.card !== null || currency !== 'usd' || amount <= MOST_AT_ONCE) return
  throw invalidRequest('Instant Payouts to bank accounts are only supported for amounts less than or equal to $9999')
}

/**
 * Returns where a payout goes: the bank account that the request names, else the default of the currency, else one that
 * stands for the bank of an account that has named none.
 *
 * @throws `resource_missing` for an external account of another account.
 */
function destinationOf(context: PaymentsContext, account: string, currency: string, named?: string | null): string {
  if (named == null) return payoutDestination(context, account, currency)?.id ?? `ba_${context.ids.base62(24)}`
  return findRecord(context.rows.externalAccounts, account, 'external account', named, { param: 'destination' }).id
}

/** Lets a payout arrive, or fail where the bank refuses it. Emits `payout.paid` or `payout.failed`. */
export function endPayout(context: PaymentsContext, id: string): void {
  const payout = context.rows.payouts.get(id)
  if (payout?.status !== 'pending') return
  const destination = context.rows.externalAccounts.get(payout.destination)
  const refusal = destination === undefined ? undefined : refusalOf(destination)
  if (refusal !== undefined) {
    const failed = context.rows.payouts.update(id, {
      status: 'failed',
      failureBalanceTransaction: returnMoney(context, payout, 'payout_failure'),
      failureCode: refusal.code,
      failureMessage: refusal.message,
    })
    context.emit({ type: 'payout.failed', kind: 'payout', row: failed })
    return
  }
  const paid = context.rows.payouts.update(id, { status: 'paid' })
  context.emit({ type: 'payout.paid', kind: 'payout', row: paid })
}

/**
 * Cancels a payout that has not left yet: its money is in the balance again.
 *
 * @throws 400 for another.
 */
export function cancelPayout(context: PaymentsContext, before: Payout): Payout {
  if (before.status !== 'pending') {
    throw failure(400, `Payouts can only be canceled while they are pending: this one is ${before.status}.`, {
      code: 'payouts_not_allowed',
    })
  }
  const transaction = returnMoney(context, before, 'payout_cancel')
  const payout = context.rows.payouts.update(before.id, { status: 'canceled', failureBalanceTransaction: transaction })
  context.emit({ type: 'payout.canceled', kind: 'payout', row: payout })
  return payout
}

/**
 * Takes a payout that has arrived back by another in the opposite direction.
 *
 * @throws 400 for one that cannot be reversed.
 */
export function reversePayout(context: PaymentsContext, before: Payout, metadata: Payout['metadata']): Payout {
  if (before.status !== 'paid' || before.reversedBy !== null || before.originalPayout !== null) {
    throw invalidParameter('payout', 'Only payouts that have been paid, and were not reversed, can be reversed.')
  }
  const { rows } = context
  const head = newRecord(context, before.account, 'po_')
  const transaction = addBalanceTransaction(context, before.account, {
    amount: before.amount,
    currency: before.currency,
    type: 'payout',
    reportingCategory: 'payout_reversal',
    source: head.id,
    sourceType: before.sourceType,
    availableOn: head.created,
  })
  const reversal = rows.payouts.insert({
    ...before,
    ...head,
    amount: -before.amount,
    arrivalDate: head.created,
    balanceTransaction: transaction.id,
    metadata,
    originalPayout: before.id,
    status: 'paid',
  })
  rows.payouts.update(before.id, { reversedBy: reversal.id })
  context.emit({ type: 'payout.created', kind: 'payout', row: reversal })
  return reversal
}

function returnMoney(context: PaymentsContext, payout: Payout, type: string): string {
  return addBalanceTransaction(context, payout.account, {
    amount: payout.amount,
    currency: payout.currency,
    type,
    reportingCategory: 'payout_reversal',
    source: payout.id,
    sourceType: payout.sourceType,
    availableOn: now(context),
  }).id
}
