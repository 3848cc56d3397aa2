import type { Service } from './core/service-type.ts'
import type { ServiceId } from './registry.ts'
import type { WorldOptions } from './world/create-world.ts'
import type { World } from './world/world.ts'

/**
 * Starts several services as one world: one clock, one reset, one timeline. Each is a member by its id in camel case.
 *
 * @throws the errors of `createEmulator`; no service runs then.
 *
 * @example
 * await using world = await createWorld({ services: ['codehost', 'payments', 'mail'], seed: './backlot.config.yaml' })
 * world.clock.advance('30 days')
 * await world.settled()
 */
export async function createWorld<const S extends ServiceId | Service>(options: WorldOptions<S>): Promise<World<S>> {
  const { startWorld } = await import('./world/create-world.ts')
  return startWorld(options)
}
