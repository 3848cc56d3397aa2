import { TestEnvironment } from 'jest-environment-jsdom'
import type { Emulator } from '../../emulator.ts'
import { withEmulators } from './environment.ts'

// Global declarations are published only from an entry file. A global variable must be declared with `var`.
declare global {
  /** The cloud instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var cloud: Emulator<'cloud'>
  /** The codehost instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var codehost: Emulator<'codehost'>
  /** The deployhost instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var deployhost: Emulator<'deployhost'>
  /** The mail instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var mail: Emulator<'mail'>
  /** The oidc-a instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var oidcA: Emulator<'oidc-a'>
  /** The oidc-b instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var oidcB: Emulator<'oidc-b'>
  /** The oidc-c instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var oidcC: Emulator<'oidc-c'>
  /** The oidc-d instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var oidcD: Emulator<'oidc-d'>
}

/** Jest's jsdom environment with emulators: `testEnvironment: 'backlot/jest/jsdom'`. */
const JsdomEnvironment = withEmulators(TestEnvironment)

// Jest loads the default export of an environment.
export default JsdomEnvironment
