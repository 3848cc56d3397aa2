import * as v from 'valibot'
import { viewOfIndex, viewOfOrderedRows } from '#core/list-view.ts'
import { flag, ids, optionalInteger, text } from '#chat/rules/arguments.ts'
import { conversationJson, readStateJson } from '#chat/json/conversation.ts'
import type { Json } from '#chat/json/user.ts'
import { messageJson } from '#chat/json/message.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { requireScope, anyConversationScope } from '#chat/rules/scopes.ts'
import { numberPlace, pageAfter } from '#chat/rules/page.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { canSee, findConversation, requireReader } from '#chat/rules/conversations/find.ts'
import { isListed, kindsOf } from '#chat/rules/conversations/list.ts'
import { kindFor } from '#chat/rules/workspaces.ts'
import { historyPage, HISTORY, threadPage } from '#chat/rules/messages/history.ts'
import type { Conversation, Membership } from '#chat/schema/conversations.ts'

const page = { limit: optionalInteger, cursor: v.optional(text) }
const BY_NUMBER = numberPlace(({ number }: Conversation) => number)
const BY_ID = numberPlace(({ id }: Pick<Membership, 'id'>) => id)

/** The methods that read conversations. */
export const conversationsRoutes = [
  ...method(
    'conversations.list',
    {
      scopes: anyConversationScope('read'),
      args: v.object({
        ...page,
        exclude_archived: v.optional(flag),
        types: v.optional(ids),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      const { id: userId } = principal.user
      const kinds = kindsOf(args.types)
      for (const kind of kinds) requireScope(principal, anyConversationScope('read', [kind]))
      const visible = rows.conversations
        .list('byNumber')
        .filter(
          (each) =>
            isListed(each, kindFor(rows, each, userId), kinds, args.exclude_archived) && canSee(call, each, userId),
        )
      const { rows: channels, nextCursor } = pageAfter(viewOfOrderedRows(visible, BY_NUMBER.of), BY_NUMBER, args, 100)
      const withMembers = channels.map((each) => ({
        ...conversationJson(call, each, userId),
        ...(each.kind === 'im' ? {} : { num_members: rows.memberships.count('byChannel', each.id) }),
      }))
      return ok(call, { channels: withMembers }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'conversations.info',
    {
      scopes: anyConversationScope('read'),
      args: v.object({ channel: text, include_locale: v.optional(flag), include_num_members: v.optional(flag) }),
    },
    (call) => {
      const { rows, args, principal } = call
      const conversation = findConversation(call, args.channel, 'read')
      const { id: userId } = principal.user
      return ok(call, {
        channel: {
          ...conversationJson(call, conversation, userId),
          ...readStateJson(call, conversation, userId),
          ...(args.include_locale === true ? { locale: 'en-US' } : {}),
          ...(args.include_num_members === true
            ? { num_members: rows.memberships.count('byChannel', conversation.id) }
            : {}),
        },
      })
    },
  ),

  ...method(
    'conversations.history',
    { scopes: anyConversationScope('history'), args: v.object({ channel: text, ...page, ...HISTORY }) },
    (call) => {
      const { args, principal } = call
      const conversation = findConversation(call, args.channel, 'history')
      requireReader(call, conversation)
      const reader = { userId: principal.user.id, withMetadata: args.include_all_metadata === true }
      const { messages, nextCursor, latest, oldest } = historyPage(call, conversation, args)
      return ok(
        call,
        {
          ...(latest === undefined ? {} : { latest }),
          ...(oldest === undefined ? {} : { oldest }),
          messages: messages.map((message) => messageJson(call, message, reader)),
          has_more: nextCursor !== '',
          pin_count: call.rows.pins.count('byChannel', conversation.id),
          channel_actions_ts: null,
          channel_actions_count: 0,
        },
        nextCursor === '' ? {} : { next_cursor: nextCursor },
      )
    },
  ),

  ...method(
    'conversations.replies',
    { scopes: anyConversationScope('history'), args: v.object({ channel: text, ts: text, ...page, ...HISTORY }) },
    (call) => {
      const { args, principal } = call
      const conversation = findConversation(call, args.channel, 'history')
      requireReader(call, conversation)
      const reader = { userId: principal.user.id, withMetadata: args.include_all_metadata === true }
      const { messages, nextCursor } = threadPage(call, conversation, args.ts, args)
      return ok(
        call,
        { messages: messages.map((message) => messageJson(call, message, reader)), has_more: nextCursor !== '' },
        nextCursor === '' ? {} : { next_cursor: nextCursor },
      )
    },
  ),

  ...method(
    'conversations.members',
    { scopes: anyConversationScope('read'), args: v.object({ channel: text, ...page }) },
    (call) => {
      const { rows, args } = call
      const conversation = findConversation(call, args.channel, 'read')
      const view = viewOfIndex(rows.memberships, 'byChannel', [conversation.id])
      const { rows: members, nextCursor } = pageAfter(view, BY_ID, args, 100)
      return ok(call, { members: members.map(({ userId }) => userId) }, { next_cursor: nextCursor })
    },
  ),

  ...method(
    'users.conversations',
    {
      scopes: anyConversationScope('read'),
      args: v.object({
        ...page,
        user: v.optional(text),
        exclude_archived: v.optional(flag),
        types: v.optional(ids),
        team_id: v.optional(text),
      }),
    },
    (call) => {
      const { rows, args, principal } = call
      const user = rows.users.get(args.user ?? principal.user.id)
      if (user === undefined) throw slackFailure('user_not_found')
      const kinds = kindsOf(args.types)
      for (const kind of kinds) requireScope(principal, anyConversationScope('read', [kind]))
      const shared = rows.memberships
        .list('byUser', user.id)
        .map(({ id, channelId }) => ({ id, each: rows.conversations.require(channelId) }))
        .filter(
          ({ each }) =>
            isListed(each, kindFor(rows, each, user.id), kinds, args.exclude_archived) &&
            canSee(call, each, principal.user.id),
        )
      const { rows: channels, nextCursor } = pageAfter(viewOfOrderedRows(shared, BY_ID.of), BY_ID, args, 100)
      return ok(
        call,
        { channels: channels.map(({ each }) => withoutMembership(conversationJson(call, each, principal.user.id))) },
        { next_cursor: nextCursor },
      )
    },
  ),
]

/** Removes `is_member`, which `users.conversations` does not answer, because the list may be that of another user. */
function withoutMembership(conversation: Json): Json {
  const { is_member: _isMember, ...rest } = conversation
  return rest
}
