import { X509Certificate, createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, importX509, jwtVerify } from 'jose'
import { describe, expect } from 'vitest'
import type { FixturesOf } from '#testkit/service-test.ts'
import { createEmulator } from '#emulator.ts'
import { API, APP, NATIVE, SPA, oidcCTest, startOidcC, TENANT } from '#oidc-c/oidc-c.fixture.ts'

const START = Date.UTC(2026, 0, 1)
const CONSUMERS = '9188040d-6c67-4c5b-b112-36a304b66dad'
const GRAPH = '00000003-0000-0000-c000-000000000000'

const it = oidcCTest({ now: START })

type Fixtures = FixturesOf<typeof it>

type Body = Readonly<Record<string, string>> & {
  readonly error_codes?: readonly number[]
  readonly keys?: readonly Record<string, string & string[]>[]
}
const get = async ({ oidcC }: Pick<Fixtures, 'oidcC'>, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(oidcC.url + path, { headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body } // the members that tests read
}
const post = async (
  { oidcC }: Pick<Fixtures, 'oidcC'>,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(oidcC.url + path, { method: 'POST', body: new URLSearchParams(form), headers })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body } // the members that tests read
}
const V2 = `/${TENANT}/oauth2/v2.0`
const V1 = `/${TENANT}/oauth2`
const link = ({ oidcC }: Pick<Fixtures, 'oidcC'>, more: Record<string, string> = {}, base = V2) => {
  const query = {
    client_id: APP.id,
    redirect_uri: APP.callback,
    response_type: 'code',
    scope: 'openid User.Read',
    ...more,
  }
  return `${oidcC.url}${base}/authorize?${new URLSearchParams(query).toString()}`
}
const codeFor = (
  { oidcC }: Pick<Fixtures, 'oidcC'>,
  more?: Record<string, string>,
  base?: string,
  email = 'ada@contoso.com',
) => oidcC.authorize({ url: link({ oidcC }, more, base), email }).code
const credentials = { client_id: APP.id, client_secret: APP.secret }
const exchange = ({ oidcC }: Pick<Fixtures, 'oidcC'>, code: string, more: Record<string, string> = {}, base = V2) =>
  post({ oidcC }, `${base}/token`, {
    grant_type: 'authorization_code',
    ...credentials,
    code,
    redirect_uri: APP.callback,
    ...more,
  })

describe('the discovery document', () => {
  it.for([
    [TENANT, TENANT, TENANT],
    ['CONTOSO.com', TENANT, TENANT],
    ['common', '{tenantid}', 'common'],
    ['organizations', '{tenantid}', 'organizations'],
    ['consumers', CONSUMERS, 'consumers'],
    [CONSUMERS, CONSUMERS, 'consumers'],
  ] as const)('of %s has the issuer of %s', async ([segment, issuer, base], { oidcC }) => {
    const { body } = await get({ oidcC }, `/${segment}/v2.0/.well-known/openid-configuration`)
    expect(body).toMatchObject({
      issuer: `${oidcC.url}/${issuer}/v2.0`,
      authorization_endpoint: `${oidcC.url}/${base}/oauth2/v2.0/authorize`,
      jwks_uri: `${oidcC.url}/${base}/discovery/v2.0/keys`,
      subject_types_supported: ['pairwise'],
    })
  })

  it('of version 1 has the issuer of version 1', async ({ oidcC }) => {
    const { body } = await get({ oidcC }, `/${TENANT}/.well-known/openid-configuration`)
    expect(body).toMatchObject({
      issuer: `${oidcC.url}/${TENANT}/`,
      token_endpoint: `${oidcC.url}/${TENANT}/oauth2/token`,
    })
  })

  it.for([
    ['fabrikam.example', 90002, 'invalid_tenant', "Tenant 'fabrikam.example' not found."],
    ['contoso.con', 90002, 'invalid_tenant', 'did you mean contoso.com?'],
    ['nonsense', 900023, 'invalid_request', "Specified tenant identifier 'nonsense' is neither a valid DNS name"],
  ] as const)('of %s does not exist', async ([segment, number, error, words], { oidcC }) => {
    const { status, body } = await get({ oidcC }, `/${segment}/v2.0/.well-known/openid-configuration`)
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual([
      'error',
      'error_description',
      'error_codes',
      'timestamp',
      'trace_id',
      'correlation_id',
      'error_uri',
    ])
    expect(body).toMatchObject({ error, error_codes: [number], timestamp: '2026-01-01 00:00:00Z' })
    expect(body['error_description']).toContain(words)
  })

  it('is found by instance discovery', async ({ oidcC }) => {
    const query = `?api-version=1.1&authorization_endpoint=${encodeURIComponent(`${oidcC.url}${V2}/authorize`)}`
    const { host } = new URL(oidcC.url)
    expect((await get({ oidcC }, `/common/discovery/instance${query}`)).body).toEqual({
      tenant_discovery_endpoint: `${oidcC.url}/${TENANT}/v2.0/.well-known/openid-configuration`,
      'api-version': '1.1',
      metadata: [{ preferred_network: host, preferred_cache: host, aliases: [host] }],
    })
    expect((await get({ oidcC }, '/common/discovery/instance?authorization_endpoint=nonsense')).body).toMatchObject({
      error: 'invalid_instance',
      error_codes: [50049],
    })
  })
})

