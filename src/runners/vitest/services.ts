import { emulatorFixture, type EmulatorFixture } from './fixture.ts'

/** The fixture `codehost`, for `test.extend`. With options: `emulatorFixture('codehost', { … })`. */
export const codehostFixture: EmulatorFixture<'codehost'> = emulatorFixture('codehost')

/** The fixture `mail`, for `test.extend`. With options: `emulatorFixture('mail', { … })`. */
export const mailFixture: EmulatorFixture<'mail'> = emulatorFixture('mail')

/** The fixture `deployhost`, for `test.extend`. With options: `emulatorFixture('deployhost', { … })`. */
export const deployhostFixture: EmulatorFixture<'deployhost'> = emulatorFixture('deployhost')

/** The fixture `oidcA`, for `test.extend`. With options: `emulatorFixture('oidc-a', { … })`. */
export const oidcAFixture: EmulatorFixture<'oidc-a'> = emulatorFixture('oidc-a')
