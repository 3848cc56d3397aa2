import type { CallOf, ContextOf } from '#core/service.ts'
import type { Collections } from '#core/store.ts'
import type { EventType } from './schema/event-types.ts'
import type { PaymentsEvent } from './schema/events.ts'
import type { collections } from './schema.ts'
import type { Permissions } from './schema/account.ts'

/** The key that a request acts with, and the account that it acts for. */
export interface Principal {
  /** The name in the request log: the kind of key and the account. */
  readonly name: string
  readonly key: string
  readonly kind: 'secret' | 'restricted' | 'publishable'
  /** The permissions of a restricted key; null: all. */
  readonly permissions: Permissions | null
  /** The account whose records the request reads and writes: that of `Stripe-Account`, else the platform's. */
  readonly account: string
}

/** A request to payments. */
export type PaymentsCall = CallOf<typeof collections, Principal, EventType, PaymentsEvent>

/** The rows, clock, ids and emit that decisions work with; a call has them too. */
export type PaymentsContext = ContextOf<typeof collections, EventType, PaymentsEvent> & {
  /** Present where the context is a request. */
  readonly header?: PaymentsCall['header']
  readonly responseHeaders?: PaymentsCall['responseHeaders']
}

/** The collections of payments. */
export type Rows = Collections<typeof collections>

/** A request whose key and account are known. */
export type SignedCall = PaymentsCall & { readonly principal: Principal }
