import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator.ts'
import { PARTNER, SPA, startSignIn, WEB } from './sign-in.fixture.ts'

let oidcD: Emulator<'oidc-d'>
beforeAll(async () => {
  oidcD = await startSignIn()
})
afterAll(() => oidcD.close())
beforeEach(() => oidcD.reset())

type Answered = { readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers }

const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

function link(changes: Record<string, string | null> = {}, server = 'default'): string {
  const asked = {
    client_id: WEB.id,
    redirect_uri: WEB.callback,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    ...changes,
  }
  const present = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null)
  const path = server === 'org' ? '/oauth2/v1/authorize' : `/oauth2/${server}/v1/authorize`
  return `${oidcD.url}${path}?${new URLSearchParams(present).toString()}`
}
async function open(changes: Record<string, string | null> = {}, server?: string, form?: Record<string, string>) {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
  const response = await fetch(link(changes, server), { redirect: 'manual', ...init })
  return { status: response.status, page: await response.text(), answer: answerOf(response), headers: response.headers }
}
function answerOf(response: Response): Record<string, string> {
  const location = response.headers.get('location')
  if (location === null) return {}
  const { search, hash } = new URL(location)
  return Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)))
}
const choose = (user: string, changes: Record<string, string | null> = {}, server?: string) =>
  open(changes, server, { user })
async function ask(
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const response = await fetch(oidcD.url + path, { method: 'POST', body: new URLSearchParams(form), headers })
  const text = await response.text()
  // The answers of these endpoints are objects.
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}
const token = (form: Record<string, string>, server = '/default') => ask(`/oauth2${server}/v1/token`, form)
const asWeb = { client_id: WEB.id, client_secret: WEB.secret }
/** A request to the management API, as the first user. */
async function manage(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await fetch(`${oidcD.url}/api/v1${path}`, { method, ...init })
  const text = await response.text()
  expect(response.status, text).toBeLessThan(300)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) // the answers read here are objects
}
const list = (path: string) => manage('GET', path) as unknown as Promise<Record<string, string>[]> // of lists, too

