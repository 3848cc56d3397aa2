import type { Rows } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { findRecord, type IdSource } from '../../records.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'

/**
 * Returns the account's price with this id.
 *
 * @throws `resource_missing`, for a deleted price too.
 */
export function findPrice(
  { rows }: { readonly rows: Pick<Rows, 'prices'> },
  account: string,
  id: string,
  source: IdSource,
): Price {
  const price = findRecord(rows.prices, account, 'price', id, source)
  if (price.deleted) throw noSuch('price', id, source.param, source.inPath === true ? 404 : 400)
  return price
}
