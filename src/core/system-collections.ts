import { clockReading, timers } from './clock.ts'
import { idPosition } from './ids.ts'
import type { AnyService, SystemCollections } from './service.ts'
import { deliveries, deliveriesHeld } from './webhooks.ts'

const SYSTEM: SystemCollections = { timers, deliveries, deliveriesHeld, clockReading, idPosition }

/** Returns whether a collection is one that every instance has beside those of its service. */
export function isSystemCollection(name: string): boolean {
  return Object.hasOwn(SYSTEM, name)
}

/**
 * Returns the collections of an instance: those of its service, and those that every instance has.
 *
 * @throws TypeError when the service has a collection with the name of one that every instance has.
 */
export function collectionsOf(service: AnyService): SystemCollections {
  const own: object = service.collections
  const taken = Object.keys(own).find(isSystemCollection)
  if (taken === undefined) return { ...own, ...SYSTEM }
  throw new TypeError(`${service.id}: a collection cannot be named ${taken}, as every instance has one; rename it`)
}
