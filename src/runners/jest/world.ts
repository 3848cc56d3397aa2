import type { Emulator } from '#emulator.ts'
import { camelCase, openWorld, type WorldFixtureOptions } from '#fixtures/index.ts'
import type { World } from '../../world/world.ts'
import { chosenEmulators } from './concurrent.ts'

/** The functions of Jest that a test file has. */
export interface RuntimeGlobals {
  beforeEach(work: () => Promise<void>): void
  afterEach(work: () => Promise<void>): void
}

/** Returns the function `worldFixture` of a test file. `emulators` are those of its environment. */
export function worldFixtureOf(
  emulators: readonly Emulator[],
  { beforeEach, afterEach }: RuntimeGlobals,
  global: typeof globalThis,
): (services: readonly string[], options?: WorldFixtureOptions) => World {
  return (services, options = {}) => {
    const chosen = chosenEmulators(emulators, services, 'worldFixture')
    let world: World | undefined
    beforeEach(async () => {
      world = await openWorld(chosen, options, { global })
    })
    afterEach(async () => {
      await world?.close()
      world = undefined
    })
    const names = ['emulators', 'clock', 'env', ...services.map(camelCase)]
    return new Proxy({} as World, {
      get(_target, name) {
        if (world !== undefined) return Reflect.get(world, name) as unknown
        // An `await` and the runner look for others.
        if (typeof name !== 'string' || !names.includes(name)) return undefined
        throw new Error(`worldFixture: world.${name} is there while a test runs`)
      },
    })
  }
}
