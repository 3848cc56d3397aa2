import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { Urls } from '#core/vendor-hosts.ts'
import type { EventName } from './schema/event-names.ts'
import type { CodehostEvent } from './schema/events.ts'
import type { collections } from './schema.ts'
import type { Account } from './schema/accounts.ts'
import type { FineGrainedAccess, Token } from './schema/tokens.ts'
import type { App, Installation, NarrowedAccess } from './schema/apps.ts'

/** The principal of a request: a user, by a token; or a GitHub App, as its bot. */
export interface Principal {
  /** The login. */
  readonly name: string
  readonly user: Account
  readonly scopes: readonly string[]
  /** Null for an app and its installations. */
  readonly token: Token | null
  /** The limits of a GitHub App's credentials; null for all others. */
  readonly app: AppAccess | null
  /** The limits of a fine-grained personal access token; absent for all others. */
  readonly fineGrained?: FineGrainedLimits
}

/** The limits of a fine-grained personal access token in a request. */
export interface FineGrainedLimits extends FineGrainedAccess {
  /** True when the token lacks the permission for this read, so that it may only read public data. */
  readonly publicOnly: boolean
}

/** The limits of a GitHub App's credentials. */
export interface AppAccess {
  /**
   * `app` for a JWT of the app itself, `installation` for a token of an installation, `user` for a token of a user who
   * signed in with the app.
   */
  readonly kind: 'app' | 'installation' | 'user'
  readonly app: App
  /** The only installation that the credentials reach; null for the app itself, and for users with all of theirs. */
  readonly installation: Installation | null
  /** The token, with what it is narrowed to in its installation. */
  readonly issued: (NarrowedAccess & { readonly id: string }) | null
  /** True when the app lacks the permission for this read, so that it may only read public data. */
  readonly publicOnly: boolean
}

/** A request to codehost. */
export type CodehostCall = CallOf<typeof collections, Principal, EventName, CodehostEvent>

/** The context of a seed or a timer of codehost. */
export type CodehostContext = ContextOf<typeof collections, EventName, CodehostEvent>

/** The collections of codehost. */
export type Rows = Collections<typeof collections>

/** The input of wire JSON: the records, and the base of the URLs. */
export interface Site {
  readonly rows: Rows
  /** The base URL of pages, without a slash at the end. */
  readonly origin: string
  /** The base URL of the API, as this client addresses it. */
  readonly base: string
  /** The URLs of everything else. */
  readonly urls: Urls
}
