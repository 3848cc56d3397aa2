import { json } from '#core/answer.ts'
import { invalidParameter } from '#payments/errors.ts'
import { valueListJson } from '#payments/json/radar.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { isInRange, metadata, oneOf, range, required, text } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { ITEM_TYPES, type ValueList } from '#payments/schema/radar.ts'
import type { PaymentsContext } from '#payments/call.ts'

const one = '/v1/radar/value_lists/:value_list'

const byPath = { param: 'value_list', inPath: true }

/** Lists of values that rules of fraud name. https://docs.stripe.com/api/radar/value_lists */
export const valueListsRoutes = [
  post(
    'PostRadarValueLists',
    '/v1/radar/value_lists',
    {
      alias: required(text({ max: 100 })),
      item_type: oneOf(...ITEM_TYPES),
      metadata: metadata(),
      name: required(text({ max: 100 })),
    },
    (call) => {
      const { rows, account, input } = call
      requireFreeAlias(call, account, input.alias)
      const created = rows.valueLists.insert({
        alias: input.alias,
        createdBy: rows.accounts.get(account)?.email ?? 'API',
        itemType: input.item_type ?? 'string',
        metadata: mergeMetadata({}, input.metadata),
        name: input.name,
        ...newRecord(call, account, 'rsl_'),
      })
      return answer(call, valueListJson(call, created))
    },
  ),
  get(
    'GetRadarValueLists',
    '/v1/radar/value_lists',
    { ...LIST_PARAMS, alias: text(), contains: text(), created: range() },
    (call) => {
      const { rows, account, input } = call
      const { alias, contains, created } = input
      const where = (each: ValueList): boolean =>
        isInRange(each.created, created) &&
        (alias === undefined || each.alias === alias) &&
        (contains === undefined || rows.valueListItems.find('value', each.id, contains) !== undefined)
      const found = newestFirst(rows.valueLists, 'all', [account], where)
      return answerPage(call, found, 'value list', (row) => valueListJson(call, row))
    },
  ),
  get('GetRadarValueListsValueList', one, {}, (call) =>
    answer(call, valueListJson(call, findValueList(call, call.account, call.params.value_list))),
  ),
  post('PostRadarValueListsValueList', one, { alias: text(), metadata: metadata(), name: text() }, (call) => {
    const { rows, account, input, params } = call
    const before = findValueList(call, account, params.value_list)
    const { alias = before.alias, name = before.name } = input
    if (alias !== before.alias) requireFreeAlias(call, account, alias)
    const merged = mergeMetadata(before.metadata, input.metadata)
    return answer(call, valueListJson(call, rows.valueLists.update(before.id, { alias, name, metadata: merged })))
  }),
  del('DeleteRadarValueListsValueList', one, {}, (call) => {
    const { rows, account, params } = call
    const { id } = findValueList(call, account, params.value_list)
    for (const item of rows.valueListItems.list('valueList', id)) rows.valueListItems.delete(item.id)
    rows.valueLists.delete(id)
    return json({ id, object: 'radar.value_list', deleted: true })
  }),
]

type Context = Pick<PaymentsContext, 'rows'>

function findValueList({ rows }: Context, account: string, id: string): ValueList {
  return findRecord(rows.valueLists, account, 'value list', id, byPath)
}

function requireFreeAlias({ rows }: Context, account: string, alias: string): void {
  if (rows.valueLists.find('alias', account, alias) === undefined) return
  throw invalidParameter('alias', `A value list with the alias \`${alias}\` already exists.`)
}
