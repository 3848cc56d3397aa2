import type { ChatContext } from '#chat/call.ts'
import type { Message } from '#chat/schema/messages.ts'

/** Returns the name under which a message was posted; `somebody` for an author that no longer exists. */
export function authorName({ rows }: ChatContext, { userId, botId, username }: Message): string {
  return username ?? rows.bots.get(botId)?.name ?? rows.users.get(userId)?.name ?? 'somebody'
}
