import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { productJson } from '#payments/json/billing/catalog.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { newId, now } from '#payments/rules/new-id.ts'
import {
  boolean,
  currency,
  hash,
  isInRange,
  list,
  metadata,
  number,
  oneOf,
  range,
  required,
  statementDescriptor,
  text,
  unsettable,
  url,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { findPrice } from '#payments/rules/billing/prices/find-price.ts'
import { addPrice } from '#payments/rules/billing/prices/new-price.ts'
import { addProduct, type ProductInput } from '#payments/rules/billing/prices/new-product.ts'
import {
  AMOUNTS,
  amountsOfInput,
  CURRENCY_OPTIONS,
  currencyOptionsOf,
  RECURRING,
  recurringOf,
} from '#payments/rules/billing/prices/params.ts'
import type { Product } from '#payments/schema/billing/catalog.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'

const TAX_DETAILS = hash({ performance_location: text(), tax_code: unsettable(text()) })
const DIMENSIONS = hash({
  height: required(number({ min: 0 })),
  length: required(number({ min: 0 })),
  weight: required(number({ min: 0 })),
  width: required(number({ min: 0 })),
})

const FIELDS = {
  active: boolean(),
  description: unsettable(text({ max: 40_000 })),
  images: unsettable(list(url(), { max: 8 })),
  marketing_features: unsettable(list(hash({ name: required(text({ max: 80 })) }), { max: 15 })),
  metadata: metadata(),
  package_dimensions: unsettable(DIMENSIONS),
  shippable: boolean(),
  statement_descriptor: statementDescriptor(),
  tax_code: unsettable(text()),
  tax_details: unsettable(TAX_DETAILS),
  unit_label: unsettable(text({ max: 12 })),
  url: unsettable(url()),
}

const { tiers: _tiers, ...DEFAULT_AMOUNTS } = AMOUNTS

const PRODUCT_INPUT = {
  ...FIELDS,
  name: required(text()),
  id: text(),
  type: oneOf('good', 'service'),
  default_price_data: hash({
    ...DEFAULT_AMOUNTS,
    currency: required(currency()),
    currency_options: CURRENCY_OPTIONS,
    metadata: metadata(),
    recurring: RECURRING,
  }),
}

const SEARCHED = {
  active: 'token',
  description: 'string',
  metadata: 'token',
  name: 'string',
  shippable: 'token',
  url: 'string',
} as const

const byPath = { param: 'id', inPath: true }

/** Products. https://docs.stripe.com/api/products */
export const productsRoutes = [
  post('PostProducts', '/v1/products', PRODUCT_INPUT, (call) => {
    const { account, input } = call
    const { id, name, type = 'service', default_price_data: defaultPrice } = input
    const head = { ...(id === undefined ? {} : { id }), name, type }
    if (defaultPrice === undefined) {
      return answer(call, productJson(addProduct(call, account, { ...changesOf(input, null), ...head })))
    }
    const priceId = newId(call, 'price_')
    const product = addProduct(call, account, { ...changesOf(input, null), ...head, defaultPrice: priceId })
    addPrice(call, account, {
      id: priceId,
      ...amountsOfInput(defaultPrice, 'default_price_data'),
      currency: defaultPrice.currency,
      currencyOptions: currencyOptionsOf(defaultPrice.currency_options),
      metadata: mergeMetadata({}, defaultPrice.metadata),
      product: product.id,
      recurring: defaultPrice.recurring === undefined ? null : recurringOf(defaultPrice.recurring),
    })
    return answer(call, productJson(product))
  }),
  get(
    'GetProducts',
    '/v1/products',
    {
      ...LIST_PARAMS,
      active: boolean(),
      created: range(),
      ids: list(text()),
      shippable: boolean(),
      type: oneOf('good', 'service'),
      url: text(),
    },
    (call) => {
      const { active, created, ids, shippable, type, url: address } = call.input
      const where = (product: Product): boolean =>
        isInRange(product.created, created) &&
        (active === undefined || product.active === active) &&
        (ids === undefined || ids.includes(product.id)) &&
        (shippable === undefined || product.shippable === shippable) &&
        (type === undefined || product.type === type) &&
        (address === undefined || product.url === address)
      return answerPage(call, newestFirst(call.rows.products, 'all', [call.account], where), 'product', productJson)
    },
  ),
  get('GetProductsSearch', '/v1/products/search', SEARCH_PARAMS, (call) => {
    const rows = call.rows.products.walk('all', [call.account], { descending: true })
    return answer(call, search(rows, productJson, SEARCHED, call.input, call.path))
  }),
  get('GetProductsId', '/v1/products/:id', {}, (call) =>
    answer(call, productJson(findProduct(call, call.account, call.params.id))),
  ),
  post('PostProductsId', '/v1/products/:id', { ...FIELDS, name: text(), default_price: text() }, (call) => {
    const { rows, account, input } = call
    const before = findProduct(call, account, call.params.id)
    const { name = before.name, default_price: price } = input
    if (price !== undefined) requireOwnPrice(call, before, price)
    const after = rows.products.update(before.id, {
      ...changesOf(input, before),
      name,
      ...(price === undefined ? {} : { defaultPrice: price }),
      updated: now(call),
    })
    call.emit({ type: 'product.updated', kind: 'product', row: after, before })
    return answer(call, productJson(after))
  }),
  del('DeleteProductsId', '/v1/products/:id', {}, (call) => {
    const product = findProduct(call, call.account, call.params.id)
    if (call.rows.prices.count('product', product.id) > 0) {
      throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.')
    }
    call.rows.products.delete(product.id)
    call.emit({ type: 'product.deleted', kind: 'product', row: { ...product, active: false } })
    return json({ id: product.id, object: 'product', deleted: true })
  }),
]

function findProduct({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Product {
  return findRecord(rows.products, account, 'product', id, byPath)
}

function requireOwnPrice(context: PaymentsContext, product: Product, id: string): void {
  const price = findPrice(context, product.account, id, { param: 'default_price' })
  if (price.product === product.id) return
  throw invalidRequest(`The price specified (${id}) belongs to another product.`, { param: 'default_price' })
}

function changesOf(input: ValuesOf<typeof FIELDS>, before: Product | null): Omit<ProductInput, 'name' | 'id'> {
  const details = input.tax_details
  return {
    ...(input.active === undefined ? {} : { active: input.active }),
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.images === undefined ? {} : { images: input.images ?? [] }),
    ...(input.marketing_features === undefined ? {} : { marketingFeatures: input.marketing_features ?? [] }),
    metadata: mergeMetadata(before?.metadata ?? {}, input.metadata),
    ...(input.package_dimensions === undefined ? {} : { packageDimensions: input.package_dimensions }),
    ...(input.shippable === undefined ? {} : { shippable: input.shippable }),
    ...(input.statement_descriptor === undefined ? {} : { statementDescriptor: input.statement_descriptor }),
    ...(input.tax_code === undefined ? {} : { taxCode: input.tax_code }),
    ...(details === undefined
      ? {}
      : {
          taxDetails:
            details === null
              ? null
              : { performance_location: details.performance_location ?? null, tax_code: details.tax_code ?? null },
        }),
    ...(input.unit_label === undefined ? {} : { unitLabel: input.unit_label }),
    ...(input.url === undefined ? {} : { url: input.url }),
  }
}
