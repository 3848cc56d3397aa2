import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect } from 'vitest'
import { NOON, oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const pairs = ['one', 'two'].map((kid) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } }
})
const [one, two] = pairs as [(typeof pairs)[number], (typeof pairs)[number]] // made of a list of two

const site = oidcSite({
  apps: [
    { name: 'Web App', client_id: 'web-app', client_secret: 'web-app-secret', grant_types: ['client_credentials'] },
    {
      name: 'Worker',
      client_id: 'worker',
      type: 'service',
      token_endpoint_auth_method: 'private_key_jwt',
      public_keys: [one.jwk],
    },
  ],
  authorization_servers: [{ name: 'default', scopes: ['read:items'] }],
})
const { it } = site

const pathOf = async (label: string) => {
  const apps = (await site.send('GET', '/api/v1/apps')).body as { id: string; label: string }[]
  return `/api/v1/apps/${apps.find((app) => app.label === label)?.id}/credentials`
}
const jwks = async () => `${await pathOf('Worker')}/jwks`

/** Returns the status of a request for a token with an assertion that a key has signed. */
async function statusWith({ kid, privateKey }: (typeof pairs)[number]): Promise<number> {
  const tokens = `${site.emulator.url}/oauth2/default/v1/token`
  const at = Date.parse(NOON) / 1000
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer('worker')
    .setSubject('worker')
    .setAudience(tokens)
    .setIssuedAt(at)
    .setExpirationTime(at + 60)
    .sign(privateKey)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'read:items',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  })
  return (await fetch(tokens, { method: 'POST', body })).status
}

describe('the keys of a client', () => {
  it('are those of its settings, and are read one by one', async () => {
    const path = await jwks()
    const { body } = await site.send('GET', path)
    const [{ id }] = body.keys
    expect(body.keys).toEqual([
      {
        id: expect.stringMatching(/^pks/),
        ...one.jwk,
        status: 'ACTIVE',
        created: '2026-01-01T12:00:00.000Z',
        lastUpdated: '2026-01-01T12:00:00.000Z',
        _links: {
          deactivate: { href: `${site.emulator.url}${path}/${id}/lifecycle/deactivate`, hints: { allow: ['POST'] } },
        },
      },
    ])
    expect((await site.send('GET', `${path}/${id}`)).body).toEqual(body.keys[0])
    const app = (await site.send('GET', path.replace('/credentials/jwks', ''))).body
    const { kty, kid, use, ...rest } = one.jwk
    expect(app.settings.oauthClient.jwks).toEqual({ keys: [{ kty, id, status: 'ACTIVE', kid, use, ...rest }] })
    expect((await site.send('PUT', path.replace('/credentials/jwks', ''), app)).status).toBe(200)
    expect((await site.send('GET', path)).body.keys[0].id).toBe(id)
    expect((await site.send('GET', `${path}/unknown`)).status).toBe(404)
  })

  it('may be two, so that a client can change from one to the other', async () => {
    const path = await jwks()
    expect([await statusWith(one), await statusWith(two)]).toEqual([200, 401])
    const added = await site.send('POST', path, two.jwk)
    expect(added).toMatchObject({ status: 201, body: { kid: 'two', status: 'ACTIVE' } })
    expect([await statusWith(one), await statusWith(two)]).toEqual([200, 200])
    const [{ id }] = (await site.send('GET', path)).body.keys
    expect((await site.send('DELETE', `${path}/${id}`)).body.errorCauses[0].errorSummary).toContain(
      'active JSON Web key',
    )
    const inactive = (await site.send('POST', `${path}/${id}/lifecycle/deactivate`)).body
    expect([inactive.status, Object.keys(inactive['_links'])]).toEqual(['INACTIVE', ['activate', 'delete']])
    expect([await statusWith(one), await statusWith(two)]).toEqual([401, 200])
    expect((await site.send('POST', `${path}/${id}/lifecycle/activate`)).body.status).toBe('ACTIVE')
    await site.send('POST', `${path}/${id}/lifecycle/deactivate`)
    expect((await site.send('DELETE', `${path}/${id}`)).status).toBe(204)
    const refused = (await site.send('POST', `${path}/${added.body.id}/lifecycle/deactivate`)).body
    expect(refused.errorCauses[0].errorSummary).toContain("Can't deactivate the only active JSON Web Key")
  })

  it('must be keys of at least 2048 bits, each with a name of its own', async () => {
    const path = await jwks()
    const cause = async (jwk: object) => (await site.send('POST', path, jwk)).body.errorCauses[0].errorSummary
    expect(await cause({ kty: 'RSA', kid: 'short', use: 'sig' })).toContain("less than '2,048' bits")
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
    expect(await cause({ ...short, kid: 'short' })).toContain("less than '2,048' bits")
    expect(await cause({ kty: 'EC', kid: 'none' })).toContain('no public key')
    expect(await cause({ ...two.jwk, kid: 'one' })).toBe("All keys in the 'jwks' must have a unique `kid`.")
  })
})

describe('the secrets of a client', () => {
  /** Returns the status of a request for a token with a secret. */
  const statusOf = async (secret: string) => {
    const headers = { authorization: `Basic ${btoa(`web-app:${secret}`)}` }
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'read:items' })
    return (await fetch(`${site.emulator.url}/oauth2/default/v1/token`, { method: 'POST', headers, body })).status
  }

  it('may be two, so that a client can change from one to the other', async () => {
    const path = `${await pathOf('Web App')}/secrets`
    const { client_secret: secret, id } = (await site.send('POST', path, {})).body
    expect([await statusOf('web-app-secret'), await statusOf(secret)]).toEqual([200, 200])
    expect((await site.send('POST', path, {})).body.errorCode).toBe('E0000001')
    const [{ id: first }] = (await site.send('GET', path)).body
    expect((await site.send('DELETE', `${path}/${first}`)).body.errorSummary).toBe(
      'Api validation failed: OAuth2ClientSecretMediated',
    )
    await site.send('POST', `${path}/${first}/lifecycle/deactivate`)
    expect([await statusOf('web-app-secret'), await statusOf(secret)]).toEqual([401, 200])
    expect((await site.send('POST', `${path}/${id}/lifecycle/deactivate`)).body.errorCauses[0].errorSummary).toBe(
      "You can't deactivate the only active client secret.",
    )
  })
})
