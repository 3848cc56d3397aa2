import { Client } from '@okta/okta-sdk-nodejs'
import * as client from 'openid-client'
import { decodeJwt, exportJWK, generateKeyPair, importPKCS8, SignJWT } from 'jose'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import { serviceTest, type FixturesOf } from '#testkit/service-test.ts'

const APP = { id: 'bound-app', secret: 'bound-app-secret', callback: 'http://localhost:3000/callback' }
const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })

const it = serviceTest('oidc-d', {
  seed: {
    'oidc-d': {
      users: [{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }],
      apps: [
        {
          name: 'Bound',
          client_id: APP.id,
          client_secret: APP.secret,
          redirect_uris: [APP.callback],
          dpop_bound_access_tokens: true,
          refresh_token_rotation: 'ROTATE',
        },
        {
          name: 'Bound Worker',
          client_id: 'bound-worker',
          type: 'service',
          token_endpoint_auth_method: 'private_key_jwt',
          public_keys: [{ ...KEYS.publicKey.export({ format: 'jwk' }), kid: 'worker-1' }],
          dpop_bound_access_tokens: true,
        },
      ],
    },
  },
})

type Fixtures = Pick<FixturesOf<typeof it>, 'oidcD'>

const discover = ({ oidcD }: Fixtures) =>
  client.discovery(new URL(`${oidcD.url}/oauth2/default`), APP.id, APP.secret, undefined, {
    execute: [client.allowInsecureRequests],
  })

/** Signs a person in with openid-client, whose requests for tokens have proofs. */
async function signIn({ oidcD }: Fixtures) {
  const config = await discover({ oidcD })
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
  const [pkceCodeVerifier, expectedState] = [client.randomPKCECodeVerifier(), client.randomState()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: APP.callback,
    scope: 'openid profile offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  })
  const { location } = oidcD.authorize({ url: url.href, login: 'ada@example.com' })
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(location),
    { pkceCodeVerifier, expectedState },
    {},
    { DPoP },
  )
  return { config, DPoP, tokens }
}

