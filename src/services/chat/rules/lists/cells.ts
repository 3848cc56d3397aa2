import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { ListCell, ListColumn } from '#chat/schema/lists.ts'
import { isObject } from '../block-kit/check.ts'
import { checkBlocks } from '../block-kit/check-blocks.ts'
import { visibleFile } from '../files/visible.ts'
import { kindOfColumn } from './columns.ts'

/** The most values of a cell. */
const MOST_VALUES = 50

/** The words for refused values that only one of the two methods has. */
const WORDS = {
  create: {
    channel: 'invalid_args',
    date: 'invalid_args',
    email: 'invalid_args',
    phone: 'invalid_args',
    text: 'invalid_args',
    message: 'invalid_args',
  },
  update: {
    channel: 'channel_not_found',
    date: 'invalid_date',
    email: 'invalid_email',
    phone: 'invalid_phone_number',
    text: 'invalid_text_block',
    message: 'invalid_message',
  },
} as const

/** The method that sets a cell. */
export type CellMethod = keyof typeof WORDS

type Check = (context: ChatContext, value: unknown, column: ListColumn, method: CellMethod) => unknown

/** By the kind of a cell: returns what it keeps of each value, and throws the vendor's word for another value. */
const CHECKS: Readonly<Record<string, Check>> = {
  number: (_context, value) => (typeof value === 'number' ? value : refuse('invalid_input_type')),
  rating: (_context, value, { options }) => {
    const most = typeof options?.['max'] === 'number' ? options['max'] : 5
    const isRating = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
    return isRating ? value : refuse('invalid_input_type')
  },
  vote: (_context, value) =>
    typeof value === 'string' || value === 1 || value === 0 ? value : refuse('invalid_vote_value'),
  select: (_context, value, { options }) => {
    const choices: readonly unknown[] = Array.isArray(options?.['choices']) ? options['choices'] : []
    const isChoice = choices.some((choice) => isObject(choice) && choice['value'] === value)
    return isChoice ? value : refuse('invalid_option_id')
  },
  date: (_context, value, _column, method) =>
    isDate(value) ? value : refuse(typeof value === 'string' ? WORDS[method].date : 'invalid_input_type'),
  user: ({ rows }, value) => (rows.users.get(textOf(value)) === undefined ? refuse('user_not_found') : value),
  channel: ({ rows }, value, _column, method) =>
    rows.conversations.get(textOf(value)) === undefined ? refuse(WORDS[method].channel) : value,
  attachment: ({ rows }, value) =>
    rows.files.get(textOf(value))?.state === 'complete' ? value : refuse('file_not_found'),
  email: (_context, value, _column, method) =>
    /^[^\s@]+@[^\s@]+$/.test(textOf(value)) ? value : refuse(WORDS[method].email),
  phone: (_context, value, _column, method) =>
    /^[+\d][\d\s().-]+$/.test(textOf(value)) ? value : refuse(WORDS[method].phone),
  message: (_context, value, _column, method) =>
    messageIn(textOf(value)) === null ? refuse(WORDS[method].message) : value,
  link: (_context, value) => {
    const { original_url: url } = isObject(value) ? value : {}
    return URL.canParse(textOf(url)) ? value : refuse('invalid_input_type')
  },
  reference: (_context, value) => (isObject(value) ? value : refuse('invalid_input_type')),
}

/**
 * Returns the value of a cell that a field of a request sets: `{column_id, rich_text: […]}`.
 *
 * @throws `uneditable_column`, `invalid_input_type`, `over_cell_fields_limit`, and the vendor's word for a value that
 *   the column cannot have.
 */
export function cellOf(context: ChatContext, { column, field, method, userId }: CellInput): ListCell {
  const kind = kindOfColumn(column)
  if (kind === null) throw slackFailure('uneditable_column')
  const given = field[kind]
  if (kind === 'checkbox') {
    return typeof given === 'boolean' ? { kind, value: given } : refuse('invalid_input_type')
  }
  if (!Array.isArray(given)) throw slackFailure('invalid_input_type')
  if (given.length > MOST_VALUES) throw slackFailure('over_cell_fields_limit')
  const isSingle = ['single_select', 'single_entity'].includes(textOf(column.options?.['format']))
  if (isSingle && given.length > 1) throw slackFailure('over_cell_fields_limit')
  if (kind === 'rich_text') return { kind, value: richTextOf(context, given, method) }
  const values = given.map((each: unknown) => CHECKS[kind]?.(context, each, column, method))
  if (kind === 'attachment') for (const each of values) visibleFile(context, userId, textOf(each))
  return { kind, value: values }
}

/** A field of a request. */
interface CellInput {
  readonly column: ListColumn
  readonly field: Readonly<Record<string, unknown>>
  readonly method: CellMethod
  readonly userId: string
}

function richTextOf(context: ChatContext, blocks: readonly unknown[], method: CellMethod): readonly unknown[] {
  const isRichText = blocks.every((block) => isObject(block) && block['type'] === 'rich_text')
  if (!isRichText) throw slackFailure(WORDS[method].text)
  try {
    return checkBlocks(context, blocks, 'message')
  } catch {
    throw slackFailure(WORDS[method].text)
  }
}

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(value)
}

/** Returns the message of a link: `https://acme.slack.com/archives/C1/p1700000000000100`; null for another text. */
export function messageIn(
  url: string,
): { readonly channelId: string; readonly ts: string; readonly threadTs: string | null } | null {
  const [, channelId, whole, part] = /\/archives\/(\w+)\/p(\d{10})(\d{6})/.exec(url) ?? []
  if (channelId === undefined || whole === undefined || part === undefined) return null
  return { channelId, ts: `${whole}.${part}`, threadTs: /[?&]thread_ts=([\d.]+)/.exec(url)?.[1] ?? null }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function refuse(word: string): never {
  throw slackFailure(word)
}
