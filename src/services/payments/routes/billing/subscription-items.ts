import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { subscriptionItemJson } from '#payments/json/billing/subscriptions.ts'
import { failure, noSuch } from '#payments/errors.ts'
import { LIST_PARAMS, listOfRows } from '#payments/protocol/list.ts'
import { boolean, oneOf, required, text, timestamp } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { CHANGED_ITEM, itemChangesOf, NEW_ITEM } from '#payments/rules/billing/subscriptions/item-params.ts'
import { itemsOf } from '#payments/rules/billing/subscriptions/items.ts'
import {
  updateSubscription,
  type SubscriptionChanges,
} from '#payments/rules/billing/subscriptions/update-subscription.ts'
import { hasEnded } from '#payments/rules/billing/subscriptions/status.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import type { Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'

const BEHAVIOR = {
  payment_behavior: oneOf('allow_incomplete', 'error_if_incomplete', 'pending_if_incomplete', 'default_incomplete'),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  proration_date: timestamp(),
}

const { deleted: _deleted, id: _id, clear_usage: _usage, ...CHANGES } = CHANGED_ITEM

/** Subscription items. https://docs.stripe.com/api/subscription_items */
export const subscriptionItemsRoutes = [
  post(
    'PostSubscriptionItems',
    '/v1/subscription_items',
    { ...NEW_ITEM, ...BEHAVIOR, subscription: required(text()) },
    (call) => {
      const { rows, account, input } = call
      const subscription = findRecord(rows.subscriptions, account, 'subscription', input.subscription, {
        param: 'subscription',
        inPath: true,
      })
      if (hasEnded(subscription)) throw noSuch('subscription', subscription.id, 'subscription', 404)
      const before = new Set(itemsOf(rows, subscription.id).map(({ id }) => id))
      const context = onTestClock(call, subscription.testClock)
      const { payment_behavior: _payment, proration_behavior: _proration, proration_date: _date, ...item } = input
      updateSubscription(context, subscription.id, {
        items: itemChangesOf(context, subscription, [itemOf(item)]),
        ...behaviorOf(input),
      })
      const added = itemsOf(rows, subscription.id).find(({ id }) => !before.has(id))
      if (added === undefined) throw new Error('the item was not added')
      return answer(call, write(call, added))
    },
  ),
  get('GetSubscriptionItems', '/v1/subscription_items', { ...LIST_PARAMS, subscription: required(text()) }, (call) => {
    const { rows, account, input } = call
    const subscription = findRecord(rows.subscriptions, account, 'subscription', input.subscription, {
      param: 'subscription',
    })
    return answerPage(call, listOfRows(itemsOf(rows, subscription.id)), 'subscription item', (item) =>
      write(call, item),
    )
  }),
  get('GetSubscriptionItemsItem', '/v1/subscription_items/:item', {}, (call) =>
    answer(call, write(call, find(call, call.account, call.params.item))),
  ),
  post(
    'PostSubscriptionItemsItem',
    '/v1/subscription_items/:item',
    { ...CHANGES, ...BEHAVIOR, off_session: boolean() },
    (call) => {
      const { input } = call
      const item = find(call, call.account, call.params.item)
      const subscription = subscriptionOf(call, item)
      const context = onTestClock(call, subscription.testClock)
      updateSubscription(context, subscription.id, {
        items: itemChangesOf(context, subscription, [{ ...itemOf(input), id: item.id }]),
        ...behaviorOf(input),
        offSession: input.off_session ?? false,
      })
      return answer(call, write(call, call.rows.subscriptionItems.require(item.id)))
    },
  ),
  del(
    'DeleteSubscriptionItemsItem',
    '/v1/subscription_items/:item',
    { ...BEHAVIOR, clear_usage: boolean() },
    (call) => {
      const item = find(call, call.account, call.params.item)
      const subscription = subscriptionOf(call, item)
      updateSubscription(onTestClock(call, subscription.testClock), subscription.id, {
        items: [{ id: item.id, deleted: true, clearsUsage: call.input.clear_usage }],
        ...behaviorOf(call.input),
      })
      return json({ id: item.id, object: 'subscription_item', deleted: true })
    },
  ),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): SubscriptionItem {
  const item = rows.subscriptionItems.get(id)
  if (item?.account !== account) throw failure(404, `Invalid subscription_item id: ${id}`)
  return item
}

function subscriptionOf({ rows }: Pick<PaymentsContext, 'rows'>, { subscription }: SubscriptionItem): Subscription {
  return rows.subscriptions.require(subscription)
}

function write(context: Pick<PaymentsContext, 'rows'>, item: SubscriptionItem) {
  return subscriptionItemJson(context, item, subscriptionOf(context, item))
}

type ItemInput = Parameters<typeof itemChangesOf>[2][number]

/** Returns the parameters of the item among those of the request. */
function itemOf(input: ItemInput): ItemInput {
  const { billing_thresholds, discounts, metadata, plan, price, price_data, quantity, tax_rates } = input
  return { billing_thresholds, discounts, metadata, plan, price, price_data, quantity, tax_rates }
}

type Behavior = {
  readonly payment_behavior?: SubscriptionChanges['paymentBehavior'] | undefined
  readonly proration_behavior?: SubscriptionChanges['prorationBehavior'] | undefined
  readonly proration_date?: number | undefined
}

function behaviorOf({ payment_behavior, proration_behavior, proration_date }: Behavior): SubscriptionChanges {
  return {
    paymentBehavior: payment_behavior ?? 'allow_incomplete',
    prorationBehavior: proration_behavior ?? 'create_prorations',
    prorationDate: proration_date,
  }
}
