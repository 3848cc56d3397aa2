import type { EmulatorMatchers } from '#fixtures/index.ts'

declare global {
  namespace PlaywrightTest {
    interface Matchers<R, T = unknown> extends EmulatorMatchers<R, T> {}
  }
}

export { appFixture, type AppFixtures, type AppOptions } from './app.ts'
export { emulatorFixture, type EmulatorFixtures } from './fixture.ts'
export { freePort, type Application } from './process.ts'
export * from './services.generated.ts'
export type { FixtureOptions } from '#fixtures/index.ts'
