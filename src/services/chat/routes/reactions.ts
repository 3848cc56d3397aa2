import * as v from 'valibot'
import { viewOfRows } from '#core/list-view.ts'
import { flag, optionalInteger, text } from '#chat/rules/arguments.ts'
import { fileJson } from '#chat/json/file.ts'
import { messageJson } from '#chat/json/message.ts'
import { permalinkOf } from '#chat/json/permalink.ts'
import type { Site } from '#chat/json/user.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { cursorTo, numberedPageOf, pageOf } from '#chat/rules/page.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { canSee } from '#chat/rules/conversations/find.ts'
import { findItem } from '#chat/rules/items.ts'
import { addReaction, reactionName, removeReaction, type Item } from '#chat/rules/reactions.ts'

const ITEM = {
  channel: v.optional(text),
  timestamp: v.optional(text),
  file: v.optional(text),
  file_comment: v.optional(text),
}

/** The methods of reactions. */
export const reactionsRoutes = [
  ...method('reactions.add', { scopes: ['reactions:write'], args: v.object({ ...ITEM, name: text }) }, (call) => {
    const name = reactionName(call, call.args.name)
    // The vendor has ended reactions to files together with the comments on files.
    if (call.args.file !== undefined || call.args.file_comment !== undefined) throw slackFailure('not_reactable')
    const item = findItem(call, call.args)
    if ('message' in item && call.rows.conversations.require(item.message.channelId).archived) {
      throw slackFailure('is_archived')
    }
    addReaction(call, item, call.principal.user.id, name)
    return ok(call)
  }),

  ...method('reactions.remove', { scopes: ['reactions:write'], args: v.object({ ...ITEM, name: text }) }, (call) => {
    const name = reactionName(call, call.args.name)
    removeReaction(call, findItem(call, call.args), call.principal.user.id, name)
    return ok(call)
  }),

  ...method(
    'reactions.get',
    { scopes: ['reactions:read'], args: v.object({ ...ITEM, full: v.optional(flag) }) },
    (call) => ok(call, itemJson(call, findItem(call, call.args))),
  ),

  ...method(
    'reactions.list',
    {
      scopes: ['reactions:read'],
      args: v.object({
        user: v.optional(text),
        full: v.optional(flag),
        count: optionalInteger,
        page: optionalInteger,
        limit: optionalInteger,
        cursor: v.optional(text),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      const user = rows.users.get(args.user ?? principal.user.id)
      if (user === undefined) throw slackFailure('user_not_found')
      const items = itemsOf(call, user.id, principal.user.id)
      if (args.limit !== undefined || args.cursor !== undefined) {
        const { rows: some, nextCursor } = pageOf(viewOfRows(items), args, 100)
        return ok(call, { items: some.map((item) => itemJson(call, item)) }, { next_cursor: nextCursor })
      }
      const { rows: some, paging } = numberedPageOf(viewOfRows(items), args)
      const metadata = {
        next_cursor: paging.page < paging.pages ? cursorTo('offset', String(paging.page * paging.count)) : '',
      }
      return ok(call, { items: some.map((item) => itemJson(call, item)), paging }, metadata)
    },
  ),
]

/** The items to which a user has reacted and that the reader can see, the newest reaction first. */
function itemsOf({ rows }: Pick<Site, 'rows'>, userId: string, readerId: string): Item[] {
  const seen = new Set<string>()
  return rows.reactions
    .list('byUser', userId)
    .toReversed()
    .flatMap(({ messageId, fileId }): Item[] => {
      const key = `${messageId} ${fileId}`
      if (seen.has(key)) return []
      seen.add(key)
      const message = rows.messages.get(messageId)
      if (message !== undefined) {
        return canSee({ rows }, rows.conversations.require(message.channelId), readerId) ? [{ message }] : []
      }
      const file = rows.files.get(fileId)
      return file === undefined ? [] : [{ file }]
    })
}

function itemJson(site: Site, item: Item): object {
  if ('file' in item) return { type: 'file', file: fileJson(site, item.file) }
  const { message } = item
  return {
    type: 'message',
    channel: message.channelId,
    message: { ...messageJson(site, message), permalink: permalinkOf(site.origin, message) },
  }
}
