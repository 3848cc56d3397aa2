import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// Lists: a call of each method that succeeds, the errors that the vendor documents, a call that provokes each, and the
// reason where none does.

const BOB = 'xoxp-bob'

type Call = readonly [args: object, token?: string]

const schema = [
  { key: 'title', name: 'Title', type: 'text', is_primary_column: true },
  {
    key: 'status',
    name: 'Status',
    type: 'select',
    options: { choices: [{ value: 'open', label: 'Open', color: 'red' }] },
  },
  { key: 'due', name: 'Due', type: 'date' },
  { key: 'owner', name: 'Owner', type: 'user' },
  { key: 'votes', name: 'Votes', type: 'vote' },
  { key: 'files', name: 'Files', type: 'attachment' },
  { key: 'made', name: 'Made', type: 'created_time' },
  { key: 'mail', name: 'Mail', type: 'email' },
  { key: 'phone', name: 'Phone', type: 'phone' },
  { key: 'channel', name: 'Channel', type: 'channel' },
  { key: 'message', name: 'Message', type: 'message' },
] as const
type Key = (typeof schema)[number]['key']
const [primary] = schema

/** A list of the bot, an item of it, and the ids of its columns. */
interface MadeList {
  readonly list_id: string
  readonly item: string
  readonly columns: Readonly<Record<string, string>>
}

async function list(space: Workspace): Promise<MadeList> {
  const { list_id: id, list_metadata: metadata } = await space.call('slackLists.create', { name: 'Tasks', schema })
  const columns = metadata.schema as readonly { key: string; id: string }[] // the columns of the schema above
  const { item } = await space.call('slackLists.items.create', { list_id: id })
  return {
    list_id: String(id),
    item: String(item.id),
    columns: Object.fromEntries(columns.map((column) => [column.key, column.id])),
  }
}

/** Returns the arguments that name a list of the bot, one that a user has a level of access to where one is named. */
async function named(space: Workspace, user?: string, level = 'read'): Promise<{ readonly list_id: string }> {
  const { list_id } = await list(space)
  if (user !== undefined)
    await space.call('slackLists.access.set', { list_id, access_level: level, user_ids: [space.ids[user]] })
  return { list_id }
}

const item = async (space: Workspace): Promise<{ readonly list_id: string; readonly id: string }> => {
  const { list_id, item: id } = await list(space)
  return { list_id, id }
}

const deletedItem = async (space: Workspace): Promise<object> => {
  const args = await item(space)
  await space.call('slackLists.items.delete', args)
  return args
}

/** A call that creates an item with a field, or that sets a cell. */
const created =
  (key: Key, field: object) =>
  async (space: Workspace): Promise<Call> => {
    const { list_id, columns } = await list(space)
    return [{ list_id, initial_fields: [{ column_id: columns[key], ...field }] }]
  }
const updated =
  (key: Key, field: object) =>
  async (space: Workspace): Promise<Call> => {
    const { list_id, columns, item: row_id } = await list(space)
    return [{ list_id, cells: [{ column_id: columns[key], row_id, ...field }] }]
  }
const cells =
  (field: (made: MadeList) => object) =>
  async (space: Workspace): Promise<Call> => {
    const made = await list(space)
    return [{ list_id: made.list_id, cells: [field(made)] }]
  }
const options = Array.from({ length: 51 }, () => 'open')
const text = [{ type: 'section' }]

/** By method: the arguments of a call that succeeds, and its token where it is not that of the bot. */
export const LIST_OPERATIONS: Readonly<Record<string, (space: Workspace) => Call | Promise<Call>>> = {
  'slackLists.access.delete': async (space) => [{ ...(await named(space, 'alice')), user_ids: [space.ids['alice']] }],
  'slackLists.access.set': async (space) => [
    { ...(await named(space)), access_level: 'write', channel_ids: [space.ids['deploys']] },
  ],
  'slackLists.create': () => [{ name: 'Tasks', schema, todo_mode: true }],
  'slackLists.download.get': async (space) => {
    const args = await named(space)
    const { job_id } = await space.call('slackLists.download.start', args)
    return [{ ...args, job_id }]
  },
  'slackLists.download.start': async (space) => [await named(space)],
  'slackLists.items.create': created('due', { date: ['2026-11-28'] }),
  'slackLists.items.delete': async (space) => [await item(space)],
  'slackLists.items.deleteMultiple': async (space) => {
    const { list_id, id } = await item(space)
    return [{ list_id, ids: [id] }]
  },
  'slackLists.items.info': async (space) => [{ ...(await item(space)), include_is_subscribed: true }],
  'slackLists.items.list': async (space) => [await named(space)],
  'slackLists.items.update': updated('status', { select: ['open'] }),
  'slackLists.update': async (space) => [{ id: (await named(space)).list_id, name: 'Chores' }],
}

