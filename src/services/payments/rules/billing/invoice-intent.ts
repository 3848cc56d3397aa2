import type { Failure } from '../../../../core/errors.ts'
import type { PaymentsContext } from '../../call.ts'
import { emit } from '../../events.ts'
import { invalidRequest } from '../../errors.ts'
import { paymentIntentJson } from '../../json/intents.ts'
import { now } from '../../new-id.ts'
import { findRecord } from '../../records.ts'
import type { BillingReason, Invoice } from '../../schema/billing/invoices.ts'
import { confirmIntent } from '../payment-intents/confirm.ts'
import { addPaymentIntent } from '../payment-intents/new-intent.ts'

const DESCRIPTIONS: Partial<Record<BillingReason, string>> = {
  subscription_create: 'Subscription creation',
  subscription_update: 'Subscription update',
  subscription_cycle: 'Subscription update',
}

/** Adds the payment intent of a finalized invoice and returns its id. The invoice follows its changes. */
export function addInvoiceIntent(context: PaymentsContext, invoice: Invoice): string {
  const { payment_method_types: types } = invoice.paymentSettings as { payment_method_types?: readonly string[] | null } // as the routes check
  return addPaymentIntent(context, invoice.account, {
    amount: invoice.amountDue,
    applicationFeeAmount: invoice.applicationFeeAmount,
    currency: invoice.currency,
    customer: invoice.customer,
    description: DESCRIPTIONS[invoice.billingReason] ?? `Payment for Invoice`,
    followed: true,
    invoice: invoice.id,
    onBehalfOf: invoice.onBehalfOf,
    paymentMethodTypes: types ?? ['card', 'link'],
    setupFutureUsage: invoice.subscription === null ? null : 'off_session',
    statementDescriptor: invoice.statementDescriptor,
    transferData: invoice.transferData as { readonly destination: string } | null, // as the routes check
  }).id
}

/**
 * Confirms the payment intent of an open invoice with a payment method of its customer. Returns the refusal of a payment that was declined.
 * Throws 400 for a payment method of another customer.
 */
export function confirmInvoiceIntent(
  context: PaymentsContext,
  invoice: Invoice,
  paymentMethod: string,
  offSession: boolean,
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
  return confirmIntent(context, intent, { offSession }).refusal
}

/** Cancels the payment intent of an invoice that is no longer to be paid. */
export function cancelInvoiceIntent(
  context: PaymentsContext,
  { paymentIntent: id, account }: Invoice,
  reason: string,
): void {
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
  emit(context, account, 'payment_intent.canceled', paymentIntentJson(canceled))
}

/** Returns a text that differs whenever a payment intent has been confirmed again or has changed its status. */
export function stateOfIntent({ rows }: Pick<PaymentsContext, 'rows'>, id: string): string {
  const { attempt, status } = rows.paymentIntents.require(id)
  return `${attempt} ${status}`
}
