import type * as v from 'valibot'
import type { ChatCall } from '../../call.ts'
import type { Actor } from '../../method.ts'
import { refusal } from '../../refusals.ts'
import type { Message } from '../../schema/messages.ts'
import { nextMessageTime, timestampOf } from '../timestamps.ts'
import { contentOf, isAbsent, type CONTENT } from './content.ts'
import type { MessageChanges } from './edit.ts'

type Arguments = { readonly [N in keyof typeof CONTENT]?: v.InferOutput<(typeof CONTENT)[N]> } & {
  readonly file_ids?: unknown
  readonly reply_broadcast?: boolean | undefined
}

/**
 * Returns the changes that `chat.update` asks for. Blocks and attachments stay unless they are given; an empty list removes
 * them. https://docs.slack.dev/reference/methods/chat.update
 */
export function changesOf(
  call: ChatCall & { readonly principal: Actor },
  message: Message,
  args: Arguments,
): MessageChanges {
  const content = contentOf(call, withFormer(message, args))
  const isTextChanged = args.text !== undefined || args.markdown_text !== undefined
  const keepsBlocks = isAbsent(args.blocks) && args.markdown_text === undefined
  const edited = { user: call.principal.user.id, ts: timestampOf(nextMessageTime(call)) }
  return {
    text: isTextChanged ? content.text : message.text,
    blocks: keepsBlocks ? message.blocks : content.blocks,
    attachments: isAbsent(args.attachments) ? message.attachments : content.attachments,
    ...(content.metadata === null ? {} : { metadata: content.metadata }),
    ...(isAbsent(args.file_ids) ? {} : { fileIds: fileIdsOf(call, args.file_ids) }),
    ...(args.reply_broadcast === true && message.threadTs !== null && message.threadTs !== message.ts
      ? { isBroadcast: true, subtype: 'thread_broadcast' }
      : {}),
    ...(isTextChanged ? { edited } : {}),
  }
}

/** The arguments, with the text or blocks that stay, so that a message that says something is not refused as empty. */
function withFormer(message: Message, args: Arguments): Arguments {
  if (args.text !== undefined || args.markdown_text !== undefined) return args
  const saysNothing = isAbsent(args.blocks) && isAbsent(args.attachments) && isAbsent(args.file_ids)
  if (saysNothing) throw refusal('no_text')
  return { ...args, text: message.text }
}

function fileIdsOf({ rows }: ChatCall, value: unknown): string[] {
  const ids: readonly unknown[] = Array.isArray(value) ? value : String(value).split(',')
  return ids.map((id) => {
    const file = rows.files.get(String(id))
    if (file === undefined || file.state === 'deleted') throw refusal('file_not_found')
    return file.id
  })
}