describe('an authorization request', () => {
  it('has state and a redirect_uri, or there is a page', async () => {
    for (const name of ['state', 'redirect_uri']) {
      const { status, page, headers } = await open({ [name]: null })
      expect(status).toBe(400)
      expect(headers.get('location')).toBeNull()
      expect(page).toContain(`The authentication request has an invalid &#39;${name}&#39; parameter.`)
    }
  })

  it('is told in the vendor’s words which client and address are wrong', async () => {
    expect((await open({ client_id: 'nobody' })).page).toContain('Invalid value for &#39;client_id&#39; parameter.')
    expect((await open({ redirect_uri: 'http://localhost:1/' })).page).toContain(
      'The &#39;redirect_uri&#39; parameter must be a Login redirect URI in the client app settings',
    )
  })

  it('asks for response types that the app has', async () => {
    const spa = { client_id: SPA.id, redirect_uri: SPA.callback, nonce: 'n' }
    expect((await open({ ...spa, response_type: 'id_token' })).answer).toMatchObject({
      error: 'unsupported_response_type',
      error_description: expect.stringContaining('Configured response types: [code]'),
    })
    await manage('PUT', `/apps/${await appId('Web App')}`, webApp({ grant_types: ['authorization_code'] }))
    expect((await open({ response_type: 'id_token', nonce: 'n' })).answer).toMatchObject({
      error: 'unsupported_response_type',
    })
  })

  it('has a challenge where the app is public', async () => {
    const spa = { client_id: SPA.id, redirect_uri: SPA.callback }
    expect((await open(spa)).answer).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining(
        "PKCE code challenge is required when the token endpoint authentication method is 'NONE'.",
      ),
    })
    const { answer } = await choose('ada@example.com', { ...spa, ...CHALLENGE })
    const form = {
      grant_type: 'authorization_code',
      client_id: SPA.id,
      code: answer['code'] ?? '',
      redirect_uri: SPA.callback,
    }
    expect((await token({ ...form, code_verifier: VERIFIER })).status).toBe(200)
  })

  it('may have its answer told the window that opened it', async () => {
    const asked = { response_mode: 'okta_post_message' }
    const { status, page, headers } = await choose('ada@example.com', asked)
    expect(status).toBe(200)
    expect(page).toContain('data-origin="http://localhost:3000"')
    expect(page).toMatch(/<input type="hidden" name="code" value="[\w-]{43}"/)
    expect(headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
    expect(headers.get('x-frame-options')).toBeNull()
    const refused = await open({ ...asked, prompt: 'none' })
    expect(refused.page).toContain('name="error" value="login_required"')
  })

  it('is of one server: its codes are no good at another', async () => {
    const { answer } = await choose('ada@example.com')
    const form = { ...asWeb, grant_type: 'authorization_code', code: answer['code'] ?? '', redirect_uri: WEB.callback }
    expect((await token(form, '')).body).toMatchObject({ error: 'invalid_grant' })
    expect((await token(form)).status).toBe(200)
  })

  it('goes to a server that there is', async () => {
    const response = await fetch(`${oidcD.url}/oauth2/nowhere/.well-known/openid-configuration`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      errorCode: 'E0000007',
      errorSummary: 'Not found: Resource not found: nowhere (AuthorizationServer)',
    })
    await manage('POST', '/authorizationServers/orders/lifecycle/deactivate')
    expect((await open({}, 'orders')).status).toBe(404)
  })

  it('asks for a document as an app that there is', async () => {
    const document = `${oidcD.url}/oauth2/default/.well-known/openid-configuration?client_id=`
    expect((await fetch(document + WEB.id)).status).toBe(200)
    const refused = await fetch(`${document}nobody`)
    expect(await refused.json()).toMatchObject({
      errorCode: 'invalid_client',
      errorSummary: "Invalid value for 'client_id' parameter.",
    })
  })
})

describe('a person', () => {
  it('has the app, by themselves or by a group', async () => {
    const partner = { client_id: PARTNER.id, redirect_uri: PARTNER.callback }
    expect((await choose('ada@example.com', partner)).answer).toHaveProperty('code')
    expect((await choose('grace@example.org', partner)).answer).toMatchObject({
      error: 'access_denied',
      error_description: expect.stringMatching(
        /^User is not assigned to the client application\. neither grace@example\.org/,
      ),
      state: 's',
    })
  })

  it('signs in while they are active', async () => {
    const { status, page } = await choose('eve@example.com')
    expect(status).toBe(400)
    expect(page).toContain('user eve@example.com cannot sign in')
    expect((await open()).page).not.toContain('eve@example.com')
  })

  it('keeps their tokens until they are suspended', async () => {
    const { accessToken, refreshToken } = oidcD.signIn({
      login: 'grace@example.org',
      scopes: ['openid', 'offline_access'],
    })
    await manage('POST', '/users/grace@example.org/lifecycle/suspend')
    const form = { ...asWeb, grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }
    expect((await token(form)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await ask('/oauth2/default/v1/introspect', { ...asWeb, token: accessToken })).body).toEqual({
      active: false,
    })
    await manage('POST', '/users/grace@example.org/lifecycle/unsuspend')
    expect((await token(form)).status).toBe(200)
  })

  it('is noted to have signed in', async () => {
    expect((await manage('GET', '/users/ada@example.com'))['lastLogin']).toBeNull()
    await choose('ada@example.com')
    expect((await manage('GET', '/users/ada@example.com'))['lastLogin']).toEqual(expect.any(String))
  })

  it('is asked to allow what requires it, where the app does, and once', async () => {
    const asked = { client_id: PARTNER.id, redirect_uri: PARTNER.callback, scope: 'openid read:items write:items' }
    const first = await choose('ada@example.com', asked)
    expect(first.status).toBe(200)
    expect(first.page).toContain('Authorize Partner')
    expect((await open(asked, undefined, { user: 'ada@example.com', decision: 'allow' })).answer).toHaveProperty('code')
    expect((await choose('ada@example.com', asked)).answer).toHaveProperty('code')
    // An app that is trusted need not ask.
    expect((await choose('ada@example.com', { scope: asked.scope })).answer).toHaveProperty('code')
  })

  it('is let in by a session token, and then has a session', async () => {
    const { sessionToken } = await manage('POST', '/authn', { username: 'ada@example.com', password: 'Analytical1843' })
    const { answer, headers } = await open({ sessionToken: String(sessionToken), prompt: 'none' })
    expect(answer).toHaveProperty('code')
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const again = await fetch(link({ prompt: 'none', client_id: SPA.id, redirect_uri: SPA.callback, ...CHALLENGE }), {
      headers: { cookie },
      redirect: 'manual',
    })
    expect(answerOf(again)).toHaveProperty('code')
  })
})

