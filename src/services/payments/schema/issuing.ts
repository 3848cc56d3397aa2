import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Address } from './customers.ts'
import type { Wire } from './payments.ts'

/**
 * The rules for the payments of a card or of all cards of a cardholder.
 * https://docs.stripe.com/issuing/controls/spending-controls
 */
export interface SpendingControls {
  readonly allowed_card_presences: readonly string[] | null
  readonly allowed_categories: readonly string[] | null
  readonly allowed_merchant_countries: readonly string[] | null
  readonly blocked_card_presences: readonly string[] | null
  readonly blocked_categories: readonly string[] | null
  readonly blocked_merchant_countries: readonly string[] | null
  readonly spending_limits: readonly SpendingLimit[]
  readonly spending_limits_currency: string | null
}

/** The most that may be spent in an interval. */
export interface SpendingLimit {
  /** Minor units. */
  readonly amount: number
  /** The categories of merchants that count; all where there are none. */
  readonly categories: readonly string[] | null
  readonly interval: 'all_time' | 'daily' | 'monthly' | 'per_authorization' | 'weekly' | 'yearly'
}

/** A person or a company that cards are issued to. https://docs.stripe.com/api/issuing/cardholders/object */
export interface Cardholder extends AccountRow {
  readonly address: Address
  readonly taxIdProvided: boolean | null
  readonly email: string | null
  readonly individual: Wire | null
  readonly metadata: Metadata
  readonly name: string
  readonly phoneNumber: string | null
  readonly preferredLocales: readonly string[] | null
  readonly spendingControls: SpendingControls
  readonly status: 'active' | 'blocked' | 'inactive'
  readonly type: 'company' | 'individual'
}

/** An issued card. https://docs.stripe.com/api/issuing/cards/object */
export interface IssuedCard extends AccountRow {
  readonly cancellationReason: string | null
  readonly cardholder: string
  readonly currency: string
  readonly cvc: string
  readonly expMonth: number
  readonly expYear: number
  /** The number of payments after which the card is canceled; null where there is no such number. */
  readonly cancelAfter: number | null
  readonly metadata: Metadata
  readonly number: string
  readonly replacedBy: string | null
  readonly replacementFor: string | null
  readonly replacementReason: string | null
  readonly secondLine: string | null
  readonly shipping: Wire | null
  readonly spendingControls: SpendingControls
  readonly status: 'active' | 'canceled' | 'inactive'
  readonly type: 'physical' | 'virtual'
}

/** A decision about a request of an authorization. */
export interface RequestDecision {
  readonly amount: number
  readonly approved: boolean
  readonly created: number
  readonly reason: string
}

/** A payment that a card was used for. https://docs.stripe.com/api/issuing/authorizations/object */
export interface IssuingAuthorization extends AccountRow {
  readonly amount: number
  readonly approved: boolean
  readonly authorizationMethod: 'chip' | 'contactless' | 'keyed_in' | 'online' | 'swipe'
  readonly card: string
  readonly cardholder: string
  readonly currency: string
  /** True where the endpoint that decides may hold another amount. */
  readonly isAmountControllable: boolean
  readonly merchantData: Wire
  readonly metadata: Metadata
  /** The amount that waits for a decision; null where none does. */
  readonly pendingAmount: number | null
  readonly history: readonly RequestDecision[]
  readonly status: 'closed' | 'expired' | 'pending' | 'reversed'
  readonly verificationData: Wire
  readonly wallet: string | null
}

/** A movement of the money of an issued card. https://docs.stripe.com/api/issuing/transactions/object */
export interface IssuingTransaction extends AccountRow {
  /** Minor units; negative for a capture. */
  readonly amount: number
  readonly authorization: string | null
  readonly card: string
  readonly cardholder: string
  readonly currency: string
  readonly dispute: string | null
  readonly merchantData: Wire
  readonly metadata: Metadata
  readonly type: 'capture' | 'refund'
  readonly wallet: string | null
}

/** A dispute of a cardholder with a merchant. https://docs.stripe.com/api/issuing/disputes/object */
export interface IssuingDispute extends AccountRow {
  readonly amount: number
  readonly currency: string
  readonly evidence: Wire
  readonly metadata: Metadata
  readonly status: 'expired' | 'lost' | 'submitted' | 'unsubmitted' | 'won'
  readonly transaction: string
}

/** The collections of issued cards. */
export const issuingCollections = {
  cardholders: collection<Cardholder>()({ indexes: { all: ['account', 'seq'] } }),
  issuedCards: collection<IssuedCard>()({
    indexes: { all: ['account', 'seq'], cardholder: ['account', 'cardholder', 'seq'] },
  }),
  issuingAuthorizations: collection<IssuingAuthorization>()({
    indexes: {
      all: ['account', 'seq'],
      card: ['account', 'card', 'seq'],
      cardholder: ['account', 'cardholder', 'seq'],
    },
  }),
  issuingTransactions: collection<IssuingTransaction>()({
    indexes: {
      all: ['account', 'seq'],
      authorization: ['authorization', 'seq'],
      card: ['account', 'card', 'seq'],
      cardholder: ['account', 'cardholder', 'seq'],
    },
  }),
  issuingDisputes: collection<IssuingDispute>()({
    indexes: { all: ['account', 'seq'], transaction: ['account', 'transaction', 'seq'] },
  }),
  /** Ends the time in which an endpoint may decide about an authorization. */
  endAuthorizationRequest: timer<{ readonly authorization: string; readonly decisions: number }>(),
}
