import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { App } from '@slack/bolt'
import { BOLTS, startWorkspace, type Workspace } from '#chat/fixtures/bolt.fixture.ts'
import { expectPublishedTypes } from '#chat/fixtures/chat.fixture.ts'

const HTML = '<!doctype html><p>Coverage</p>'

/** The event of a pressed action of a context bar. */
interface PressedAction {
  readonly channel: string
  readonly user: string
  readonly action: { readonly key: string; readonly label: string }
}

/** An agent that opens a code channel for a mention, answers what people say there, and offers a command. */
function codingAgent(app: App): void {
  app.event('app_mention', async ({ event, client, say }) => {
    const origin = { origin_channel_id: event.channel, origin_message_ts: event.ts }
    const { channel_id: channel = '' } = await client.agents.conversations.create({
      name: 'Mend the billing cron!',
      session_id: `ses-${event.ts}`,
      ...origin,
    })
    const commands = [{ name: 'run-tests', description: 'Run them', argument_hint: '[folder]' }]
    await client.agents.conversations.setCommands({ channel_id: channel, commands })
    await say({ text: `<#${channel}>`, thread_ts: event.ts })
  })
  app.message(async ({ message, say, client }) => {
    const { channel } = await client.conversations.info({ channel: message.channel })
    if (channel?.properties?.record_channel?.record_type !== 'agent_channel' || message.subtype !== undefined) return
    await say(`on it: ${message.text ?? ''}`)
  })
  app.event('code_channel_action' as 'app_mention', async ({ event, client }) => {
    const { channel, user, action } = event as unknown as PressedAction // the client has no type for it
    await client.chat.postMessage({ channel, text: `<@${user}> pressed ${action.key}: ${action.label}` })
  })
  app.command('/run-tests', async ({ ack, command }) => ack(`running ${command.text} in ${command.channel_name}`))
}

