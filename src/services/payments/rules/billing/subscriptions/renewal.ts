import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../../new-id.ts'
import type { Invoice, InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Due, Subscription } from '#payments/schema/billing/subscriptions.ts'
import { collectInvoice } from '../invoices/collection.ts'
import { finalizeInvoice, refuseFinalization } from '../invoices/finalize.ts'
import { markUncollectible, sendInvoice, voidInvoice } from '../invoices/end-collection.ts'
import { addInvoice, changeInvoice, draftOf, type InvoiceInput } from '../invoices/draft.ts'
import { advanceLines, usageLines } from '../invoices/lines.ts'
import { dropUsedDiscounts } from './used-discounts.ts'
import { pendingLines } from './one-time-items.ts'
import { invoiceMembers } from './invoice-members.ts'
import { periodAt } from '../periods.ts'
import type { Period } from '#payments/schema/billing/periods.ts'
import { previewing } from '../invoices/preview.ts'
import { endsWithoutPayment } from './trial-end.ts'
import { resumeSubscription } from './resume.ts'
import { advanceScheduleOf } from '../schedules/schedules.ts'
import { cadenceOfItem, cycleAnchor, itemsOf, periodOfItem, periodOfItems } from './items.ts'
import { beginUsage, noteInvoicedUsage } from './invoiced-usage.ts'
import { changeSubscription, endSubscription, hasEnded, emitSubscriptionChange } from './status.ts'
import { isUpcoming, schedulePendingItems, schedulePeriod, TRIAL_NOTICE } from './timers.ts'
import { HOUR_SECONDS } from '../../seconds.ts'

// The functions of billing's timers. Each does nothing when the record has changed so that its moment is no longer the
// right one.

/** Begins the next period of a subscription: ends it, its trial, or makes the invoice of its renewal. */
export function renewSubscription(context: PaymentsContext, { id, at }: Due): void {
  const before = context.rows.subscriptions.get(id)
  if (before === undefined || before.periodEnd !== at || hasEnded(before)) return
  advanceScheduleOf(context, before, at)
  const subscription = context.rows.subscriptions.require(id)
  // The next phase of a schedule may begin a new billing cycle.
  if (subscription.periodEnd !== at) return
  const { status } = subscription
  if (status === 'incomplete' || status === 'paused') return
  if (endsWithPeriod(subscription)) {
    invoiceUsage(context, subscription)
    endSubscription(context, id, { reason: 'cancellation_requested' })
    return
  }
  if (status === 'trialing' && endsWithoutPayment(context, subscription)) return
  renew(context, subscription)
}

function renew(context: PaymentsContext, before: Subscription): void {
  const { rows } = context
  const { id, periodEnd: start } = before
  const subscription = emitSubscriptionChange(context, id, () => {
    const period = nextPeriod(context, before)
    const invoice = addRenewalInvoice(context, before)
    for (const { item } of endingPeriods(context, before)) beginUsage(rows, item.id)
    rows.subscriptions.update(id, {
      periodStart: start,
      periodEnd: period.end,
      latestInvoice: invoice.id,
      ...(before.status === 'trialing' ? { status: 'active' } : {}),
    })
    dropUsedDiscounts(context, id, invoice.id)
  })
  schedulePeriod(context, subscription)
}

/** Returns the period that follows the present one of a subscription. */
function nextPeriod({ rows }: Pick<PaymentsContext, 'rows'>, subscription: Subscription): Period {
  const { id, cancelAt, periodEnd } = subscription
  const { end } = periodOfItems(rows, itemsOf(rows, id), cycleAnchor(subscription), periodEnd)
  return { start: periodEnd, end: Math.min(end, cancelAt ?? Infinity) }
}

/** Returns the items whose periods end with the period of the subscription, with these periods. */
function endingPeriods({ rows }: Pick<PaymentsContext, 'rows'>, subscription: Subscription) {
  const items = itemsOf(rows, subscription.id)
  return items
    .map((item) => ({ item, period: periodOfItem(rows, subscription, item, items) }))
    .filter(({ period }) => period.end <= subscription.periodEnd)
}

