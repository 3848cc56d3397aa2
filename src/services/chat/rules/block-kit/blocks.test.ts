import { describe, expect, it } from 'vitest'
import { validateBlocks } from './blocks.ts'
import { validateView } from './view.ts'

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const plain = (text: string) => ({ type: 'plain_text', text })
const button = (id: string, more = {}) => ({ type: 'button', text: plain('Go'), action_id: id, ...more })
const option = (value: string) => ({ text: plain(value), value })
const of = (...blocks: unknown[]) => validateBlocks(blocks, 'message')

const valid: Record<string, unknown>[] = [
  { type: 'section', text: mrkdwn('*hi*'), fields: [plain('a'), mrkdwn('b')], accessory: button('a') },
  { type: 'divider', block_id: 'line' },
  { type: 'header', text: plain('Title') },
  { type: 'context', elements: [mrkdwn('small'), { type: 'image', image_url: 'https://x.test/a.png', alt_text: 'a' }] },
  { type: 'image', slack_file: { id: 'F1' }, alt_text: 'a file', title: plain('File') },
  { type: 'markdown', text: '# Title' },
  { type: 'alert', text: plain('Careful'), level: 'warning' },
  {
    type: 'actions',
    elements: [
      button('a', {
        style: 'danger',
        value: 'v',
        confirm: { title: plain('Sure?'), text: mrkdwn('Really'), confirm: plain('Yes'), deny: plain('No') },
      }),
      { type: 'static_select', action_id: 'b', placeholder: plain('Pick'), options: [option('1')] },
      { type: 'external_select', action_id: 'c', min_query_length: 2 },
      { type: 'users_select', action_id: 'd' },
      { type: 'multi_conversations_select', action_id: 'e', filter: { include: ['public'] }, max_selected_items: 2 },
      { type: 'overflow', action_id: 'f', options: [{ ...option('1'), url: 'https://x.test' }] },
      { type: 'datepicker', action_id: 'g', initial_date: '2026-01-01' },
      { type: 'timepicker', action_id: 'h', initial_time: '23:59', timezone: 'Europe/Berlin' },
      { type: 'datetimepicker', action_id: 'i', initial_date_time: 1_700_000_000 },
      {
        type: 'checkboxes',
        action_id: 'j',
        options: [{ text: mrkdwn('*x*'), value: 'x', description: mrkdwn('_d_') }],
      },
      { type: 'radio_buttons', action_id: 'k', options: [option('x')], initial_option: option('x') },
      { type: 'workflow_button', text: plain('Run'), workflow: { trigger: { url: 'https://x.test/t' } } },
    ],
  },
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'hi', style: { bold: true } },
          { type: 'user', user_id: 'U1' },
        ],
      },
      { type: 'rich_text_list', style: 'bullet', indent: 0, elements: [{ type: 'rich_text_section', elements: [] }] },
      { type: 'rich_text_preformatted', elements: [{ type: 'link', url: 'https://x.test' }], border: 0 },
      {
        type: 'rich_text_quote',
        elements: [
          { type: 'emoji', name: 'tada' },
          { type: 'broadcast', range: 'here' },
        ],
      },
    ],
  },
  {
    type: 'table',
    rows: [
      [
        { type: 'raw_text', text: 'a' },
        { type: 'raw_number', value: 1, text: '1' },
      ],
    ],
    column_settings: [{ align: 'right' }],
  },
  { type: 'video', alt_text: 'v', title: plain('V'), thumbnail_url: 'https://x.test/t', video_url: 'https://x.test/v' },
  {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        positive_button: { text: plain('+'), value: '1' },
        negative_button: { text: plain('-'), value: '0' },
      },
    ],
  },
  { type: 'card', title: mrkdwn('A'), actions: [button('x')] },
  { type: 'carousel', elements: [{ type: 'card', body: mrkdwn('A') }] },
  { type: 'container', title: plain('C'), child_blocks: [{ type: 'divider' }] },
  { type: 'task_card', task_id: '1', title: 'T', status: 'complete' },
  { type: 'plan', title: 'P', tasks: [{ type: 'task_card', task_id: '1', title: 'T', status: 'pending' }] },
  {
    type: 'input',
    label: plain('Name'),
    element: { type: 'plain_text_input', action_id: 'n', min_length: 1, max_length: 9 },
  },
]

