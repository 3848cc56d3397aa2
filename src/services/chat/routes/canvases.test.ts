import { beforeEach, describe, expect, it } from 'vitest'
import type { WebClient } from '@slack/web-api'
import { clientOf, refusalOf, runChat, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

let chat: RunningChat
let ids: Readonly<Record<string, string>>
let bot: WebClient
let alice: WebClient
let bob: WebClient
runChat((running, found) => {
  chat = running
  ids = found
})
beforeEach(() => {
  bot = clientOf(chat, 'xoxb-helper')
  alice = clientOf(chat, 'xoxp-alice')
  bob = clientOf(chat, 'xoxp-bob')
})

const content = (markdown: string) => ({ type: 'markdown' as const, markdown })
const plan = async (markdown = '# Plan\n\nFirst.\n\n## Later\n\n- a\n- b') =>
  (await bot.canvases.create({ title: 'Plan', document_content: content(markdown) })).canvas_id ?? ''
const read = async (canvas_id: string, client = bot) => {
  const answer: unknown = await client.apiCall('canvases.getContent', { canvas_id })
  return (answer as { readonly content: string }).content // the client has no type for it yet
}
const section = async (canvas_id: string, contains_text: string) => {
  const { sections = [] } = await bot.canvases.sections.lookup({ canvas_id, criteria: { contains_text } })
  return sections[0]?.id ?? ''
}

describe('a canvas', () => {
  it('is a file, whose download is HTML with the ids of its sections', async () => {
    const file = await plan()
    const info = await bot.files.info({ file })
    expect(info.file).toMatchObject({
      title: 'Plan',
      mimetype: 'application/vnd.slack-docs',
      filetype: 'quip',
      pretty_type: 'Canvas',
      mode: 'quip',
      permalink: expect.stringMatching(new RegExp(`/docs/T\\w+/${file}$`)),
    })
    const headers = { authorization: 'Bearer xoxb-helper' }
    const html = await (await fetch(info.file?.url_private_download ?? '', { headers })).text()
    expect(html).toMatch(/<h1 id="temp:C:[A-Z]{3}[0-9a-f]{25}">.*Plan/)
    expect(html).toContain(await section(file, 'later'))
    expect((await bot.files.list({ types: 'canvases' })).files).toMatchObject([{ id: file }])
    expect(await (await fetch(info.file?.permalink ?? '')).text()).toContain('First.')
  })

  it('is edited by one operation a call', async () => {
    const canvas_id = await plan()
    const edit = (change: object) => bot.canvases.edit({ canvas_id, changes: [change] as never })
    await edit({ operation: 'insert_at_start', document_content: content('Top') })
    await edit({ operation: 'insert_at_end', document_content: content('End') })
    const first = await section(canvas_id, 'first')
    await edit({ operation: 'insert_after', section_id: first, document_content: content('Second.') })
    await edit({ operation: 'insert_before', section_id: first, document_content: content('Zeroth.') })
    await edit({ operation: 'replace', section_id: first, document_content: content('**First!**') })
    await edit({ operation: 'delete', section_id: await section(canvas_id, '- a') })
    expect(await read(canvas_id)).toBe('Top\n\n# Plan\n\nZeroth.\n\n**First!**\n\nSecond.\n\n## Later\n\nEnd')
    await edit({ operation: 'rename', title_content: content('New plan') })
    expect((await bot.files.info({ file: canvas_id })).file).toMatchObject({ title: 'New plan' })
    await edit({ operation: 'replace', document_content: content('Only this') })
    expect(await read(canvas_id)).toBe('Only this')
    const two = [1, 2].map(() => ({ operation: 'insert_at_end', document_content: content('x') }))
    expect(await refusalOf(bot.canvases.edit({ canvas_id, changes: two as never }))).toMatchObject({
      error: 'invalid_arguments',
    })
    expect(await refusalOf(edit({ operation: 'delete', section_id: first }))).toMatchObject({
      error: 'canvas_editing_failed',
      detail: expect.stringContaining(first),
    })
  })

  it('finds its headings by their type', async () => {
    const canvas_id = await plan()
    const find = async (section_types: readonly string[], contains_text?: string) =>
      (await bot.canvases.sections.lookup({ canvas_id, criteria: { section_types, contains_text } as never })).sections
    expect(await find(['any_header'])).toHaveLength(2)
    expect(await find(['h2'])).toEqual([{ id: await section(canvas_id, 'later') }])
    expect(await find(['h1', 'h2'], 'nothing')).toEqual([])
  })

  it('is seen and changed by those who have access', async () => {
    const canvas_id = await plan()
    const changes = [{ operation: 'insert_at_end' as const, document_content: content('Mine') }] as never
    expect(await refusalOf(read(canvas_id, alice))).toMatchObject({ error: 'canvas_not_found' })
    expect(await refusalOf(alice.files.info({ file: canvas_id }))).toMatchObject({ error: 'file_not_found' })
    await bot.canvases.access.set({ canvas_id, access_level: 'read', channel_ids: [ids['deploys'] ?? ''] })
    expect(await read(canvas_id, alice)).toContain('First.')
    expect(await refusalOf(alice.canvases.edit({ canvas_id, changes }))).toMatchObject({ error: 'restricted_action' })
    await bot.canvases.access.set({ canvas_id, access_level: 'owner' as never, user_ids: [ids['alice'] ?? ''] })
    await alice.canvases.edit({ canvas_id, changes })
    expect((await alice.files.info({ file: canvas_id })).file).toMatchObject({ user: ids['alice'] })
    await bot.canvases.edit({ canvas_id, changes })
    await alice.canvases.access.delete({ canvas_id, user_ids: [ids['helper'] ?? ''] })
    expect(await refusalOf(bot.canvases.edit({ canvas_id, changes }))).toMatchObject({ error: 'restricted_action' })
    await alice.canvases.delete({ canvas_id })
    expect(await refusalOf(read(canvas_id, alice))).toMatchObject({ error: 'canvas_not_found' })
  })

  it('belongs to a channel, whose members write in it', async () => {
    const channel_id = ids['random'] ?? ''
    const { canvas_id = '' } = await bob.conversations.canvases.create({ channel_id })
    const tab = (await bob.canvases.create({ channel_id, title: 'Notes' })).canvas_id
    expect((await bob.conversations.info({ channel: channel_id })).channel).toMatchObject({
      properties: {
        canvas: { file_id: canvas_id, is_empty: true, quip_thread_id: expect.any(String) },
        tabs: expect.arrayContaining([
          expect.objectContaining({ type: 'channel_canvas' }),
          expect.objectContaining({ type: 'canvas', data: { file_id: tab } }),
        ]),
      },
    })
    await alice.canvases.edit({ canvas_id, changes: [{ operation: 'replace', document_content: content('# Hi') }] })
    expect(await read(canvas_id, bob)).toBe('# Hi')
    expect(await refusalOf(read(canvas_id))).toMatchObject({ error: 'canvas_not_found' })
  })
})

describe('a call', () => {
  it('is by the bot that registers it when nobody is named', async () => {
    const { call } = await bot.calls.add({ external_unique_id: '8', join_url: 'https://calls.test/8' })
    const block = { type: 'call', call_id: call?.id ?? '' } as never
    const { message } = await bot.chat.postMessage({ channel: ids['deploys'] ?? '', text: 'Now', blocks: [block] })
    expect(message?.blocks?.[0]?.call?.v1?.created_by).toBe(ids['helper'])
  })

  it('is shown by a block with its state', async () => {
    const users = [
      { slack_id: ids['alice'] ?? '' },
      { external_id: '9', display_name: 'Guest', avatar_url: 'https://x.test' },
    ]
    const added = await bot.calls.add({
      external_unique_id: '7',
      join_url: 'https://calls.test/7',
      title: 'Weekly',
      created_by: ids['alice'] ?? '',
      users,
    })
    const id = added.call?.id ?? ''
    expect(added.call).toMatchObject({
      id: expect.stringMatching(/^R/),
      title: 'Weekly',
      users,
      date_start: 1_767_268_800,
    })
    const channel = ids['deploys'] ?? ''
    const blocks = [{ type: 'call', call_id: id }] as never
    await bot.chat.postMessage({ channel, text: 'Weekly', blocks })
    const shown = async () => {
      const { messages = [] } = await bot.conversations.history({ channel })
      return messages[0]?.blocks?.[0]?.call?.v1
    }
    expect(await shown()).toMatchObject({
      id,
      name: 'Weekly',
      has_ended: false,
      active_participants: users,
      channels: [channel],
    })
    await bot.calls.participants.remove({ id, users: [{ slack_id: ids['alice'] ?? '' }] as never })
    await bot.calls.participants.add({ id, users: [{ slack_id: ids['bob'] ?? '' }] as never })
    await bot.calls.update({ id, title: 'Daily' })
    const now = [users[1], { slack_id: ids['bob'] }]
    expect((await bot.calls.info({ id })).call).toMatchObject({ title: 'Daily', users: now, channels: [channel] })
    const { call } = await bot.calls.end({ id, duration: 60 })
    expect(call).toMatchObject({ date_end: 1_767_268_860 })
    expect(await shown()).toMatchObject({
      name: 'Daily',
      has_ended: true,
      all_participants: [...users, { slack_id: ids['bob'] }],
    })
    const page = await (await fetch(`${chat.url}/?as=alice&channel=deploys`)).text()
    expect(page).toContain('Ended')
  })
})