describe('the keys', () => {
  it('have certificates, whose thumbprints are the key ids', async ({ oidcC }) => {
    const { body } = await get({ oidcC }, `/${TENANT}/discovery/v2.0/keys`)
    for (const key of body.keys ?? []) {
      const certificate = new X509Certificate(Buffer.from(key['x5c']?.[0] ?? '', 'base64'))
      const thumbprint = createHash('sha1').update(certificate.raw).digest('base64url')
      expect(key).toMatchObject({ kid: thumbprint, x5t: thumbprint, issuer: `${oidcC.url}/${TENANT}/v2.0` })
      expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ n: key['n'], e: key['e'] })
    }
    expect(body.keys).toHaveLength(2)
  })

  it('verify access tokens, whose header has x5t too', async ({ oidcC }) => {
    const { accessToken } = oidcC.signIn({ email: 'ada@contoso.com', scopes: [`api://${API.id}/Orders.Read`] })
    const { kid, x5t } = decodeProtectedHeader(accessToken)
    expect(x5t).toBe(kid)
    const { body } = await get({ oidcC }, `/common/discovery/keys`)
    const found = body.keys?.find((key) => key['kid'] === kid)
    const key = await importX509(
      `-----BEGIN CERTIFICATE-----\n${found?.['x5c']?.[0]}\n-----END CERTIFICATE-----`,
      'RS256',
    )
    const options = { audience: API.id, issuer: `${oidcC.url}/${TENANT}/v2.0`, currentDate: new Date(START) }
    expect((await jwtVerify(accessToken, key, options)).payload['scp']).toBe('Orders.Read')
    expect(found).not.toHaveProperty('issuer')
  })
})

describe('the authorization endpoint', () => {
  it('answers with the vendor’s members, the state last', ({ oidcC }) => {
    const { parameters } = oidcC.authorize({
      url: link({ oidcC }, { state: 's', client_info: '1' }),
      email: 'ada@contoso.com',
    })
    expect(Object.keys(parameters)).toEqual(['code', 'client_info', 'session_state', 'state'])
    expect(parameters['code']).toMatch(/^1\.A/)
    expect(JSON.parse(Buffer.from(parameters['client_info'] ?? '', 'base64url').toString())).toEqual({
      uid: 'f3b1c2d4-0000-4000-8000-000000000001',
      utid: TENANT,
    })
  })

  it.for([
    [{ scope: '' }, 'invalid_request', 900144, "The request body must contain the following parameter: 'scope'."],
    [{ scope: 'openid nonsense' }, 'invalid_client', 650053, "asked for scope 'nonsense' that doesn't exist"],
    [{ scope: `${API.uri}/Orders.Burn` }, 'invalid_client', 650053, 'expected Orders.Read or Orders.Write'],
    [
      { scope: 'api://nobody/Read' },
      'invalid_resource',
      500011,
      'The resource principal named api://nobody was not found',
    ],
    [{ scope: 'https://graph.microsoft.com/' }, 'invalid_scope', 70011, 'names no permission; expected User.Read'],
    [{ prompt: 'sometimes' }, 'invalid_request', 90023, "Unsupported 'prompt' value."],
    [{ prompt: 'none' }, 'login_required', 50058, 'no user is signed in'],
    [{ response_mode: 'pigeon' }, 'invalid_request', 70007, 'unsupported response mode'],
    [{ response_type: 'nonsense' }, 'unsupported_response_type', 70005, 'response_type is nonsense; expected code'],
    [{ response_type: 'id_token' }, 'invalid_request', 900144, "parameter: 'nonce'"],
    [
      { client_id: NATIVE.id, redirect_uri: 'http://localhost:1' },
      'invalid_request',
      9002325,
      `code_challenge is missing; ${NATIVE.id} must send one`,
    ],
    [{ client_id: SPA.id, redirect_uri: SPA.callback }, 'invalid_request', 9002325, 'Proof Key for Code Exchange'],
    [{ request: 'a.b.c' }, 'request_not_supported', 901002, 'request is not supported here'],
  ] as const)('redirects %o to the application with the error', async ([more, error, number, words], { oidcC }) => {
    const response = await fetch(link({ oidcC }, more), { redirect: 'manual' })
    const { search, hash } = new URL(response.headers.get('location') ?? '')
    const answer = Object.fromEntries(new URLSearchParams(hash === '' ? search : hash.slice(1)))
    expect(answer).toEqual({
      error,
      error_description: expect.stringContaining(`AADSTS${number}: `),
      error_uri: `https://login.microsoftonline.com/error?code=${number}`,
    })
    expect(answer['error_description']).toContain(words)
  })

  it('accepts the user principal name and the address of the signed-in person as login_hint', async ({ oidcC }) => {
    const body = new URLSearchParams({ user: 'grace@contoso.com' })
    const { headers } = await fetch(link({ oidcC }), { method: 'POST', body, redirect: 'manual' })
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const silently = async (login_hint: string) => {
      const response = await fetch(link({ oidcC }, { prompt: 'none', login_hint }), {
        headers: { cookie },
        redirect: 'manual',
      })
      return new URL(response.headers.get('location') ?? '').searchParams
    }
    for (const hint of ['ghopper@contoso.com', 'Grace@contoso.com'])
      expect((await silently(hint)).has('code')).toBe(true)
    expect((await silently('ada@contoso.com')).get('error')).toBe('login_required')
  })

  it('answers with tokens in the fragment', ({ oidcC }) => {
    const more = { response_type: 'id_token token', nonce: 'n', scope: 'openid profile User.Read' }
    const { parameters, location } = oidcC.authorize({ url: link({ oidcC }, more), email: 'ada@contoso.com' })
    expect(parameters).toMatchObject({ token_type: 'Bearer', expires_in: '3599', scope: 'openid profile User.Read' })
    expect(location).toContain('#access_token=')
    expect(decodeJwt(parameters['id_token'] ?? '')).toMatchObject({ nonce: 'n', at_hash: expect.any(String) })
  })

  it('lists the people who can sign in at its tenant', async ({ oidcC }) => {
    const people = async (segment: string, more = {}) => {
      const page = await (await fetch(link({ oidcC }, more, `/${segment}/oauth2/v2.0`))).text()
      return [...page.matchAll(/name="user"\s+value="([^"]*)"/g)].map(([, handle]) => handle)
    }
    const [ada, grace, linus, pat] = ['ada@contoso.com', 'grace@contoso.com', 'linus@fabrikam.com', 'pat@outlook.com']
    expect(await people(TENANT)).toEqual([ada, grace])
    expect(await people('common')).toEqual([ada, grace, linus, pat])
    expect(await people('organizations')).toEqual([ada, grace, linus])
    expect(await people('consumers')).toEqual([pat])
    expect(await people('fabrikam.onmicrosoft.com')).toEqual([linus])
    expect(await people('common', { domain_hint: 'consumers' })).toEqual([pat])
    expect(await people('common', { domain_hint: 'organizations' })).toEqual([ada, grace, linus])
    expect(await people('common', { domain_hint: 'contoso.com' })).toEqual([ada, grace])
    expect(await people('common', { domain_hint: 'unknown.example' })).toEqual([ada, grace, linus, pat])
  })

  it('refuses people of another tenant and disabled accounts', ({ oidcC }) => {
    expect(() => codeFor({ oidcC }, {}, V2, 'linus@fabrikam.com')).toThrow('user linus@fabrikam.com cannot sign in')
    expect(() => codeFor({ oidcC }, {}, V2, 'gone@contoso.com')).toThrow('user gone@contoso.com cannot sign in')
  })
})

