import type { Invoice } from '#payments/schema/billing/invoices.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { PAYMENT_SETTINGS } from '../invoices/draft.ts'

/** Returns the members that the invoices of a subscription take from it. */
export function invoiceMembers(subscription: Subscription) {
  const { payment_method_options: options, payment_method_types: types } = subscription.paymentSettings
  return {
    automaticTax: subscription.automaticTax,
    collectionMethod: subscription.collectionMethod,
    currency: subscription.currency,
    daysUntilDue: subscription.daysUntilDue,
    defaultPaymentMethod: subscription.defaultPaymentMethod,
    defaultSource: subscription.defaultSource,
    defaultTaxRates: subscription.defaultTaxRates,
    ...invoiceTexts(subscription),
    ...(subscription.discounts.length === 0 ? {} : { discounts: subscription.discounts }),
    onBehalfOf: subscription.onBehalfOf,
    paymentSettings: {
      ...PAYMENT_SETTINGS,
      payment_method_options: options ?? null,
      payment_method_types: types ?? null,
    },
    subscription: subscription.id,
    subscriptionMetadata: subscription.metadata,
    transferData: subscription.transferData,
  }
}

/** Returns the texts that the invoices of a subscription have in place of those of its customer. */
function invoiceTexts({ invoiceSettings }: Subscription) {
  const {
    account_tax_ids: taxIds,
    custom_fields: fields,
    description,
    footer,
  } = invoiceSettings as {
    readonly account_tax_ids?: Invoice['accountTaxIds']
    readonly custom_fields?: Invoice['customFields']
    readonly description?: string | null
    readonly footer?: string | null
  } // as the routes check
  return {
    accountTaxIds: taxIds ?? null,
    description: description ?? null,
    ...(fields === undefined || fields === null ? {} : { customFields: fields }),
    ...(footer === undefined || footer === null ? {} : { footer }),
  }
}
