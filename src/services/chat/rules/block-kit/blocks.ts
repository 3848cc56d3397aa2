import { ownMember } from '#core/objects.ts'
import {
  refine,
  boolean,
  integer,
  isObject,
  list,
  mistake,
  notBoth,
  number,
  object,
  oneOf,
  someOf,
  text,
  typed,
  url,
  type Check,
  type Mistake,
} from './check.ts'
import { anyText, mrkdwnText, plainText, slackFile } from './composition.ts'
import { ACCESSORIES, ACTION_ELEMENTS, contextTexts, elements, elementsOf, INPUT_ELEMENTS } from './elements.ts'
import { richText } from './rich-text.ts'

// Blocks, and the surfaces that show them. https://docs.slack.dev/reference/block-kit/blocks

/** A place for blocks. */
export type Surface = 'message' | 'modal' | 'home'

const type = text()
const base = { block_id: text(255) }
const anything: Check = () => []
const image = typed({ image: elements.image })

const imageBlock = refine(
  object({ type, alt_text: text(2000) }, { ...base, title: plainText(2000), image_url: url, slack_file: slackFile }),
  someOf('image_url', 'slack_file'),
  notBoth('image_url', 'slack_file'),
)

const table = (rows: number, cells: number): Check =>
  list(list(typed({ raw_text: rawText, raw_number: rawNumber, rich_text: richText }), { min: 1, max: cells }), {
    min: 1,
    max: rows,
  })
const rawText = object({ type, text: text(Infinity, 1) })
const rawNumber = object({ type, value: number, text: text() })

const card = object(
  { type },
  {
    ...base,
    hero_image: image,
    icon: image,
    title: mrkdwnText(150),
    subtitle: mrkdwnText(150),
    body: mrkdwnText(200),
    actions: list(typed({ button: elements.button }), { min: 1, max: 5 }),
  },
)

const taskCard = object(
  {
    type,
    task_id: text(255, 1),
    title: text(Infinity, 1),
    status: oneOf('pending', 'in_progress', 'complete', 'error'),
  },
  {
    ...base,
    details: richText,
    output: richText,
    sources: list(object({ type: oneOf('url'), url, text: text() })),
  },
)

/** The blocks of every surface. */
const everywhere: Readonly<Record<string, Check>> = {
  actions: object({ type, elements: list(typed(elementsOf(ACTION_ELEMENTS)), { min: 1, max: 25 }) }, base),
  alert: object(
    { type, text: anyText(3000) },
    { ...base, level: oneOf('default', 'info', 'warning', 'error', 'success') },
  ),
  context: object(
    { type, elements: list(typed({ ...contextTexts, image: elements.image }), { min: 1, max: 10 }) },
    base,
  ),
  divider: object({ type }, base),
  header: object({ type, text: plainText(150) }, base),
  image: imageBlock,
  input: object(
    { type, label: plainText(2000), element: typed(elementsOf(INPUT_ELEMENTS)) },
    { ...base, hint: plainText(2000), optional: boolean, dispatch_action: boolean },
  ),
  rich_text: richText,
  section: refine(
    object(
      { type },
      {
        ...base,
        text: anyText(3000),
        fields: list(anyText(2000), { min: 1, max: 10 }),
        accessory: typed(elementsOf(ACCESSORIES)),
        expand: boolean,
      },
    ),
    someOf('text', 'fields'),
  ),
  video: object(
    { type, alt_text: text(2000), title: plainText(200), thumbnail_url: url, video_url: url },
    {
      ...base,
      author_name: text(50),
      description: plainText(200),
      provider_icon_url: url,
      provider_name: text(),
      title_url: url,
    },
  ),
}

