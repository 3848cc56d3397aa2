import { catalogCollections } from './billing/catalog.ts'
import { invoiceCollections } from './billing/invoices.ts'
import { scheduleCollections } from './billing/schedules.ts'
import { subscriptionCollections } from './billing/subscriptions.ts'

/** The collections and timers of billing. */
export const billingCollections = {
  ...catalogCollections,
  ...invoiceCollections,
  ...subscriptionCollections,
  ...scheduleCollections,
}
