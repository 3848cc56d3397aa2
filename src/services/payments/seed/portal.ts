import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1))
const url = v.optional(v.pipe(v.string(), v.url()))
const proration = v.optional(v.picklist(['always_invoice', 'create_prorations', 'none']))
const switchable = v.optional(v.strictObject({ enabled: v.boolean() }))

/** The products that customers may change to. */
const products = v.array(
  v.strictObject({
    product: v.pipe(text, v.description('The name or the id of a product of the seed.')),
    prices: v.pipe(
      v.array(v.pipe(text, v.description('The id or the lookup key of a price of the seed.'))),
      v.minLength(1),
    ),
  }),
)

/** The features of the portal, by the names that the API has for them. */
const features = v.strictObject({
  customer_update: v.optional(
    v.strictObject({
      enabled: v.optional(v.boolean(), true),
      allowed_updates: v.optional(v.array(v.picklist(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']))),
    }),
  ),
  invoice_history: switchable,
  payment_method_update: switchable,
  subscription_cancel: v.optional(
    v.strictObject({
      enabled: v.optional(v.boolean(), true),
      mode: v.optional(v.picklist(['at_period_end', 'immediately'])),
      proration_behavior: proration,
    }),
  ),
  subscription_pause: v.optional(v.strictObject({ enabled: v.optional(v.boolean(), true) })),
  subscription_update: v.optional(
    v.strictObject({
      enabled: v.optional(v.boolean(), true),
      default_allowed_updates: v.optional(v.array(v.picklist(['price', 'promotion_code', 'quantity']))),
      proration_behavior: proration,
      products: v.optional(products),
    }),
  ),
})

/** The default configuration of the billing portal. */
export const portalSection = {
  portal: v.optional(
    v.pipe(
      v.strictObject({
        business_profile: v.optional(
          v.strictObject({ headline: v.optional(text), privacy_policy_url: url, terms_of_service_url: url }),
        ),
        default_return_url: url,
        features: v.optional(features, {}),
      }),
      v.description(
        'The members of the default configuration of the billing portal that replace the vendor’s, in the names of the API.',
      ),
    ),
  ),
}
