import { billingRoutes } from './routes/billing.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { customersRoutes } from './routes/customers.ts'
import { eventsRoutes } from './routes/events.ts'

/** The routes of payments, by subject. */
export const routes = [...customersRoutes, ...eventsRoutes, ...billingRoutes, ...checkoutRoutes]
