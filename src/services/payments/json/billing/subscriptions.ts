import type { PaymentsContext } from '#payments/call.ts'
import { countedPageJson } from '../page.ts'
import type { Json } from '#payments/protocol/resource.ts'
import type {
  Meter,
  MeterEvent,
  Subscription,
  SubscriptionItem,
  TestClock,
} from '#payments/schema/billing/subscriptions.ts'
import { paymentOptionsJson } from '#payments/rules/billing/invoices/payment-options.ts'
import { periodOfItem } from '#payments/rules/billing/subscriptions/items.ts'
import { planJson, priceJson, taxRatesJson } from './catalog.ts'
import { DAY_SECONDS } from '#payments/rules/seconds.ts'

type Context = Pick<PaymentsContext, 'rows'>

/** Writes a subscription. `items` are all of its items. https://docs.stripe.com/api/subscriptions/object */
// oxlint-disable-next-line max-lines-per-function -- one literal, in the vendor's order
export function subscriptionJson(
  context: Context,
  subscription: Subscription,
  items: readonly SubscriptionItem[] = context.rows.subscriptionItems.list('subscription', subscription.id),
) {
  const { rows } = context
  return {
    id: subscription.id,
    object: 'subscription',
    application: null,
    application_fee_percent: subscription.applicationFeePercent,
    automatic_tax: {
      disabled_reason: subscription.automaticTaxDisabled,
      enabled: subscription.automaticTax,
      liability: subscription.automaticTax ? { type: 'self' } : null,
    },
    billing_cycle_anchor: subscription.billingCycleAnchor,
    billing_cycle_anchor_config: subscription.billingCycleAnchorConfig,
    billing_mode: billingModeJson(subscription),
    billing_schedules: [],
    billing_thresholds: subscription.billingThresholds,
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: subscription.canceledAt,
    cancellation_details: {
      comment: subscription.cancellationDetails.comment,
      feedback: subscription.cancellationDetails.feedback,
      feedback_option: null,
      reason: subscription.cancellationDetails.reason,
    },
    collection_method: subscription.collectionMethod,
    created: subscription.created,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_account: null,
    days_until_due: subscription.daysUntilDue,
    default_payment_method: subscription.defaultPaymentMethod,
    default_source: subscription.defaultSource,
    default_tax_rates: taxRatesJson(rows, subscription.defaultTaxRates),
    description: subscription.description,
    discounts: subscription.discounts,
    ended_at: subscription.endedAt,
    invoice_settings: subscription.invoiceSettings,
    items: countedPageJson(
      items.map((item) => subscriptionItemJson(context, item, subscription, items)),
      `/v1/subscription_items?subscription=${subscription.id}`,
    ),
    latest_invoice: subscription.latestInvoice,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: subscription.nextPendingInvoice,
    on_behalf_of: subscription.onBehalfOf,
    pause_collection: subscription.pauseCollection,
    payment_settings: {
      ...subscription.paymentSettings,
      payment_method_options: paymentOptionsJson(subscription.paymentSettings.payment_method_options, 'subscription'),
    },
    pending_invoice_item_interval: subscription.pendingInvoiceItemInterval,
    pending_setup_intent: subscription.pendingSetupIntent,
    pending_update: pendingUpdateJson(context, subscription, items),
    ...onlyPlanJson(context, items),
    schedule: subscription.schedule,
    start_date: subscription.startDate,
    status: subscription.status,
    test_clock: subscription.testClock,
    transfer_data: subscription.transferData,
    trial_end: subscription.trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: subscription.trialEndAnchor ?? 'now',
        missing_payment_method: subscription.trialMissingPaymentMethod,
      },
    },
    trial_start: subscription.trialStart,
  }
}

function billingModeJson({ billingMode, billingModeUpdatedAt, created, prorationDiscounts }: Subscription) {
  if (billingMode === 'classic') return { flexible: null, type: 'classic' }
  return {
    flexible: { proration_discounts: prorationDiscounts },
    type: 'flexible',
    updated_at: billingModeUpdatedAt ?? created,
  }
}

/** Writes the plan and the quantity of a subscription with one item, as the vendor still does in every version. */
function onlyPlanJson({ rows }: Context, items: readonly SubscriptionItem[]) {
  const [only, ...others] = items
  if (only === undefined || others.length > 0) return { plan: null, quantity: null }
  return { plan: planJson(rows.prices.require(only.price)), quantity: only.quantity }
}

function pendingUpdateJson(context: Context, subscription: Subscription, items: readonly SubscriptionItem[]) {
  const { pendingUpdate: update } = subscription
  if (update === null) return null
  return {
    billing_cycle_anchor: update.billingCycleAnchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: update.expiresAt,
    metadata: null,
    subscription_items:
      update.items?.map(({ id, price, quantity }) => {
        const item = items.find((each) => each.id === id)
        return item === undefined
          ? null
          : subscriptionItemJson(context, { ...item, price, quantity }, subscription, items)
      }) ?? null,
    trial_end: update.trialEnd,
    trial_from_plan: null,
  }
}

/**
 * Writes a subscription item. `items` are all items of its subscription.
 * https://docs.stripe.com/api/subscription_items/object
 */
export function subscriptionItemJson(
  { rows }: Context,
  item: SubscriptionItem,
  subscription: Subscription,
  items: readonly SubscriptionItem[] = rows.subscriptionItems.list('subscription', subscription.id),
): Json & { readonly id: string } {
  const price = rows.prices.require(item.price)
  const period = periodOfItem(rows, subscription, item, items)
  return {
    id: item.id,
    object: 'subscription_item',
    billing_thresholds: item.billingThresholds,
    created: item.created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: item.discounts,
    metadata: item.metadata,
    plan: planJson(price),
    price: priceJson(price),
    ...(item.quantity === null ? {} : { quantity: item.quantity }),
    subscription: item.subscription,
    tax_rates: taxRatesJson(rows, item.taxRates),
  }
}

/** Writes a meter. https://docs.stripe.com/api/billing/meter/object */
export function meterJson(meter: Meter) {
  return {
    id: meter.id,
    object: 'billing.meter',
    created: meter.created,
    customer_mapping: { event_payload_key: meter.customerKey, type: 'by_id' },
    default_aggregation: { formula: meter.formula },
    display_name: meter.displayName,
    event_name: meter.eventName,
    event_time_window: meter.eventTimeWindow,
    livemode: false,
    status: meter.active ? 'active' : 'inactive',
    status_transitions: { deactivated_at: meter.deactivatedAt },
    updated: meter.updated,
    value_settings: { event_payload_key: meter.valueKey },
  }
}

/** Writes a meter event. https://docs.stripe.com/api/billing/meter-event/object */
export function meterEventJson(event: MeterEvent) {
  return {
    object: 'billing.meter_event',
    created: event.created,
    event_name: event.eventName,
    identifier: event.identifier,
    livemode: false,
    payload: event.payload,
    timestamp: event.timestamp,
  }
}

/** The time that the vendor keeps a test clock: 30 days, in seconds. */
const CLOCK_LIFETIME = 30 * DAY_SECONDS

/** Writes a test clock. https://docs.stripe.com/api/test_clocks/object */
export function testClockJson(clock: TestClock) {
  return {
    id: clock.id,
    object: 'test_helpers.test_clock',
    created: clock.created,
    deletes_after: clock.created + CLOCK_LIFETIME,
    frozen_time: clock.frozenTime,
    livemode: false,
    name: clock.name,
    status: clock.status,
    status_details: clock.target === null ? {} : { advancing: { target_frozen_time: clock.target } },
  }
}
