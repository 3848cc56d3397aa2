import * as v from 'valibot'
import { text } from '#chat/rules/arguments.ts'
import { messageJson } from '#chat/json/message.ts'
import { permalinkOf } from '#chat/json/permalink.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { canSee, requireMember } from '#chat/rules/conversations/find.ts'
import { findItem } from '#chat/rules/items.ts'
import { pinMessage, unpinMessage } from '#chat/rules/pins.ts'

const ITEM = {
  channel: v.optional(text),
  timestamp: v.optional(text),
  file: v.optional(text),
  file_comment: v.optional(text),
}

/** The methods of pins. */
export const pinsRoutes = [
  ...method('pins.add', { scopes: ['pins:write'], args: v.object(ITEM) }, (call) => {
    const item = findItem(call, call.args)
    // The vendor pins files by the message that shares them.
    if ('file' in item) throw slackFailure('not_pinnable')
    requireMember(call, call.rows.conversations.require(item.message.channelId))
    pinMessage(call, item.message, call.principal.user.id)
    return ok(call)
  }),

  ...method('pins.remove', { scopes: ['pins:write'], args: v.object(ITEM) }, (call) => {
    const item = findItem(call, call.args)
    if ('file' in item) throw slackFailure('not_pinned')
    unpinMessage(call, item.message, call.principal.user.id)
    return ok(call)
  }),

  ...method('pins.list', { scopes: ['pins:read'], args: v.object({ channel: text }) }, (call) => {
    const { rows, args, principal, origin } = call
    const conversation = rows.conversations.get(args.channel)
    if (conversation === undefined || !canSee(call, conversation, principal.user.id))
      throw slackFailure('channel_not_found')
    const pins = rows.pins.list('byChannel', conversation.id).toReversed()
    return ok(call, {
      items: pins.map(({ channelId, messageId, userId, createdAt }) => {
        const message = rows.messages.require(messageId)
        return {
          type: 'message',
          channel: channelId,
          created: createdAt,
          created_by: userId,
          message: { ...messageJson(call, message), permalink: permalinkOf(origin, message) },
        }
      }),
    })
  }),
]