describe('openid-client with DPoP', () => {
  it('gets tokens that are bound to its key, after the nonce of the server', async ({ oidcD }) => {
    const { config, tokens, DPoP } = await signIn({ oidcD })
    expect(config.serverMetadata().dpop_signing_alg_values_supported).toContain('ES256')
    expect(tokens.token_type).toBe('dpop')
    expect(decodeJwt(tokens.access_token)['cnf']).toEqual({ jkt: await DPoP.calculateThumbprint() })
    const asked = oidcD.requests.filter(({ path }) => path.endsWith('/v1/token'))
    expect(asked.map(({ status }) => status)).toEqual([400, 200])
    expect(JSON.parse(String(asked[0]?.response.body))).toEqual({
      error: 'use_dpop_nonce',
      error_description: 'Authorization server requires nonce in DPoP proof.',
    })
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt: await DPoP.calculateThumbprint() },
    })
  })

  it('reads the claims of the user with a proof, and not as a bearer', async ({ oidcD }) => {
    const { config, tokens, DPoP } = await signIn({ oidcD })
    const { sub } = tokens.claims() ?? { sub: '' }
    expect(await client.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).toMatchObject({ given_name: 'Ada' })
    const asBearer = await fetch(`${oidcD.url}/oauth2/default/v1/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(asBearer.status).toBe(400)
    expect(asBearer.headers.get('www-authenticate')).toMatch(/^DPoP .*error="invalid_dpop_proof"/)
  })

  it('refreshes the tokens with the same key only', async ({ oidcD }) => {
    const { config, tokens, DPoP } = await signIn({ oidcD })
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP })
    expect(decodeJwt(refreshed.access_token)['cnf']).toEqual({ jkt: await DPoP.calculateThumbprint() })
    const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
    await expect(
      client.refreshTokenGrant(config, refreshed.refresh_token ?? '', {}, { DPoP: other }),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
    await client.refreshTokenGrant(config, refreshed.refresh_token ?? '', {}, { DPoP })
  })

  it('renews the nonce every day, and accepts one for three', async ({ oidcD }) => {
    const { config, tokens, DPoP } = await signIn({ oidcD })
    const refresh = () => client.refreshTokenGrant(config, tokens.refresh_token ?? '', {}, { DPoP })
    const asked = () => oidcD.requests.findLast(({ path }) => path.endsWith('/v1/token'))
    const first = asked()?.response.headers['dpop-nonce']
    oidcD.clock.advance('25 hours')
    const second = await refresh()
    expect(asked()?.response.headers['dpop-nonce']).not.toBe(first)
    oidcD.clock.advance('73 hours')
    await client.refreshTokenGrant(config, second.refresh_token ?? '', {}, { DPoP })
    expect(oidcD.requests.filter(({ path }) => path.endsWith('/v1/token')).at(-2)?.status).toBe(400)
  })
})

describe('a proof', () => {
  /** Sends a request for a token with a proof that has other members. */
  async function ask({ oidcD }: Fixtures, header: object | null, claims: Record<string, unknown> = {}) {
    const { privateKey, publicKey } = await generateKeyPair('ES384')
    const body = { htm: 'POST', htu: `${oidcD.url}/oauth2/default/v1/token`, iat: 1, jti: 'one', ...claims }
    const jwk = await exportJWK(publicKey)
    const proof = await new SignJWT(body)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES384', jwk, ...header })
      .sign(privateKey)
    const response = await fetch(`${oidcD.url}/oauth2/default/v1/token`, {
      method: 'POST',
      headers: header === null ? {} : { dpop: proof },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'unknown',
        redirect_uri: APP.callback,
        client_id: APP.id,
        client_secret: APP.secret,
      }),
    })
    const answer: unknown = await response.json()
    return { status: response.status, answer, nonce: response.headers.get('dpop-nonce') ?? '' }
  }

  it('is required of an app whose tokens are bound', async ({ oidcD }) => {
    expect(await ask({ oidcD }, null)).toMatchObject({
      status: 400,
      answer: { error: 'invalid_dpop_proof', error_description: 'The DPoP proof JWT header is missing.' },
    })
  })

  it('names the request, and is signed with the key of its header', async ({ oidcD }) => {
    const refused = (text: string) => ({
      status: 400,
      answer: { error: 'invalid_dpop_proof', error_description: expect.stringContaining(text) },
    })
    expect(await ask({ oidcD }, {}, { htm: 'GET' })).toMatchObject(refused("'htm' claim in the DPoP proof JWT is inv"))
    expect(await ask({ oidcD }, {}, { htu: 'x' })).toMatchObject(refused("'htu' claim in the DPoP proof JWT is inv"))
    expect(await ask({ oidcD }, {}, { iat: 'x' })).toMatchObject(refused("'iat' claim in the DPoP proof JWT is inv"))
    expect(await ask({ oidcD }, { typ: 'JWT' })).toMatchObject(refused('expected dpop+jwt'))
    const { publicKey } = await generateKeyPair('ES384')
    expect(await ask({ oidcD }, { jwk: await exportJWK(publicKey) })).toMatchObject(refused('not signed with the key'))
    expect(await ask({ oidcD }, { jwk: { kty: 'oct', k: 'x' } })).toMatchObject(refused('no RSA or EC key'))
    expect(await ask({ oidcD }, { jwk: 7 })).toMatchObject(refused('no jwk'))
  })

  it('has the nonce of the server, and an id', async ({ oidcD }) => {
    const { answer, nonce } = await ask({ oidcD }, {})
    expect(answer).toMatchObject({ error: 'use_dpop_nonce' })
    expect(await ask({ oidcD }, {}, { nonce: 'other' })).toMatchObject({ answer: { error: 'use_dpop_nonce' }, nonce })
    expect((await ask({ oidcD }, {}, { nonce, jti: undefined })).answer).toMatchObject({ error: 'invalid_dpop_proof' })
    expect((await ask({ oidcD }, {}, { nonce })).answer).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('@okta/okta-sdk-nodejs of an app whose tokens are bound', () => {
  const okta = ({ oidcD }: Fixtures) =>
    new Client({
      orgUrl: oidcD.url,
      authorizationMode: 'PrivateKey',
      clientId: 'bound-worker',
      scopes: ['okta.users.read'],
      privateKey: KEYS.privateKey.export({ format: 'pem', type: 'pkcs1' }).toString(),
      keyId: 'worker-1',
      cacheMiddleware: null,
    })

  it('calls the management API with proofs', async ({ oidcD }) => {
    const logins: unknown[] = []
    for await (const user of await okta({ oidcD }).userApi.listUsers()) logins.push(user?.profile?.login)
    expect(logins).toEqual(['ada@example.com'])
    const sent = oidcD.requests.findLast(({ path }) => path === '/api/v1/users')
    expect(sent?.request.headers['dpop']).toMatch(/^eyJ/)
  })

  it('is refused where the address of the proof is percent-encoded, as at the vendor', async ({ oidcD }) => {
    const found = okta({ oidcD }).userApi.getUser({ userId: 'ada@example.com' })
    await expect(found).rejects.toMatchObject({ status: 400 })
    const { response } = oidcD.requests.at(-1) ?? { response: null }
    expect(response?.headers['www-authenticate']).toContain("'htu' claim in the DPoP proof JWT is invalid.")
  })

  it('refuses the bound token to whoever only bears it, and a proof of another token', async ({ oidcD }) => {
    const key = await importPKCS8(KEYS.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 'RS256')
    const authentication = client.PrivateKeyJwt({ key, kid: 'worker-1' })
    const config = await client.discovery(new URL(oidcD.url), 'bound-worker', undefined, authentication, {
      execute: [client.allowInsecureRequests],
    })
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair())
    const { access_token: token } = await client.clientCredentialsGrant(config, { scope: 'okta.users.read' }, { DPoP })
    const get = async (headers: Record<string, string>) => {
      const response = await fetch(`${oidcD.url}/api/v1/users`, { headers })
      return [response.status, response.headers.get('www-authenticate')]
    }
    expect(await get({ authorization: `Bearer ${token}` })).toEqual([400, expect.stringContaining('header is missing')])
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const ath = createHash('sha256').update(token).digest('base64url')
    const jwk = await exportJWK(publicKey)
    const proof = (claims: object) =>
      new SignJWT({ htm: 'GET', htu: `${oidcD.url}/api/v1/users`, iat: 1, jti: 'one', ath, ...claims })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'RS256', jwk })
        .sign(privateKey)
    const withProof = async (claims: object) => get({ authorization: `DPoP ${token}`, dpop: await proof(claims) })
    expect(await withProof({})).toEqual([400, expect.stringContaining('another key')])
    expect(await withProof({ ath: 'x' })).toEqual([400, expect.stringContaining("'ath' claim in the DPoP proof JWT")])
  })
})
