import * as v from 'valibot'
import { viewOfOrderedRows } from '#core/list-view.ts'
import { flag, optionalInteger, structure, text } from '#chat/rules/arguments.ts'
import { messageJson } from '#chat/json/message.ts'
import { permalinkOf } from '#chat/json/permalink.ts'
import { scheduledJson, scheduledMessageJson } from '#chat/json/scheduled.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { pageAfter } from '#chat/rules/page.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { authorOf } from '#chat/rules/conversations/find.ts'
import { appearanceOf, APPEARANCE } from '#chat/rules/messages/appearance.ts'
import { canDelete, canEdit, findMessage } from '#chat/rules/messages/author.ts'
import { isAbsent } from '#chat/rules/messages/absent.ts'
import { CONTENT, contentOf, LONGEST_TEXT } from '#chat/rules/messages/content.ts'
import { deleteMessage, updateMessage } from '#chat/rules/messages/edit.ts'
import { changesOf } from '#chat/rules/messages/changes.ts'
import { stepOf } from '#chat/rules/functions.ts'
import { postMessage } from '#chat/rules/messages/post.ts'
import { canUnschedule, scheduleMessage } from '#chat/rules/messages/schedule.ts'
import type { ScheduledMessage } from '#chat/schema/messages.ts'
import { targetOf, threadOf } from '#chat/rules/messages/target.ts'
import {
  entitiesToUnfurl,
  inviteToAuthenticate,
  messageToUnfurl,
  previewsByUrl,
} from '#chat/rules/messages/unfurl-arguments.ts'
import { addWorkObjects, entitiesOf, previewsOfEntities } from '#chat/rules/messages/entities.ts'
import { unfurlPermalinks } from '#chat/rules/messages/own-unfurls.ts'
import { unfurlLinks, withEntityPreviews } from '#chat/rules/messages/unfurl.ts'

const THREAD = { thread_ts: v.optional(text), reply_broadcast: v.optional(flag) }
const WRITE = ['chat:write']

/** The place of a scheduled message in the order of time: two numbers of one width. */
const BY_TIME = {
  of: ({ postAt, number }: ScheduledMessage): string =>
    [postAt, number].map((each) => String(each).padStart(15, '0')).join('-'),
  from: (cursor: string): string => cursor,
}

