import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { EmulatorBase } from '#core/emulator-base.ts'
import type { Route, RouteTable } from '#core/routes.ts'
import { routesOf } from '#core/service-routes.ts'
import type { AnyService } from '#core/service.ts'
import { createEmulator } from '../../src/emulator.ts'
import { registry } from '../../src/registry.ts'
import { starterContent } from '../../src/starter.ts'

/** A service with a running instance, and what it takes to call each of its operations. */
export interface Target {
  readonly service: AnyService
  readonly table: RouteTable
  readonly seed: object
  /** The header of a principal that the seed has. */
  readonly authorization: string
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
      const [token = 'backlot_admin'] = Object.keys('tokens' in seed ? Object(seed.tokens) : {})
      Object.assign(target, {
        service,
        table: await routesOf(service),
        seed,
        authorization: `Bearer ${token}`,
        emulator: await createEmulator({ service, port: 0, seed, snapshotLimit: 2 }),
      } satisfies Target)
    })
    afterAll(() => target.emulator.close())
    beforeEach(() => target.emulator.reset())
    tests(target)
  })
}

/**
 * The path of a route, with parameters that name records of a seed: `hello-world` for `:repo`, where the seed has a
 * list `repos` with this name; else 1, as ids and numbers begin.
 */
export function pathOf({ path }: Route, seed: object): string {
  const known = path.replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(named(name, seed) ?? '1'))
  return known.replaceAll('*', 'README.md')
}

/** The first value in a seed that a path parameter may stand for. */
function named(parameter: string, seed: object): string | undefined {
  const list = `${parameter.replace(/_?(?:id|name|slug|idOrName|Id)$/, '')}s`
  for (const [key, value] of Object.entries(seed) as [string, unknown][]) {
    if (key === parameter && typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) continue
    if (key.toLowerCase() === list.toLowerCase() && Array.isArray(value)) {
      const { login, name, id, email, queue } = Object(value[0]) as Record<string, unknown>
      const found = [login, name, id, email, queue].find((each) => typeof each === 'string')
      if (typeof found === 'string') return found
    }
    const inside = named(parameter, value)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Headers that name an operation where method and path do not. */
export function identifying({ identify }: RouteTable, { operation }: Route): Record<string, string> {
  if (identify === undefined) return {}
  const [, name = ''] = operation.split(':')
  return { 'x-amz-target': `AmazonSQS.${name}` }
}
