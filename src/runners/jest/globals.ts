import type { NameOf, WorldFixtureOptions } from '#fixtures/index.ts'
import type { ServiceId } from '../../registry.ts'
import type { Emulator } from '#emulator.ts'
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

  /**
   * Returns a function that wraps those of tests which run at once, `test.concurrent`: each test gets a tenant of each
   * of these services of the environment, by the service's id in camel case, which ends with the test. With `hosts:
   * 'real'`, what the test calls reaches its own tenants.
   */
  var concurrentFixture: <const S extends ServiceId | (string & {})>(
    services: readonly S[],
  ) => <Row extends readonly unknown[], T>(
    body: (fixtures: { readonly [Each in S as NameOf<Each>]: Emulator<Each> }, ...row: Row) => T,
  ) => (...row: Row) => Promise<Awaited<T>>
}
