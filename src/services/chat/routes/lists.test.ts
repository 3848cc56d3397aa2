import { beforeEach, describe, expect, it } from 'vitest'
import type { SlackListsItemsCreateArguments, WebClient } from '@slack/web-api'
import { clientOf, refusalOf, runChat, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

let chat: RunningChat
let ids: Readonly<Record<string, string>>
let bot: WebClient
let alice: WebClient
runChat((running, found) => {
  chat = running
  ids = found
})
beforeEach(() => {
  bot = clientOf(chat, 'xoxb-helper')
  alice = clientOf(chat, 'xoxp-alice')
})

const rich = (text: string) => [
  {
    type: 'rich_text' as const,
    elements: [{ type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text }] }],
  },
]
const choices = [
  { value: 'open', label: 'Open', color: 'red' },
  { value: 'done', label: 'Done', color: 'green' },
]
const schema = [
  { key: 'title', name: 'Title', type: 'text', is_primary_column: true },
  { key: 'status', name: 'Status', type: 'select', options: { format: 'single_select', choices } },
  { key: 'due', name: 'Due', type: 'date' },
  { key: 'owner', name: 'Owner', type: 'user' },
  { key: 'ready', name: 'Ready?', type: 'checkbox' },
  { key: 'link', name: 'Link', type: 'link' },
]

/** Creates a list. Returns its id, and the ids of its columns by their keys. */
async function board(): Promise<{ list_id: string; column: (key: string) => string }> {
  const { list_id = '', list_metadata } = await bot.slackLists.create({ name: 'Board', schema })
  const columns = list_metadata?.schema ?? []
  return { list_id, column: (key) => columns.find((each) => each.key === key)?.id ?? '' }
}

const itemOf = async (
  list_id: string,
  initial_fields: SlackListsItemsCreateArguments['initial_fields'] & object,
  more: object = {},
) => (await bot.slackLists.items.create({ list_id, initial_fields, ...more })).item?.id ?? ''

describe('a list', () => {
  it('is a file with columns, to which a list of tasks adds its own', async () => {
    const { list_id = '', list_metadata } = await bot.slackLists.create({ name: 'Chores', todo_mode: true })
    expect(list_metadata).toMatchObject({
      schema: [
        { id: expect.stringMatching(/^Col/), key: 'name', name: 'Name', type: 'text', is_primary_column: true },
        { id: 'Col00', type: 'todo_completed' },
        { id: 'Col01', type: 'todo_assignee', options: { format: 'multi_entity', show_member_name: true } },
        { id: 'Col02', type: 'todo_due_date' },
      ],
      subtask_schema: [{ key: 'name' }, { id: 'Col00' }, { id: 'Col01' }, { id: 'Col02' }],
    })
    const { file } = await bot.files.info({ file: list_id })
    expect(file).toMatchObject({
      title: 'Chores',
      mode: 'list',
      filetype: 'list',
      mimetype: 'application/vnd.slack-list',
    })
    expect(file?.permalink).toMatch(new RegExp(`/lists/T\\w+/${list_id}$`))
    await bot.slackLists.update({ id: list_id, name: 'Errands', todo_mode: false })
    expect((await bot.files.info({ file: list_id })).file?.title).toBe('Errands')
    expect((await bot.files.list({ types: 'lists' })).files).toMatchObject([{ id: list_id }])
  })

  it('is copied with its items', async () => {
    const { list_id: copy_from_list_id, column } = await board()
    const item = await itemOf(copy_from_list_id, [{ column_id: column('due'), date: ['2026-12-24'] }])
    await itemOf(copy_from_list_id, [], { parent_item_id: item })
    const name = 'Copy'
    const { list_id = '' } = await bot.slackLists.create({ name, copy_from_list_id, include_copied_list_records: true })
    const { items = [] } = await bot.slackLists.items.list({ list_id })
    expect(items).toMatchObject([{ list_id, fields: [{ key: 'due', value: '2026-12-24' }] }])
    const info = await bot.slackLists.items.info({ list_id, id: items[0]?.id ?? '' })
    expect(info.list?.list_metadata?.creation_source?.reference_id).toBe(copy_from_list_id)
    expect(info['subtasks']).toHaveLength(1)
  })
})

