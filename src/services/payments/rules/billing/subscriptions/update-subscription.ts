import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import type { Invoice, InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { ProrationBehavior, Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import type { CancellationTime } from './planned-end-time.ts'
import { deleteDiscounts, discountsOf, type DiscountsInput } from '../discounts/discounts.ts'
import { beginUsage } from './invoiced-usage.ts'
import { collectInvoice } from '../invoices/collection.ts'
import { finalizeInvoice } from '../invoices/finalize.ts'
import { addInvoice } from '../invoices/draft.ts'
import { advanceLines, usageLines } from '../invoices/lines.ts'
import { endedSubscription } from './update-input.ts'
import { actionRequired, type PaymentBehavior, type SubscriptionOutcome } from './create-subscription.ts'
import { dropUsedDiscounts } from './used-discounts.ts'
import { addExtraItems, pendingLines, type ExtraItem } from './one-time-items.ts'
import { invoiceMembers } from './invoice-members.ts'
import { addProration, isBilled } from './proration-items.ts'
import { setCancellation } from './planned-end.ts'
import { itemsOf, periodOfItem, purchaseOf } from './items.ts'
import { changeSubscription, hasEnded, emitSubscriptionChange } from './status.ts'
import { scheduleAt, schedulePendingItems, schedulePeriod, scheduleTrialNotice } from './timers.ts'
import { type ItemChange, changeItems } from './item-changes.ts'
import { endsTrialNow } from './trial-end.ts'
import { newCycle, alignPeriod, changesAllIntervals, type CycleChanges } from './billing-cycle.ts'
import { HOUR_SECONDS } from '../../seconds.ts'

/** The changes of a subscription. */
export interface SubscriptionChanges extends CycleChanges {
  readonly items?: readonly ItemChange[]
  readonly addInvoiceItems?: readonly ExtraItem[]
  /** null deletes all discounts. */
  readonly discounts?: DiscountsInput | null
  readonly cancelAt?: CancellationTime | null | undefined
  readonly cancelAtPeriodEnd?: boolean | undefined
  readonly prorationBehavior?: ProrationBehavior
  /** Epoch seconds. Default: now */
  readonly prorationDate?: number | undefined
  readonly paymentBehavior?: PaymentBehavior
  readonly offSession?: boolean
  readonly fields?: Partial<Omit<Subscription, 'id'>>
}

/** The time that an update may wait for its payment, in seconds. */
const PENDING_TIME = 23 * HOUR_SECONDS

/**
 * Changes a subscription: prorates what changes in the middle of a period, begins a new period where the billing cycle
 * changes, and collects what is due at once. https://docs.stripe.com/api/subscriptions/update
 */
export function updateSubscription(
  context: PaymentsContext,
  id: string,
  changes: SubscriptionChanges,
): SubscriptionOutcome {
  const { rows } = context
  const before = rows.subscriptions.require(id)
  if (hasEnded(before) && Object.keys(changes).some((name) => name !== 'fields')) {
    throw endedSubscription()
  }
  const leavesIncomplete = changes.paymentBehavior === 'default_incomplete'
  if (changes.trialEnd === 'now' && before.status === 'trialing' && endsTrialNow(context, before, { leavesIncomplete }))
    return { subscription: rows.subscriptions.require(id), failure: null }
  if (changes.paymentBehavior === 'pending_if_incomplete') return updateIfPaid(context, before, changes)
  const invoice = applyChanges(context, before, changes)
  return collectUpdate(context, id, invoice, changes)
}

/** Applies the changes and returns the invoice that is due at once, if any: a draft. */
export function applyChanges(
  context: PaymentsContext,
  before: Subscription,
  changes: SubscriptionChanges,
): Invoice | null {
  const { rows } = context
  const { id } = before
  const oldItems = itemsOf(rows, id)
  let invoice: Invoice | null = null
  emitSubscriptionChange(context, id, () => {
    if (changes.fields !== undefined) rows.subscriptions.update(id, changes.fields)
    changeItems(context, before, changes.items ?? [])
    changeDiscounts(context, before, changes.discounts)
    const cycle = newCycle(context, before, oldItems, changes)
    prorate(context, before, oldItems, changes, cycle !== null)
    if (cycle !== null) rows.subscriptions.update(id, cycle)
    else if (changes.items !== undefined) alignPeriod(context, id)
    setCancellation(context, id, changes)
    if (changes.fields?.pendingInvoiceItemInterval !== undefined) {
      schedulePendingItems(context, rows.subscriptions.require(id))
    }
    const customer = rows.customers.require(before.customer)
    addExtraItems(context, customer, before, changes.addInvoiceItems ?? [])
    const after = rows.subscriptions.require(id)
    const isDue =
      cycle === null
        ? changes.prorationBehavior === 'always_invoice' ||
          (isBilled(before) && changesAllIntervals(context, oldItems, itemsOf(rows, id)))
        : after.status !== 'trialing'
    invoice = isDue ? addUpdateInvoice(context, before, after, oldItems, cycle !== null) : null
    if (cycle !== null) for (const item of itemsOf(rows, id)) beginUsage(rows, item.id)
    if (after.periodEnd !== before.periodEnd || cycle !== null) schedulePeriod(context, after)
    if (after.trialEnd !== before.trialEnd && after.status === 'trialing') scheduleTrialNotice(context, after)
  })
  return invoice
}

/** Collects the invoice of an update as the payment behavior says. */
function collectUpdate(
  context: PaymentsContext,
  id: string,
  draft: Invoice | null,
  { paymentBehavior = 'allow_incomplete', offSession = false }: SubscriptionChanges,
): SubscriptionOutcome {
  const { rows } = context
  const outcome = (failure: SubscriptionOutcome['failure'] = null): SubscriptionOutcome => ({
    subscription: rows.subscriptions.require(id),
    failure,
  })
  if (draft === null || draft.collectionMethod === 'send_invoice') return outcome()
  const invoice = finalizeInvoice(context, draft.id)
  if (invoice.status !== 'open') return outcome()
  if (paymentBehavior === 'default_incomplete') {
    changeSubscription(context, id, { status: 'past_due' })
    return outcome()
  }
  const { failure, invoice: collected } = collectInvoice(context, invoice.id, { offSession })
  if (collected.status === 'open' && paymentBehavior === 'error_if_incomplete') throw failure ?? actionRequired()
  return outcome(failure)
}

/** @throws 400 for changes that cannot wait for their payment. */
function requirePendingChanges(changes: SubscriptionChanges): void {
  const allowed = [
    'items',
    'prorationBehavior',
    'prorationDate',
    'paymentBehavior',
    'billingCycleAnchor',
    'trialEnd',
    'offSession',
  ]
  const other = Object.keys(changes).find(
    (name) => !allowed.includes(name) && changes[name as keyof SubscriptionChanges] !== undefined,
  )
  if (other !== undefined || (changes.items ?? []).some((item) => item.id === undefined || item.deleted === true)) {
    throw invalidRequest(
      'When `payment_behavior` is set to `pending_if_incomplete`, you can only pass changes of existing items, `proration_behavior`, `proration_date`, `billing_cycle_anchor` and `trial_end`.',
      { param: 'payment_behavior' },
    )
  }
}

/** Changes a subscription only if the invoice of the change is paid; otherwise the change waits for the payment. */
function updateIfPaid(
  context: PaymentsContext,
  before: Subscription,
  changes: SubscriptionChanges,
): SubscriptionOutcome {
  const { rows } = context
  const { id } = before
  requirePendingChanges(changes)
  const oldItems = itemsOf(rows, id)
  let outcome: SubscriptionOutcome | undefined
  emitSubscriptionChange(context, id, () => {
    const draft = applyChanges(context, before, { prorationBehavior: 'always_invoice', ...changes })
    const after = rows.subscriptions.require(id)
    const newItems = itemsOf(rows, id)
    outcome = collectUpdate(context, id, draft, {})
    const invoice = draft === null ? undefined : rows.invoices.require(draft.id)
    if (invoice?.status !== 'open') return
    for (const { id: item, price, quantity } of oldItems) rows.subscriptionItems.update(item, { price, quantity })
    const expiresAt = now(context) + PENDING_TIME
    rows.subscriptions.update(id, {
      billingCycleAnchor: before.billingCycleAnchor,
      periodStart: before.periodStart,
      periodEnd: before.periodEnd,
      trialEnd: before.trialEnd,
      status: before.status,
      pendingUpdate: {
        expiresAt,
        billingCycleAnchor: after.billingCycleAnchor === before.billingCycleAnchor ? null : after.billingCycleAnchor,
        items: newItems.map(({ id: item, price, quantity }) => ({ id: item, price, quantity })),
        trialEnd: after.trialEnd === before.trialEnd ? null : after.trialEnd,
        invoice: invoice.id,
      },
    })
    scheduleAt(context, 'expirePendingUpdate', { id, at: expiresAt })
  })
  return { subscription: rows.subscriptions.require(id), failure: outcome?.failure ?? null }
}

function changeDiscounts(
  context: PaymentsContext,
  { id, account, currency, customer, discounts: before }: Subscription,
  input: DiscountsInput | null | undefined,
): void {
  if (input === undefined) return
  const { prices } = context.rows
  const bought = itemsOf(context.rows, id).map(({ price, quantity }) => ({ price: prices.require(price), quantity }))
  const purchase = purchaseOf(bought, currency)
  const discounts = discountsOf(context, account, input ?? [], { customer, subscription: id }, purchase)
  deleteDiscounts(
    context,
    before.filter((each) => !discounts.includes(each)),
  )
  context.rows.subscriptions.update(id, { discounts })
}

/**
 * Adds the prorations of an update: credit for the unused time of what is given up, and the price of the rest of the
 * period for what replaces it. `restarts`: a new period begins, which is charged whole.
 */
function prorate(
  context: PaymentsContext,
  before: Subscription,
  oldItems: readonly SubscriptionItem[],
  changes: SubscriptionChanges,
  restarts: boolean,
): void {
  const { rows } = context
  if (changes.prorationBehavior === 'none' || !isBilled(before)) return
  const at = changes.prorationDate ?? now(context)
  const period = { start: before.periodStart, end: before.periodEnd }
  if (at < period.start || at > period.end) {
    throw invalidRequest(
      'Invalid `proration_date`: it must be within the current billing period of the subscription.',
      {
        param: 'proration_date',
      },
    )
  }
  const newItems = itemsOf(rows, before.id)
  const all = [...oldItems, ...newItems]
  for (const id of new Set(all.map((item) => item.id))) {
    const was = oldItems.find((each) => each.id === id)
    const is = newItems.find((each) => each.id === id)
    const isSame = was !== undefined && is !== undefined && was.price === is.price && was.quantity === is.quantity
    if (isSame && !restarts) continue
    if (was !== undefined) addProration(context, before, was, 'Unused', { at, items: oldItems })
    if (is !== undefined && !restarts) addProration(context, before, is, 'Remaining', { at, items: all })
  }
}

function addUpdateInvoice(
  context: PaymentsContext,
  before: Subscription,
  after: Subscription,
  oldItems: readonly SubscriptionItem[],
  restarts: boolean,
): Invoice | null {
  const { rows } = context
  const items = itemsOf(rows, after.id)
  const used = { start: before.periodStart, end: after.periodStart }
  const lines: InvoiceLine[] = [
    ...pendingLines(context, after),
    ...(restarts && before.status !== 'trialing'
      ? oldItems.flatMap((item) => {
          const { start } = periodOfItem(rows, before, item, oldItems)
          return usageLines(context, after, item, { start, end: used.end })
        })
      : []),
    ...(restarts
      ? items.flatMap((item) => advanceLines(context, after, item, periodOfItem(rows, after, item, items)))
      : []),
  ]
  if (lines.length === 0) return null
  const collects = after.collectionMethod === 'charge_automatically'
  const invoice = addInvoice(context, rows.customers.require(after.customer), {
    ...invoiceMembers(after),
    billingReason: 'subscription_update',
    autoAdvance: true,
    ...(collects ? { finalizesAt: null } : {}),
    periodStart: used.start,
    periodEnd: used.end,
    lines,
  })
  rows.subscriptions.update(after.id, { latestInvoice: invoice.id })
  dropUsedDiscounts(context, after.id, invoice.id)
  return invoice
}
