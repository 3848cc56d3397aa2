import { collection, timer, value } from '#core/store.ts'

import type { Interval } from './periods.ts'
import type { AccountRow, Metadata } from '../account.ts'
import type { CollectionMethod, Opaque, PaymentOptions } from './invoices.ts'

/** The status of a subscription after the last retry of a renewal has failed. */
type AfterRetries = 'cancel' | 'unpaid' | 'past_due'

/** The account's settings for renewals that fail. */
export interface RetrySettings {
  /** Days between an attempt and the next, in order. The first attempt is that of the finalized invoice. */
  readonly retryDays: readonly number[]
  readonly afterRetries: AfterRetries
}

/**
 * Retries after 3, 5 and 7 days, then cancels the subscription: the vendor's fixed schedule. Its smart retries choose
 * times that no test could know. https://docs.stripe.com/billing/revenue-recovery/smart-retries#custom-schedule
 */
export const RETRIES: RetrySettings = { retryDays: [3, 5, 7], afterRetries: 'cancel' }

/** https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid'

/** The effect of a trial that ends without a payment method. */
type MissingPaymentMethod = 'cancel' | 'create_invoice' | 'pause'

/** The reason and the words of a cancellation. */
export interface CancellationDetails {
  readonly comment: string | null
  readonly feedback: string | null
  readonly reason: 'cancellation_requested' | 'payment_disputed' | 'payment_failed' | null
}

/** The item of a pending update: what the subscription has once the invoice is paid. */
interface PendingItem {
  readonly id: string
  readonly price: string
  readonly quantity: number | null
}

/** An update that waits for its payment. https://docs.stripe.com/billing/subscriptions/pending-updates */
interface PendingUpdate {
  readonly expiresAt: number
  readonly billingCycleAnchor: number | null
  readonly items: readonly PendingItem[] | null
  readonly trialEnd: number | null
  readonly invoice: string
}

/** The payment methods that may pay the invoices of a subscription, and their options. */
interface SubscriptionPaymentSettings {
  readonly payment_method_options: PaymentOptions | null
  readonly payment_method_types: readonly string[] | null
  readonly save_default_payment_method: 'off' | 'on_subscription'
}

/** The amount of usage at which a subscription is invoiced before its period ends, as the vendor writes it. */
export interface BillingThresholds {
  /** Minor units. */
  readonly amount_gte: number | null
  readonly reset_billing_cycle_anchor: boolean | null
}

/**
 * The quantity of usage of an item at which its subscription is invoiced before the period ends, as the vendor writes
 * it.
 */
export interface ItemThresholds {
  readonly usage_gte: number
}

/** https://docs.stripe.com/api/subscriptions/object */
export interface Subscription extends AccountRow {
  readonly applicationFeePercent: number | null
  readonly automaticTax: boolean
  /** The reason for which the vendor has switched automatic tax off. */
  readonly automaticTaxDisabled: 'requires_location_inputs' | null
  readonly billingCycleAnchor: number
  readonly billingCycleAnchorConfig: Opaque | null
  readonly billingMode: 'classic' | 'flexible'
  /** Epoch seconds; null for the mode of the creation. */
  readonly billingModeUpdatedAt: number | null
  readonly billingThresholds: BillingThresholds | null
  readonly prorationDiscounts: 'included' | 'itemized'
  readonly cancelAt: number | null
  readonly cancelAtPeriodEnd: boolean
  readonly canceledAt: number | null
  readonly cancellationDetails: CancellationDetails
  readonly collectionMethod: CollectionMethod
  readonly currency: string
  readonly customer: string
  readonly daysUntilDue: number | null
  readonly defaultPaymentMethod: string | null
  /** The legacy source that pays where there is no default payment method. */
  readonly defaultSource: string | null
  readonly defaultTaxRates: readonly string[]
  readonly description: string | null
  readonly discounts: readonly string[]
  readonly endedAt: number | null
  readonly invoiceSettings: Opaque
  readonly latestInvoice: string | null
  readonly metadata: Metadata
  readonly onBehalfOf: string | null
  readonly pauseCollection: {
    readonly behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void'
    readonly resumes_at: number | null
  } | null
  /**
   * The pause that an operation began: true `credited` for unused time that was credited, and the invoice by whose
   * payment the pause ends.
   */
  readonly pause: { readonly credited: boolean; readonly resumedBy: string | null } | null
  readonly paymentSettings: SubscriptionPaymentSettings
  /** The next moment at which waiting invoice items are invoiced, in epoch seconds. */
  readonly nextPendingInvoice: number | null
  readonly pendingInvoiceItemInterval: { readonly interval: Interval; readonly interval_count: number } | null
  readonly pendingSetupIntent: string | null
  readonly pendingUpdate: PendingUpdate | null
  readonly periodStart: number
  readonly periodEnd: number
  readonly schedule: string | null
  readonly startDate: number
  readonly status: SubscriptionStatus
  readonly testClock: string | null
  readonly transferData: Opaque | null
  readonly trialEnd: number | null
  /** The billing cycle anchor after the trial: its end, or the one before. */
  readonly trialEndAnchor: 'now' | 'unchanged' | null
  readonly trialMissingPaymentMethod: MissingPaymentMethod
  readonly trialStart: number | null
}

