import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import { routesFor } from '#core/routes.ts'
import type { collections } from './schema.ts'
import type { AuthEvent, EventType } from './schema/events.ts'

/** The key that a request acts for. */
export interface Principal {
  readonly name: string
  /** The id of the machine, for a machine's secret key; null for a secret key of the instance. */
  readonly machineId: string | null
}

/** A request to auth-saas. */
export type AuthCall = CallOf<typeof collections, Principal, EventType, AuthEvent>

/** The rows, clock, ids and emit that decisions work with; a call has them too. */
export type AuthContext = Pick<
  ContextOf<typeof collections, EventType, AuthEvent>,
  'rows' | 'clock' | 'ids' | 'origin' | 'urls' | 'emit'
>

/**
 * The context of a decision that also reads the request, where there is one: its headers and the address of the client.
 */
export type RequestContext = AuthContext & Partial<Pick<AuthCall, 'header' | 'clientAddress'>>

/** The collections of auth-saas. */
export type Rows = Collections<typeof collections>

/** The functions with which the routes are written. */
export const { get, post, put, patch, del } = routesFor<AuthCall>()
