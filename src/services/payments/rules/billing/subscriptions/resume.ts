import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest, noSuch } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import type { Invoice, InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { addInvoice } from '../invoices/draft.ts'
import { advanceLines } from '../invoices/lines.ts'
import { pendingLines } from './one-time-items.ts'
import { invoiceMembers } from './invoice-members.ts'
import { periodAt, type Anchor } from '../periods.ts'
import { cadenceOfItem, cycleAnchor, itemsOf, periodOfItems } from './items.ts'
import { beginUsage } from './invoiced-usage.ts'
import { emitSubscriptionChange, emitResumption, hasEnded } from './status.ts'
import { schedulePeriod } from './timers.ts'

/** How a paused subscription is resumed. */
export interface Resumption {
  readonly anchor: 'now' | 'unchanged'
  /** False where the rest of a period that goes on costs nothing. */
  readonly prorates: boolean
  /** The moment from which the rest of a period is charged, in epoch seconds. Default: now */
  readonly prorationDate?: number | undefined
  /** Leaves the subscription paused until the invoice is paid. */
  readonly awaitsPayment: boolean
}

/**
 * Resumes a paused subscription: a new period begins, now or where the old one would be, and is invoiced. Returns the
 * invoice, a draft; null where the present period was paid. https://docs.stripe.com/api/subscriptions/resume
 *
 * @throws 400 for a subscription that is not paused.
 */
export function resumeSubscription(
  context: PaymentsContext,
  id: string,
  { anchor, prorates, prorationDate, awaitsPayment }: Resumption,
): Invoice | null {
  const { rows } = context
  const before = requirePaused(context, id)
  const at = now(context)
  const items = itemsOf(rows, id)
  const cycle =
    anchor === 'now'
      ? { billingCycleAnchor: at, billingCycleAnchorConfig: null }
      : {
          billingCycleAnchor: before.billingCycleAnchor,
          billingCycleAnchorConfig: before.billingCycleAnchorConfig,
        }
  const period = periodOfItems(rows, items, cycleAnchor(cycle), at)
  const isPaid = period.end === before.periodEnd && before.pause?.credited !== true
  const start = anchor === 'now' ? at : (prorationDate ?? at)
  const isFree = isPaid || (anchor === 'unchanged' && !prorates)
  const lines = isFree ? [] : resumedLines(context, before, { anchor: cycleAnchor(cycle), start })
  let invoice: Invoice | null = null
  const subscription = emitSubscriptionChange(context, id, () => {
    if (lines.length > 0) {
      invoice = addInvoice(context, rows.customers.require(before.customer), {
        ...invoiceMembers(before),
        billingReason: 'subscription_update',
        autoAdvance: true,
        finalizesAt: null,
        periodStart: at,
        periodEnd: at,
        lines,
      })
    }
    if (period.start !== before.periodStart) for (const item of items) beginUsage(rows, item.id)
    const waits = awaitsPayment && invoice !== null
    rows.subscriptions.update(id, {
      ...cycle,
      periodStart: period.start,
      periodEnd: period.end,
      pauseCollection: null,
      ...(invoice === null ? {} : { latestInvoice: invoice.id }),
      ...(waits ? { pause: { credited: true, resumedBy: invoice?.id ?? null } } : { pause: null, status: 'active' }),
    })
  })
  schedulePeriod(context, subscription)
  if (subscription.status === 'active') emitResumption(context, id)
  return invoice
}

function requirePaused({ rows }: PaymentsContext, id: string): Subscription {
  const subscription = rows.subscriptions.require(id)
  if (subscription.status === 'paused') return subscription
  if (hasEnded(subscription)) throw noSuch('subscription', id, 'id', 404)
  throw invalidRequest('You can only resume a subscription if it is `paused`.')
}

/**
 * Returns the lines of a subscription that is resumed: for the present period after its new anchor, from `start` on.
 */
function resumedLines(
  context: PaymentsContext,
  subscription: Subscription,
  { anchor, start }: { readonly anchor: number | Anchor; readonly start: number },
): InvoiceLine[] {
  const { rows } = context
  return [
    ...pendingLines(context, subscription),
    ...itemsOf(rows, subscription.id).flatMap((item) => {
      const whole = periodAt(anchor, cadenceOfItem(rows, item), now(context))
      return advanceLines(context, subscription, item, { start, end: whole.end }, whole)
    }),
  ]
}
