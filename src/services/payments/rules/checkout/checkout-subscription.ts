import type { PaymentsContext } from '#payments/call.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { now } from '../new-id.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { CheckoutSession, Hash, SessionLine } from '#payments/schema/checkout.ts'
import { createSubscription } from '../billing/subscriptions/create-subscription.ts'
import { hasTaxLocation } from '../billing/taxes/automatic-tax.ts'
import { onTestClock } from '../billing/test-clocks/test-clock.ts'
import { idsOf } from './amounts.ts'
import { DAY_SECONDS } from '../seconds.ts'

/**
 * Adds the subscription that a session is for. Its first invoice, where it asks for something, is that of `payment`, or
 * waits to be paid.
 */
export function addCheckoutSubscription(
  context: PaymentsContext,
  session: CheckoutSession,
  paymentMethod: string | null,
  payment?: string,
): Subscription {
  const { rows } = context
  const customer = rows.customers.require(session.customer ?? '')
  const lines = session.lines.map((line) => ({ line, price: rows.prices.require(line.price) }))
  const data = session.subscriptionData
  const rates = (line: SessionLine): readonly string[] => line.taxRates
  const onClock = onTestClock(context, customer.testClock)
  const { subscription } = createSubscription(onClock, customer, {
    items: lines
      .filter(({ price }) => price.recurring !== null)
      .map(({ line, price }) => ({
        // The session has checked its prices; one that it describes is inactive, so that nothing else uses it.
        price: { ...price, active: true },
        quantity: price.recurring?.usage_type === 'metered' ? null : line.quantity,
        metadata: line.metadata,
        taxRates: rates(line),
        discounts: [],
      })),
    addInvoiceItems: lines
      .filter(({ price }) => price.recurring === null)
      .map(({ line, price }) => ({ price, quantity: line.quantity, discounts: [], taxRates: rates(line) })),
    discounts: session.discounts.map(({ coupon, promotionCode }) =>
      promotionCode === null ? { coupon } : { promotion_code: promotionCode },
    ),
    trialEnd: trialEndOf(onClock, data),
    billingCycleAnchor: typeof data['billing_cycle_anchor'] === 'number' ? data['billing_cycle_anchor'] : null,
    prorationBehavior: data['proration_behavior'] === 'none' ? 'none' : 'create_prorations',
    paymentBehavior: 'default_incomplete',
    paidBy: payment,
    currency: session.currency ?? undefined,
    fields: {
      automaticTax: session.automaticTax !== null && hasTaxLocation(customer),
      defaultPaymentMethod: paymentMethod,
      defaultTaxRates: idsOf(data['default_tax_rates']),
      description: typeof data['description'] === 'string' ? data['description'] : null,
      metadata: mergeMetadata({}, data['metadata'] as Readonly<Record<string, string>> | undefined), // checked by its parameter
      trialMissingPaymentMethod: missingPaymentMethodOf(data),
      applicationFeePercent:
        typeof data['application_fee_percent'] === 'number' ? data['application_fee_percent'] : null,
      onBehalfOf: typeof data['on_behalf_of'] === 'string' ? data['on_behalf_of'] : null,
    },
  })
  rows.checkoutSessions.update(session.id, { subscription: subscription.id, invoice: subscription.latestInvoice })
  return subscription
}

function trialEndOf(context: PaymentsContext, data: Hash): number | null {
  const { trial_end: end, trial_period_days: days } = data
  if (typeof end === 'number') return end
  return typeof days === 'number' ? now(context) + days * DAY_SECONDS : null
}

function missingPaymentMethodOf({ trial_settings: settings }: Hash): Subscription['trialMissingPaymentMethod'] {
  const { end_behavior: end } = (settings ?? {}) as {
    readonly end_behavior?: { readonly missing_payment_method?: string }
  } // checked by its parameter
  const behavior = end?.missing_payment_method
  return behavior === 'cancel' || behavior === 'pause' ? behavior : 'create_invoice'
}

/** Returns the first invoice of a session's subscription. */
export function firstInvoice({ rows }: Pick<PaymentsContext, 'rows'>, { subscription }: CheckoutSession): Invoice {
  return rows.invoices.require(rows.subscriptions.require(subscription ?? '').latestInvoice ?? '')
}
