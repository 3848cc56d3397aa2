import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest, noSuch } from '#payments/errors.ts'
import { deletedDiscountJson } from '#payments/json/billing/catalog.ts'
import { subscriptionJson } from '#payments/json/billing/subscriptions.ts'
import { newestFirst } from '#payments/protocol/list.ts'
import { boolean } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../../route.ts'
import { cancelSubscription } from '#payments/rules/billing/subscriptions/cancel-now.ts'
import { deleteDiscounts } from '#payments/rules/billing/discounts/discounts.ts'
import { extraItemsOf, itemChangesOf, newItemsOf } from '#payments/rules/billing/subscriptions/item-params.ts'
import { createSubscription } from '#payments/rules/billing/subscriptions/create-subscription.ts'
import { holdDrafts } from '#payments/rules/billing/subscriptions/renewal.ts'
import {
  CANCELLATION_DETAILS,
  cancellationDetailsOf,
  subscriptionFieldsOf,
} from '#payments/rules/billing/subscriptions/field-params.ts'
import { changeSubscription, hasEnded } from '#payments/rules/billing/subscriptions/status.ts'
import { scheduleAt } from '#payments/rules/billing/subscriptions/timers.ts'
import { updateSubscription } from '#payments/rules/billing/subscriptions/update-subscription.ts'
import { onTestClock, requireRoomForSubscription } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'
import {
  SUBSCRIPTION_INPUT,
  SUBSCRIPTION_CHANGES,
  SUBSCRIPTION_LIST,
} from '#payments/rules/billing/subscriptions/operation-params.ts'
import {
  behaviorOf,
  trialEndOf,
  anchorOf,
  anchorConfigJson,
} from '#payments/rules/billing/subscriptions/first-period.ts'
import { isListed } from '#payments/rules/billing/subscriptions/list-filter.ts'
import {
  anchorWord,
  changedItemsOf,
  changeEnded,
  pauseOf,
  requireOwnEnd,
} from '#payments/rules/billing/subscriptions/update-input.ts'

const SEARCHED = { canceled_at: 'numeric', created: 'numeric', metadata: 'token', status: 'token' } as const

const one = '/v1/subscriptions/:subscription_exposed_id'

