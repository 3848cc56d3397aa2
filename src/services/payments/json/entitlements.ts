import { firstPageJson } from './page.ts'
import { readOwn } from './read-own.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { ActiveEntitlement, EntitlementSummary, Feature, ProductFeature } from '#payments/schema/entitlements.ts'

/** Writes a feature. https://docs.stripe.com/api/entitlements/feature/object */
export function featureJson({ id, active, lookupKey, metadata, name }: Feature) {
  return { id, object: 'entitlements.feature', active, livemode: false, lookup_key: lookupKey, metadata, name }
}

/** Writes a feature of a product. https://docs.stripe.com/api/product-feature/object */
export function productFeatureJson({ rows }: Pick<PaymentsContext, 'rows'>, { id, feature }: ProductFeature) {
  return {
    id,
    object: 'product_feature',
    entitlement_feature: featureJson(rows.features.require(feature)),
    livemode: false,
  }
}

/** Writes what a customer may use. https://docs.stripe.com/api/entitlements/active-entitlement/object */
export function activeEntitlementJson({ id, feature, lookupKey }: ActiveEntitlement) {
  return { id, object: 'entitlements.active_entitlement', feature, livemode: false, lookup_key: lookupKey }
}

/** Writes all that a customer may use, as events have it. */
export function entitlementSummaryJson({ customer, entitlements }: EntitlementSummary) {
  return {
    object: 'entitlements.active_entitlement_summary',
    customer,
    entitlements: firstPageJson(entitlements.map(activeEntitlementJson), `/v1/customer/${customer}/entitlements`),
    livemode: false,
  }
}

/** The kinds of objects about entitlements. */
export const entitlementResources: readonly Resource[] = [
  {
    object: 'entitlements.feature',
    read: readOwn(
      ({ features }) => features,
      (_context, row) => featureJson(row),
    ),
    expandable: {},
  },
  {
    object: 'entitlements.active_entitlement',
    read: readOwn(
      ({ activeEntitlements }) => activeEntitlements,
      (_context, row) => activeEntitlementJson(row),
    ),
    expandable: { feature: ['entitlements.feature'] },
  },
]
