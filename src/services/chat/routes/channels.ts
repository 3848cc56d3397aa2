import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { flag, ids, text } from '#chat/rules/arguments.ts'
import { conversationJson, readStateJson } from '#chat/json/conversation.ts'
import { method } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { requireScope, anyConversationScope, conversationScopes } from '#chat/rules/scopes.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { responseMetadataJson } from '#chat/json/response-metadata.ts'
import {
  archiveConversation,
  captionConversation,
  joinConversation,
  leaveConversation,
  LONGEST_CAPTION,
  removeMember,
  renameConversation,
  unarchiveConversation,
} from '#chat/rules/conversations/change.ts'
import { addMember, createConversation } from '#chat/rules/conversations/create.ts'
import {
  findConversation,
  membershipOf,
  requireActive,
  requireChannel,
  requireMember,
} from '#chat/rules/conversations/find.ts'
import { MOST_INVITED, inviteError } from '#chat/rules/conversations/invite.ts'
import { checkChannelName } from '#chat/rules/conversations/names.ts'
import { closeFor, openWith, reopen } from '#chat/rules/conversations/open.ts'
import { markRead } from '#chat/rules/messages/post.ts'
import { parseTimestamp } from '#chat/rules/timestamps.ts'

const WRITE = anyConversationScope('write')
const TOPIC = anyConversationScope('write.topic')

