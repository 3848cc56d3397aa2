import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { collections } from './schema.ts'
import type { Account } from './schema/accounts.ts'
import type { Token } from './schema/tokens.ts'
import type { App, Installation, InstallationToken } from './schema/apps.ts'

/** Who a request acts for: a user, by a token; or a GitHub App, as its bot. */
export interface Principal {
  /** The login. */
  readonly name: string
  readonly user: Account
  readonly scopes: readonly string[]
  /** Null for an app and its installations. */
  readonly token: Token | null
  /** What bounds the credentials of a GitHub App; null for all others. */
  readonly app: AppAccess | null
}

/** How far the credentials of a GitHub App go. */
export interface AppAccess {
  /** A JWT is of the app itself; tokens are of an installation, or of a person who signed in with the app. */
  readonly kind: 'app' | 'installation' | 'user'
  readonly app: App
  /** Installations only. */
  readonly installation: Installation | null
  /** Installations only. */
  readonly issued: InstallationToken | null
  /** That this request reads without a permission, and so may see what everyone may and nothing else. */
  readonly publicOnly: boolean
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
