import { couponsRoutes } from './billing/coupons.ts'
import { creditNotesRoutes } from './billing/credit-notes.ts'
import { invoiceItemsRoutes } from './billing/invoice-items.ts'
import { invoicePreviewsRoutes } from './billing/invoice-previews.ts'
import { customerDiscountRoutes } from './billing/customer-discount.ts'
import { invoiceLinesRoutes } from './billing/invoice-lines.ts'
import { invoicePaymentsRoutes } from './billing/invoice-payments.ts'
import { invoiceStatesRoutes } from './billing/invoice-states.ts'
import { invoicesRoutes } from './billing/invoices.ts'
import { metersRoutes } from './billing/meters.ts'
import { pdfsRoutes } from './billing/pdfs.ts'
import { plansRoutes } from './billing/plans.ts'
import { pricesRoutes } from './billing/prices.ts'
import { productsRoutes } from './billing/products.ts'
import { promotionCodesRoutes } from './billing/promotion-codes.ts'
import { shippingRatesRoutes } from './billing/shipping-rates.ts'
import { subscriptionItemsRoutes } from './billing/subscription-items.ts'
import { subscriptionSchedulesRoutes } from './billing/subscription-schedules.ts'
import { subscriptionStatesRoutes } from './billing/subscription-states.ts'
import { subscriptionsRoutes } from './billing/subscriptions.ts'
import { taxIdsRoutes } from './billing/tax-ids.ts'
import { taxRatesRoutes } from './billing/tax-rates.ts'
import { testClocksRoutes } from './billing/test-clocks.ts'

/** The routes of billing, by subject. */
export const billingRoutes = [
  ...productsRoutes,
  ...pricesRoutes,
  ...plansRoutes,
  ...couponsRoutes,
  ...promotionCodesRoutes,
  ...taxRatesRoutes,
  ...taxIdsRoutes,
  ...shippingRatesRoutes,
  ...invoiceItemsRoutes,
  ...customerDiscountRoutes,
  ...invoicesRoutes,
  ...invoiceStatesRoutes,
  ...invoiceLinesRoutes,
  ...invoicePaymentsRoutes,
  ...invoicePreviewsRoutes,
  ...creditNotesRoutes,
  ...subscriptionsRoutes,
  ...subscriptionStatesRoutes,
  ...subscriptionSchedulesRoutes,
  ...subscriptionItemsRoutes,
  ...metersRoutes,
  ...pdfsRoutes,
  ...testClocksRoutes,
]
