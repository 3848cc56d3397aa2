import { libraryRoutes } from './browser/library.ts'
import { bankRoutes } from './checkout/bank.ts'
import { invoicePageRoutes } from './checkout/invoice-page.ts'
import { checkoutPageRoutes } from './checkout/page.ts'
import { paymentPagesRoutes } from './checkout/payment-pages.ts'
import { paymentLinksRoutes } from './checkout/payment-links.ts'
import { portalCustomerRoutes } from './checkout/portal-customer.ts'
import { portalPagesRoutes } from './checkout/portal-pages.ts'
import { portalSubscriptionsRoutes } from './checkout/portal-subscriptions.ts'
import { portalRoutes } from './checkout/portal.ts'
import { sessionsRoutes } from './checkout/sessions.ts'

/** The routes of everything that a person sees: the browser library, Checkout, payment links and the portal. */
export const checkoutRoutes = [
  ...libraryRoutes,
  ...sessionsRoutes,
  ...checkoutPageRoutes,
  ...bankRoutes,
  ...paymentPagesRoutes,
  ...paymentLinksRoutes,
  ...portalRoutes,
  ...portalCustomerRoutes,
  ...portalPagesRoutes,
  ...portalSubscriptionsRoutes,
  ...invoicePageRoutes,
]
