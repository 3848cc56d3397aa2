import { billingRoutes } from './routes/billing.ts'
import { checkoutRoutes } from './routes/checkout.ts'
import { accountsRoutes } from './routes/accounts.ts'
import { balanceRoutes } from './routes/balance.ts'
import { chargesRoutes } from './routes/charges.ts'
import { confirmationTokensRoutes } from './routes/confirmation-tokens.ts'
import { customerSessionsRoutes } from './routes/customer-sessions.ts'
import { customersRoutes } from './routes/customers.ts'
import { disputesRoutes } from './routes/disputes.ts'
import { eventsRoutes } from './routes/events.ts'
import { paymentIntentsRoutes } from './routes/payment-intents.ts'
import { paymentMethodsRoutes } from './routes/payment-methods.ts'
import { receiptsRoutes } from './routes/receipts.ts'
import { setupIntentsRoutes } from './routes/setup-intents.ts'
import { transfersRoutes } from './routes/transfers.ts'

/** The routes of payments, by subject. */
export const routes = [
  ...customersRoutes,
  ...paymentMethodsRoutes,
  ...paymentIntentsRoutes,
  ...setupIntentsRoutes,
  ...chargesRoutes,
  ...disputesRoutes,
  ...balanceRoutes,
  ...accountsRoutes,
  ...transfersRoutes,
  ...confirmationTokensRoutes,
  ...customerSessionsRoutes,
  ...receiptsRoutes,
  ...eventsRoutes,
  ...billingRoutes,
  ...checkoutRoutes,
]
