import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { flag, optionalInteger, text } from '#chat/rules/arguments.ts'
import type { Actor, ChatCall } from '#chat/call.ts'
import { fileJson } from '#chat/json/file.ts'
import { messageJson } from '#chat/json/message.ts'
import { permalinkOf } from '#chat/json/permalink.ts'
import type { Site } from '#chat/json/user.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { cursorTo, cursorValue, numberedPageOf } from '#chat/rules/page.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { searchFiles, searchMessages } from '#chat/rules/search.ts'
import type { Message } from '#chat/schema/messages.ts'

const OPTIONS = {
  scopes: ['search:read'],
  tokens: ['user'],
  args: v.object({
    query: v.optional(text),
    count: optionalInteger,
    page: optionalInteger,
    cursor: v.optional(text),
    highlight: v.optional(flag),
    sort: v.optional(v.picklist(['score', 'timestamp'])),
    sort_dir: v.optional(v.picklist(['asc', 'desc'])),
    team_id: v.optional(text),
  }),
} as const

type SearchCall = ChatCall & { readonly args: v.InferOutput<typeof OPTIONS.args>; readonly principal: Actor }

/** The search, which people have and bots do not. */
export const searchRoutes = [
  ...method('search.messages', OPTIONS, (call) => {
    const { body, paging } = messagesFound(call)
    return ok(call, { query: queryOf(call), messages: body }, nextPage(call, paging))
  }),

  ...method('search.files', OPTIONS, (call) => {
    const { body, paging } = filesFound(call)
    return ok(call, { query: queryOf(call), files: body }, nextPage(call, paging))
  }),

  ...method('search.all', OPTIONS, (call) => {
    const [messages, files] = [messagesFound(call), filesFound(call)]
    // Posts were documents of the vendor's, which are no longer made.
    const posts = { total: 0, matches: [] }
    return ok(call, { query: queryOf(call), messages: messages.body, files: files.body, posts })
  }),
]

/** @throws `no_query` for an empty search. */
function queryOf({ args }: SearchCall): string {
  const query = args.query ?? ''
  if (query.trim() === '') throw slackFailure('no_query')
  return query
}

function messagesFound(call: SearchCall): Found {
  const found = searchMessages(call, call.principal.user.id, queryOf(call))
  return pageFound(call, found, (message) => matchJson(call, message))
}

function filesFound(call: SearchCall): Found {
  const found = searchFiles(call, call.principal.user.id, queryOf(call))
  return pageFound(call, found, (file) => fileJson(call, file))
}

type Paging = ReturnType<typeof numberedPageOf>['paging']

/** A page of what a search has found, in the vendor's envelope. */
interface Found {
  readonly body: object
  readonly paging: Paging
}

/** Cuts a page out of what a search has found, newest first. */
function pageFound<R>({ args }: SearchCall, found: readonly R[], write: (row: R) => object): Found {
  const sorted = args.sort_dir === 'asc' ? found.toReversed() : found
  const count = Math.min(Math.max(args.count ?? 20, 1), 100)
  const page = args.cursor === undefined || args.cursor === '*' ? (args.page ?? 1) : pageOfCursor(args.cursor)
  const { rows: matches, paging } = numberedPageOf(viewOfRows(sorted), { count, page })
  const first = (paging.page - 1) * count
  const pagination = {
    total_count: paging.total,
    page: paging.page,
    per_page: count,
    page_count: paging.pages,
    first: matches.length === 0 ? 0 : first + 1,
    last: first + matches.length,
  }
  return { body: { total: paging.total, pagination, paging, matches: matches.map(write) }, paging }
}

function nextPage({ args }: SearchCall, { page, pages }: Paging): object {
  return args.cursor === undefined ? {} : { next_cursor: page < pages ? cursorTo('page', String(page + 1)) : '' }
}

function pageOfCursor(cursor: string): number {
  const page = Number(cursorValue('page', cursor))
  if (!Number.isSafeInteger(page) || page < 1) throw slackFailure('invalid_cursor')
  return page
}

function matchJson(site: Site, message: Message): object {
  const { rows, origin } = site
  const conversation = rows.conversations.require(message.channelId)
  const { id, name, kind } = conversation
  const { reactions: _reactions, blocks, attachments } = messageJson(site, message)
  const user = rows.users.get(message.userId)
  return {
    iid: `${id}-${message.ts}`,
    team: rows.team.get().id,
    score: 0,
    channel: {
      id,
      is_channel: kind === 'public' || kind === 'private',
      is_group: false,
      is_im: kind === 'im',
      is_mpim: kind === 'mpim',
      is_shared: false,
      is_org_shared: false,
      is_ext_shared: false,
      is_private: kind !== 'public',
      name: kind === 'im' ? (message.userId ?? '') : name,
      pending_shared: [],
      is_pending_ext_shared: false,
    },
    type: 'message',
    user: message.userId ?? '',
    username: message.username ?? user?.name ?? '',
    ts: message.ts,
    ...(blocks === undefined ? {} : { blocks }),
    ...(attachments === undefined ? {} : { attachments }),
    text: message.text,
    permalink: permalinkOf(origin, message),
    no_reactions: rows.reactions.list('byMessage', message.id).length === 0,
  }
}