describe('the token endpoint', () => {
  it('answers in the vendor’s order', async ({ oidcC }) => {
    const scope = 'openid profile offline_access User.Read'
    const { body } = await exchange({ oidcC }, codeFor({ oidcC }, { scope }), { client_info: '1' })
    expect(Object.keys(body)).toEqual([
      'token_type',
      'scope',
      'expires_in',
      'ext_expires_in',
      'access_token',
      'refresh_token',
      'id_token',
      'client_info',
    ])
    expect(body['scope']).toBe('openid profile User.Read')
  })

  it('issues access tokens for Graph with the vendor’s claims', async ({ oidcC }) => {
    const { body } = await exchange({ oidcC }, codeFor({ oidcC }))
    expect(decodeJwt(body['access_token'] ?? '')).toEqual({
      aud: GRAPH,
      iss: `${oidcC.url}/${TENANT}/`,
      iat: START / 1000,
      nbf: START / 1000,
      exp: START / 1000 + 3599,
      acct: 0,
      acr: '1',
      amr: ['pwd'],
      app_displayname: 'Web App',
      appid: APP.id,
      appidacr: '1',
      family_name: 'Lovelace',
      given_name: 'Ada',
      groups: ['02bd9fd6-8f93-4758-87c3-1fb73740a315'],
      idtyp: 'user',
      name: 'Ada Lovelace',
      oid: 'f3b1c2d4-0000-4000-8000-000000000001',
      rh: expect.any(String),
      scp: 'openid User.Read',
      sub: expect.any(String),
      tid: TENANT,
      unique_name: 'ada@contoso.com',
      upn: 'ada@contoso.com',
      uti: expect.any(String),
      ver: '1.0',
    })
  })

  it('uses the client’s name for Graph as the audience', async ({ oidcC }) => {
    const { body } = await exchange(
      { oidcC },
      codeFor({ oidcC }, { scope: 'openid https://graph.microsoft.com/User.Read' }),
    )
    expect(body['scope']).toBe('openid https://graph.microsoft.com/User.Read')
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      aud: 'https://graph.microsoft.com',
      scp: 'openid User.Read',
    })
  })

  it('grants for .default what the application is registered for', async ({ oidcC }) => {
    const graph = await exchange(
      { oidcC },
      codeFor({ oidcC }, { scope: 'openid https://graph.microsoft.com/.default' }),
    )
    expect(graph.body['scope']).toBe(
      'openid https://graph.microsoft.com/User.Read https://graph.microsoft.com/.default',
    )
    const api = await exchange({ oidcC }, codeFor({ oidcC }, { scope: `${API.uri}/.default` }))
    expect(decodeJwt(api.body['access_token'] ?? '')).toMatchObject({ aud: API.id, scp: 'Orders.Read Orders.Write' })
    expect(api.body).not.toHaveProperty('id_token')
  })

  it('issues a token for one of the granted APIs', async ({ oidcC }) => {
    const scope = `openid User.Read ${API.uri}/Orders.Read`
    const { body } = await exchange({ oidcC }, codeFor({ oidcC }, { scope }), { scope: `${API.uri}/Orders.Read` })
    expect(decodeJwt(body['access_token'] ?? '')['aud']).toBe(API.id)
    const several = await exchange({ oidcC }, codeFor({ oidcC }, { scope }), {
      scope: `User.Read ${API.uri}/Orders.Read`,
    })
    expect(several.body).toMatchObject({ error: 'invalid_request', error_codes: [28000] })
    const more = await exchange({ oidcC }, codeFor({ oidcC }, { scope }), { scope: `${API.uri}/Orders.Write` })
    expect(more.body).toMatchObject({ error: 'invalid_grant', error_codes: [65001], suberror: 'consent_required' })
  })

  it.for([
    [{ grant_type: 'other' }, 400, 'unsupported_grant_type', 70003, 'grant_type is other'],
    [{ grant_type: '' }, 400, 'unsupported_grant_type', 70003, ''],
    [{ client_id: 'nobody' }, 400, 'unauthorized_client', 700016, 'client_id nobody is not registered'],
    [{ client_secret: 'x' }, 401, 'invalid_client', 7000215, `client_secret is not the one registered for ${APP.id}`],
    [{ client_secret: '' }, 401, 'invalid_client', 7000218, "parameter: 'client_assertion' or 'client_secret'."],
    [{ client_id: '' }, 400, 'invalid_request', 900144, "parameter: 'client_id'."],
    [{ client_id: NATIVE.id }, 401, 'invalid_client', 700025, `${NATIVE.id} is a public client and has none`],
    [{ code: '' }, 400, 'invalid_request', 900144, "parameter: 'code'."],
    [{ code: 'x' }, 400, 'invalid_grant', 9002313, 'code x was not issued'],
    [
      { redirect_uri: 'http://localhost/' },
      401,
      'invalid_client',
      500112,
      'redirect_uri is http://localhost/; the code',
    ],
    [{ code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant', 501481, 'code_verifier came, but'],
    [{ grant_type: 'refresh_token' }, 400, 'invalid_request', 900144, "parameter: 'refresh_token'."],
    [{ grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant', 9002313, 'was not issued'],
  ] as const)('refuses %o', async ([changes, status, error, number, words], { oidcC }) => {
    const { status: came, body, headers } = await exchange({ oidcC }, codeFor({ oidcC }), changes)
    expect(body).toEqual({
      error,
      error_description: expect.stringContaining(`AADSTS${number}: `),
      error_codes: [number],
      timestamp: '2026-01-01 00:00:00Z',
      trace_id: expect.stringMatching(/^[\w-]{36}$/),
      correlation_id: expect.stringMatching(/^[\w-]{36}$/),
      error_uri: `https://login.microsoftonline.com/error?code=${number}`,
    })
    expect(body['error_description']).toContain(words)
    expect(came).toBe(status)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('distinguishes a used code from an expired one', async ({ oidcC }) => {
    const [used, expired] = [codeFor({ oidcC }), codeFor({ oidcC })]
    await exchange({ oidcC }, used)
    expect((await exchange({ oidcC }, used)).body).toMatchObject({ error: 'invalid_grant', error_codes: [54005] })
    oidcC.clock.advance('10m')
    expect((await exchange({ oidcC }, expired)).body).toMatchObject({ error: 'invalid_grant', error_codes: [70008] })
  })

  it('refuses a refresh token after 90 days', async ({ oidcC }) => {
    const { body } = await exchange({ oidcC }, codeFor({ oidcC }, { scope: 'openid offline_access' }))
    oidcC.clock.advance('90d')
    const refresh = { grant_type: 'refresh_token', ...credentials, refresh_token: body['refresh_token'] ?? '' }
    expect((await post({ oidcC }, `${V2}/token`, refresh)).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [700082],
      suberror: 'bad_token',
    })
  })

  it('grants the sign-in scopes that clients always add, but not email without consent', async ({ oidcC }) => {
    const { body } = await exchange({ oidcC }, codeFor({ oidcC }, { scope: 'User.Read offline_access' }))
    const refresh = { grant_type: 'refresh_token', ...credentials, refresh_token: body['refresh_token'] ?? '' }
    const usual = await post({ oidcC }, `${V2}/token`, { ...refresh, scope: 'User.Read openid profile offline_access' })
    expect(decodeJwt(usual.body['id_token'] ?? '')).toMatchObject({ name: 'Ada Lovelace' })
    const more = await post({ oidcC }, `${V2}/token`, { ...refresh, scope: 'User.Read openid email' })
    expect(more.body).toMatchObject({ error: 'invalid_grant', error_codes: [65001] })
  })

  it('repeats the client’s correlation id', async ({ oidcC }) => {
    const id = '0b6f9a3e-0000-4000-8000-00000000abcd'
    const { body } = await post({ oidcC }, `${V2}/token`, credentials, { 'client-request-id': id })
    expect(body).toMatchObject({ correlation_id: id, error_codes: [900144] })
    expect(body['error_description']).toContain(`\r\nCorrelation ID: ${id}\r\n`)
  })

  it('must be that of the person’s tenant, or of a group of tenants', async ({ oidcC }) => {
    const graphFailure = await exchange({ oidcC }, codeFor({ oidcC }), {}, '/fabrikam.onmicrosoft.com/oauth2/v2.0')
    expect(graphFailure.body).toMatchObject({ error: 'invalid_grant', error_codes: [700005] })
    expect((await exchange({ oidcC }, codeFor({ oidcC }, {}, '/common/oauth2/v2.0'))).status).toBe(200)
    const { body } = await exchange(
      { oidcC },
      codeFor({ oidcC }, { scope: 'openid offline_access' }),
      {},
      '/organizations/oauth2/v2.0',
    )
    const refresh = { grant_type: 'refresh_token', ...credentials, refresh_token: body['refresh_token'] ?? '' }
    expect((await post({ oidcC }, '/consumers/oauth2/v2.0/token', refresh)).body).toMatchObject({
      error_codes: [700005],
    })
    expect((await post({ oidcC }, '/common/oauth2/v2.0/token', refresh)).status).toBe(200)
  })

  it('must be that of the person’s tenant for a device too', async ({ oidcC }) => {
    const client_id = NATIVE.id
    const { body } = await post({ oidcC }, `${V2}/devicecode`, { client_id, scope: 'openid' })
    const { user_code = '', device_code = '' } = body
    const form = new URLSearchParams({ user_code, user: 'linus@fabrikam.com', decision: 'allow' })
    expect((await fetch(`${oidcC.url}/devicelogin`, { method: 'POST', body: form })).status).toBe(200)
    const redemption = { client_id, grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }
    expect((await post({ oidcC }, `${V2}/token`, redemption)).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [700005],
    })
    expect((await post({ oidcC }, '/fabrikam.onmicrosoft.com/oauth2/v2.0/token', redemption)).status).toBe(200)
  })

  it('refuses a cross-origin redemption for an application with a secret', async ({ oidcC }) => {
    const headers = { origin: 'http://localhost:3000' }
    const form = {
      grant_type: 'authorization_code',
      ...credentials,
      code: codeFor({ oidcC }),
      redirect_uri: APP.callback,
    }
    expect((await post({ oidcC }, `${V2}/token`, form, headers)).body).toMatchObject({
      error: 'invalid_request',
      error_codes: [9002326],
    })
    expect((await post({ oidcC }, `${V2}/token`, form)).status).toBe(200)
  })

  it('refuses the codes and tokens of a disabled account', async ({ oidcC }) => {
    const { body } = await exchange({ oidcC }, codeFor({ oidcC }, { scope: 'openid offline_access User.Read' }))
    const admin = oidcC.signIn({ email: 'grace@contoso.com', scopes: ['User.ReadWrite.All'] })
    const changed = await fetch(`${oidcC.url}/v1.0/users/ada@contoso.com`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'application/json' },
      body: '{"accountEnabled":false}',
    })
    expect(changed.status).toBe(204)
    const refresh = { grant_type: 'refresh_token', ...credentials, refresh_token: body['refresh_token'] ?? '' }
    expect((await post({ oidcC }, `${V2}/token`, refresh)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await get({ oidcC }, '/v1.0/me', { authorization: `Bearer ${body['access_token']}` })).status).toBe(401)
  })
})

