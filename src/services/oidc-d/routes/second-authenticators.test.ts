import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { directTest, MFA_OOB, MFA_OTP, OOB, OTP, post, shown, token } from '#oidc-d/direct-authentication.fixture.ts'

const it = directTest(true)

type Emulated = Emulator<'oidc-d'>

describe('a second authenticator', () => {
  const password = { grant_type: 'password', username: 'ada@example.com', password: 'Analytical1843' }

  /** Gives the right password; returns the token of the sign-in that waits. */
  async function begin(oidcD: Emulated) {
    const { status, body } = await token(oidcD, password)
    expect([status, body]).toEqual([
      403,
      {
        error: 'mfa_required',
        error_description: 'Verify with an additional authenticator to complete the sign-in process.',
        mfa_token: expect.stringMatching(/^[\w-]{20}$/),
      },
    ])
    return body['mfa_token'] ?? ''
  }

  it('is a code of an authenticator application', async ({ oidcD }) => {
    const mfa_token = await begin(oidcD)
    const challenged = await post(oidcD, '/default/v1/challenge', { mfa_token, challenge_types_supported: MFA_OTP })
    expect(challenged.body).toEqual({ challenge_type: MFA_OTP })
    const form = { grant_type: MFA_OTP, mfa_token, otp: shown(oidcD) }
    expect((await token(oidcD, { ...form, otp: '000000' })).body['error']).toBe('invalid_grant')
    expect((await token(oidcD, { ...form, client_id: 'other-app' })).body['error']).toBe('invalid_grant')
    expect((await post(oidcD, '/v1/token', { ...form, scope: 'openid' })).body['error']).toBe('invalid_grant')
    const { body } = await token(oidcD, form)
    expect(decodeJwt(body['id_token'] ?? '')['amr']).toEqual(['pwd', 'mfa', 'otp'])
    expect((await token(oidcD, form)).body['error']).toBe('invalid_grant')
  })

  it('is a challenge on another channel', async ({ oidcD }) => {
    const mfa_token = await begin(oidcD)
    const form = { mfa_token, challenge_types_supported: `${MFA_OTP} ${MFA_OOB}`, channel_hint: 'sms' }
    const { body } = await post(oidcD, '/default/v1/challenge', form)
    expect(body).toMatchObject({ challenge_type: MFA_OOB, channel: 'sms', binding_method: 'prompt', expires_in: 300 })
    const { code } = await oidcD.codes.next({ to: '+15550100' })
    const answer = { oob_code: body['oob_code'] ?? '', binding_code: code }
    expect((await token(oidcD, { grant_type: OOB, ...answer })).body['error']).toBe('invalid_grant')
    const got = await token(oidcD, { grant_type: MFA_OOB, mfa_token, ...answer })
    expect(decodeJwt(got.body['id_token'] ?? '')['amr']).toEqual(['pwd', 'mfa', 'sms'])
    const unsupported = { mfa_token: await begin(oidcD), challenge_types_supported: 'x' }
    expect((await post(oidcD, '/default/v1/challenge', unsupported)).body['error']).toBe('invalid_request')
  })

  it('is refused after five minutes', async ({ oidcD }) => {
    const mfa_token = await begin(oidcD)
    oidcD.clock.advance('6 minutes')
    expect((await token(oidcD, { grant_type: MFA_OTP, mfa_token, otp: shown(oidcD) })).body['error']).toBe(
      'invalid_grant',
    )
  })

  it('is asked of apps with such a grant only, and of people who have one', async ({ oidcD }) => {
    expect((await token(oidcD, { ...password, client_id: 'plain-app', scope: 'openid' })).body['error']).toBe(
      'access_denied',
    )
    const grace = { username: 'grace@example.com', password: 'Compiler1952' }
    expect((await token(oidcD, { ...password, ...grace })).body['error']).toBe('access_denied')
  })

  it('is asked for after a password, not in its place, where the sign-on policy asks for a factor beside the password', async ({
    oidcD,
  }) => {
    const form = { grant_type: OTP, login_hint: 'ada@example.com', otp: shown(oidcD) }
    expect((await token(oidcD, form)).body['error']).toBe('access_denied')
  })
})
