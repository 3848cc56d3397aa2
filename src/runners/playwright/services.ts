import { emulatorFixture, type EmulatorFixture } from './fixture.ts'

/** The fixtures `codehost` and `codehostOptions`, for `test.extend`. */
export const codehostFixture: EmulatorFixture<'codehost'> = emulatorFixture('codehost')
