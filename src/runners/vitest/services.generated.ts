// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
import { emulatorFixture, type EmulatorFixture } from './fixture.ts'

/** The fixture `authSaas`, for `test.extend`. With options: `emulatorFixture('auth-saas', { … })`. */
export const authSaasFixture: EmulatorFixture<'auth-saas'> = emulatorFixture('auth-saas')

/** The fixture `chat`, for `test.extend`. With options: `emulatorFixture('chat', { … })`. */
export const chatFixture: EmulatorFixture<'chat'> = emulatorFixture('chat')

/** The fixture `cloud`, for `test.extend`. With options: `emulatorFixture('cloud', { … })`. */
export const cloudFixture: EmulatorFixture<'cloud'> = emulatorFixture('cloud')

/** The fixture `codehost`, for `test.extend`. With options: `emulatorFixture('codehost', { … })`. */
export const codehostFixture: EmulatorFixture<'codehost'> = emulatorFixture('codehost')

/** The fixture `deployhost`, for `test.extend`. With options: `emulatorFixture('deployhost', { … })`. */
export const deployhostFixture: EmulatorFixture<'deployhost'> = emulatorFixture('deployhost')

/** The fixture `docdb`, for `test.extend`. With options: `emulatorFixture('docdb', { … })`. */
export const docdbFixture: EmulatorFixture<'docdb'> = emulatorFixture('docdb')

/** The fixture `mail`, for `test.extend`. With options: `emulatorFixture('mail', { … })`. */
export const mailFixture: EmulatorFixture<'mail'> = emulatorFixture('mail')

/** The fixture `oidcA`, for `test.extend`. With options: `emulatorFixture('oidc-a', { … })`. */
export const oidcAFixture: EmulatorFixture<'oidc-a'> = emulatorFixture('oidc-a')

/** The fixture `oidcB`, for `test.extend`. With options: `emulatorFixture('oidc-b', { … })`. */
export const oidcBFixture: EmulatorFixture<'oidc-b'> = emulatorFixture('oidc-b')

/** The fixture `oidcC`, for `test.extend`. With options: `emulatorFixture('oidc-c', { … })`. */
export const oidcCFixture: EmulatorFixture<'oidc-c'> = emulatorFixture('oidc-c')

/** The fixture `oidcD`, for `test.extend`. With options: `emulatorFixture('oidc-d', { … })`. */
export const oidcDFixture: EmulatorFixture<'oidc-d'> = emulatorFixture('oidc-d')

/** The fixture `payments`, for `test.extend`. With options: `emulatorFixture('payments', { … })`. */
export const paymentsFixture: EmulatorFixture<'payments'> = emulatorFixture('payments')
