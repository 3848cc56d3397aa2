import { PublicClientApplication } from '@azure/msal-node'
import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import type { FixturesOf } from '#testkit/service-test.ts'
import { plainHttp } from '#oidc-c/client-libraries/msal.fixture.ts'
import { APP, NATIVE, oidcCTest, TENANT } from '#oidc-c/oidc-c.fixture.ts'

const it = oidcCTest()

type Fixtures = FixturesOf<typeof it>

const ada = { username: 'ada@contoso.com', password: 'correct-horse' }
const web = { client_id: APP.id, client_secret: APP.secret }

/** Asks for tokens with a name and a password. */
async function grant({ oidcC }: Pick<Fixtures, 'oidcC'>, more: Record<string, string> = {}, tenant = TENANT) {
  const form = { grant_type: 'password', scope: 'openid User.Read', ...web, ...ada, ...more }
  const response = await fetch(`${oidcC.url}/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const body = (await response.json()) as Record<string, string> // the members that tests read are text
  return { status: response.status, body }
}

const withPassword = (password: string) =>
  createEmulator({ service: 'oidc-c', port: 0, seed: { 'oidc-c': { users: [{ email: ada.username, password }] } } })

describe('grant_type=password', () => {
  it('gives the tokens of a person, and a refresh token with offline_access', async ({ oidcC }) => {
    const { body } = await grant({ oidcC }, { scope: 'openid profile offline_access User.Read' })
    expect(decodeJwt(body['id_token'] ?? '')).toMatchObject({ preferred_username: ada.username, tid: TENANT })
    const me = await fetch(`${oidcC.url}/v1.0/me`, { headers: { authorization: `Bearer ${body['access_token']}` } })
    expect(await me.json()).toMatchObject({ displayName: 'Ada Lovelace' })
    const refreshed = await grant(
      { oidcC },
      { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '' },
    )
    expect(refreshed.status).toBe(200)
    expect((await grant({ oidcC })).body['refresh_token']).toBeUndefined()
  })

  it('works with MSAL in an application without a secret', async ({ oidcC }) => {
    const { host } = new URL(oidcC.url)
    const app = new PublicClientApplication({
      auth: { clientId: NATIVE.id, authority: `https://${host}/organizations`, knownAuthorities: [host] },
      system: { networkClient: plainHttp(oidcC.url) },
    })
    const result = await app.acquireTokenByUsernamePassword({ scopes: ['User.Read'], ...ada })
    expect(result?.account).toMatchObject({ username: ada.username, tenantId: TENANT })
    const [account] = await app.getTokenCache().getAllAccounts()
    expect(account?.username).toBe(ada.username)
  })

  it.for([
    [{ username: 'nobody@contoso.com' }, 'invalid_grant', 50034],
    [{ username: 'gone@contoso.com' }, 'invalid_grant', 50057],
    [{ username: 'pat@outlook.com' }, 'invalid_grant', 50034],
    [{ username: '' }, 'invalid_request', 900144],
    [{ password: '' }, 'invalid_request', 900144],
    [{ client_secret: 'x' }, 'invalid_client', 7000215],
  ] as const)('refuses %o with %s', async ([more, error, number], { oidcC }) => {
    expect((await grant({ oidcC }, more)).body).toMatchObject({ error, error_codes: [number] })
  })

  it.for(['common', 'consumers'])('is not for %s', async (tenant, { oidcC }) => {
    const { status, body } = await grant({ oidcC }, {}, tenant)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: 'invalid_request', error_codes: [9001023] })
  })

  it('demands the seeded password', async () => {
    await using oidcC = await withPassword('correct-horse')
    expect((await grant({ oidcC })).status).toBe(200)
    expect((await grant({ oidcC }, { password: 'wrong' })).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [50126],
    })
  })

  it('names the tenant of the request where every tenant exists, also after a refresh', async () => {
    await using oidcC = await withPassword('correct-horse')
    const tenant = '99999999-2222-4333-8444-000000000000'
    const { body } = await grant({ oidcC }, { scope: 'openid offline_access' }, tenant)
    expect(decodeJwt(body['id_token'] ?? '')).toMatchObject({ tid: tenant, iss: `${oidcC.url}/${tenant}/v2.0` })
    const more = { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '', scope: 'openid' }
    expect(decodeJwt((await grant({ oidcC }, more, 'common')).body['id_token'] ?? '')).toMatchObject({ tid: tenant })
  })

  it('takes the password that Graph was given for a user', async ({ oidcC }) => {
    const { accessToken } = oidcC.signIn({ email: ada.username, scopes: ['User.ReadWrite.All'] })
    const send = (method: string, path: string, body: object) =>
      fetch(`${oidcC.url}/v1.0/users${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const username = 'new@contoso.com'
    const created = await send('POST', '', {
      accountEnabled: true,
      displayName: 'New',
      mailNickname: 'new',
      userPrincipalName: username,
      passwordProfile: { password: 'First-1234' },
    })
    expect(JSON.stringify(await created.json())).not.toContain('First-1234')
    expect((await grant({ oidcC }, { username, password: 'First-1234' })).status).toBe(200)
    await send('PATCH', `/${username}`, { passwordProfile: { password: 'Second-1234' } })
    expect((await grant({ oidcC }, { username, password: 'First-1234' })).status).toBe(400)
    expect((await grant({ oidcC }, { username, password: 'Second-1234' })).status).toBe(200)
  })
})

describe('the realm of an account', () => {
  it.for([
    ['ada@contoso.com', 'Managed'],
    ['anyone@contoso.com', 'Managed'],
    ['ada@elsewhere.example', 'Unknown'],
  ] as const)('of %s is %s', async ([name, type], { oidcC }) => {
    const response = await fetch(`${oidcC.url}/common/userrealm/${name}?api-version=1.0`)
    expect(await response.json()).toMatchObject({ account_type: type, cloud_instance_name: 'microsoftonline.com' })
  })
})
