import type { PaymentsContext } from '#payments/call.ts'
import type { Failure } from '#core/errors.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'

/** The failure of a payment for which there is no payment method. */
export function noPaymentMethod(): Failure {
  return invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  )
}

/**
 * Returns the payment method that pays an invoice by default: its own, that of its subscription, that of its customer;
 * null when there is none.
 * https://docs.stripe.com/billing/subscriptions/payment-methods-setting#payment-method-priority
 */
export function paymentMethodOf(
  { rows }: PaymentsContext,
  { defaultPaymentMethod, subscription, customer }: Pick<Invoice, 'defaultPaymentMethod' | 'subscription' | 'customer'>,
): string | null {
  const { invoiceSettings, defaultSource } = rows.customers.require(customer)
  const ofSubscription = rows.subscriptions.get(subscription)?.defaultPaymentMethod ?? null
  return defaultPaymentMethod ?? ofSubscription ?? invoiceSettings.default_payment_method ?? defaultSource
}
