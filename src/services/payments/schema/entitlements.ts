import { collection } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'

/** Something that customers may use. https://docs.stripe.com/api/entitlements/feature/object */
export interface Feature extends AccountRow {
  readonly active: boolean
  readonly lookupKey: string
  readonly metadata: Metadata
  readonly name: string
}

/** A feature that a product has. https://docs.stripe.com/api/product-feature/object */
export interface ProductFeature extends AccountRow {
  readonly feature: string
  readonly product: string
}

/** A feature that a customer may use now. https://docs.stripe.com/api/entitlements/active-entitlement/object */
export interface ActiveEntitlement extends AccountRow {
  readonly customer: string
  readonly feature: string
  readonly lookupKey: string
}

/** All that a customer may use at one moment. */
export interface EntitlementSummary {
  readonly account: string
  readonly customer: string
  /** Newest first. */
  readonly entitlements: readonly ActiveEntitlement[]
}

/** The collections of entitlements. */
export const entitlementCollections = {
  features: collection<Feature>()({ indexes: { all: ['account', 'seq'], lookupKey: ['account', 'lookupKey', 'seq'] } }),
  productFeatures: collection<ProductFeature>()({ indexes: { product: ['product', 'seq'] } }),
  activeEntitlements: collection<ActiveEntitlement>()({ indexes: { customer: ['customer', 'seq'] } }),
  /** The customers whose subscriptions have changed since their entitlements were last computed. */
  entitlementsDue: collection<{ readonly id: string }>()({}),
}
