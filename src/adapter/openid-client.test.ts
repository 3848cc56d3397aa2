import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryPersistence } from '#testkit/memory-persistence.ts'
import { createHandler, type Handler } from './index.ts'

// The authorization servers below a path of an application, with an independent client that keeps all its checks; only
// plain http is allowed.

const CALLBACK = 'http://app.test/callback'
const TENANT = '8f2c4d1e-90ab-4c3d-8e7f-0123456789ab'
const registered = { client_id: 'web', client_secret: 's3cret', name: 'Web', redirect_uris: [CALLBACK] }
const seed = {
  'oidc-a': {
    id_token_signing_alg: 'RS256' as const,
    users: [{ email: 'ada@example.com', name: 'Ada' }],
    oauth_clients: [registered],
  },
  'oidc-c': { tenant: TENANT, users: [{ email: 'ada@example.com', name: 'Ada' }] },
  'oidc-d': { users: [{ login: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }] },
}

let handler: Handler<'oidc-a' | 'oidc-c' | 'oidc-d'>
const persistence = memoryPersistence()
const start = (name: string, saved = persistence) =>
  createHandler({ services: ['oidc-a', 'oidc-c', 'oidc-d'], seed, basePath: '/emulate', name, persistence: saved })
beforeAll(() => {
  handler = start('openid-client')
})
afterAll(() => handler.close())

describe.each([
  ['oidc-a', 'http://app.test/emulate/oidc-a', 'ada@example.com'],
  ['oidc-c', `http://app.test/emulate/oidc-c/${TENANT}/v2.0`, 'ada@example.com'],
  ['oidc-d', 'http://app.test/emulate/oidc-d/oauth2/default', 'ada@example.com'],
] as const)('%s below a path', (id, issuer, user) => {
  it('signs a person in: discovery, code, verified ID token, userinfo', async () => {
    const config = await client.discovery(new URL(issuer), 'web', undefined, client.ClientSecretPost('s3cret'), {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      [client.customFetch]: (url, init) => handler.fetch(new Request(url, init as RequestInit)), // the client's own members are those of fetch
    })
    const { issuer: named, ...endpoints } = config.serverMetadata()
    for (const [name, url] of Object.entries(endpoints)) {
      if (typeof url === 'string' && name.endsWith('_endpoint')) {
        expect(url.startsWith(`http://app.test/emulate/${id}/`), `${name} ${url}`).toBe(true)
      }
    }
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const answer = await handler.fetch(new Request(url, { method: 'POST', body: new URLSearchParams({ user }) }))
    const location = answer.headers.get('location') ?? ''
    expect(location.startsWith(CALLBACK), `${answer.status} ${location}`).toBe(true)
    const tokens = await client.authorizationCodeGrant(config, new URL(location), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const claims = tokens.claims()
    expect([named, claims?.iss]).toEqual([issuer, issuer])
    const info = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(info.name).toMatch(/^Ada/)
  })
})

describe('a browser’s session', () => {
  it('is there after a restart: prompt=none answers with a code', async () => {
    const query = new URLSearchParams({
      client_id: 'web',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'openid',
      state: 's',
    })
    const authorize = `http://app.test/emulate/oidc-a/o/oauth2/v2/auth?${query}`
    const body = new URLSearchParams({ user: 'ada@example.com' })
    const answer = await handler.fetch(new Request(authorize, { method: 'POST', body }))
    const [cookie = ''] = answer.headers.getSetCookie().join().split(';')
    await handler.settled()
    const again = start('openid-client after a restart', memoryPersistence(persistence.saved))
    const silent = await again.fetch(new Request(`${authorize}&prompt=none`, { headers: { cookie } }))
    expect(silent.headers.get('location')).toMatch(/[?&]code=/)
    const stranger = await again.fetch(new Request(`${authorize}&prompt=none`))
    expect(stranger.headers.get('location')).toContain('error=login_required')
    await again.close()
  })
})
