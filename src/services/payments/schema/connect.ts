import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { ScriptAddress } from './connect-records.ts'
import type { Wire } from './payments.ts'

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
  /** The details that the account has not told yet, as `requirements.currently_due` names them. */
  readonly due: readonly string[]
  /** The capabilities by name: one that was asked for is pending while details are due that it needs. */
  readonly capabilities: Readonly<Record<string, 'active' | 'inactive' | 'pending'>>
  /** The members of `business_profile` that the client has set. */
  readonly businessProfile: Readonly<Record<string, unknown>>
  /** The company that the account belongs to, as answers show it; null for none. */
  readonly company?: Company | null
  /** The responsibilities that the client asked for when it made the account; null where it did not. */
  readonly controller?: Controller | null
  /** The id of the person behind the account; null for none. */
  readonly individual?: string | null
  /** The settings that the client has changed, by section. */
  readonly settings?: AccountSettings
  /** The acceptance of the vendor's terms, as the client has told it. */
  readonly tosAcceptance?: Readonly<Record<string, unknown>>
  readonly payoutSettings: PayoutSettings
  /** Why the platform has rejected the account; absent for one that it has not. */
  readonly rejected?: 'fraud' | 'other' | 'terms_of_service'
  readonly metadata: Metadata
  /** The members that only the second version of the API has; absent for an account that it has not changed. */
  readonly v2?: AccountV2
  readonly deleted: boolean
}

/** The uses of an account in the second version of the API. */
export const CONFIGURATIONS = ['customer', 'merchant', 'recipient'] as const

/** A use of an account in the second version of the API. */
export type Configuration = (typeof CONFIGURATIONS)[number]

/** The members of an account that only the second version of the API has. */
export interface AccountV2 {
  readonly closed: boolean
  /** The members of each configuration that is applied, as the client has set them, without its capabilities. */
  readonly configurations: Readonly<Partial<Record<Configuration, Wire>>>
  readonly contactPhone: string | null
  readonly dashboard: 'express' | 'full' | 'none'
  readonly displayName: string | null
  /** The members of `defaults` beside the currency and the responsibilities. */
  readonly defaults: Wire
  /** The members of `identity` beside the country, the type of entity and the individual. */
  readonly identity: Wire
  /** The capabilities of a recipient that were asked for, by their path: `stripe_balance.stripe_transfers`. */
  readonly recipientCapabilities: readonly string[]
}

/** The details of a company. */
export interface Company {
  readonly address_kana?: ScriptAddress
  readonly address_kanji?: ScriptAddress
  readonly [member: string]: unknown
}

/** The members of settings that a client has changed, by section. */
export type AccountSettings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The parties that pay the fees, bear the losses and collect requirements, and the dashboard of the account. */
export interface Controller {
  readonly fees: 'account' | 'application'
  readonly losses: 'application' | 'stripe'
  readonly requirements: 'application' | 'stripe'
  readonly dashboard: 'express' | 'full' | 'none'
}

/** The days on which an account is paid out by itself. */
export interface PayoutSchedule {
  readonly interval: 'daily' | 'manual' | 'monthly' | 'weekly'
  /** Days of the month; 31 is the last of each. */
  readonly monthlyDays: readonly number[]
  readonly weeklyDays: readonly Weekday[]
}

/** The days on which banks take payouts. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/** A day on which banks take payouts. */
type Weekday = (typeof WEEKDAYS)[number]

/** How an account is paid out. https://docs.stripe.com/api/balance-settings/object */
export interface PayoutSettings {
  /** True where money that an account owes is taken from its bank. */
  readonly debitNegativeBalances: boolean
  /** The days until the money of a payment is available; null for the usual number. */
  readonly delayDays: number | null
  /** The amounts that stay in the balance, by currency, in minor units. */
  readonly minimumBalance: Readonly<Record<string, number>>
  readonly schedule: PayoutSchedule
  readonly statementDescriptor: string | null
  /** The moment of the next automatic payout, in epoch seconds; null where payouts are manual. */
  readonly nextAt: number | null
}

/** The collections of Connect. An account's `account` is the platform. */
export const connectCollections = {
  accounts: collection<Account>()({ indexes: { all: ['account', 'seq'] } }),
  /** Pays an account out as its schedule says. */
  payOutBalance: timer<{ readonly account: string; readonly at: number }>(),
}
