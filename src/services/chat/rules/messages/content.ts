import { ownMember } from '#core/objects.ts'
import * as v from 'valibot'
import { flag, structure, text as textArgument } from '../arguments.ts'
import type { ChatCall, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { Attachment, Block, Metadata } from '#chat/schema/messages.ts'
import { checkBlocks } from '../block-kit/check-blocks.ts'
import { completeBlocks } from '../block-kit/complete.ts'
import { namedEmoji } from '../text/emoji.ts'
import { formatText } from '../text/format.ts'
import { blocksOfMarkdown } from '../text/markdown.ts'
import { textOfBlocks } from '../text/rich-text-words.ts'
import { richTextOf } from '../text/rich-text.ts'
import { isAbsent } from './absent.ts'
import { entitiesOf } from './entities.ts'

/** The arguments that carry the content of a message. */
export const CONTENT = {
  text: v.optional(textArgument),
  markdown_text: v.optional(textArgument),
  blocks: v.optional(structure),
  attachments: v.optional(structure),
  metadata: v.optional(structure),
  parse: v.optional(textArgument),
  link_names: v.optional(flag),
  mrkdwn: v.optional(flag),
}

/** The checked text, blocks, attachments and metadata of a message. */
export interface Content {
  readonly text: string
  readonly blocks: readonly Block[] | null
  readonly attachments: readonly Attachment[] | null
  readonly metadata: Metadata | null
}

/**
 * The length at which a text is cut off, in characters, and the most attachments.
 * https://docs.slack.dev/reference/methods/chat.postMessage#truncating
 */
export const LONGEST_TEXT = 40_000
const LONGEST_MARKDOWN = 12_000
/** The longest text of an edit. https://docs.slack.dev/reference/methods/chat.update */
export const LONGEST_EDIT = 4000
const MOST_ATTACHMENTS = 100

type Arguments = { readonly [N in keyof typeof CONTENT]?: v.InferOutput<(typeof CONTENT)[N]> }

type WithActor = ChatCall & { readonly principal: Actor }

/**
 * Returns the checked content of a message. A text of more than 40,000 characters is cut off there.
 *
 * @param longest the length of a text from which it is refused with `msg_too_long`
 * @throws the vendor's failures, and `no_text` for a message without content.
 */
export function contentOf(call: WithActor, args: Arguments, longest = Infinity): Content {
  if (args.markdown_text !== undefined) return markdownContent(call, args.markdown_text, args)
  if ((args.text ?? '').length > longest) throw slackFailure('msg_too_long')
  const text = (args.text ?? '').slice(0, LONGEST_TEXT)
  const blocks = isAbsent(args.blocks) ? null : checkBlocks(call, args.blocks, 'message')
  const attachments = isAbsent(args.attachments) ? null : checkAttachments(call, args.attachments)
  requireShortMarkdown(blocks ?? [])
  const metadata = isAbsent(args.metadata) ? null : checkMetadata(call, args.metadata)
  const isEmpty = text.trim() === '' && (blocks?.length ?? 0) === 0 && (attachments?.length ?? 0) === 0
  if (isEmpty && entitiesOf(args.metadata).length === 0) throw slackFailure('no_text')
  const kept = formatText(call, text, { parse: args.parse, linkNames: args.link_names })
  const plain = args.mrkdwn === false && kept !== '' ? [richTextOf(kept, call.ids.base62(5), { mrkdwn: false })] : null
  return {
    text: kept,
    blocks: blocks === null || blocks.length === 0 ? plain : blocks,
    attachments: attachments?.length === 0 ? null : attachments,
    metadata,
  }
}

/** Returns the content of a message in Markdown: the blocks that the vendor makes of it, and their text. */
function markdownContent(call: WithActor, markdown: string, args: Arguments): Content {
  if (args.text !== undefined || !isAbsent(args.blocks)) throw slackFailure('markdown_text_conflict')
  if (markdown.trim() === '') throw slackFailure('no_text')
  if (markdown.length > LONGEST_MARKDOWN) throw slackFailure('msg_too_long')
  const metadata = isAbsent(args.metadata) ? null : checkMetadata(call, args.metadata)
  const blocks = completeBlocks(blocksOfMarkdown(namedEmoji(markdown)), () => call.ids.base62(5))
  return { text: textOfBlocks(blocks), blocks, attachments: null, metadata }
}

function checkAttachments(call: ChatCall, value: unknown): readonly Attachment[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (!list.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))) {
    throw slackFailure('invalid_attachments')
  }
  if (list.length > MOST_ATTACHMENTS) throw slackFailure('too_many_attachments')
  return list.map((each, index) => {
    const attachment = each as Attachment // checked to be an object
    const blocks = attachment['blocks']
    const fallback = attachment['fallback'] ?? attachment['text'] ?? attachment['title'] ?? '[no preview available]'
    return {
      id: index + 1,
      ...attachment,
      ...colorOf(attachment),
      fallback,
      ...(isAbsent(blocks) ? {} : { blocks: checkBlocks(call, blocks, 'message') }),
    }
  })
}

/** The colors that have names. https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments */
const COLORS: Readonly<Record<string, string>> = { good: '2eb886', warning: 'daa038', danger: 'a30200' }

/** Returns the color of an attachment as the vendor keeps it: its six digits. */
function colorOf({ color }: Attachment): Attachment {
  return typeof color === 'string' ? { color: ownMember(COLORS, color) ?? color.replace(/^#/, '') } : {}
}

/**
 * @throws `msg_blocks_too_long` when the `markdown` blocks of a message together have more text than one block may
 * have.
 */
function requireShortMarkdown(blocks: readonly Block[]): void {
  const texts = blocks.map(({ type, text: words }) => (type === 'markdown' && typeof words === 'string' ? words : ''))
  if (texts.join('').length > LONGEST_MARKDOWN) throw slackFailure('msg_blocks_too_long')
}

/**
 * Returns the event in checked metadata, which only apps send; null for metadata that has entities alone.
 *
 * @throws `metadata_must_be_sent_from_app` for a token that belongs to no app.
 */
export function checkMetadata({ principal }: WithActor, value: unknown): Metadata | null {
  if (principal.app === null) throw slackFailure('metadata_must_be_sent_from_app')
  if (typeof value !== 'object' || value === null) throw slackFailure('invalid_metadata_format')
  const { event_type: type, event_payload: payload } = value as Partial<Record<keyof Metadata, unknown>> // an object
  if (isAbsent(type) && entitiesOf(value).length > 0) return null
  if (typeof type !== 'string' || type === '') throw slackFailure('invalid_metadata_schema')
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw slackFailure('invalid_metadata_schema')
  }
  return { event_type: type, event_payload: payload as Metadata['event_payload'] } // checked to be an object
}