/** The methods that change conversations. */
export const channelsRoutes = [
  ...method(
    'conversations.create',
    {
      scopes: anyConversationScope('write', ['public', 'private']),
      args: v.object({ name: v.optional(text), is_private: v.optional(flag), team_id: v.optional(text) }),
    },
    (call) => {
      const { args, principal } = call
      const { id: userId } = principal.user
      const kind = args.is_private === true ? 'private' : 'public'
      requireScope(principal, conversationScopes(kind, 'write'))
      const name = checkChannelName(call, args.name, principal.user.teamId)
      const conversation = createConversation(call, { kind, name, creator: userId, teamId: principal.user.teamId })
      addMember(call, conversation.id, userId)
      call.emit({ kind: 'conversation_created', conversation, userId })
      return ok(call, { channel: seenJson(call, conversation, userId) })
    },
  ),

  ...method('conversations.archive', { scopes: WRITE, args: v.object({ channel: text }) }, (call) => {
    const { args, principal } = call
    const conversation = findConversation(call, args.channel, 'write')
    requireChannel(conversation)
    if (conversation.isGeneral) throw slackFailure('cant_archive_general')
    if (conversation.archived) throw slackFailure('already_archived')
    requireMember(call, conversation)
    archiveConversation(call, conversation, principal.user.id)
    return ok(call)
  }),

  ...method('conversations.unarchive', { scopes: WRITE, args: v.object({ channel: text }) }, (call) => {
    const { args, principal } = call
    const conversation = findConversation(call, args.channel, 'write')
    requireChannel(conversation)
    if (!conversation.archived) throw slackFailure('not_archived')
    unarchiveConversation(call, conversation, principal.user.id)
    return ok(call)
  }),

  ...method(
    'conversations.rename',
    { scopes: WRITE, args: v.object({ channel: text, name: v.optional(text) }) },
    (call) => {
      const { args, principal } = call
      const { user } = principal
      const conversation = findConversation(call, args.channel, 'write')
      requireChannel(conversation)
      requireMember(call, conversation)
      requireActive(conversation)
      if (conversation.creator !== user.id && !user.isAdmin) throw slackFailure('not_authorized')
      const name = checkChannelName(call, args.name, user.teamId)
      const renamed = renameConversation(call, conversation, user.id, name)
      return ok(call, { channel: seenJson(call, renamed, user.id) })
    },
  ),

  ...(['topic', 'purpose'] as const).flatMap((field) =>
    method(
      field === 'topic' ? 'conversations.setTopic' : 'conversations.setPurpose',
      { scopes: TOPIC, args: v.object({ channel: text, [field]: text }) },
      (call) => {
        const { principal } = call
        const args: Readonly<Record<string, string>> = call.args // the schema's members are texts
        const conversation = findConversation(call, args['channel'], 'write.topic')
        if (conversation.kind === 'im') throw slackFailure('method_not_supported_for_channel_type')
        requireMember(call, conversation)
        requireActive(conversation)
        const caption = args[field] ?? ''
        if (caption.length > LONGEST_CAPTION) throw slackFailure('too_long')
        const changed = captionConversation(call, conversation, principal.user.id, field, caption)
        return ok(call, { channel: seenJson(call, changed, principal.user.id) })
      },
    ),
  ),

  ...method(
    'conversations.join',
    { scopes: anyConversationScope('join'), args: v.object({ channel: text }) },
    (call) => {
      const { args, principal } = call
      const { id: userId } = principal.user
      const conversation = findConversation(call, args.channel, 'join')
      if (conversation.kind !== 'public') throw slackFailure('method_not_supported_for_channel_type')
      requireActive(conversation)
      const wasMember = membershipOf(call, conversation, userId) !== undefined
      joinConversation(call, conversation, userId)
      const channel = seenJson(call, conversation, userId)
      if (!wasMember) return ok(call, { channel })
      const warnings = ['already_in_channel']
      return json({
        ok: true,
        channel,
        ...responseMetadataJson(call),
        warning: 'already_in_channel',
        response_metadata: { warnings },
      })
    },
  ),

  ...method('conversations.leave', { scopes: WRITE, args: v.object({ channel: text }) }, (call) => {
    const { rows, args, principal } = call
    const conversation = findConversation(call, args.channel, 'write')
    requireChannel(conversation)
    if (conversation.isGeneral) throw slackFailure('cant_leave_general')
    requireActive(conversation)
    if (membershipOf(call, conversation, principal.user.id) === undefined) return ok(call, { not_in_channel: true })
    const isLast = rows.memberships.count('byChannel', conversation.id) === 1
    if (isLast && conversation.kind === 'private') throw slackFailure('last_member')
    leaveConversation(call, conversation, principal.user.id)
    return ok(call)
  }),

  ...method(
    'conversations.invite',
    {
      scopes: anyConversationScope('write.invites'),
      args: v.object({ channel: text, users: v.optional(ids), force: v.optional(flag) }),
    },
    (call) => {
      const { args, principal } = call
      const { id: inviterId } = principal.user
      const conversation = findConversation(call, args.channel, 'write.invites')
      requireChannel(conversation)
      requireMember(call, conversation)
      requireActive(conversation)
      const users = args.users ?? []
      if (users.length === 0) throw slackFailure('no_user')
      if (users.length > MOST_INVITED) throw slackFailure('too_many_users')
      const errors = users.flatMap((user) => {
        const error = inviteError(call, conversation, inviterId, user)
        return error === null ? [] : [{ user, ok: false, error }]
      })
      const [first] = errors
      if (first !== undefined && (users.length === 1 || args.force !== true)) {
        throw slackFailure(first.error, users.length === 1 ? {} : { errors })
      }
      const failed = new Set(errors.map(({ user }) => user))
      for (const user of users) if (!failed.has(user)) joinConversation(call, conversation, user, inviterId)
      const channel = seenJson(call, conversation, inviterId)
      return ok(call, { channel, ...(errors.length === 0 ? {} : { errors }) })
    },
  ),

  ...method('conversations.kick', { scopes: WRITE, args: v.object({ channel: text, user: text }) }, (call) => {
    const { rows, args, principal } = call
    const conversation = findConversation(call, args.channel, 'write')
    requireChannel(conversation)
    if (rows.users.get(args.user) === undefined) throw slackFailure('user_not_found')
    if (args.user === principal.user.id) throw slackFailure('cant_kick_self')
    if (conversation.isGeneral) throw slackFailure('cant_kick_from_general')
    requireMember(call, conversation)
    if (membershipOf(call, conversation, args.user) === undefined) throw slackFailure('not_in_channel')
    removeMember(call, conversation, args.user, principal.user.id)
    return ok(call, { errors: {} })
  }),

  ...method(
    'conversations.open',
    {
      scopes: anyConversationScope('write', ['im', 'mpim']),
      args: v.object({
        channel: v.optional(text),
        users: v.optional(ids),
        return_im: v.optional(flag),
        prevent_creation: v.optional(flag),
      }),
    },
    (call) => {
      const { args, principal } = call
      const { id: userId } = principal.user
      if (args.channel !== undefined && args.channel !== '') {
        const conversation = findConversation(call, args.channel, 'write')
        if (conversation.people === null) throw slackFailure('method_not_supported_for_channel_type')
        const wasClosed = reopen(call, conversation, userId)
        const channel = openedJson(call, conversation, userId, args.return_im === true)
        return ok(call, { ...(wasClosed ? {} : { no_op: true, already_open: true }), channel })
      }
      const users = args.users ?? []
      requireScope(principal, conversationScopes(users.length > 1 ? 'mpim' : 'im', 'write'))
      const { conversation, wasOpen } = openWith(call, userId, users, args.prevent_creation !== true)
      const channel = openedJson(call, conversation, userId, args.return_im === true)
      return ok(call, { ...(wasOpen ? { no_op: true, already_open: true } : {}), channel })
    },
  ),

  ...method(
    'conversations.close',
    { scopes: anyConversationScope('write', ['im', 'mpim']), args: v.object({ channel: text }) },
    (call) => {
      const { args } = call
      const conversation = findConversation(call, args.channel, 'write')
      if (conversation.people === null) throw slackFailure('method_not_supported_for_channel_type')
      const membership = requireMember(call, conversation)
      if (!membership.isOpen) return ok(call, { no_op: true, already_closed: true })
      closeFor(call, conversation, membership)
      return ok(call)
    },
  ),

  ...method('conversations.mark', { scopes: WRITE, args: v.object({ channel: text, ts: text }) }, (call) => {
    const { args, principal } = call
    const conversation = findConversation(call, args.channel, 'write')
    if (parseTimestamp(args.ts) === undefined) throw slackFailure('invalid_timestamp')
    requireMember(call, conversation)
    markRead(call, conversation.id, principal.user.id, args.ts)
    return ok(call)
  }),
]

/** Returns the conversation as `conversations.open` answers it: its id alone, or with `return_im` all of it. */
function openedJson(
  call: Parameters<typeof readStateJson>[0],
  conversation: Parameters<typeof conversationJson>[1],
  userId: string,
  isWhole: boolean,
): object {
  return isWhole ? seenJson(call, conversation, userId) : { id: conversation.id }
}

/** Returns a conversation as its member sees it, with the last message that the member has read. */
function seenJson(
  call: Parameters<typeof readStateJson>[0],
  conversation: Parameters<typeof conversationJson>[1],
  userId: string,
) {
  return { ...conversationJson(call, conversation, userId), ...readStateJson(call, conversation, userId) }
}
