import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { oidcSite, refusal } from './oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

describe('a token', () => {
  it('acts for its owner, sent as SSWS or Bearer', async () => {
    expect((await site.okta('reader').userApi.getUser({ userId: 'me' })).profile?.login).toBe('grace@example.com')
    const bearer = await site.send('GET', '/api/v1/users/me', undefined, { authorization: 'Bearer reader' })
    expect(bearer.body.profile.login).toBe('grace@example.com')
  })

  it.for(['SSWS stranger', 'Bearer stranger', 'Basic cmVhZGVyOng=', 'nonsense', 'Token reader'])(
    'is refused when it is unknown: %s',
    async (authorization) => {
      const { status, body } = await site.send('GET', '/api/v1/users/me', undefined, { authorization })
      expect(status).toBe(401)
      expect(body).toEqual({
        errorCode: 'E0000011',
        errorSummary: 'Invalid token provided',
        errorLink: 'E0000011',
        errorId: expect.stringMatching(/^oae\w{22}$/),
        errorCauses: [],
      })
    },
  )

  it('permits the operations of its scopes only', async () => {
    const reader = site.okta('reader')
    expect((await reader.userApi.getUser({ userId: 'ada' })).profile?.firstName).toBe('Ada')
    await expect(reader.userApi.suspendUser({ userId: 'ada' })).rejects.toMatchObject(refusal(403, 'E0000006'))
    await expect(
      reader.authorizationServerApi.getAuthorizationServer({ authServerId: 'default' }),
    ).rejects.toMatchObject(refusal(403, 'E0000006'))
    await expect(
      site
        .okta('nothing')
        .groupApi.listGroups()
        .then((list) => list.next()),
    ).rejects.toMatchObject(refusal(403, 'E0000006'))
    expect((await site.okta().userApi.getUser({ userId: 'ada' })).status).toBe('ACTIVE')
  })

  it('permits reading its own user with a self scope', async () => {
    const self = site.okta('self').userApi
    for (const userId of ['me', 'grace@example.com']) expect((await self.getUser({ userId })).status).toBe('ACTIVE')
    await expect(self.getUser({ userId: 'ada' })).rejects.toMatchObject(refusal(403, 'E0000006'))
    await expect(self.updateUser({ userId: 'me', user: {} })).rejects.toMatchObject(refusal(403, 'E0000006'))
  })

  it('with a manage scope permits reading as well', async () => {
    await using emulator = await createEmulator({
      service: 'oidc-d',
      port: 0,
      seed: {
        'oidc-d': {
          users: [{ login: 'ada@example.com' }],
          tokens: [{ token: 'manager', login: 'ada@example.com', scopes: ['okta.users.manage'] }],
        },
      },
    })
    const status = async (path: string) =>
      (await emulator.fetch(`http://host${path}`, { headers: { authorization: 'SSWS manager' } })).status
    expect([await status('/api/v1/users'), await status('/api/v1/groups')]).toEqual([200, 403])
  })

  it('is told the missing scope in the WWW-Authenticate header', async () => {
    const { status, headers } = await site.send(
      'POST',
      '/api/v1/groups',
      { profile: { name: 'x' } },
      { authorization: 'Bearer reader' },
    )
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toContain('scope="okta.groups.manage", error="insufficient_scope"')
  })

  it('is refused once its owner is suspended', async () => {
    await site.okta().userApi.suspendUser({ userId: 'grace' })
    await expect(site.okta('reader').userApi.getUser({ userId: 'me' })).rejects.toMatchObject(refusal(401, 'E0000011'))
  })

  it('of a sign-in is refused once its user is suspended', async () => {
    const { accessToken } = site.emulator.signIn({
      login: 'grace@example.com',
      server: 'org',
      scopes: ['okta.users.read.self'],
    })
    const me = () => site.send('GET', '/api/v1/users/me', undefined, { authorization: `Bearer ${accessToken}` })
    expect((await me()).status).toBe(200)
    await site.okta().userApi.suspendUser({ userId: 'grace' })
    expect((await me()).status).toBe(401)
  })
})

describe('a request without a token', () => {
  const me = (emulator: { fetch(url: string): Promise<Response> }) => emulator.fetch('http://host/api/v1/users/me')

  it('acts for the first user', async () => {
    const response = await me(site.emulator)
    expect(await response.json()).toMatchObject({ profile: { login: 'ada@example.com' } })
  })

  it('is refused with a strict seed', async () => {
    const seed = { 'oidc-d': { users: [{ login: 'ada@example.com' }], strict_auth: true } }
    await using emulator = await createEmulator({ service: 'oidc-d', port: 0, seed })
    const response = await me(emulator)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ errorCode: 'E0000005', errorSummary: 'Invalid session' })
    const known = await emulator.fetch('http://host/api/v1/users/me', {
      headers: { authorization: 'SSWS backlot_admin' },
    })
    expect(known.status).toBe(200)
  })
})

describe('every answer', () => {
  it('has an id, the rate limit and no cache', async () => {
    const first = (await site.send('GET', '/api/v1/users')).headers
    const second = (await site.send('GET', '/api/v1/users')).headers
    expect(first.get('x-okta-request-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(second.get('x-okta-request-id')).not.toBe(first.get('x-okta-request-id'))
    expect([first.get('x-rate-limit-limit'), first.get('x-rate-limit-remaining')]).toEqual(['600', '599'])
    expect(second.get('x-rate-limit-remaining')).toBe('598')
    expect(Number(first.get('x-rate-limit-reset'))).toBe(Date.parse('2026-01-01T12:01:00Z') / 1000)
    expect(first.get('cache-control')).toBe('no-cache, no-store')
  })

  it('can report a used-up rate limit, after which the SDK retries', async () => {
    site.emulator.faults.add({ code: 'rate_limited', times: 1 })
    const { status, headers, body } = await site.send('GET', '/api/v1/users')
    expect([status, body.errorCode, headers.get('x-rate-limit-remaining')]).toEqual([429, 'E0000047', '0'])
    expect(headers.get('x-rate-limit-limit')).toBe('600')
    site.emulator.reset()
    site.emulator.faults.add({ code: 'rate_limited', times: 1 })
    expect((await site.okta().userApi.getUser({ userId: 'me' })).status).toBe('ACTIVE')
    expect(site.emulator.requests.map((request) => request.status)).toEqual([429, 200])
  })
})

describe('a change that is not JSON', () => {
  const create = (headers: Record<string, string>) =>
    site.emulator.fetch('http://host/api/v1/groups', {
      method: 'POST',
      headers,
      body: new TextEncoder().encode('{"profile":{"name":"Stolen"}}'),
    })

  it.for<Record<string, string>>([
    { 'content-type': 'text/plain' },
    { 'content-type': 'text/plain;charset=UTF-8' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/jsonp' },
    { 'content-type': 'text/plain', authorization: 'SSWS everything' },
    {},
  ])('is refused with %j', async (headers) => {
    const response = await create(headers)
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ errorCode: 'E0000021' })])
    expect((await site.send('GET', '/api/v1/groups?q=Stolen')).body).toEqual([])
  })

  it('is accepted as JSON, with parameters, and without a body', async () => {
    expect((await create({ 'content-type': 'application/json; okta-response=omitCredentials' })).status).toBe(200)
    const suspended = await site.emulator.fetch('http://host/api/v1/users/grace/lifecycle/suspend', { method: 'POST' })
    expect(suspended.status).toBe(200)
  })
})
