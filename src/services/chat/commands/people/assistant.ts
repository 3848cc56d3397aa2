import { awaited } from '#core/commands.ts'
import type { ChatContext } from '#chat/call.ts'
import { stopForUser } from '#chat/rules/agents/streams.ts'
import { isStreaming } from '#chat/rules/agents/stream-content.ts'
import {
  changeContext,
  openAssistantThread,
  openMessagesTab,
  setThreadTitle,
  shownStatus,
} from '#chat/rules/agents/threads.ts'
import { findBotUser } from '#chat/rules/agents/find-bot-user.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import type { AgentThread, SuggestedPrompt } from '#chat/schema/agents.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { User } from '#chat/schema/people.ts'
import { personCommand, type PersonCommandInput } from './acting.ts'
import { findApp, findMessage, findOwnConversation, findPerson } from './find.ts'
import { sayIn } from './messages.ts'
import { showMessage, type ShownMessage } from './shown.ts'

// The actions of a person who uses the assistant of an app, beside a channel or alone.

/**
 * The thread of an assistant as tests see it. It is a message as methods take it: the first of its thread. The Messages
 * tab of an agent has no first message; methods about assistants take it, too.
 */
export interface ShownAssistant {
  /** The name of the app. */
  readonly app: string
  /** The id of the direct message with the app. */
  readonly channel: string
  /** The `ts` of its thread; empty for the Messages tab of an agent. */
  readonly ts: string
  /** Empty until the app sets one. */
  readonly title: string
  /** The words that follow the name of the app while it works: `is thinking...`; null: none are shown. */
  readonly status: string | null
  /** The words that take turns in place of the status. */
  readonly loading_messages: readonly string[]
  readonly prompts: readonly SuggestedPrompt[]
  /** The name of the channel that the person looks at: `#deploys`; null: none. */
  readonly context: string | null
}

/** The input of `openAssistant`. */
export interface OpenAssistantInput extends PersonCommandInput {
  /** The name of the app or its bot. Default: the only app */
  readonly app?: string
  /** The channel that the person looks at. Default: none */
  readonly channel?: string
}

/** Opens a new thread with the assistant of an app. */
export const openAssistant = personCommand((context: ChatContext, user: User, input: OpenAssistantInput) => {
  const app = findApp(context, input.app)
  const botUser = findBotUser(context, app)
  if (botUser === undefined) throw new Error(`the app ${app.name} has no bot with the scope assistant:write`)
  const contextChannelId = channelIdOf(context, user, input.channel)
  const open = app.isAgent ? openMessagesTab : openAssistantThread
  return showAssistant(context, open(context, { app, botUser, user, contextChannelId }))
})

/** The input of the commands about the thread of an assistant. */
export interface AssistantInput extends PersonCommandInput {
  /** The thread, as a message: what `openAssistant` has returned, or a message in it. */
  readonly thread: unknown
}

/** Looks at another channel beside the assistant; without one, at none. */
export const switchChannel = personCommand(
  (context: ChatContext, user: User, { thread, channel }: AssistantInput & { readonly channel?: string }) => {
    const contextChannelId = channelIdOf(context, user, channel)
    return showAssistant(context, changeContext(context, findThread(context, user, thread), contextChannelId))
  },
)

/** Gives the thread of an assistant another title. */
export const renameAssistant = personCommand(
  (context: ChatContext, user: User, { thread, title }: AssistantInput & { readonly title: string }) => {
    const found = findThread(context, user, thread)
    const renamed = setThreadTitle(context, found, title)
    context.emit({
      kind: 'agent_session_title_changed',
      thread: renamed,
      userId: user.id,
      previousTitle: found.title,
    })
    return showAssistant(context, renamed)
  },
)

/** Returns the thread of an assistant as it is now. */
export function assistant(context: ChatContext, { user, thread }: AssistantInput): ShownAssistant {
  return showAssistant(context, findThread(context, findPerson(context, user), thread))
}

