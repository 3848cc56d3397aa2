import type { Message } from '#chat/schema/messages.ts'

/** Returns the id by which an app names a message with links: that of `link_shared` events. */
export function unfurlId({ channelId, ts }: Message): string {
  return `${channelId}-${ts}`
}
