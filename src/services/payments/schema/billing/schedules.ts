import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from '../account.ts'
import type { CollectionMethod, Opaque } from './invoices.ts'
import type { BillingThresholds, Due, ItemThresholds, ProrationBehavior } from './subscriptions.ts'

/** A discount that a phase brings; one of the members is set. */
export interface PhaseDiscount {
  readonly coupon: string | null
  readonly discount: string | null
  readonly promotion_code: string | null
}

/** An item that the subscription has in a phase. */
export interface PhaseItem {
  readonly billingThresholds: ItemThresholds | null
  readonly price: string
  /** null for metered usage. */
  readonly quantity: number | null
  readonly discounts: readonly PhaseDiscount[]
  readonly metadata: Metadata
  readonly taxRates: readonly string[]
}

/** An item that is charged once when a phase begins. */
export interface PhaseExtra {
  readonly price: string
  readonly quantity: number
  readonly discountable: boolean
  readonly discounts: readonly PhaseDiscount[]
  readonly metadata: Metadata
  readonly period: { readonly start: number | string | null; readonly end: number | string | null }
  readonly taxRates: readonly string[] | null
}

/**
 * The settings of a subscription that a phase may have, or a schedule for all its phases; null where nothing is said.
 */
export interface ScheduleSettings {
  readonly applicationFeePercent: number | null
  readonly automaticTax: boolean | null
  readonly billingCycleAnchor: 'automatic' | 'phase_start' | null
  readonly billingThresholds: BillingThresholds | null
  readonly collectionMethod: CollectionMethod | null
  readonly defaultPaymentMethod: string | null
  readonly description: string | null
  readonly invoiceSettings: Opaque | null
  readonly onBehalfOf: string | null
  readonly transferData: Opaque | null
}

/** A phase of a schedule. Times are epoch seconds; a phase ends where the next one begins. */
export interface SchedulePhase extends ScheduleSettings {
  readonly start: number
  readonly end: number
  readonly items: readonly PhaseItem[]
  readonly addInvoiceItems: readonly PhaseExtra[]
  readonly currency: string
  readonly defaultTaxRates: readonly string[] | null
  readonly discounts: readonly PhaseDiscount[]
  readonly metadata: Metadata
  readonly prorationBehavior: ProrationBehavior
  readonly trialEnd: number | null
}

/** https://docs.stripe.com/api/subscription_schedules/object */
export interface SubscriptionSchedule extends AccountRow {
  readonly billingMode: 'classic' | 'flexible'
  readonly customer: string
  /** null before the first phase, and after a release. */
  readonly subscription: string | null
  readonly status: 'active' | 'canceled' | 'completed' | 'not_started' | 'released'
  readonly endBehavior: 'cancel' | 'release'
  readonly defaultSettings: ScheduleSettings
  readonly phases: readonly SchedulePhase[]
  /** The position of the phase that the subscription is in; null before the first and after the last. */
  readonly currentPhase: number | null
  /** The end for which the timer of `subscription_schedule.expiring` is set, in epoch seconds; null for none. */
  readonly endNoticeFor: number | null
  readonly metadata: Metadata
  readonly canceledAt: number | null
  readonly completedAt: number | null
  readonly releasedAt: number | null
  readonly releasedSubscription: string | null
  readonly testClock: string | null
}

/** The collections of subscription schedules. */
export const scheduleCollections = {
  subscriptionSchedules: collection<SubscriptionSchedule>()({
    indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'] },
  }),
  advanceSchedule: timer<Due>(),
  emitScheduleEnding: timer<Due>(),
}
