import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { findPaymentMethod } from './attach.ts'
import { insertMethod } from './new-payment-method.ts'

/**
 * Adds a copy of a platform's payment method to one of its connected accounts: it belongs to no customer there, and may
 * be used once. https://docs.stripe.com/connect/direct-charges-multiple-accounts
 *
 * @throws 400 for a request of the platform itself, and for a payment method of another customer than the one named.
 */
export function clonePaymentMethod(
  context: PaymentsContext,
  account: string,
  named: { readonly customer: string | undefined; readonly paymentMethod: string },
): PaymentMethod {
  const platform = context.rows.platform.get()
  if (account === platform) {
    throw invalidRequest('A payment method can only be cloned to a connected account: name it with `Stripe-Account`.', {
      param: 'payment_method',
    })
  }
  const method = findPaymentMethod(context, platform, named.paymentMethod, { param: 'payment_method' })
  if (method.customer !== (named.customer ?? null)) {
    throw invalidRequest(`The payment method ${method.id} does not belong to the customer that the request names.`, {
      param: 'customer',
    })
  }
  const { type, billingDetails, card, usBankAccount, sepaDebit, bankDebit, linkEmail, own } = method
  const copied = { type, billingDetails, card, usBankAccount, sepaDebit, linkEmail, own }
  return insertMethod(context, account, bankDebit === undefined ? copied : { ...copied, bankDebit })
}