/** The blocks that only messages show. */
const inMessages: Readonly<Record<string, Check>> = {
  // A client may send back what a message has, with the state of the call.
  call: object({ type, call_id: text(255, 1) }, { ...base, call: anything, api_decoration_available: boolean }),
  card,
  carousel: object({ type, elements: list(typed({ card }), { min: 1, max: 10 }) }, base),
  container: object(
    {
      type,
      child_blocks: list(
        typed({
          actions: checkOf('actions'),
          context: checkOf('context'),
          divider: checkOf('divider'),
          file: object({ type, external_id: text(255, 1), source: text(255, 1) }, base),
          header: checkOf('header'),
          image: imageBlock,
          input: checkOf('input'),
          rich_text: richText,
          section: checkOf('section'),
          video: checkOf('video'),
        }),
        { min: 1, max: 50 },
      ),
    },
    {
      ...base,
      title: plainText(150),
      rich_text_title: richText,
      subtitle: anyText(150),
      width: oneOf('narrow', 'standard', 'wide', 'full'),
      icon: image,
      is_collapsible: boolean,
      default_collapsed: boolean,
      has_header_divider: boolean,
    },
  ),
  context_actions: object(
    {
      type,
      elements: list(typed({ feedback_buttons: elements.feedback_buttons, icon_button: elements.icon_button }), {
        min: 1,
        max: 5,
      }),
    },
    base,
  ),
  data_table: object(
    { type, rows: table(201, 20), caption: text(Infinity, 1) },
    { ...base, page_size: integer(1, 100), row_header_column_index: integer(0) },
  ),
  file: object({ type, external_id: text(255, 1), source: text(255, 1) }, base),
  markdown: object({ type, text: text(12_000, 1) }, base),
  plan: object({ type, title: text(Infinity, 1) }, { ...base, tasks: list(typed({ task_card: taskCard })) }),
  table: object(
    { type, rows: table(100, 20) },
    {
      ...base,
      column_settings: list(object({}, { align: oneOf('left', 'center', 'right'), is_wrapped: boolean }), { max: 20 }),
    },
  ),
  task_card: taskCard,
}

const messageBlock = typed({ ...everywhere, ...inMessages })
const viewBlock = typed(everywhere)

/** Returns the check of blocks on a surface, with the count that it allows and the ids that must differ. */
export function blocksOf(surface: Surface): Check {
  const isMessage = surface === 'message'
  return refine(list(isMessage ? messageBlock : viewBlock, { max: isMessage ? 50 : 100 }), uniqueIds)
}

/**
 * Returns the vendor's messages about blocks: `[ERROR] must be more than 0 characters
 * [json-pointer:/blocks/0/text/text]`. None for valid blocks. `pointer` is where the blocks are in the request.
 */
export function validateBlocks(blocks: unknown, surface: Surface, pointer = '/blocks'): readonly string[] {
  return messagesOf(blocksOf(surface)(blocks, pointer))
}

/** Returns mistakes as the vendor words them in `response_metadata.messages`. */
export function messagesOf(mistakes: readonly Mistake[]): readonly string[] {
  return mistakes.map(({ words, pointer }) => `[ERROR] ${words} [json-pointer:${pointer}]`)
}

function checkOf(name: string): Check {
  return ownMember(everywhere, name) ?? typed({})
}

/** Refuses a `block_id` that two blocks have, and an `action_id` that two elements of one block have. */
function uniqueIds(blocks: unknown, pointer: string): readonly Mistake[] {
  if (!Array.isArray(blocks)) return []
  const seen = new Set<unknown>()
  return blocks.flatMap((block: unknown, index): readonly Mistake[] => {
    if (!isObject(block)) return []
    const id = block['block_id']
    const place = `${pointer}/${index}`
    const taken = typeof id === 'string' && id !== '' && seen.has(id)
    seen.add(id)
    const repeated = taken ? [mistake(`\`block_id\` "${id}" already exists`, `${place}/block_id`)] : []
    return [...repeated, ...repeatedActions(block, place)]
  })
}

function repeatedActions(block: Readonly<Record<string, unknown>>, pointer: string): readonly Mistake[] {
  if (!Array.isArray(block['elements'])) return []
  const seen = new Set<unknown>()
  return block['elements'].flatMap((element: unknown, index): readonly Mistake[] => {
    const id = isObject(element) ? element['action_id'] : undefined
    if (typeof id !== 'string') return []
    const taken = seen.has(id)
    seen.add(id)
    if (!taken) return []
    const of = typeof block['block_id'] === 'string' ? ` for \`block_id\` "${block['block_id']}"` : ''
    return [mistake(`\`action_id\` "${id}" already exists${of}`, `${pointer}/elements/${index}/action_id`)]
  })
}
