import { describe, expect } from 'vitest'
import { allItems, NOON, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({
  group_rules: [
    { name: 'Engineers', expression: 'user.department=="Engineering"', groups: ['Engineering'] },
    { name: 'Researchers', expression: 'user.department=="Research"', groups: ['Research'], status: 'INACTIVE' },
  ],
})
const { it } = site
const groups = (token?: string) => site.okta(token).groupApi
const names = async (query: Record<string, string | number>) =>
  (await allItems(groups().listGroups(query))).map(({ profile }) => profile?.name)
const idOf = async (name: string) => (await allItems(groups().listGroups({ q: name })))[0]?.id ?? ''
const idOfUser = async (userId: string) => (await site.okta().userApi.getUser({ userId })).id ?? ''

describe('a group', () => {
  it('is created, read, replaced and deleted', async () => {
    const made = await groups().createGroup({ group: { profile: { name: 'Reviewers', description: 'Look again' } } })
    expect(made).toMatchObject({ type: 'OKTA_GROUP', profile: { name: 'Reviewers', description: 'Look again' } })
    const groupId = made.id ?? ''
    expect(groupId).toMatch(/^00g\w{17}$/)
    expect((await groups().getGroup({ groupId })).id).toBe(groupId)
    site.emulator.clock.advance('1m')
    const replaced = await groups().replaceGroup({ groupId, group: { profile: { name: 'Editors' } } })
    expect(replaced.profile).toMatchObject({ name: 'Editors', description: null })
    expect(replaced.lastUpdated).toEqual(new Date('2026-01-01T12:01:00Z'))
    await groups().deleteGroup({ groupId })
    await expect(groups().getGroup({ groupId })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it('answers in the vendor’s order', async () => {
    const { body } = await site.send('GET', `/api/v1/groups/${await idOf('Engineering')}`)
    expect(body).toEqual({
      id: body.id,
      created: NOON,
      lastUpdated: NOON,
      lastMembershipUpdated: NOON,
      objectClass: ['okta:user_group'],
      type: 'OKTA_GROUP',
      profile: { name: 'Engineering', description: 'Builds things' },
      _links: {
        logo: [expect.objectContaining({ name: 'medium' }), expect.objectContaining({ name: 'large' })],
        owners: { href: `${site.emulator.url}/api/v1/groups/${body.id}/owners` },
        users: { href: `${site.emulator.url}/api/v1/groups/${body.id}/users` },
        apps: { href: `${site.emulator.url}/api/v1/groups/${body.id}/apps` },
      },
    })
  })

  it('has a unique name', async () => {
    const add = (profile: { name: string }) => groups().createGroup({ group: { profile } })
    await expect(add({ name: 'engineering' })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'name: An object with this field already exists'),
    )
    await expect(add({ name: ' ' })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'name: The field cannot be left blank'),
    )
    await expect(add({ name: 'x'.repeat(256) })).rejects.toMatchObject(refusal(400, 'E0000001', 'maximum is 255'))
    const groupId = await idOf('Research')
    await groups().replaceGroup({ groupId, group: { profile: { name: 'RESEARCH' } } })
    await expect(groups().replaceGroup({ groupId, group: { profile: { name: 'Engineering' } } })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'already exists'),
    )
  })

  it('cannot be changed or deleted when it is Everyone', async () => {
    const groupId = await idOf('Everyone')
    const userId = await idOfUser('grace')
    await expect(groups().replaceGroup({ groupId, group: { profile: { name: 'All' } } })).rejects.toMatchObject(
      refusal(501, 'E0000060'),
    )
    await expect(groups().deleteGroup({ groupId })).rejects.toMatchObject(refusal(501, 'E0000060'))
    await expect(groups().unassignUserFromGroup({ groupId, userId })).rejects.toMatchObject(refusal(501, 'E0000060'))
    await expect(groups().assignUserToGroup({ groupId, userId })).rejects.toMatchObject(refusal(501, 'E0000060'))
  })
})

describe('the members of a group', () => {
  const members = async (groupId: string, limit = 1) =>
    (await allItems(groups().listGroupUsers({ groupId, limit }))).map(({ profile }) => profile?.login)

  it('are added and removed', async () => {
    const groupId = await idOf('Engineering')
    site.emulator.clock.advance('1m')
    const ada = await idOfUser('ada')
    await groups().assignUserToGroup({ groupId, userId: ada })
    await groups().assignUserToGroup({ groupId, userId: ada })
    expect(await members(groupId)).toEqual(['ada@example.com', 'grace@example.com'])
    const { lastMembershipUpdated, lastUpdated } = await groups().getGroup({ groupId })
    expect([lastMembershipUpdated, lastUpdated]).toEqual([new Date('2026-01-01T12:01:00Z'), new Date(NOON)])
    await groups().unassignUserFromGroup({ groupId, userId: ada })
    expect(await members(groupId)).toEqual(['grace@example.com'])
    await expect(groups().assignUserToGroup({ groupId, userId: '00unobody' })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
    await expect(groups().assignUserToGroup({ groupId: '00gnone', userId: ada })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
  })

  it('of Everyone are all users, in pages, until they are deleted', async () => {
    const groupId = await idOf('Everyone')
    expect(await members(groupId, 2)).toEqual(['ada@example.com', 'grace@example.com', 'alan@example.org'])
    await site.okta().userApi.deleteUser({ userId: 'grace' })
    await site.okta().userApi.deleteUser({ userId: 'grace' })
    expect(await members(groupId)).toEqual(['ada@example.com', 'alan@example.org'])
  })
})

describe('listing groups', () => {
  it('returns pages in the order of creation', async () => {
    expect(await names({ limit: 1 })).toEqual(['Everyone', 'Engineering', 'Research'])
    expect((await site.send('GET', '/api/v1/groups?limit=-1')).body).toHaveLength(3)
    const { status, body } = await site.send('GET', '/api/v1/groups?limit=10001')
    expect([status, body.errorSummary]).toEqual([400, 'Api validation failed: limit'])
  })

  it.for([
    [{ q: 'en' }, ['Engineering']],
    [{ filter: 'type eq "BUILT_IN"' }, ['Everyone']],
    [{ filter: 'type eq "OKTA_GROUP" and lastUpdated ge "2026-01-01T12:00:00.000Z"' }, ['Engineering', 'Research']],
    [{ search: 'profile.name sw "e"' }, ['Everyone', 'Engineering']],
    [{ search: 'profile.description co "things" or profile.name eq "research"' }, ['Engineering', 'Research']],
    [{ search: 'id pr', sortBy: 'profile.name' }, ['Engineering', 'Everyone', 'Research']],
    [{ search: 'id pr', sortBy: 'profile.name', sortOrder: 'desc' }, ['Research', 'Everyone', 'Engineering']],
  ] as const)('finds by %j', async ([query, expected]) => {
    expect(await names(query)).toEqual(expected)
  })

  it('refuses attributes and operators that it does not support', async () => {
    const list = (query: object) =>
      groups()
        .listGroups(query)
        .then((found) => found.next())
    await expect(list({ filter: 'profile.description eq "x"' })).rejects.toMatchObject(
      refusal(400, 'E0000031', 'is no attribute'),
    )
    await expect(list({ search: 'profile.name ne "x"' })).rejects.toMatchObject(refusal(400, 'E0000031', 'ne'))
  })

  it('has counts with expand=stats', async () => {
    const { body } = await site.send('GET', '/api/v1/groups?expand=stats')
    expect(body.map((each: { _embedded: { stats: object } }) => each['_embedded'].stats)).toMatchObject([
      { usersCount: 3, appsCount: 1 },
      { usersCount: 1, appsCount: 0 },
      { usersCount: 0, appsCount: 0 },
    ])
  })

  it('returns the apps of a group', async () => {
    const apps = await allItems(groups().listAssignedApplicationsForGroup({ groupId: await idOf('Everyone') }))
    expect(apps.map(({ label }) => label)).toEqual(['Web App'])
  })
})

describe('group rules', () => {
  it('are listed, found and read', async () => {
    const rules = await allItems(groups().listGroupRules({ limit: 1 }))
    expect(rules.map(({ name, status }) => [name, status])).toEqual([
      ['Engineers', 'ACTIVE'],
      ['Researchers', 'INACTIVE'],
    ])
    const ruleId = rules[0]?.id ?? ''
    expect(await groups().getGroupRule({ ruleId })).toMatchObject({
      conditions: { expression: { value: 'user.department=="Engineering"', type: 'urn:okta:expression:1.0' } },
      actions: { assignUserToGroups: { groupIds: [await idOf('Engineering')] } },
    })
    expect((await allItems(groups().listGroupRules({ search: 'researchers' }))).length).toBe(1)
    expect((await site.send('GET', '/api/v1/groups/rules/0prnone')).status).toBe(404)
  })
})
