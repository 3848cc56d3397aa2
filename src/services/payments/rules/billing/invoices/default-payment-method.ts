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
  invoice: Pick<Invoice, 'defaultPaymentMethod' | 'defaultSource' | 'subscription' | 'customer'>,
): string | null {
  const customer = rows.customers.require(invoice.customer)
  const subscription = rows.subscriptions.get(invoice.subscription)
  return (
    invoice.defaultPaymentMethod ??
    invoice.defaultSource ??
    subscription?.defaultPaymentMethod ??
    subscription?.defaultSource ??
    customer.invoiceSettings.default_payment_method ??
    customer.defaultSource
  )
}
