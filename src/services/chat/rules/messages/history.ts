import * as v from 'valibot'
import { flag, text } from '../arguments.ts'
import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { cursorTo, cursorValue, pageSize, type PageArguments } from '../page.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Message } from '#chat/schema/messages.ts'
import { parseTimestamp } from '../timestamps.ts'

/** The arguments that choose a part of a history. */
export const HISTORY = {
  latest: v.optional(text),
  oldest: v.optional(text),
  inclusive: v.optional(flag),
  include_all_metadata: v.optional(flag),
}

interface HistoryArguments extends PageArguments {
  readonly latest?: string | undefined
  readonly oldest?: string | undefined
  readonly inclusive?: boolean | undefined
}

/** A part of a history, newest first. */
interface HistoryPage {
  readonly messages: readonly Message[]
  readonly nextCursor: string
  /** The bounds that the client gave. */
  readonly latest: string | undefined
  readonly oldest: string | undefined
}

/** Bounds in microseconds: `from` is within them, `to` is not. */
interface Bounds {
  readonly from: number
  readonly to: number
}

/** Returns a page of the messages of a conversation, newest first, without the replies of threads. */
export function historyPage({ rows }: ChatContext, { id }: Conversation, args: HistoryArguments): HistoryPage {
  const size = pageSize(args.limit, 100)
  const { from, to } = boundsOf(args)
  const below = rows.messages.countBefore('history', [id], from)
  const end = rows.messages.countBefore('history', [id], cursorBound(args.cursor, to))
  const start = Math.max(below, end - size)
  const { rows: oldestFirst } = rows.messages.page('history', [id], { offset: start, limit: Math.max(0, end - start) })
  const next = start > below ? oldestFirst[0] : undefined
  return {
    messages: oldestFirst.toReversed(),
    nextCursor: next === undefined ? '' : cursorTo('next_ts', String(next.at)),
    latest: args.latest,
    oldest: args.oldest,
  }
}

/**
 * Returns the bounds that `latest`, `oldest` and `inclusive` set.
 *
 * @throws `invalid_ts_latest` and `invalid_ts_oldest`.
 */
function boundsOf({ latest, oldest, inclusive = false }: HistoryArguments): Bounds {
  const [first, last] = [parsed(oldest, 'invalid_ts_oldest'), parsed(latest, 'invalid_ts_latest')]
  return {
    from: first === undefined ? 0 : first + (inclusive ? 0 : 1),
    to: last === undefined ? Number.MAX_SAFE_INTEGER : last + (inclusive ? 1 : 0),
  }
}

function parsed(bound: string | undefined, error: string): number | undefined {
  // `now` and empty texts count as absent, as at the vendor.
  if (bound === undefined || bound === '' || bound === 'now') return undefined
  const at = parseTimestamp(bound)
  if (at === undefined) throw slackFailure(error)
  return at
}

function cursorBound(cursor: string | undefined, to: number): number {
  if (cursor === undefined || cursor === '') return to
  const value = cursorValue('next_ts', cursor)
  if (!/^\d{1,16}$/.test(value)) throw slackFailure('invalid_cursor')
  return Math.min(to, Number(value))
}

/**
 * Returns a page of a thread, oldest first. As at the vendor, every page begins with the first message of the thread.
 *
 * @throws `thread_not_found`.
 */
export function threadPage(
  { rows }: ChatContext,
  { id }: Conversation,
  ts: string,
  args: HistoryArguments,
): Pick<HistoryPage, 'messages' | 'nextCursor'> {
  const message = rows.messages.find('ts', id, ts)
  if (message === undefined || message.ephemeralTo !== null) throw slackFailure('thread_not_found')
  // The vendor answers the timestamp of a reply with that reply alone.
  if (message.threadTs !== null && message.threadTs !== message.ts) return { messages: [message], nextCursor: '' }
  const size = pageSize(args.limit, 1000)
  const { from, to } = boundsOf(args)
  const start = rows.messages.countBefore('replies', [id, ts], Math.max(from, cursorStart(args.cursor)))
  const end = Math.min(rows.messages.countBefore('replies', [id, ts], to), start + Math.max(1, size - 1))
  const { rows: replies } = rows.messages.page('replies', [id, ts], { offset: start, limit: Math.max(0, end - start) })
  const total = rows.messages.countBefore('replies', [id, ts], to)
  const last = replies.at(-1)
  const nextCursor =
    last !== undefined && start + replies.length < total ? cursorTo('next_ts', String(last.at + 1)) : ''
  return { messages: [message, ...replies], nextCursor }
}

function cursorStart(cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0
  return cursorBound(cursor, Number.MAX_SAFE_INTEGER)
}