describe('an item of a list', () => {
  it('has the values of its cells, each in the form of its column', async () => {
    const { list_id, column } = await board()
    const { item } = await bot.slackLists.items.create({
      list_id,
      initial_fields: [
        { column_id: column('title'), rich_text: rich('Fix *it* & go') },
        { column_id: column('status'), select: ['open'] },
        { column_id: column('due'), date: ['2026-11-30'] },
        { column_id: column('owner'), user: [ids['alice'] ?? ''] },
        { column_id: column('ready'), checkbox: true },
        {
          column_id: column('link'),
          link: [{ original_url: 'https://x.test', display_as_url: false, display_name: 'X' }],
        },
      ],
    })
    expect(item).toMatchObject({
      id: expect.stringMatching(/^Rec/),
      list_id,
      created_by: ids['helper'],
      updated_timestamp: String(item?.date_created),
      fields: [
        { key: 'title', text: 'Fix *it* & go', rich_text: rich('Fix *it* & go'), column_id: column('title') },
        { key: 'status', value: 'open', select: ['open'] },
        { key: 'due', value: '2026-11-30', date: ['2026-11-30'], timestamp: [-1] },
        { key: 'owner', value: ids['alice'], user: [ids['alice']] },
        { key: 'ready', value: true, checkbox: true },
        { key: 'link', value: 'https://x.test', link: [{ originalUrl: 'https://x.test', displayName: 'X' }] },
      ],
    })
  })

  it('is updated, listed with the newest first in pages, and deleted with its subtasks', async () => {
    const { list_id, column } = await board()
    const first = await itemOf(list_id, [{ column_id: column('status'), select: ['open'] }])
    const subtask = await itemOf(list_id, [], { parent_item_id: first })
    const second = await itemOf(list_id, [])
    const cell = { column_id: column('status'), select: ['done'] }
    await bot.slackLists.items.update({ list_id, cells: [{ ...cell, row_id: first }] })
    const page = await bot.slackLists.items.list({ list_id, limit: 1 })
    expect(page.items?.map(({ id }) => id)).toEqual([second])
    const rest = await bot.slackLists.items.list({ list_id, cursor: page.response_metadata?.next_cursor ?? '' })
    expect(rest).toMatchObject({ items: [{ id: first, fields: [{ value: 'done' }] }] })
    expect(rest.response_metadata?.next_cursor).toBe('')
    await bot.slackLists.items.delete({ list_id, id: first })
    expect(await refusalOf(bot.slackLists.items.info({ list_id, id: subtask }))).toMatchObject({
      error: 'record_deleted',
    })
    await bot.slackLists.items.deleteMultiple({ list_id, ids: [second] })
    expect((await bot.slackLists.items.list({ list_id })).items).toEqual([])
  })

  it('is made by cells that name no row', async () => {
    const { list_id, column } = await board()
    const row = { row_id_to_create: true, row_id: '' }
    const cells = [
      { ...row, column_id: column('status'), select: ['open'] },
      { ...row, column_id: column('due'), date: ['2026-12-01'] },
    ]
    await bot.slackLists.items.update({ list_id, cells })
    expect((await bot.slackLists.items.list({ list_id })).items).toMatchObject([
      { fields: [{ value: 'open' }, { value: '2026-12-01' }] },
    ])
  })
})

describe('the access to a list', () => {
  it('is given, limited to reading, and taken away', async () => {
    const { list_id } = await board()
    expect(await refusalOf(alice.slackLists.items.list({ list_id }))).toMatchObject({ error: 'list_not_found' })
    const user_ids = [ids['alice'] ?? '']
    await bot.slackLists.access.set({ list_id, access_level: 'read', user_ids })
    expect((await alice.slackLists.items.list({ list_id })).items).toEqual([])
    expect(await refusalOf(alice.slackLists.items.create({ list_id }))).toMatchObject({ error: 'permission_denied' })
    await bot.slackLists.access.set({ list_id, access_level: 'write', user_ids })
    expect((await alice.slackLists.items.create({ list_id })).item?.created_by).toBe(ids['alice'])
    await bot.slackLists.access.delete({ list_id, user_ids })
    expect(await refusalOf(alice.slackLists.items.list({ list_id }))).toMatchObject({ error: 'list_not_found' })
  })
})

describe('the export of a list', () => {
  it('is its items as CSV', async () => {
    const { list_id, column } = await board()
    await itemOf(list_id, [
      { column_id: column('title'), rich_text: rich('Say "hi", twice') },
      { column_id: column('due'), date: ['2026-12-01'] },
    ])
    const { job_id = '' } = await bot.slackLists.download.start({ list_id })
    const { status, download_url = '' } = await bot.slackLists.download.get({ list_id, job_id })
    expect(status).toBe('COMPLETED')
    const answer = await fetch(download_url, { headers: { authorization: 'Bearer xoxb-helper' } })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await answer.text()).toBe('Title,Status,Due,Owner,Ready?,Link\r\n"Say ""hi"", twice",,2026-12-01,,,\r\n')
  })
})
