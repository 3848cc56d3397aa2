import { readOwn } from '../read-own.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { Topup } from '#payments/schema/topups.ts'

/** Writes a top-up. https://docs.stripe.com/api/topups/object */
export function topupJson(topup: Topup) {
  return {
    id: topup.id,
    object: 'topup',
    amount: topup.amount,
    balance_transaction: topup.balanceTransaction,
    created: topup.created,
    currency: topup.currency,
    description: topup.description,
    expected_availability_date: topup.expectedAt,
    failure_code: topup.failureCode,
    failure_message: topup.failureMessage,
    initiated_by: 'user',
    livemode: false,
    metadata: topup.metadata,
    source: null,
    statement_descriptor: topup.statementDescriptor,
    status: topup.status,
    transfer_group: topup.transferGroup,
  }
}

/** The kinds of objects about top-ups. */
export const topupResources: readonly Resource[] = [
  {
    object: 'topup',
    read: readOwn(
      ({ topups }) => topups,
      (_context, row) => topupJson(row),
    ),
    expandable: { balance_transaction: ['balance_transaction'] },
  },
]