describe('client credentials', () => {
  const ask = ({ oidcC }: Pick<Fixtures, 'oidcC'>, more: Record<string, string>, base = V2) =>
    post({ oidcC }, `${base}/token`, { grant_type: 'client_credentials', ...credentials, ...more })

  it('get a token for one API, with the application’s roles there', async ({ oidcC }) => {
    const { body } = await ask({ oidcC }, { scope: 'https://graph.microsoft.com/.default' })
    expect(Object.keys(body)).toEqual(['token_type', 'expires_in', 'ext_expires_in', 'access_token'])
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ roles: ['User.Read.All'], idtyp: 'app', tid: TENANT })
    const api = await ask({ oidcC }, { scope: `api://${API.id}/.default` })
    expect(decodeJwt(api.body['access_token'] ?? '')).toMatchObject({ aud: API.id, azp: APP.id, ver: '2.0' })
    expect(decodeJwt(api.body['access_token'] ?? '')).not.toHaveProperty('roles')
  })

  it.for([
    [{}, V2, 'invalid_request', 900144],
    [{ scope: 'https://graph.microsoft.com/User.Read' }, V2, 'invalid_scope', 1002012],
    [{ scope: 'https://graph.microsoft.com/.default openid' }, V2, 'invalid_scope', 1002012],
    [{ scope: 'api://nobody/.default' }, V2, 'invalid_resource', 500011],
    [{ scope: 'https://graph.microsoft.com/.default' }, '/common/oauth2/v2.0', 'invalid_request', 50059],
    [{ scope: 'https://graph.microsoft.com/.default' }, '/consumers/oauth2/v2.0', 'invalid_request', 50059],
    [
      { client_id: NATIVE.id, client_secret: '', scope: 'https://graph.microsoft.com/.default' },
      V2,
      'unauthorized_client',
      70001,
    ],
  ] as const)('are graphFailure with %o at %s', async ([more, base, error, number], { oidcC }) => {
    expect((await ask({ oidcC }, more as Record<string, string>, base)).body).toMatchObject({
      error,
      error_codes: [number],
    })
  })
})

