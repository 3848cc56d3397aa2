import { collection, value } from '#core/store.ts'
import type { CommonFields } from './people.ts'

/** A feature that plans have. */
export interface Feature extends CommonFields {
  readonly name: string
  readonly slug: string
  readonly description: string | null
}

/** The kind of a payer: a user or an organization. */
export type PayerKind = 'user' | 'org'

/** A plan that users or organizations subscribe to. Amounts are in cents of US dollars. */
export interface Plan extends CommonFields {
  readonly name: string
  readonly slug: string
  readonly description: string | null
  readonly payer: PayerKind
  /** For a month. */
  readonly amount: number
  /** For each month of a year; null for a plan without a price by the year. */
  readonly annualMonthlyAmount: number | null
  /** True for the plan of everybody who has subscribed to nothing. */
  readonly isDefault: boolean
  readonly publiclyVisible: boolean
  readonly trialDays: number | null
  /** The slugs of its features. */
  readonly features: readonly string[]
}

/** How often a subscription is paid. */
export type PlanPeriod = 'month' | 'annual'

/** A price of a plan beside its own, for payers that are moved to it. Amounts are in cents. */
export interface Price extends CommonFields {
  readonly planId: string
  /** For a month; null for a price by the year only. */
  readonly amount: number | null
  /** For each month of a year; null for a price by the month only. */
  readonly annualMonthlyAmount: number | null
  readonly description: string | null
}

/** A discount that subscriptions get by hand, or by a code at the checkout. */
export interface Discount extends CommonFields {
  readonly name: string
  /** Null for a fixed amount. */
  readonly percentOff: number | null
  /** In cents; null for a percentage. */
  readonly amountOff: number | null
  /** For how many payments; null for all of them. */
  readonly cycles: number | null
  readonly promoCodes: readonly string[]
}

/** A discount of a subscription. */
export interface Redemption extends CommonFields {
  readonly itemId: string
  readonly discountId: string
  /** The code that it was got by at the checkout; null for one that was given by hand. */
  readonly promoCode: string | null
  readonly isRemoved: boolean
}

/** A subscription of a payer to a plan. */
export interface SubscriptionItem extends CommonFields {
  /** The id of the user or the organization. */
  readonly payerId: string
  readonly planId: string
  /** A price beside the plan's own; null for the plan's own. */
  readonly priceId: string | null
  readonly period: PlanPeriod
  readonly isTrial: boolean
  /** Epoch milliseconds; later than now for a subscription that follows another. */
  readonly periodStart: number
  /** Epoch milliseconds; null for a free plan, which does not end. */
  readonly periodEnd: number | null
  readonly canceledAt: number | null
  readonly endedAt: number | null
}

/** A card of a payer. */
export interface PaymentMethod extends CommonFields {
  readonly payerId: string
  readonly last4: string
  readonly cardType: string
  readonly isDefault: boolean
  readonly expiryMonth: number
  readonly expiryYear: number
  /** The id at the gateway. */
  readonly externalId: string
}

/** A card as the gateway of payments knows it. */
export type GatewayCard = Pick<PaymentMethod, 'last4' | 'cardType' | 'expiryMonth' | 'expiryYear' | 'externalId'>

/** Where the payments of checkouts are made: an instance of `payments`. */
export interface PaymentGateway {
  /** Empty for an instance that takes payments by itself. */
  readonly url: string
  readonly secretKey: string
  /** Null where browsers add no cards at the gateway. */
  readonly publishableKey: string | null
}

/** A checkout that waits to be confirmed, or was. */
export interface Checkout extends CommonFields {
  readonly payerId: string
  readonly planId: string
  readonly period: PlanPeriod
  readonly isTrial: boolean
  readonly methodId: string | null
  /** The code of a discount; null for none. */
  readonly promoCode: string | null
  /** The subscription that it made; null before it is confirmed. */
  readonly itemId: string | null
}

/** A change of the credits of a payer. */
export interface CreditEntry extends CommonFields {
  readonly payerId: string
  /** In cents; negative for credits that were taken away, or that have paid. */
  readonly amount: number
  /** The client's key of the change; the id of the checkout that was paid. */
  readonly idempotencyKey: string
  readonly note: string | null
  readonly source: 'manual' | 'checkout'
}

/** A payment of a checkout, which is a statement as well. */
export interface Payment extends CommonFields {
  readonly payerId: string
  readonly itemId: string
  readonly methodId: string | null
  /** In cents. */
  readonly amount: number
  /** The id at the gateway; null for a payment of an instance without one. */
  readonly externalId: string | null
}

const ofPayer = { payer: ['payerId', 'number'] } as const

/** The collections of billing. */
export const billingCollections = {
  features: collection<Feature>()({ unique: { slug: ['slug'] } }),
  plans: collection<Plan>()({ unique: { slug: ['slug'] } }),
  prices: collection<Price>()({}),
  discounts: collection<Discount>()({}),
  redemptions: collection<Redemption>()({ indexes: { item: ['itemId', 'number'] } }),
  subscriptionItems: collection<SubscriptionItem>()({ indexes: { ...ofPayer, newest: ['createdAt', 'number'] } }),
  paymentMethods: collection<PaymentMethod>()({ indexes: ofPayer }),
  checkouts: collection<Checkout>()({}),
  creditEntries: collection<CreditEntry>()({
    unique: { key: [({ payerId, idempotencyKey }) => `${payerId} ${idempotencyKey}`] },
  }),
  /** The balance of each payer, in cents. */
  creditBalances: collection<{ readonly id: string; readonly amount: number }>()({}),
  /** The customers of payers at the gateway. */
  gatewayCustomers: collection<{ readonly id: string; readonly customerId: string }>()({}),
  paymentGateway: value<PaymentGateway>({ url: '', secretKey: '', publishableKey: null }),
  payments: collection<Payment>()({ indexes: { ...ofPayer, newest: ['createdAt', 'number'] } }),
}
