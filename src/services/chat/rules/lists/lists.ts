import type { Actor, ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { List } from '#chat/schema/lists.ts'
import type { Block, File } from '#chat/schema/messages.ts'
import { isObject } from '../block-kit/check.ts'
import { checkBlocks } from '../block-kit/check-blocks.ts'
import { accessOf } from '../canvases/access.ts'
import { documentFile } from '../files/document-file.ts'
import { newId } from '../new-id.ts'
import { seconds } from '../timestamps.ts'
import { columnsOf, withTodo } from './columns.ts'

/** A list and its file. */
export interface ListFile {
  readonly list: List
  readonly file: File
}

/** @throws `list_not_found` for a list that the user may not see. */
export function findList(context: Pick<ChatContext, 'rows'>, id: string, userId: string): ListFile {
  const [list, file] = [context.rows.lists.get(id), context.rows.files.get(id)]
  const isSeen = file?.state === 'complete' && accessOf(context, file, userId) !== null
  if (list === undefined || file === undefined || !isSeen) throw slackFailure('list_not_found')
  return { list, file }
}

/**
 * Returns a list that the user may change.
 *
 * @throws `list_not_found`, and `permission_denied` for one that the user may only read.
 */
export function findEditableList(context: Pick<ChatContext, 'rows'>, id: string, userId: string): ListFile {
  const found = findList(context, id, userId)
  if (accessOf(context, found.file, userId) === 'read') throw slackFailure('permission_denied')
  return found
}

/** A list to create. */
export interface ListInput {
  readonly name: string
  readonly description: unknown
  readonly schema: unknown
  readonly isTodo: boolean
  /** The list to copy; null: none. */
  readonly original: List | null
  readonly withItems: boolean
}

/** Creates a list with its file, and emits the event. */
export function createList(context: ChatContext, { user, bot }: Actor, input: ListInput): List {
  const { rows, clock } = context
  const { original } = input
  const own = original === null ? columnsOf(context, input.schema) : original.columns
  const isTodo = input.isTodo || original?.isTodo === true
  const now = seconds(clock.now())
  const file = rows.files.insert({
    ...documentFile(context, input.name),
    userId: user.id,
    botId: bot?.id ?? null,
    filetype: 'list',
    mimetype: 'application/vnd.slack-list',
    size: 0,
    name: 'list',
  })
  const list = rows.lists.insert({
    id: file.id,
    columns: withTodo(own, isTodo),
    isTodo,
    description: descriptionOf(context, input.description) ?? original?.description ?? [],
    copiedFrom: original?.id ?? null,
    recordViewId: newId(context, 'View'),
    tableViewId: newId(context, 'View'),
    updatedAt: now,
    updatedBy: user.id,
  })
  if (original !== null && input.withItems) copyItems(context, original, list)
  context.emit({ kind: 'file_created', file, userId: user.id })
  return list
}

function copyItems(context: ChatContext, original: List, { id: listId }: List): void {
  const { rows } = context
  for (const item of rows.listItems.list('byList', original.id)) {
    const copy = rows.listItems.insert({ ...item, id: newId(context, 'Rec'), number: rows.numbers.next(), listId })
    for (const subtask of rows.listItems.list('byParent', item.id)) {
      const own = { id: newId(context, 'Rec'), number: rows.numbers.next(), listId, parentId: copy.id }
      rows.listItems.insert({ ...subtask, ...own })
    }
  }
}

/**
 * Returns the blocks of a description; undefined where none is sent.
 *
 * @throws `unexpected_description_blocks_arg` for what is no list of `rich_text` blocks.
 */
export function descriptionOf(context: ChatContext, value: unknown): readonly Block[] | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const isRichText =
    Array.isArray(value) && value.every((block: unknown) => isObject(block) && block['type'] === 'rich_text')
  if (!isRichText) throw slackFailure('unexpected_description_blocks_arg')
  return checkBlocks(context, value, 'message')
}