describe('the policies of a custom server', () => {
  const policies = '/authorizationServers/default/policies'
  async function rules(): Promise<string> {
    const [policy] = await list(policies)
    return `${policies}/${policy?.['id']}/rules`
  }
  const everybody = { users: { include: [] }, groups: { include: ['EVERYONE'] } }
  const rule = (changes: object, actions: object = {}) => ({
    type: 'RESOURCE_ACCESS',
    name: 'Narrow',
    priority: 1,
    conditions: {
      people: everybody,
      grantTypes: { include: ['authorization_code'] },
      scopes: { include: ['*'] },
      ...changes,
    },
    actions: { token: actions },
  })

  it('say no where none is for the client', async () => {
    const [policy] = await list(policies)
    const body = { ...policy, type: 'OAUTH_AUTHORIZATION_POLICY', conditions: { clients: { include: [SPA.id] } } }
    await manage('PUT', `${policies}/${policy?.['id']}`, body)
    expect((await choose('ada@example.com')).answer).toMatchObject({
      error: 'access_denied',
      error_description: expect.stringMatching(
        /^Policy evaluation failed for this request, please check the policy configurations\. no rule of an active policy of the server default allows web-app/,
      ),
    })
    expect((await token({ ...asWeb, grant_type: 'client_credentials', scope: 'read:items' })).body).toMatchObject({
      error: 'access_denied',
    })
    expect((await choose('ada@example.com', {}, 'org')).answer).toHaveProperty('code')
  })

  it('decide by person, grant and scope, the first rule that fits', async () => {
    const [engineering] = await list('/groups?q=Engineering')
    await manage('DELETE', `${await rules()}/${(await list(await rules()))[0]?.['id']}`)
    const people = { users: { include: [] }, groups: { include: [engineering?.['id']] } }
    await manage('POST', await rules(), rule({ people, scopes: { include: ['openid', 'read:items'] } }))
    expect((await choose('ada@example.com')).answer).toHaveProperty('code')
    expect((await choose('grace@example.org')).answer).toMatchObject({ error: 'access_denied' })
    expect((await choose('ada@example.com', { scope: 'openid email' })).answer).toMatchObject({
      error: 'access_denied',
    })
    const implicit = { response_type: 'id_token', nonce: 'n' }
    expect((await choose('ada@example.com', implicit)).answer).toMatchObject({ error: 'access_denied' })
  })

  it('say how long tokens are good', async () => {
    const lifetimes = { accessTokenLifetimeMinutes: 5, refreshTokenLifetimeMinutes: 60, refreshTokenWindowMinutes: 30 }
    await manage('POST', await rules(), rule({}, lifetimes))
    const { answer } = await choose('ada@example.com', { scope: 'openid offline_access' })
    const form = { ...asWeb, grant_type: 'authorization_code', code: answer['code'] ?? '', redirect_uri: WEB.callback }
    const { body } = await token(form)
    expect(body['expires_in']).toBe(300)
    const claims = decodeJwt(String(body['access_token']))
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300)
    const refresh = () => token({ ...asWeb, grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) })
    oidcD.clock.advance('29m')
    expect((await refresh()).status).toBe(200)
    oidcD.clock.advance('29m')
    expect((await refresh()).status).toBe(200)
    oidcD.clock.advance('3m')
    expect((await refresh()).body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('expired at'),
    })
  })
})

