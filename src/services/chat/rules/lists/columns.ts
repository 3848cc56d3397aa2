import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { ListColumn } from '#chat/schema/lists.ts'
import { isObject } from '../block-kit/check.ts'
import { newId } from '../new-id.ts'

/** The most columns of a list. */
export const MOST_COLUMNS = 30

/**
 * The member of a field that has the value of a cell, by the type of its column; null where the vendor alone writes it.
 * https://docs.slack.dev/reference/methods/slackLists.create#schema-definition
 */
const KINDS: ReadonlyMap<string, string | null> = new Map([
  ['text', 'rich_text'],
  ['rich_text', 'rich_text'],
  ['message', 'message'],
  ['number', 'number'],
  ['select', 'select'],
  ['multi_select', 'select'],
  ['date', 'date'],
  ['due_date', 'date'],
  ['todo_due_date', 'date'],
  ['user', 'user'],
  ['assignee', 'user'],
  ['todo_assignee', 'user'],
  ['attachment', 'attachment'],
  ['checkbox', 'checkbox'],
  ['completed', 'checkbox'],
  ['todo_completed', 'checkbox'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['channel', 'channel'],
  ['rating', 'rating'],
  ['vote', 'vote'],
  ['canvas', 'reference'],
  ['reference', 'reference'],
  ['link', 'link'],
  ['created_by', null],
  ['last_edited_by', null],
  ['created_time', null],
  ['last_edited_time', null],
])

/** Returns the member of a field that has the value of a cell; null for a column that nobody edits. */
export function kindOfColumn({ type }: Pick<ListColumn, 'type'>): string | null {
  return KINDS.get(type) ?? null
}

/** The columns that a list of tasks has beside its own. */
const TODO_COLUMNS: readonly ListColumn[] = [
  { id: 'Col00', key: 'todo_completed', name: 'Completed', type: 'todo_completed', isPrimary: false, options: null },
  {
    id: 'Col01',
    key: 'todo_assignee',
    name: 'Assignee',
    type: 'todo_assignee',
    isPrimary: false,
    options: { format: 'multi_entity', default_value: null },
  },
  { id: 'Col02', key: 'todo_due_date', name: 'Due Date', type: 'todo_due_date', isPrimary: false, options: null },
]

/** Returns the columns of a list with those of a list of tasks, or without them. */
export function withTodo(columns: readonly ListColumn[], isTodo: boolean): readonly ListColumn[] {
  const own = columns.filter(({ id }) => TODO_COLUMNS.every((each) => each.id !== id))
  return isTodo ? [...own, ...TODO_COLUMNS] : own
}

/** Returns the columns of the subtasks of a list: the primary one, and those of tasks. */
export function subtaskColumns(columns: readonly ListColumn[]): readonly ListColumn[] {
  return columns.filter(({ isPrimary, type }) => isPrimary || type.startsWith('todo_'))
}

/**
 * Returns the columns that a schema defines; without one, a column of text.
 *
 * @throws `invalid_schema`, `invalid_column_type`, `invalid_primary_column` and `over_column_maximum`.
 */
export function columnsOf(context: ChatContext, schema: unknown): readonly ListColumn[] {
  if (schema === undefined || schema === null || schema === '') {
    const id = newId(context, 'Col')
    return [{ id, key: 'name', name: 'Name', type: 'text', isPrimary: true, options: null }]
  }
  if (!Array.isArray(schema) || schema.length === 0) throw slackFailure('invalid_schema')
  if (schema.length > MOST_COLUMNS) throw slackFailure('over_column_maximum')
  const columns = schema.map((each: unknown) => columnOf(context, each))
  const [primary, ...others] = columns.filter(({ isPrimary }) => isPrimary)
  if (primary?.type !== 'text' || others.length > 0) throw slackFailure('invalid_primary_column')
  if (new Set(columns.map(({ key }) => key)).size < columns.length) throw slackFailure('invalid_schema')
  return columns
}

function columnOf(context: ChatContext, value: unknown): ListColumn {
  const { key, name, type, is_primary_column: isPrimary = false, options = null } = isObject(value) ? value : {}
  const isNamed = [key, name, type].every((each) => typeof each === 'string' && each !== '')
  if (!isNamed || typeof isPrimary !== 'boolean') throw slackFailure('invalid_schema')
  if (options !== null && !isObject(options)) throw slackFailure('invalid_schema')
  if (!KINDS.has(String(type))) throw slackFailure('invalid_column_type')
  return { id: newId(context, 'Col'), key: String(key), name: String(name), type: String(type), isPrimary, options }
}
