import { MINUTE } from '#core/duration.ts'
import type { ChatContext } from '#chat/call.ts'
import type { AgentThread, ThreadStatus } from '#chat/schema/agents.ts'
import type { App, User } from '#chat/schema/people.ts'
import { openDirectMessage } from '../conversations/create.ts'
import { updateMessage } from '../messages/edit.ts'
import { postMessage } from '../messages/post.ts'

// The threads in which apps act as agents. https://docs.slack.dev/ai/developing-ai-apps

/** The title of a thread with an assistant that has no title. */
const NO_TITLE = 'New Assistant Thread'

/** The time after which a status disappears. https://docs.slack.dev/reference/methods/assistant.threads.setStatus */
const STATUS_LIFETIME = 2 * MINUTE

/** The fields by which a thread of an agent is found. */
type ThreadKey = Pick<AgentThread, 'channelId' | 'threadTs' | 'appId'>

/** Returns the thread of an agent, made without a status, a title and prompts when there is none. */
export function agentThreadAt({ rows }: Pick<ChatContext, 'rows'>, key: ThreadKey): AgentThread {
  const { channelId, threadTs, appId } = key
  const before = rows.agentThreads.find('thread', channelId, threadTs, appId)
  if (before !== undefined) return before
  const empty = { openedBy: null, contextChannelId: null, title: '', status: null, prompts: null, session: null }
  return rows.agentThreads.insert({ channelId, threadTs, appId, ...empty })
}

/**
 * Opens a new thread with the assistant of an app for a person, and emits `assistant_thread_started`. The vendor begins
 * it with a message that has the thread's title.
 */
export function openAssistantThread(
  context: ChatContext,
  { app, botUser, user, contextChannelId }: OpenInput,
): AgentThread {
  const { rows } = context
  const { id: channelId } = openDirectMessage(context, user.id, [botUser.id])
  const root = postMessage(context, {
    channelId,
    userId: botUser.id,
    botId: botUser.botId,
    appId: app.id,
    subtype: 'assistant_app_thread',
    text: NO_TITLE,
    extra: { assistant_app_thread: titled(NO_TITLE) },
  })
  rows.consumedMessages.set([...rows.consumedMessages.get(), root.id])
  const { id } = agentThreadAt(context, { channelId, threadTs: root.ts, appId: app.id })
  const thread = rows.agentThreads.update(id, { openedBy: user.id, contextChannelId })
  context.emit({ kind: 'assistant_thread_started', thread, userId: user.id })
  return thread
}

/**
 * Opens the Messages tab of an agent for a person, and emits `app_home_opened`. The conversation as a whole is its
 * thread. https://docs.slack.dev/ai/migrating-to-agent-messaging
 */
export function openMessagesTab(
  context: ChatContext,
  { app, botUser, user, contextChannelId }: OpenInput,
): AgentThread {
  const { rows } = context
  const { id: channelId } = openDirectMessage(context, user.id, [botUser.id])
  const { id } = agentThreadAt(context, { channelId, threadTs: '', appId: app.id })
  const thread = rows.agentThreads.update(id, { openedBy: user.id, contextChannelId })
  const view = undefined
  context.emit({ kind: 'home_opened', app, userId: user.id, channelId, tab: 'messages', view, agentThread: thread })
  return thread
}

/** Returns the thread of an agent whose Messages tab a person has opened; undefined for another app. */
export function messagesTabOf({ rows }: Pick<ChatContext, 'rows'>, app: App, userId: string): AgentThread | undefined {
  if (!app.isAgent) return undefined
  return rows.agentThreads.list('byPerson', app.id, userId).find(({ threadTs }) => threadTs === '')
}

interface OpenInput {
  readonly app: App
  /** The user of the app's bot. */
  readonly botUser: User
  readonly user: User
  /** The channel that the person looks at; null: none. */
  readonly contextChannelId: string | null
}

/** Changes the channel that a person looks at beside the assistant, and emits the event unless it is the same. */
export function changeContext(context: ChatContext, thread: AgentThread, channelId: string | null): AgentThread {
  if (thread.contextChannelId === channelId || thread.openedBy === null) return thread
  const changed = context.rows.agentThreads.update(thread.id, { contextChannelId: channelId })
  const isAgent = context.rows.apps.get(thread.appId)?.isAgent === true
  const kind = isAgent ? 'app_context_changed' : 'assistant_thread_context_changed'
  context.emit({ kind, thread: changed, userId: thread.openedBy })
  return changed
}

/** Sets the title of a thread, which its first message shows where the vendor has begun it. */
export function setThreadTitle(context: ChatContext, thread: AgentThread, title: string): AgentThread {
  const root = context.rows.messages.find('ts', thread.channelId, thread.threadTs)
  if (root?.subtype === 'assistant_app_thread') {
    updateMessage(context, root, { extra: { ...root.extra, assistant_app_thread: titled(title) } })
  }
  return context.rows.agentThreads.update(thread.id, { title })
}

function titled(title: string): object {
  return { title, title_blocks: [], artifacts: [] }
}

/** Returns the status that a thread shows now; null without one, and for one that is older than two minutes. */
export function shownStatus({ clock }: Pick<ChatContext, 'clock'>, { status }: AgentThread): ThreadStatus | null {
  return status !== null && clock.now() - status.setAt < STATUS_LIFETIME ? status : null
}
