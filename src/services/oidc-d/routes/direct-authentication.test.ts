import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import { directTest, MFA_OTP, OOB, OTP, post, shown, token } from '#oidc-d/direct-authentication.fixture.ts'

const it = directTest(false)

describe('one authenticator', () => {
  it('is a code of an authenticator application', async ({ oidcD }) => {
    const login_hint = 'ada@example.com'
    const otp = shown(oidcD)
    const { status, body } = await token(oidcD, { grant_type: OTP, login_hint, otp })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ token_type: 'Bearer', refresh_token: expect.any(String) }),
    ])
    expect(decodeJwt(body['id_token'] ?? '')['amr']).toEqual(['otp'])
    const renewed = await token(oidcD, { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '' })
    expect(decodeJwt(renewed.body['id_token'] ?? '')['amr']).toEqual(['otp'])
    for (const wrong of [
      { otp },
      { otp: '000000' },
      { otp, login_hint: 'grace@example.com' },
      { otp, login_hint: 'x' },
    ]) {
      expect(await token(oidcD, { grant_type: OTP, login_hint, ...wrong })).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description: expect.stringMatching(/^The credentials provided were inv/),
        },
      })
    }
  })

  it.for(['primary-authenticate', 'oob-authenticate'])(
    'is a code that /%s sends to a phone',
    async (path, { oidcD }) => {
      const form = { login_hint: 'ada@example.com', channel_hint: 'sms', challenge_hint: OOB }
      const { status, body } = await post(oidcD, `/default/v1/${path}`, form)
      expect([status, body]).toEqual([
        200,
        { oob_code: expect.stringMatching(/^[\w-]{34}$/), expires_in: 300, channel: 'sms', binding_method: 'prompt' },
      ])
      const { code } = await oidcD.codes.next({ to: '+15550100' })
      const redeem = (binding_code: string) =>
        token(oidcD, { grant_type: OOB, oob_code: body['oob_code'] ?? '', binding_code })
      expect((await redeem('000')).body['error']).toBe('invalid_grant')
      const got = await redeem(code)
      expect(decodeJwt(got.body['id_token'] ?? '')['amr']).toEqual(['sms'])
      expect((await redeem(code)).body['error']).toBe('invalid_grant')
    },
  )

  it('is an approval on a device, for which the application polls', async ({ oidcD }) => {
    const form = { login_hint: 'ada@example.com', channel_hint: 'push' }
    const ask = async () => (await post(oidcD, '/v1/primary-authenticate', form)).body
    const asked = await ask()
    expect(asked).toMatchObject({ interval: 5, channel: 'push', binding_method: 'none' })
    const poll = (oob_code = '') => post(oidcD, '/v1/token', { grant_type: OOB, oob_code, scope: 'openid' })
    expect((await poll(asked['oob_code'])).body).toEqual({
      error: 'authorization_pending',
      error_description:
        'No user response received on the out-of-band authenticator yet. Continue polling to wait for a response.',
    })
    await oidcD.pushes.approve()
    expect((await poll(asked['oob_code'])).status).toBe(200)
    const again = await ask()
    await oidcD.pushes.reject()
    expect((await poll(again['oob_code'])).body['error']).toBe('access_denied')
    const late = await ask()
    oidcD.clock.advance('6 minutes')
    expect((await poll(late['oob_code'])).body['error']).toBe('invalid_grant')
  })

  it('is asked for on a channel that the person has', async ({ oidcD }) => {
    const ask = (form: Record<string, string>) => post(oidcD, '/default/v1/primary-authenticate', form)
    const who = { login_hint: 'grace@example.com', channel_hint: 'sms' }
    expect((await ask(who)).body['error']).toBe('invalid_grant')
    expect((await ask({ ...who, channel_hint: 'pigeon' })).body['error']).toBe('invalid_request')
    expect((await ask({ ...who, challenge_hint: MFA_OTP })).body['error']).toBe('invalid_request')
    expect((await ask({ channel_hint: 'sms' })).body['error']).toBe('invalid_request')
  })
})
