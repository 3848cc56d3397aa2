import type { PaymentsContext } from '#payments/call.ts'
import { failure, noSuch } from '#payments/errors.ts'
import type { Source } from '#payments/schema/sources.ts'
import type { IdSource } from '../records.ts'

/** True for the id of a source of the former Sources API. */
export function isSourceObject(id: string): boolean {
  return id.startsWith('src_')
}

/**
 * Returns a source of an account.
 *
 * @throws `resource_missing` for another id.
 */
export function findSourceObject(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  id: string,
  { param, inPath = false }: IdSource,
): Source {
  const source = rows.sources.get(id)
  if (source?.account !== account) throw noSuch('source', id, param, inPath ? 404 : 400)
  return source
}

/** @throws 400 for a source that cannot be charged now. */
export function requireChargeable({ status, usage }: Source): void {
  if (status === 'chargeable') return
  throw failure(400, status === 'consumed' && usage === 'reusable' ? CONSUMED : NOT_CHARGEABLE, {
    code: 'payment_method_unexpected_state',
    param: 'source',
  })
}

const NOT_CHARGEABLE = 'The source you provided is not in a chargeable state.'

const CONSUMED =
  'The reusable source you provided is consumed because it was previously charged without being attached to a customer or was detached from a customer. To charge a reusable source multiple times, you must attach it to a customer first.'
