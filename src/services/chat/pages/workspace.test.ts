import type { App } from '@slack/bolt'
import type { KnownBlock } from '@slack/types'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { BOLTS, startWorkspace, type Workspace } from '#chat/fixtures/bolt.fixture.ts'
import { clientOf } from '#chat/fixtures/chat.fixture.ts'

// The workspace in a real browser, with a Bolt app behind it.

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() })

const FORM: KnownBlock[] = [
  {
    type: 'input',
    block_id: 'reason',
    label: plain('Reason'),
    hint: plain('Why now?'),
    element: { type: 'plain_text_input', action_id: 'text' },
  },
  {
    type: 'input',
    block_id: 'where',
    label: plain('Where'),
    element: { type: 'static_select', action_id: 'menu', options: [option('Production'), option('Staging')] },
  },
  {
    type: 'input',
    block_id: 'checks',
    optional: true,
    label: plain('Checks'),
    element: { type: 'checkboxes', action_id: 'boxes', options: [option('Tests'), option('Docs')] },
  },
  { type: 'input', block_id: 'day', label: plain('Day'), element: { type: 'datepicker', action_id: 'date' } },
]

const input = (label: string, element: object, more: object = {}) =>
  ({ type: 'input', block_id: label, label: plain(label), element, ...more }) as KnownBlock // checked by the instance

/** Every kind of input. */
const EVERY_INPUT: KnownBlock[] = [
  input('Lines', { type: 'plain_text_input', action_id: 'lines', multiline: true }),
  input('Mail', { type: 'email_text_input', action_id: 'mail' }),
  input('Link', { type: 'url_text_input', action_id: 'link' }),
  input('Count', { type: 'number_input', action_id: 'count', is_decimal_allowed: false }),
  input('Time', { type: 'timepicker', action_id: 'time' }),
  input('Moment', { type: 'datetimepicker', action_id: 'moment' }),
  input('Side', { type: 'radio_buttons', action_id: 'side', options: [option('Left'), option('Right')] }),
  input('Sizes', { type: 'multi_static_select', action_id: 'sizes', options: [option('S'), option('M'), option('L')] }),
  input('Person', { type: 'users_select', action_id: 'person' }),
  input('City', { type: 'external_select', action_id: 'city', min_query_length: 1 }),
  input('Cities', { type: 'multi_external_select', action_id: 'city', min_query_length: 1 }),
  input('Report', { type: 'file_input', action_id: 'report' }),
  input('Notes', { type: 'rich_text_input', action_id: 'notes' }),
  input(
    'Colour',
    { type: 'static_select', action_id: 'colour', options: [option('Red'), option('Blue')] },
    {
      dispatch_action: true,
    },
  ),
]

const everything = (title: string, blocks: KnownBlock[]) => ({
  type: 'modal' as const,
  callback_id: 'fill',
  title: plain(title),
  submit: plain('Go'),
  blocks,
})

