import { enableCompileCache } from './compile-cache.ts'
import type { AnyService } from './core/service.ts'
import type { Service } from './core/service-type.ts'
import { suggest } from './core/text/did-you-mean.ts'
import { idOfVendor, registry, type ServiceId } from './registry.ts'

/** Thrown when no service has the given id. */
export class UnknownService extends Error {
  override name = 'UnknownService'

  constructor(id: string) {
    const ids = registry.map((each) => each.id)
    const guess = idOfVendor(id) ?? suggest(id, ids)
    const hint = guess === undefined ? '' : `, did you mean "${guess}"?`
    super(`${id}: unknown service${hint} (available: ${ids.join(', ')})`)
  }
}

/** Loads the service with this id; undefined when there is none. */
export async function findService(id: string): Promise<AnyService | undefined> {
  enableCompileCache()
  return registry.find((each) => each.id === id)?.load()
}

/**
 * Returns the definition of a service, given its id or the definition itself.
 *
 * @throws UnknownService when no service has that id.
 */
export async function resolveService(service: ServiceId | Service): Promise<AnyService> {
  if (typeof service !== 'string') return service as AnyService // only defineService makes a Service
  const found = await findService(service)
  if (found === undefined) throw new UnknownService(service)
  return found
}
