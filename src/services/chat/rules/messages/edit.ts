import type { ChatContext } from '#chat/call.ts'
import type { Message } from '#chat/schema/messages.ts'
import { threadParent } from './post.ts'

/** The parts of a message that an edit replaces. */
export type MessageChanges = Partial<
  Pick<
    Message,
    'text' | 'blocks' | 'attachments' | 'metadata' | 'fileIds' | 'edited' | 'isBroadcast' | 'subtype' | 'extra'
  >
>

/** Replaces parts of a message, and emits the event. */
export function updateMessage(context: ChatContext, previous: Message, changes: MessageChanges): Message {
  const message = context.rows.messages.update(previous.id, changes)
  context.emit({ kind: 'message_changed', message, previous })
  return message
}

/**
 * Deletes a message, and emits the event. The first message of a thread with replies leaves a tombstone; a reply is no
 * longer counted in its thread.
 */
export function deleteMessage(context: ChatContext, message: Message, deletedBy: string | null): void {
  const { rows } = context
  const shares = rows.shares.list('byMessage', message.id)
  for (const share of shares) rows.shares.delete(share.id)
  if (message.replyCount > 0) {
    const empty = { text: '', blocks: null, attachments: null, metadata: null, fileIds: [], isTombstone: true }
    const tombstone = rows.messages.update(message.id, empty)
    // The vendor sends `message_changed` for the first message of a thread, and not `message_deleted`.
    context.emit({ kind: 'message_changed', message: tombstone, previous: message })
  } else {
    rows.messages.delete(message.id)
    const tombstone = uncountReply(context, message)
    context.emit({ kind: 'message_deleted', previous: message, deletedBy })
    if (tombstone !== null) context.emit({ kind: 'message_deleted', previous: tombstone, deletedBy })
  }
  for (const { fileId } of shares) {
    const file = rows.files.require(fileId)
    const userId = deletedBy ?? file.userId
    context.emit({ kind: 'file_unshared', file, message, userId })
    context.emit({ kind: 'file_changed', file, userId })
  }
}

/**
 * Counts the replies of a thread again after one was deleted. Returns the tombstone that was deleted with its last
 * reply; else null.
 */
function uncountReply(context: ChatContext, reply: Message): Message | null {
  const parent = threadParent(context, reply)
  if (parent === undefined) return null
  const { rows } = context
  const replies = rows.messages.list('replies', parent.channelId, parent.ts)
  if (replies.length === 0 && parent.isTombstone) {
    rows.messages.delete(parent.id)
    return { ...parent, replyCount: 0, replyUsers: [], latestReply: null }
  }
  rows.messages.update(parent.id, {
    replyCount: replies.length,
    replyUsers: [...new Set(replies.map(({ userId, botId }) => userId ?? botId ?? ''))],
    latestReply: replies.at(-1)?.ts ?? null,
    ...(replies.length === 0 ? { threadTs: null, subscribers: [] } : {}),
  })
  return null
}
