import type { Circus } from '@jest/types'
import type { Emulator } from '#emulator.ts'
import { camelCase, openTenants } from '#fixtures/index.ts'
import { reportFailure } from './failure.ts'

type Body = (fixtures: Readonly<Record<string, Emulator>>, ...row: readonly unknown[]) => unknown

/** Returns the emulator of each service among those of a test file's environment. */
export function chosenEmulators(emulators: readonly Emulator[], services: readonly string[], by: string): Emulator[] {
  return services.map((id) => {
    const found = emulators.find(({ service }) => service === id)
    if (found === undefined) throw new TypeError(`${by}: ${id} is none of testEnvironmentOptions.services in this file`)
    return found
  })
}

/** The errors that say already what the tenants of their test have received. */
const reported = new WeakSet()

/** Returns whether the error of a test has the requests of the test's own tenants. */
export function hasOwnReport([first]: readonly Circus.TestError[]): boolean {
  const error: unknown = Array.isArray(first) ? first[0] : first
  return error instanceof Object && reported.has(error)
}

/**
 * Returns the function `concurrentFixture` of a test file. `emulators` are those of its environment. Jest has no hook
 * around one of the tests that run at once, so that what it returns wraps the function of a test.
 */
export function concurrentFixtureOf(
  emulators: readonly Emulator[],
): (services: readonly string[]) => (body: Body) => Body {
  return (services) => {
    const chosen = chosenEmulators(emulators, services, 'concurrentFixture')
    // Jest takes the first parameter of a test's function for a callback, so that it has none of its own.
    return (body) =>
      async (...row) => {
        const { tenants, run, close } = await openTenants(chosen, {})
        const fixtures = Object.fromEntries(tenants.map((tenant) => [camelCase(tenant.service), tenant]))
        try {
          return await run(() => body(fixtures, ...row))
        } catch (error) {
          throw withReport(error, tenants)
        } finally {
          await close()
        }
      }
  }
}

/** Returns the error of a test with what its tenants have received. */
function withReport(error: unknown, tenants: readonly Emulator[]): unknown {
  const errors: Circus.TestError[] = [[error, new Error()]]
  reportFailure(errors, tenants)
  const [first] = errors
  const printed: unknown = Array.isArray(first) ? first[0] : first
  if (printed instanceof Object) reported.add(printed)
  return printed
}
