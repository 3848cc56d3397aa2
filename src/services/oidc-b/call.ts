import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { collections } from './schema.ts'
import type { AccountEvent, EventType } from './schema/events.ts'

/** No request has a principal: no endpoint of the vendor takes a person's token. */
interface Principal {
  readonly name: string
}

/** A request to oidc-b. */
export type OidcCall = CallOf<typeof collections, Principal, EventType, AccountEvent>

/** The context of oidc-b's seeds and commands. */
export type OidcContext = ContextOf<typeof collections, EventType, AccountEvent>

/** The context of a sign-in: a call, or a command. */
export type SignInContext = Pick<OidcContext, 'rows' | 'store' | 'clock' | 'ids' | 'origin'>

/** The collections of oidc-b. */
export type Rows = Collections<typeof collections>
