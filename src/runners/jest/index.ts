import { TestEnvironment } from 'jest-environment-node'
import { withEmulators } from './environment.ts'
import './globals.generated.ts'

/** Jest's node environment with emulators: `testEnvironment: 'backlot/jest'`. */
const NodeEnvironment: typeof TestEnvironment = withEmulators(TestEnvironment)

export { withEmulators } from './environment.ts'
export type { ProjectOptions } from '#fixtures/index.ts'
// Jest loads the default export of an environment.
export default NodeEnvironment
