import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { Account, collections, Token } from './schema.ts'

/** Who a request acts for: a user, by a token. */
export interface Principal {
  /** The login. */
  readonly name: string
  readonly user: Account
  readonly scopes: readonly string[]
  readonly token: Token
}

/** A request to codehost. */
export type CodehostCall = CallOf<typeof collections, Principal>

/** What a seed or a timer of codehost works with. */
export type CodehostContext = ContextOf<typeof collections>

/** The collections of codehost. */
export type Rows = Collections<typeof collections>

/** What wire JSON is written from: the records, and the URLs that it carries. */
export interface Site {
  readonly rows: Rows
  /** Where pages are: the base URL without a slash at the end. */
  readonly origin: string
  /** Where the API is, as this client addresses it. */
  readonly base: string
}