/** Returns whether a subscription ends with its present period. */
function endsWithPeriod({ cancelAt, cancelAtPeriodEnd, periodEnd }: Subscription): boolean {
  return cancelAtPeriodEnd || cancelAt === periodEnd
}

/**
 * Returns the lines of a renewal: the usage of the periods that end, the next periods of the other items, and the
 * pending items. A subscription that ends has no next periods.
 */
function renewalLines(context: PaymentsContext, subscription: Subscription): InvoiceLine[] {
  const { rows } = context
  const { cancelAt, periodEnd, status } = subscription
  const ending = endingPeriods(context, subscription)
  const usage =
    status === 'trialing' ? [] : ending.flatMap(({ item, period }) => usageLines(context, subscription, item, period))
  const pending = pendingLines(context, subscription)
  if (endsWithPeriod(subscription)) return [...pending, ...usage.filter(({ amount }) => amount > 0)]
  return [
    ...pending,
    ...usage,
    ...ending.flatMap(({ item }) => {
      const whole = periodAt(cycleAnchor(subscription), cadenceOfItem(rows, item), periodEnd)
      const end = Math.min(whole.end, cancelAt ?? Infinity)
      return advanceLines(context, subscription, item, { start: periodEnd, end }, whole)
    }),
  ]
}

function addRenewalInvoice(context: PaymentsContext, subscription: Subscription): Invoice {
  const customer = context.rows.customers.require(subscription.customer)
  return addInvoice(context, customer, renewalInput(context, subscription))
}

function renewalInput(context: PaymentsContext, subscription: Subscription): InvoiceInput {
  const { pauseCollection, status } = subscription
  const keepsDraft = pauseCollection?.behavior === 'keep_as_draft' || status === 'unpaid'
  return {
    ...invoiceMembers(subscription),
    billingReason: 'subscription_cycle',
    autoAdvance: !keepsDraft,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    lines: renewalLines(context, subscription),
  }
}

/** Invoices the items that wait for an invoice of a subscription, and plans the next such invoice. */
export function invoicePendingItems(context: PaymentsContext, { id, at }: Due): void {
  const subscription = context.rows.subscriptions.get(id)
  if (subscription === undefined || hasEnded(subscription) || subscription.nextPendingInvoice !== at) return
  const lines = subscription.status === 'active' ? pendingLines(context, subscription) : []
  if (lines.length > 0) {
    addInvoice(context, context.rows.customers.require(subscription.customer), {
      ...invoiceMembers(subscription),
      billingReason: 'automatic_pending_invoice_item_invoice',
      autoAdvance: true,
      lines,
    })
  }
  schedulePendingItems(context, subscription)
}

/** Invoices the usage and the prorations that are left when a subscription ends. */
export function invoiceUsage(context: PaymentsContext, subscription: Subscription): Invoice | null {
  const { rows } = context
  const at = now(context)
  const period = { start: subscription.periodStart, end: Math.min(at, subscription.periodEnd) }
  // The usage of the present second counts too.
  const until = Math.min(at + 1, subscription.periodEnd)
  const items = itemsOf(rows, subscription.id)
  const usage = items.flatMap((item) => {
    const { start } = periodOfItem(rows, subscription, item, items)
    return usageLines(context, subscription, item, { start, end: period.end }, until)
  })
  const lines = [...pendingLines(context, subscription), ...usage.filter(({ amount }) => amount > 0)]
  if (lines.length === 0) return null
  const invoice = addInvoice(context, context.rows.customers.require(subscription.customer), {
    ...invoiceMembers(subscription),
    billingReason: 'subscription_cycle',
    autoAdvance: true,
    finalizesAt: null,
    periodStart: period.start,
    periodEnd: period.end,
    lines,
  })
  noteInvoicedUsage(rows, subscription, until)
  context.rows.subscriptions.update(subscription.id, { latestInvoice: invoice.id })
  advance(context, finalizeInvoice(context, invoice.id))
  return context.rows.invoices.require(invoice.id)
}

