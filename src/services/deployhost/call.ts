import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { collections, Token, User } from './schema.ts'

/** Who a request acts for: a user, by a token or as the one that requests without a token act for. */
export interface Principal {
  /** The username. */
  readonly name: string
  readonly user: User
  readonly scopes: readonly string[]
  /** Null: the request came without one. */
  readonly token: Token | null
}

/** A request to deployhost. */
export type DeployhostCall = CallOf<typeof collections, Principal>

/** What a seed or a timer of deployhost works with. */
export type DeployhostContext = ContextOf<typeof collections>

/** The collections of deployhost. */
export type Rows = Collections<typeof collections>

/** What wire JSON is written from: the records, and where the instance is. */
export interface Site {
  readonly rows: Rows
  /** The base URL without a slash at the end. */
  readonly origin: string
}