const none = { list_id: 'F0NONE' }
const notFound = (more: object = {}) => ({ list_not_found: (): Call => [{ ...none, ...more }] })

const access = (more: object): RefusedCalls[string] => ({
  ...notFound({ ...more, user_ids: ['U1'] }),
  channel_not_found: async (space) => [{ ...(await named(space)), ...more, channel_ids: ['C0NONE'] }],
  invalid_parameters: async (space) => [{ ...(await named(space)), ...more }],
  restricted_action: async (space) => [
    { ...(await named(space, 'bob')), ...more, user_ids: [space.ids['alice']] },
    BOB,
  ],
  user_not_found: async (space) => [{ ...(await named(space)), ...more, user_ids: ['U0NONE'] }],
})

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const LIST_CALLS: RefusedCalls = {
  'slackLists.access.delete': access({}),
  'slackLists.access.set': {
    ...access({ access_level: 'read' }),
    failed_to_update_user_ids: async (space) => [
      { ...(await named(space)), access_level: 'owner', user_ids: [space.ids['alice'], space.ids['bob']] },
    ],
  },
  'slackLists.create': {
    invalid_column_type: () => [{ name: 'a', schema: [primary, { key: 'b', name: 'B', type: 'nonsense' }] }],
    invalid_copy_and_schema_args: () => [{ name: 'a', schema, copy_from_list_id: 'F0NONE' }],
    invalid_primary_column: () => [{ name: 'a', schema: [{ ...primary, is_primary_column: false }] }],
    invalid_schema: () => [{ name: 'a', schema: {} }],
    missing_arg_copy_from_list_id: () => [{ name: 'a', include_copied_list_records: true }],
    over_column_maximum: () => [
      { name: 'a', schema: Array.from({ length: 31 }, (_, index) => ({ ...primary, key: String(index) })) },
    ],
    permission_denied: () => [{ name: 'a', copy_from_list_id: 'F0NONE' }],
  },
  'slackLists.download.get': {
    ...notFound({ job_id: 'Le1' }),
    job_not_found: async (space) => [{ ...(await named(space)), job_id: 'Le1' }],
  },
  'slackLists.download.start': notFound(),
  'slackLists.items.create': {
    ...notFound(),
    duplicated_item_not_found: async (space) => [{ ...(await named(space)), duplicated_item_id: 'Rec1' }],
    file_not_found: created('files', { attachment: ['F0NONE'] }),
    invalid_args: async (space) => [{ ...(await named(space)), initial_fields: {} }],
    invalid_column_id: async (space) => [{ ...(await named(space)), initial_fields: [{ column_id: 'Col1' }] }],
    invalid_input_type: created('status', { text: 'open' }),
    invalid_option_id: created('status', { select: ['closed'] }),
    invalid_vote_value: created('votes', { vote: [2] }),
    over_cell_fields_limit: created('status', { select: options }),
    uneditable_column: created('made', { timestamp: [1] }),
    user_not_found: created('owner', { user: ['U0NONE'] }),
  },
  'slackLists.items.delete': {
    ...notFound({ id: 'Rec1' }),
    record_not_found: async (space) => [await deletedItem(space)],
  },
  'slackLists.items.deleteMultiple': notFound({ ids: ['Rec1'] }),
  'slackLists.items.info': {
    ...notFound({ id: 'Rec1' }),
    record_deleted: async (space) => [await deletedItem(space)],
    record_not_found: async (space) => [{ ...(await named(space)), id: 'Rec1' }],
  },
  'slackLists.items.list': {
    ...notFound(),
    invalid_cursor: async (space) => [{ ...(await named(space)), cursor: 'nonsense' }],
  },
  'slackLists.items.update': {
    ...notFound({ cells: [] }),
    channel_not_found: updated('channel', { channel: ['C0NONE'] }),
    column_id_not_provided: cells(({ item: row_id }) => ({ row_id, select: ['open'] })),
    column_not_found: cells(({ item: row_id }) => ({ row_id, column_id: 'Col1' })),
    file_not_found: updated('files', { attachment: ['F0NONE'] }),
    invalid_column_id: cells(({ item: row_id }) => ({ row_id, column_id: 'nonsense' })),
    invalid_date: updated('due', { date: ['2026-02-30'] }),
    invalid_email: updated('mail', { email: ['nobody'] }),
    invalid_input_type: updated('status', { text: 'open' }),
    invalid_message: updated('message', { message: ['https://elsewhere.test'] }),
    invalid_option_id: updated('status', { select: ['closed'] }),
    invalid_phone_number: updated('phone', { phone: ['nobody'] }),
    invalid_row_id: updated('due', { date: ['2026-02-28'], row_id: 'nonsense' }),
    invalid_text_block: updated('title', { rich_text: text }),
    invalid_vote_value: updated('votes', { vote: [2] }),
    over_cell_fields_limit: updated('status', { select: options }),
    permission_denied: async (space) => [{ ...(await named(space, 'bob')), cells: [] }, BOB],
    row_id_not_provided: cells(({ columns }) => ({ column_id: columns['due'], date: ['2026-02-28'] })),
    row_not_found: updated('due', { date: ['2026-02-28'], row_id: 'Rec1' }),
    uneditable_column: updated('made', { timestamp: [1] }),
    user_not_found: updated('owner', { user: ['U0NONE'] }),
  },
  'slackLists.update': {
    list_not_found: () => [{ id: 'F0NONE', name: 'a' }],
    missing_arguments: async (space) => [{ id: (await named(space)).list_id }],
    unexpected_description_blocks_arg: async (space) => [
      { id: (await named(space)).list_id, description_blocks: [{ type: 'divider' }] },
    ],
  },
}