/** The methods that post, change and delete messages. */
export const chatRoutes = [
  ...method(
    'chat.postMessage',
    { scopes: WRITE, args: v.object({ channel: text, ...CONTENT, ...THREAD, ...APPEARANCE }) },
    (call) => {
      const { args, principal } = call
      const conversation = targetOf(call, args.channel)
      const content = contentOf(call, args)
      const threadTs = isAbsent(args.thread_ts) ? null : threadOf(call, conversation, args.thread_ts ?? '')
      const isBroadcast = threadTs !== null && args.reply_broadcast === true
      const entities = entitiesOf(args.metadata)
      const posted = postMessage(call, {
        channelId: conversation.id,
        ...authorOf(principal),
        ...stepOf(principal),
        ...content,
        attachments: withEntityPreviews(content.attachments, principal, entities),
        threadTs,
        isBroadcast,
        ...(isBroadcast ? { subtype: 'thread_broadcast' } : {}),
        ...appearanceOf(call, args),
      })
      if (principal.app !== null) addWorkObjects(call, posted, principal.app.id, entities)
      const message = args.unfurl_links === true ? unfurlPermalinks(call, posted, principal.user.id) : posted
      return ok(call, {
        channel: conversation.id,
        ts: message.ts,
        message: messageJson(call, message, { withMetadata: true }),
      })
    },
  ),

  ...method(
    'chat.postEphemeral',
    {
      scopes: WRITE,
      args: v.object({ channel: text, user: text, ...CONTENT, ...APPEARANCE, thread_ts: v.optional(text) }),
    },
    (call) => {
      const { rows, args, principal } = call
      const conversation = targetOf(call, args.channel)
      if (rows.memberships.find('member', conversation.id, args.user) === undefined)
        throw slackFailure('user_not_in_channel')
      const content = contentOf(call, args)
      const { ts } = postMessage(call, {
        channelId: conversation.id,
        ...authorOf(principal),
        ...stepOf(principal),
        ...content,
        threadTs: isAbsent(args.thread_ts) ? null : threadOf(call, conversation, args.thread_ts ?? ''),
        ephemeralTo: args.user,
        ...appearanceOf(call, args),
      })
      return ok(call, { message_ts: ts })
    },
  ),

  ...method('chat.meMessage', { scopes: WRITE, args: v.object({ channel: text, text: v.optional(text) }) }, (call) => {
    const { args, principal } = call
    const conversation = targetOf(call, args.channel)
    const content = contentOf(call, { text: args.text }, LONGEST_TEXT)
    const author = authorOf(principal)
    const { ts } = postMessage(call, { channelId: conversation.id, ...author, ...content, subtype: 'me_message' })
    return ok(call, { channel: conversation.id, ts })
  }),

  ...method(
    'chat.update',
    {
      scopes: WRITE,
      args: v.object({
        channel: text,
        ts: text,
        ...CONTENT,
        file_ids: v.optional(structure),
        reply_broadcast: v.optional(flag),
        as_user: v.optional(flag),
      }),
    },
    (call) => {
      const { args } = call
      const message = findMessage(call, args.channel, args.ts)
      if (call.rows.conversations.require(message.channelId).archived) throw slackFailure('is_inactive')
      if (!canEdit(call, message)) throw slackFailure('cant_update_message')
      const updated = updateMessage(call, message, changesOf(call, message, args))
      const { channelId, ts } = updated
      return ok(call, {
        channel: channelId,
        ts,
        text: updated.text,
        message: messageJson(call, updated, { withMetadata: true }),
      })
    },
  ),

  ...method(
    'chat.delete',
    { scopes: WRITE, args: v.object({ channel: text, ts: text, as_user: v.optional(flag) }) },
    (call) => {
      const { args, principal } = call
      const message = findMessage(call, args.channel, args.ts)
      if (!canDelete(call, message)) throw slackFailure('cant_delete_message')
      deleteMessage(call, message, principal.user.id)
      return ok(call, { channel: message.channelId, ts: message.ts })
    },
  ),

  ...method('chat.getPermalink', { scopes: [], args: v.object({ channel: text, message_ts: text }) }, (call) => {
    const { args } = call
    const message = findMessage(call, args.channel, args.message_ts)
    return ok(call, { channel: message.channelId, permalink: permalinkOf(call.origin, message) })
  }),

  ...method(
    'chat.scheduleMessage',
    { scopes: WRITE, args: v.object({ channel: text, post_at: text, ...CONTENT, ...THREAD, ...APPEARANCE }) },
    (call) => {
      const { args, principal } = call
      const conversation = targetOf(call, args.channel)
      if (!/^\d{1,12}(?:\.\d+)?$/.test(args.post_at)) throw slackFailure('invalid_time')
      const threadTs = isAbsent(args.thread_ts) ? null : threadOf(call, conversation, args.thread_ts ?? '')
      const scheduled = scheduleMessage(call, {
        channelId: conversation.id,
        postAt: Math.floor(Number(args.post_at)),
        ...authorOf(principal),
        ...contentOf(call, args),
        threadTs,
        isBroadcast: threadTs !== null && args.reply_broadcast === true,
      })
      return ok(call, {
        channel: conversation.id,
        scheduled_message_id: scheduled.id,
        post_at: scheduled.postAt,
        message: scheduledMessageJson(call, scheduled),
      })
    },
  ),

  ...method(
    'chat.deleteScheduledMessage',
    {
      scopes: WRITE,
      args: v.object({ channel: text, scheduled_message_id: text, as_user: v.optional(flag) }),
    },
    (call) => {
      const { rows, args, principal } = call
      if (rows.conversations.get(args.channel) === undefined) throw slackFailure('channel_not_found')
      const scheduled = rows.scheduledMessages.get(args.scheduled_message_id)
      const isOwn = scheduled?.userId === principal.user.id && scheduled.channelId === args.channel
      if (scheduled === undefined || !isOwn || !canUnschedule(call, scheduled)) {
        throw slackFailure('invalid_scheduled_message_id')
      }
      rows.scheduledMessages.delete(scheduled.id)
      return ok(call)
    },
  ),

  ...method(
    'chat.scheduledMessages.list',
    {
      scopes: [],
      args: v.object({
        channel: v.optional(text),
        latest: v.optional(text),
        oldest: v.optional(text),
        limit: optionalInteger,
        cursor: v.optional(text),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      if (!isAbsent(args.channel) && rows.conversations.get(args.channel) === undefined)
        throw slackFailure('invalid_channel')
      const [oldest, latest] = [Number(args.oldest ?? 0), Number(args.latest ?? Infinity)]
      if (Number.isNaN(oldest) || Number.isNaN(latest)) throw invalidArguments('[ERROR] must be a timestamp')
      const own = rows.scheduledMessages.list('byTime').filter(({ userId, channelId, postAt }) => {
        const isHere = isAbsent(args.channel) || channelId === args.channel
        return userId === principal.user.id && isHere && postAt >= oldest && postAt <= latest
      })
      const { rows: scheduled, nextCursor } = pageAfter(viewOfOrderedRows(own, BY_TIME.of), BY_TIME, args, 100)
      return ok(call, { scheduled_messages: scheduled.map(scheduledJson) }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'chat.unfurl',
    {
      scopes: ['links:write'],
      args: v.object({
        channel: v.optional(text),
        ts: v.optional(text),
        unfurl_id: v.optional(text),
        source: v.optional(text),
        unfurls: v.optional(structure),
        metadata: v.optional(structure),
        user_auth_message: v.optional(text),
        user_auth_required: v.optional(flag),
        user_auth_url: v.optional(text),
        user_auth_blocks: v.optional(structure),
      }),
    },
    (call) => {
      const { args, principal } = call
      // The tokens of people in a seed belong to no app.
      if (principal.app === null) throw slackFailure('cannot_find_service')
      const message = messageToUnfurl(call, args)
      const invites = inviteToAuthenticate(call, message, args)
      const entities = entitiesToUnfurl(args.metadata)
      const previews = previewsByUrl(call, args, invites)
      const unfurls = { ...previewsOfEntities(entities), ...previews }
      if (Object.keys(unfurls).length > 0) unfurlLinks(call, message, principal, unfurls)
      addWorkObjects(call, message, principal.app.id, entities)
      return ok(call)
    },
  ),
]
