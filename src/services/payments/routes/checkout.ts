import { libraryRoutes } from './browser/library.ts'

/** The routes of everything that a person sees: the browser library, Checkout, payment links and the portal. */
export const checkoutRoutes = [...libraryRoutes]
