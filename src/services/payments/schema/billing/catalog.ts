import { collection } from '#core/store.ts'

import type { Interval } from './periods.ts'
import type { AccountRow, Metadata } from '../account.ts'

/** The relation of a price to tax: contained, added, or not said. */
type TaxBehavior = 'exclusive' | 'inclusive' | 'unspecified'

/** https://docs.stripe.com/api/products/object */
export interface Product extends AccountRow {
  readonly active: boolean
  readonly defaultPrice: string | null
  readonly description: string | null
  readonly images: readonly string[]
  readonly marketingFeatures: readonly { readonly name: string }[]
  readonly metadata: Metadata
  readonly name: string
  readonly packageDimensions: PackageDimensions | null
  readonly shippable: boolean | null
  readonly statementDescriptor: string | null
  readonly taxCode: string | null
  readonly taxDetails: { readonly performance_location: string | null; readonly tax_code: string | null } | null
  readonly type: 'good' | 'service'
  readonly unitLabel: string | null
  readonly updated: number
  readonly url: string | null
}

/** The size and the weight of a product, in inches and ounces. */
interface PackageDimensions {
  readonly height: number
  readonly length: number
  readonly weight: number
  readonly width: number
}

/** A tier of a price, as the vendor writes it; `up_to` is null for the last one. */
export interface PriceTier {
  readonly flat_amount: number | null
  readonly flat_amount_decimal: string | null
  readonly unit_amount: number | null
  readonly unit_amount_decimal: string | null
  readonly up_to: number | null
}

/** An amount that the customer chooses, in minor units. */
export interface CustomUnitAmount {
  readonly maximum: number | null
  readonly minimum: number | null
  readonly preset: number | null
}

/** The amounts of a price in one currency. */
export interface PriceAmounts {
  readonly customUnitAmount: CustomUnitAmount | null
  readonly taxBehavior: TaxBehavior | null
  readonly tiers: readonly PriceTier[] | null
  readonly unitAmount: number | null
  readonly unitAmountDecimal: string | null
}

/** The member `recurring` of a price, as the vendor writes it. */
export interface Recurring {
  readonly interval: Interval
  readonly interval_count: number
  readonly meter: string | null
  readonly trial_period_days: number | null
  readonly usage_type: 'licensed' | 'metered'
}

/** How the usage records of a period add up, in versions of the API that have them. */
export type AggregateUsage = 'last_during_period' | 'last_ever' | 'max' | 'sum'

/** https://docs.stripe.com/api/prices/object */
export interface Price extends AccountRow, PriceAmounts {
  /** How the usage of a metered price without a meter adds up; null for other prices. */
  readonly aggregateUsage: AggregateUsage | null
  readonly active: boolean
  readonly billingScheme: 'per_unit' | 'tiered'
  readonly currency: string
  /** The amounts in other currencies. */
  readonly currencyOptions: Readonly<Record<string, PriceAmounts>>
  readonly lookupKey: string | null
  readonly metadata: Metadata
  readonly nickname: string | null
  readonly product: string
  readonly recurring: Recurring | null
  readonly tiersMode: 'graduated' | 'volume' | null
  readonly transformQuantity: { readonly divide_by: number; readonly round: 'up' | 'down' } | null
  /** A price that was deleted as a plan stays for the subscriptions and invoices that have it. */
  readonly deleted: boolean
}

/** https://docs.stripe.com/api/coupons/object */
export interface Coupon extends AccountRow {
  readonly amountOff: number | null
  /** The products that the coupon is for; null for all. */
  readonly products: readonly string[] | null
  readonly currency: string | null
  /** The amounts in other currencies. */
  readonly currencyOptions: Readonly<Record<string, { readonly amount_off: number }>>
  readonly duration: 'forever' | 'once' | 'repeating'
  readonly durationInMonths: number | null
  readonly maxRedemptions: number | null
  readonly metadata: Metadata
  readonly name: string | null
  readonly percentOff: number | null
  readonly redeemBy: number | null
  readonly timesRedeemed: number
  /** A deleted coupon stays for the discounts that are in use. */
  readonly deleted: boolean
}

/** https://docs.stripe.com/api/promotion_codes/object */
export interface PromotionCode extends AccountRow {
  /** The setting of the account; a code may be inactive for other reasons too. */
  readonly active: boolean
  readonly code: string
  /** The code in lower case: the vendor ignores the case. */
  readonly codeKey: string
  readonly coupon: string
  readonly customer: string | null
  readonly expiresAt: number | null
  readonly maxRedemptions: number | null
  readonly metadata: Metadata
  readonly firstTimeTransaction: boolean
  readonly minimumAmount: number | null
  readonly minimumAmountCurrency: string | null
  readonly restrictionCurrencies: Readonly<Record<string, { readonly minimum_amount: number }>>
  readonly timesRedeemed: number
}

/**
 * A coupon in use: for a customer, a subscription, an item, an invoice or an invoice item.
 * https://docs.stripe.com/api/discounts/object
 */
export interface Discount extends AccountRow {
  readonly coupon: string
  readonly customer: string | null
  readonly promotionCode: string | null
  readonly checkoutSession: string | null
  readonly subscription: string | null
  readonly subscriptionItem: string | null
  readonly invoice: string | null
  readonly invoiceItem: string | null
  /** Epoch seconds. */
  readonly start: number
  /** Epoch seconds; null for a discount that does not end. */
  readonly end: number | null
}

/** https://docs.stripe.com/api/tax_rates/object */
export interface TaxRate extends AccountRow {
  readonly active: boolean
  readonly country: string | null
  readonly description: string | null
  readonly displayName: string
  readonly inclusive: boolean
  readonly jurisdiction: string | null
  readonly metadata: Metadata
  readonly percentage: number
  readonly state: string | null
  readonly taxType: string | null
}

/** An end of a delivery estimate. */
interface DeliveryBound {
  readonly unit: 'business_day' | 'day' | 'hour' | 'month' | 'week'
  readonly value: number
}

/** https://docs.stripe.com/api/shipping_rates/object */
export interface ShippingRate extends AccountRow {
  readonly active: boolean
  readonly deliveryEstimate: { readonly maximum: DeliveryBound | null; readonly minimum: DeliveryBound | null } | null
  readonly displayName: string
  readonly amount: number
  readonly currency: string
  readonly currencyOptions: Readonly<Record<string, { readonly amount: number; readonly tax_behavior: TaxBehavior }>>
  readonly metadata: Metadata
  readonly taxBehavior: TaxBehavior
  readonly taxCode: string | null
}

/** The collections of what can be sold, and for how much. */
export const catalogCollections = {
  products: collection<Product>()({ indexes: { all: ['account', 'seq'] } }),
  prices: collection<Price>()({
    unique: { lookupKey: ['account', 'lookupKey'] },
    indexes: {
      all: [(price) => (price.deleted ? null : price.account), 'seq'],
      product: [(price) => (price.deleted ? null : price.product), 'seq'],
    },
  }),
  coupons: collection<Coupon>()({
    indexes: { all: [(coupon) => (coupon.deleted ? null : coupon.account), 'seq'] },
  }),
  promotionCodes: collection<PromotionCode>()({
    indexes: { all: ['account', 'seq'], code: ['account', 'codeKey', 'seq'], coupon: ['coupon', 'seq'] },
  }),
  discounts: collection<Discount>()({ indexes: { coupon: ['coupon', 'seq'], customer: ['customer', 'seq'] } }),
  taxRates: collection<TaxRate>()({ indexes: { all: ['account', 'seq'] } }),
  shippingRates: collection<ShippingRate>()({ indexes: { all: ['account', 'seq'] } }),
}
