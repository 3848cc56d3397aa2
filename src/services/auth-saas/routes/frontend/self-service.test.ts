import { describe, expect } from 'vitest'
import { authSaasTest, clerkOf, people, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { signedIn, type FrontendBrowser } from './frontend.fixture.ts'

// People use the components by themselves: for API keys, enterprise connections and the consent to applications.

const seed = {
  'auth-saas': {
    ...people,
    settings: {
      user_api_keys: true,
      organization_api_keys: true,
      self_serve_sso: true,
      organization_creation_defaults: true,
      dynamic_client_registration: true,
    },
    oauth_applications: [
      { name: 'CLI', client_id: 'cli', client_secret: 'secret', redirect_uris: ['http://localhost:4000/cb'] },
    ],
  },
}

let ada: FrontendBrowser
const it = authSaasTest({ seed })
it.beforeEach(({ authSaas }) => {
  ada = signedIn(authSaas, 'ada@example.com', 'org_acme')
})

describe('API keys of the components', () => {
  /** Calls the operations as the vendor's library does: without a version, by the token of the session. */
  const keysOf = (authSaas: RunningAuthSaas, token: string) => async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const query = method === 'PATCH' ? `${path.includes('?') ? '&' : '?'}_method=PATCH` : ''
    const answer = await fetch(`${authSaas.url}${path}${query}`, {
      method: method === 'GET' ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> } // the vendor's answer
  }

  it('are made, listed, described and revoked by the user, and verified by the server', async ({ authSaas }) => {
    const { token } = authSaas.signIn({ user: 'ada@example.com' })
    const keys = keysOf(authSaas, token)
    const subject = 'user_ada'
    const made = await keys('POST', '/api_keys', { name: 'CLI', subject, seconds_until_expiration: 3600 })
    expect(made).toMatchObject({ status: 201, body: { object: 'api_key', subject, created_by: subject } })
    const { id, secret } = made.body
    expect(await clerkOf(authSaas).apiKeys.verify(String(secret))).toMatchObject({ id, subject })
    expect((await keys('GET', `/api_keys?subject=${subject}&query=cl`)).body).toMatchObject({
      total_count: 1,
      data: [{ id, name: 'CLI' }],
    })
    const described = await keys('PATCH', `/api_keys/${String(id)}`, { description: 'of my laptop' })
    expect(described.body).toMatchObject({ description: 'of my laptop' })
    const revoked = await keys('POST', `/api_keys/${String(id)}/revoke`, { revocation_reason: 'lost' })
    expect(revoked.body).toMatchObject({ revoked: true, revocation_reason: 'lost' })
    expect((await keys('GET', `/api_keys?subject=${subject}`)).body).toEqual({ data: [], total_count: 0 })
  })

  it('of an organization demand its permissions, and those of others are not found', async ({ authSaas }) => {
    const admin = keysOf(authSaas, authSaas.signIn({ user: 'ada@example.com' }).token)
    expect((await admin('POST', '/api_keys', { name: 'CI', subject: 'org_acme' })).status).toBe(201)
    const clerk = clerkOf(authSaas)
    const eve = await clerk.users.createUser({ emailAddress: ['eve@example.com'], password: 'correct-horse-battery' })
    const other = keysOf(authSaas, authSaas.signIn({ user: eve.id }).token)
    expect((await other('GET', '/api_keys?subject=org_acme')).status).toBe(404)
    expect((await other('GET', '/api_keys?subject=user_ada')).status).toBe(404)
    await clerk.organizations.createOrganizationMembership({
      organizationId: 'org_acme',
      userId: eve.id,
      role: 'org:member',
    })
    expect((await other('GET', '/api_keys?subject=org_acme')).body).toMatchObject({ total_count: 1 })
    expect((await other('POST', '/api_keys', { name: 'CI', subject: 'org_acme' })).status).toBe(403)
    expect((await keysOf(authSaas, 'eyJhbGciOiJub25lIn0.e30.')('GET', '/api_keys?subject=user_ada')).status).toBe(401)
  })
})

describe('enterprise connections of an organization', () => {
  const PATH = '/organizations/org_acme/enterprise_connections'

  it('are set up, activated and deleted by its administrators', async ({ authSaas }) => {
    const made = await ada.call('POST', PATH, { provider: 'oidc_custom', domains: 'acme.test', name: 'Acme' })
    expect(made).toMatchObject({
      status: 201,
      response: { provider: 'oidc_custom', domains: ['acme.test'], organization_id: 'org_acme', active: false },
    })
    const id = String(made.response['id'])
    const changes = { oidc_client_id: 'clerk', oidc_discovery_url: 'https://idp.test/x', active: 'true' }
    expect((await ada.call('PATCH', `${PATH}/${id}`, changes)).response).toMatchObject({
      active: true,
      oauth_config: { client_id: 'clerk', discovery_url: 'https://idp.test/x' },
    })
    const { body } = await ada.call('GET', PATH)
    expect(body).toMatchObject({ response: [{ id, name: 'Acme' }] })
    const clerk = clerkOf(authSaas)
    expect(await clerk.enterpriseConnections.getEnterpriseConnection(id)).toMatchObject({ organizationId: 'org_acme' })
    const path = `/organizations/org_acme/enterprise_connections/${id}`
    expect((await ada.call('DELETE', path)).response).toMatchObject({ id, deleted: true })
    expect((await ada.call('PATCH', path, {})).code).toBe('resource_not_found')
  })

  it('are for the active organization, and for members with the permission', async ({ authSaas }) => {
    const form = { provider: 'saml_okta', domains: 'acme.test' }
    const elsewhere = signedIn(authSaas, 'ada@example.com')
    expect((await elsewhere.call('POST', PATH, form)).status).toBe(403)
    expect((await ada.call('POST', PATH, { ...form, provider: 'nonsense' })).code).toBe('form_param_value_invalid')
  })

  it('are the one of the domain of the user, for the user', async ({ authSaas }) => {
    const mine = async () => (await ada.call('GET', '/me/enterprise_connections')).body
    expect(await mine()).toMatchObject({ response: [] })
    await clerkOf(authSaas).enterpriseConnections.createEnterpriseConnection({
      name: 'Example',
      provider: 'oidc_custom',
      domains: ['example.com'],
      active: true,
      oidc: { clientId: 'a', clientSecret: 'b', discoveryUrl: 'https://idp.test/x' },
    })
    expect(await mine()).toMatchObject({ response: [{ name: 'Example' }] })
  })
})

describe('the consent to an OAuth application', () => {
  const QUERY = 'response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A4000%2Fcb&scope=openid%20email&state=s'

  it('names the application and its scopes', async () => {
    const { body } = await ada.call('GET', '/me/oauth/consent/cli?scope=openid%20email')
    expect(body).toEqual({
      oauth_application_name: 'CLI',
      oauth_application_logo_url: null,
      oauth_application_url: null,
      client_id: 'cli',
      redirect_domain: null,
      scopes: [
        { scope: 'openid', description: expect.any(String), requires_consent: false },
        { scope: 'email', description: expect.any(String), requires_consent: true },
      ],
    })
    expect((await ada.call('GET', '/me/oauth/consent/other')).code).toBe('resource_not_found')
  })

  it.for([
    ['true', /^http:\/\/localhost:4000\/cb\?.*code=/],
    ['false', /^http:\/\/localhost:4000\/cb\?.*error=access_denied/],
  ] as const)('consented: %s leads to the application', async ([consented, location], { authSaas }) => {
    const { cookies } = authSaas.signIn({ user: 'ada@example.com' })
    const token = cookies.find(({ name }) => name === '__client')?.value ?? ''
    const url = `${authSaas.url}/v1/me/oauth/consent/cli?${QUERY}&__clerk_db_jwt=${token}`
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ consented }), redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringMatching(location)])
  })
})