describe('a refresh token', () => {
  it('comes with the scope for it, and a code', async () => {
    const withoutCode = { response_type: 'id_token token', nonce: 'n', scope: 'openid offline_access' }
    expect((await choose('ada@example.com', withoutCode)).answer['scope']).toBe('openid')
    expect(oidcD.signIn({ login: 'ada@example.com' }).refreshToken).toBeNull()
  })

  it('that was replaced is good for the leeway of the app, and ends the rest after that', async () => {
    await manage(
      'PUT',
      `/apps/${await appId('Web App')}`,
      webApp({ refresh_token: { rotation_type: 'ROTATE', leeway: 30 } }),
    )
    const { refreshToken } = oidcD.signIn({ login: 'ada@example.com', scopes: ['openid', 'offline_access'] })
    const refresh = (value: unknown) => token({ ...asWeb, grant_type: 'refresh_token', refresh_token: String(value) })
    const { body } = await refresh(refreshToken)
    expect(body['refresh_token']).not.toBe(refreshToken)
    oidcD.clock.advance('29s')
    expect((await refresh(refreshToken)).status).toBe(200)
    oidcD.clock.advance('2s')
    expect((await refresh(refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('a client', () => {
  it('has two secrets while it changes from one to the other', async () => {
    const id = await appId('Web App')
    const added = await manage('POST', `/apps/${id}/credentials/secrets`, { client_secret: 'the-new-secret-1' })
    const form = { grant_type: 'client_credentials', scope: 'read:items', client_id: WEB.id }
    for (const secret of [WEB.secret, 'the-new-secret-1']) {
      expect((await token({ ...form, client_secret: secret })).status).toBe(200)
    }
    await manage('POST', `/apps/${id}/credentials/secrets/${String(added['id'])}/lifecycle/deactivate`)
    expect((await token({ ...form, client_secret: 'the-new-secret-1' })).body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringContaining('The client secret supplied for a confidential client is invalid.'),
    })
  })

  it('proves itself in one way at a time', async () => {
    const authorization = `Basic ${btoa(`${WEB.id}:${WEB.secret}`)}`
    const form = { ...asWeb, grant_type: 'client_credentials', scope: 'read:items' }
    const { status, body } = await ask('/oauth2/default/v1/token', form, { authorization })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^Cannot supply multiple client credentials\./),
    })
  })

  it('with a key does not get by without it', async () => {
    const form = { grant_type: 'client_credentials', scope: 'okta.users.read', client_id: 'worker-app' }
    for (const server of ['', '/default']) {
      expect((await token(form, server)).body).toMatchObject({
        error: 'invalid_client',
        error_description: expect.stringContaining('client_assertion is missing; worker-app has a key'),
      })
    }
    expect((await token({ ...form, client_secret: 'x' }, '')).body).toMatchObject({ error: 'invalid_client' })
  })

  it('with a secret gets nothing of the organization’s server for itself', async () => {
    const { status, body } = await token({ ...asWeb, grant_type: 'client_credentials', scope: 'okta.users.read' }, '')
    expect(status).toBe(401)
    expect(body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.stringMatching(
        /must use the private_key_jwt token_endpoint_auth_method\. web-app authenticated/,
      ),
    })
  })

  it('uses the grants that it is registered for', async () => {
    const { body } = await token({
      grant_type: 'password',
      client_id: SPA.id,
      username: 'ada@example.com',
      password: 'x',
      scope: 'openid',
    })
    expect(body).toMatchObject({
      error: 'unauthorized_client',
      error_description: expect.stringMatching(/^The client is not authorized to use the provided grant type\./),
    })
    const device = await ask('/oauth2/default/v1/device/authorize', { client_id: SPA.id, scope: 'openid' })
    expect(device.body).toMatchObject({ error: 'unauthorized_client' })
    expect((await token({ ...asWeb, grant_type: 'nonsense' })).body).toMatchObject({ error: 'unsupported_grant_type' })
  })

  it('that is unknown is told so in both of the vendor’s forms', async () => {
    const { status, body } = await token({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' })
    expect(status).toBe(401)
    expect(body).toMatchObject({
      errorCode: 'invalid_client',
      errorSummary: "Invalid value for 'client_id' parameter.",
      errorId: expect.stringMatching(/^oae/),
      error: 'invalid_client',
    })
  })

  it('that is deactivated is unknown', async () => {
    const own = await token({ ...asWeb, grant_type: 'client_credentials', scope: 'read:items' })
    const { accessToken } = oidcD.signIn({ login: 'ada@example.com', clientId: WEB.id })
    const web = await appId('Web App')
    await manage('POST', `/apps/${web}/lifecycle/deactivate`)
    expect((await open()).page).toContain('client_id web-app is not registered')
    await manage('POST', `/apps/${web}/lifecycle/activate`)
    // Its tokens are gone for good.
    for (const each of [accessToken, String(own.body['access_token'])]) {
      expect((await ask('/oauth2/default/v1/introspect', { ...asWeb, token: each })).body).toEqual({ active: false })
    }
  })

  it('signs people in by name and password, where it may', async () => {
    const form = { ...asWeb, grant_type: 'password', username: 'ada@example.com', scope: 'openid offline_access' }
    const { status, body } = await token({ ...form, password: 'Analytical1843' })
    expect(status).toBe(200)
    expect(decodeJwt(String(body['id_token']))).toMatchObject({
      aud: WEB.id,
      amr: ['pwd'],
      auth_time: expect.any(Number),
    })
    const refreshed = await token({
      ...asWeb,
      grant_type: 'refresh_token',
      refresh_token: String(body['refresh_token']),
    })
    expect(refreshed.status).toBe(200)
    expect((await token({ ...form, password: 'wrong' })).body).toMatchObject({
      error: 'invalid_grant',
      error_description: 'The credentials provided were invalid. ada@example.com was not signed in',
    })
  })
})

describe('claims', () => {
  const claimsOf = (login: string, scopes: string[]) => decodeJwt(oidcD.signIn({ login, scopes }).accessToken)

  it('are what their expressions give, with the scopes that bring them', () => {
    expect(claimsOf('ada@example.com', ['read:items'])).toMatchObject({
      department: 'Mathematics',
      shout: 'ADA!',
      engineer: 'yes',
    })
    const grace = claimsOf('grace@example.org', ['openid', 'groups'])
    expect(grace).toMatchObject({ engineer: 'no', sub: 'grace@example.org' })
    expect(Object.keys(grace)).not.toEqual(expect.arrayContaining(['shout']))
    expect(grace).not.toHaveProperty('department')
    expect(grace).not.toHaveProperty('groups')
  })

  it('are in ID tokens always, or where no access token could ask for them', async () => {
    const asked = { scope: 'openid profile groups', nonce: 'n' }
    const thin = decodeJwt(
      (await choose('ada@example.com', { ...asked, response_type: 'id_token token' })).answer['id_token'] ?? '',
    )
    const whole = decodeJwt(
      (await choose('ada@example.com', { ...asked, response_type: 'id_token' })).answer['id_token'] ?? '',
    )
    expect(thin['groups']).toEqual(['Everyone', 'Engineering', 'Eng Leads'])
    expect(thin).not.toHaveProperty('nick')
    expect(whole).toMatchObject({ nick: 'Countess', given_name: 'Ada' })
  })

  it('change what a token says it is of', async () => {
    const sub = (await list('/authorizationServers/default/claims')).find(({ name }) => name === 'sub')
    const body = { ...sub, value: 'user.id' }
    await manage('PUT', `/authorizationServers/default/claims/${sub?.['id']}`, body)
    expect(claimsOf('ada@example.com', ['openid']).sub).toMatch(/^00u/)
  })

  it('can be evaluated, or are refused when they are made', async () => {
    const body = { name: 'x', claimType: 'RESOURCE', valueType: 'EXPRESSION' }
    const make = async (changes: object) => {
      const init = {
        method: 'POST',
        body: JSON.stringify({ ...body, ...changes }),
        headers: { 'content-type': 'application/json' },
      }
      const response = await fetch(`${oidcD.url}/api/v1/authorizationServers/default/claims`, init)
      return [response.status, await response.text()] as const
    }
    expect(await make({ value: 'user.' })).toEqual([
      400,
      expect.stringContaining('value: user.: expected a name, got its end'),
    ])
    expect(await make({ value: 'Nothing.at(1)' })).toEqual([
      400,
      expect.stringContaining('there is no function Nothing.at'),
    ])
    expect(await make({ value: '(', valueType: 'GROUPS', group_filter_type: 'REGEX' })).toEqual([
      400,
      expect.stringContaining('value: '),
    ])
    await expect(
      createEmulator({
        service: 'oidc-d',
        port: 0,
        seed: {
          'oidc-d': { authorization_servers: [{ name: 'default', claims: [{ name: 'x', value: 'user.a ==' }] }] },
        },
      }),
    ).rejects.toThrow('user.a ==: expected a value, got its end')
  })

  it('of the organization’s server are all that the scopes give', async () => {
    const { accessToken } = oidcD.signIn({
      login: 'ada@example.com',
      server: 'org',
      scopes: ['openid', 'groups', 'address', 'phone'],
    })
    const response = await fetch(`${oidcD.url}/oauth2/v1/userinfo`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(await response.json()).toEqual({
      sub: expect.stringMatching(/^00u/),
      address: { locality: 'London' },
      phone_number: '+44 1',
      groups: ['Everyone', 'Engineering', 'Eng Leads'],
    })
  })

  it('are told to whoever may know who it is', async () => {
    const { accessToken } = oidcD.signIn({ login: 'ada@example.com', scopes: ['read:items'] })
    const response = await fetch(`${oidcD.url}/oauth2/default/v1/userinfo`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(await response.text()).toBe('')
  })
})

describe('a command', () => {
  it('names what there is not', () => {
    expect(() => oidcD.signIn({ login: 'ada@example.com', server: 'nowhere' })).toThrow(
      'there is no authorization server nowhere; there are org, default, orders',
    )
    expect(() => oidcD.signIn({ login: 'nobody@example.com' })).toThrow('user nobody@example.com cannot sign in')
    expect(() => oidcD.signIn({ login: 'ada@example.com', scopes: ['nonsense'] })).toThrow(
      'nonsense is not among the scopes of default',
    )
    expect(() => oidcD.authorize({ url: link({ state: null }), login: 'ada@example.com' })).toThrow('state is missing')
  })
})

async function appId(label: string): Promise<string> {
  const apps = await list('/apps')
  return apps.find((app) => app['label'] === label)?.['id'] ?? ''
}

/** The web app as a body has it, with other settings. */
function webApp(changes: object): object {
  return {
    name: 'oidc_client',
    label: 'Web App',
    signOnMode: 'OPENID_CONNECT',
    credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_basic' } },
    settings: {
      oauthClient: {
        redirect_uris: [WEB.callback],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        application_type: 'web',
        ...changes,
      },
    },
  }
}
