// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
import type { Emulator } from '../../emulator.ts'

// A global must be `var` to be one.
declare global {
  /** The auth-saas instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var authSaas: Emulator<'auth-saas'>
  /** The chat instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var chat: Emulator<'chat'>
  /** The cloud instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var cloud: Emulator<'cloud'>
  /** The codehost instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var codehost: Emulator<'codehost'>
  /** The deployhost instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var deployhost: Emulator<'deployhost'>
  /** The docdb instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var docdb: Emulator<'docdb'>
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
  /** The payments instance of this worker, reset before each test. Named in `testEnvironmentOptions.services`. */
  var payments: Emulator<'payments'>
}
