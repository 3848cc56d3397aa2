import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  hash,
  metadata,
  required,
  statementDescriptor,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '../../records.ts'
import type { Product } from '#payments/schema/billing/catalog.ts'
import { addProduct } from './new-product.ts'

/** The parameters of a product that a new price or plan describes. */
export const PRODUCT_DATA = {
  active: boolean(),
  id: text(),
  metadata: metadata(),
  name: required(text()),
  statement_descriptor: statementDescriptor(),
  tax_code: text(),
  tax_details: hash({ performance_location: text(), tax_code: unsettable(text()) }),
  unit_label: text({ max: 12 }),
}

/** The product of a new price: its id, or the parameters that describe it. */
interface ProductChoice {
  readonly id: string | undefined
  readonly data: ValuesOf<typeof PRODUCT_DATA> | undefined
}

/**
 * Returns the product that a new price names, or adds the one that it describes.
 *
 * @throws 400 for both and for neither.
 */
export function productOfPrice(context: PaymentsContext, account: string, { id, data }: ProductChoice): Product {
  if (id !== undefined && data === undefined) {
    return findRecord(context.rows.products, account, 'product', id, { param: 'product' })
  }
  if (id !== undefined) {
    throw invalidParameter('product', 'You may only specify one of these parameters: product, product_data.')
  }
  if (data === undefined) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.')
  }
  const details = data.tax_details
  return addProduct(context, account, {
    ...(data.id === undefined ? {} : { id: data.id }),
    active: data.active ?? true,
    metadata: mergeMetadata({}, data.metadata),
    name: data.name,
    statementDescriptor: data.statement_descriptor ?? null,
    taxCode: data.tax_code ?? null,
    taxDetails:
      details === undefined
        ? null
        : { performance_location: details.performance_location ?? null, tax_code: details.tax_code ?? null },
    unitLabel: data.unit_label ?? null,
  })
}
