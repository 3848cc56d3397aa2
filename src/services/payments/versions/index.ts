import type { VersionChange } from './change.ts'
import { shorterWaysOfCheckout } from './2022-08-01-checkout.ts'
import { orders } from './2022-08-01-members.ts'
import { emptyInvoices } from './2022-08-01-invoices.ts'
import { latestCharge } from './2022-11-15-charges.ts'
import { automaticPaymentMethods } from './2023-08-16-payment-methods.ts'
import { leanProducts } from './2023-08-16-products.ts'
import { asynchronousCapture } from './2024-04-10-capture.ts'
import { portalWithoutPause } from './2024-04-10-portal.ts'
import { marketingFeatures } from './2024-04-10-products.ts'
import { leanCharges } from './2024-04-10-refunds.ts'
import { redisplayAtReaders } from './2024-09-30-terminal.ts'
import { rendering } from './2024-04-10-rendering.ts'
import { collectedInformation } from './2025-03-31-checkout.ts'
import { creditNoteRefunds } from './2025-03-31-credit-notes.ts'
import { listsOfDiscounts } from './2025-03-31-discounts.ts'
import { invoiceParents } from './2025-03-31-invoices.ts'
import { linePricing } from './2025-03-31-lines.ts'
import { invoicePayments } from './2025-03-31-payments.ts'
import { periodsOfItems } from './2025-03-31-periods.ts'
import { meteredPrices } from './2025-03-31-prices.ts'
import { createPreview } from './2025-03-31-upcoming.ts'
import { flexibleBilling } from './2025-09-30-billing-mode.ts'
import { discountSources } from './2025-09-30-discounts.ts'
import { plansAsItems } from './2025-09-30-plans.ts'
import { uiModes } from './2026-03-25-checkout.ts'
import { additionsOfDahlia } from './2026-08-26-additions.ts'
import { configurationsOfLinks } from './2026-10-28-account-links.ts'
import { additionsOfEndive } from './2026-10-28-additions.ts'

/**
 * The changes of the API since 2020-08-27, newest first. An answer goes through them from the top, down to the version
 * that a client speaks; the parameters of a request go upwards. https://stripe.com/blog/api-versioning
 */
export const CHANGES: readonly VersionChange[] = [
  additionsOfEndive,
  configurationsOfLinks,
  additionsOfDahlia,
  uiModes,
  discountSources,
  flexibleBilling,
  plansAsItems,
  createPreview,
  invoiceParents,
  invoicePayments,
  linePricing,
  listsOfDiscounts,
  periodsOfItems,
  meteredPrices,
  creditNoteRefunds,
  collectedInformation,
  redisplayAtReaders,
  rendering,
  marketingFeatures,
  portalWithoutPause,
  asynchronousCapture,
  leanCharges,
  automaticPaymentMethods,
  leanProducts,
  latestCharge,
  shorterWaysOfCheckout,
  emptyInvoices,
  orders,
]
