import { collection } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'

/** An account: the platform's own, or one that it has connected. https://docs.stripe.com/api/accounts/object */
export interface Account extends AccountRow {
  readonly type: 'standard' | 'express' | 'custom' | 'none'
  readonly country: string
  readonly defaultCurrency: string
  readonly email: string | null
  /** The name that customers see. */
  readonly name: string | null
  readonly businessType: string | null
  readonly chargesEnabled: boolean
  readonly payoutsEnabled: boolean
  readonly detailsSubmitted: boolean
  /** What the account has not told yet, as `requirements.currently_due` names it. */
  readonly due: readonly string[]
  /** The capabilities by name. */
  readonly capabilities: Readonly<Record<string, 'active' | 'inactive' | 'pending'>>
  /** The members of `business_profile` that the client has set. */
  readonly businessProfile: Readonly<Record<string, unknown>>
  readonly metadata: Metadata
  readonly deleted: boolean
}

/** The collections of Connect. An account's `account` is the platform. */
export const connectCollections = {
  accounts: collection<Account>()({ indexes: { all: ['account', 'seq'] } }),
}
