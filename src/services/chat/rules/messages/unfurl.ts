import type { ChatContext, Principal } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Attachment, Message } from '#chat/schema/messages.ts'
import type { EntityMetadata } from '#chat/schema/entities.ts'
import { updateMessage } from './edit.ts'
import { previewsOfEntities } from './entities.ts'

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
    attachments = attachments.filter((each) => each['app_unfurl_url'] !== url)
    attachments.push(unfurlOf({ bot, app }, url, preview))
  }
  return updateMessage(context, message, { attachments: numbered(attachments) })
}

/** Returns the attachments of a new message, with the previews of its entities at the end. */
export function withEntityPreviews(
  attachments: readonly Attachment[] | null,
  principal: Principal,
  entities: readonly EntityMetadata[],
): readonly Attachment[] | null {
  if (entities.length === 0) return attachments
  const previews = Object.entries(previewsOfEntities(entities))
  return numbered([...(attachments ?? []), ...previews.map(([url, preview]) => unfurlOf(principal, url, preview))])
}

function unfurlOf({ bot, app }: Pick<Principal, 'bot' | 'app'>, url: string, preview: Attachment): Attachment {
  const author = { ...(bot === null ? {} : { bot_id: bot.id }), ...(app === null ? {} : { app_id: app.id }) }
  return { ...preview, from_url: url, app_unfurl_url: url, is_app_unfurl: true, ...author }
}

/** Gives attachments their numbers, from 1. */
export function numbered(attachments: readonly Attachment[]): Attachment[] {
  return attachments.map((each, index) => ({ fallback: '[no preview available]', ...each, id: index + 1 }))
}
