import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'

/** Money that a platform adds to its balance from its bank. https://docs.stripe.com/api/topups/object */
export interface Topup extends AccountRow {
  readonly amount: number
  readonly balanceTransaction: string | null
  readonly currency: string
  readonly description: string | null
  /** Epoch seconds. */
  readonly expectedAt: number
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly metadata: Metadata
  /** The token or the bank account that the money comes from; null for the account's own bank. */
  readonly source: string | null
  readonly statementDescriptor: string | null
  readonly status: 'canceled' | 'failed' | 'pending' | 'succeeded'
  readonly transferGroup: string | null
}

/** The collections of top-ups. */
export const topupCollections = {
  topups: collection<Topup>()({ indexes: { all: ['account', 'seq'] } }),
  /** Lets the money of a top-up arrive, or not. */
  endTopup: timer<{ readonly topup: string }>(),
}