/** By method: the words that the vendor documents beside the common ones. */
export const LIST_ERRORS: Readonly<Record<string, string>> = {
  'slackLists.access.delete':
    'channel_not_found failed_to_update_user_ids invalid_parameters list_not_found lists_disabled_user_team restricted_action user_not_found',
  'slackLists.access.set':
    'channel_not_found failed_to_update_user_ids invalid_parameters list_not_found lists_disabled_user_team restricted_action user_not_found',
  'slackLists.create':
    'invalid_column_type invalid_copy_and_schema_args invalid_primary_column invalid_schema missing_arg_copy_from_list_id over_column_maximum over_list_file_maximum over_title_length_maximum permission_denied team_not_found user_not_found',
  'slackLists.download.get': 'job_not_found list_not_found permission_denied unknown_method',
  'slackLists.download.start': 'list_not_found permission_denied unknown_method',
  'slackLists.items.create':
    'duplicated_item_not_found file_not_found invalid_args invalid_column_id invalid_input_type invalid_option_id invalid_vote_value list_not_found over_cell_fields_limit over_row_maximum team_not_found uneditable_column user_not_found',
  'slackLists.items.delete': 'list_not_found record_not_found team_not_found user_not_found',
  'slackLists.items.deleteMultiple': 'list_not_found team_not_found user_not_found',
  'slackLists.items.info': 'list_not_found record_deleted record_not_found team_not_found user_not_found',
  'slackLists.items.list': 'archive_not_supported invalid_cursor list_not_found team_not_found user_not_found',
  'slackLists.items.update':
    'channel_not_found column_id_not_provided column_not_found file_not_found invalid_attachment invalid_blocks invalid_column_id invalid_date invalid_email invalid_input_type invalid_link invalid_message invalid_option_id invalid_phone_number invalid_row_id invalid_text_block invalid_vote_value list_not_found over_cell_fields_limit permission_denied row_id_not_provided row_not_found team_not_found uneditable_column user_not_found',
  'slackLists.update':
    'file_channel_rename_error list_editor_upsert_error list_edits_update_error list_not_found missing_arguments over_title_length_maximum team_not_found unexpected_description_blocks_arg user_not_found',
}

const THE_CALLER = 'a token belongs to a user and a workspace'
const OF_THE_CALLER = { team_not_found: THE_CALLER, user_not_found: THE_CALLER }

/** By reason: the words that no method answers by itself. */
export const LIST_REASONS: Readonly<Record<string, string>> = {
  'no workspace turns lists off': 'lists_disabled_user_team',
  'the vendor publishes no number for this limit of lists': 'over_list_file_maximum over_title_length_maximum',
  'it is a failure within the vendor’s servers, of its lists':
    'file_channel_rename_error list_editor_upsert_error list_edits_update_error',
  'every list has archived items, here none': 'archive_not_supported',
  'a list has a thousand items before it is full': 'over_row_maximum',
  'file_not_found, invalid_text_block and invalid_message are answered': 'invalid_attachment invalid_link',
}

/** By method: the words that other methods answer but this one does not. */
export const LIST_REASONS_OF_METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'slackLists.access.delete': { failed_to_update_user_ids: 'everybody but the owner loses access' },
  'slackLists.create': OF_THE_CALLER,
  'slackLists.download.get': {
    permission_denied: 'list_not_found is answered',
    unknown_method: 'every workspace has lists',
  },
  'slackLists.download.start': {
    permission_denied: 'list_not_found is answered',
    unknown_method: 'every workspace has lists',
  },
  'slackLists.items.create': { team_not_found: THE_CALLER },
  'slackLists.items.delete': OF_THE_CALLER,
  'slackLists.items.deleteMultiple': OF_THE_CALLER,
  'slackLists.items.info': OF_THE_CALLER,
  'slackLists.items.list': OF_THE_CALLER,
  'slackLists.items.update': { team_not_found: THE_CALLER, invalid_blocks: 'invalid_text_block is answered' },
  'slackLists.update': OF_THE_CALLER,
}