/** Subscriptions. https://docs.stripe.com/api/subscriptions */
export const subscriptionsRoutes = [
  post('PostSubscriptions', '/v1/subscriptions', SUBSCRIPTION_INPUT, (call) => {
    const { account, input } = call
    // The vendor answers an unknown customer with 404 here, and with 400 elsewhere.
    const customer = findLiveCustomer(call, account, input.customer, { param: 'customer', inPath: true })
    requireRoomForSubscription(call.rows, customer)
    const context = onTestClock(call, customer.testClock)
    const { subscription } = createSubscription(context, customer, {
      items: newItemsOf(context, account, input.items ?? []),
      addInvoiceItems: extraItemsOf(context, account, input.add_invoice_items),
      discounts: input.discounts ?? [],
      trialEnd: trialEndOf(context, input),
      billingCycleAnchor: anchorOf(context, input),
      backdatedTo: input.backdate_start_date ?? null,
      cancelAt: input.cancel_at ?? null,
      prorationBehavior: input.proration_behavior ?? 'create_prorations',
      paymentBehavior: behaviorOf(input.payment_behavior),
      offSession: input.off_session ?? false,
      currency: input.currency,
      fields: {
        ...subscriptionFieldsOf(context, customer, input, null),
        cancelAtPeriodEnd: input.cancel_at_period_end ?? false,
        billingMode: input.billing_mode?.type ?? 'flexible',
        prorationDiscounts: input.billing_mode?.flexible?.proration_discounts ?? 'included',
        billingCycleAnchorConfig: anchorConfigJson(input.billing_cycle_anchor_config),
      },
    })
    return answer(call, subscriptionJson(call, subscription))
  }),
  get('GetSubscriptions', '/v1/subscriptions', SUBSCRIPTION_LIST, (call) => {
    const { rows, account, input } = call
    const where = (subscription: Subscription): boolean => isListed(call, subscription, input)
    const found =
      input.customer === undefined
        ? newestFirst(rows.subscriptions, 'all', [account], where)
        : newestFirst(
            rows.subscriptions,
            'customer',
            [input.customer],
            (each) => each.account === account && where(each),
          )
    return answerPage(call, found, 'subscription', (row) => subscriptionJson(call, row))
  }),
  get('GetSubscriptionsSearch', '/v1/subscriptions/search', SEARCH_PARAMS, (call) => {
    const rows = call.rows.subscriptions.walk('all', [call.account], { descending: true })
    return answer(
      call,
      search(rows, (row) => subscriptionJson(call, row), SEARCHED, call.input, call.path),
    )
  }),
  get('GetSubscriptionsSubscriptionExposedId', one, {}, (call) =>
    answer(call, subscriptionJson(call, find(call, call.account, call.params.subscription_exposed_id))),
  ),
  post('PostSubscriptionsSubscriptionExposedId', one, SUBSCRIPTION_CHANGES, (call) => {
    const { account, input } = call
    const before = find(call, account, call.params.subscription_exposed_id)
    const context = onTestClock(call, before.testClock)
    if (hasEnded(before)) {
      return answer(call, subscriptionJson(call, changeEnded(context, before, input)))
    }
    requireOwnEnd(before, input)
    const customer = call.rows.customers.require(before.customer)
    const { trial_end: trialEnd, pause_collection: pause } = input
    const extras = extraItemsOf(context, account, input.add_invoice_items)
    const { subscription } = updateSubscription(context, before.id, {
      items: itemChangesOf(context, before, changedItemsOf(context, before, input)),
      ...(extras.length === 0 ? {} : { addInvoiceItems: extras }),
      ...(input.discounts === undefined ? {} : { discounts: input.discounts }),
      billingCycleAnchor: anchorWord(input.billing_cycle_anchor),
      trialEnd,
      cancelAt: input.cancel_at,
      cancelAtPeriodEnd: input.cancel_at_period_end,
      prorationBehavior: input.proration_behavior ?? 'create_prorations',
      prorationDate: input.proration_date,
      paymentBehavior: input.payment_behavior ?? 'allow_incomplete',
      offSession: input.off_session ?? false,
      ...(input.payment_behavior === 'pending_if_incomplete'
        ? {}
        : { fields: { ...subscriptionFieldsOf(context, customer, input, before), ...pauseOf(pause) } }),
    })
    if (pause?.behavior === 'keep_as_draft') holdDrafts(context, before.id)
    if (pause?.resumes_at !== undefined)
      scheduleAt(context, 'resumeCollection', { id: before.id, at: pause.resumes_at })
    return answer(call, subscriptionJson(call, call.rows.subscriptions.require(subscription.id)))
  }),
  del(
    'DeleteSubscriptionsSubscriptionExposedId',
    one,
    { cancellation_details: CANCELLATION_DETAILS, invoice_now: boolean(), prorate: boolean() },
    (call) => {
      const { input } = call
      const before = find(call, call.account, call.params.subscription_exposed_id)
      if (hasEnded(before)) {
        throw noSuch('subscription', before.id, 'id', 404)
      }
      const subscription = cancelSubscription(onTestClock(call, before.testClock), before.id, {
        prorate: input.prorate ?? false,
        invoiceNow: input.invoice_now ?? false,
        details: cancellationDetailsOf(input.cancellation_details),
      })
      return answer(call, subscriptionJson(call, subscription))
    },
  ),
  del('DeleteSubscriptionsSubscriptionExposedIdDiscount', `${one}/discount`, {}, (call) => {
    const before = find(call, call.account, call.params.subscription_exposed_id)
    const context = onTestClock(call, before.testClock)
    const [first] = before.discounts
    const discount = call.rows.discounts.get(first)
    if (discount === undefined) {
      throw invalidRequest('This subscription has no discount.', { code: 'resource_missing' })
    }
    deleteDiscounts(context, [discount.id])
    changeSubscription(context, before.id, { discounts: before.discounts.slice(1) })
    return answer(call, deletedDiscountJson(discount))
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string, param = 'id'): Subscription {
  return findRecord(rows.subscriptions, account, 'subscription', id, { param, inPath: true })
}
