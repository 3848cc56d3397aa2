import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import { SPA, WEB } from '#oidc-d/sign-in.fixture.ts'
import { asWeb, signInSite, webApp } from '#oidc-d/sign-in-site.fixture.ts'

const site = signInSite()
const { it } = site
const { choose, token, manage, list, appId } = site

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

  it('refuse a client that none of them names', async () => {
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

  it('decide by the first rule that matches user, grant type and scopes', async () => {
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

  it('set the lifetimes of tokens', async () => {
    const lifetimes = { accessTokenLifetimeMinutes: 5, refreshTokenLifetimeMinutes: 60, refreshTokenWindowMinutes: 30 }
    await manage('POST', await rules(), rule({}, lifetimes))
    const { answer } = await choose('ada@example.com', { scope: 'openid offline_access' })
    const form = { ...asWeb, grant_type: 'authorization_code', code: answer['code'] ?? '', redirect_uri: WEB.callback }
    const { body } = await token(form)
    expect(body['expires_in']).toBe(300)
    const claims = decodeJwt(String(body['access_token']))
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300)
    const refresh = () => token({ ...asWeb, grant_type: 'refresh_token', refresh_token: String(body['refresh_token']) })
    site.emulator.clock.advance('29m')
    expect((await refresh()).status).toBe(200)
    site.emulator.clock.advance('29m')
    expect((await refresh()).status).toBe(200)
    site.emulator.clock.advance('3m')
    expect((await refresh()).body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('expired at'),
    })
  })
})

describe('a refresh token', () => {
  it('is issued for offline_access with an authorization code', async () => {
    const withoutCode = { response_type: 'id_token token', nonce: 'n', scope: 'openid offline_access' }
    expect((await choose('ada@example.com', withoutCode)).answer['scope']).toBe('openid')
    expect(site.emulator.signIn({ login: 'ada@example.com' }).refreshToken).toBeNull()
  })

  it('remains valid when a use of it was refused', async () => {
    const spa = await appId('Single Page')
    const options = { login: 'ada@example.com', clientId: SPA.id, scopes: ['openid', 'offline_access'] }
    const { refreshToken } = site.emulator.signIn(options)
    const everyone = (await list('/groups')).find(({ type }) => type === 'BUILT_IN')
    await manage('DELETE', `/apps/${spa}/groups/${everyone?.['id']}`)
    const form = { client_id: SPA.id, grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }
    expect((await token(form)).body).toMatchObject({ error: 'access_denied' })
    await manage('PUT', `/apps/${spa}/groups/${everyone?.['id']}`, {})
    const { status, body } = await token(form)
    expect(status).toBe(200)
    expect(body['refresh_token']).not.toBe(refreshToken)
  })

  it('that was replaced is valid for the app’s leeway, and revokes the grant when it is used later', async () => {
    await manage(
      'PUT',
      `/apps/${await appId('Web App')}`,
      webApp({ refresh_token: { rotation_type: 'ROTATE', leeway: 30 } }),
    )
    const { refreshToken } = site.emulator.signIn({ login: 'ada@example.com', scopes: ['openid', 'offline_access'] })
    const refresh = (value: unknown) => token({ ...asWeb, grant_type: 'refresh_token', refresh_token: String(value) })
    const { body } = await refresh(refreshToken)
    expect(body['refresh_token']).not.toBe(refreshToken)
    site.emulator.clock.advance('29s')
    expect((await refresh(refreshToken)).status).toBe(200)
    site.emulator.clock.advance('2s')
    expect((await refresh(refreshToken)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
  })
})
