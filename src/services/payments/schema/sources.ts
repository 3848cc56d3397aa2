import { collection, timer } from '#core/store.ts'
import type { AccountRow } from './account.ts'

/** The types of sources that payments holds; the vendor has retired giropay and sofort. */
export const SOURCE_TYPES = [
  'alipay',
  'bancontact',
  'card',
  'eps',
  'ideal',
  'p24',
  'sepa_debit',
  'three_d_secure',
] as const

/** The type of a source. */
export type SourceType = (typeof SOURCE_TYPES)[number]

/** The way to the page on which the customer authorizes a source. */
interface SourceRedirect {
  readonly failureReason: 'declined' | null
  readonly returnUrl: string
  readonly status: 'failed' | 'pending' | 'succeeded'
}

/**
 * A source of the former Sources API. The payment method with the same id has the card or the bank account, its owner,
 * its customer and its metadata. https://docs.stripe.com/api/sources/object
 */
export interface Source extends AccountRow {
  readonly type: SourceType
  /** Minor units; null for a source that can be charged with any amount. */
  readonly amount: number | null
  /** The source of the card that a source of the type `three_d_secure` authenticates; null for other types. */
  readonly card: string | null
  readonly clientSecret: string
  readonly currency: string | null
  /** null for a source that needs no page. */
  readonly redirect: SourceRedirect | null
  readonly statementDescriptor: string | null
  readonly status: 'canceled' | 'chargeable' | 'consumed' | 'failed' | 'pending'
  readonly usage: 'reusable' | 'single_use'
}

/** The collections of sources. */
export const sourceCollections = {
  sources: collection<Source>()({}),
  /** Cancels a source that is still in a state. */
  cancelSource: timer<{ readonly source: string; readonly status: Source['status'] }>(),
}
