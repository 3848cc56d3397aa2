import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { collections, Tenant } from './schema.ts'

/** Who a request acts for, for the request log. What a token may do is decided where it is used. */
export interface Principal {
  /** The user principal name, or the client id of an application that acts for itself. */
  readonly name: string
}

/** A request to oidc-c. */
export type OidcCall = CallOf<typeof collections, Principal>

/** What seeds and commands of oidc-c work with. */
export type OidcContext = ContextOf<typeof collections>

/** The collections of oidc-c. */
export type Rows = Collections<typeof collections>

/**
 * What the first segment of a path names: one tenant, or a group of accounts.
 * https://learn.microsoft.com/entra/identity-platform/v2-protocols#endpoints
 */
export interface Authority {
  /** As it is in paths: `common`, `organizations`, or the GUID of the tenant. */
  readonly name: string
  /** Null where it is several: `common`, `organizations`. */
  readonly tenant: Tenant | null
}

/** Where in the service a sign-in is: at which authority, and at which of the vendor's two generations of endpoints. */
export interface Endpoint {
  readonly authority: Authority
  /** 1: `/oauth2/token` with `resource`; 2: `/oauth2/v2.0/token` with `scope`. */
  readonly version: 1 | 2
  /** What the client calls the request, for errors; null where it says nothing. */
  readonly correlationId: string | null
  /** Whether a script of another page sent the request: it has an Origin. */
  readonly crossOrigin: boolean
}

/** What signing in works with: a call, or a command. */
export type SignInContext = Pick<OidcContext, 'rows' | 'store' | 'clock' | 'ids' | 'origin'> & Endpoint
