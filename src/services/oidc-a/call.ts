import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { collections } from './schema.ts'

/** Who a request acts for, for the request log. What a token may do is decided where it is used. */
export interface Principal {
  /** The e-mail address. */
  readonly name: string
}

/** A request to oidc-a. */
export type OidcCall = CallOf<typeof collections, Principal>

/** What seeds and commands of oidc-a work with. */
export type OidcContext = ContextOf<typeof collections>

/** What signing in works with: a call, or a command. */
export type SignInContext = Pick<OidcContext, 'rows' | 'store' | 'clock' | 'ids' | 'origin'>

/** The collections of oidc-a. */
export type Rows = Collections<typeof collections>