describe('on behalf of', () => {
  const ask = ({ oidcC }: Pick<Fixtures, 'oidcC'>, assertion: string, more: Record<string, string> = {}) =>
    post({ oidcC }, `${V2}/token`, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      client_id: API.id,
      client_secret: API.secret,
      requested_token_use: 'on_behalf_of',
      scope: 'User.Read offline_access',
      assertion,
      ...more,
    })
  const token = ({ oidcC }: Pick<Fixtures, 'oidcC'>) =>
    oidcC.signIn({ email: 'ada@contoso.com', scopes: [`${API.uri}/Orders.Read`] }).accessToken

  it('issues tokens of the same person', async ({ oidcC }) => {
    const { body } = await ask({ oidcC }, token({ oidcC }))
    expect(body).toMatchObject({ scope: 'User.Read', refresh_token: expect.any(String) })
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ appid: API.id, upn: 'ada@contoso.com' })
  })

  it.for([
    [{ requested_token_use: 'nonsense' }, 9002313, 'requested_token_use is nonsense; expected on_behalf_of'],
    [{ assertion: '' }, 900144, 'assertion is missing'],
    [{ assertion: 'a.b.c' }, 50013, 'assertion is no access token that was issued here'],
    [{ scope: 'nonsense' }, 650053, 'nonsense'],
    [{ client_id: APP.id, client_secret: APP.secret }, 500131, `the expected audience is '${APP.id}'`],
  ] as const)('is graphFailure with %o', async ([more, number, words], { oidcC }) => {
    const { body } = await ask({ oidcC }, token({ oidcC }), more)
    expect(body.error_codes).toEqual([number])
    expect(body['error_description']).toContain(words)
  })

  it('is graphFailure with an expired token and with an application’s token', async ({ oidcC }) => {
    const assertion = token({ oidcC })
    const own = await post({ oidcC }, `${V2}/token`, {
      grant_type: 'client_credentials',
      ...credentials,
      scope: `api://${API.id}/.default`,
    })
    expect((await ask({ oidcC }, own.body['access_token'] ?? '')).body.error_codes).toEqual([50013])
    oidcC.clock.advance('1h')
    expect((await ask({ oidcC }, assertion)).body.error_codes).toEqual([500133])
  })
})

