import type { TestInfo, TestType } from '@playwright/test'
import { sweepTest, type WithSweep } from '#fixtures/index.ts'

/**
 * Returns a `test` with the same fixtures that has `test.sweep`. It comes last: what `extend` returns has no `sweep`.
 *
 * @example
 * const test = withSweep(base.extend(worldFixture(['payments', 'mail'])))
 */
export function withSweep<OfTest extends object, OfWorker extends object>(
  test: TestType<OfTest, OfWorker>,
): TestType<OfTest, OfWorker> & WithSweep<OfTest & OfWorker> {
  const sweep: WithSweep<OfTest & OfWorker>['sweep'] = (name, options, body) => {
    // Timers of this process are also Playwright's own, such as the time-out of the test.
    const swept = sweepTest(name, options, body, { timers: false, quiet: 50 })
    const run = async (fixtures: OfTest & OfWorker, info: TestInfo): Promise<void> => {
      if (options.timeout !== undefined) info.setTimeout(options.timeout)
      await swept(fixtures)
    }
    test(name, Object.defineProperty(run, 'toString', { value: () => String(swept) }))
  }
  // The user's own `test` stays as it is.
  return Object.assign(test.extend({}), { sweep })
}