describe('the blocks of a message', () => {
  it.each(valid.map((block) => [String(block['type']), block] as const))('may be %s', (_type, block) => {
    expect(of(block)).toEqual([])
  })

  it.each([
    ['an empty text', { type: 'markdown', text: '' }, ['must be more than 0 characters [json-pointer:/blocks/0/text]']],
    [
      'a text object that is too long',
      { type: 'section', text: mrkdwn('x'.repeat(3001)) },
      [
        'failed to match all allowed schemas [json-pointer:/blocks/0/text]',
        'must be less than 3001 characters [json-pointer:/blocks/0/text/text]',
      ],
    ],
    ['an unknown block', { type: 'secton' }, ['unsupported type: secton [json-pointer:/blocks/0/type]']],
    ['a block without a type', {}, ['missing required field: type [json-pointer:/blocks/0]']],
    ['a block that is text', 'hello', ['must provide an object [json-pointer:/blocks/0]']],
    [
      'an unknown field',
      { type: 'divider', text: 'x' },
      ['invalid additional property: text [json-pointer:/blocks/0]'],
    ],
    ['a missing field', { type: 'header' }, ['missing required field: text [json-pointer:/blocks/0]']],
    [
      'a section without a text',
      { type: 'section' },
      ['must define either `text` or `fields` [json-pointer:/blocks/0/type]'],
    ],
    [
      'null in place of a field',
      { type: 'actions', elements: [button('a', { style: null })] },
      ['must provide a string [json-pointer:/blocks/0/elements/0/style]'],
    ],
    [
      'an empty list',
      { type: 'actions', elements: [] },
      ['must provide at least 1 items [json-pointer:/blocks/0/elements]'],
    ],
    [
      'a number beyond its range',
      { type: 'section', text: plain('x'), accessory: { type: 'multi_users_select', max_selected_items: 0 } },
      ['must be greater than 1 [json-pointer:/blocks/0/accessory/max_selected_items]'],
    ],
    [
      'two sources of an image',
      { type: 'image', alt_text: 'a', image_url: 'https://x.test/a', slack_file: { id: 'F1' } },
      ['must not define both `image_url` and `slack_file` [json-pointer:/blocks/0/type]'],
    ],
    [
      'markup where only plain text may be',
      { type: 'header', text: mrkdwn('*x*') },
      [
        'failed to match all allowed schemas [json-pointer:/blocks/0/text]',
        'unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]',
      ],
    ],
    [
      'too many elements',
      { type: 'actions', elements: Array.from({ length: 26 }, (_, index) => button(String(index))) },
      ['no more than 25 items allowed [json-pointer:/blocks/0/elements]'],
    ],
    [
      'an element where it may not be',
      { type: 'actions', elements: [{ type: 'plain_text_input', action_id: 'a' }] },
      ['unsupported type: plain_text_input [json-pointer:/blocks/0/elements/0/type]'],
    ],
    [
      'an unknown value',
      { type: 'actions', elements: [button('a', { style: 'blue' })] },
      ['must be a valid enum value [json-pointer:/blocks/0/elements/0/style]'],
    ],
    [
      'a menu without options',
      { type: 'section', text: plain('x'), accessory: { type: 'static_select', action_id: 'a' } },
      ['must define either `options` or `option_groups` [json-pointer:/blocks/0/accessory/type]'],
    ],
    [
      'an action_id twice in one block',
      { type: 'actions', block_id: 'b', elements: [button('a'), button('a')] },
      ['`action_id` "a" already exists for `block_id` "b" [json-pointer:/blocks/0/elements/1/action_id]'],
    ],
    [
      'a text field that is a number',
      { type: 'image', alt_text: 1, image_url: 'https://x.test' },
      ['must provide a string [json-pointer:/blocks/0/alt_text]'],
    ],
    [
      'an address that is none',
      { type: 'image', alt_text: 'a', image_url: 'x' },
      ['must be a valid url [json-pointer:/blocks/0/image_url]'],
    ],
  ])('cannot have %s', (_what, block, messages) => {
    expect(of(block)).toEqual(messages.map((message) => `[ERROR] ${message}`))
  })

  it('are at most 50, of different block_ids', () => {
    expect(of(...Array.from({ length: 51 }, () => ({ type: 'divider' })))).toEqual([
      '[ERROR] no more than 50 items allowed [json-pointer:/blocks]',
    ])
    expect(of({ type: 'divider', block_id: 'x' }, { type: 'divider', block_id: 'x' })).toEqual([
      '[ERROR] `block_id` "x" already exists [json-pointer:/blocks/1/block_id]',
    ])
  })

  it('are a list', () => {
    expect(validateBlocks({}, 'message')).toEqual(['[ERROR] must provide an array [json-pointer:/blocks]'])
  })
})

describe('a view', () => {
  const modal = (more: object) => ({ type: 'modal', title: plain('Deploy'), blocks: [], ...more })
  const input = { type: 'input', label: plain('Why'), element: { type: 'plain_text_input' } }

  it('may have up to 100 blocks', () => {
    const blocks = (count: number) => Array.from({ length: count }, () => ({ type: 'divider' }))
    expect(validateView(modal({ blocks: blocks(100) }), 'modal')).toEqual([])
    expect(validateView(modal({ blocks: blocks(101) }), 'modal')).toContain(
      '[ERROR] no more than 100 items allowed [json-pointer:/view/blocks]',
    )
  })

  it('has a short title, and a submit button where it has inputs', () => {
    expect(validateView(modal({ title: plain('x'.repeat(25)) }), 'modal')).toEqual([
      '[ERROR] failed to match all allowed schemas [json-pointer:/view]',
      '[ERROR] failed to match all allowed schemas [json-pointer:/view/title]',
      '[ERROR] must be less than 25 characters [json-pointer:/view/title/text]',
    ])
    expect(validateView(modal({ blocks: [input] }), 'modal')).toContain(
      '[ERROR] must define `submit` to use an `input` block in modals [json-pointer:/view/blocks/0/input]',
    )
    expect(validateView(modal({ blocks: [input], submit: plain('Send') }), 'modal')).toEqual([])
  })

  it('has no blocks of messages only, and a home tab no title', () => {
    expect(validateView(modal({ blocks: [{ type: 'markdown', text: 'x' }] }), 'modal')).toContain(
      '[ERROR] unsupported type: markdown [json-pointer:/view/blocks/0/type]',
    )
    expect(validateView({ type: 'home', blocks: [], title: plain('x') }, 'home')).toContain(
      '[ERROR] invalid additional property: title [json-pointer:/view]',
    )
    expect(validateView({ type: 'home', blocks: [] }, 'modal')).toContain(
      '[ERROR] unsupported type: home [json-pointer:/view/type]',
    )
  })
})
