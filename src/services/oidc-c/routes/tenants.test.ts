import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'

// A seed without `tenant` accepts every tenant that an application may have configured.

const OWN = '3f9d2c64-7a10-4b8e-9d55-6e1f0a2b3c4d'
const APP = { id: 'web-app', secret: 'web~secret', callback: 'http://localhost:3000/cb' }
const section = {
  users: [
    { email: 'ada@contoso.com', name: 'Ada Lovelace', oid: 'f3b1c2d4-0000-4000-8000-000000000001' },
    { email: 'linus@fabrikam.com', name: 'Linus Guest', tenant: 'fabrikam.onmicrosoft.com' },
    { email: 'pat@outlook.com', name: 'Pat Personal', tenant: 'consumers' },
  ],
  oauth_clients: [{ client_id: APP.id, client_secret: APP.secret, redirect_uris: [APP.callback] }],
}

let oidcC: Emulator<'oidc-c'>
beforeAll(async () => {
  oidcC = await createEmulator({ service: 'oidc-c', port: 0, seed: { 'oidc-c': section } })
})
afterAll(() => oidcC.close())
beforeEach(() => oidcC.reset())

const get = async (path: string) => {
  const response = await fetch(oidcC.url + path)
  return { status: response.status, body: (await response.json()) as Record<string, string> } // documents of text
}

const codeAt = (tenant: string, email = 'ada@contoso.com', scope = 'openid profile offline_access User.Read') => {
  const query = { client_id: APP.id, redirect_uri: APP.callback, response_type: 'code', scope, client_info: '1' }
  const search = new URLSearchParams(query).toString()
  return oidcC.authorize({ url: `${oidcC.url}/${tenant}/oauth2/v2.0/authorize?${search}`, email })
}

const tokenAt = async (tenant: string, form: Record<string, string>) => {
  const body = new URLSearchParams({ client_id: APP.id, client_secret: APP.secret, ...form })
  const response = await fetch(`${oidcC.url}/${tenant}/oauth2/v2.0/token`, { method: 'POST', body })
  return (await response.json()) as Record<string, string> & { error_codes?: number[] } // the answers of the token endpoint
}

const exchangeAt = (tenant: string, code: string) =>
  tokenAt(tenant, { grant_type: 'authorization_code', code, redirect_uri: APP.callback })