/** Finalizes a draft that advances by itself, then collects it. */
export function finalizeDue(context: PaymentsContext, { id, at }: Due): void {
  const invoice = context.rows.invoices.get(id)
  if (invoice?.status !== 'draft' || invoice.finalizesAt !== at) return
  if (refuseFinalization(context, id) !== null) return
  advance(context, finalizeInvoice(context, id))
}

/**
 * Collects or sends an invoice that has been finalized, or voids it or marks it uncollectible where the subscription's
 * collection is paused.
 */
function advance(context: PaymentsContext, invoice: Invoice): void {
  if (invoice.status !== 'open') return
  const pause = context.rows.subscriptions.get(invoice.subscription)?.pauseCollection ?? null
  if (pause?.behavior === 'void') voidInvoice(context, invoice.id)
  else if (pause?.behavior === 'mark_uncollectible') markUncollectible(context, invoice.id)
  else if (invoice.collectionMethod === 'send_invoice') sendInvoice(context, invoice.id)
  else collectInvoice(context, invoice.id)
}

/** Retries the payment of an invoice. */
export function collectDue(context: PaymentsContext, { id, at }: Due): void {
  const invoice = context.rows.invoices.get(id)
  if (invoice?.status !== 'open' || invoice.nextPaymentAttempt !== at || !invoice.autoAdvance) return
  collectInvoice(context, id)
}

/**
 * Emits that a sent invoice is soon due, or overdue. An invoice of a subscription that is overdue makes it past due.
 */
export function emitDueNotice(context: PaymentsContext, { id, at }: Due): void {
  const invoice = context.rows.invoices.get(id)
  if (invoice?.status !== 'open' || invoice.dueDate === null) return
  const isOverdue = invoice.dueDate <= at
  context.emit({ type: isOverdue ? 'invoice.overdue' : 'invoice.will_be_due', kind: 'invoice', row: invoice })
  const subscription = context.rows.subscriptions.get(invoice.subscription)
  if (isOverdue && subscription?.status === 'active')
    changeSubscription(context, subscription.id, { status: 'past_due' })
}

/** Emits `invoice.upcoming` with the next invoice of a subscription. */
export function emitUpcomingInvoice(context: PaymentsContext, { id, at }: Due): void {
  const subscription = context.rows.subscriptions.get(id)
  if (subscription === undefined || hasEnded(subscription) || !isUpcoming(subscription, at)) return
  if (endsWithPeriod(subscription) || subscription.status === 'incomplete' || subscription.status === 'paused') return
  context.emit({ type: 'invoice.upcoming', kind: 'invoice', row: upcomingInvoice(context, subscription) })
}

/** Returns the next invoice of a subscription as it would be now, without adding it. */
export function upcomingInvoice(context: PaymentsContext, subscription: Subscription): Invoice {
  const customer = context.rows.customers.require(subscription.customer)
  const invoice =
    subscription.schedule === null
      ? draftOf(context, customer, renewalInput(context, subscription))
      : scheduledDraft(context, subscription)
  return {
    ...asPreview({ ...invoice, created: subscription.periodEnd }),
    billingReason: 'upcoming',
    nextPaymentAttempt: subscription.collectionMethod === 'send_invoice' ? null : subscription.periodEnd + HOUR_SECONDS,
  }
}

/** Returns the renewal of a subscription whose schedule may begin its next phase then. */
function scheduledDraft(context: PaymentsContext, { id, periodEnd, customer }: Subscription): Invoice {
  return previewing(context, (silent) => {
    const then = { ...silent, base: silent.base, clock: { ...silent.clock, now: () => periodEnd * 1000 } }
    advanceScheduleOf(then, then.rows.subscriptions.require(id), periodEnd)
    return draftOf(then, then.rows.customers.require(customer), renewalInput(then, then.rows.subscriptions.require(id)))
  })
}

