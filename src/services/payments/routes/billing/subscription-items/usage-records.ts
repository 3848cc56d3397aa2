import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { LIST_PARAMS, listOfRows } from '#payments/protocol/list.ts'
import { integer, oneOf, required, timestamp, type Param } from '#payments/protocol/params.ts'
import { itemsOf, periodOfItem } from '#payments/rules/billing/subscriptions/items.ts'
import { invoiceThresholds } from '#payments/rules/billing/subscriptions/thresholds.ts'
import { recordsOf, usageOf } from '#payments/rules/billing/subscriptions/usage.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { newId, now } from '#payments/rules/new-id.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import { answer, answerPage, get, post } from '../../route.ts'

/** The first version of the API without these operations. */
const REPLACED = { until: '2025-03-31.basil' } as const

const MOMENT: Param<number | 'now'> = {
  read: (raw, path) => (raw === 'now' ? 'now' : timestamp().read(raw, path)),
}

/**
 * The usage of metered prices without a meter. The records of a price are kept as meter events of a name of its own.
 * https://docs.stripe.com/changelog/basil/2025-03-31/deprecate-legacy-usage-based-billing
 */
export const usageRecordsRoutes = [
  post(
    'PostSubscriptionItemsSubscriptionItemUsageRecords',
    '/v1/subscription_items/:subscription_item/usage_records',
    { action: oneOf('increment', 'set'), quantity: required(integer({ min: 0 })), timestamp: MOMENT },
    (call) => {
      const { account, input } = call
      const { item, price, subscription } = find(call, account, call.params.subscription_item)
      const context = onTestClock(call, subscription.testClock)
      const at = input.timestamp === undefined || input.timestamp === 'now' ? now(context) : input.timestamp
      const { customer } = subscription
      if (input.action === 'set') forget(call, price, customer, at)
      const id = newId(call, 'mbur_')
      call.rows.meterEvents.insert({
        identifier: id,
        eventName: recordsOf(price),
        payload: {},
        customer,
        value: input.quantity,
        timestamp: at,
        ...newRecord(call, account, '', { id: `${account} ${id}` }),
      })
      invoiceThresholds(context, customer)
      return answer(call, {
        id,
        object: 'usage_record',
        livemode: false,
        quantity: input.quantity,
        subscription_item: item.id,
        timestamp: at,
      })
    },
    REPLACED,
  ),
  get(
    'GetSubscriptionItemsSubscriptionItemUsageRecordSummaries',
    '/v1/subscription_items/:subscription_item/usage_record_summaries',
    LIST_PARAMS,
    (call) => {
      const { item, price, subscription } = find(call, call.account, call.params.subscription_item)
      const period = periodOfItem(call.rows, subscription, item, itemsOf(call.rows, subscription.id))
      const summary = {
        id: item.id.replace(/^si_/, 'sis_'),
        object: 'usage_record_summary',
        invoice: null,
        livemode: false,
        period: { end: null, start: period.start },
        subscription_item: item.id,
        total_usage: usageOf(call.rows, price, subscription.customer, period),
      }
      return answerPage(call, listOfRows([summary]), 'usage record summary', (each) => each)
    },
    REPLACED,
  ),
]

interface Found {
  readonly item: SubscriptionItem
  readonly price: Price
  readonly subscription: Subscription
}

/**
 * Finds a subscription item whose usage is recorded.
 *
 * @throws 404 for one that does not exist, 400 for one with another price.
 */
function find({ rows }: PaymentsContext, account: string, id: string): Found {
  const item = findRecord(rows.subscriptionItems, account, 'subscription item', id, {
    param: 'subscription_item',
    inPath: true,
  })
  const price = rows.prices.require(item.price)
  if (price.aggregateUsage === null) {
    throw invalidRequest(
      `Cannot create the usage record for this subscription item because its price ${price.id} does not have \`usage_type=metered\`, or has a meter.`,
    )
  }
  return { item, price, subscription: rows.subscriptions.require(item.subscription) }
}

/** Removes the records of a moment, which another replaces. */
function forget({ rows }: PaymentsContext, price: Price, customer: string, at: number): void {
  const before = [...rows.meterEvents.scan('usage', [price.account, recordsOf(price), customer, at])]
  for (const { id } of before) rows.meterEvents.delete(id)
}
