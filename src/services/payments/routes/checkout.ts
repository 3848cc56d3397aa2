import { libraryRoutes } from './browser/library.ts'
import { sessionsRoutes } from './checkout/sessions.ts'

/** The routes of everything that a person sees: the browser library, Checkout, payment links and the portal. */
export const checkoutRoutes = [...libraryRoutes, ...sessionsRoutes]
