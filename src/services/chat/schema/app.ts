import { collection, timer, value } from '#core/store.ts'
import { oauthCollections } from '#oauth/collections.ts'
import type { Block } from './messages.ts'

// Row types of the app's side. Times are epoch milliseconds.

/** A plain text object. */
export interface PlainText {
  readonly type: 'plain_text'
  readonly text: string
  readonly emoji?: boolean
}

/** A view: a modal that a person has open, or the home tab of an app. */
export interface View {
  readonly id: string
  readonly number: number
  readonly kind: 'modal' | 'home'
  readonly appId: string
  readonly botId: string | null
  readonly userId: string
  readonly callbackId: string
  readonly externalId: string
  readonly privateMetadata: string
  /** Null for a home tab. */
  readonly title: PlainText | null
  readonly submit: PlainText | null
  readonly close: PlainText | null
  readonly clearOnClose: boolean
  readonly notifyOnClose: boolean
  readonly submitDisabled: boolean
  readonly blocks: readonly Block[]
  /** The state of its inputs: by block, by action. */
  readonly values: ViewValues
  /** Changes with every update. */
  readonly hash: string
  /** The first modal of the stack; its own id for the first. */
  readonly rootId: string
  /** The modal below; null for the first. */
  readonly previousId: string | null
  /** The messages that the vendor shows beside inputs, by `block_id`, since the last submission. */
  readonly errors: Readonly<Record<string, string>>
  /** The run of the custom step that opened it, to which its interactions belong. Absent: none */
  readonly stepId?: string
  /** Only for a dialog, which people see as a modal: its state, and the conversation in which it was opened. */
  readonly dialog?: { readonly state: string; readonly channelId: string | null }
}

/** The state of inputs: an object of the vendor's form by `block_id` and `action_id`. */
export type ViewValues = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

/** A short-lived permission to open a modal, which each interaction carries. */
export interface Trigger {
  readonly id: string
  readonly appId: string
  readonly userId: string
  /** The modal in which the interaction was; null for one outside. */
  readonly viewId: string | null
  readonly expiresAt: number
  readonly used: boolean
}

/** A URL to which an app can answer an interaction, without a token. */
export interface ResponseUrl {
  /** The secret part of the URL: `T0001/123/secret`. */
  readonly id: string
  readonly appId: string
  readonly userId: string
  readonly channelId: string
  /** The message in which the interaction was; null for a slash command. */
  readonly messageId: number | null
  readonly threadTs: string | null
  readonly uses: number
  readonly expiresAt: number
}

/** The kinds of requests that an app gets because of a person. */
export type InteractionKind =
  | 'slash_command'
  | 'block_actions'
  | 'block_suggestion'
  | 'view_submission'
  | 'dialog_submission'
  | 'dialog_cancellation'
  | 'dialog_suggestion'
  | 'view_closed'
  | 'shortcut'
  | 'message_action'

/** A request that an app gets because of a person, and its answer. Its id is the guid of the delivery. */
export interface Interaction {
  readonly id: string
  readonly kind: InteractionKind
  readonly appId: string
  readonly userId: string
  readonly channelId: string | null
  readonly viewId: string | null
  readonly triggerId: string
  /** The command, the `action_id`, the `callback_id`. */
  readonly name: string
  readonly state: 'waiting' | 'answered' | 'failed'
  /** The reason why the app has failed to answer; null when it has not failed. */
  readonly error: string | null
  /** The options of a `block_suggestion` or `dialog_suggestion`. */
  readonly options: readonly unknown[]
  /** The message that the answer of a slash command became. */
  readonly messageId: number | null
}

/** An installation of an app in the workspace. */
export interface Installation {
  readonly id: number
  readonly appId: string
  readonly installerId: string
  readonly createdAt: number
}

/** The tokens and the webhook of one answer of `oauth.v2.access`. */
export interface IssuedTokensRecord {
  readonly id: number
  readonly appId: string
  /** The person who installed the app. */
  readonly userId: string
  /** The token of the bot; the token of the person for an installation without scopes of a bot. */
  readonly token: string
  readonly refreshToken: string | null
  /** The token of the person, when `token` is that of the bot. */
  readonly userToken: string | null
  readonly userRefreshToken: string | null
  readonly webhookId: string | null
  /** True when a refresh token was used. */
  readonly isRefresh: boolean
}

/** A ticket with which an app opens a WebSocket. */
export interface SocketTicket {
  readonly id: string
  readonly appId: string
  readonly token: string
  readonly expiresAt: number
}

/** The collections of the app's side: views, triggers, response URLs, interactions, installations. */
export const appCollections = {
  ...oauthCollections,
  issuedTokens: collection<IssuedTokensRecord>()({}),
  views: collection<View>()({
    unique: {
      external: [(view) => (view.externalId === '' ? undefined : `${view.appId} ${view.externalId}`)],
      home: [(view) => (view.kind === 'home' ? `${view.appId} ${view.userId}` : undefined)],
    },
    indexes: { modals: [(view) => (view.kind === 'modal' ? view.userId : undefined), 'number'] },
  }),
  triggers: collection<Trigger>()({}),
  responseUrls: collection<ResponseUrl>()({}),
  interactions: collection<Interaction>()({
    indexes: { byTrigger: [({ triggerId }) => (triggerId === '' ? undefined : triggerId)] },
  }),
  installations: collection<Installation>()({ unique: { app: ['appId'] } }),
  socketTickets: collection<SocketTicket>()({}),
  /** The state of the menus of a message, for each person. */
  messageStates: value<ViewValues, [message: string, user: string]>(),
  /**
   * The ids of the messages that `messages.next` does not return: those that it has returned, and those that a test has
   * said.
   */
  consumedMessages: value<readonly number[]>([]),
  /** The id of the newest message of the seed. */
  newestSeededMessage: value(0),
  endConnection: timer<{ readonly appId: string; readonly connectionId: number }>(),
}
