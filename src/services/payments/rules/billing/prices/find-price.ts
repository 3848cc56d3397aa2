import type { Rows } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { findRecord, type IdSource } from '../../records.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'

/**
 * Returns the account's price with this id. `noun` is that of its refusal: a request may name a price as a plan.
 *
 * @throws `resource_missing`, for a deleted price too.
 */
export function findPrice(
  { rows }: { readonly rows: Pick<Rows, 'prices'> },
  account: string,
  id: string,
  source: IdSource,
  noun: 'price' | 'plan' = 'price',
): Price {
  const price = findRecord(rows.prices, account, noun, id, source)
  if (price.deleted) throw noSuch(noun, id, source.param, source.inPath === true ? 404 : 400)
  return price
}
