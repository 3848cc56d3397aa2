import { now } from '../../new-id.ts'
import type { Resource } from '../../resource.ts'
import { isActive } from '../../rules/billing/find-coupon.ts'
import type { AccountRow } from '../../schema/account.ts'
import {
  couponJson,
  currencyOptionsJson,
  discountJson,
  planJson,
  priceJson,
  productJson,
  promotionCodeJson,
  shippingRateJson,
  taxRateJson,
  tiersJson,
} from './catalog.ts'

/** What can be sold, as `expand` finds it. */
export const catalogResources: readonly Resource[] = [
  {
    object: 'product',
    read: ({ rows }, account, id) => {
      const product = owned(rows.products.get(id), account)
      return product === undefined ? undefined : productJson(product)
    },
    expandable: { default_price: ['price'], tax_code: [] },
  },
  {
    object: 'price',
    read: ({ rows }, account, id) => {
      const price = owned(rows.prices.get(id), account)
      return price === undefined ? undefined : priceJson(price)
    },
    expandable: { product: ['product'], currency_options: [], tiers: [] },
    includable: {
      currency_options: ({ rows }, account, id) => {
        const price = owned(rows.prices.get(id), account)
        return price === undefined ? undefined : currencyOptionsJson(price)
      },
      tiers: ({ rows }, account, id) => {
        const price = owned(rows.prices.get(id), account)
        return price === undefined ? undefined : tiersJson(price)
      },
    },
  },
  {
    object: 'plan',
    read: ({ rows }, account, id) => {
      const price = owned(rows.prices.get(id), account)
      return price === undefined || price.recurring === null ? undefined : planJson(price)
    },
    expandable: { product: ['product'] },
  },
  {
    object: 'coupon',
    read: (context, account, id) => {
      const coupon = owned(context.rows.coupons.get(id), account)
      return coupon === undefined ? undefined : couponJson(coupon, now(context))
    },
    expandable: { applies_to: [], currency_options: [] },
    includable: {
      applies_to: ({ rows }, account, id) => {
        const products = owned(rows.coupons.get(id), account)?.products ?? null
        return products === null ? undefined : { products }
      },
      currency_options: ({ rows }, account, id) => {
        const coupon = owned(rows.coupons.get(id), account)
        if (coupon === undefined || coupon.currency === null || coupon.amountOff === null) return undefined
        return { [coupon.currency]: { amount_off: coupon.amountOff }, ...coupon.currencyOptions }
      },
    },
  },
  {
    object: 'promotion_code',
    read: (context, account, id) => {
      const promotionCode = owned(context.rows.promotionCodes.get(id), account)
      if (promotionCode === undefined) return undefined
      return promotionCodeJson({ promotionCode, active: isActive(context.rows, promotionCode, now(context)) })
    },
    expandable: { customer: ['customer'], 'promotion.coupon': ['coupon'] },
  },
  {
    object: 'discount',
    read: ({ rows }, account, id) => {
      const discount = owned(rows.discounts.get(id), account)
      return discount === undefined ? undefined : discountJson(discount)
    },
    expandable: { customer: ['customer'], promotion_code: ['promotion_code'], 'source.coupon': ['coupon'] },
  },
  {
    object: 'tax_rate',
    read: ({ rows }, account, id) => {
      const rate = owned(rows.taxRates.get(id), account)
      return rate === undefined ? undefined : taxRateJson(rate)
    },
    expandable: {},
  },
  {
    object: 'shipping_rate',
    read: ({ rows }, account, id) => {
      const rate = owned(rows.shippingRates.get(id), account)
      return rate === undefined ? undefined : shippingRateJson(rate)
    },
    expandable: { tax_code: [] },
  },
]

/** Returns the record if it belongs to the account. */
function owned<R extends AccountRow>(row: R | undefined, account: string): R | undefined {
  return row?.account === account ? row : undefined
}
