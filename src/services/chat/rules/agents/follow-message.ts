import type { ChatContext } from '#chat/call.ts'
import type { Message } from '#chat/schema/messages.ts'

/**
 * Changes the thread of an agent for a message in it: an answer of the app ends its status, a message of a person takes
 * the suggested prompts away.
 */
export function followMessage({ rows }: Pick<ChatContext, 'rows'>, message: Message): void {
  const { channelId, threadTs, ts, appId, userId, botId, ephemeralTo, subtype } = message
  if (ephemeralTo !== null || subtype === 'assistant_app_thread') return
  const threads = [threadTs ?? ts, ''].flatMap((each) => rows.agentThreads.list('byThread', channelId, each))
  for (const thread of threads) {
    if (thread.appId === appId && thread.status !== null) rows.agentThreads.update(thread.id, { status: null })
    // An agent's prompts stay at the top of its Messages tab.
    const isPinned = thread.threadTs === '' && rows.apps.get(thread.appId)?.isAgent === true
    if (botId === null && userId !== null && thread.prompts !== null && !isPinned)
      rows.agentThreads.update(thread.id, { prompts: null })
  }
}
