import { describe, expect } from 'vitest'
import { NOON, oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({ group_rules: [{ name: 'R', expression: 'user.department=="Research"', groups: ['Research'] }] })
const { it } = site

const logs = async (query = '') => (await site.send('GET', `/api/v1/logs${query}`)).body
const typesOf = async (query = ''): Promise<string[]> =>
  (await logs(query)).map(({ eventType }: { eventType: string }) => eventType)
const nextOf = (headers: Headers) => /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
const signIn = (username: string, password: string) => site.send('POST', '/api/v1/authn', { username, password })

const emmy = { firstName: 'Emmy', lastName: 'Noether', email: 'emmy@example.com', login: 'emmy@example.com' }
const createEmmy = async (more: object = {}): Promise<string> =>
  (await site.send('POST', '/api/v1/users', { profile: { ...emmy, ...more } })).body.id

describe('the System Log', () => {
  it('is empty after the seed', async () => {
    expect(await logs()).toEqual([])
  })

  it('has an entry for each step of a user’s life, in the form of the vendor', async () => {
    const id = await createEmmy()
    for (const step of ['suspend', 'deactivate']) await site.send('POST', `/api/v1/users/${id}/lifecycle/${step}`)
    await site.send('POST', `/api/v1/users/${id}`, { profile: { title: 'Professor' } })
    await site.send('DELETE', `/api/v1/users/${id}`)
    expect(await typesOf('?filter=eventType sw "user."')).toEqual([
      'user.lifecycle.create',
      'user.lifecycle.activate',
      'user.lifecycle.deactivate',
      'user.account.update_profile',
      'user.lifecycle.delete.initiated',
      'user.lifecycle.delete.completed',
    ])
    const [first] = await logs('?limit=1')
    expect(first).toMatchObject({
      actor: { type: 'User', alternateId: 'ada@example.com', displayName: 'Ada Lovelace', detailEntry: null },
      displayMessage: 'Create Okta user',
      outcome: { result: 'SUCCESS', reason: null },
      published: NOON,
      severity: 'INFO',
      debugContext: { debugData: { requestUri: '/api/v1/users' } },
      transaction: { type: 'WEB', id: expect.stringMatching(/^[0-9a-f]{32}$/) },
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      version: '0',
      target: [{ id, type: 'User', alternateId: 'emmy@example.com', displayName: 'Emmy Noether', detailEntry: null }],
    })
    expect(Object.keys(first)).toEqual([
      'actor',
      'client',
      'device',
      'authenticationContext',
      'displayMessage',
      'eventType',
      'outcome',
      'published',
      'securityContext',
      'severity',
      'debugContext',
      'legacyEventType',
      'transaction',
      'uuid',
      'version',
      'request',
      'target',
    ])
  })

  it('has sign-ins, and those that failed', async () => {
    await signIn('ada@example.com', 'Analytical1843')
    await signIn('ada@example.com', 'wrong')
    await signIn('nobody@example.com', 'wrong')
    expect(await logs('?filter=eventType eq "user.session.start"')).toMatchObject([
      {
        actor: { alternateId: 'ada@example.com' },
        outcome: { result: 'SUCCESS' },
        displayMessage: 'User login to Okta',
      },
      { actor: { alternateId: 'ada@example.com' }, outcome: { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' } },
      { actor: { id: 'unknown', alternateId: 'nobody@example.com' }, outcome: { result: 'FAILURE' }, severity: 'WARN' },
    ])
    expect(await logs('?filter=outcome.result eq "FAILURE" and actor.alternateId sw "nobody"')).toHaveLength(1)
  })

  it('has memberships and the apps that follow from them, with the system as the actor of a group rule', async () => {
    const groupId = (await site.send('GET', '/api/v1/groups?q=Research')).body[0].id
    const appId = (await site.send('GET', '/api/v1/apps?q=Worker')).body[0].id
    await site.send('PUT', `/api/v1/apps/${appId}/groups/${groupId}`, {})
    const id = await createEmmy({ department: 'Research' })
    await site.send('PUT', `/api/v1/groups/${groupId}/users/grace`)
    await site.send('DELETE', `/api/v1/groups/${groupId}/users/grace`)
    const added = await logs(`?filter=target.id eq "${groupId}"`)
    expect(added).toMatchObject([
      { eventType: 'group.application_assignment.add', target: [{ type: 'AppInstance' }, { type: 'UserGroup' }] },
      { eventType: 'group.user_membership.add', actor: { type: 'SystemPrincipal' }, target: [{ id }, { id: groupId }] },
      { eventType: 'group.user_membership.add', actor: { alternateId: 'ada@example.com' } },
      { eventType: 'group.user_membership.remove' },
    ])
    const worker = await logs('?filter=eventType sw "application." and target.displayName eq "Worker"')
    expect(
      worker.map((each: { eventType: string; target: { alternateId: string }[] }) => [
        each.eventType,
        each.target[0]?.alternateId,
      ]),
    ).toEqual([
      ['application.user_membership.add', 'emmy@example.com'],
      ['application.user_membership.add', 'grace@example.com'],
      ['application.user_membership.remove', 'grace@example.com'],
    ])
  })

  it('has sign-ins to apps', async () => {
    const { code } = site.emulator.authorize({
      url: `${site.emulator.url}/oauth2/default/v1/authorize?client_id=web-app&redirect_uri=http://localhost:3000/callback&response_type=code&scope=openid&state=s`,
      login: 'grace@example.com',
    })
    expect(code).toBeTruthy()
    expect(await logs('?filter=eventType eq "user.authentication.sso"')).toMatchObject([
      { actor: { alternateId: 'grace@example.com' }, target: [{ displayName: 'Web App' }] },
    ])
  })

  it('is searched by keywords, which ignore case', async () => {
    await createEmmy()
    await site.send('POST', '/api/v1/groups', { profile: { name: 'Algebra' } })
    expect(await typesOf('?q=algebra OKTA')).toEqual(['group.lifecycle.create'])
    expect(await typesOf('?q=noether algebra')).toEqual([])
  })

  it('is read between two times, in either order', async () => {
    await createEmmy()
    site.emulator.clock.advance('1h')
    await site.send('POST', '/api/v1/groups', { profile: { name: 'Algebra' } })
    const later = '2026-01-01T12:30:00Z'
    expect(await typesOf(`?since=${later}`)).toEqual(['group.lifecycle.create'])
    const before = ['user.lifecycle.create', 'user.lifecycle.activate', 'application.user_membership.add']
    expect(await typesOf(`?until=${later}`)).toEqual(before)
    expect((await typesOf('?sortOrder=DESCENDING'))[0]).toBe('group.lifecycle.create')
    site.emulator.clock.advance('8d')
    expect(await typesOf()).toEqual([])
  })

  it('links its pages, and polls for entries to come', async () => {
    await createEmmy()
    const first = await site.send('GET', '/api/v1/logs?limit=1&since=2026-01-01T00:00:00Z')
    const second = await site.send('GET', nextOf(first.headers))
    expect(second.body).toMatchObject([{ eventType: 'user.lifecycle.activate' }])
    const third = await site.send('GET', nextOf(second.headers))
    const empty = await site.send('GET', nextOf(third.headers))
    expect(empty.body).toEqual([])
    await site.send('POST', '/api/v1/groups', { profile: { name: 'Algebra' } })
    expect((await site.send('GET', nextOf(empty.headers))).body).toMatchObject([
      { eventType: 'group.lifecycle.create' },
    ])
    const bounded = await site.send('GET', '/api/v1/logs?until=2026-01-02T00:00:00Z&limit=2')
    const last = await site.send('GET', nextOf(bounded.headers))
    expect([last.body.length, nextOf(last.headers)]).toEqual([2, ''])
  })

  it.for([
    'limit=1001',
    'since=soon',
    'sortOrder=up',
    'filter=nothing eq "x"',
    'since=2026-01-03T00:00:00Z&until=2026-01-02T00:00:00Z',
  ])('refuses %s', async (query) => {
    expect((await site.send('GET', `/api/v1/logs?${query}`)).status).toBe(400)
  })

  it('needs its own scope', async () => {
    const headers = { authorization: 'SSWS reader' }
    expect((await site.send('GET', '/api/v1/logs', undefined, headers)).status).toBe(403)
  })
})
