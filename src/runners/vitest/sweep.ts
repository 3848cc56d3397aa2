import type { TestAPI } from 'vitest'
import { sweepTest, type WithSweep } from '#fixtures/index.ts'

/**
 * Returns a `test` with the same fixtures that has `test.sweep`. It comes last: what `extend` returns has no `sweep`.
 *
 * @example
 * const test = withSweep(base.extend(worldFixture(['payments', 'mail'])))
 */
export function withSweep<Fixtures extends object>(test: TestAPI<Fixtures>): TestAPI<Fixtures> & WithSweep<Fixtures> {
  const sweep: WithSweep<Fixtures>['sweep'] = (name, options, body) => {
    test(name, sweepTest(name, options, body), options.timeout)
  }
  // The user's own `test` stays as it is.
  return Object.assign(test.extend({}) as TestAPI<Fixtures>, { sweep }) // no fixture is added
}
