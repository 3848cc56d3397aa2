import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Assistant, type App } from '@slack/bolt'
import { Assistant as Assistant4 } from 'slack-bolt-4'
import { BOLTS, startWorkspace, type Workspace } from './fixtures/bolt.fixture.ts'

const feedback = {
  type: 'context_actions' as const,
  elements: [
    {
      type: 'feedback_buttons' as const,
      action_id: 'feedback',
      positive_button: { text: { type: 'plain_text' as const, text: 'Good' }, value: 'good' },
      negative_button: { text: { type: 'plain_text' as const, text: 'Bad' }, value: 'bad' },
    },
  ],
}

/** The work of the agent between its status and its answer: the test ends it. */
const work = { end: (): void => {}, ended: Promise.resolve() }

/** An assistant that greets, offers prompts, streams its answers with a task, and asks for feedback. */
function assistantWith(Class: typeof Assistant): (app: App) => void {
  return (app) => {
    const assistant = new Class({
      async threadStarted({ say, setSuggestedPrompts, saveThreadContext }) {
        await say('Hi, how can I help?')
        await saveThreadContext()
        await setSuggestedPrompts({ title: 'Begin with:', prompts: [{ title: 'Dice', message: 'Roll the dice' }] })
      },
      async userMessage({ message, setTitle, setStatus, getThreadContext, client, say, context }) {
        if (!('text' in message) || !('thread_ts' in message) || message.text === undefined) return
        if (message.text === 'Where am I?') {
          await say(`In ${JSON.stringify(await getThreadContext())}`)
          return
        }
        await setTitle(message.text)
        await setStatus({ status: 'is rolling...', loading_messages: ['Shaking', 'Throwing'] })
        await work.ended
        const streamer = client.chatStream({
          channel: message.channel,
          thread_ts: message.thread_ts ?? '',
          recipient_team_id: context.teamId ?? '',
          recipient_user_id: context.userId ?? '',
          task_display_mode: 'plan',
        })
        const task = { type: 'task_update' as const, id: 'dice' }
        await streamer.append({ chunks: [{ ...task, title: 'Rolling', status: 'in_progress', details: '- one' }] })
        await streamer.append({ chunks: [{ ...task, title: 'Rolled', status: 'complete', details: '\n- two' }] })
        await streamer.append({ markdown_text: 'You rolled **4**' })
        await streamer.stop({ markdown_text: ' & won.', blocks: [feedback] })
      },
    })
    app.assistant(assistant)
    app.action('feedback', async ({ ack, body, client }) => {
      await ack()
      if (body.type !== 'block_actions') return
      const [action] = body.actions
      const text = action?.type === 'feedback_buttons' ? `Thanks: ${action.value}` : 'no'
      const thread_ts = body.message?.ts ?? ''
      await client.chat.postEphemeral({ channel: body.channel?.id ?? '', user: body.user.id, thread_ts, text })
    })
  }
}

const ASSISTANTS: Readonly<Record<string, typeof Assistant>> = {
  '5': Assistant,
  '4': Assistant4 as unknown as typeof Assistant, // what these tests use is the same
}

// Bolt 3 has no Assistant.
describe.each(BOLTS.filter(([major]) => ASSISTANTS[major] !== undefined))('the Assistant of Bolt %s', (major, Bolt) => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = await startWorkspace(Bolt, { listen: assistantWith(ASSISTANTS[major] ?? Assistant), socketMode: true })
  })
  afterAll(() => workspace[Symbol.asyncDispose]())
  beforeEach(() => {
    workspace.chat.reset()
    work.ended = Promise.resolve()
  })

  it('greets, suggests a prompt, shows a status, streams an answer with a plan, and hears feedback', async () => {
    const { chat } = workspace
    const alice = chat.as('alice')
    work.ended = new Promise((resolve) => (work.end = resolve))
    const thread = await alice.openAssistant()
    expect((await chat.messages.next({ thread })).readable).toBe('Hi, how can I help?')
    expect(await alice.prompts(thread)).toEqual([{ title: 'Dice', message: 'Roll the dice' }])
    const pressed = await alice.pressPrompt(thread, 'Dice')
    expect(pressed).toMatchObject({ readable: 'Roll the dice', thread_ts: thread.ts })
    await expect
      .poll(() => alice.assistant(thread))
      .toMatchObject({
        title: 'Roll the dice',
        status: 'is rolling...',
        loading_messages: ['Shaking', 'Throwing'],
        prompts: [],
      })
    work.end()
    const answer = await chat.messages.next({ thread, from: 'helper' })
    expect(answer.readable).toBe('You rolled *4* & won.')
    expect(answer['streaming_state']).toBe('completed')
    const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
    const item = (text: string) => section({ type: 'text', text })
    expect(answer.blocks).toMatchObject([
      {
        type: 'plan',
        title: 'Rolled',
        tasks: [
          {
            type: 'task_card',
            task_id: 'dice',
            title: 'Rolled',
            status: 'complete',
            details: {
              type: 'rich_text',
              elements: [{ type: 'rich_text_list', elements: [item('one'), item('two')] }],
            },
          },
        ],
      },
      {
        type: 'rich_text',
        elements: [
          section(
            { type: 'text', text: 'You rolled ' },
            { type: 'text', text: '4', style: { bold: true } },
            { type: 'text', text: ' & won.' },
          ),
        ],
      },
      feedback,
    ])
    expect(alice.assistant(thread).status).toBeNull()
    await alice.click(answer, 'Good')
    expect((await chat.messages.next({ to: 'alice' })).readable).toBe('Thanks: good')
  })

  it('knows the channel beside which it is open, and the next one', async () => {
    const { chat } = workspace
    const alice = chat.as('alice')
    const thread = await alice.openAssistant('helper', { channel: '#deploys' })
    await alice.prompts(thread)
    expect((await alice.switchChannel(thread, '#general')).context).toBe('#general')
    await expect.poll(() => chat.requests.some(({ operation }) => operation === 'chat.update')).toBe(true)
    await alice.say('@helper', 'Where am I?', { thread })
    expect((await chat.messages.next({ from: 'helper', text: 'In ' })).text).toContain('channel_id')
    expect(chat.webhooks.deliveries.map(({ event }) => event)).toContain('assistant_thread_context_changed')
  })
})

