import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { EmulatorBase } from '#core/emulator-base.ts'
import type { Route, RouteTable } from '#core/routes.ts'
import { routesOf } from '#core/service-routes.ts'
import type { AnyService } from '#core/service.ts'
import { createEmulator } from '../../src/emulator.ts'
import { registry } from '../../src/registry.ts'
import { starterContent } from '../../src/starter.ts'
import { credentialsOf, Pool } from '../fuzz/http.ts'

/** A service with a running instance, and what it takes to call each of its operations. */
export interface Target {
  readonly service: AnyService
  readonly table: RouteTable
  readonly seed: object
  /** The names and ids in the seed, for the parameters of paths. */
  readonly pool: Pool
  /** The headers of a principal that the seed has. */
  readonly credentials: Readonly<Record<string, string>>
  readonly emulator: EmulatorBase
}

/**
 * Runs tests on every service that there is, with an instance that is reset before each test: a new service joins by
 * itself. The target is complete when the first test begins.
 */
export function describeServices(tests: (target: Target) => void): void {
  describe.each(registry.map(({ id, load }) => [id, load] as const))('%s', (_id, load) => {
    const target = {} as Target // its members come before the first test
    beforeAll(async () => {
      const service: AnyService = await load()
      const seed = await starterContent(service)
      Object.assign(target, {
        service,
        table: await routesOf(service),
        seed,
        pool: new Pool(JSON.stringify(seed)),
        credentials: credentialsOf(service.id),
        emulator: await createEmulator({ service, port: 0, seed, snapshotLimit: 2 }),
      } satisfies Target)
    })
    afterAll(() => target.emulator.close())
    beforeEach(() => target.emulator.reset())
    tests(target)
  })
}

/** Returns the path of a route, with the names and ids of records that the seed has where it has some. */
export function pathOf({ path }: Route, pool: Pool): string {
  const known = path.replaceAll(/:([A-Za-z_]+)\??/g, (_, name: string) => encodeURIComponent(pool.for(name)[0] ?? '1'))
  return known.replaceAll('*', 'README.md')
}
