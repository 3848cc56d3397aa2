import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import { newRecord } from '../../records.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Opaque } from '#payments/schema/billing/invoices.ts'
import type {
  PhaseDiscount,
  PhaseExtra,
  SchedulePhase,
  ScheduleSettings,
  SubscriptionSchedule,
} from '#payments/schema/billing/schedules.ts'
import type { Due, ProrationBehavior, Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { DiscountsInput } from '../discounts/discounts.ts'
import { createSubscription } from '../subscriptions/create-subscription.ts'
import { type ExtraItem } from '../subscriptions/one-time-items.ts'
import { INVOICE_SETTINGS } from '../subscriptions/defaults.ts'
import { addPeriods } from '../periods.ts'
import { cadenceOf } from '../prices/pricing.ts'
import { changeSchedule, hasScheduleEnded } from './status.ts'
import { itemsOf } from '../subscriptions/items.ts'
import { changeSubscription, hasEnded } from '../subscriptions/status.ts'
import { scheduleAt } from '../subscriptions/timers.ts'
import { updateSubscription } from '../subscriptions/update-subscription.ts'
import { type ItemChange } from '../subscriptions/item-changes.ts'
import { DAY_SECONDS } from '../../seconds.ts'

/** The time before the end of a schedule at which `subscription_schedule.expiring` is emitted, in seconds. */
const END_NOTICE = 7 * DAY_SECONDS

/** The members of a new schedule. */
export interface ScheduleInput {
  readonly billingMode: SubscriptionSchedule['billingMode']
  readonly defaultSettings: ScheduleSettings
  readonly endBehavior: SubscriptionSchedule['endBehavior']
  readonly metadata: Metadata
  readonly phases: readonly SchedulePhase[]
  /** The subscription that the schedule takes over; null for one that begins with the first phase. */
  readonly subscription: Subscription | null
}

/**
 * Adds a schedule and emits `subscription_schedule.created`. A schedule that begins now or in the past begins its
 * subscription at once; the first invoice stays a draft for an hour.
 * https://docs.stripe.com/billing/subscriptions/subscription-schedules
 */
export function addSchedule(context: PaymentsContext, customer: Customer, input: ScheduleInput): SubscriptionSchedule {
  const { rows } = context
  const { subscription, ...members } = input
  const { id } = rows.subscriptionSchedules.insert({
    ...newRecord(context, customer.account, 'sub_sched_'),
    ...members,
    customer: customer.id,
    subscription: subscription?.id ?? null,
    status: subscription === null ? 'not_started' : 'active',
    currentPhase: subscription === null ? null : 0,
    endNoticeFor: null,
    canceledAt: null,
    completedAt: null,
    releasedAt: null,
    releasedSubscription: null,
    testClock: customer.testClock,
  })
  if (subscription !== null) changeSubscription(context, subscription.id, { schedule: id })
  const [first] = input.phases
  if (subscription === null && first !== undefined) {
    if (first.start > now(context)) scheduleAt(context, 'advanceSchedule', { id, at: first.start })
    else begin(context, id, first)
  }
  planPhases(context, id)
  const schedule = rows.subscriptionSchedules.require(id)
  context.emit({ type: 'subscription_schedule.created', kind: 'subscription_schedule', row: schedule })
  return schedule
}

/** Adds the schedule of a subscription: one phase, which is the subscription as it is until the end of its period. */
export function adoptSubscription(
  context: PaymentsContext,
  subscription: Subscription,
  metadata: Metadata = {},
): SubscriptionSchedule {
  return addSchedule(context, context.rows.customers.require(subscription.customer), {
    billingMode: subscription.billingMode,
    defaultSettings: {
      ...NO_SETTINGS,
      applicationFeePercent: subscription.applicationFeePercent,
      automaticTax: subscription.automaticTax,
      billingThresholds: subscription.billingThresholds,
      collectionMethod: subscription.collectionMethod,
      defaultPaymentMethod: subscription.defaultPaymentMethod,
      description: subscription.description,
      invoiceSettings: { ...subscription.invoiceSettings, days_until_due: subscription.daysUntilDue },
      onBehalfOf: subscription.onBehalfOf,
      transferData: subscription.transferData,
    },
    endBehavior: subscription.cancelAt === null ? 'release' : 'cancel',
    metadata,
    phases: [presentPhase(context, subscription)],
    subscription,
  })
}

/** The settings of a phase, or of a schedule, that leaves them all to the subscription. */
const NO_SETTINGS = {
  applicationFeePercent: null,
  automaticTax: null,
  billingCycleAnchor: null,
  billingThresholds: null,
  collectionMethod: null,
  defaultPaymentMethod: null,
  description: null,
  invoiceSettings: null,
  onBehalfOf: null,
  transferData: null,
}

/** Returns the phase that is a subscription as it is, until the end of its period. */
function presentPhase({ rows }: PaymentsContext, subscription: Subscription): SchedulePhase {
  const reference = (discount: string) => ({ coupon: null, discount, promotion_code: null })
  return {
    ...NO_SETTINGS,
    start: subscription.periodStart,
    end: subscription.cancelAt ?? subscription.periodEnd,
    items: itemsOf(rows, subscription.id).map(
      ({ billingThresholds, price, quantity, metadata, taxRates, discounts }) => ({
        billingThresholds,
        price,
        quantity,
        metadata,
        taxRates,
        discounts: discounts.map(reference),
      }),
    ),
    addInvoiceItems: [],
    currency: subscription.currency,
    defaultTaxRates: subscription.defaultTaxRates,
    discounts: subscription.discounts.map(reference),
    metadata: {},
    prorationBehavior: 'create_prorations',
    trialEnd: subscription.trialEnd,
  }
}

/** Changes an item of a subscription when it renews, by a schedule. */
export function changeAtPeriodEnd(
  context: PaymentsContext,
  subscription: Subscription,
  {
    item,
    price,
    quantity,
  }: { readonly item: string; readonly price: Price | undefined; readonly quantity: number | null },
): void {
  const { rows } = context
  const schedule = rows.subscriptionSchedules.get(subscription.schedule) ?? adoptSubscription(context, subscription)
  const present = schedule.phases[schedule.currentPhase ?? 0]
  if (present === undefined) return
  const before = rows.subscriptionItems.require(item).price
  const end = addPeriods(present.end, cadenceOf(price ?? rows.prices.require(before)), 1)
  const items = present.items.map((each) =>
    each.price === before ? { ...each, price: price?.id ?? before, quantity } : each,
  )
  const next = { ...present, start: present.end, end, items, prorationBehavior: 'none' as const, trialEnd: null }
  changeSchedule(context, schedule.id, {
    phases: [...schedule.phases.slice(0, (schedule.currentPhase ?? 0) + 1), next],
  })
  planPhases(context, schedule.id)
}

/** Begins the subscription of a schedule with the first phase. */
function begin(context: PaymentsContext, id: string, phase: SchedulePhase): void {
  const { rows } = context
  const schedule = rows.subscriptionSchedules.require(id)
  const customer = rows.customers.require(schedule.customer)
  const at = now(context)
  const { subscription } = createSubscription(context, customer, {
    items: phase.items.map((item) => ({
      ...item,
      price: { ...rows.prices.require(item.price), active: true },
      discounts: discountsIn(item.discounts),
    })),
    addInvoiceItems: extrasOf(context, phase.addInvoiceItems),
    discounts: discountsIn(phase.discounts),
    trialEnd: phase.trialEnd !== null && phase.trialEnd > at ? phase.trialEnd : null,
    backdatedTo: phase.start < at ? phase.start : null,
    prorationBehavior: phase.prorationBehavior,
    leavesDraft: true,
    currency: phase.currency,
    fields: {
      ...fieldsOf(phase, schedule.defaultSettings),
      billingMode: schedule.billingMode,
      metadata: phase.metadata,
      schedule: id,
    },
  })
  rows.subscriptionSchedules.update(id, { status: 'active', subscription: subscription.id, currentPhase: 0 })
}

/** Sets the timers of a schedule: for the end of its present phase, and for the notice before its end. */
export function planPhases(context: PaymentsContext, id: string): void {
  const { rows } = context
  const { endNoticeFor, currentPhase, endBehavior, phases, subscription } = rows.subscriptionSchedules.require(id)
  const end = phases.at(-1)?.end
  if (currentPhase === null || subscription === null || end === undefined) return
  const present = phases[currentPhase]
  if (present !== undefined) scheduleAt(context, 'advanceSchedule', { id, at: present.end })
  if (end !== endNoticeFor && end - END_NOTICE > now(context)) {
    rows.subscriptionSchedules.update(id, { endNoticeFor: end })
    scheduleAt(context, 'emitScheduleEnding', { id, at: end - END_NOTICE })
  }
  const { cancelAt } = rows.subscriptions.require(subscription)
  if (endBehavior === 'cancel') {
    if (cancelAt === end) return
    changeSubscription(context, subscription, { cancelAt: end, cancelAtPeriodEnd: false })
    scheduleAt(context, 'cancelSubscription', { id: subscription, at: end })
  } else if (cancelAt !== null) changeSubscription(context, subscription, { cancelAt: null, cancelAtPeriodEnd: false })
}

/** Begins a schedule, moves it to its next phase, or ends it, at the end of the present phase. */
export function advanceSchedule(context: PaymentsContext, { id, at }: Due): void {
  const schedule = context.rows.subscriptionSchedules.get(id)
  if (schedule === undefined || hasScheduleEnded(schedule)) return
  const { currentPhase, phases } = schedule
  if (currentPhase === null) {
    const [first] = phases
    if (first?.start !== at) return
    begin(context, id, first)
    changeSchedule(context, id, {})
    planPhases(context, id)
    return
  }
  if (phases[currentPhase]?.end === at) endPhase(context, schedule)
}

/** Moves the schedule of a subscription on, where the present phase ends with the period of the subscription. */
export function advanceScheduleOf(context: PaymentsContext, { schedule: id }: Subscription, at: number): void {
  if (id !== null) advanceSchedule(context, { id, at })
}

function endPhase(context: PaymentsContext, schedule: SubscriptionSchedule): void {
  const next = (schedule.currentPhase ?? 0) + 1
  const phase = schedule.phases[next]
  if (phase === undefined) {
    if (schedule.endBehavior === 'release') releaseSchedule(context, schedule.id)
    return
  }
  changeSchedule(context, schedule.id, { currentPhase: next })
  enterPhase(context, schedule.id, phase, phase.prorationBehavior)
  planPhases(context, schedule.id)
}

/** Gives the subscription of a schedule the items, discounts and settings of a phase. */
export function enterPhase(
  context: PaymentsContext,
  id: string,
  phase: SchedulePhase,
  prorationBehavior: ProrationBehavior,
): void {
  const { rows } = context
  const schedule = rows.subscriptionSchedules.require(id)
  const subscription = rows.subscriptions.get(schedule.subscription)
  if (subscription === undefined || hasEnded(subscription)) return
  const at = now(context)
  const anchor = phase.billingCycleAnchor ?? schedule.defaultSettings.billingCycleAnchor
  updateSubscription(context, subscription.id, {
    items: itemChanges(context, subscription, phase),
    addInvoiceItems: extrasOf(context, phase.addInvoiceItems),
    discounts: keptDiscounts(context, subscription, phase.discounts),
    billingCycleAnchor: anchor === 'phase_start' && phase.start === at ? 'now' : 'unchanged',
    ...(phase.trialEnd !== null && phase.trialEnd > at ? { trialEnd: phase.trialEnd } : {}),
    // Where the phase begins with a period, nothing of that period has been charged yet.
    prorationBehavior: at >= subscription.periodEnd ? 'none' : prorationBehavior,
    fields: {
      ...fieldsOf(phase, schedule.defaultSettings),
      metadata: { ...subscription.metadata, ...phase.metadata },
    },
  })
}

/** Returns the changes that give a subscription the items of a phase: an item with the same price stays. */
function itemChanges({ rows }: PaymentsContext, subscription: Subscription, phase: SchedulePhase): ItemChange[] {
  const items = itemsOf(rows, subscription.id)
  const prices = phase.items.map(({ price }) => price)
  return [
    ...items.filter(({ price }) => !prices.includes(price)).map(({ id }) => ({ id, deleted: true })),
    ...phase.items.map((item) => {
      const before = items.find(({ price }) => price === item.price)
      return {
        id: before?.id,
        price: rows.prices.require(item.price),
        quantity: item.quantity ?? undefined,
        billingThresholds: item.billingThresholds,
        metadata: item.metadata,
        taxRates: item.taxRates,
        discounts: discountsIn(item.discounts),
      }
    }),
  ]
}

/** Returns the discounts of a phase, with those that the subscription has already in place of their coupons. */
function keptDiscounts(
  { rows }: PaymentsContext,
  { discounts: before }: Subscription,
  discounts: readonly PhaseDiscount[],
): DiscountsInput {
  return discountsIn(discounts).map((entry) => {
    const known = before.find((id) => entry.coupon !== undefined && rows.discounts.get(id)?.coupon === entry.coupon)
    return known === undefined ? entry : { discount: known }
  })
}

function discountsIn(discounts: readonly PhaseDiscount[]): DiscountsInput {
  return discounts.map(({ coupon, discount, promotion_code }) => ({
    coupon: coupon ?? undefined,
    discount: discount ?? undefined,
    promotion_code: promotion_code ?? undefined,
  }))
}

function extrasOf({ rows }: PaymentsContext, extras: readonly PhaseExtra[]): ExtraItem[] {
  return extras.map((extra) => ({
    ...extra,
    price: rows.prices.require(extra.price),
    discounts: discountsIn(extra.discounts),
  }))
}

/** Returns the fields of a subscription in a phase: the settings of the phase, else those of the schedule. */
function fieldsOf(phase: SchedulePhase, defaults: ScheduleSettings) {
  const { days_until_due: days, ...settings }: Opaque = { ...defaults.invoiceSettings, ...phase.invoiceSettings }
  const collectionMethod = phase.collectionMethod ?? defaults.collectionMethod ?? 'charge_automatically'
  return {
    applicationFeePercent: phase.applicationFeePercent ?? defaults.applicationFeePercent,
    automaticTax: phase.automaticTax ?? defaults.automaticTax ?? false,
    billingThresholds: phase.billingThresholds ?? defaults.billingThresholds,
    collectionMethod,
    daysUntilDue: collectionMethod === 'charge_automatically' ? null : typeof days === 'number' ? days : 30,
    defaultPaymentMethod: phase.defaultPaymentMethod ?? defaults.defaultPaymentMethod,
    defaultTaxRates: phase.defaultTaxRates ?? [],
    description: phase.description ?? defaults.description,
    invoiceSettings: { ...INVOICE_SETTINGS, ...settings },
    onBehalfOf: phase.onBehalfOf ?? defaults.onBehalfOf,
    transferData: phase.transferData ?? defaults.transferData,
  }
}

/**
 * Ends a schedule without ending its subscription, and emits `subscription_schedule.released`. `keepsEnd`: the
 * subscription keeps the end that the schedule gave it.
 */
export function releaseSchedule(context: PaymentsContext, id: string, keepsEnd = false): SubscriptionSchedule {
  const { rows } = context
  const { subscription } = rows.subscriptionSchedules.require(id)
  const released = changeSchedule(context, id, {
    status: 'released',
    currentPhase: null,
    releasedAt: now(context),
    releasedSubscription: subscription,
    subscription: null,
  })
  if (subscription !== null) {
    changeSubscription(context, subscription, { schedule: null, ...(keepsEnd ? {} : { cancelAt: null }) })
  }
  context.emit({ type: 'subscription_schedule.released', kind: 'subscription_schedule', row: released })
  return released
}

/** Emits that a schedule ends soon. */
export function emitScheduleEnding(context: PaymentsContext, { id, at }: Due): void {
  const schedule = context.rows.subscriptionSchedules.get(id)
  if (schedule?.status !== 'active' || schedule.phases.at(-1)?.end !== at + END_NOTICE) return
  context.emit({ type: 'subscription_schedule.expiring', kind: 'subscription_schedule', row: schedule })
}
