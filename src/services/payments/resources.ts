import { catalogResources } from './json/billing/resources.ts'
import { checkoutResources } from './json/checkout.ts'
import { customerResources } from './json/customers.ts'
import type { Resource } from './resource.ts'

/** The kinds of objects by the value of `object`. Each subject of `json/` has a list of its own. */
export const resources: ReadonlyMap<string, Resource> = new Map(
  [...customerResources, ...catalogResources, ...checkoutResources].map((resource) => [resource.object, resource]),
)
