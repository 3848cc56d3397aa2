// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
import type { Fixtures } from '@playwright/test'
import { emulatorFixture, type EmulatorFixtures, type NoFixtures } from './fixture.ts'

/** The fixtures `authSaas` and `authSaasOptions`, for `test.extend`. */
export const authSaasFixture: Fixtures<NoFixtures, EmulatorFixtures<'auth-saas'>> = emulatorFixture('auth-saas')

/** The fixtures `chat` and `chatOptions`, for `test.extend`. */
export const chatFixture: Fixtures<NoFixtures, EmulatorFixtures<'chat'>> = emulatorFixture('chat')

/** The fixtures `cloud` and `cloudOptions`, for `test.extend`. */
export const cloudFixture: Fixtures<NoFixtures, EmulatorFixtures<'cloud'>> = emulatorFixture('cloud')

/** The fixtures `codehost` and `codehostOptions`, for `test.extend`. */
export const codehostFixture: Fixtures<NoFixtures, EmulatorFixtures<'codehost'>> = emulatorFixture('codehost')

/** The fixtures `deployhost` and `deployhostOptions`, for `test.extend`. */
export const deployhostFixture: Fixtures<NoFixtures, EmulatorFixtures<'deployhost'>> = emulatorFixture('deployhost')

/** The fixtures `docdb` and `docdbOptions`, for `test.extend`. */
export const docdbFixture: Fixtures<NoFixtures, EmulatorFixtures<'docdb'>> = emulatorFixture('docdb')

/** The fixtures `mail` and `mailOptions`, for `test.extend`. */
export const mailFixture: Fixtures<NoFixtures, EmulatorFixtures<'mail'>> = emulatorFixture('mail')

/** The fixtures `oidcA` and `oidcAOptions`, for `test.extend`. */
export const oidcAFixture: Fixtures<NoFixtures, EmulatorFixtures<'oidc-a'>> = emulatorFixture('oidc-a')

/** The fixtures `oidcB` and `oidcBOptions`, for `test.extend`. */
export const oidcBFixture: Fixtures<NoFixtures, EmulatorFixtures<'oidc-b'>> = emulatorFixture('oidc-b')

/** The fixtures `oidcC` and `oidcCOptions`, for `test.extend`. */
export const oidcCFixture: Fixtures<NoFixtures, EmulatorFixtures<'oidc-c'>> = emulatorFixture('oidc-c')

/** The fixtures `oidcD` and `oidcDOptions`, for `test.extend`. */
export const oidcDFixture: Fixtures<NoFixtures, EmulatorFixtures<'oidc-d'>> = emulatorFixture('oidc-d')

/** The fixtures `payments` and `paymentsOptions`, for `test.extend`. */
export const paymentsFixture: Fixtures<NoFixtures, EmulatorFixtures<'payments'>> = emulatorFixture('payments')
