import type { Opaque } from '#payments/schema/billing/invoices.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'

/** Returns the fields that a new subscription has unless a request sets them. `at` is its start in epoch seconds. */
export function defaults(at: number) {
  return {
    applicationFeePercent: null,
    automaticTax: false,
    automaticTaxDisabled: null,
    billingCycleAnchorConfig: null,
    billingMode: 'flexible' as const,
    billingModeUpdatedAt: null,
    billingThresholds: null,
    cancelAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    cancellationDetails: { comment: null, feedback: null, reason: null },
    collectionMethod: 'charge_automatically' as const,
    daysUntilDue: null,
    defaultPaymentMethod: null,
    defaultSource: null,
    defaultTaxRates: [],
    description: null,
    discounts: [],
    endedAt: null,
    invoiceSettings: INVOICE_SETTINGS,
    latestInvoice: null,
    metadata: {},
    nextPendingInvoice: null,
    onBehalfOf: null,
    pauseCollection: null,
    pause: null,
    paymentSettings: SUBSCRIPTION_PAYMENT_SETTINGS,
    pendingInvoiceItemInterval: null,
    pendingSetupIntent: null,
    pendingUpdate: null,
    prorationDiscounts: 'included' as const,
    schedule: null,
    startDate: at,
    transferData: null,
    trialEndAnchor: null,
    trialMissingPaymentMethod: 'create_invoice' as const,
  }
}

/** The member `invoice_settings` of a subscription that leaves all to the account and the customer. */
export const INVOICE_SETTINGS: Opaque = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: { type: 'self' },
}

/** The member `payment_settings` of a subscription that leaves all to the vendor. */
export const SUBSCRIPTION_PAYMENT_SETTINGS: Subscription['paymentSettings'] = {
  payment_method_options: null,
  payment_method_types: null,
  save_default_payment_method: 'off',
}
