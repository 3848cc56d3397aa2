import { json } from '#core/answer.ts'
import { invalidParameter } from '#payments/errors.ts'
import { valueListItemJson } from '#payments/json/radar.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { isInRange, range, required, text } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { itemValue } from '#payments/rules/value-list-items.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import type { ValueListItem } from '#payments/schema/radar.ts'

const one = '/v1/radar/value_list_items/:item'

const byPath = { param: 'item', inPath: true }

/** The values in lists. https://docs.stripe.com/api/radar/value_list_items */
export const valueListItemsRoutes = [
  post(
    'PostRadarValueListItems',
    '/v1/radar/value_list_items',
    { value: required(text({ max: 800 })), value_list: required(text()) },
    (call) => {
      const { rows, account, input } = call
      const list = findRecord(rows.valueLists, account, 'value list', input.value_list, { param: 'value_list' })
      const value = itemValue(list.itemType, input.value)
      if (rows.valueListItems.find('value', list.id, value) !== undefined) {
        throw invalidParameter('value', `The value \`${value}\` is already in the list \`${list.alias}\`.`)
      }
      const head = newRecord(call, account, 'rsli_')
      const createdBy = rows.accounts.get(account)?.email ?? 'API'
      const created = rows.valueListItems.insert({ createdBy, value, valueList: list.id, ...head })
      return answer(call, valueListItemJson(created))
    },
  ),
  get(
    'GetRadarValueListItems',
    '/v1/radar/value_list_items',
    { ...LIST_PARAMS, created: range(), value: text(), value_list: required(text()) },
    (call) => {
      const { rows, account, input } = call
      const { created, value } = input
      const list = findRecord(rows.valueLists, account, 'value list', input.value_list, { param: 'value_list' })
      const where = (each: ValueListItem): boolean =>
        isInRange(each.created, created) && (value === undefined || each.value === value)
      const found = newestFirst(rows.valueListItems, 'valueList', [list.id], where)
      return answerPage(call, found, 'value list item', valueListItemJson)
    },
  ),
  get('GetRadarValueListItemsItem', one, {}, (call) => {
    const { rows, account, params } = call
    return answer(
      call,
      valueListItemJson(findRecord(rows.valueListItems, account, 'value list item', params.item, byPath)),
    )
  }),
  del('DeleteRadarValueListItemsItem', one, {}, (call) => {
    const { rows, account, params } = call
    const { id } = findRecord(rows.valueListItems, account, 'value list item', params.item, byPath)
    rows.valueListItems.delete(id)
    return json({ id, object: 'radar.value_list_item', deleted: true })
  }),
]