/** The app: a command with a modal, a message with a button and a menu, a home tab. */
function listen(app: App): void {
  app.command('/deploy', async ({ ack, client, body, payload }) => {
    await ack()
    if (payload.text === 'everything') {
      await client.views.open({ trigger_id: body.trigger_id, view: everything('Fill', EVERY_INPUT) })
      return
    }
    await client.views.open({
      trigger_id: body.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'deploy',
        private_metadata: payload.channel_id,
        title: plain('Deploy'),
        submit: plain('Go'),
        close: plain('Not now'),
        blocks: FORM,
      },
    })
  })
  app.view('deploy', async ({ ack, view, client }) => {
    const { values } = view.state
    const reason = values['reason']?.['text']?.value ?? ''
    if (reason === 'none') {
      await ack({ response_action: 'errors', errors: { reason: 'Give a real reason' } })
      return
    }
    await ack()
    const where = values['where']?.['menu']?.selected_option?.value
    const checks = values['checks']?.['boxes']?.selected_options?.map(({ value }) => value).join('+')
    const text = `Deploy to ${where}: ${reason} (${checks}) on ${values['day']?.['date']?.selected_date}`
    await client.chat.postMessage({
      channel: view.private_metadata,
      text,
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text } },
        {
          type: 'actions',
          elements: [
            { type: 'button', action_id: 'approve', text: plain('Approve'), style: 'primary' },
            {
              type: 'button',
              action_id: 'reject',
              text: plain('Reject'),
              style: 'danger',
              confirm: {
                title: plain('Reject it?'),
                text: plain('It can be asked for again.'),
                confirm: plain('Yes'),
                deny: plain('No'),
              },
            },
            {
              type: 'static_select',
              action_id: 'size',
              placeholder: plain('Size'),
              options: [option('Small'), option('Large')],
            },
          ],
        },
      ],
    })
  })
  app.action('approve', async ({ ack, respond, body }) => {
    await ack()
    await respond({ text: `Approved by <@${body.user.id}>`, replace_original: true })
  })
  app.action('reject', async ({ ack, respond }) => {
    await ack()
    await respond({ text: 'Rejected', replace_original: true })
  })
  app.action('size', async ({ ack, respond, action }) => {
    await ack()
    if ('selected_option' in action)
      await respond({ text: `Size ${action.selected_option?.value}`, replace_original: false })
  })
  app.view('fill', async ({ ack, view, client, body }) => {
    await ack()
    const states = Object.values(view.state.values).flatMap((block) => Object.values(block))
    const text = JSON.stringify(states.map(({ type: _type, ...state }) => Object.values(state)[0] as unknown))
    await client.chat.postMessage({ channel: body.user.id, text })
  })
  app.options('city', async ({ ack, payload }) => {
    await ack({
      options: ['Kyoto', 'Kigali'].filter((city) => city.toLowerCase().startsWith(payload.value)).map(option),
    })
  })
  app.action('colour', async ({ ack, client, body }) => {
    await ack()
    if (body.type !== 'block_actions' || body.view === undefined) return
    const blocks = [...EVERY_INPUT, { type: 'context' as const, elements: [plain('a hint')] }]
    await client.views.update({ view_id: body.view.id, view: everything('Filled', blocks) })
  })
  app.action('refresh', async ({ ack }) => ack())
  app.event('assistant_thread_started', async ({ event, client }) => {
    const { channel_id, thread_ts } = event.assistant_thread
    await client.chat.postMessage({ channel: channel_id, thread_ts, text: 'Hi, how can I help?' })
    const prompts = [
      { title: 'Roll the dice', message: 'Roll two dice, please' },
      { title: 'What goes out next, and who has approved it?', message: 'What goes out?' },
    ]
    await client.assistant.threads.setSuggestedPrompts({ channel_id, thread_ts, title: 'Begin with:', prompts })
  })
  app.action('feedback', async ({ ack, body, client }) => {
    await ack()
    if (body.type !== 'block_actions') return
    const thread_ts = body.message?.ts ?? ''
    await client.chat.postEphemeral({ channel: body.channel?.id ?? '', user: body.user.id, thread_ts, text: 'Thanks!' })
  })
  app.event('app_home_opened', async ({ event, client }) => {
    await client.views.publish({
      user_id: event.user,
      view: {
        type: 'home',
        blocks: [
          { type: 'header', text: plain('Your deploys') },
          { type: 'actions', elements: [{ type: 'button', action_id: 'refresh', text: plain('Refresh') }] },
        ],
      },
    })
  })
}

/** The place of the thread of an assistant, as the page has it. */
interface StreamPlace {
  readonly channel: string
  readonly ts: string
}

const FEEDBACK: KnownBlock = {
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: 'feedback',
      positive_button: { text: plain('Good'), value: 'good' },
      negative_button: { text: plain('Bad'), value: 'bad' },
    },
  ],
}

const visitor = visitorWithBrowser()
let workspace: Workspace
let channel: string
beforeAll(async () => {
  const [, Bolt] = BOLTS[0] ?? []
  if (Bolt === undefined) throw new Error('no Bolt')
  workspace = await startWorkspace(Bolt, { listen })
  const { channels = [] } = await clientOf(workspace.chat, token()).conversations.list()
  channel = channels.find(({ name }) => name === 'deploys')?.id ?? ''
})
afterAll(async () => workspace[Symbol.asyncDispose]())
beforeEach(() => workspace.chat.reset())

