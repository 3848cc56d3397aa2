import { generateKeyPairSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { createEmulator, type Emulator } from '#emulator.ts'
import { APP, clientSecret, oidcBTest, type SecretChanges } from '#oidc-b/oidc-b.fixture.ts'

const it = oidcBTest()

type Fixtures = FixturesOf<typeof it>

const now = Math.floor(Date.now() / 1000)
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const strangersKey = stranger.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/**
 * The token endpoint's answer to a secret. With a valid secret it is the refusal of the refresh token, which is
 * invalid.
 */
async function answerTo({ oidcB }: Pick<Fixtures, 'oidcB'>, secret: string, emulator: Emulator = oidcB, id = APP.id) {
  const response = await emulator.fetch('http://host/auth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'r0',
      client_id: id,
      client_secret: secret,
    }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
const GOOD = { status: 400, body: { error: 'invalid_grant' } }

describe('a client secret', () => {
  it.for<[string, SecretChanges]>([
    ['for the vendor’s own issuer', {}],
    ['for the vendor’s own issuer in a list', { aud: ['https://appleid.apple.com'] }],
    ['that is good for six months', { exp: now + 15_777_000 }],
    ['that was made a little later than it is', { iat: now + 30 }],
  ] as const)('is valid %s', async ([_what, changes], { oidcB }) => {
    expect(await answerTo({ oidcB }, await clientSecret(changes))).toMatchObject(GOOD)
  })

  it('is valid with the instance’s own URL as audience', async ({ oidcB }) => {
    expect(await answerTo({ oidcB }, await clientSecret({ aud: oidcB.url }))).toMatchObject(GOOD)
  })

  it.for<[SecretChanges, string]>([
    [{ header: { kid: 'OTHERKEY00' } }, 'its kid is OTHERKEY00; expected the key_id KEY1234567'],
    [{ header: { kid: null } }, 'its header has no kid; expected the id of the key'],
    [{ iss: 'TEAM000000' }, 'its iss is TEAM000000; expected the team_id TEAM123456'],
    [{ iss: undefined }, 'it has no iss; expected the id of the team'],
    [{ sub: 'com.example.app' }, 'its sub is com.example.app; expected the client_id, com.example.web'],
    [{ sub: undefined }, 'its sub is missing'],
    [{ aud: 'https://example.com' }, 'aud of the JWT of the client is https://example.com; expected https://appleid'],
    [{ aud: undefined }, 'is missing; expected https://appleid.apple.com or http'],
    [{ exp: now - 120 }, 'expired at'],
    [{ exp: undefined }, 'has no exp'],
    [{ exp: now + 15_777_000 + 600 }, 'at the latest, six months from now'],
    [{ exp: 1e18 }, 'its exp is 1000000000000000000; expected'],
    [{ iat: undefined }, 'it has no iat'],
    [{ iat: now + 600 }, 'which is yet to come'],
    [{ privateKey: strangersKey }, 'its signature is not of the private key that goes with the public_key of com.ex'],
  ] as const)('is refused with %o', async ([changes, words], { oidcB }) => {
    const { status, body } = await answerTo({ oidcB }, await clientSecret(changes))
    expect(status).toBe(400)
    expect(body).toEqual({ error: 'invalid_client', error_description: expect.stringContaining(words) })
  })

  it('is refused when it is not a JWT, and when it was changed', async ({ oidcB }) => {
    expect((await answerTo({ oidcB }, 'secret')).body['error_description']).toContain(
      'it has 1 parts; a signed JWT has 3',
    )
    const [header, , signature] = (await clientSecret()).split('.')
    const [, other] = (await clientSecret({ exp: now + 999 })).split('.')
    expect((await answerTo({ oidcB }, `${header}.${other}.${signature}`)).body['error_description']).toContain(
      'its signature is',
    )
  })

  it('is refused without a signature', async ({ oidcB }) => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [, payload] = (await clientSecret()).split('.')
    const { body } = await answerTo({ oidcB }, `${part({ alg: 'none', kid: APP.key })}.${payload}.`)
    expect(body['error_description']).toContain('its alg is none; expected ES256')
  })

  it('expires on the clock of the instance', async ({ oidcB }) => {
    const secret = await clientSecret({ exp: now + 3600 })
    oidcB.clock.advance('2h')
    expect((await answerTo({ oidcB }, secret)).body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('expired at'),
    })
  })

  it('of a client without a seeded key may be signed with any key, but must be well-formed', async ({ oidcB }) => {
    const seed = { 'oidc-b': { oauth_clients: [{ client_id: APP.id }] } }
    await using open = await createEmulator({ service: 'oidc-b', port: 0, seed })
    const theirs = { privateKey: strangersKey, iss: 'TEAM000000', header: { kid: 'ANY' } }
    expect(await answerTo({ oidcB }, await clientSecret(theirs), open)).toMatchObject(GOOD)
    expect((await answerTo({ oidcB }, 'secret', open)).body['error']).toBe('invalid_client')
    expect((await answerTo({ oidcB }, await clientSecret({ exp: now - 120 }), open)).body['error']).toBe(
      'invalid_client',
    )
    expect((await answerTo({ oidcB }, await clientSecret({ sub: 'x' }), open)).body['error']).toBe('invalid_client')
  })

  it('of a client that is not seeded must be well-formed too', async ({ oidcB }) => {
    await using open = await createEmulator({ service: 'oidc-b', port: 0 })
    expect(await answerTo({ oidcB }, await clientSecret({ sub: 'any' }), open, 'any')).toMatchObject(GOOD)
    expect((await answerTo({ oidcB }, await clientSecret(), open, 'any')).body['error']).toBe('invalid_client')
  })
})
