import { TestEnvironment } from 'jest-environment-jsdom'
import { withEmulators } from './environment.ts'
import './globals.generated.ts'
import './globals.ts'

/** Jest's jsdom environment with emulators: `testEnvironment: 'backlot/jest/jsdom'`. */
const JsdomEnvironment: typeof TestEnvironment = withEmulators(TestEnvironment)

// Jest loads the default export of an environment.
export default JsdomEnvironment
