import type { PaymentsContext } from '../../call.ts'
import { invalidRequest } from '../../errors.ts'
import { emit } from '../../events.ts'
import { subscriptionJson } from '../../json/billing/subscriptions.ts'
import { now } from '../../new-id.ts'
import type { Invoice } from '../../schema/billing/invoices.ts'
import { addInvoice } from './invoice-draft.ts'
import { advanceLines } from './lines.ts'
import { invoiceMembers, pendingLines } from './new-subscription.ts'
import { periodAt } from './periods.ts'
import { cadenceOfItem, itemsOf, periodOfItems } from './subscription-items.ts'
import { reportingSubscription } from './subscription-status.ts'
import { schedulePeriod } from './subscription-timers.ts'

/**
 * Resumes a paused subscription: a new period begins, now or where the old one would be, and is invoiced. Returns the invoice, a draft; null
 * where the present period was paid. Throws 400 for a subscription that is not paused. https://docs.stripe.com/api/subscriptions/resume
 */
export function resumeSubscription(context: PaymentsContext, id: string, anchor: 'now' | 'unchanged'): Invoice | null {
  const { rows } = context
  const before = rows.subscriptions.require(id)
  if (before.status !== 'paused') {
    throw invalidRequest(
      `This subscription is not paused: its status is ${before.status}. Only paused subscriptions can be resumed.`,
    )
  }
  const at = now(context)
  const items = itemsOf(rows, id)
  const billingCycleAnchor = anchor === 'now' ? at : before.billingCycleAnchor
  const period = periodOfItems(rows, items, billingCycleAnchor, at)
  let invoice: Invoice | null = null
  const subscription = reportingSubscription(context, id, () => {
    rows.subscriptions.update(id, {
      status: 'active',
      billingCycleAnchor,
      periodStart: period.start,
      periodEnd: period.end,
      pauseCollection: null,
    })
    if (period.end === before.periodEnd) return
    invoice = addInvoice(context, rows.customers.require(before.customer), {
      ...invoiceMembers(before),
      billingReason: 'subscription_update',
      autoAdvance: true,
      finalizesAt: null,
      periodStart: at,
      periodEnd: at,
      lines: [
        ...pendingLines(context, before),
        ...items.flatMap((item) => {
          const whole = periodAt(billingCycleAnchor, cadenceOfItem(rows, item), at)
          return advanceLines(context, before, item, { start: at, end: whole.end }, whole)
        }),
      ],
    })
    rows.subscriptions.update(id, { latestInvoice: invoice.id })
  })
  schedulePeriod(context, subscription)
  emit(context, subscription.account, 'customer.subscription.resumed', subscriptionJson(context, subscription))
  return invoice
}
