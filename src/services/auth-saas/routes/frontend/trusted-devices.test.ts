import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, onTestFinished } from 'vitest'
import { authSaasTest, backend, people, startAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { signedIn, visitor, type FrontendBrowser } from './frontend.fixture.ts'

const it = authSaasTest({ seed: { 'auth-saas': { ...people, settings: { trusted_devices: true } } } })

/** The key of a phone, and the form by which its application names it. */
function phone() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }))
  const form = { platform: 'ios', app_identifier: 'com.example.app', name: 'Phone', algorithm: 'ES256' }
  return { privateKey, form: { ...form, public_key_jwk: jwk } }
}

const signatureOf = (clientData: string, key: KeyObject): string =>
  sign('sha256', Buffer.from(clientData), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')

/** Enrolls a phone of a signed-in person, and returns its id and key. */
async function enroll(browser: FrontendBrowser) {
  const { privateKey, form } = phone()
  const { response: challenge } = await browser.call('POST', '/me/trusted_devices/prepare', form)
  const clientData = String(challenge['client_data'])
  const signed = { ...form, client_data: clientData, signature: signatureOf(clientData, privateKey) }
  const { response } = await browser.call('POST', '/me/trusted_devices/attempt', signed)
  return { id: String(response['id']), privateKey, response }
}

describe('a trusted device', () => {
  it('is enrolled with a signature of its key, listed and revoked', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const { id, response } = await enroll(ada)
    const device = {
      id: expect.stringMatching(/^tdev_\w{27}$/),
      object: 'trusted_device',
      platform: 'ios',
      app_identifier: 'com.example.app',
      name: 'Phone',
      algorithm: 'ES256',
      status: 'active',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      last_used_at: null,
      revoked_at: null,
    }
    expect(response).toEqual(device)
    expect((await ada.call('GET', '/me/trusted_devices')).response).toEqual([device])
    expect((await backend(authSaas, 'GET', '/users/user_ada/trusted_devices')).json).toEqual({
      data: [device],
      total_count: 1,
    })
    const validated = (await ada.call('POST', '/client/trusted_devices/validate', { trusted_device_id: id })).response
    expect(validated).toEqual({ object: 'trusted_device_validation', valid: true })
    const grace = signedIn(authSaas, 'grace')
    expect((await grace.call('DELETE', `/me/trusted_devices/${id}`)).status).toBe(404)
    expect((await ada.call('DELETE', `/me/trusted_devices/${id}`)).response).toMatchObject({
      status: 'revoked',
      revoked_at: expect.any(Number),
    })
    const other = await enroll(ada)
    const revoked = await backend(authSaas, 'DELETE', `/users/user_ada/trusted_devices/${other.id}`)
    expect(revoked.json).toMatchObject({ status: 'revoked' })
    expect((await backend(authSaas, 'DELETE', `/users/user_ada/trusted_devices/${other.id}`)).status).toBe(404)
    expect((await ada.call('GET', '/me/trusted_devices')).response).toEqual([])
  })

  it('is refused without its signature, for another text, and after the challenge has ended', async ({ authSaas }) => {
    const ada = signedIn(authSaas, 'ada')
    const { privateKey, form } = phone()
    const prepared = async () => {
      const { response } = await ada.call('POST', '/me/trusted_devices/prepare', form)
      return String(response['client_data'])
    }
    const attempt = async (client: string, signature: string) =>
      (await ada.call('POST', '/me/trusted_devices/attempt', { ...form, client_data: client, signature })).code
    const first = await prepared()
    expect(await attempt(first, signatureOf(first, phone().privateKey))).toBe('verification_failed')
    expect(await attempt('{}', signatureOf('{}', privateKey))).toBe('verification_failed')
    authSaas.clock.advance('6m')
    expect(await attempt(first, signatureOf(first, privateKey))).toBe('verification_failed')
    const key = { ...form, public_key_jwk: '{"kty":"EC","crv":"P-384"}' }
    expect((await ada.call('POST', '/me/trusted_devices/prepare', key)).code).toBe('form_param_format_invalid')
  })

  it('signs its person in, as a factor of the person or alone', async ({ authSaas }) => {
    const { id, privateKey } = await enroll(signedIn(authSaas, 'ada'))
    const finish = async (browser: FrontendBrowser, attempt: Record<string, unknown>, key = privateKey) => {
      const verification = attempt['first_factor_verification'] as Record<string, Record<string, string>> // the vendor's
      expect(verification).toMatchObject({ object: 'verification_trusted_device', strategy: 'trusted_device' })
      const clientData = verification['trusted_device_challenge']?.['client_data'] ?? ''
      return browser.call('POST', `/client/sign_ins/${String(attempt['id'])}/attempt_first_factor`, {
        strategy: 'trusted_device',
        trusted_device_id: id,
        client_data: clientData,
        signature: signatureOf(clientData, key),
        algorithm: 'ES256',
      })
    }
    const alone = await visitor(authSaas)
    const begun = await alone.call('POST', '/client/sign_ins', { strategy: 'trusted_device', trusted_device_id: id })
    expect((await finish(alone, begun.response, phone().privateKey)).code).toBe('verification_failed')
    expect((await finish(alone, begun.response)).response).toMatchObject({
      status: 'complete',
      identifier: 'ada@example.com',
    })

    const named = await visitor(authSaas)
    const { response } = await named.call('POST', '/client/sign_ins', { identifier: 'ada@example.com' })
    const factor = { strategy: 'trusted_device', trusted_device_id: id }
    expect(response['supported_first_factors']).toContainEqual(factor)
    const path = `/client/sign_ins/${String(response['id'])}/prepare_first_factor`
    const prepared = await named.call('POST', path, factor)
    expect((await finish(named, prepared.response)).response).toMatchObject({ status: 'complete' })
    const { json } = await backend(authSaas, 'GET', '/users/user_ada/trusted_devices')
    expect(json).toMatchObject({ data: [{ last_used_at: expect.any(Number) }] })
  })
})

it('a trusted device demands that the instance trusts devices', async () => {
  const plain = await startAuthSaas()
  onTestFinished(() => plain.close())
  const ada = signedIn(plain, 'ada')
  expect((await ada.call('GET', '/me/trusted_devices')).code).toBe('feature_not_enabled')
})
