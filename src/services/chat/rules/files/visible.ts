import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { File } from '#chat/schema/messages.ts'
import { accessOf } from '../canvases/access.ts'
import { canSee } from '../conversations/find.ts'

/**
 * Returns true when a user may see a file: the owner's own, what is shared in a conversation that the user sees, and
 * the canvases and lists that the user has access to.
 */
export function canSeeFile({ rows }: Pick<ChatContext, 'rows'>, file: File, userId: string): boolean {
  const { id, userId: owner } = file
  if (owner === userId || accessOf({ rows }, file, userId) !== null) return true
  return rows.shares
    .list('byFile', id)
    .some(({ channelId }) => canSee({ rows }, rows.conversations.require(channelId), userId))
}

/**
 * Returns the completed file with an id that the user may see.
 *
 * @throws `file_not_found` and `file_deleted`.
 */
export function visibleFile(context: Pick<ChatContext, 'rows'>, userId: string, id: string): File {
  const file = context.rows.files.get(id)
  if (file?.state === 'deleted') throw slackFailure('file_deleted')
  if (file?.state !== 'complete' || !canSeeFile(context, file, userId)) throw slackFailure('file_not_found')
  return file
}
