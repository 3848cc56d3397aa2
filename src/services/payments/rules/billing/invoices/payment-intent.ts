import type { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import { findRecord } from '../../records.ts'
import type { BillingReason, Invoice } from '#payments/schema/billing/invoices.ts'
import { percentOf } from '../decimals.ts'
import { confirmIntent } from '../../payment-intents/confirm.ts'
import { paymentMethodOf } from './default-payment-method.ts'
import { intentOptionsOf } from './payment-options.ts'
import { addPaymentIntent, optionsOf } from '../../payment-intents/new-intent.ts'

const DESCRIPTIONS: Partial<Record<BillingReason, string>> = {
  subscription_create: 'Subscription creation',
  subscription_update: 'Subscription update',
  subscription_cycle: 'Subscription update',
  subscription_threshold: 'Subscription update',
}

/**
 * Adds the payment intent of a finalized invoice and returns its id. The invoice follows its changes. Where a payment
 * method would pay the invoice by default, the intent has it, and waits for its confirmation.
 */
export function addInvoiceIntent(context: PaymentsContext, invoice: Invoice): string {
  const types = invoice.paymentSettings.payment_method_types ?? ['card', 'link']
  const subscription = context.rows.subscriptions.get(invoice.subscription)
  return addPaymentIntent(context, invoice.account, {
    amount: invoice.amountDue,
    captureMethod: 'automatic',
    applicationFeeAmount: invoice.applicationFeeAmount ?? partOf(invoice, subscription?.applicationFeePercent),
    currency: invoice.currency,
    customer: invoice.customer,
    description: DESCRIPTIONS[invoice.billingReason] ?? `Payment for Invoice`,
    followed: true,
    invoice: invoice.id,
    onBehalfOf: invoice.onBehalfOf,
    paymentMethod: defaultMethodOf(context, invoice, types),
    paymentMethodOptions: optionsOf(types, intentOptionsOf(invoice.paymentSettings.payment_method_options)),
    paymentMethodTypes: types,
    // A customer's balance is nothing that can be saved for later.
    setupFutureUsage: invoice.subscription === null || types.includes('customer_balance') ? null : 'off_session',
    statementDescriptor: invoice.statementDescriptor,
    transferData: transferDataOf(invoice),
  }).id
}

/** Returns the payment method that pays an invoice by itself, if it is of the invoice's types. */
function defaultMethodOf(context: PaymentsContext, invoice: Invoice, types: readonly string[]): string | null {
  if (invoice.collectionMethod !== 'charge_automatically') return null
  const method = context.rows.paymentMethods.get(paymentMethodOf(context, invoice))
  return method !== undefined && types.includes(method.type) ? method.id : null
}

/** Returns a percentage of what an invoice asks for; null without a percentage. */
function partOf({ amountDue }: Invoice, percent: number | null | undefined): number | null {
  return percent === null || percent === undefined ? null : percentOf(amountDue, percent)
}

/** Returns the transfer of an invoice's payment; its amount is fixed, or a percentage of what the invoice asks for. */
function transferDataOf(invoice: Invoice): { readonly destination: string; readonly amount?: number } | null {
  if (invoice.transferData === null) return null
  const { amount, amount_percent, destination } = invoice.transferData as {
    readonly amount?: number
    readonly amount_percent?: number | null
    readonly destination: string
  } // as the routes check
  const part = amount ?? partOf(invoice, amount_percent)
  return { destination, ...(part === null ? {} : { amount: part }) }
}

/**
 * Confirms the payment intent of an open invoice with a payment method of its customer. Returns the failure of a
 * payment that was declined.
 *
 * @throws 400 for a payment method of another customer.
 */
export function confirmInvoiceIntent(
  context: PaymentsContext,
  invoice: Invoice,
  paymentMethod: string,
  session: { readonly offSession: boolean; readonly asksLater: boolean },
): Failure | null {
  const { rows } = context
  const method = findRecord(rows.paymentMethods, invoice.account, 'PaymentMethod', paymentMethod, {
    param: 'payment_method',
  })
  if (method.customer !== null && method.customer !== invoice.customer) {
    throw invalidRequest('The payment method does not belong to the customer of this invoice.', {
      param: 'payment_method',
    })
  }
  const intent = rows.paymentIntents.update(invoice.paymentIntent ?? '', { paymentMethod: method.id })
  return confirmIntent(context, intent, session).failure
}

/** Cancels the payment intent of an invoice that is no longer to be paid. */
export function cancelInvoiceIntent(context: PaymentsContext, { paymentIntent: id }: Invoice, reason: string): void {
  const intent = context.rows.paymentIntents.get(id)
  if (intent === undefined || intent.status === 'succeeded' || intent.status === 'canceled') return
  const canceled = context.rows.paymentIntents.update(intent.id, {
    status: 'canceled',
    canceledAt: now(context),
    cancellationReason: reason,
    nextAction: null,
  })
  for (const payment of context.rows.invoicePayments.list('paymentIntent', intent.id)) {
    context.rows.invoicePayments.update(payment.id, {
      status: 'canceled',
      canceledAt: now(context),
      followed: stateOfIntent(context, intent.id),
    })
  }
  context.emit({ type: 'payment_intent.canceled', kind: 'payment_intent', row: canceled })
}

/** Returns a text that differs whenever a payment intent has been confirmed again or has changed its status. */
export function stateOfIntent({ rows }: Pick<PaymentsContext, 'rows'>, id: string): string {
  const { attempt, status } = rows.paymentIntents.require(id)
  return `${attempt} ${status}`
}
