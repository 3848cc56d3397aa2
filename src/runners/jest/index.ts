import type { EmulatorMatchers } from '#fixtures/index.ts'
// oxlint-disable-next-line import/no-empty-named-blocks, unicorn/require-module-specifiers -- what is augmented below
import type {} from 'expect'
import { TestEnvironment } from 'jest-environment-node'
import { withEmulators } from './environment.ts'
import './globals.generated.ts'
import './globals.ts'

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends EmulatorMatchers<R, T> {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends EmulatorMatchers<R, T> {}
}

/** Jest's node environment with emulators: `testEnvironment: 'backlot/jest'`. */
const NodeEnvironment: typeof TestEnvironment = withEmulators(TestEnvironment)

export { withEmulators } from './environment.ts'
export type { ProjectOptions } from '#fixtures/index.ts'
// Jest loads the default export of an environment.
export default NodeEnvironment
