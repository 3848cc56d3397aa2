import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { List, ListCell, ListColumn, ListItem } from '#chat/schema/lists.ts'
import { isObject } from '../block-kit/check.ts'
import { newId } from '../new-id.ts'
import { seconds } from '../timestamps.ts'
import { cellOf, type CellMethod } from './cells.ts'

/** The most items of a list. */
export const MOST_ITEMS = 1000

/** An item to create. */
export interface ItemInput {
  readonly list: List
  readonly userId: string
  readonly parentId: string | null
  readonly cells: ListItem['cells']
}

/** @throws `over_row_maximum`. */
export function createItem(context: ChatContext, { list, userId, parentId, cells }: ItemInput): ListItem {
  const { rows, clock } = context
  if (rows.listItems.count('byList', list.id) >= MOST_ITEMS) throw slackFailure('over_row_maximum')
  const now = seconds(clock.now())
  return rows.listItems.insert({
    id: newId(context, 'Rec'),
    number: rows.numbers.next(),
    listId: list.id,
    parentId,
    cells,
    createdAt: now,
    createdBy: userId,
    updatedAt: now,
    updatedBy: userId,
    deleted: false,
  })
}

/** Returns the item of a list with an id; undefined when there is none, and for one that was deleted. */
export function itemOf({ rows }: Pick<ChatContext, 'rows'>, list: List, id: string): ListItem | undefined {
  const item = rows.listItems.get(id)
  return item?.listId === list.id && !item.deleted ? item : undefined
}

/** Deletes an item and its subtasks. */
export function deleteItem({ rows }: Pick<ChatContext, 'rows'>, item: ListItem): void {
  for (const subtask of rows.listItems.list('byParent', item.id)) rows.listItems.update(subtask.id, { deleted: true })
  rows.listItems.update(item.id, { deleted: true })
}

/**
 * Returns the cells that the initial fields of an item set.
 *
 * @throws `invalid_args`, `invalid_column_id`, and the words for values that a column cannot have.
 */
export function initialCells(
  context: ChatContext,
  { columns }: List,
  userId: string,
  fields: unknown,
): ListItem['cells'] {
  if (fields === undefined || fields === null || fields === '') return {}
  if (!Array.isArray(fields)) throw slackFailure('invalid_args')
  const cells: [string, ListCell][] = fields.map((field: unknown) => {
    if (!isObject(field)) throw slackFailure('invalid_args')
    const column = columns.find(({ id }) => id === field['column_id'])
    if (column === undefined) throw slackFailure('invalid_column_id')
    return [column.id, cellOf(context, { column, field, method: 'create', userId })]
  })
  return Object.fromEntries(cells)
}

/**
 * Sets cells of a list, each in the item that it names, or in a new one.
 *
 * @throws `row_id_not_provided`, `row_not_found`, `column_id_not_provided`, `column_not_found`, and the words for
 *   values that a column cannot have.
 */
export function updateCells(context: ChatContext, list: List, userId: string, cells: readonly unknown[]): void {
  const { rows, clock } = context
  // The cells of one call that create a row are those of one row.
  let created: ListItem | undefined
  for (const field of cells) {
    if (!isObject(field)) throw slackFailure('invalid_input_type')
    const column = columnOf(list, field)
    const cell = cellOf(context, { column, field, method: METHOD, userId })
    const isNew = field['row_id_to_create'] === true
    if (isNew) created ??= createItem(context, { list, userId, parentId: null, cells: {} })
    const item = isNew && created !== undefined ? created : rowOf(context, list, field)
    const before = rows.listItems.require(item.id).cells
    rows.listItems.update(item.id, {
      cells: { ...before, [column.id]: cell },
      updatedAt: seconds(clock.now()),
      updatedBy: userId,
    })
  }
}

const METHOD: CellMethod = 'update'

function columnOf({ columns }: List, field: Readonly<Record<string, unknown>>): ListColumn {
  const { column_id: id } = field
  if (id === undefined) throw slackFailure('column_id_not_provided')
  const column = columns.find((each) => each.id === id)
  if (column === undefined) {
    const isId = typeof id === 'string' && /^Col\w+$/.test(id)
    throw slackFailure(isId ? 'column_not_found' : 'invalid_column_id')
  }
  return column
}

function rowOf(context: ChatContext, list: List, field: Readonly<Record<string, unknown>>): ListItem {
  const { row_id: id } = field
  if (id === undefined) throw slackFailure('row_id_not_provided')
  if (typeof id !== 'string' || !/^Rec\w+$/.test(id)) throw slackFailure('invalid_row_id')
  const item = itemOf(context, list, id)
  if (item === undefined) throw slackFailure('row_not_found')
  return item
}
