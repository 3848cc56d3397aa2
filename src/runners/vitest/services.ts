import { emulatorFixture, type EmulatorFixture } from './fixture.ts'

/** The fixture `codehost`, for `test.extend`. With options: `emulatorFixture('codehost', { … })`. */
export const codehostFixture: EmulatorFixture<'codehost'> = emulatorFixture('codehost')
