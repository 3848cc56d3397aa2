import * as v from 'valibot'
import { viewOfOrderedRows } from '#core/list-view.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { csvUrl, itemJson, listJson, listMetadataJson } from '#chat/json/list.ts'
import { ok } from '#chat/json/ok.ts'
import { flag, ids, optionalInteger, structure, text } from '#chat/rules/arguments.ts'
import { accessOf, holdersOf, removeAccess, requireWriteAccess, setAccess } from '#chat/rules/canvases/access.ts'
import { withTodo } from '#chat/rules/lists/columns.ts'
import { createItem, deleteItem, initialCells, itemOf, updateCells } from '#chat/rules/lists/items.ts'
import { createList, descriptionOf, findEditableList, findList } from '#chat/rules/lists/lists.ts'
import { newId } from '#chat/rules/new-id.ts'
import { numberPlace, pageAfter } from '#chat/rules/page.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { method } from './method.ts'
import type { ListItem } from '#chat/schema/lists.ts'

const READ = { scopes: ['lists:read'] } as const
const WRITE = { scopes: ['lists:write'] } as const
const NEWEST_FIRST = numberPlace(({ number }: ListItem) => -number)
const holders = { list_id: text, channel_ids: v.optional(ids), user_ids: v.optional(ids) }

/** The methods of lists. https://docs.slack.dev/surfaces/lists */
export const listsRoutes = [
  ...method(
    'slackLists.create',
    {
      ...WRITE,
      args: v.object({
        name: text,
        description_blocks: v.optional(structure),
        schema: v.optional(structure),
        copy_from_list_id: v.optional(text),
        include_copied_list_records: v.optional(flag),
        todo_mode: v.optional(flag),
      }),
    },
    (call) => {
      const { args, principal, rows } = call
      const source = args.copy_from_list_id
      if (source !== undefined && args.schema !== undefined) throw slackFailure('invalid_copy_and_schema_args')
      const withItems = args.include_copied_list_records === true
      if (withItems && source === undefined) throw slackFailure('missing_arg_copy_from_list_id')
      // The vendor publishes no word for a list to copy that the user does not see.
      if (source !== undefined && rows.lists.get(source) === undefined) throw slackFailure('permission_denied')
      const list = createList(call, principal, {
        name: args.name,
        description: args.description_blocks,
        schema: args.schema,
        isTodo: args.todo_mode === true,
        original: source === undefined ? null : findList(call, source, principal.user.id).list,
        withItems,
      })
      return ok(call, { list_id: list.id, list_metadata: listMetadataJson(list) })
    },
  ),

  ...method(
    'slackLists.update',
    {
      ...WRITE,
      args: v.object({
        id: text,
        name: v.optional(text),
        description_blocks: v.optional(structure),
        todo_mode: v.optional(flag),
      }),
    },
    (call) => {
      const { args, principal, rows, clock } = call
      const { list, file } = findEditableList(call, args.id, principal.user.id)
      const { name, todo_mode: isTodo } = args
      const description = descriptionOf(call, args.description_blocks)
      if (name === undefined && isTodo === undefined && description === undefined) {
        throw slackFailure('missing_arguments')
      }
      if (name !== undefined) rows.files.update(file.id, { title: name })
      rows.lists.update(list.id, {
        ...(description === undefined ? {} : { description }),
        ...(isTodo === undefined ? {} : { isTodo, columns: withTodo(list.columns, isTodo) }),
        updatedAt: seconds(clock.now()),
        updatedBy: principal.user.id,
      })
      call.emit({ kind: 'file_changed', file: rows.files.require(file.id), userId: principal.user.id })
      return ok(call)
    },
  ),

  ...method(
    'slackLists.access.set',
    {
      ...WRITE,
      args: v.object({
        ...holders,
        access_level: v.picklist(['read', 'write', 'owner'], 'must be a valid enum value'),
      }),
    },
    (call) => {
      const { args, principal } = call
      const { file } = findList(call, args.list_id, principal.user.id)
      const all = holdersOf(call, args, { onlyOne: true })
      requireWriteAccess(call, file, principal.user.id)
      const mayOwn = all.length === 1 && args.channel_ids === undefined
      if (args.access_level === 'owner' && !mayOwn) throw slackFailure('failed_to_update_user_ids')
      setAccess(call, file, all, args.access_level)
      return ok(call)
    },
  ),

  ...method('slackLists.access.delete', { ...WRITE, args: v.object(holders) }, (call) => {
    const { args, principal } = call
    const { file } = findList(call, args.list_id, principal.user.id)
    const all = holdersOf(call, args, { onlyOne: true })
    requireWriteAccess(call, file, principal.user.id)
    removeAccess(call, file, all)
    return ok(call)
  }),

  ...method(
    'slackLists.items.create',
    {
      ...WRITE,
      args: v.object({
        list_id: text,
        duplicated_item_id: v.optional(text),
        parent_item_id: v.optional(text),
        initial_fields: v.optional(structure),
      }),
    },
    (call) => {
      const { args, principal } = call
      const { list } = findEditableList(call, args.list_id, principal.user.id)
      const { duplicated_item_id: source, parent_item_id: parentId = null } = args
      const copied = source === undefined ? undefined : itemOf(call, list, source)
      if (source !== undefined && copied === undefined) throw slackFailure('duplicated_item_not_found')
      if (parentId !== null && itemOf(call, list, parentId)?.parentId !== null) throw slackFailure('invalid_args')
      const { id: userId } = principal.user
      const cells = { ...copied?.cells, ...initialCells(call, list, userId, args.initial_fields) }
      return ok(call, { item: itemJson(list, createItem(call, { list, userId, parentId, cells })) })
    },
  ),

  ...method('slackLists.items.update', { ...WRITE, args: v.object({ list_id: text, cells: structure }) }, (call) => {
    const { args, principal } = call
    const { list } = findEditableList(call, args.list_id, principal.user.id)
    if (!Array.isArray(args.cells)) throw slackFailure('invalid_input_type')
    updateCells(call, list, principal.user.id, args.cells)
    return ok(call)
  }),

  ...method('slackLists.items.delete', { ...WRITE, args: v.object({ list_id: text, id: text }) }, (call) => {
    const { args, principal } = call
    const { list } = findEditableList(call, args.list_id, principal.user.id)
    const item = itemOf(call, list, args.id)
    if (item === undefined) throw slackFailure('record_not_found')
    deleteItem(call, item)
    return ok(call)
  }),

  ...method('slackLists.items.deleteMultiple', { ...WRITE, args: v.object({ list_id: text, ids }) }, (call) => {
    const { args, principal } = call
    const { list } = findEditableList(call, args.list_id, principal.user.id)
    for (const id of args.ids) {
      const item = itemOf(call, list, id)
      if (item !== undefined) deleteItem(call, item)
    }
    return ok(call)
  }),

  ...method(
    'slackLists.items.info',
    { ...READ, args: v.object({ list_id: text, id: text, include_is_subscribed: v.optional(flag) }) },
    (call) => {
      const { args, principal, rows } = call
      const { user } = principal
      const { list, file } = findList(call, args.list_id, user.id)
      const found = rows.listItems.get(args.id)
      if (found?.listId !== list.id) throw slackFailure('record_not_found')
      if (found.deleted) throw slackFailure('record_deleted')
      const withSubscription = (item: typeof found): object => ({
        ...itemJson(list, item),
        // Only the creator of an item is subscribed to it, as there is no operation that subscribes others.
        ...(args.include_is_subscribed === true ? { is_subscribed: item.createdBy === user.id } : {}),
      })
      return ok(call, {
        list: listJson(call, list, file, accessOf(call, file, user.id) ?? 'read'),
        record: withSubscription(found),
        subtasks: rows.listItems.list('byParent', found.id).map(withSubscription),
      })
    },
  ),

  ...method(
    'slackLists.items.list',
    {
      ...READ,
      args: v.object({
        list_id: text,
        limit: optionalInteger,
        cursor: v.optional(text),
        archived: v.optional(flag),
      }),
    },
    (call) => {
      const { args, principal, rows } = call
      const { list } = findList(call, args.list_id, principal.user.id)
      // Items are archived in the vendor's client alone.
      const all = args.archived === true ? [] : rows.listItems.list('byList', list.id).toReversed()
      const { rows: items, nextCursor } = pageAfter(viewOfOrderedRows(all, NEWEST_FIRST.of), NEWEST_FIRST, args, 100)
      return ok(call, { items: items.map((item) => itemJson(list, item)) }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'slackLists.download.start',
    { ...READ, args: v.object({ list_id: text, include_archived: v.optional(flag) }) },
    (call) => {
      const { args, principal, rows } = call
      const { list } = findList(call, args.list_id, principal.user.id)
      const { id } = rows.listExports.insert({ id: newId(call, 'Le'), listId: list.id })
      return ok(call, { job_id: id })
    },
  ),

  ...method('slackLists.download.get', { ...READ, args: v.object({ list_id: text, job_id: text }) }, (call) => {
    const { args, principal, rows } = call
    const { list, file } = findList(call, args.list_id, principal.user.id)
    if (rows.listExports.get(args.job_id)?.listId !== list.id) throw slackFailure('job_not_found')
    return ok(call, { status: 'COMPLETED', download_url: csvUrl(call, file) })
  }),
]
