import { collection, value } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'

/** A list of values that the account's rules of fraud name. https://docs.stripe.com/api/radar/value_lists/object */
export interface ValueList extends AccountRow {
  readonly alias: string
  readonly createdBy: string
  readonly itemType: ItemType
  readonly metadata: Metadata
  readonly name: string
}

/** The types of the values in a list. */
export const ITEM_TYPES = [
  'account',
  'card_bin',
  'card_fingerprint',
  'case_sensitive_string',
  'country',
  'crypto_fingerprint',
  'customer_id',
  'email',
  'ip_address',
  'sepa_debit_fingerprint',
  'string',
  'us_bank_account_fingerprint',
] as const

/** The type of the values in a list. */
export type ItemType = (typeof ITEM_TYPES)[number]

/** A value in a list. https://docs.stripe.com/api/radar/value_list_items/object */
export interface ValueListItem extends AccountRow {
  readonly createdBy: string
  readonly value: string
  readonly valueList: string
}

/** Why a review was closed. */
export type ReviewEnd = 'approved' | 'canceled' | 'disputed' | 'refunded' | 'refunded_as_fraud'

/** A payment that a person is to look at. https://docs.stripe.com/api/radar/reviews/object */
export interface Review extends AccountRow {
  readonly billingZip: string | null
  readonly charge: string
  readonly paymentIntent: string | null
  readonly status: 'closed' | 'open'
  readonly closedReason: ReviewEnd | null
}

/** The collections of the vendor's protection against fraud. */
export const radarCollections = {
  valueLists: collection<ValueList>()({
    unique: { alias: ['account', 'alias'] },
    indexes: { all: ['account', 'seq'] },
  }),
  valueListItems: collection<ValueListItem>()({
    unique: { value: ['valueList', 'value'] },
    indexes: { valueList: ['valueList', 'seq'] },
  }),
  /** True where the account has the vendor's default rule that puts payments of an elevated risk up for review. */
  reviewsElevatedRisk: value(false),
  reviews: collection<Review>()({
    unique: { charge: ['charge'] },
    indexes: { status: ['account', 'status', 'seq'] },
  }),
}
