import { firstPageJson } from './page.ts'
import { readOwn } from './read-own.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { Review, ValueList, ValueListItem } from '#payments/schema/radar.ts'

/** Writes a list of values. https://docs.stripe.com/api/radar/value_lists/object */
export function valueListJson({ rows }: Pick<PaymentsContext, 'rows'>, list: ValueList) {
  const items = rows.valueListItems.list('valueList', list.id).toReversed()
  return {
    id: list.id,
    object: 'radar.value_list',
    alias: list.alias,
    created: list.created,
    created_by: list.createdBy,
    item_type: list.itemType,
    list_items: firstPageJson(items.map(valueListItemJson), `/v1/radar/value_list_items?value_list=${list.id}`),
    livemode: false,
    metadata: list.metadata,
    name: list.name,
  }
}

/** Writes a value in a list. https://docs.stripe.com/api/radar/value_list_items/object */
export function valueListItemJson({ id, created, createdBy, value, valueList }: ValueListItem) {
  return {
    id,
    object: 'radar.value_list_item',
    created,
    created_by: createdBy,
    livemode: false,
    value,
    value_list: valueList,
  }
}

/** Writes a review. https://docs.stripe.com/api/radar/reviews/object */
export function reviewJson(review: Review) {
  return {
    id: review.id,
    object: 'review',
    billing_zip: review.billingZip,
    charge: review.charge,
    closed_reason: review.closedReason,
    created: review.created,
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: review.status === 'open',
    opened_reason: 'rule',
    ...(review.paymentIntent === null ? {} : { payment_intent: review.paymentIntent }),
    reason: review.closedReason ?? 'rule',
    session: null,
  }
}

/** The kinds of objects about fraud. */
export const radarResources: readonly Resource[] = [
  { object: 'radar.value_list', read: readOwn(({ valueLists }) => valueLists, valueListJson), expandable: {} },
  {
    object: 'review',
    read: readOwn(
      ({ reviews }) => reviews,
      (_context, row) => reviewJson(row),
    ),
    expandable: { charge: ['charge'], payment_intent: ['payment_intent'] },
  },
]
