import type { CallOf, ContextOf } from '../../core/service.ts'
import type { Collections } from '../../core/store.ts'
import type { collections } from './schema.ts'
import type { KeyPermission } from './schema-domains.ts'

/** Who a request acts for: an API key. */
export interface Principal {
  /** The name of the key; `any key` where keys are not listed. */
  readonly name: string
  readonly permission: KeyPermission
  /** The only domain the key may send from; null: any. */
  readonly domainId: number | null
}

/** A request to mail. */
export type MailCall = CallOf<typeof collections, Principal>

/** What a seed, a timer or a command of mail works with. */
export type MailContext = ContextOf<typeof collections>

/** What changes of records need: a call, or the context of a timer. */
export type Work = Pick<MailContext, 'store' | 'rows' | 'clock' | 'ids' | 'origin' | 'schedule' | 'emit'>

/** The collections of mail. */
export type Rows = Collections<typeof collections>
