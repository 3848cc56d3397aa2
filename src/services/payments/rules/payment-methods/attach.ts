import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidRequest } from '#payments/errors.ts'
import { findRecord, type IdSource } from '../records.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { declined } from '../cards/declines.ts'
import { cardByNumber } from '../cards/test-cards.ts'
import { endMandates } from './mandates.ts'
import { addTestMethod } from './new-payment-method.ts'

/**
 * Returns a payment method of the account, a new one for a test payment method (`pm_card_visa`).
 *
 * @throws `resource_missing`.
 */
export function findPaymentMethod(
  context: PaymentsContext,
  account: string,
  id: string,
  source: IdSource,
): PaymentMethod {
  return (
    addTestMethod(context, account, id) ?? findRecord(context.rows.paymentMethods, account, 'PaymentMethod', id, source)
  )
}

/**
 * Attaches a payment method to a customer, and emits `payment_method.attached`. A card that the bank declines is
 * refused with 402. https://docs.stripe.com/api/payment_methods/attach
 */
export function attachPaymentMethod(context: PaymentsContext, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.')
  }
  if (method.consumed) throw alreadyConsumed()
  if (method.own !== null) {
    // A wallet is attached by the setup or the payment in which its customer has agreed to later payments.
    throw invalidRequest(`PaymentMethods of type '${method.type}' cannot be saved to customers.`, {
      param: 'payment_method',
    })
  }
  const decline = method.card === null ? undefined : cardByNumber(method.card.number)?.decline
  if (decline !== undefined) throw declined(decline, { param: '' })
  return attachUnchecked(context, method, customer)
}

/** Attaches a payment method that the bank has accepted already. */
export function attachUnchecked(context: PaymentsContext, method: PaymentMethod, customer: string): PaymentMethod {
  const attached = context.rows.paymentMethods.update(method.id, { customer })
  context.emit({ type: 'payment_method.attached', kind: 'payment_method', row: attached })
  return attached
}

/** Detaches a payment method: it cannot be used again, and is no customer's default any more. */
export function detachPaymentMethod(context: PaymentsContext, method: PaymentMethod): PaymentMethod {
  const { rows } = context
  if (method.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  }
  const detached = rows.paymentMethods.update(method.id, { customer: null, consumed: true })
  context.emit({ type: 'payment_method.detached', kind: 'payment_method', row: detached, before: method })
  endMandates(context, detached)
  const customer = rows.customers.get(method.customer)
  if (customer?.invoiceSettings.default_payment_method === method.id) {
    const changed = rows.customers.update(customer.id, {
      invoiceSettings: { ...customer.invoiceSettings, default_payment_method: null },
    })
    context.emit({ type: 'customer.updated', kind: 'customer', row: changed, before: customer })
  }
  return detached
}

/** 400: a payment method that was used without a customer, or detached. */
export function alreadyConsumed(): Error {
  return failure(
    400,
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { code: 'payment_method_unexpected_state' },
  )
}