describe('the version 1 endpoints', () => {
  const graph = 'https://graph.microsoft.com'

  it('sign a person in for a resource', async ({ oidcC }) => {
    const { status, body } = await exchange(
      { oidcC },
      codeFor({ oidcC }, { resource: graph, scope: 'openid' }, V1),
      {},
      V1,
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      token_type: 'Bearer',
      scope: 'User.Read',
      expires_in: '3599',
      ext_expires_in: '3599',
      expires_on: String(START / 1000 + 3599),
      not_before: String(START / 1000),
      resource: graph,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      id_token: expect.any(String),
    })
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ aud: graph, ver: '1.0' })
    expect(decodeJwt(body['id_token'] ?? '')).toMatchObject({
      iss: `${oidcC.url}/${TENANT}/`,
      unique_name: 'ada@contoso.com',
      upn: 'ada@contoso.com',
      family_name: 'Lovelace',
      ver: '1.0',
    })
    const me = await get({ oidcC }, `/${TENANT}/openid/userinfo`, { authorization: `Bearer ${body['access_token']}` })
    expect(me.body).toMatchObject({ name: 'Ada Lovelace' })
  })

  it('refresh for the same resource, and for no other without consent', async ({ oidcC }) => {
    const { body } = await exchange({ oidcC }, codeFor({ oidcC }, { resource: graph }, V1), {}, V1)
    const refresh = { grant_type: 'refresh_token', ...credentials, refresh_token: body['refresh_token'] ?? '' }
    expect((await post({ oidcC }, `${V1}/token`, refresh)).body).toMatchObject({ resource: graph, scope: 'User.Read' })
    expect((await post({ oidcC }, `${V1}/token`, { ...refresh, resource: graph })).body).toMatchObject({
      resource: graph,
    })
    const other = await post({ oidcC }, `${V1}/token`, { ...refresh, resource: API.uri })
    expect(other.body).toMatchObject({ error: 'invalid_grant', error_codes: [65001] })
    expect((await post({ oidcC }, `${V2}/token`, { ...refresh, scope: `${graph}/User.Read` })).status).toBe(200)
  })

  it('issue an application’s token for a resource', async ({ oidcC }) => {
    const form = { grant_type: 'client_credentials', ...credentials, resource: API.uri }
    const { body } = await post({ oidcC }, `${V1}/token`, form)
    expect(body).toMatchObject({ expires_in: '3599', resource: API.uri })
    expect(decodeJwt(body['access_token'] ?? '')['aud']).toBe(API.id)
    const { resource: _resource, ...without } = form
    expect((await post({ oidcC }, `${V1}/token`, without)).body).toMatchObject({
      error: 'invalid_request',
      error_codes: [900144],
    })
    expect((await post({ oidcC }, `${V1}/token`, { ...form, resource: 'https://nobody.example' })).body).toMatchObject({
      error: 'invalid_resource',
    })
  })

  it('refuse an unknown resource', ({ oidcC }) => {
    expect(() => codeFor({ oidcC }, { resource: 'https://nobody.example' }, V1)).toThrow('AADSTS500011')
  })
})

