import type { PaymentsContext } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { newId, now } from './new-id.ts'
import type { AccountRow } from '#payments/schema/account.ts'

/** The members that {@link newRecord} fills in. */
export type RecordHead = AccountRow

/**
 * Returns the members that every new record has: an id with the vendor's prefix, the account, the number in the order
 * of creation, and the moment. `id` replaces the id, `created` the moment, as a test clock needs.
 *
 * A row has them last: each member that a literal adds behind a spread takes Node.js 20 two microseconds.
 */
export function newRecord(
  context: Pick<PaymentsContext, 'rows' | 'ids' | 'clock'>,
  account: string,
  prefix: string,
  { id, created, length = 24 }: { id?: string | undefined; created?: number | undefined; length?: number } = {},
): RecordHead {
  return {
    id: id ?? newId(context, prefix, length),
    account,
    seq: context.rows.recordNumbers.next(),
    created: created ?? now(context),
  }
}

/** The source of a record that an id names: the path (404 when it is missing) or a parameter (400). */
export type IdSource = { readonly param: string; readonly inPath?: boolean }

/** A collection in which records are looked up by id. */
interface Lookup<R> {
  get(id: string): R | undefined
}

/**
 * Returns the account's record with this id.
 *
 * @throws `resource_missing`; `what` is the vendor's name of the kind in its sentence: `customer`, `payment_intent`,
 * `PaymentMethod`.
 */
export function findRecord<R extends AccountRow>(
  collection: Lookup<R>,
  account: string,
  what: string,
  id: string,
  { param, inPath = false }: IdSource,
): R {
  const row = collection.get(id)
  if (row === undefined || row.account !== account) throw noSuch(what, id, param, inPath ? 404 : 400)
  return row
}
