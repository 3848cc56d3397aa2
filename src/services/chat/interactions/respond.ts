import { parseJson } from '#core/text/parse-json.ts'
import type { ChatContext } from '#chat/call.ts'
import { checkBlocks } from '#chat/rules/block-kit/check-blocks.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { postMessage, type MessageInput } from '#chat/rules/messages/post.ts'
import { formatText } from '#chat/rules/text/format.ts'
import type { Attachment, Message, Metadata } from '#chat/schema/messages.ts'
import type { App } from '#chat/schema/people.ts'

/** Returns the members of a body: of a JSON object, or `{text}` for plain text. Undefined for an empty one. */
export function membersOf(body: string): Readonly<Record<string, unknown>> | undefined {
  const text = body.trim()
  if (text === '') return undefined
  if (!text.startsWith('{')) return { text }
  try {
    const value = parseJson(text)
    return isObject(value) ? value : { text }
  } catch {
    return { text }
  }
}

/**
 * Returns the content of a message from the members of a body that an app has sent.
 *
 * @throws the vendor's failure for blocks that break a rule of Block Kit.
 */
export function bodyContent(
  context: ChatContext,
  members: Readonly<Record<string, unknown>>,
): Pick<MessageInput, 'text' | 'blocks' | 'attachments' | 'metadata'> {
  const { text, blocks, attachments, link_names: linkNames, parse, metadata } = members
  return {
    text: formatText(context, typeof text === 'string' ? text : '', {
      linkNames: linkNames === true || linkNames === 1,
      parse: typeof parse === 'string' ? parse : undefined,
    }),
    blocks: blocks === undefined || blocks === null ? null : emptyAsNull(checkBlocks(context, blocks, 'message')),
    attachments: Array.isArray(attachments) ? emptyAsNull(attachments.filter(isObject).map(numbered)) : null,
    metadata: isObject(metadata) ? (metadata as unknown as Metadata) : null, // stored and answered as it came
  }
}

function emptyAsNull<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list
}

function numbered(attachment: Readonly<Record<string, unknown>>, index: number): Attachment {
  const fallback = attachment['fallback'] ?? attachment['text'] ?? '[no preview available]'
  return { id: index + 1, ...attachment, fallback }
}

/** Returns true for content with a text, blocks or attachments. */
export function hasContent({ text, blocks, attachments }: ReturnType<typeof bodyContent>): boolean {
  return text.trim() !== '' || blocks !== null || attachments !== null
}

/** The conversation and the reader of an answer. */
export interface AnswerPlace {
  readonly channelId: string
  /** The person who interacted: an ephemeral answer is for this person only. */
  readonly userId: string
  readonly threadTs: string | null
}

/**
 * Posts the answer of an app to a command or to a response URL: ephemeral, unless `response_type` is `in_channel`.
 * Returns null for an answer without content.
 */
export function postAnswer(
  context: ChatContext,
  app: App,
  { channelId, userId, threadTs }: AnswerPlace,
  members: Readonly<Record<string, unknown>>,
): Message | null {
  const content = bodyContent(context, members)
  if (!hasContent(content)) return null
  const bot = context.rows.bots.list('byApp', app.id).at(0)
  const thread = typeof members['thread_ts'] === 'string' ? members['thread_ts'] : threadTs
  return postMessage(context, {
    channelId,
    userId: bot?.userId ?? null,
    botId: bot?.id ?? null,
    appId: app.id,
    ...content,
    threadTs: thread,
    ephemeralTo: members['response_type'] === 'in_channel' ? null : userId,
  })
}
