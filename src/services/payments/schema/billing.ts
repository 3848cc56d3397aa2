import { catalogCollections } from './billing/catalog.ts'
import { invoiceCollections } from './billing/invoices.ts'
import { subscriptionCollections } from './billing/subscriptions.ts'

/** The collections and timers of billing. */
export const billingCollections = { ...catalogCollections, ...invoiceCollections, ...subscriptionCollections }