/** Returns an invoice that is only a preview: its id begins with `upcoming_`, and no record has it. */
export function asPreview(invoice: Invoice): Invoice {
  return { ...invoice, id: `upcoming_${invoice.id}`, autoAdvance: false, finalizesAt: null }
}

/** Emits that a trial ends soon. */
export function emitTrialEnding(context: PaymentsContext, { id, at }: Due): void {
  const subscription = context.rows.subscriptions.get(id)
  if (subscription?.status !== 'trialing' || subscription.trialEnd !== at + TRIAL_NOTICE) return
  context.emit({ type: 'customer.subscription.trial_will_end', kind: 'subscription', row: subscription })
}

/** Ends a subscription at the time that it was to be canceled. */
export function cancelDue(context: PaymentsContext, { id, at }: Due): void {
  const subscription = context.rows.subscriptions.get(id)
  if (subscription === undefined || hasEnded(subscription) || subscription.cancelAt !== at) return
  invoiceUsage(context, subscription)
  endSubscription(context, id, { reason: 'cancellation_requested' })
}

/** Ends a subscription whose first invoice stayed unpaid, and voids the invoice. */
export function expireSubscription(context: PaymentsContext, { id }: Due): void {
  const subscription = context.rows.subscriptions.get(id)
  if (subscription?.status !== 'incomplete') return
  const invoice = context.rows.invoices.get(subscription.latestInvoice)
  // A bank debit takes days: the subscription waits for its end.
  if (context.rows.paymentIntents.get(invoice?.paymentIntent)?.status === 'processing') return
  endSubscription(context, id, { status: 'incomplete_expired' })
  if (invoice?.status === 'open') voidInvoice(context, invoice.id)
}

/** Resumes the collection of invoices at the time that was set for it. */
export function resumeCollection(context: PaymentsContext, { id, at }: Due): void {
  const subscription = context.rows.subscriptions.get(id)
  if (subscription?.pauseCollection?.resumes_at !== at || hasEnded(subscription)) return
  changeSubscription(context, id, { pauseCollection: null })
}

/** Resumes a subscription that was paused for some time. */
export function resumeDue(context: PaymentsContext, { id }: Due): void {
  const subscription = context.rows.subscriptions.get(id)
  if (subscription?.status === 'paused') resumeNow(context, id)
}

/** Resumes a paused subscription with a new billing cycle, and collects what is due. */
export function resumeNow(context: PaymentsContext, id: string): void {
  const invoice = resumeSubscription(context, id, { anchor: 'now', prorates: true, awaitsPayment: false })
  if (invoice !== null && finalizeInvoice(context, invoice.id).status === 'open') collectInvoice(context, invoice.id)
}

/** Drops an update whose invoice stayed unpaid, and voids the invoice. */
export function expirePendingUpdate(context: PaymentsContext, { id, at }: Due): void {
  const before = context.rows.subscriptions.get(id)
  if (before?.pendingUpdate?.expiresAt !== at) return
  const after = context.rows.subscriptions.update(id, { pendingUpdate: null })
  context.emit({ type: 'customer.subscription.pending_update_expired', kind: 'subscription', row: after, before })
  const invoice = context.rows.invoices.get(before.pendingUpdate.invoice)
  if (invoice?.status === 'open') voidInvoice(context, invoice.id)
}

/** Stops the advancement of the drafts of a subscription, when its collection is paused. */
export function holdDrafts(context: PaymentsContext, subscription: string): void {
  for (const invoice of context.rows.invoices.list('subscription', subscription)) {
    if (invoice.status === 'draft' && invoice.autoAdvance) {
      changeInvoice(context, invoice.id, { autoAdvance: false, finalizesAt: null, nextPaymentAttempt: null })
    }
  }
}