/** Waits until the app has suggested prompts, and returns them. */
export const prompts = awaited({
  look(context: ChatContext, { user, thread }: AssistantInput): readonly SuggestedPrompt[] | undefined {
    return findThread(context, findPerson(context, user), thread).prompts?.list
  },
  missing: (context: ChatContext, input: AssistantInput) =>
    `${assistant(context, input).app} has suggested no prompts to ${input.user}`,
})

/** Presses a suggested prompt, by its title: posts its message in the thread. */
export const pressPrompt = personCommand(
  (context: ChatContext, user: User, { thread, title }: AssistantInput & { readonly title: string }): ShownMessage => {
    const found = findThread(context, user, thread)
    const offered = found.prompts?.list ?? []
    const prompt = offered.find((each) => each.title === title)
    if (prompt === undefined) {
      const titles = offered.map((each) => JSON.stringify(each.title)).join(', ')
      throw new Error(`no prompt is titled ${JSON.stringify(title)}; there are ${titles === '' ? 'none' : titles}`)
    }
    const conversation = context.rows.conversations.require(found.channelId)
    const threadTs = found.threadTs === '' ? null : found.threadTs
    return showMessage(context, sayIn(context, user, { conversation, text: prompt.message, threadTs }))
  },
)

/** The input of `stopStream`. */
export interface StopStreamInput extends PersonCommandInput {
  /** A message that an app streams. Default: all that apps stream where the person sees them */
  readonly message?: unknown
}

/** Stops an app that streams a message, as the vendor's button for it does. */
export const stopStream = personCommand(
  (context: ChatContext, user: User, { message }: StopStreamInput): ShownMessage => {
    const found = message === undefined || message === null ? streamed(context) : findMessage(context, user, message)
    stopForUser(context, [found], user.id)
    return showMessage(context, context.rows.messages.require(found.id))
  },
)

/** Returns the newest message that an app streams. */
function streamed(context: ChatContext): Message {
  const { rows } = context
  const open = rows.streams.all().findLast((stream) => isStreaming(context, stream))
  if (open === undefined) throw new Error('no app streams a message')
  return rows.messages.require(open.messageId)
}

function channelIdOf(context: ChatContext, user: User, channel: string | undefined): string | null {
  return channel === undefined ? null : findOwnConversation(context, user, channel).id
}

/** Returns the thread of an agent that a test names by its first message, or by another one in it. */
function findThread(context: ChatContext, user: User, thread: unknown): AgentThread {
  const { rows } = context
  const tab = isObject(thread) && thread['ts'] === '' ? openedTab(context, user, thread['channel']) : undefined
  if (tab !== undefined) return tab
  const { channelId, threadTs, ts } = findMessage(context, user, thread)
  const found =
    rows.agentThreads.list('byThread', channelId, threadTs ?? ts).at(0) ??
    rows.agentThreads.list('byThread', channelId, '').at(0)
  if (found !== undefined) return found
  throw new Error('no app acts as an agent in this thread')
}

/** Returns the Messages tab of an agent, which has no first message: its direct message as a whole. */
function openedTab({ rows }: ChatContext, user: User, channel: unknown): AgentThread | undefined {
  if (typeof channel !== 'string') return undefined
  return rows.agentThreads.list('byThread', channel, '').find(({ openedBy }) => openedBy === user.id)
}

function showAssistant(context: ChatContext, thread: AgentThread): ShownAssistant {
  const { rows } = context
  const { appId, channelId, threadTs, title, contextChannelId } = thread
  const status = shownStatus(context, thread)
  const seen = rows.conversations.get(contextChannelId)
  return {
    app: rows.apps.require(appId).name,
    channel: channelId,
    ts: threadTs,
    title,
    status: status?.text ?? null,
    loading_messages: status?.loadingMessages ?? [],
    prompts: thread.prompts?.list ?? [],
    context: seen === undefined ? null : `#${seen.name}`,
  }
}
