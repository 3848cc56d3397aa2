import { collection, type Row } from '#core/store.ts'
import type { Block } from './messages.ts'

// Row types of code channels: channels that are the session of an agent. https://docs.slack.dev/ai/slack-code

/** An item of the bar at the top of a code channel. */
export interface ContextBarItem {
  readonly key: string
  readonly label: string
  /** Null: none. */
  readonly icon: string | null
  readonly url: string | null
  readonly type: 'info' | 'action'
  /** The user of the bot that set it. */
  readonly botUserId: string
}

/** A slash command that an agent offers in its code channel. */
export interface CodeChannelCommand {
  /** Without its slash. */
  readonly name: string
  readonly description: string | null
  readonly argumentHint: string | null
  readonly shouldEscape: boolean
  readonly appId: string
}

/** The part of a channel that makes it a code channel. Its id is that of the channel. */
export interface CodeChannel {
  readonly id: string
  /** The app that created it. */
  readonly appId: string
  /** The user of the app's bot. */
  readonly botUserId: string
  /** The app's own name of the session; null: none. */
  readonly sessionId: string | null
  /** The message with which the session began; null: none. */
  readonly origin: { readonly channelId: string; readonly ts: string } | null
  readonly contextBarItems: readonly ContextBarItem[]
  readonly summaryMessage: { readonly ts: string; readonly threadTs: string | null } | null
  /** The members of `agent_resource` that were set. */
  readonly agentResource: Readonly<Record<string, string>>
  readonly commands: readonly CodeChannelCommand[]
}

/** The kinds of views. */
export const VIEW_KINDS = ['html', 'diff', 'block_kit', 'canvas', 'pull_request'] as const

/** A tab of a code channel. */
export interface CodeChannelView extends Row {
  /** `Ct` and letters and digits. */
  readonly id: string
  readonly number: number
  readonly channelId: string
  readonly kind: (typeof VIEW_KINDS)[number]
  /** The agent's name of the view; null for the one of the kind `diff`. */
  readonly key: string | null
  readonly label: string
  /** The file of the content, or the canvas; null for a pull request. */
  readonly fileId: string | null
  /** Grows with every write. */
  readonly version: number
  /** Epoch seconds. */
  readonly addedAt: number
  /** The blocks of the kind `block_kit`. */
  readonly blocks: readonly Block[]
  /** Other arguments that the agent has set: `pr_url`, `base_branch`, `csp`, … */
  readonly extra: Readonly<Record<string, unknown>>
}

/** Returns the key by which a code channel is found: an app's own name of the session. */
export function sessionKey(appId: string, sessionId: string): string {
  return `${appId} ${sessionId}`
}

/** The collections of code channels. */
export const codeChannelCollections = {
  codeChannels: collection<CodeChannel>()({
    unique: { session: [({ appId, sessionId }) => (sessionId === null ? undefined : sessionKey(appId, sessionId))] },
    references: { id: { to: 'conversations', onDelete: 'cascade' } },
  }),
  codeChannelViews: collection<CodeChannelView>()({
    indexes: { byChannel: ['channelId', 'number'] },
    references: { channelId: { to: 'conversations', onDelete: 'cascade' } },
  }),
}
