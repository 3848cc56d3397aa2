import type { ChatContext } from '#chat/call.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { Message } from '#chat/schema/messages.ts'
import { nextMessageTime, timestampOf } from '../timestamps.ts'
import { followCalls } from '../calls.ts'
import { followMessage } from '../agents/follow-message.ts'

/** The author of a message. */
interface Author {
  /** Null for a bot without a user. */
  readonly userId: string | null
  readonly botId: string | null
  readonly appId: string | null
}

/** A message to post: its conversation and author, and the parts that it has. */
export type MessageInput = Pick<Message, 'channelId' | 'text'> &
  Author &
  Partial<
    Pick<
      Message,
      | 'threadTs'
      | 'isBroadcast'
      | 'subtype'
      | 'username'
      | 'icons'
      | 'blocks'
      | 'attachments'
      | 'metadata'
      | 'fileIds'
      | 'ephemeralTo'
      | 'clientMessageId'
      | 'extra'
      | 'stepId'
    >
  >

/**
 * Posts a message and emits its event. The caller has checked that the author may post, and that `threadTs` names a
 * message that begins a thread.
 */
export function postMessage(context: ChatContext, input: MessageInput): Message {
  const message = addMessage(context, input)
  context.emit({ kind: 'message', message })
  return message
}

/** Adds a message without an event: with the next timestamp, counted in its thread, and read by its author. */
export function addMessage(context: ChatContext, input: MessageInput): Message {
  const { rows } = context
  const at = nextMessageTime(context)
  const ts = timestampOf(at)
  const message = rows.messages.insert({
    threadTs: null,
    isBroadcast: false,
    subtype: null,
    username: null,
    icons: null,
    blocks: null,
    attachments: null,
    metadata: null,
    fileIds: [],
    ephemeralTo: null,
    clientMessageId: null,
    extra: {},
    ...input,
    at,
    ts,
    edited: null,
    replyCount: 0,
    replyUsers: [],
    latestReply: null,
    subscribers: [],
    isTombstone: false,
  })
  if (message.ephemeralTo === null) {
    countReply(context, message)
    followMessage(context, message)
    followCalls(context, message.channelId, message.blocks ?? [])
    markRead(context, message.channelId, message.userId, ts)
  }
  return message
}

/** Posts the message that the vendor adds for a change of a conversation: `channel_join`, `channel_topic`. */
export function postSystemMessage(
  context: ChatContext,
  conversation: Conversation,
  input: Required<Pick<MessageInput, 'subtype' | 'text' | 'extra'>> & { readonly userId: string },
): Message {
  return postMessage(context, { channelId: conversation.id, botId: null, appId: null, ...input })
}

/** Returns the first message of a thread; undefined when there is none. */
export function threadParent({ rows }: Pick<ChatContext, 'rows'>, message: Message): Message | undefined {
  const { threadTs, ts, channelId } = message
  return threadTs === null || threadTs === ts ? undefined : rows.messages.find('ts', channelId, threadTs)
}

function countReply(context: ChatContext, reply: Message): void {
  const parent = threadParent(context, reply)
  if (parent === undefined) return
  const author = reply.userId ?? reply.botId ?? ''
  const followers = [parent.userId, author].filter((id) => id !== null)
  context.rows.messages.update(parent.id, {
    threadTs: parent.ts,
    replyCount: parent.replyCount + 1,
    replyUsers: [...new Set([...parent.replyUsers, author])],
    latestReply: reply.ts,
    subscribers: [...new Set([...parent.subscribers, ...followers])],
  })
}

/** Sets the last message that a member has read. Does nothing for a user who is not a member. */
export function markRead({ rows }: ChatContext, channelId: string, userId: string | null, ts: string): void {
  const membership = userId === null ? undefined : rows.memberships.find('member', channelId, userId)
  if (membership !== undefined) rows.memberships.update(membership.id, { lastRead: ts })
}
