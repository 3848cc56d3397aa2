import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { newRecord } from '../records.ts'
import type { Topup } from '#payments/schema/topups.ts'
import { addBalanceTransaction } from './balance-transactions.ts'
import { DAY_SECONDS } from '../seconds.ts'

/** The days after which the money of a top-up arrives. */
const DELAY_DAYS = 1

/** The vendor's test token of a bank account from which no money comes. */
const FAILING_SOURCE = 'btok_us_verified_noAccount'

type TopupInput = Pick<
  Topup,
  'amount' | 'currency' | 'description' | 'metadata' | 'source' | 'statementDescriptor' | 'transferGroup'
>

/** Asks the bank for money. Emits `topup.created`; it arrives on the next day. */
export function addTopup(context: PaymentsContext, account: string, input: TopupInput): Topup {
  const head = newRecord(context, account, 'tu_')
  const expectedAt = head.created + DELAY_DAYS * DAY_SECONDS
  const topup = context.rows.topups.insert({
    ...head,
    ...input,
    balanceTransaction: null,
    expectedAt,
    failureCode: null,
    failureMessage: null,
    status: 'pending',
  })
  context.emit({ type: 'topup.created', kind: 'topup', row: topup })
  context.schedule((expectedAt - head.created) * 1000, 'endTopup', { topup: topup.id })
  return topup
}

/** Lets the money of a top-up arrive, or not. Emits `topup.succeeded` or `topup.failed`. */
export function endTopup(context: PaymentsContext, id: string): void {
  const { rows } = context
  const topup = rows.topups.get(id)
  if (topup?.status !== 'pending') return
  if (topup.source === FAILING_SOURCE) {
    const failureMessage = 'The bank account could not be located.'
    const failed = rows.topups.update(id, { status: 'failed', failureCode: 'no_account', failureMessage })
    context.emit({ type: 'topup.failed', kind: 'topup', row: failed })
    return
  }
  const { id: balanceTransaction } = addBalanceTransaction(context, topup.account, {
    amount: topup.amount,
    currency: topup.currency,
    type: 'topup',
    source: id,
    description: topup.description,
    availableOn: topup.expectedAt,
  })
  const succeeded = rows.topups.update(id, { status: 'succeeded', balanceTransaction })
  context.emit({ type: 'topup.succeeded', kind: 'topup', row: succeeded })
}

/**
 * Cancels a top-up whose money has not arrived. Emits `topup.canceled`.
 *
 * @throws 400 for another.
 */
export function cancelTopup(context: PaymentsContext, before: Topup): Topup {
  if (before.status !== 'pending') {
    throw invalidRequest(`Top-ups can only be canceled while they are pending: this one is ${before.status}.`)
  }
  const canceled = context.rows.topups.update(before.id, { status: 'canceled' })
  context.emit({ type: 'topup.canceled', kind: 'topup', row: canceled })
  return canceled
}
