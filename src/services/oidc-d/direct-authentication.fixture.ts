import { totpCode } from '#core/totp.ts'
import type { Emulator, EmulatorOptions } from '#emulator.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** A grant type of direct authentication. */
export const OTP = 'urn:okta:params:oauth:grant-type:otp'
/** A grant type of direct authentication. */
export const OOB = 'urn:okta:params:oauth:grant-type:oob'
/** A grant type of direct authentication. */
export const MFA_OTP = 'http://auth0.com/oauth/grant-type/mfa-otp'
/** A grant type of direct authentication. */
export const MFA_OOB = 'http://auth0.com/oauth/grant-type/mfa-oob'
const SECRET = 'JBSWY3DPEHPK3PXP'

const section = (requireFactor: boolean): Seed => ({
  'oidc-d': {
    users: [
      {
        login: 'ada@example.com',
        password: 'Analytical1843',
        factors: [
          { type: 'token:software:totp', provider: 'GOOGLE', secret: SECRET },
          { type: 'sms', phone_number: '+15550100' },
          { type: 'push' },
        ],
      },
      { login: 'grace@example.com', password: 'Compiler1952' },
    ],
    apps: [
      {
        name: 'Native',
        client_id: 'native-app',
        type: 'native',
        grant_types: ['password', 'refresh_token', OTP, OOB, MFA_OTP, MFA_OOB],
        response_types: [],
      },
      { name: 'Other', client_id: 'other-app', type: 'native', grant_types: ['password', MFA_OTP] },
      { name: 'Plain', client_id: 'plain-app', type: 'native', grant_types: ['password'] },
    ],
    sign_on_policy: { require_factor: requireFactor },
  },
})

type Seed = Exclude<EmulatorOptions<'oidc-d'>['seed'], string | undefined>
type Emulated = Emulator<'oidc-d'>

/** Sends a form of the native app. */
export async function post(oidcD: Emulated, path: string, form: Record<string, string>) {
  const body = new URLSearchParams({ client_id: 'native-app', ...form })
  const response = await fetch(`${oidcD.url}/oauth2${path}`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, string> } // JSON of strings
}
/** Asks for tokens at the default server. */
export const token = (oidcD: Emulated, form: Record<string, string>) =>
  post(oidcD, '/default/v1/token', { scope: 'openid offline_access', ...form })

/** Returns the code that the person's authenticator application shows. */
export const shown = (oidcD: Emulated) => totpCode(SECRET, oidcD.clock.now())

/** Returns Vitest's `test` with an instance whose sign-on policy asks for a factor beside the password, or not. */
export const directTest = (requireFactor: boolean) => serviceTest('oidc-d', { seed: section(requireFactor) })
