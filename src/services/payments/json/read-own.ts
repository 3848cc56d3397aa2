import type { PaymentsContext, Rows } from '#payments/call.ts'
import type { Json, Resource } from '#payments/protocol/resource.ts'
import type { AccountRow } from '#payments/schema/account.ts'

/** A collection in which records are looked up by id. */
interface Lookup<R> {
  get(id: string): R | undefined
}

/** Returns a function that reads the account's own record of a collection, and writes it. */
export function readOwn<R extends AccountRow>(
  collectionOf: (rows: Rows) => Lookup<R>,
  write: (context: PaymentsContext, row: R) => Json,
): Resource['read'] {
  return (context, account, id) => {
    const row = collectionOf(context.rows).get(id)
    return row?.account === account ? write(context, row) : undefined
  }
}
