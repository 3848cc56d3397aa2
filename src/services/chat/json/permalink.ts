import type { Message } from '#chat/schema/messages.ts'

/** Returns the link to a message: `/archives/C…/p1767225600000100`. */
export function permalinkOf(origin: string, { channelId, ts, threadTs }: Message): string {
  const url = `${origin}/archives/${channelId}/p${ts.replace('.', '')}`
  return threadTs === null || threadTs === ts ? url : `${url}?thread_ts=${threadTs}&cid=${channelId}`
}
