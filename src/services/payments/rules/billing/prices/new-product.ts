import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { newRecord } from '../../records.ts'
import type { Product } from '#payments/schema/billing/catalog.ts'

/** The members of a new product; those that are absent are those of the vendor's defaults. */
export type ProductInput = Partial<Omit<Product, 'account' | 'seq' | 'created' | 'name'>> & { readonly name: string }

/**
 * Adds a product. https://docs.stripe.com/api/products/create
 *
 * @throws 400 when its id is taken.
 */
export function addProduct(context: PaymentsContext, account: string, input: ProductInput): Product {
  const { rows } = context
  const { id } = input
  if (id !== undefined && rows.products.get(id) !== undefined) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const head = newRecord(context, account, 'prod_', { id, length: 14 })
  const product = rows.products.insert({
    active: true,
    defaultPrice: null,
    description: null,
    images: [],
    marketingFeatures: [],
    metadata: {},
    packageDimensions: null,
    shippable: null,
    statementDescriptor: null,
    taxCode: null,
    taxDetails: null,
    type: 'service',
    unitLabel: null,
    updated: head.created,
    url: null,
    ...input,
    ...head,
  })
  context.emit({ type: 'product.created', kind: 'product', row: product })
  return product
}
