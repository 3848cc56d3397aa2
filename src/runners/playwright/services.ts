import type { Fixtures } from '@playwright/test'
import { emulatorFixture, type EmulatorFixtures, type NoFixtures } from './fixture.ts'

/** The fixtures `codehost` and `codehostOptions`, for `test.extend`. */
export const codehostFixture: Fixtures<NoFixtures, EmulatorFixtures<'codehost'>> = emulatorFixture('codehost')
