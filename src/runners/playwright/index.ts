export { appFixture, type AppFixtures, type AppOptions } from './app.ts'
export { emulatorFixture, type EmulatorFixtures } from './fixture.ts'
export { freePort, type Application } from './process.ts'
export {
  cloudFixture,
  codehostFixture,
  deployhostFixture,
  mailFixture,
  oidcAFixture,
  oidcBFixture,
  oidcCFixture,
  oidcDFixture,
} from './services.ts'
export type { FixtureOptions } from '../../fixtures/index.ts'