describe.each(BOLTS.slice(0, 1))('a code channel of an agent of Bolt %s', (_major, Bolt) => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = await startWorkspace(Bolt, { listen: codingAgent, socketMode: true })
  })
  afterAll(() => workspace[Symbol.asyncDispose]())
  beforeEach(() => workspace.chat.reset())

  /** Lets alice mention the agent, and returns the ids of its code channel and of the message. */
  async function begun(): Promise<{ readonly channel: string; readonly origin: { channel: string; ts: string } }> {
    const { chat } = workspace
    const said = await chat.as('alice').say('#deploys', '@helper mend it')
    const answer = await chat.messages.next({ thread: said, from: 'helper' })
    const [, channel = ''] = answer.text.match(/<#(C\w+)/) ?? []
    return { channel, origin: { channel: said.channel, ts: said.ts } }
  }

  const infoOf = async (channel: string) => (await workspace.app.client.conversations.info({ channel })).channel

  it('begins with the message that started it, with its author, named after its title', async () => {
    const { channel, origin } = await begun()
    expect(await infoOf(channel)).toMatchObject({
      name: 'mend-the-billing-cron',
      is_private: false,
      properties: {
        agent_session: {
          status: 'active',
          title: 'Mend the billing cron!',
          origin_link: { channel_id: origin.channel, ts: origin.ts },
        },
        code_channel: {},
        record_channel: { record_type: 'agent_channel' },
      },
    })
    const { members = [] } = await workspace.app.client.conversations.members({ channel })
    expect(members).toHaveLength(2)
    const again = { name: 'other', session_id: `ses-${origin.ts}` }
    expect(await workspace.app.client.agents.conversations.create(again)).toMatchObject({ channel_id: channel })
    const other = await workspace.app.client.agents.conversations.create({ name: 'Mend the billing cron' })
    expect((await infoOf(other.channel_id ?? ''))?.name).toBe('mend-the-billing-cron-2')
    expectPublishedTypes(workspace.chat)
  })

  it('is private where its origin is, unless it is asked to be public', async () => {
    const { client } = workspace.app
    const { channel } = await client.conversations.create({ name: 'hidden', is_private: true })
    const { ts } = await client.chat.postMessage({ channel: channel?.id ?? '', text: 'Look here' })
    const origin = { origin_channel_id: channel?.id ?? '', origin_message_ts: ts ?? '' }
    const hidden = await client.agents.conversations.create({ name: '', ...origin })
    expect(await infoOf(hidden.channel_id ?? '')).toMatchObject({ name: 'look-here', is_private: true })
    const shown = await client.agents.conversations.create({ name: 'shown', is_private: false, ...origin })
    expect(await infoOf(shown.channel_id ?? '')).toMatchObject({ is_private: false })
  })

  it('hears what people say in it, and runs the commands of the agent there only', async () => {
    const { chat } = workspace
    const { channel } = await begun()
    const alice = chat.as('alice')
    await alice.say('#mend-the-billing-cron', 'add a test')
    expect((await chat.messages.next({ text: 'on it' })).text).toBe('on it: add a test')
    const { response } = await alice.command('/run-tests', 'src', { channel: '#mend-the-billing-cron' })
    expect(response?.text).toBe('running src in mend-the-billing-cron')
    await expect(alice.command('/run-tests', 'src', { channel: '#deploys' })).rejects.toThrow('not a valid command')
    await workspace.app.client.agents.conversations.setCommands({ channel_id: channel, commands: [] })
    const missing = alice.command('/run-tests', '', { channel: '#mend-the-billing-cron' })
    await expect(missing).rejects.toThrow('not a valid command')
  })

  it('has a status and a title without a thread, and the title renames the channel', async () => {
    const { client } = workspace.app
    const { channel: channel_id } = await begun()
    expect(await client.agents.sessions.setStatus({ channel_id, status: 'processing' })).toMatchObject({
      agent_status: 'processing',
      title: 'Mend the billing cron!',
    })
    expect(await client.agents.sessions.rename({ channel_id, title: 'Cron: v2' })).toMatchObject({ title: 'Cron: v2' })
    expect(await infoOf(channel_id)).toMatchObject({
      name: 'cron-v2',
      properties: { agent_session: { status: 'processing', title: 'Cron: v2' } },
    })
    for (const title of ['Cron: v2 3', 'Cron v2 (3)']) {
      await client.agents.sessions.rename({ channel_id, title })
      expect(await infoOf(channel_id)).toMatchObject({ name: 'cron-v2-3' })
    }
    const inThread = client.agents.sessions.setStatus({ channel_id, status: 'active', thread_ts: '1.000001' })
    await expect(inThread).rejects.toMatchObject({ data: { error: 'invalid_thread_ts' } })
  })

  it('shows a context bar, whose links are no actions, and a resource', async () => {
    const { client } = workspace.app
    const { channel: channel_id } = await begun()
    const branch = { key: 'branch', label: 'main', icon: 'branch' }
    const pull = { key: 'pr', label: '#1', url: 'https://example.com/1', item_type: 'action' }
    const items = { context_bar_items: [branch, pull] }
    const set = await client.agents.conversations.setProperties({ channel_id, code_channel: items })
    expect(set.warning).toBe('action_with_url_overridden_to_info')
    await client.agents.conversations.setProperties({ channel_id, agent_resource: { title: 'Billing', provider: 'X' } })
    expect((await infoOf(channel_id))?.properties).toMatchObject({
      code_channel: {
        context_bar_items: [
          { ...branch, item_type: 'info' },
          { ...pull, item_type: 'info' },
        ],
      },
      agent_resource: { title: 'Billing', provider: 'X' },
    })
    for (const code_channel of [
      { context_bar_items: Array.from({ length: 6 }, () => branch) },
      { context_bar_items: [{ ...branch, icon: 'nonsense' }] },
    ]) {
      const refused = client.agents.conversations.setProperties({ channel_id, code_channel })
      await expect(refused).rejects.toMatchObject({ data: { error: 'invalid_arguments' } })
    }
  })

  it('tells the agent which action of its context bar a person has pressed', async () => {
    const { channel } = await begun()
    const { chat, app } = workspace
    const items = [
      { key: 'create-pr', label: 'Create PR', item_type: 'action' as const },
      { key: 'branch', label: 'mend-cron' },
    ]
    await app.client.agents.conversations.setProperties({
      channel_id: channel,
      code_channel: { context_bar_items: items },
    })
    const alice = chat.as('alice')
    await alice.pressContextBar(channel, 'Create PR')
    expect((await chat.messages.next({ channel, from: 'helper', text: 'pressed' })).text).toMatch(
      /^<@U\w+> pressed create-pr: Create PR$/,
    )
    await expect(alice.pressContextBar(channel, 'branch')).rejects.toThrow('there are create-pr')
    await expect(alice.pressContextBar('#general', 'branch')).rejects.toThrow('#general is not a code channel')
  })

  it('has tabs that their keys update, and one of changes', async () => {
    const { client } = workspace.app
    const { channel: channel_id } = await begun()
    const view = { channel_id, view_key: 'reports/coverage.html', content: HTML }
    const first = await client.agents.conversations.setView(view)
    expect(first).toMatchObject({ type: 'html', content_version: 1 })
    const second = await client.agents.conversations.setView({ ...view, content: `${HTML}2` })
    expect(second).toMatchObject({ view_id: first.view_id, file_id: first.file_id, content_version: 2 })
    const blocks = [{ type: 'divider' }]
    await client.agents.conversations.setView({ channel_id, type: 'block_kit', view_key: 'b', name: 'Board', blocks })
    await client.agents.conversations.setView({ channel_id, type: 'diff', content: '--- a\n+++ b' })
    await client.agents.conversations.setView({ channel_id, type: 'pull_request', pr_url: 'https://example.com/1' })
    const { views = [] } = await client.agents.conversations.listViews({ channel_id })
    expect(views.map(({ label, view_key }) => [label, view_key])).toEqual([
      ['coverage', 'reports/coverage.html'],
      ['Board', 'b'],
      ['Diff', undefined],
      ['1', 'https://example.com/1'],
    ])
    const { file } = await client.files.info({ file: first.file_id ?? '' })
    const headers = { authorization: 'Bearer xoxb-helper' }
    const download = await workspace.chat.fetch(file?.url_private_download ?? '', { headers })
    expect(await download.text()).toBe(`${HTML}2`)
    const removed = await client.agents.conversations.removeView({ channel_id, view_id: first.view_id ?? '' })
    expect(removed).toMatchObject({ channel_id, view_id: first.view_id })
    await expect(client.files.info({ file: first.file_id ?? '' })).rejects.toMatchObject({
      data: { error: 'file_deleted' },
    })
    expect((await client.agents.conversations.listViews({ channel_id })).views).toHaveLength(3)
    expectPublishedTypes(workspace.chat)
  })

  it('keeps the ids of the sections of a canvas that do not change', async () => {
    const { client } = workspace.app
    const { channel } = await begun()
    const document_content = { type: 'markdown' as const, markdown: '# Plan\n\nFirst\n\nSecond' }
    const { canvas_id = '' } = await client.canvases.create({ title: 'Plan', document_content })
    const view = { channel_id: channel, type: 'canvas', view_key: 'plan', canvas_id, access_level: 'comment' }
    expect(await client.agents.conversations.setView(view)).toMatchObject({ canvas_id, file_id: canvas_id })
    const sectionsOf = async () => {
      const criteria = { section_types: ['h1'] as ['h1'] }
      return (await client.canvases.sections.lookup({ canvas_id, criteria })).sections
    }
    const before = await sectionsOf()
    const content = '# Plan\n\nFirst, changed\n\nSecond'
    const set = await client.agents.conversations.setCanvasContent({ channel, canvas_id, content })
    expect(set).toMatchObject({ canvas_id, sections_changed_count: 1 })
    expect(await sectionsOf()).toEqual(before)
    expect(await client.agents.conversations.getCanvas({ channel, canvas_id })).toMatchObject({
      title: 'Plan',
      content,
      comments: [],
    })
    const edit = await workspace.chat.as('alice').say('#mend-the-billing-cron', 'seen')
    expect(edit.channel).toBe(channel)
    // Else the agent would answer in the workspace of the next test, whose channel has the same id.
    await workspace.chat.messages.next({ channel, text: 'on it: seen' })
    expectPublishedTypes(workspace.chat)
  })

  it('has a plan on which people comment, and the comments stay where their section does', async () => {
    const { client } = workspace.app
    const { channel } = await begun()
    const document_content = { type: 'markdown' as const, markdown: '# Plan\n\nDrop the table\n\nDeploy on Friday' }
    const { canvas_id = '' } = await client.canvases.create({ title: 'Plan', document_content })
    const view = { channel_id: channel, type: 'canvas', view_key: 'plan', canvas_id, access_level: 'comment' }
    await client.agents.conversations.setView(view)
    const alice = workspace.chat.as('alice')
    const drop = await alice.commentOnCanvas(canvas_id, 'Not without a backup', { quote: 'Drop the table' })
    const friday = await alice.commentOnCanvas(canvas_id, 'Why?', { quote: 'Friday' })
    await workspace.chat.as('alice').commentOnCanvas(canvas_id, 'There is one', { comment: drop.id })
    const whole = await alice.commentOnCanvas(canvas_id, 'Good')
    const commentsOf = async (include_resolved = false) =>
      (await client.agents.conversations.getCanvas({ channel, canvas_id, include_resolved })).comments
    const user_id = drop.user_id
    expect(await commentsOf()).toEqual([
      {
        id: drop.id,
        user_id,
        text: 'Not without a backup',
        ts: drop.ts,
        quoted_text: 'Drop the table',
        is_resolved: false,
        replies: [{ user_id, text: 'There is one', ts: expect.stringMatching(/^\d+\.\d{6}$/) }],
        has_more_replies: false,
      },
      friday,
      whole,
    ])
    await alice.resolveComment(canvas_id, whole.id)
    const content = '# Plan\n\nDrop the table\n\nDeploy on Monday'
    await client.agents.conversations.setCanvasContent({ channel, canvas_id, content })
    expect((await commentsOf())?.map(({ id }) => id)).toEqual([drop.id])
    expect((await commentsOf(true))?.map(({ id, is_resolved }) => [id, is_resolved])).toEqual([
      [drop.id, false],
      [whole.id, true],
    ])
    await expect(alice.commentOnCanvas(canvas_id, 'x', { quote: 'Friday' })).rejects.toThrow('no section of the canvas')
    expectPublishedTypes(workspace.chat)
  })

  it('is archived with a summary, which answers the message where it began', async () => {
    const { client } = workspace.app
    const { channel, origin } = await begun()
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'All done' })
    await client.agents.conversations.archive({ channel_id: channel, summary_message_ts: ts })
    expect(await infoOf(channel)).toMatchObject({
      is_archived: true,
      properties: { code_channel: { summary_message: { message_ts: ts } } },
    })
    const { messages = [] } = await client.conversations.replies(origin)
    expect(messages.at(-1)).toMatchObject({ text: 'All done', thread_ts: origin.ts })
    const { channel_id: alone = '' } = await client.agents.conversations.create({ name: 'alone' })
    const said = await client.chat.postMessage({ channel: alone, text: 'done' })
    const refused = client.agents.conversations.archive({ channel_id: alone, summary_message_ts: said.ts ?? '' })
    await expect(refused).rejects.toMatchObject({ data: { error: 'invalid_arguments' } })
  })
})

it('brings messages of code channels to an app that subscribes to message.session', async () => {
  const heard: string[] = []
  await using workspace = await startWorkspace(BOLTS[0]?.[1] as typeof App, {
    socketMode: true,
    events: ['message.session'],
    listen: (app) => {
      app.message(async ({ message }) => {
        if ('text' in message) heard.push(message.text ?? '')
      })
    },
  })
  const { chat, app } = workspace
  await chat.as('alice').say('#general', 'not this')
  const { channel_id: channel = '' } = await app.client.agents.conversations.create({ name: 'session' })
  const { members = [] } = await app.client.users.list({})
  const users = members.find(({ name }) => name === 'alice')?.id ?? ''
  await app.client.conversations.invite({ channel, users })
  await chat.as('alice').say('#session', 'but this')
  // Bolt acknowledges an event before its listeners have run.
  await vi.waitUntil(() => heard.includes('but this'), { timeout: 10_000 })
  expect(heard).not.toContain('not this')
})
