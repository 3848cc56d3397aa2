import type { ChatContext, Principal } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Attachment, Message } from '#chat/schema/messages.ts'
import { updateMessage } from './edit.ts'

/** Returns the message with an unfurl id; undefined when there is none. */
export function messageOfUnfurlId({ rows }: Pick<ChatContext, 'rows'>, id: string): Message | undefined {
  const [channelId = '', ts = ''] = id.split('-')
  return rows.messages.find('ts', channelId, ts)
}

/**
 * Attaches previews of the links in a message, by their URL. A second preview of a link replaces the first.
 *
 * @throws `cannot_unfurl_message` for a URL that the message does not have, and `cannot_unfurl_url` for a text that is
 * no URL.
 */
export function unfurlLinks(
  context: ChatContext,
  message: Message,
  { bot, app }: Principal,
  unfurls: Readonly<Record<string, Attachment>>,
): Message {
  let attachments = [...(message.attachments ?? [])]
  for (const [url, preview] of Object.entries(unfurls)) {
    if (!URL.canParse(url)) throw slackFailure('cannot_unfurl_url')
    if (!message.text.includes(url)) throw slackFailure('cannot_unfurl_message')
    const author = { ...(bot === null ? {} : { bot_id: bot.id }), ...(app === null ? {} : { app_id: app.id }) }
    attachments = attachments.filter((each) => each['app_unfurl_url'] !== url)
    attachments.push({ ...preview, from_url: url, app_unfurl_url: url, is_app_unfurl: true, ...author })
  }
  const numbered = attachments.map((each, index) => ({ fallback: '[no preview available]', ...each, id: index + 1 }))
  return updateMessage(context, message, { attachments: numbered })
}
