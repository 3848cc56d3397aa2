import type { CallOf, ContextOf } from '#core/service.ts'
import type { Urls } from '#core/vendor-hosts.ts'
import type { Collections } from '#core/store.ts'
import type { collections, Token, User } from './schema.ts'
import type { DeployhostEvent, EmittedEvent } from './schema/events.ts'

/** The user that a request acts for, and the token that it came with. */
export interface Principal {
  /** The username. */
  readonly name: string
  readonly user: User
  readonly scopes: readonly string[]
  /** Null when the request came without a token. */
  readonly token: Token | null
}

/** A request to deployhost. */
export type DeployhostCall = CallOf<typeof collections, Principal, EmittedEvent, DeployhostEvent>

/** A request to deployhost whose path has these parameters. */
export type CallWithParams<N extends string> = DeployhostCall & { readonly params: { readonly [K in N]: string } }

/** The context of seeds, timers and commands of deployhost. */
export type DeployhostContext = ContextOf<typeof collections, EmittedEvent, DeployhostEvent>

/** The part of a call or a timer's context that decisions change rows and emit events with. */
export type ChangeContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids' | 'emit'>

/** The collections of deployhost. */
export type Rows = Collections<typeof collections>

/** The records, and the instance's URL, that wire JSON is written from. */
export interface Site {
  readonly rows: Rows
  /** The base URL, without a slash at the end. */
  readonly origin: string
  readonly urls: Urls
}
