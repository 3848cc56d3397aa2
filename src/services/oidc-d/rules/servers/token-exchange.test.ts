import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { describe, expect } from 'vitest'
import { serviceTest, type FixturesOf } from '#testkit/service-test.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

const it = serviceTest('oidc-d', {
  seed: {
    'oidc-d': {
      users: [{ login: 'ada@example.com' }],
      apps: [
        { name: 'Phone', client_id: 'phone-app', type: 'native', redirect_uris: ['com.example:/callback'] },
        {
          name: 'API1',
          client_id: 'api-one',
          client_secret: 'api-one-secret',
          type: 'service',
          users: [],
          grant_types: ['client_credentials', GRANT],
        },
      ],
      authorization_servers: [
        { name: 'default', scopes: ['api:access:read'] },
        { name: 'orders', scopes: ['api:access:read'] },
      ],
    },
  },
})

type Fixtures = Pick<FixturesOf<typeof it>, 'oidcD'>

/** Exchanges the access token of a person, as a service that calls another on the person's behalf. */
async function exchange({ oidcD }: Fixtures, changes: Record<string, string> = {}) {
  const config = await client.discovery(
    new URL(`${oidcD.url}/oauth2/default`),
    'api-one',
    'api-one-secret',
    undefined,
    {
      execute: [client.allowInsecureRequests],
    },
  )
  const { accessToken } = oidcD.signIn({ login: 'ada@example.com', clientId: 'phone-app' })
  return client.genericGrantRequest(config, GRANT, {
    subject_token: accessToken,
    subject_token_type: ACCESS_TOKEN,
    scope: 'api:access:read',
    audience: 'api://default',
    ...changes,
  })
}

describe('a token exchange', () => {
  it('gives a service a token of its own for the person', async ({ oidcD }) => {
    const tokens = await exchange({ oidcD })
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'api:access:read', issued_token_type: ACCESS_TOKEN })
    expect(tokens.refresh_token).toBeUndefined()
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      cid: 'api-one',
      aud: 'api://default',
      sub: 'ada@example.com',
      uid: expect.stringMatching(/^00u/),
      scp: ['api:access:read'],
    })
  })

  it('is refused for the token of another server, of a client, and for what is no token', async ({ oidcD }) => {
    const { accessToken } = oidcD.signIn({ login: 'ada@example.com', server: 'orders', clientId: 'phone-app' })
    const refused = { error: 'invalid_grant', error_description: expect.stringContaining("'subject_token' is invalid") }
    await expect(exchange({ oidcD }, { subject_token: accessToken })).rejects.toMatchObject(refused)
    await expect(exchange({ oidcD }, { subject_token: 'x' })).rejects.toMatchObject(refused)
    const config = await client.discovery(
      new URL(`${oidcD.url}/oauth2/default`),
      'api-one',
      'api-one-secret',
      undefined,
      { execute: [client.allowInsecureRequests] },
    )
    const own = await client.clientCredentialsGrant(config, { scope: 'api:access:read' })
    await expect(exchange({ oidcD }, { subject_token: own.access_token })).rejects.toMatchObject(refused)
  })

  it('is refused for another audience, another type of token, and scopes of OpenID Connect', async ({ oidcD }) => {
    const refusal = async (changes: Record<string, string>) =>
      exchange({ oidcD }, changes).then(
        () => null,
        ({ error }: { error: string }) => error,
      )
    expect(await refusal({ audience: 'api://other' })).toBe('invalid_target')
    expect(await refusal({ subject_token_type: 'x' })).toBe('invalid_request')
    expect(await refusal({ scope: 'openid' })).toBe('invalid_scope')
    expect(await refusal({ scope: 'unknown' })).toBe('invalid_scope')
  })
})
