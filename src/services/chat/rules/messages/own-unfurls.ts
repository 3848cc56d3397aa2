import type { ChatContext } from '#chat/call.ts'
import type { Attachment, Message } from '#chat/schema/messages.ts'
import { canSee } from '../conversations/find.ts'
import { linkedUrls } from '../text/entities.ts'
import { authorName } from './author-name.ts'
import { updateMessage } from './edit.ts'
import { richTextOf } from '../text/rich-text.ts'
import { numbered } from './unfurl.ts'

/**
 * Attaches the messages of this workspace to whose links a message leads, as the vendor does by itself. Its author must
 * see them; a message of a private conversation is shown in that conversation alone. Returns the message as it is then.
 */
export function unfurlPermalinks(context: ChatContext, message: Message, userId: string): Message {
  if (!message.text.includes('/archives/')) return message
  const quotes = linkedUrls(message.text).flatMap((url): readonly Attachment[] => {
    const quoted = messageAtUrl(context, url)
    return quoted === undefined || !isQuotable(context, quoted, message, userId) ? [] : [quoteOf(context, quoted, url)]
  })
  if (quotes.length === 0) return message
  return updateMessage(context, message, { attachments: numbered([...(message.attachments ?? []), ...quotes]) })
}

function messageAtUrl({ rows, origin }: ChatContext, url: string): Message | undefined {
  if (!url.startsWith(`${origin}/archives/`)) return undefined
  const [, channelId = '', seconds = '', fraction = ''] =
    /\/archives\/([CDG][A-Z0-9]+)\/p(\d{10})(\d{6})(?:\?|$)/.exec(url) ?? []
  return rows.messages.find('ts', channelId, `${seconds}.${fraction}`)
}

function isQuotable(context: ChatContext, quoted: Message, { channelId }: Message, userId: string): boolean {
  const conversation = context.rows.conversations.require(quoted.channelId)
  const isOpen = conversation.kind === 'public' || conversation.id === channelId
  return isOpen && quoted.ephemeralTo === null && !quoted.isTombstone && canSee(context, conversation, userId)
}

/** Returns the attachment that shows another message. https://docs.slack.dev/messaging/unfurling-links-in-messages */
function quoteOf(context: ChatContext, quoted: Message, url: string): Attachment {
  const { rows, origin } = context
  const { channelId, userId, ts, threadTs, text, blocks, replyCount } = quoted
  const team = rows.team.get().id
  const { kind, name } = rows.conversations.require(channelId)
  const author = authorName(context, quoted)
  const isReply = threadTs !== null && threadTs !== ts
  const shown = blocks ?? (text === '' ? [] : [richTextOf(text, context.ids.base62(5))])
  return {
    from_url: url,
    original_url: url,
    fallback: `[${new Date(Number(ts) * 1000).toUTCString()}] ${author}: ${text}`,
    ts,
    channel_id: channelId,
    channel_team: team,
    ...(userId === null ? {} : { author_id: userId, author_link: `${origin}/team/${userId}` }),
    author_name: author,
    author_subname: author,
    is_msg_unfurl: true,
    ...(replyCount > 0 ? { is_thread_root_unfurl: true } : {}),
    ...(isReply ? { is_reply_unfurl: true } : {}),
    message_blocks: [{ team, channel: channelId, ts, message: { blocks: shown } }],
    text,
    mrkdwn_in: ['text'],
    footer: kind === 'public' ? (isReply ? `From a thread in #${name}` : `Posted in #${name}`) : 'Slack Conversation',
  }
}
