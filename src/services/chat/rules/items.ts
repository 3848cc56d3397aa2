import type { ChatCall, Actor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { canSee } from './conversations/find.ts'
import { messageAt } from './messages/target.ts'
import { parseTimestamp } from './timestamps.ts'
import { visibleFile } from './files/visible.ts'
import type { Item } from './reactions.ts'

/** The arguments that name a message or a file. */
interface ItemArguments {
  readonly channel?: string | undefined
  readonly timestamp?: string | undefined
  readonly file?: string | undefined
  readonly file_comment?: string | undefined
}

/**
 * Returns the message or file that the arguments name.
 *
 * @throws `no_item_specified`, `bad_timestamp`, `channel_not_found`, `message_not_found`, `file_not_found` and
 * `file_comment_not_found`.
 */
export function findItem(call: ChatCall & { readonly principal: Actor }, args: ItemArguments): Item {
  const { rows, principal } = call
  if (args.file !== undefined && args.file !== '') {
    return { file: visibleFile(call, principal.user.id, args.file) }
  }
  if (args.file_comment !== undefined && args.file_comment !== '') throw slackFailure('file_comment_not_found')
  if (!args.channel || !args.timestamp) throw slackFailure('no_item_specified')
  if (parseTimestamp(args.timestamp) === undefined) throw slackFailure('bad_timestamp')
  const conversation = rows.conversations.get(args.channel)
  if (conversation === undefined || !canSee(call, conversation, principal.user.id))
    throw slackFailure('channel_not_found')
  const message = messageAt(call, conversation, args.timestamp)
  if (message === undefined || message.isTombstone) throw slackFailure('message_not_found')
  return { message }
}
