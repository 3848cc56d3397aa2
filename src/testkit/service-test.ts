import { test, type TestAPI } from 'vitest'
import type { Service } from '#core/service-type.ts'
import type { EmulatorOf } from '#emulator.ts'
import type { FixtureOptions, NameOf } from '#fixtures/index.ts'
import type { ServiceId } from '../registry.ts'
import { emulatorFixture } from '../runners/vitest/fixture.ts'

/** The fixture of a service: its instance, under the service's id in camel case. */
type InstanceOf<S> = { [Name in NameOf<S>]: EmulatorOf<S> }

/** Vitest's `test` with the instance of a service. `$__file` is Vitest's mark of what `test.beforeAll` may use. */
export type ServiceTest<S> = TestAPI<InstanceOf<S> & { readonly $__file?: InstanceOf<S> }>

/**
 * Returns Vitest's `test` with an instance of the service: the fixture of `backlot/vitest`, at any free port, with an
 * empty seed unless one is given. It starts with the first test of the file and is reset before every test.
 *
 * Call it at the top of a test file, not in `describe`. Two calls with the same options share one instance.
 *
 * @example
 * const it = serviceTest('codehost', { seed }).extend('octokit', ({ codehost }) => octokitOf(codehost))
 * it('lists labels', async ({ codehost, octokit }) => { … })
 */
export function serviceTest<const S extends ServiceId | Service>(
  service: S,
  options: FixtureOptions<S> = {},
): ServiceTest<S> {
  const defaults: FixtureOptions = { basePort: 0, seed: {} }
  const fixture = emulatorFixture(service, { ...defaults, ...options } as FixtureOptions<S>) // an empty seed fits any service
  return test.extend(fixture) as unknown as ServiceTest<S> // the fixture's own type is for every version of Vitest
}

/** The fixtures that the tests of a `test` are given. */
export type FixturesOf<T> = T extends TestAPI<infer Fixtures> ? Fixtures : never
