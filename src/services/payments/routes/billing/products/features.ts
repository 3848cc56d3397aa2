import { json } from '#core/answer.ts'
import { invalidParameter, noSuch } from '#payments/errors.ts'
import { productFeatureJson } from '#payments/json/entitlements.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { required, text } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../../route.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Product } from '#payments/schema/billing/catalog.ts'
import type { ProductFeature } from '#payments/schema/entitlements.ts'

const all = '/v1/products/:product/features'
const one = '/v1/products/:product/features/:id'

/** The features of a product. https://docs.stripe.com/api/product-feature */
export const productFeaturesRoutes = [
  post('PostProductsProductFeatures', all, { entitlement_feature: required(text()) }, (call) => {
    const { rows, account, input, params } = call
    const product = findProduct(call, account, params.product)
    const source = { param: 'entitlement_feature' }
    const feature = findRecord(rows.features, account, 'feature', input.entitlement_feature, source)
    if (!feature.active) {
      throw invalidParameter(source.param, `The feature ${feature.id} is archived and cannot be attached to a product.`)
    }
    if (rows.productFeatures.list('product', product.id).some((each) => each.feature === feature.id)) {
      throw invalidParameter(source.param, `The feature ${feature.id} is already attached to ${product.id}.`)
    }
    const head = newRecord(call, account, 'prodft_')
    const created = rows.productFeatures.insert({ ...head, feature: feature.id, product: product.id })
    return answer(call, productFeatureJson(call, created))
  }),
  get('GetProductsProductFeatures', all, LIST_PARAMS, (call) => {
    const { id } = findProduct(call, call.account, call.params.product)
    const found = newestFirst(call.rows.productFeatures, 'product', [id])
    return answerPage(call, found, 'product feature', (row) => productFeatureJson(call, row))
  }),
  get('GetProductsProductFeaturesId', one, {}, (call) =>
    answer(call, productFeatureJson(call, findProductFeature(call, call.account, call.params))),
  ),
  del('DeleteProductsProductFeaturesId', one, {}, (call) => {
    const { id } = findProductFeature(call, call.account, call.params)
    call.rows.productFeatures.delete(id)
    return json({ id, object: 'product_feature', deleted: true })
  }),
]

type Context = Pick<PaymentsContext, 'rows'>

function findProduct({ rows }: Context, account: string, id: string): Product {
  return findRecord(rows.products, account, 'product', id, { param: 'product', inPath: true })
}

function findProductFeature(
  context: Context,
  account: string,
  params: { readonly product: string; readonly id: string },
): ProductFeature {
  const { id: product } = findProduct(context, account, params.product)
  const found = context.rows.productFeatures.get(params.id)
  if (found?.product !== product) throw noSuch('product feature', params.id, 'id', 404)
  return found
}
