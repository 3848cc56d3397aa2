import { billingRoutes } from './routes/billing.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { chargesRoutes } from './routes/charges.ts'
import { customersRoutes } from './routes/customers.ts'
import { eventsRoutes } from './routes/events.ts'
import { paymentIntentsRoutes } from './routes/payment-intents.ts'
import { paymentMethodsRoutes } from './routes/payment-methods.ts'
import { setupIntentsRoutes } from './routes/setup-intents.ts'

/** The routes of payments, by subject. */
export const routes = [
  ...customersRoutes,
  ...paymentMethodsRoutes,
  ...paymentIntentsRoutes,
  ...setupIntentsRoutes,
  ...chargesRoutes,
  ...eventsRoutes,
  ...billingRoutes,
  ...checkoutRoutes,
]
