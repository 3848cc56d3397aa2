import type { Rows } from '#chat/call.ts'
import { MOST_COLUMNS, subtaskColumns } from '#chat/rules/lists/columns.ts'
import { messageIn } from '#chat/rules/lists/cells.ts'
import { MOST_ITEMS } from '#chat/rules/lists/items.ts'
import { textOfBlocks } from '#chat/rules/text/rich-text-words.ts'
import { unescapeText } from '#chat/rules/text/entities.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import type { AccessLevel } from '#chat/schema/canvases.ts'
import type { List, ListCell, ListColumn, ListItem } from '#chat/schema/lists.ts'
import type { Block, File } from '#chat/schema/messages.ts'
import { fileJson } from './file.ts'
import type { Site } from './user.ts'

/** Returns the columns of a list as the answer of its creation has them. */
export function listMetadataJson({ columns }: List) {
  const [schema, subtask] = [columns, subtaskColumns(columns)].map((each) => each.map((column) => columnJson(column)))
  return { schema, subtask_schema: subtask }
}

function columnJson({ id, key, name, type, isPrimary, options }: ListColumn) {
  return {
    id,
    name,
    key,
    type,
    is_primary_column: isPrimary,
    ...(options === null ? {} : { options: { ...options, show_member_name: options['show_member_name'] ?? true } }),
  }
}

/** Returns a list as the vendor writes it beside its items. */
export function listJson(site: Site, list: List, file: File, access: AccessLevel) {
  const {
    comments_count: _comments,
    shares: _shares,
    channels: _channels,
    groups: _groups,
    ims: _ims,
    has_more_shares: _more,
    media_display_type: _display,
    ...own
  } = fileJson(site, file)
  const { description, copiedFrom, isTodo } = list
  return {
    ...own,
    list_metadata: {
      ...listMetadataJson(list),
      views: [viewJson(list, file, 'record'), viewJson(list, file, 'table')],
      integrations: [],
      icon: '',
      description: unescapeText(textOfBlocks(description)),
      description_blocks: description,
      is_trial: false,
      ...(copiedFrom === null ? {} : { creation_source: { type: 'copy_from_list', reference_id: copiedFrom } }),
      todo_mode: isTodo,
      default_view: '',
    },
    list_limits: limitsJson(site, list),
    last_editor: list.updatedBy,
    list_csv_download_url: csvUrl(site, file),
    updated: list.updatedAt,
    skipped_shares: true,
    teams_shared_with: [],
    is_restricted_sharing_enabled: false,
    access,
    org_or_workspace_access: 'none',
    is_ai_suggested: false,
  }
}

/** Returns how full a list is. */
function limitsJson({ rows }: Pick<Site, 'rows'>, { id, columns }: List) {
  const count = rows.listItems.count('byList', id)
  return {
    over_row_maximum: count >= MOST_ITEMS,
    row_count_limit: MOST_ITEMS,
    row_count: count,
    archived_row_count: 0,
    over_column_maximum: columns.length >= MOST_COLUMNS,
    column_count: columns.length,
    column_count_limit: MOST_COLUMNS,
    over_view_maximum: false,
    view_count: 2,
    view_count_limit: 50,
    max_attachments_per_cell: 10,
  }
}

/** Returns the URL of the items of a list as CSV. */
export function csvUrl({ rows, urls }: Pick<Site, 'rows' | 'urls'>, { id, name }: File): string {
  return urls.of(`/files-pri/${rows.team.get().id}-${id}/csv/${encodeURIComponent(name)}`)
}

/** The place of the first column in a view. */
const FIRST_POSITION = 5_000_000_000

function viewJson({ columns, recordViewId, tableViewId }: List, { createdAt, userId }: File, type: 'record' | 'table') {
  const isTable = type === 'table'
  return {
    id: isTable ? tableViewId : recordViewId,
    name: isTable ? 'All items' : 'Record',
    type,
    is_locked: false,
    position: String(createdAt + (isTable ? 1 : 0)),
    columns: columns.map(({ key, id }, index) => ({
      visible: true,
      key,
      id,
      position: String(FIRST_POSITION + index),
    })),
    date_created: createdAt,
    created_by: userId,
    stick_column_left: false,
    is_all_items_view: isTable,
    ...(isTable ? { default_view_key: 'all_items', show_completed_items: true } : {}),
  }
}

/** Returns an item of a list as the vendor writes it. https://docs.slack.dev/reference/methods/slackLists.items.list */
export function itemJson({ columns }: List, item: ListItem) {
  const { id, listId, createdAt, createdBy, updatedBy, updatedAt, parentId, cells } = item
  return {
    id,
    list_id: listId,
    date_created: createdAt,
    created_by: createdBy,
    updated_by: updatedBy,
    ...(parentId === null ? {} : { parent_record_id: parentId }),
    fields: columns.flatMap((column) => {
      const cell = cells[column.id]
      return cell === undefined ? [] : [{ key: column.key, ...cellJson(cell), column_id: column.id }]
    }),
    updated_timestamp: String(updatedAt),
  }
}

function cellJson({ kind, value }: ListCell) {
  if (typeof value === 'boolean') return { value, checkbox: value }
  if (kind === 'rich_text') {
    return { value: JSON.stringify(value), text: textOfCell({ kind, value }), rich_text: value }
  }
  if (kind === 'date') return { value: value[0] ?? null, date: value, timestamp: value.map(() => -1) }
  if (kind === 'link') return { value: textOfCell({ kind, value }), link: value.map((each) => linkJson(each)) }
  if (kind === 'message')
    return { value: value[0] ?? null, message: value.map((each) => messageLinkJson(String(each))) }
  const [first = null] = value
  const whole = value.length === 1 && !isObject(first) ? first : textOfCell({ kind, value })
  return { value: value.length === 0 ? null : whole, [kind]: value }
}

/** Returns the URL of a link; empty for a reference, which has none. */
function urlOf({ original_url: url }: Readonly<Record<string, unknown>>): string {
  return typeof url === 'string' ? url : ''
}

function linkJson(value: unknown) {
  const { original_url: url, display_as_url: asUrl = false, display_name: name = '' } = isObject(value) ? value : {}
  return { originalUrl: url, attachment: null, displayAsUrl: asUrl, displayName: name }
}

function messageLinkJson(value: string) {
  const { channelId = '', ts = '', threadTs = null } = messageIn(value) ?? {}
  return { value, channel_id: channelId, ts, ...(threadTs === null ? {} : { thread_ts: threadTs }) }
}

/** Returns the words of a cell. */
function textOfCell({ kind, value }: ListCell): string {
  if (typeof value === 'boolean') return String(value)
  // A cell of this kind has blocks that were checked.
  if (kind === 'rich_text') return unescapeText(textOfBlocks(value as readonly Block[]))
  return value.map((each) => (isObject(each) ? urlOf(each) : String(each))).join(',')
}

/** Returns the items of a list as CSV, their columns by their names. */
export function csvOf(rows: Rows, { id, columns }: List): string {
  const items = rows.listItems.list('byList', id)
  const line = (cells: readonly string[]): string => cells.map((each) => quoted(each)).join(',')
  const words = (cell: ListCell | undefined): string => (cell === undefined ? '' : textOfCell(cell))
  const lines = items.map(({ cells }) => line(columns.map((column) => words(cells[column.id]))))
  return [line(columns.map(({ name }) => name)), ...lines].map((each) => `${each}\r\n`).join('')
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
