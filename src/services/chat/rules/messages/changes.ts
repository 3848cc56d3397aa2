import type * as v from 'valibot'
import type { ChatCall, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { isStreaming } from '../agents/stream-content.ts'
import type { Block, Message } from '#chat/schema/messages.ts'
import { nextMessageTime, timestampOf } from '../timestamps.ts'
import { isAbsent } from './absent.ts'
import { contentOf, LONGEST_EDIT, type CONTENT } from './content.ts'
import type { MessageChanges } from './edit.ts'

type Arguments = { readonly [N in keyof typeof CONTENT]?: v.InferOutput<(typeof CONTENT)[N]> } & {
  readonly file_ids?: unknown
  readonly reply_broadcast?: boolean | undefined
}

/**
 * Returns the changes of an edit. A new text without blocks removes the blocks. Without the argument `attachments` the
 * attachments stay; an empty list removes them. An empty object removes the metadata.
 * https://docs.slack.dev/reference/methods/chat.update
 */
export function changesOf(
  call: ChatCall & { readonly principal: Actor },
  message: Message,
  args: Arguments,
): MessageChanges {
  requireAtRest(call, message)
  requireBroadcastable(message, args)
  const removesMetadata = isEmptyObject(args.metadata)
  const complete = withUnchangedText(message, args)
  const content = contentOf(call, removesMetadata ? { ...complete, metadata: undefined } : complete, LONGEST_EDIT)
  requireSameKind(message, content.blocks)
  const isTextChanged = args.text !== undefined || args.markdown_text !== undefined
  const keepsBlocks = isAbsent(args.blocks) && !isTextChanged
  const edited = { user: call.principal.user.id, ts: timestampOf(nextMessageTime(call)) }
  return {
    text: isTextChanged ? content.text : message.text,
    blocks: keepsBlocks ? message.blocks : content.blocks,
    attachments: isAbsent(args.attachments) ? message.attachments : content.attachments,
    ...(content.metadata === null && !removesMetadata ? {} : { metadata: content.metadata }),
    ...(isAbsent(args.file_ids) ? {} : { fileIds: fileIdsOf(call, args.file_ids) }),
    ...(args.reply_broadcast === true && message.threadTs !== null && message.threadTs !== message.ts
      ? { isBroadcast: true, subtype: 'thread_broadcast' }
      : {}),
    ...(isTextChanged ? { edited } : {}),
  }
}

/**
 * Returns the arguments, with the text of the message where they have none.
 *
 * @throws `no_text` for arguments that change nothing.
 */
function withUnchangedText(message: Message, args: Arguments): Arguments {
  if (args.text !== undefined || args.markdown_text !== undefined) return args
  const isEmpty =
    isAbsent(args.blocks) && isAbsent(args.attachments) && isAbsent(args.file_ids) && args.reply_broadcast !== true
  if (isEmpty) throw slackFailure('no_text')
  return { ...args, text: message.text }
}

/**
 * @throws `cant_broadcast_message` for a message that is not a reply, and `no_dual_broadcast_content_update` when the
 * content changes too.
 */
function requireBroadcastable({ threadTs, ts, isBroadcast }: Message, args: Arguments): void {
  if (args.reply_broadcast !== true || isBroadcast) return
  if (threadTs === null || threadTs === ts) throw slackFailure('cant_broadcast_message')
  const contents = [args.text, args.markdown_text, args.blocks, args.attachments]
  if (contents.some((content) => !isAbsent(content))) throw slackFailure('no_dual_broadcast_content_update')
}

/** @throws `streaming_state_conflict` for a message that its app still streams. */
function requireAtRest(call: ChatCall, { id }: Message): void {
  const stream = call.rows.streams.find('message', id)
  if (stream !== undefined && isStreaming(call, stream)) throw slackFailure('streaming_state_conflict')
}

/** @throws `block_mismatch` when blocks of another type would replace the rich text of a person. */
function requireSameKind({ blocks, botId }: Message, changed: readonly Block[] | null): void {
  const isRich = (all: readonly Block[]): boolean => all.every(({ type }) => type === 'rich_text')
  if (botId !== null || blocks === null || changed === null) return
  if (isRich(blocks) && !isRich(changed)) throw slackFailure('block_mismatch')
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}

function fileIdsOf({ rows }: ChatCall, value: unknown): string[] {
  const ids: readonly unknown[] = Array.isArray(value) ? value : String(value).split(',')
  return ids.map((id) => {
    const file = rows.files.get(String(id))
    if (file?.state === 'deleted') throw slackFailure('file_deleted')
    if (file === undefined) throw slackFailure('file_not_found')
    return file.id
  })
}
