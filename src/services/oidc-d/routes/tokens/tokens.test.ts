import { describe, expect } from 'vitest'
import { allItems, oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({
  apps: [
    {
      name: 'Web App',
      client_id: 'web-app',
      client_secret: 'web-app-secret',
      redirect_uris: ['http://localhost:3000/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      consent_method: 'REQUIRED',
    },
    { name: 'Worker', client_id: 'worker', type: 'service' },
  ],
  authorization_servers: [{ name: 'default', scopes: [{ name: 'write:items', consent: 'REQUIRED' }] }],
})
const { it } = site

const scopes = ['openid', 'offline_access', 'write:items']
const signIn = () => site.emulator.signIn({ login: 'ada@example.com', scopes })
const appId = async () => (await site.send('GET', '/api/v1/apps?q=Web')).body[0].id as string
const post = (path: string, form: Record<string, string>) =>
  site.emulator.fetch(`http://host/oauth2/default/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('web-app:web-app-secret')}` },
    body: new URLSearchParams(form),
  })
const isActive = async (token: string) => (await (await post('introspect', { token })).json()).active as boolean

describe('a refresh token', () => {
  it('is listed for its app, without the token itself', async () => {
    const { refreshToken } = signIn()
    const { body } = await site.send('GET', `/api/v1/apps/${await appId()}/tokens?expand=scope`)
    expect(body).toMatchObject([
      {
        id: expect.stringMatching(/^oar\w{17}$/),
        status: 'ACTIVE',
        created: '2026-01-01T12:00:00.000Z',
        issuer: `${site.emulator.url}/oauth2/default`,
        clientId: 'web-app',
        userId: expect.stringMatching(/^00u/),
        scopes,
        _embedded: { scopes: expect.arrayContaining([expect.objectContaining({ name: 'write:items' })]) },
        _links: {
          app: { title: 'Web App' },
          authorizationServer: { title: 'default' },
          user: { title: 'Ada Lovelace' },
        },
      },
    ])
    expect(JSON.stringify(body)).not.toContain(refreshToken)
  })

  it.for(['app', 'user', 'server'] as const)('ends with its access token when the %s revokes it', async (by) => {
    const { accessToken, refreshToken } = signIn()
    const list = {
      app: `/api/v1/apps/${await appId()}/tokens`,
      user: '/api/v1/users/ada/clients/web-app/tokens',
      server: '/api/v1/authorizationServers/default/clients/web-app/tokens',
    }[by]
    expect(await isActive(accessToken)).toBe(true)
    const [token] = (await site.send('GET', list)).body
    expect((await site.send('GET', `${list}/${token.id}`)).body['_links'].self.href).toContain(`${list}/${token.id}`)
    expect((await site.send('DELETE', `${list}/${token.id}`)).status).toBe(204)
    expect(await isActive(accessToken)).toBe(false)
    const refreshed = await post('token', { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' })
    expect(await refreshed.json()).toMatchObject({ error: 'invalid_grant' })
    expect((await site.send('GET', `${list}/${token.id}`)).body.errorSummary).toBe(
      `Not found: Resource not found: web-app.${token.id} (OAuth2RefreshTokenTx)`,
    )
  })

  it.for(['app', 'user', 'server'] as const)('ends with all others of the %s', async (by) => {
    signIn()
    const { accessToken } = signIn()
    const list = {
      app: `/api/v1/apps/${await appId()}/tokens`,
      user: '/api/v1/users/ada/clients/web-app/tokens',
      server: '/api/v1/authorizationServers/default/clients/web-app/tokens',
    }[by]
    expect((await site.send('GET', list)).body).toHaveLength(2)
    expect((await site.send('DELETE', list)).status).toBe(204)
    expect((await site.send('GET', list)).body).toEqual([])
    expect(await isActive(accessToken)).toBe(false)
  })

  it('names its client among those of the user and of the server', async () => {
    signIn()
    expect((await site.send('GET', '/api/v1/users/ada/clients')).body).toMatchObject([
      { client_id: 'web-app', client_name: 'Web App', client_uri: null, _links: { grants: {}, tokens: {} } },
    ])
    const { body } = await site.send('GET', '/api/v1/authorizationServers/default/clients')
    expect(body).toMatchObject([{ client_id: 'web-app', _links: { tokens: {} } }])
    expect((await site.send('GET', '/api/v1/users/grace/clients')).body).toEqual([])
    expect((await site.send('GET', '/api/v1/users/ada/clients/nobody/tokens')).body.errorSummary).toBe(
      'Not found: Resource not found: nobody (PublicClientApp)',
    )
  })
})

describe('the consent of a user', () => {
  it('is listed for each scope that needs one, and its tokens end when it is revoked', async () => {
    const { accessToken } = signIn()
    const okta = site.okta()
    const { body } = await site.send('GET', '/api/v1/users/ada/grants')
    expect(body).toMatchObject([
      { status: 'ACTIVE', clientId: 'web-app', source: 'END_USER', _links: { scope: { title: 'write:items' } } },
    ])
    const [grant] = body
    expect(await allItems(okta.userApi.listUserGrants({ userId: 'ada', scopeId: 'other' }))).toEqual([])
    expect((await site.send('GET', '/api/v1/users/ada/clients/web-app/grants')).body).toHaveLength(1)
    expect((await site.send('GET', `/api/v1/users/ada/grants/${grant.id}`)).body.id).toBe(grant.id)
    await site.send('DELETE', `/api/v1/users/ada/grants/${grant.id}`)
    expect((await site.send('GET', `/api/v1/users/ada/grants/${grant.id}`)).status).toBe(404)
    expect(await isActive(accessToken)).toBe(false)
  })

  it.for(['/api/v1/users/ada/grants', '/api/v1/users/ada/clients/web-app/grants'])(
    'is revoked with all others at %s',
    async (path) => {
      signIn()
      expect((await site.send('DELETE', path)).status).toBe(204)
      expect((await site.send('GET', path)).body).toEqual([])
    },
  )
})

describe('a scope of the management API', () => {
  it('is granted to an app, once', async () => {
    const [{ id }] = (await site.send('GET', '/api/v1/apps?q=Worker')).body
    const grants = `/api/v1/apps/${id}/grants`
    const { status, body } = await site.send('POST', grants, { scopeId: 'okta.users.read', issuer: site.emulator.url })
    expect([status, body]).toEqual([
      200,
      {
        id: expect.stringMatching(/^oag/),
        status: 'ACTIVE',
        created: '2026-01-01T12:00:00.000Z',
        createdBy: { id: expect.stringMatching(/^00u/), type: 'User' },
        lastUpdated: '2026-01-01T12:00:00.000Z',
        issuer: site.emulator.url,
        clientId: 'worker',
        scopeId: 'okta.users.read',
        source: 'ADMIN',
        _embedded: { scope: { id: 'okta.users.read' } },
        _links: expect.objectContaining({ app: expect.anything(), client: expect.anything() }),
      },
    ])
    expect((await site.send('POST', grants, { scopeId: 'okta.users.read' })).body.id).toBe(body.id)
    expect((await site.send('POST', grants, { scopeId: 'read:items' })).body.errorSummary).toBe(
      'Api validation failed: scopeId',
    )
    expect((await site.send('GET', grants)).body).toHaveLength(1)
    expect((await site.send('GET', `${grants}/${body.id}`)).body.scopeId).toBe('okta.users.read')
    expect((await site.send('DELETE', `${grants}/${body.id}`)).status).toBe(204)
    expect((await site.send('GET', `${grants}/${body.id}`)).status).toBe(404)
  })
})
