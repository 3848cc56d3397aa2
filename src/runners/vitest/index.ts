import type { ServiceSummary } from '../../fixtures/index.ts'
import type { ProvidedOptions } from './provided.ts'

// Only an entry's own declarations reach the published types.
declare module 'vitest' {
  interface ProvidedContext {
    /** What backlot's plugin or global setup tells the workers. */
    backlot: ProvidedOptions
  }
  interface TaskMeta {
    /** What backlot's emulators were asked during a test that failed. */
    backlot?: readonly ServiceSummary[]
  }
}

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
export { emulator } from './emulator.ts'
export { emulatorFixture, type EmulatorFixture } from './fixture.ts'
export { backlot, type BacklotPlugin } from './plugin.ts'
export type { FixtureOptions, ProjectOptions, ServiceSummary } from '../../fixtures/index.ts'
