import { sequence } from '#core/store.ts'
import { accountCollections } from './schema/account.ts'
import { billingCollections } from './schema/billing.ts'
import { cashBalanceCollections } from './schema/cash-balances.ts'
import { checkoutCollections } from './schema/checkout.ts'
import { connectRecordCollections } from './schema/connect-records.ts'
import { connectCollections } from './schema/connect.ts'
import { customerCollections } from './schema/customers.ts'
import { entitlementCollections } from './schema/entitlements.ts'
import { fileCollections } from './schema/files.ts'
import { issuingCollections } from './schema/issuing.ts'
import { moneyCollections } from './schema/money.ts'
import { paymentSettingsCollections } from './schema/payment-settings.ts'
import { paymentCollections } from './schema/payments.ts'
import { quoteCollections } from './schema/quotes.ts'
import { radarCollections } from './schema/radar.ts'
import { reportingCollections } from './schema/reporting.ts'
import { sourceCollections } from './schema/sources.ts'
import { taxCollections } from './schema/tax.ts'
import { terminalCollections } from './schema/terminal.ts'
import { topupCollections } from './schema/topups.ts'

/** The collections of payments. */
export const collections = {
  /** Numbers the records of all collections in the order of their creation. */
  recordNumbers: sequence(),
  ...accountCollections,
  ...connectCollections,
  ...connectRecordCollections,
  ...billingCollections,
  ...customerCollections,
  ...cashBalanceCollections,
  ...entitlementCollections,
  ...fileCollections,
  ...paymentCollections,
  ...paymentSettingsCollections,
  ...quoteCollections,
  ...radarCollections,
  ...reportingCollections,
  ...sourceCollections,
  ...taxCollections,
  ...issuingCollections,
  ...terminalCollections,
  ...topupCollections,
  ...moneyCollections,
  ...checkoutCollections,
}
