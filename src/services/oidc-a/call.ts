import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { collections } from './schema.ts'

/**
 * The user or service account of a request, for the request log. The endpoints check themselves what the token may do.
 */
export interface Principal {
  /** The e-mail address. */
  readonly name: string
}

/** A request to oidc-a. */
export type OidcCall = CallOf<typeof collections, Principal>

/** The context of oidc-a's seeds and commands. */
export type OidcContext = ContextOf<typeof collections>

/** The context of a sign-in: a call, or a command. */
export type SignInContext = Pick<OidcContext, 'rows' | 'store' | 'clock' | 'ids' | 'origin' | 'urls'>

/** The collections of oidc-a. */
export type Rows = Collections<typeof collections>
