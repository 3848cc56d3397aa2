import type { Emission } from '#core/emission.ts'
import type { CallOf, ContextOf } from '#core/service.ts'
import type { EventType } from './schema/event-names.ts'
import type { WorkspaceEvent } from './schema/events.ts'
import type { App, Bot, Token, User } from './schema/people.ts'
import type { collections } from './schema.ts'

/** The bot, user or app that a request acts for. */
export interface Principal {
  /** The name of the user, or of the app for an app's token. */
  readonly name: string
  readonly token: Token
  /** The person, or the user of the bot; null for the token of an app. */
  readonly user: User | null
  /** The bot; null for the token of a person or an app. */
  readonly bot: Bot | null
  /** The app that the token belongs to; null for a person's token of the seed. */
  readonly app: App | null
  readonly scopes: readonly string[]
}

/** A change in the workspace, or a request to one app. */
export type ChatEvent = WorkspaceEvent | Emission<EventType>

/** A request to chat. */
export type ChatCall = CallOf<typeof collections, Principal, EventType, ChatEvent>

/** The rows, clock, ids and outbox that decisions work with, also outside a request. A call is one. */
export type ChatContext = ContextOf<typeof collections, EventType, ChatEvent>

/** The collections of chat. */
export type Rows = ChatContext['rows']

/** The principal of a method that takes the tokens of bots and users. */
export interface Actor extends Principal {
  readonly user: User
}

/** The principal of a method that takes the tokens of apps. */
export interface AppActor extends Principal {
  readonly app: App
}