describe('the userinfo endpoint', () => {
  it('accepts only tokens for Graph', async ({ oidcC }) => {
    const { accessToken } = oidcC.signIn({ email: 'ada@contoso.com', scopes: ['openid', `${API.uri}/Orders.Read`] })
    const { status, headers, body } = await get({ oidcC }, '/oidc/userinfo', { authorization: `Bearer ${accessToken}` })
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toContain('Invalid audience')
    expect(body['error']).toMatchObject({ code: 'InvalidAuthenticationToken' })
  })

  it('accepts only tokens of a person with openid', async ({ oidcC }) => {
    const { accessToken } = oidcC.signIn({ email: 'ada@contoso.com', scopes: ['User.Read'] })
    expect((await get({ oidcC }, '/oidc/userinfo', { authorization: `Bearer ${accessToken}` })).status).toBe(403)
  })
})

describe('signing out', () => {
  const leave = ({ oidcC }: Pick<Fixtures, 'oidcC'>, query: Record<string, string>) =>
    fetch(`${oidcC.url}${V2}/logout?${new URLSearchParams(query).toString()}`, { redirect: 'manual' })

  it('redirects to an address of any application when the request names none', async ({ oidcC }) => {
    const response = await leave({ oidcC }, { post_logout_redirect_uri: APP.callback, state: 's' })
    expect(response.headers.get('location')).toBe(`${APP.callback}?state=s`)
    expect((await leave({ oidcC }, {})).status).toBe(200)
  })

  it('ignores the port of a loopback address and the slash after it, as sign-in does', async ({ oidcC }) => {
    const hint = oidcC.signIn({ email: 'ada@contoso.com', clientId: SPA.id }).idToken ?? ''
    for (const uri of ['http://localhost:5173/', 'http://localhost:4173']) {
      for (const more of [{}, { id_token_hint: hint }]) {
        const response = await leave({ oidcC }, { post_logout_redirect_uri: uri, ...more })
        expect(response.headers.get('location')).toBe(uri)
      }
    }
    expect(
      (await leave({ oidcC }, { post_logout_redirect_uri: 'http://localhost:5173/x', id_token_hint: hint })).status,
    ).toBe(400)
  })

  it('refuses every other address, also when the request names no application', async ({ oidcC }) => {
    expect(
      (await leave({ oidcC }, { post_logout_redirect_uri: 'http://evil.example/', id_token_hint: '' })).status,
    ).toBe(400)
    const response = await leave({ oidcC }, { post_logout_redirect_uri: 'http://evil.example/' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('post_logout_redirect_uri http://evil.example/ is not registered')
  })

  it('redirects to every address of this machine without registered applications', async () => {
    await using open = await createEmulator({ service: 'oidc-c', port: 0 })
    const query = new URLSearchParams({ post_logout_redirect_uri: 'http://localhost:9/' }).toString()
    const response = await open.fetch(`http://x/common/oauth2/v2.0/logout?${query}`, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('http://localhost:9/')
  })
})

describe('optional claims', () => {
  it('are in the tokens of an application that is registered for them', async ({ oidcC }) => {
    const optionalClaims = [
      'upn',
      'given_name',
      'family_name',
      'auth_time',
      'login_hint',
      'sid',
      'acct',
      'email',
      'xms_edov',
    ]
    await using more = await startOidcC({ optionalClaims, now: START })
    const scopes = ['openid', 'profile', 'User.Read']
    const { idToken } = more.signIn({ email: 'ada@contoso.com', scopes })
    expect(decodeJwt(idToken ?? '')).toMatchObject({
      upn: 'ada@contoso.com',
      given_name: 'Ada',
      family_name: 'Lovelace',
      auth_time: START / 1000,
      login_hint: expect.any(String),
      sid: expect.any(String),
      acct: 0,
      email: 'ada@contoso.com',
      xms_edov: true,
    })
    const plain = decodeJwt(oidcC.signIn({ email: 'ada@contoso.com', scopes }).idToken ?? '')
    for (const name of optionalClaims) expect(plain).not.toHaveProperty(name)
  })
})

describe('commands', () => {
  it('sign in at the first application with the sign-in scopes', ({ oidcC }) => {
    const signedIn = oidcC.signIn({ email: 'GHOPPER@contoso.com', nonce: 'n' })
    expect(signedIn).toMatchObject({ refreshToken: null, scopes: ['openid', 'profile', 'email', 'User.Read'] })
    expect(decodeJwt(signedIn.idToken ?? '')).toMatchObject({ aud: APP.id, nonce: 'n', name: 'Grace Hopper' })
    expect(signedIn.expiresAt).toBe(START + 3_599_000)
  })

  it('return a refresh token that works', async ({ oidcC }) => {
    const { refreshToken } = oidcC.signIn({ email: 'ada@contoso.com', offline: true })
    const form = { grant_type: 'refresh_token', ...credentials, refresh_token: refreshToken ?? '' }
    expect((await post({ oidcC }, `${V2}/token`, form)).body).toHaveProperty('id_token')
  })

  it('work over HTTP', async ({ oidcC }) => {
    const response = await fetch(`${oidcC.url}/_backlot/signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@contoso.com' }),
    })
    const { accessToken } = (await response.json()) as { accessToken: string } // the result of signIn
    expect(decodeJwt(accessToken)['upn']).toBe('ada@contoso.com')
  })

  it.for([
    [{ email: 'nobody@contoso.com' }, 'user nobody@contoso.com cannot sign in; those who can are: ada@contoso.com, '],
    [{ email: 'ada@contoso.com', clientId: 'nobody' }, 'client_id nobody is not registered'],
    [{ email: 'ada@contoso.com', scopes: ['nonsense'] }, 'scope nonsense is none of'],
    [{ email: 'ada@contoso.com', scope: 'openid' }, 'signIn: unknown option scope, did you mean scopes?'],
    [{}, 'signIn: email is missing'],
  ] as const)('refuse %o', ([options, words], { oidcC }) => {
    expect(() => oidcC.signIn(options as { email: string })).toThrow(words)
  })

  it('refuse a URL that is not an authorization URL, or has no tenant', ({ oidcC }) => {
    const email = 'ada@contoso.com'
    expect(() => oidcC.authorize({ url: '/elsewhere', email })).toThrow('/elsewhere is no authorization URL')
    const url = link({ oidcC }, {}, '/nobody.example/oauth2/v2.0')
    expect(() => oidcC.authorize({ url, email })).toThrow('tenant nobody.example is not here')
  })
})

describe('faults by name', () => {
  it.for([
    ['mfa_required', 400, { error: 'interaction_required', error_codes: [50076], suberror: 'basic_action' }],
    ['rate_limited', 429, { error: 'temporarily_unavailable' }],
    ['unavailable', 503, { error: 'temporarily_unavailable' }],
    ['server_error', 500, { error: 'server_error' }],
  ] as const)('%s', async ([code, status, body], { oidcC }) => {
    oidcC.faults.add({ code, times: 1 })
    const answered = await exchange({ oidcC }, codeFor({ oidcC }))
    expect(answered).toMatchObject({ status, body })
  })

  it('have Graph’s words at Graph’s endpoints', async ({ oidcC }) => {
    oidcC.faults.add({ code: 'rate_limited', times: 1 })
    const { status, headers, body } = await get({ oidcC }, '/v1.0/me')
    expect([status, headers.get('retry-after')]).toEqual([429, '10'])
    expect(body['error']).toMatchObject({ code: 'TooManyRequests' })
  })
})

describe('a seed', () => {
  it.for([
    [{ users: [{ email: 'a@b.com' }, { email: 'A@b.com' }] }, 'A@b.com is there twice'],
    [{ users: [{ email: 'a@b.com', user_principal_name: 'b@b.com' }, { email: 'b@b.com' }] }, 'b@b.com is there twice'],
    [{ users: [{ email: 'nonsense' }] }, 'oidc-c.users[0].email'],
    [{ users: [{ email: 'a@b.com', oid: 'x' }] }, 'expected a GUID'],
    [{ tenant: 'a b' }, 'expected a GUID or a domain'],
    [{ oauth_clients: [{ client_id: 'a' }, { client_id: 'a' }] }, 'a is there twice'],
    [{ oauth_clients: [{ client_id: 'a', client_secret: 'x', public: true }] }, 'a is public and can have no secret'],
    [{ oauth_clients: [{ client_id: 'a', public_key: 'x' }] }, 'expected a public key or a certificate as PEM'],
    [{ oauth_client: [] }, 'did you mean "oauth_clients"?'],
  ] as const)('with %o is graphFailure', async ([section, words]) => {
    const started = createEmulator({ service: 'oidc-c', port: 0, seed: { 'oidc-c': section as object } })
    await expect(started).rejects.toThrow(words)
  })

  it('makes the same ids for the same names', async () => {
    const seed = {
      'oidc-c': { tenant: 'Contoso.com', users: [{ email: 'a@contoso.com', given_name: 'Ann', family_name: 'Lee' }] },
    }
    const identity = async () => {
      await using seeded = await createEmulator({ service: 'oidc-c', port: 0, seed })
      const { tid, oid, sub, name } = decodeJwt(seeded.signIn({ email: 'a@contoso.com' }).idToken ?? '')
      return { tid, oid, sub, name }
    }
    const first = await identity()
    expect(first).toEqual({ ...(await identity()), name: 'Ann Lee' })
    expect(first.tid).toMatch(/^[\w-]{36}$/)
  })

  it('can be absent: then there is an administrator in a tenant of its own', async () => {
    await using empty = await createEmulator({ service: 'oidc-c', port: 0 })
    const response = await empty.fetch('http://x/v1.0/me', { headers: { authorization: 'Bearer backlot_admin' } })
    expect(await response.json()).toMatchObject({ userPrincipalName: 'admin@example.com' })
    expect(empty.requests.at(-1)?.principal).toBe('admin@example.com')
  })
})