/** An agent that suggests prompts in its Messages tab, and answers in the thread of each message. */
function agent(app: App): void {
  app.event('app_home_opened', async ({ event, client }) => {
    if (event.tab !== 'messages') return
    const prompts = [{ title: 'Recap', message: 'Recap this' }]
    await client.assistant.threads.setSuggestedPrompts({ channel_id: event.channel, title: 'Begin with:', prompts })
  })
  app.event('app_context_changed', async ({ event, client }) => {
    const [seen] = event.context.entities ?? []
    await client.chat.postMessage({ channel: event.user, text: `looks at ${JSON.stringify(seen?.value ?? null)}` })
  })
  app.message(async ({ message, setStatus, sayStream }) => {
    if (message.subtype !== undefined) return
    await setStatus('is thinking...')
    const streamer = sayStream()
    await streamer.append({ markdown_text: `**${message.text}** at ` })
    await streamer.stop({ markdown_text: JSON.stringify(message.app_context ?? null) })
  })
}

describe.each(BOLTS.slice(0, 1))('an agent of Bolt %s in its Messages tab', (_major, Bolt) => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = await startWorkspace(Bolt, { listen: agent, socketMode: true, agentView: true })
  })
  afterAll(() => workspace[Symbol.asyncDispose]())
  beforeEach(() => {
    workspace.chat.reset()
  })

  it('suggests prompts when the tab opens, and answers each message in a thread of its own', async () => {
    const { chat } = workspace
    const alice = chat.as('alice')
    const tab = await alice.openAssistant('helper', { channel: '#deploys' })
    expect(tab.ts).toBe('')
    expect(await alice.prompts(tab)).toEqual([{ title: 'Recap', message: 'Recap this' }])
    const asked = await alice.pressPrompt(tab, 'Recap')
    expect(asked.thread_ts).toBeUndefined()
    const answer = await chat.messages.next({ thread: tab, from: 'helper' })
    expect(answer.thread_ts).toBe(asked.ts)
    const [, deploys] = answer.readable.match(/"value":"(C\w+)"/) ?? []
    expect(answer.readable).toMatch(/^\*Recap this\* at \{"entities":\[\{"type":"slack#\/types\/channel_id","value":"C/)
    expect(deploys).toBe((await alice.say('#deploys', 'here')).channel)
    expect(await alice.prompts(tab)).toHaveLength(1)
    expect(chat.webhooks.deliveries.map(({ event }) => event)).not.toContain('assistant_thread_started')
  })

  it('hears where the person looks, and of nothing when they look at no channel', async () => {
    const { chat } = workspace
    const alice = chat.as('alice')
    const tab = await alice.openAssistant()
    await alice.say('@helper', 'before', { thread: tab })
    expect((await chat.messages.next({ thread: tab })).readable).toBe('*before* at {}')
    expect((await alice.switchChannel(tab, '#general')).context).toBe('#general')
    expect((await chat.messages.next({ from: 'helper' })).readable).toMatch(/^looks at "C/)
    await alice.switchChannel(tab)
    expect((await chat.messages.next({ from: 'helper' })).readable).toBe('looks at null')
    await alice.openHome('helper')
    const tabs = chat.webhooks.deliveries.filter(({ event }) => event === 'app_home_opened')
    expect(tabs).toHaveLength(2)
  })

  it('cannot suggest prompts in a thread', async () => {
    const { chat, app } = workspace
    const alice = chat.as('alice')
    const said = await alice.say('@helper', 'a thread')
    const prompts = [{ title: 'No', message: 'no' }]
    const { channel: channel_id, ts: thread_ts } = said
    expect((await app.client.assistant.threads.setSuggestedPrompts({ channel_id, thread_ts, prompts })).ok).toBe(true)
    expect(() => alice.assistant(said)).not.toThrow()
    expect(alice.assistant(said).prompts).toEqual([])
  })
})
