import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { collections } from './schema.ts'

/** Nobody: no endpoint of the vendor takes a person's token. */
export interface Principal {
  readonly name: string
}

/** A request to oidc-b. */
export type OidcCall = CallOf<typeof collections, Principal>

/** What seeds and commands of oidc-b work with. */
export type OidcContext = ContextOf<typeof collections>

/** What signing in works with: a call, or a command. */
export type SignInContext = Pick<OidcContext, 'rows' | 'store' | 'clock' | 'ids' | 'origin'>

/** The collections of oidc-b. */
export type Rows = Collections<typeof collections>
