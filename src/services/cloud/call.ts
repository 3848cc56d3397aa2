import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { Principal } from './principal.ts'
import type { collections } from './schema.ts'

/** A request to cloud. */
export type CloudCall = CallOf<typeof collections, Principal>

/** The context of decisions and changes: a call, or the context of a seed, a timer or a command. */
export type CloudContext = Pick<
  ContextOf<typeof collections>,
  'store' | 'rows' | 'clock' | 'ids' | 'origin' | 'urls' | 'schedule'
>

/** The collections of the service, as a call or a context has them. */
export type Rows = Collections<typeof collections>
