import { hasTaxLocation } from '../billing/taxes/automatic-tax.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'
import { addDiscount } from '../billing/discounts/discounts.ts'
import { finalizeInvoice } from '../billing/invoices/finalize.ts'
import { payInvoice } from '../billing/invoices/pay.ts'
import { addInvoice, addInvoiceItem } from '../billing/invoices/draft.ts'
import { amountsOf, unitAmountOf } from './amounts.ts'

interface InvoiceData {
  readonly account_tax_ids: readonly string[] | null
  readonly custom_fields: readonly { readonly name: string; readonly value: string }[] | null
  readonly description: string | null
  readonly footer: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Adds the invoice of a payment whose session asks for one (`invoice_creation`): finalized, and paid by the session's
 * payment intent. Returns the session with its invoice.
 * https://docs.stripe.com/payments/checkout/receipts#paid-invoices
 */
export function addPaymentInvoice(
  context: PaymentsContext,
  session: CheckoutSession,
  payment: PaymentIntent,
): CheckoutSession {
  const { rows } = context
  const { invoiceCreation, currency } = session
  if (invoiceCreation?.['enabled'] !== true || session.customer === null || currency === null) return session
  const customer = rows.customers.require(session.customer)
  const data = invoiceCreation['invoice_data'] as unknown as InvoiceData // settings.ts writes it
  const { lines, shipping } = amountsOf(context, { ...session, currency })
  const draft = addInvoice(context, customer, {
    currency,
    automaticTax: session.automaticTax !== null && hasTaxLocation(customer),
    billingReason: 'manual',
    customFields: data.custom_fields,
    description: data.description,
    footer: data.footer,
    shippingCost: shipping === null ? null : { shippingRate: session.shippingRate, amount: shipping, taxes: [] },
    metadata: { ...data.metadata },
    discounts: session.discounts.map(
      ({ coupon, promotionCode }) =>
        addDiscount(
          context,
          rows.coupons.require(coupon),
          { customer: customer.id, checkoutSession: session.id },
          promotionCode,
        ).id,
    ),
  })
  for (const { line, price, product, amount } of lines) {
    const unit = unitAmountOf(price, line, currency)
    addInvoiceItem(context, customer, {
      amount,
      currency,
      invoice: draft.id,
      description: product.name,
      price: price.id,
      product: product.id,
      quantity: line.quantity,
      unitAmountDecimal: unit === null ? null : String(unit),
      taxRates: line.taxRates,
    })
  }
  rows.paymentIntents.update(payment.id, { invoice: draft.id })
  finalizeInvoice(context, draft.id, payment.id)
  payInvoice(context, draft.id, { amount: payment.amountReceived, paymentMethod: payment.paymentMethod })
  return rows.checkoutSessions.update(session.id, { invoice: draft.id })
}
