import type { PaymentsContext } from '#payments/call.ts'
import { subscriptionJson } from '#payments/json/billing/subscriptions.ts'
import { now } from '#payments/rules/new-id.ts'
import { hash, oneOf, required, timestamp } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, post } from '../../route.ts'
import { collectInvoice } from '#payments/rules/billing/invoices/collection.ts'
import { finalizeInvoice } from '#payments/rules/billing/invoices/finalize.ts'
import { pauseSubscription } from '#payments/rules/billing/subscriptions/pause.ts'
import { resumeSubscription } from '#payments/rules/billing/subscriptions/resume.ts'
import { PRORATION_BEHAVIOR } from '#payments/rules/billing/subscriptions/field-params.ts'
import { changeSubscription } from '#payments/rules/billing/subscriptions/status.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { FLEXIBLE, ANCHOR } from '#payments/rules/billing/subscriptions/operation-params.ts'
import { anchorWord } from '#payments/rules/billing/subscriptions/update-input.ts'

const path = '/v1/subscriptions/:subscription'

/** The operations that pause, resume and migrate a subscription. https://docs.stripe.com/api/subscriptions/pause */
export const subscriptionStatesRoutes = [
  post(
    'PostSubscriptionsSubscriptionPause',
    `${path}/pause`,
    {
      bill_for: hash({
        outstanding_usage_through: hash({ type: required(oneOf('none', 'now')) }),
        unused_time_from: hash({ type: required(oneOf('item_current_period_start', 'none', 'now')) }),
      }),
      invoicing_behavior: oneOf('invoice', 'pending_invoice_item'),
      type: oneOf('subscription'),
    },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.subscription)
      const subscription = pauseSubscription(onTestClock(call, before.testClock), before.id, {
        unusedTimeFrom: input.bill_for?.unused_time_from?.type ?? 'now',
        billsUsage: input.bill_for?.outstanding_usage_through?.type !== 'none',
        invoices: input.invoicing_behavior === 'invoice',
      })
      return answer(call, subscriptionJson(call, subscription))
    },
  ),
  post(
    'PostSubscriptionsSubscriptionResume',
    `${path}/resume`,
    {
      billing_cycle_anchor: ANCHOR,
      payment_behavior: oneOf('resume_on_payment_attempt', 'resume_on_payment_success'),
      proration_behavior: PRORATION_BEHAVIOR,
      proration_date: timestamp(),
    },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.subscription)
      const context = onTestClock(call, before.testClock)
      const invoice = resumeSubscription(context, before.id, {
        anchor: anchorWord(input.billing_cycle_anchor) ?? 'now',
        prorates: input.proration_behavior !== 'none',
        prorationDate: input.proration_date,
        awaitsPayment: input.payment_behavior === 'resume_on_payment_success',
      })
      if (invoice !== null && finalizeInvoice(context, invoice.id).status === 'open')
        collectInvoice(context, invoice.id)
      return answer(call, subscriptionJson(call, call.rows.subscriptions.require(before.id)))
    },
  ),
  post(
    'PostSubscriptionsSubscriptionMigrate',
    `${path}/migrate`,
    { billing_mode: required(hash({ flexible: FLEXIBLE, type: required(oneOf('flexible')) })) },
    (call) => {
      const { billing_mode: mode } = call.input
      const before = find(call, call.account, call.params.subscription)
      const context = onTestClock(call, before.testClock)
      const subscription = changeSubscription(context, before.id, {
        billingMode: 'flexible',
        billingModeUpdatedAt: now(context),
        prorationDiscounts: mode.flexible?.proration_discounts ?? 'included',
      })
      return answer(call, subscriptionJson(call, subscription))
    },
  ),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Subscription {
  return findRecord(rows.subscriptions, account, 'subscription', id, { param: 'id', inPath: true })
}
