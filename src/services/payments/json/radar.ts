import { firstPageJson } from './page.ts'
import { readOwn } from './read-own.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Json, Resource } from '#payments/protocol/resource.ts'
import type { ValueList, ValueListItem } from '#payments/schema/radar.ts'

/** Writes a list of values. https://docs.stripe.com/api/radar/value_lists/object */
export function valueListJson({ rows }: Pick<PaymentsContext, 'rows'>, list: ValueList): Json {
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
export function valueListItemJson({ id, created, createdBy, value, valueList }: ValueListItem): Json {
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

/** The kinds of objects about fraud. */
export const radarResources: readonly Resource[] = [
  { object: 'radar.value_list', read: readOwn(({ valueLists }) => valueLists, valueListJson), expandable: {} },
]
