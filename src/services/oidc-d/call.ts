import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { AuthorizationServer, collections, User } from './schema.ts'

/** Who a request acts for: the owner of an API token, an access token, or the one that requests without a token act for. */
export interface Principal {
  /** The login; the client's id where it acts for itself. */
  readonly name: string
  /** Null where a client acts for itself. */
  readonly user: User | null
  /** `all`: whatever there is. */
  readonly scopes: readonly string[] | 'all'
  /** How it came: as an API token, as an access token, or without any. */
  readonly by: 'SSWS' | 'Bearer' | 'nothing'
}

/** A request to oidc-d. */
export type OidcCall = CallOf<typeof collections, Principal>

/** What seeds and commands of oidc-d work with. */
export type OidcContext = ContextOf<typeof collections>

/** What changes of records need: a call, or the context of a seed. */
export type Work = Pick<OidcContext, 'store' | 'rows' | 'clock' | 'ids' | 'origin'>

/** Which authorization server this is: that of the organization, or a custom one. */
export interface AtServer {
  /** Null: that of the organization. */
  readonly authorizationServer: AuthorizationServer | null
  /** What its tokens name it by, and its URLs begin with. */
  readonly issuer: string
}

/** What signing in works with: a call at an authorization server, or a command. */
export type SignInContext = Work & AtServer

/** What wire JSON is written from: the records, and where the instance is. */
export type Site = Pick<OidcContext, 'rows' | 'origin'>

/** The collections of oidc-d. */
export type Rows = Collections<typeof collections>
