import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { AuthorizationServer, collections, LogEvent, LogEventType, TokenHookAnswer, User } from './schema.ts'

/**
 * The principal of a request: the owner of an API token or an access token, or the first user for a request without
 * one.
 */
export interface Principal {
  /** The login; the client id when a client acts for itself. */
  readonly name: string
  /** Null when a client acts for itself. */
  readonly user: User | null
  /** `all` stands for every scope. */
  readonly scopes: readonly string[] | 'all'
  /** The scheme of the token: an API token, an access token, or none. */
  readonly by: 'SSWS' | 'Bearer' | 'DPoP' | 'nothing'
}

/** A request to oidc-d. */
export type OidcCall = CallOf<typeof collections, Principal, LogEventType, LogEvent>

/** The context of seeds and commands of oidc-d. */
export type OidcContext = ContextOf<typeof collections, LogEventType, LogEvent>

/**
 * The part of a context with which records are changed: of a call, a command or a seed. Only a call has the members
 * about its request, which the System Log names.
 */
export type RecordContext = Pick<OidcContext, 'store' | 'rows' | 'clock' | 'ids' | 'origin' | 'emit'> &
  Partial<Pick<OidcCall, 'principal' | 'path' | 'clientAddress' | 'header' | 'method' | 'search' | 'responseHeaders'>>

/** The authorization server of a request: that of the organization, or a custom one. */
export interface AtServer {
  /** Null for that of the organization. */
  readonly authorizationServer: AuthorizationServer | null
  /** The issuer in its tokens, with which its URLs begin. */
  readonly issuer: string
}

/** The context of signing in: of a call at an authorization server, or of a command. */
export type SignInContext = RecordContext &
  AtServer & {
    /**
     * The answer of the token hook of the policy rule. `to be asked` lets the request for tokens end in
     * `TokenHookWanted` where a hook decides about them. Absent or null where no hook was asked, or nothing can wait
     * for its answer: in a command.
     */
    readonly tokenHook?: TokenHookAnswer | 'to be asked' | null
  }

/** The context of wire JSON: the records, and the origin of the instance. */
export type Site = Pick<OidcContext, 'rows' | 'origin'>

/** The collections of oidc-d. */
export type Rows = Collections<typeof collections>
