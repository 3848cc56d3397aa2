import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { collections, Tenant } from './schema.ts'

/** The user or application of a request, for the request log. The endpoints check themselves what the token may do. */
export interface Principal {
  /** The user principal name, or the client id of an application that acts for itself. */
  readonly name: string
}

/** A request to oidc-c. */
export type OidcCall = CallOf<typeof collections, Principal>

/** The context of oidc-c's seeds and commands. */
export type OidcContext = ContextOf<typeof collections>

/** The collections of oidc-c. */
export type Rows = Collections<typeof collections>

/**
 * The tenant, or the group of tenants, that the first segment of a path names.
 * https://learn.microsoft.com/entra/identity-platform/v2-protocols#endpoints
 */
export interface Authority {
  /** The name in paths: `common`, `organizations`, or the GUID of the tenant. */
  readonly name: string
  /** Null for a group: `common`, `organizations`. */
  readonly tenant: Tenant | null
}

/** The authority of a sign-in request, and the generation of the vendor's endpoints that it came to. */
export interface Endpoint {
  readonly authority: Authority
  /** 1: `/oauth2/token` with `resource`; 2: `/oauth2/v2.0/token` with `scope`. */
  readonly version: 1 | 2
  /** The client's id of the request, for errors; null when it sends none. */
  readonly correlationId: string | null
  /** True when a script of another site sent the request, which then has an Origin. */
  readonly crossOrigin: boolean
}

/** The context of a sign-in: a call, or a command. */
export type SignInContext = Pick<OidcContext, 'rows' | 'store' | 'clock' | 'ids' | 'origin' | 'urls'> & Endpoint
