import { priceIdOf } from '#payments/schema/billing/retired-price.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type {
  PhaseExtra,
  PhaseItem,
  SchedulePhase,
  ScheduleSettings,
  SubscriptionSchedule,
} from '#payments/schema/billing/schedules.ts'
import { taxRatesJson } from './catalog.ts'
import { readOwn } from '../read-own.ts'

type Context = Pick<PaymentsContext, 'rows'>

/** Writes a subscription schedule. https://docs.stripe.com/api/subscription_schedules/object */
export function scheduleJson({ rows }: Context, schedule: SubscriptionSchedule) {
  const { currentPhase, phases, status } = schedule
  const current = status === 'active' && currentPhase !== null ? phases[currentPhase] : undefined
  return {
    id: schedule.id,
    object: 'subscription_schedule',
    application: null,
    billing_mode:
      schedule.billingMode === 'flexible'
        ? { flexible: { proration_discounts: 'included' }, type: 'flexible' }
        : { flexible: null, type: 'classic' },
    canceled_at: schedule.canceledAt,
    completed_at: schedule.completedAt,
    created: schedule.created,
    current_phase: current === undefined ? null : { end_date: current.end, start_date: current.start },
    customer: schedule.customer,
    customer_account: null,
    default_settings: defaultSettingsJson(schedule.defaultSettings),
    end_behavior: schedule.endBehavior,
    livemode: false,
    metadata: schedule.metadata,
    pause_schedules: [],
    phases: phases.map((phase) => phaseJson(rows, phase)),
    released_at: schedule.releasedAt,
    released_subscription: schedule.releasedSubscription,
    status,
    subscription: schedule.subscription,
    test_clock: schedule.testClock,
  }
}

function defaultSettingsJson(settings: ScheduleSettings) {
  return {
    application_fee_percent: settings.applicationFeePercent,
    automatic_tax: automaticTaxJson(settings.automaticTax ?? false),
    billing_cycle_anchor: settings.billingCycleAnchor ?? 'automatic',
    billing_thresholds: settings.billingThresholds,
    collection_method: settings.collectionMethod ?? 'charge_automatically',
    default_payment_method: settings.defaultPaymentMethod,
    description: settings.description,
    invoice_settings: invoiceSettingsJson(settings.invoiceSettings ?? {}),
    on_behalf_of: settings.onBehalfOf,
    transfer_data: settings.transferData,
  }
}

function automaticTaxJson(enabled: boolean) {
  return { disabled_reason: null, enabled, liability: enabled ? { type: 'self' } : null }
}

function invoiceSettingsJson(settings: Readonly<Record<string, unknown>>) {
  return {
    account_tax_ids: null,
    custom_fields: null,
    days_until_due: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
    ...settings,
  }
}

function phaseJson(rows: Context['rows'], phase: SchedulePhase) {
  return {
    add_invoice_items: phase.addInvoiceItems.map((item) => extraJson(rows, item)),
    application_fee_percent: phase.applicationFeePercent,
    ...(phase.automaticTax === null ? {} : { automatic_tax: automaticTaxJson(phase.automaticTax) }),
    billing_cycle_anchor: phase.billingCycleAnchor,
    billing_thresholds: phase.billingThresholds,
    collection_method: phase.collectionMethod,
    currency: phase.currency,
    default_payment_method: phase.defaultPaymentMethod,
    default_tax_rates: taxRatesJson(rows, phase.defaultTaxRates ?? []),
    description: phase.description,
    discounts: phase.discounts,
    end_date: phase.end,
    invoice_settings: phase.invoiceSettings === null ? null : invoiceSettingsJson(phase.invoiceSettings),
    items: phase.items.map((item) => itemJson(rows, item)),
    metadata: phase.metadata,
    on_behalf_of: phase.onBehalfOf,
    proration_behavior: phase.prorationBehavior,
    start_date: phase.start,
    transfer_data: phase.transferData,
    trial_end: phase.trialEnd,
  }
}

function itemJson(
  rows: Context['rows'],
  { billingThresholds, price, quantity, discounts, metadata, taxRates }: PhaseItem,
) {
  return {
    billing_thresholds: billingThresholds,
    discounts,
    metadata,
    plan: priceIdOf(price),
    price: priceIdOf(price),
    ...(quantity === null ? {} : { quantity }),
    tax_rates: taxRatesJson(rows, taxRates),
  }
}

function extraJson(rows: Context['rows'], item: PhaseExtra) {
  const bound = (value: number | string | null, word: string): object =>
    typeof value === 'number' ? { timestamp: value, type: 'timestamp' } : { type: value ?? word }
  return {
    discountable: item.discountable,
    discounts: item.discounts,
    metadata: item.metadata,
    period: {
      end: bound(item.period.end, 'min_item_period_end'),
      start: bound(item.period.start, 'max_item_period_start'),
    },
    price: item.price,
    quantity: item.quantity,
    tax_rates: taxRatesJson(rows, item.taxRates ?? []),
  }
}

/** Subscription schedules, as `expand` finds them. */
export const scheduleResources: readonly Resource[] = [
  {
    object: 'subscription_schedule',
    read: readOwn(({ subscriptionSchedules }) => subscriptionSchedules, scheduleJson),
    expandable: {
      customer: ['customer'],
      'default_settings.default_payment_method': ['payment_method'],
      'default_settings.on_behalf_of': ['account'],
      'default_settings.transfer_data.destination': ['account'],
      'phases.add_invoice_items.price': ['price'],
      'phases.default_payment_method': ['payment_method'],
      'phases.discounts.coupon': ['coupon'],
      'phases.discounts.promotion_code': ['promotion_code'],
      'phases.items.plan': ['plan'],
      'phases.items.price': ['price'],
      'phases.on_behalf_of': ['account'],
      'phases.transfer_data.destination': ['account'],
      subscription: ['subscription'],
      test_clock: ['test_helpers.test_clock'],
    },
  },
]
