import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { slackTypeNames } from '#testkit/slack-shared-types.ts'
import { clientOf, startChat, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

// Every block and element that the vendor's types list: accepted by the checks of Block Kit, and shown on the page.

const plain = (text: string) => ({ type: 'plain_text', text })
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const options = [{ text: plain('Left'), value: 'left' }]
const rich = (...elements: object[]) => ({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] })
const image = { type: 'image', image_url: 'https://x.test/a.png', alt_text: 'a chart' }
const button = { type: 'button', action_id: 'press', text: plain('Press') }
const task = { type: 'task_card', task_id: '1', title: 'A task', status: 'complete' }
const cell = { type: 'raw_text', text: 'cell' }

const ELEMENTS: Readonly<Record<string, object>> = {
  button,
  channels_select: {},
  checkboxes: { options },
  conversations_select: {},
  datepicker: {},
  datetimepicker: {},
  email_text_input: {},
  external_select: {},
  feedback_buttons: {
    positive_button: { text: plain('Good'), value: '1' },
    negative_button: { text: plain('Bad'), value: '0' },
  },
  file_input: {},
  icon_button: { icon: 'trash', text: plain('Delete') },
  image,
  mrkdwn: mrkdwn('*words*'),
  multi_channels_select: {},
  multi_conversations_select: {},
  multi_external_select: {},
  multi_static_select: { options },
  multi_users_select: {},
  number_input: { is_decimal_allowed: false },
  overflow: { options },
  plain_text: plain('words'),
  plain_text_input: {},
  radio_buttons: { options },
  rich_text_input: {},
  static_select: { options },
  timepicker: {},
  url_text_input: {},
  users_select: {},
  workflow_button: {
    text: plain('Run'),
    workflow: { trigger: { url: 'https://slack.com/shortcuts/Ft1/x' } },
  },
}

const BLOCKS: Readonly<Record<string, object>> = {
  actions: { elements: [button] },
  alert: { text: plain('Careful') },
  card: { title: mrkdwn('A card') },
  carousel: { elements: [{ type: 'card', title: mrkdwn('A card') }] },
  container: { title: plain('A container'), child_blocks: [{ type: 'divider' }] },
  context: { elements: [plain('words')] },
  context_actions: { elements: [{ type: 'icon_button', action_id: 'a', icon: 'trash', text: plain('Delete') }] },
  data_table: { caption: 'A table', rows: [[cell], [cell]] },
  divider: {},
  file: { external_id: 'one', source: 'remote' },
  header: { text: plain('A header') },
  image: { image_url: 'https://x.test/a.png', alt_text: 'a chart' },
  input: { label: plain('Name'), element: { type: 'plain_text_input', action_id: 'a' } },
  markdown: { text: '# A heading' },
  plan: { title: 'A plan', tasks: [task] },
  rich_text: rich({ type: 'text', text: 'words' }),
  section: { text: plain('words') },
  table: { rows: [[cell]] },
  task_card: task,
  video: {
    alt_text: 'a film',
    title: plain('A film'),
    thumbnail_url: 'https://x.test/a.png',
    video_url: 'https://x.test/a',
  },
}

/** Within rich text, with the words that people see. */
const RICH: Readonly<Record<string, readonly [element: object, shown: string]>> = {
  broadcast: [{ range: 'here' }, '@here'],
  channel: [{ channel_id: 'C1' }, 'C1'],
  color: [{ value: '#ff0000' }, '#ff0000'],
  date: [{ timestamp: 1_767_268_800, format: '{date_num}' }, '2026-01-01'],
  emoji: [{ name: 'tada' }, '🎉'],
  link: [{ url: 'https://x.test', text: 'a link' }, 'a link'],
  team: [{ team_id: 'T1' }, 'Acme'],
  text: [{ text: 'words' }, 'words'],
  user: [{ user_id: 'U1' }, 'U1'],
  usergroup: [{ usergroup_id: 'S1' }, 'S1'],
}

