import type { EmulatorMatchers } from '#fixtures/index.ts'

declare global {
  namespace PlaywrightTest {
    interface Matchers<R, T = unknown> extends EmulatorMatchers<R, T> {}
  }
}

export { appFixture, type AppFixtures, type AppOptions } from './app.ts'
export {
  emulatorFixture,
  worldFixture,
  type EmulatorFixtures,
  type WorldTestFixtures,
  type WorldWorkerFixtures,
} from './fixture.ts'
export { freePort, type Application } from '#fixtures/application.ts'
export { sharedAppFixture, type SharedAppFixtures } from './shared-app.ts'
export { withSweep } from './sweep.ts'
export * from './services.generated.ts'
export type {
  FixtureOptions,
  SharedApplication,
  SharedAppOptions,
  SweepTestOptions,
  WithSweep,
  WorldFixtureOptions,
} from '#fixtures/index.ts'
