import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { collections } from './schema.ts'
import type { KeyPermission } from './schema/domains.ts'
import type { EventType, MailEvent } from './schema/events.ts'

/** The API key that a request acts for. */
export interface Principal {
  /** The name of the key; `any key` where keys are not listed. */
  readonly name: string
  readonly permission: KeyPermission
  /** The only domain that the key may send from; null: every domain. */
  readonly domainId: number | null
}

/** A request to mail. */
export type MailCall = CallOf<typeof collections, Principal, EventType, MailEvent>

/** The part of a call that a step which loads a record reads: the rows, and these parameters of the path. */
export type PathContext<N extends string> = Pick<MailCall, 'rows'> & { readonly params: { readonly [K in N]: string } }

/** The rows, clock, ids and emit that decisions work with; a call has them too. */
export type MailContext = ContextOf<typeof collections, EventType, MailEvent>

/** The collections of mail. */
export type Rows = Collections<typeof collections>