const RICH_PARTS: Readonly<Record<string, object>> = {
  rich_text_list: {
    style: 'bullet',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'words' }] }],
  },
  rich_text_preformatted: { elements: [{ type: 'text', text: 'words' }] },
  rich_text_quote: { elements: [{ type: 'text', text: 'words' }] },
  rich_text_section: { elements: [{ type: 'text', text: 'words' }] },
}

let chat: RunningChat
beforeAll(async () => {
  chat = await startChat()
})
afterAll(() => chat.close())

/**
 * Posts a block and returns the newest message of the page.
 *
 * @throws when the block is refused.
 */
async function shown(block: object): Promise<string> {
  chat.reset()
  // The types of the client list the same blocks; what counts here is what the instance accepts.
  const blocks = [block] as never[]
  await clientOf(chat).chat.postMessage({ channel: '#deploys', text: 'fallback', blocks })
  const page = await (await chat.fetch(`${chat.url}/?as=alice&channel=deploys`)).text()
  return page.slice(page.indexOf('data-block-id'))
}

const of = (type: string, members: object = {}) => ({ type, ...members })
const acting = (type: string) => ({ action_id: 'a', ...of(type, ELEMENTS[type]) })

describe('blocks', () => {
  it.each(slackTypeNames('KnownBlock'))('%s is accepted and shown', async (type) => {
    expect(BLOCKS).toHaveProperty(type)
    const html = await shown(of(type, BLOCKS[type]))
    expect(html).not.toContain(`[${type}]`)
  })
})

describe.each([
  ['ActionsBlockElement', (element: object) => of('actions', { elements: [element] })],
  ['ContextActionsBlockElement', (element: object) => of('context_actions', { elements: [element] })],
  ['InputBlockElement', (element: object) => of('input', { label: plain('Name'), element })],
  ['SectionBlockAccessory', (element: object) => of('section', { text: plain('words'), accessory: element })],
] as const)('%s', (union, blockWith) => {
  it.each(slackTypeNames(union))('%s is accepted and shown', async (type) => {
    expect(ELEMENTS).toHaveProperty(type)
    const html = await shown(blockWith(type === 'image' ? image : acting(type)))
    expect(html).not.toContain(`[${type}]`)
  })
})

describe('ContextBlockElement', () => {
  it.each(slackTypeNames('ContextBlockElement'))('%s is accepted and shown', async (type) => {
    expect(ELEMENTS).toHaveProperty(type)
    expect(await shown(of('context', { elements: [of(type, ELEMENTS[type])] }))).not.toContain(`[${type}]`)
  })
})

describe('rich text', () => {
  it.each(slackTypeNames('RichTextBlockElement'))('%s is accepted and shown', async (type) => {
    expect(RICH_PARTS).toHaveProperty(type)
    expect(await shown(of('rich_text', { elements: [of(type, RICH_PARTS[type])] }))).toContain('words')
  })

  it('shows the indent of a list', async () => {
    const list = of('rich_text_list', { ...RICH_PARTS['rich_text_list'], indent: 2 })
    expect(await shown(of('rich_text', { elements: [list] }))).toContain('class="bullets indent-2"')
  })

  it.each(slackTypeNames('RichTextElement'))('%s is accepted and shown', async (type) => {
    const [element, words] = RICH[type] ?? []
    expect(await shown(rich(of(type, element)))).toContain(words)
  })
})

describe('the list of direct messages', () => {
  it('marks a bot, before and after the first message', async () => {
    chat.reset()
    const marks = async () => {
      const page = await (await chat.fetch(`${chat.url}/?as=alice&channel=deploys`)).text()
      return /@helper\s*<span class="badge">APP<\/span>/.test(page)
    }
    expect(await marks()).toBe(true)
    await chat.as('alice').say('@helper', 'hello')
    expect(await marks()).toBe(true)
  })
})
