import { clockReading, timers } from './clock.ts'
import { idPosition } from './ids.ts'
import type { AnyService, SystemCollections } from './service.ts'
import { deliveries, deliveriesHeld } from './webhooks.ts'

const SYSTEM: SystemCollections = { timers, deliveries, deliveriesHeld, clockReading, idPosition }

/** The collections of each service's instances, which share what a store makes of them. */
const collections = new WeakMap<object, SystemCollections>()

/** Returns whether a collection is one that every instance has beside those of its service. */
export function isSystemCollection(name: string): boolean {
  return Object.hasOwn(SYSTEM, name)
}

/**
 * Returns the collections of an instance: those of its service, and those that every instance has. They are the same
 * object for every instance of a service.
 *
 * @throws TypeError when the service has a collection with the name of one that every instance has.
 */
export function collectionsOf(service: AnyService): SystemCollections {
  const own: object = service.collections
  const known = collections.get(own)
  if (known !== undefined) return known
  const taken = Object.keys(own).find(isSystemCollection)
  if (taken !== undefined)
    throw new TypeError(`${service.id}: a collection cannot be named ${taken}, as every instance has one; rename it`)
  const all = { ...own, ...SYSTEM }
  collections.set(own, all)
  return all
}
