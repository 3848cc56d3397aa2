import { collection, type Row } from '#core/store.ts'
import type { Block } from './messages.ts'

// Row types of agents: their threads, and the messages that they stream. https://docs.slack.dev/ai

/** A prompt that an app suggests: its title on the button, and the message that a press of it posts. */
export interface SuggestedPrompt {
  readonly title: string
  readonly message: string
}

/** The words that a thread shows while an app works on its answer. */
export interface ThreadStatus {
  /** Behind the name of the app: `is thinking...`. */
  readonly text: string
  /** The words that take turns in its place. */
  readonly loadingMessages: readonly string[]
  readonly setAt: number
}

/** The state of an agent's session. */
export type SessionStatus = 'active' | 'processing' | 'suspended' | 'closed'

/** A thread in which an app acts as an agent, or a direct message with it as a whole. */
export interface AgentThread extends Row {
  readonly id: number
  readonly channelId: string
  /** The `ts` of the first message; empty for the conversation as a whole. */
  readonly threadTs: string
  readonly appId: string
  /** The person who opened the assistant; null for a thread that nobody opened that way. */
  readonly openedBy: string | null
  /** The channel that the person looks at beside the assistant; null: none. */
  readonly contextChannelId: string | null
  /** Empty until the app sets one. */
  readonly title: string
  readonly status: ThreadStatus | null
  readonly prompts: { readonly title: string; readonly list: readonly SuggestedPrompt[] } | null
  /** Null until the app sets the state of a session. */
  readonly session: SessionStatus | null
}

/** A task that an app works on, as a streamed message shows it. */
export interface StreamTask {
  readonly id: string
  readonly title: string
  readonly status: 'pending' | 'in_progress' | 'complete' | 'error'
  /** Markdown; null: it has none. */
  readonly details: string | null
  /** Markdown; null: it has none. */
  readonly output: string | null
  readonly sources: readonly Readonly<Record<string, unknown>>[]
}

/** A piece of a streamed message, in the order of their first chunks. */
export type StreamPart =
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'task'; readonly task: StreamTask }
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }

/** The pieces of a message that an app streams. */
export interface Stream extends Row {
  readonly id: number
  readonly messageId: number
  /** `plan` shows all tasks together. */
  readonly display: 'timeline' | 'plan'
  /** Empty until a chunk sets it. */
  readonly planTitle: string
  readonly parts: readonly StreamPart[]
  readonly startedAt: number
  /** False when the app has ended the stream, or the person has. */
  readonly isOpen: boolean
  /** True when the person has ended it. */
  readonly isStoppedByUser: boolean
}

/** The collections of agents. */
export const agentCollections = {
  agentThreads: collection<AgentThread>()({
    unique: { thread: ['channelId', 'threadTs', 'appId'] },
    indexes: { byChannel: ['channelId'], byThread: ['channelId', 'threadTs'], byPerson: ['appId', 'openedBy'] },
  }),
  streams: collection<Stream>()({
    unique: { message: ['messageId'] },
    references: { messageId: { to: 'messages', onDelete: 'cascade' } },
  }),
}