const token = (): string => workspace.chat.env['SLACK_BOT_TOKEN'] ?? ''
const open = (as = 'alice', more = '') => visitor.page.goto(`${workspace.chat.url}/?as=${as}&channel=${channel}${more}`)
async function say(text: string): Promise<void> {
  await visitor.page.getByLabel('Message, or a /command').fill(text)
  await visitor.page.keyboard.press('Enter')
}
const log = () => visitor.page.getByRole('log', { name: 'Messages' })
const modal = () => visitor.page.locator('dialog#modal')
const shoot = async (name: string) => {
  const folder = process.env['BACKLOT_SCREENSHOTS']
  if (folder !== undefined) await visitor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const widerThanWindow = () => visitor.page.evaluate('document.documentElement.scrollWidth > window.innerWidth')
const post = (message: object) => clientOf(workspace.chat, token()).apiCall('chat.postMessage', { channel, ...message })

async function fillForm(reason: string): Promise<void> {
  await modal().getByLabel('Reason').fill(reason)
  await modal().getByLabel('Where').selectOption('Staging')
  await modal().getByLabel('Tests').check()
  await modal().getByLabel('Day').fill('2026-02-03')
  await modal().getByRole('button', { name: 'Go' }).click()
}

describe('the workspace', () => {
  it('shows channels, people and messages, and posts as the person who is picked', async () => {
    await open()
    const { page } = visitor
    expect(await page.title()).toBe('#deploys · chat')
    await say('Hello @bob & <all>')
    await log().getByText('Hello @bob & <all>').waitFor()
    expect(await log().locator('.who b').allTextContents()).toEqual(['alice'])
    await page.getByLabel('Signed in as').selectOption('bob')
    await page.waitForURL(/as=bob/)
    await page.getByLabel('Message, or a /command').fill('Hello back')
    await page.getByRole('button', { name: 'Send' }).click()
    await log().getByText('Hello back').waitFor()
    expect(await log().locator('.who b').allTextContents()).toEqual(['alice', 'bob'])
    // A private channel is in the list of its members only.
    expect(await page.getByRole('link', { name: '🔒 private' }).count()).toBe(0)
    await shoot('chat-workspace')
  })

  it('shows a message that is posted while it is open, and keeps what was typed', async () => {
    await open()
    await visitor.page.getByLabel('Message, or a /command').fill('half a sent')
    await post({ text: 'From the *bot*' })
    await log().getByText('From the').waitFor()
    expect(await log().locator('b', { hasText: 'bot' }).count()).toBe(1)
    expect(await visitor.page.getByLabel('Message, or a /command').inputValue()).toBe('half a sent')
    expect(await visitor.page.evaluate('document.activeElement.id')).toBe('composer')
  })

  it('opens a modal by a command, shows its errors, and presses the button of the message as somebody else', async () => {
    await open()
    const { page } = visitor
    await say('/deploy web')
    await modal().waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT')
    await fillForm('none')
    await modal().getByRole('alert').waitFor()
    expect(await modal().getByRole('alert').innerText()).toBe('Give a real reason')
    expect(await modal().getByLabel('Reason').getAttribute('aria-invalid')).toBe('true')
    await shoot('chat-modal')
    await fillForm('Friday')
    await log().getByText('Deploy to staging: Friday (tests) on 2026-02-03').waitFor()
    expect(await modal().count()).toBe(0)
    await shoot('chat-buttons')
    await open('bob')
    await log().getByRole('button', { name: 'Approve' }).click()
    await log().getByText('Approved by @bob').waitFor()
    expect(await log().getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  it('asks before a button that wants it, and takes a choice of a menu', async () => {
    await open()
    const { page } = visitor
    await say('/deploy web')
    await fillForm('Monday')
    await log().getByLabel('Size').selectOption('Large')
    await log().getByText('Size large').waitFor()
    await log().getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog', { name: 'Reject it?' }).getByRole('button', { name: 'No' }).click()
    expect(await log().getByText('Rejected').count()).toBe(0)
    await log().getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('dialog', { name: 'Reject it?' }).getByRole('button', { name: 'Yes' }).click()
    await log().getByText('Rejected').waitFor()
  })

  it('fills every kind of input, with options from the app, while the app changes the modal', async () => {
    await open()
    const { page } = visitor
    await say('/deploy everything')
    await modal().getByLabel('Lines').fill('one\ntwo')
    await modal().getByLabel('Mail').fill('a@example.com')
    await modal().getByLabel('Link').fill('https://example.com')
    await modal().getByLabel('Count').fill('3')
    await modal().getByLabel('Time').fill('09:30')
    await modal().getByLabel('Moment').fill('2026-02-03T04:05')
    await modal().getByLabel('Right').check()
    await modal().getByLabel('Sizes').selectOption(['S', 'L'])
    await modal().getByLabel('Person').selectOption('@bob')
    await modal().getByLabel('City').pressSequentially('ky')
    await modal().locator('datalist option[value="Kyoto"]').waitFor({ state: 'attached' })
    await modal().getByLabel('City').fill('Kyoto')
    await modal().getByLabel('Search options').pressSequentially('ki')
    await modal().getByLabel('Cities').selectOption('Kigali')
    await modal().getByLabel('Search options').fill('ky')
    await modal().getByLabel('Cities').locator('option', { hasText: 'Kyoto' }).waitFor({ state: 'attached' })
    await modal().getByLabel('Cities').selectOption(['Kigali', 'Kyoto'])
    await modal()
      .getByLabel('Upload a file')
      .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
    await modal().getByLabel('Report').locator('option:checked').waitFor({ state: 'attached' })
    await modal().getByLabel('Notes').fill('as said')
    await modal().getByLabel('Colour').selectOption('Blue')
    // The app has updated the modal, and what was filled in is still there.
    await modal().getByText('a hint').waitFor()
    expect(await modal().getByLabel('Lines').inputValue()).toBe('one\ntwo')
    await shoot('chat-inputs')
    await modal().getByRole('button', { name: 'Go' }).click()
    await modal().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '@helper' }).click()
    const bob = (await clientOf(workspace.chat, token()).users.lookupByEmail({ email: 'bob@example.com' })).user?.id
    const values = ['one\ntwo', 'a@example.com', 'https://example.com', '3', '09:30', 1_770_091_500]
    const some = [option('Right'), [option('S'), option('L')], bob, option('Kyoto')]
    const report = [{ name: 'report.csv', mimetype: 'text/csv', size: 3 }]
    const notes = { type: 'rich_text', elements: [{ elements: [{ type: 'text', text: 'as said' }] }] }
    const chosen = [...some, [option('Kyoto'), option('Kigali')], report, notes, option('Blue')]
    await log().locator('.message').waitFor()
    expect(JSON.parse(await log().locator('.plain').innerText())).toMatchObject([...values, ...chosen])
  })

  it('keeps the options that the app has offered, and an open file dialog, while the app changes the modal', async () => {
    await open()
    const { page } = visitor
    await say('/deploy everything')
    await modal().getByLabel('City').pressSequentially('ky')
    const kyoto = modal().locator('datalist option[value="Kyoto"]')
    await kyoto.waitFor({ state: 'attached' })
    const dialog = page.waitForEvent('filechooser')
    await modal().getByLabel('Upload a file').click()
    const chooser = await dialog
    await modal().getByLabel('Colour').selectOption('Blue')
    await modal().getByText('a hint').waitFor()
    expect(await kyoto.count()).toBe(1)
    await chooser.setFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
    await modal()
      .getByLabel('Report')
      .locator('option:checked', { hasText: 'report.csv' })
      .waitFor({ state: 'attached' })
    expect(await modal().getByLabel('Upload a file').inputValue()).toBe('')
  })

  it('closes a modal by its button and by Escape', async () => {
    await open()
    for (const way of ['button', 'escape']) {
      await say('/deploy web')
      await modal().waitFor()
      await (way === 'button'
        ? modal().getByRole('button', { name: 'Not now' }).click()
        : visitor.page.keyboard.press('Escape'))
      await modal().waitFor({ state: 'detached' })
      expect(await modal().count()).toBe(0)
    }
  })

  it('says why an app has not taken an action', async () => {
    await open()
    await say('/unknown')
    await visitor.page.getByRole('alert').filter({ hasText: '/unknown is not a valid command' }).waitFor()
    // The page puts the text back after it has shown the reason.
    await expect.poll(() => visitor.page.getByLabel('Message, or a /command').inputValue()).toBe('/unknown')
  })

  it('has threads and reactions', async () => {
    await post({ text: 'Shall we?' })
    await open()
    const { page } = visitor
    await log().getByLabel('Add a reaction').click()
    await log().getByLabel('Name of the emoji').fill('eyes')
    await page.keyboard.press('Enter')
    const reaction = log().getByRole('button', { name: 'eyes: alice' })
    await reaction.waitFor()
    await reaction.click()
    await reaction.waitFor({ state: 'detached' })
    await log().getByRole('link', { name: 'Reply in thread' }).click()
    await page.getByLabel('Reply', { exact: true }).fill('Yes')
    await page.keyboard.press('Enter')
    await page.getByRole('log', { name: 'Thread' }).getByText('Yes').waitFor()
    await log().getByRole('link', { name: '1 reply' }).waitFor()
    expect(await log().getByText('Yes').count()).toBe(0)
    await shoot('chat-thread')
  })

  it('has the assistant of an app beside a channel, with its prompts, its status and an answer as it grows', async () => {
    await visitor.openWith({ viewport: { width: 1280, height: 800 } })
    const { page } = visitor
    await open()
    await page.getByRole('link', { name: 'Ask helper' }).click()
    const pane = page.getByRole('region', { name: 'helper APP' })
    await pane.getByText('Hi, how can I help?').waitFor()
    await pane.getByText('Begin with:').waitFor()
    await shoot('assistant-prompts')
    await pane.getByRole('button', { name: 'Roll the dice' }).click()
    await pane.getByText('Roll two dice, please').waitFor()
    const { channel: direct, ts } = JSON.parse((await pane.getAttribute('data-assistant')) ?? '{}') as StreamPlace
    const client = clientOf(workspace.chat, token())
    const thread = { channel_id: direct, thread_ts: ts }
    await client.assistant.threads.setStatus({ ...thread, status: 'is rolling...' })
    await pane.getByRole('status').filter({ hasText: 'helper is rolling...' }).waitFor()
    const streamer = client.chatStream({ channel: direct, thread_ts: ts, task_display_mode: 'plan', buffer_size: 1 })
    const task = {
      type: 'task_update' as const,
      id: 'dice',
      title: 'Rolling two dice',
      details: '- the first\n- the second',
    }
    await streamer.append({ chunks: [{ ...task, status: 'in_progress' }] })
    await streamer.append({ markdown_text: '# The dice\n\nThe first is **4**, ' })
    await pane.getByText('The first is 4,').waitFor()
    await pane.getByRole('status').filter({ hasText: 'Writing…' }).waitFor()
    expect(await pane.getByText('is rolling...').count()).toBe(0)
    await shoot('assistant-stream')
    await streamer.append({ markdown_text: 'and the second is `2`.' })
    await pane.getByText('and the second is').waitFor()
    await streamer.stop({ chunks: [{ ...task, status: 'complete', details: '' }], blocks: [FEEDBACK] })
    await pane.getByRole('button', { name: 'Good' }).click()
    await pane.getByText('Thanks!').waitFor()
    expect(await pane.getByText('Writing…').count()).toBe(0)
    for (const [name, colorScheme, width] of [
      ['assistant-light', 'light', 1280],
      ['assistant-dark', 'dark', 1280],
      ['assistant-320', 'light', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      expect(await widerThanWindow()).toBe(false)
      await shoot(name)
    }
    await page.getByRole('link', { name: '#general' }).click()
    await expect
      .poll(() => workspace.chat.webhooks.deliveries.map(({ event }) => event))
      .toContain('assistant_thread_context_changed')
    await page.getByRole('link', { name: 'Close the assistant' }).click()
    await pane.waitFor({ state: 'detached' })
  })

  it('stops an answer that an app streams', async () => {
    await open()
    const client = clientOf(workspace.chat, token())
    const { user_id: recipient_user_id = '', team_id: recipient_team_id = '' } = await client.auth.test()
    const recipient = { recipient_user_id, recipient_team_id }
    const args = { channel, ...recipient, markdown_text: 'On and on' }
    await client.apiCall('chat.startStream', args)
    await log().getByRole('button', { name: 'Stop' }).click()
    await log().getByText('You stopped this answer.').waitFor()
    expect(workspace.chat.transcript('#deploys')).toBe('helper: On and on')
  })

  it('has the context bar and the tabs of a code channel', async () => {
    await visitor.openWith({ viewport: { width: 1280, height: 800 } })
    const { page } = visitor
    const { agents, conversations, users } = clientOf(workspace.chat, token())
    const { channel_id = '' } = await agents.conversations.create({ name: 'Mend the cron' })
    const { user } = await users.lookupByEmail({ email: 'alice@example.com' })
    await conversations.invite({ channel: channel_id, users: user?.id ?? '' })
    await agents.conversations.setProperties({
      channel_id,
      code_channel: {
        context_bar_items: [
          { key: 'branch', label: 'mend-cron' },
          { key: 'repo', label: 'acme/web', url: 'https://example.com/acme/web' },
          { key: 'create-pr', label: 'Create PR', item_type: 'action' },
        ],
      },
    })
    const diff = '--- a/cron.ts\n+++ b/cron.ts\n@@ -1 +1 @@\n-every(5)\n+every(15)\n'
    await agents.conversations.setView({ channel_id, type: 'diff', content: diff })
    const report = '<h1>Coverage</h1><p>93 % of lines</p><script>parent.document.title = 1</script>'
    await agents.conversations.setView({ channel_id, type: 'html', view_key: 'coverage.html', content: report })
    const blocks = JSON.stringify([{ type: 'header', text: plain('Steps') }])
    await agents.conversations.setView({ channel_id, type: 'block_kit', view_key: 'steps', blocks } as never)
    await page.goto(`${workspace.chat.url}/?as=alice&channel=${channel_id}`)
    await page.getByRole('group', { name: 'Context' }).getByText('mend-cron').waitFor()
    expect(await page.getByRole('link', { name: 'acme/web' }).getAttribute('href')).toBe('https://example.com/acme/web')
    await page.getByRole('button', { name: 'Create PR' }).click()
    const events = () => workspace.chat.webhooks.deliveries.map(({ event }) => event)
    await expect.poll(events).toContain('code_channel_action')
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    await tabs.getByRole('link', { name: 'Diff' }).click()
    await page.getByText('+every(15)').waitFor()
    await shoot('code-channel-diff')
    await tabs.getByRole('link', { name: 'steps' }).click()
    await page.getByRole('heading', { name: 'Steps' }).waitFor()
    await tabs.getByRole('link', { name: 'coverage' }).click()
    await page.frameLocator('iframe').getByText('93 % of lines').waitFor()
    expect(await page.title()).toBe('#mend-the-cron · chat')
    for (const [name, colorScheme, width] of [
      ['code-channel-light', 'light', 1280],
      ['code-channel-dark', 'dark', 1280],
      ['code-channel-320', 'dark', 320],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      expect(await widerThanWindow()).toBe(false)
      await shoot(name)
    }
    await tabs.getByRole('link', { name: 'Messages' }).click()
    await log().waitFor()
  })

  it('opens the home tab of an app', async () => {
    await open()
    await visitor.page.getByRole('link', { name: 'helper', exact: true }).click()
    await visitor.page.getByRole('heading', { name: 'Your deploys' }).waitFor()
    await visitor.page.getByRole('button', { name: 'Refresh' }).click()
    await shoot('chat-home')
    expect(await visitor.page.getByRole('alert').isVisible()).toBe(false)
  })

  it('shows an ephemeral message to its person only', async () => {
    const web = clientOf(workspace.chat, token())
    const user = (await web.users.lookupByEmail({ email: 'bob@example.com' })).user?.id ?? ''
    await web.chat.postEphemeral({ channel, user, text: 'just for you' })
    await open('bob')
    await log().getByText('Only visible to you').waitFor()
    await open('alice')
    expect(await log().getByText('just for you').count()).toBe(0)
  })

  it('escapes everything that a message holds', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    await post({
      text: hostile,
      username: hostile,
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: `<javascript:document.title=3|click> ${hostile}` } },
        { type: 'header', text: plain(hostile.slice(0, 100)) },
        { type: 'image', image_url: 'http://127.0.0.1:9/x.png', alt_text: hostile },
        {
          type: 'actions',
          elements: [{ type: 'button', action_id: '"><b>', text: plain('<b>a</b>'), value: hostile }],
        },
      ],
      attachments: [{ color: '"><script>', text: hostile, title: hostile, title_link: 'javascript:document.title=4' }],
    })
    await open()
    await log().getByRole('button', { name: '<b>a</b>' }).waitFor()
    expect(await visitor.page.title()).toBe('#deploys · chat')
    expect(await log().locator('img, script').count()).toBe(0)
    expect(await log().locator('a[href^="javascript"]').count()).toBe(0)
  })

  it('fits a window of 320 pixels, in the dark, too', async () => {
    await post({ text: 'a', blocks: EVERY_BLOCK })
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await open()
    await log().getByText('A header').waitFor()
    await shoot('chat-320-dark')
    expect(await widerThanWindow()).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await open()
    await shoot('chat-blocks')
    expect(await widerThanWindow()).toBe(false)
  })
})

const rich = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})
const link = { text: plain('Open'), value: 'o' }

