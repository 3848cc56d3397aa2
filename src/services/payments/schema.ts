import { sequence } from '#core/store.ts'
import { accountCollections } from './schema/account.ts'
import { billingCollections } from './schema/billing.ts'
import { checkoutCollections } from './schema/checkout.ts'
import { connectCollections } from './schema/connect.ts'
import { customerCollections } from './schema/customers.ts'
import { moneyCollections } from './schema/money.ts'
import { paymentCollections } from './schema/payments.ts'

/** The collections of payments. */
export const collections = {
  /** Numbers the records of all collections in the order of their creation. */
  recordNumbers: sequence(),
  ...accountCollections,
  ...connectCollections,
  ...billingCollections,
  ...customerCollections,
  ...paymentCollections,
  ...moneyCollections,
  ...checkoutCollections,
}