describe('a client that registers itself', () => {
  const register = (authSaas: RunningAuthSaas, body: object) =>
    fetch(`${authSaas.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('finds the endpoint in the metadata, and is an OAuth application then', async ({ authSaas }) => {
    const metadata = await fetch(`${authSaas.url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({ registration_endpoint: `${authSaas.url}/oauth/register` })
    const redirect_uris = ['http://localhost:4000/mcp']
    const answer = await register(authSaas, { redirect_uris, token_endpoint_auth_method: 'none', client_name: 'MCP' })
    expect(answer.status).toBe(201)
    const client = (await answer.json()) as { client_id: string } // RFC 7591 section 3.2.1
    expect(client).toMatchObject({ client_name: 'MCP', redirect_uris, token_endpoint_auth_method: 'none' })
    expect(client).not.toHaveProperty('client_secret')
    const { data } = await clerkOf(authSaas).oauthApplications.list()
    expect(data.find(({ clientId }) => clientId === client.client_id)).toMatchObject({
      name: 'MCP',
      isPublic: true,
      pkceRequired: true,
      dynamicallyRegistered: true,
    })
  })

  it('is refused without a redirect URI that is one', async ({ authSaas }) => {
    const refused = await register(authSaas, { redirect_uris: ['nonsense'] })
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_redirect_uri' }])
    expect(await (await register(authSaas, {})).json()).toMatchObject({ error: 'invalid_client_metadata' })
  })
})

it('the components suggest the name of the company of the user', async ({ authSaas }) => {
  const clerk = clerkOf(authSaas)
  const lin = await clerk.users.createUser({ emailAddress: ['lin@acme.test'], password: 'correct-horse-battery' })
  const suggested = async (user: string) =>
    (await signedIn(authSaas, user).call('GET', '/me/organization_creation_defaults')).response
  expect(await suggested('ada@example.com')).toMatchObject({ advisory: null, form: { name: 'Example' } })
  expect(await suggested(lin.id)).toMatchObject({
    advisory: { code: 'organization_already_exists', meta: { organization_domain: 'acme.test' } },
    form: { name: 'Acme', slug: 'acme' },
  })
})

it('lists the pending invitations of an organization without pages', async ({ authSaas }) => {
  await clerkOf(authSaas).organizations.createOrganizationInvitation({
    organizationId: 'org_acme',
    emailAddress: 'new@example.com',
    role: 'org:member',
  })
  const { body } = await ada.call('GET', '/organizations/org_acme/invitations/pending')
  expect(body).toMatchObject({ response: [{ email_address: 'new@example.com', status: 'pending' }] })
})

it('a redirect leads to a page that may be led to, and elsewhere to the instance', async ({ authSaas }) => {
  const { cookies } = authSaas.signIn({ user: 'ada@example.com' })
  const token = cookies.find(({ name }) => name === '__client')?.value ?? ''
  const locationOf = async (target: string) => {
    const url = `${authSaas.url}/v1/redirect?redirect_url=${encodeURIComponent(target)}&__clerk_db_jwt=${token}`
    return (await fetch(url, { redirect: 'manual' })).headers.get('location')
  }
  expect(await locationOf('http://localhost:3000/next')).toBe('http://localhost:3000/next')
  expect(await locationOf('https://elsewhere.test/')).toBe(authSaas.url)
  expect(await (await fetch(`${authSaas.url}/v1/health?_clerk_js_version=6`)).json()).toEqual({ status: 'healthy' })
})
