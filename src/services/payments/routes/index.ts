import { billingRoutes } from './billing.ts'
import { checkoutRoutes } from './checkout.ts'
import { accountsRoutes } from './accounts.ts'
import { balanceRoutes } from './balance.ts'
import { chargesRoutes } from './charges.ts'
import { confirmationTokensRoutes } from './confirmation-tokens.ts'
import { customerSessionsRoutes } from './customer-sessions.ts'
import { customersRoutes } from './customers.ts'
import { disputesRoutes } from './disputes.ts'
import { eventsRoutes } from './events.ts'
import { paymentIntentsRoutes } from './payment-intents.ts'
import { paymentMethodsRoutes } from './payment-methods.ts'
import { receiptsRoutes } from './receipts.ts'
import { setupIntentsRoutes } from './setup-intents.ts'
import { transfersRoutes } from './transfers.ts'

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
