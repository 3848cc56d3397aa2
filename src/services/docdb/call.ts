import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { collections } from './schema.ts'
import type { RoleAssignment } from './schema/admin.ts'
import type { Document } from './values/value.ts'

/** The API key, service account or user that a request acts for. */
export interface Principal {
  /** The public key, the client id, or the login of the token's user. */
  readonly name: string
  /** The roles in the organization and its projects; null for a principal that may do everything. */
  readonly roles: readonly RoleAssignment[] | null
}

/** A request to docdb. */
export type DocdbCall = CallOf<typeof collections, Principal>

/** The rows, clock and ids that decisions work with; a call has them too. */
export type DocdbContext = ContextOf<typeof collections>

/** The part of a context that work on documents needs. A transaction has one of its own. */
export type DataContext = Pick<DocdbContext, 'rows' | 'clock' | 'ids' | 'schedule'> & {
  /** The transaction that the changes belong to. */
  readonly transaction?: { readonly session: Document; readonly number: bigint }
}

/** The collections of docdb. */
export type Rows = Collections<typeof collections>