/** Every block, and every element that a message may have. */
const EVERY_BLOCK: object[] = [
  { type: 'header', text: plain('A header') },
  {
    type: 'section',
    text: {
      type: 'mrkdwn',
      text: '*bold* _italic_ ~struck~ `code` <https://example.com|a link> :tada: <!here>\n&gt; a quote',
    },
    fields: [plain('one'), plain('two')],
    accessory: { type: 'overflow', action_id: 'e1', options: [link] },
  },
  { type: 'divider' },
  {
    type: 'context',
    elements: [
      { type: 'mrkdwn', text: 'context' },
      { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'a picture' },
    ],
  },
  { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'A chart', title: plain('The chart') },
  { type: 'markdown', text: '# A heading\n**bold** and [a link](https://example.com)\n- an item' },
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'ordered',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'first' }] }],
      },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'const a = 1' }] },
    ],
  },
  {
    type: 'table',
    rows: [
      [
        { type: 'raw_text', text: 'Name' },
        { type: 'raw_text', text: 'Size' },
      ],
      [{ type: 'raw_text', text: 'web' }, rich('large')],
    ],
  },
  { type: 'alert', level: 'warning', text: plain('Take care') },
  { type: 'task_card', task_id: 't', title: 'A task', status: 'in_progress', details: rich('under way') },
  {
    type: 'plan',
    title: 'The plan',
    tasks: [{ type: 'task_card', task_id: 'u', title: 'A step', status: 'complete' }],
  },
  { type: 'card', title: { type: 'mrkdwn', text: 'A card' }, body: { type: 'mrkdwn', text: 'with words' } },
  {
    type: 'carousel',
    elements: [
      { type: 'card', title: { type: 'mrkdwn', text: 'One' } },
      { type: 'card', title: { type: 'mrkdwn', text: 'Two' } },
    ],
  },
  {
    type: 'container',
    title: plain('A container'),
    is_collapsible: true,
    child_blocks: [{ type: 'section', text: plain('inside') }],
  },
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        action_id: 'e2',
        positive_button: { text: plain('Good'), value: 'g' },
        negative_button: { text: plain('Bad'), value: 'b' },
      },
      { type: 'icon_button', action_id: 'e3', icon: 'trash', text: plain('Delete') },
    ],
  },
  {
    type: 'video',
    alt_text: 'A video',
    title: plain('The video'),
    thumbnail_url: 'https://example.com/a.png',
    video_url: 'https://example.com/v',
  },
  {
    type: 'actions',
    elements: [
      { type: 'button', action_id: 'b1', text: plain('Press') },
      { type: 'users_select', action_id: 'b2', placeholder: plain('Somebody') },
      { type: 'channels_select', action_id: 'b3', placeholder: plain('A channel') },
      { type: 'conversations_select', action_id: 'b4', placeholder: plain('A conversation') },
      { type: 'external_select', action_id: 'b5', placeholder: plain('Search') },
      { type: 'datepicker', action_id: 'b6' },
      { type: 'timepicker', action_id: 'b7' },
      { type: 'datetimepicker', action_id: 'b8' },
      { type: 'radio_buttons', action_id: 'b9', options: [option('Left'), option('Right')] },
      { type: 'checkboxes', action_id: 'b10', options: [option('Up'), option('Down')] },
      { type: 'overflow', action_id: 'b11', options: [link] },
    ],
  },
  {
    type: 'section',
    text: plain('Many'),
    accessory: {
      type: 'multi_static_select',
      action_id: 'c1',
      placeholder: plain('Some'),
      options: [option('X'), option('Y')],
    },
  },
]
