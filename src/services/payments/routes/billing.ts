import { couponsRoutes } from './billing/coupons.ts'
import { pricesRoutes } from './billing/prices.ts'
import { productsRoutes } from './billing/products.ts'
import { promotionCodesRoutes } from './billing/promotion-codes.ts'
import { shippingRatesRoutes } from './billing/shipping-rates.ts'
import { taxRatesRoutes } from './billing/tax-rates.ts'

/** The routes of billing, by subject. */
export const billingRoutes = [
  ...productsRoutes,
  ...pricesRoutes,
  ...couponsRoutes,
  ...promotionCodesRoutes,
  ...taxRatesRoutes,
  ...shippingRatesRoutes,
]
