import type { Fixtures } from '@playwright/test'
import { emulatorFixture, type EmulatorFixtures, type NoFixtures } from './fixture.ts'

/** The fixtures `codehost` and `codehostOptions`, for `test.extend`. */
export const codehostFixture: Fixtures<NoFixtures, EmulatorFixtures<'codehost'>> = emulatorFixture('codehost')

/** The fixtures `mail` and `mailOptions`, for `test.extend`. */
export const mailFixture: Fixtures<NoFixtures, EmulatorFixtures<'mail'>> = emulatorFixture('mail')

/** The fixtures `deployhost` and `deployhostOptions`, for `test.extend`. */
export const deployhostFixture: Fixtures<NoFixtures, EmulatorFixtures<'deployhost'>> = emulatorFixture('deployhost')

/** The fixtures `oidcA` and `oidcAOptions`, for `test.extend`. */
export const oidcAFixture: Fixtures<NoFixtures, EmulatorFixtures<'oidc-a'>> = emulatorFixture('oidc-a')
