import type { Rows } from '../../../call.ts'
import { noSuch } from '../../../errors.ts'
import { findRecord, type IdSource } from '../../../records.ts'
import type { Price } from '../../../schema/billing/catalog.ts'

/** Returns the account's price with this id. Throws `resource_missing`, for a deleted price too. */
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