/** https://docs.stripe.com/api/subscription_items/object */
export interface SubscriptionItem extends AccountRow {
  readonly subscription: string
  readonly billingThresholds: ItemThresholds | null
  readonly price: string
  /** null for metered usage. */
  readonly quantity: number | null
  /** The usage of the present period that has been invoiced already. */
  readonly invoicedUsage: number
  readonly discounts: readonly string[]
  readonly metadata: Metadata
  readonly taxRates: readonly string[]
}

/** How a change in the middle of a period is charged. */
export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none'

/** https://docs.stripe.com/api/billing/meter/object */
export interface Meter extends AccountRow {
  readonly customerKey: string
  readonly formula: 'count' | 'last' | 'sum'
  readonly displayName: string
  readonly eventName: string
  readonly eventTimeWindow: 'day' | 'hour' | null
  readonly active: boolean
  readonly deactivatedAt: number | null
  readonly updated: number
  readonly valueKey: string
}

/** https://docs.stripe.com/api/billing/meter-event/object. `id` is the account and the identifier. */
export interface MeterEvent extends AccountRow {
  readonly identifier: string
  readonly eventName: string
  readonly payload: Readonly<Record<string, string>>
  readonly customer: string
  readonly value: number
  /** Epoch seconds. */
  readonly timestamp: number
}

/** https://docs.stripe.com/api/test_clocks/object */
export interface TestClock extends AccountRow {
  readonly frozenTime: number
  readonly name: string | null
  readonly status: 'advancing' | 'ready'
  /** Where the clock advances to; null when it is ready. */
  readonly target: number | null
}

/** A timer of a test clock. The timers of other records are those of the instance's clock. */
export interface ClockTimer {
  readonly id: number
  readonly clock: string
  /** Epoch milliseconds of the test clock. */
  readonly due: number
  readonly name: string
  /** JSON. */
  readonly payload: unknown
}

/** The payload of billing's timers: the record, and the moment in epoch seconds for which the timer was set. */
export interface Due {
  readonly id: string
  readonly at: number
}

/** The collections of subscriptions. */
export const subscriptionCollections = {
  /** How failed renewals are retried. */
  retrySettings: value<RetrySettings>(RETRIES),
  subscriptions: collection<Subscription>()({
    unique: { pendingSetupIntent: ['pendingSetupIntent'] },
    indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'] },
  }),
  subscriptionItems: collection<SubscriptionItem>()({
    indexes: { subscription: ['subscription', 'seq'], price: ['price', 'seq'] },
  }),
  meters: collection<Meter>()({ indexes: { all: ['account', 'seq'], eventName: ['account', 'eventName', 'seq'] } }),
  meterEvents: collection<MeterEvent>()({
    indexes: { usage: ['account', 'eventName', 'customer', 'timestamp'] },
  }),
  testClocks: collection<TestClock>()({ indexes: { all: ['account', 'seq'] } }),
  clockTimers: collection<ClockTimer>()({ indexes: { due: ['clock', 'due'] } }),
  finalizeInvoice: timer<Due>(),
  collectInvoice: timer<Due>(),
  emitDueNotice: timer<Due>(),
  renewSubscription: timer<Due>(),
  emitTrialEnding: timer<Due>(),
  emitUpcomingInvoice: timer<Due>(),
  cancelSubscription: timer<Due>(),
  expireSubscription: timer<Due>(),
  resumeCollection: timer<Due>(),
  invoicePendingItems: timer<Due>(),
  resumeSubscription: timer<Due>(),
  expirePendingUpdate: timer<Due>(),
}
