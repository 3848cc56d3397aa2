import type { EmulatorMatchers, ServiceSummary } from '#fixtures/index.ts'
import type { ProvidedOptions } from './provided.ts'

// Module augmentations are published only from an entry file.
declare module 'vitest' {
  interface ProvidedContext {
    /** The values that backlot's plugin or global setup passes to the workers. */
    backlot: ProvidedOptions
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- Vitest's own declaration
  interface Matchers<T = any> extends EmulatorMatchers<void, T> {}
  interface TaskMeta {
    /** The requests that backlot's emulators received during a failed test. */
    backlot?: readonly ServiceSummary[]
  }
}

export * from './services.generated.ts'
export { emulator } from './emulator.ts'
export { concurrentFixture, emulatorFixture, worldFixture, type EmulatorFixture, type WorldFixture } from './fixture.ts'
export { backlot, type BacklotPlugin } from './plugin.ts'
export { withSweep } from './sweep.ts'
export type {
  FixtureOptions,
  ProjectOptions,
  ServiceSummary,
  SweepTestOptions,
  WithSweep,
  WorldFixtureOptions,
} from '#fixtures/index.ts'
export { startSharedApp, type SharedAppOptions } from '#fixtures/index.ts'
