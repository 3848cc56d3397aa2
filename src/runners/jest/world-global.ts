import type { WorldFixtureOptions } from '#fixtures/index.ts'
import type { ServiceId } from '../../registry.ts'
import type { World } from '../../world/world.ts'

// A global must be `var` to be one.
declare global {
  /**
   * Returns the world of these services of the environment: one clock, one reset, one timeline. To be called at the top
   * of a test file or of a `describe`; its members are there while a test runs.
   */
  var worldFixture: <const S extends ServiceId | (string & {})>(
    services: readonly S[],
    options?: WorldFixtureOptions<Extract<S, ServiceId>>,
  ) => World<Extract<S, ServiceId>>
}