describe('a tenant that a seed without tenant does not list', () => {
  it.each([
    ['a GUID', OWN, OWN],
    ['a GUID in upper case', OWN.toUpperCase(), OWN],
    ['a domain', 'my-company.onmicrosoft.com', null],
  ])('named by %s has its own issuer and keys document', async (_what, segment, guid) => {
    const { status, body } = await get(`/${segment}/v2.0/.well-known/openid-configuration`)
    expect(status).toBe(200)
    const [, id = ''] = /\/([0-9a-f-]{36})\/v2\.0$/.exec(body['issuer'] ?? '') ?? []
    expect(body['issuer']).toBe(`${oidcC.url}/${guid ?? id}/v2.0`)
    for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      expect(body[endpoint]).toContain(`${oidcC.url}/${id}/`)
    }
    const keys = await get(new URL(body['jwks_uri'] ?? '').pathname)
    expect(keys.body).toMatchObject({ keys: [{ issuer: body['issuer'] }, { issuer: body['issuer'] }] })
    const older = await get(`/${segment}/.well-known/openid-configuration`)
    expect(older.body['issuer']).toBe(`${oidcC.url}/${id}/`)
  })

  it('signs the seeded users in for openid-client, with its tid', async () => {
    const issuer = new URL(`${oidcC.url}/${OWN}/v2.0`)
    const config = await client.discovery(issuer, APP.id, APP.secret, undefined, {
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    })
    const url = client.buildAuthorizationUrl(config, { redirect_uri: APP.callback, scope: 'openid profile User.Read' })
    const { location } = oidcC.authorize({ url: url.href, email: 'ada@contoso.com' })
    const tokens = await client.authorizationCodeGrant(config, new URL(location), { idTokenExpected: true })
    expect(tokens.claims()).toMatchObject({
      iss: issuer.href,
      tid: OWN,
      oid: 'f3b1c2d4-0000-4000-8000-000000000001',
      preferred_username: 'ada@contoso.com',
    })
    expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: `${oidcC.url}/${OWN}/`, tid: OWN })
  })

  it.each([
    ['the tenant of its token', OWN],
    ['common', 'common'],
    ['a domain', 'my-company.onmicrosoft.com'],
  ])('has the sub of the ID token in userinfo when the code is redeemed at %s', async (_what, tenant) => {
    const at = tenant === 'common' ? OWN : tenant
    const { id_token: idToken = '', access_token: token } = await exchangeAt(tenant, codeAt(at).code)
    for (const path of ['/oidc/userinfo', `/${OWN}/openid/userinfo`]) {
      const response = await fetch(oidcC.url + path, { headers: { authorization: `Bearer ${token}` } })
      expect(await response.json()).toMatchObject({ sub: decodeJwt(idToken).sub })
    }
  })

  it('names itself in client_info, by which MSAL names accounts', async () => {
    const { code, parameters } = codeAt(OWN)
    const { client_info: info = '' } = await tokenAt(OWN, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: APP.callback,
      client_info: '1',
    })
    for (const each of [parameters['client_info'] ?? '', info]) {
      expect(JSON.parse(Buffer.from(each, 'base64url').toString())).toMatchObject({ utid: OWN })
    }
  })

  it('does not have the users of another tenant, or personal accounts', async () => {
    const page = await (await fetch(authorizeUrl())).text()
    expect(page).toContain('Ada Lovelace')
    expect(page).not.toContain('Linus Guest')
    expect(page).not.toContain('Pat Personal')
  })

  it('keeps its codes and refresh tokens to itself, and common has them too', async () => {
    const other = '00000000-1111-4222-8333-444444444444'
    expect(await exchangeAt(other, codeAt(OWN).code)).toMatchObject({ error: 'invalid_grant', error_codes: [700005] })
    const { id_token: idToken = '', refresh_token: refresh = '' } = await exchangeAt('common', codeAt(OWN).code)
    expect(decodeJwt(idToken)['tid']).toBe(OWN)
    const form = { grant_type: 'refresh_token', refresh_token: refresh, scope: 'openid User.Read' }
    expect(await tokenAt(other, form)).toMatchObject({ error: 'invalid_grant', error_codes: [700005] })
    expect(decodeJwt((await tokenAt('common', form))['id_token'] ?? '')['tid']).toBe(OWN)
  })

  it('signs people in on a device', async () => {
    const post = (path: string, form: Record<string, string>) =>
      fetch(oidcC.url + path, { method: 'POST', body: new URLSearchParams(form) })
    const started = await post(`/${OWN}/oauth2/v2.0/devicecode`, { client_id: APP.id, scope: 'openid' })
    const { user_code, device_code } = (await started.json()) as { user_code: string; device_code: string }
    await post('/devicelogin', { user_code, user: 'ada@contoso.com', decision: 'allow' })
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }
    expect(decodeJwt((await tokenAt(OWN, form))['id_token'] ?? '')).toMatchObject({ tid: OWN })
  })

  it('gives applications tokens of their own, and the seeded users by Graph', async () => {
    const scope = 'https://graph.microsoft.com/.default'
    const { access_token: token = '' } = await tokenAt(OWN, { grant_type: 'client_credentials', scope })
    expect(decodeJwt(token)).toMatchObject({ tid: OWN, iss: `${oidcC.url}/${OWN}/` })
    const response = await fetch(`${oidcC.url}/v1.0/users`, { headers: { authorization: `Bearer ${token}` } })
    expect(await response.json()).toMatchObject({ value: [{ userPrincipalName: 'ada@contoso.com' }] })
  })

  it('is where signIn signs in with the option tenant', () => {
    const { accessToken, idToken } = oidcC.signIn({ email: 'ada@contoso.com', tenant: OWN })
    expect(decodeJwt(idToken ?? '')).toMatchObject({ tid: OWN, iss: `${oidcC.url}/${OWN}/v2.0` })
    expect(decodeJwt(accessToken)).toMatchObject({ tid: OWN })
    expect(() => oidcC.signIn({ email: 'ada@contoso.com', tenant: 'nonsense' })).toThrow('tenant nonsense is not here')
  })

  it.each(['nonsense', 'no_domain.com', '-a.com', '3f9d2c64-7a10-4b8e-9d55', '127.0.0.1'])(
    'must be a GUID or a domain, not %s',
    async (segment) => {
      expect((await get(`/${segment}/v2.0/.well-known/openid-configuration`)).status).toBe(400)
    },
  )

  it('leaves common, organizations and consumers as they are', async () => {
    const issuerAt = async (segment: string) =>
      (await get(`/${segment}/v2.0/.well-known/openid-configuration`)).body['issuer']
    expect(await issuerAt('common')).toBe(`${oidcC.url}/{tenantid}/v2.0`)
    expect(await issuerAt('organizations')).toBe(`${oidcC.url}/{tenantid}/v2.0`)
    expect(await issuerAt('consumers')).toBe(`${oidcC.url}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`)
    const { idToken } = oidcC.signIn({ email: 'pat@outlook.com' })
    expect(decodeJwt(idToken ?? '')['tid']).toBe('9188040d-6c67-4c5b-b112-36a304b66dad')
  })
})

describe('a tenant that a seed with tenant does not list', () => {
  it('does not exist', async () => {
    const seed = { 'oidc-c': { ...section, tenant: '8f2c4d1e-90ab-4c3d-8e7f-0123456789ab' } }
    await using strict = await createEmulator({ service: 'oidc-c', port: 0, seed })
    for (const segment of [OWN, 'my-company.onmicrosoft.com']) {
      const response = await fetch(`${strict.url}/${segment}/v2.0/.well-known/openid-configuration`)
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_tenant' }])
    }
  })
})

function authorizeUrl(): string {
  const query = { client_id: APP.id, redirect_uri: APP.callback, response_type: 'code', scope: 'openid' }
  return `${oidcC.url}/${OWN}/oauth2/v2.0/authorize?${new URLSearchParams(query).toString()}`
}
