import type { ParamsTransform, VersionChange } from './change.ts'
import { withRenamed } from './members.ts'
import { withRenamedParam } from './params.ts'

const withMarketingFeatures: ParamsTransform = (params) => withRenamedParam(params, 'features', 'marketing_features')

/** `features` of products is `marketing_features`. https://docs.stripe.com/changelog/2024-04-10 */
export const marketingFeatures: VersionChange = {
  version: '2024-04-10',
  requests: { PostProducts: withMarketingFeatures, PostProductsId: withMarketingFeatures },
  objects: { product: (product) => withRenamed(product, 'marketing_features', 'features') },
}
