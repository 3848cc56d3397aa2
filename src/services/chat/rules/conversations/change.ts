import type { ChatContext } from '#chat/call.ts'
import type { Caption, Conversation } from '#chat/schema/conversations.ts'
import { postSystemMessage } from '../messages/post.ts'
import { postAsSlackbot } from '../messages/slackbot.ts'
import { seconds } from '../timestamps.ts'
import { addMember } from './create.ts'

/** The longest topic and purpose, in characters. */
export const LONGEST_CAPTION = 250

/** Makes a user a member, posts `channel_join`, and emits the events. Does nothing for a member. */
export function joinConversation(
  context: ChatContext,
  conversation: Conversation,
  userId: string,
  inviterId: string | null = null,
): void {
  const { rows } = context
  if (rows.memberships.find('member', conversation.id, userId) !== undefined) return
  addMember(context, conversation.id, userId)
  if (conversation.kind !== 'im' && conversation.kind !== 'mpim') {
    const extra = inviterId === null ? {} : { inviter: inviterId }
    const text = `<@${userId}> has joined the channel`
    postSystemMessage(context, conversation, { userId, subtype: 'channel_join', text, extra })
  }
  context.emit({ kind: 'member_joined', conversation, userId, inviterId })
}

/** Ends a user's membership, and emits the event. Posts `channel_leave`, unless another user removes the user. */
export function leaveConversation(
  context: ChatContext,
  conversation: Conversation,
  userId: string,
  removerId: string | null = null,
): void {
  const { rows } = context
  const membership = rows.memberships.find('member', conversation.id, userId)
  if (membership === undefined) return
  // Posted before the membership ends, because its author is the user who leaves.
  if (removerId === null) {
    const text = `<@${userId}> has left the channel`
    postSystemMessage(context, conversation, { userId, subtype: 'channel_leave', text, extra: {} })
  }
  context.emit({ kind: 'member_left', conversation, userId, removerId })
  rows.memberships.delete(membership.id)
}

/** Ends the membership of a user whom another user removes, and posts a message of Slackbot to the person. */
export function removeMember(
  context: ChatContext,
  conversation: Conversation,
  userId: string,
  removerId: string,
): void {
  leaveConversation(context, conversation, userId, removerId)
  const place = conversation.kind === 'public' ? `<#${conversation.id}|${conversation.name}>` : `#${conversation.name}`
  postAsSlackbot(context, userId, { text: `You have been removed from ${place} by <@${removerId}>` })
}

/**
 * Sets the topic or the purpose, and posts `channel_topic` or `channel_purpose`. Does nothing when the text stays the
 * same.
 */
export function captionConversation(
  context: ChatContext,
  conversation: Conversation,
  userId: string,
  field: 'topic' | 'purpose',
  text: string,
): Conversation {
  if (conversation[field].value === text) return conversation
  const caption: Caption = { value: text, creator: userId, lastSet: seconds(context.clock.now()) }
  const changed = update(context, conversation, { [field]: caption })
  const noun = field === 'topic' ? 'topic' : 'description'
  const sentence =
    text === '' ? `<@${userId}> cleared the channel ${noun}` : `<@${userId}> set the channel ${noun}: ${text}`
  const extra = { [field]: text }
  postSystemMessage(context, changed, { userId, subtype: `channel_${field}`, text: sentence, extra })
  return changed
}

/** Renames a channel, posts `channel_name`, and emits the event. */
export function renameConversation(
  context: ChatContext,
  conversation: Conversation,
  userId: string,
  name: string,
): Conversation {
  const { name: oldName, previousNames } = conversation
  const changed = update(context, conversation, { name, previousNames: [oldName, ...previousNames] })
  const text = `<@${userId}> has renamed the channel from "${oldName}" to "${name}"`
  const extra = { old_name: oldName, name }
  postSystemMessage(context, changed, { userId, subtype: 'channel_name', text, extra })
  context.emit({ kind: 'conversation_renamed', conversation: changed, userId, oldName })
  return changed
}

/** Archives a channel: posts `channel_archive`, and emits the event. */
export function archiveConversation(context: ChatContext, conversation: Conversation, userId: string): Conversation {
  const text = `<@${userId}> archived the channel`
  postSystemMessage(context, conversation, { userId, subtype: 'channel_archive', text, extra: {} })
  const changed = update(context, conversation, { archived: true })
  context.emit({ kind: 'conversation_archived', conversation: changed, userId })
  return changed
}

/** Opens an archived channel again: posts `channel_unarchive`, emits the event, and makes the user a member. */
export function unarchiveConversation(context: ChatContext, conversation: Conversation, userId: string): Conversation {
  const changed = update(context, conversation, { archived: false })
  const text = `<@${userId}> un-archived the channel`
  postSystemMessage(context, changed, { userId, subtype: 'channel_unarchive', text, extra: {} })
  context.emit({ kind: 'conversation_unarchived', conversation: changed, userId })
  joinConversation(context, changed, userId)
  return changed
}

function update(
  { rows, clock }: ChatContext,
  { id }: Conversation,
  changes: Partial<Omit<Conversation, 'id'>>,
): Conversation {
  return rows.conversations.update(id, { ...changes, updatedAt: clock.now() })
}
