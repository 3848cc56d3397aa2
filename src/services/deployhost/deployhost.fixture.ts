import type { FixtureOptions } from '#fixtures/index.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** Vitest's `test` with an instance of deployhost. */
export const deployhostTest = (options: FixtureOptions<'deployhost'> = {}) => serviceTest('deployhost', options)
