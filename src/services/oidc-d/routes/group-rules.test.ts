import { describe, expect } from 'vitest'
import { oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site
const groups = () => site.okta().groupApi
const users = () => site.okta().userApi

const idOf = async (q: string) => (await site.send('GET', `/api/v1/groups?q=${q}`)).body[0].id

const ruleInput = (groupId: string, value = 'user.department=="Research"') => ({
  type: 'group_rule',
  name: 'Researchers',
  conditions: { expression: { value, type: 'urn:okta:expression:1.0' }, people: { users: {} } },
  actions: { assignUserToGroups: { groupIds: [groupId] } },
})

/** Creates a rule for the group Research and returns its id and the group's. */
async function researchRule(value?: string) {
  const groupId: string = await idOf('Research')
  const { body } = await site.send('POST', '/api/v1/groups/rules', ruleInput(groupId, value))
  return { groupId, ruleId: String(body.id) }
}

const membersOf = async (groupId: string): Promise<string[]> =>
  (await site.send('GET', `/api/v1/groups/${groupId}/users`)).body.map(
    ({ profile }: { profile: { login: string } }) => profile.login,
  )

describe('a group rule', () => {
  it('is inactive at first, and has the form of the vendor', async () => {
    const { groupId, ruleId } = await researchRule()
    const { body } = await site.send('GET', `/api/v1/groups/rules/${ruleId}`)
    expect(body).toEqual({
      type: 'group_rule',
      id: expect.stringMatching(/^0pr\w{17}$/),
      status: 'INACTIVE',
      name: 'Researchers',
      created: '2026-01-01T12:00:00.000Z',
      lastUpdated: '2026-01-01T12:00:00.000Z',
      conditions: {
        people: { users: { exclude: [] }, groups: { exclude: [] } },
        expression: { value: 'user.department=="Research"', type: 'urn:okta:expression:1.0' },
      },
      actions: { assignUserToGroups: { groupIds: [groupId] } },
      allGroupsValid: true,
    })
    expect(await membersOf(groupId)).toEqual([])
    const named = await site.send('GET', '/api/v1/groups/rules?search=research&expand=groupIdToGroupNameMap')
    expect(named.body[0]['_embedded']).toEqual({ groupIdToGroupNameMap: { [groupId]: 'Research' } })
  })

  it('makes matching users members when it is activated, and gives them the apps of the group', async () => {
    const { groupId, ruleId } = await researchRule()
    const appId = (await site.send('GET', '/api/v1/apps?q=Worker')).body[0].id
    await site.send('PUT', `/api/v1/apps/${appId}/groups/${groupId}`, {})
    await users().updateUser({ userId: 'ada', user: { profile: { department: 'Research' } } })
    expect((await site.send('POST', `/api/v1/groups/rules/${ruleId}/lifecycle/activate`)).status).toBe(204)
    expect(await membersOf(groupId)).toEqual(['ada@example.com', 'alan@example.org'])
    const assigned = await site.send('GET', `/api/v1/apps/${appId}/users`)
    expect(assigned.body.map(({ scope }: { scope: string }) => scope)).toContain('GROUP')
  })

  it('follows the profiles of users while it is active, also of new ones', async () => {
    const { groupId, ruleId } = await researchRule('String.startsWith(user.department, "Re")')
    await groups().activateGroupRule({ ruleId })
    await users().updateUser({ userId: 'alan', user: { profile: { department: 'Sales' } } })
    await users().updateUser({ userId: 'grace', user: { profile: { department: 'Retail' } } })
    const profile = { firstName: 'Emmy', lastName: 'Noether', email: 'emmy@example.com', login: 'emmy@example.com' }
    await users().createUser({ body: { profile: { ...profile, department: 'Research' } } })
    expect(await membersOf(groupId)).toEqual(['grace@example.com', 'emmy@example.com'])
    await groups().deactivateGroupRule({ ruleId })
    await users().updateUser({ userId: 'grace', user: { profile: { department: 'Sales' } } })
    expect(await membersOf(groupId)).toEqual(['grace@example.com', 'emmy@example.com'])
  })

  it('leaves members alone who were added by hand, and excludes those who were removed by hand', async () => {
    const { groupId, ruleId } = await researchRule()
    await users().updateUser({ userId: 'grace', user: { profile: { department: 'Research' } } })
    await groups().assignUserToGroup({ groupId, userId: 'grace' })
    await groups().activateGroupRule({ ruleId })
    await users().updateUser({ userId: 'grace', user: { profile: { department: 'Sales' } } })
    expect(await membersOf(groupId)).toEqual(['grace@example.com', 'alan@example.org'])
    await groups().unassignUserFromGroup({ groupId, userId: 'alan' })
    await users().updateUser({ userId: 'alan', user: { profile: { title: 'Professor' } } })
    expect(await membersOf(groupId)).toEqual(['grace@example.com'])
    const { conditions } = await groups().getGroupRule({ ruleId })
    expect(conditions?.people?.users?.exclude).toEqual([(await users().getUser({ userId: 'alan' })).id])
  })

  it('may ask for the groups of other rules', async () => {
    const { groupId, ruleId } = await researchRule()
    const staff = (await site.send('POST', '/api/v1/groups', { profile: { name: 'Staff' } })).body.id
    const next = await site.send('POST', '/api/v1/groups/rules', {
      ...ruleInput(staff, `isMemberOfAnyGroup("${groupId}")`),
      name: 'Staff',
    })
    await groups().activateGroupRule({ ruleId: next.body.id })
    await groups().activateGroupRule({ ruleId })
    expect(await membersOf(staff)).toEqual(['alan@example.org'])
    await users().updateUser({ userId: 'alan', user: { profile: { department: 'Sales' } } })
    expect(await membersOf(staff)).toEqual([])
    await groups().assignUserToGroup({ groupId, userId: 'grace' })
    expect(await membersOf(staff)).toEqual(['grace@example.com'])
  })

  it('can be replaced while it is inactive, but for its groups', async () => {
    const { groupId, ruleId } = await researchRule()
    const changed = { ...ruleInput(await idOf('Engineering'), 'user.lastName=="Turing"'), name: 'Turings' }
    const { status, body } = await site.send('PUT', `/api/v1/groups/rules/${ruleId}`, changed)
    expect([status, body.name, body.status]).toEqual([200, 'Turings', 'INACTIVE'])
    expect(body.conditions.expression.value).toBe('user.lastName=="Turing"')
    expect(body.actions.assignUserToGroups.groupIds).toEqual([groupId])
    await groups().activateGroupRule({ ruleId })
    expect((await site.send('PUT', `/api/v1/groups/rules/${ruleId}`, changed)).status).toBe(400)
  })

  it.for([
    ['keeps its members', '', ['alan@example.org', 'grace@example.com']],
    ['removes its members with removeUsers=true', '?removeUsers=true', ['grace@example.com']],
  ] as const)('%s when it is deleted', async ([, query, left]) => {
    const { groupId, ruleId } = await researchRule()
    await groups().assignUserToGroup({ groupId, userId: 'grace' })
    await groups().activateGroupRule({ ruleId })
    expect((await site.send('DELETE', `/api/v1/groups/rules/${ruleId}`)).status).toBe(400)
    await groups().deactivateGroupRule({ ruleId })
    const { status, body } = await site.send('DELETE', `/api/v1/groups/rules/${ruleId}${query}`)
    expect([status, body]).toEqual([202, {}])
    expect((await membersOf(groupId)).toSorted()).toEqual(left)
    expect((await site.send('GET', `/api/v1/groups/rules/${ruleId}`)).status).toBe(404)
  })

  it('is invalid without its group, and then can only be read and deleted', async () => {
    const { groupId, ruleId } = await researchRule()
    await groups().deleteGroup({ groupId })
    expect((await site.send('GET', `/api/v1/groups/rules/${ruleId}`)).body).toMatchObject({
      status: 'INVALID',
      allGroupsValid: false,
    })
    expect((await site.send('POST', `/api/v1/groups/rules/${ruleId}/lifecycle/activate`)).status).toBe(400)
    expect((await site.send('DELETE', `/api/v1/groups/rules/${ruleId}`)).status).toBe(202)
  })

  it('needs a name of its own, known groups and an expression', async () => {
    const { groupId } = await researchRule()
    const create = (groupRule: object) => groups().createGroupRule({ groupRule })
    const refused = (cause: string) => refusal(400, 'E0000001', cause)
    await expect(create(ruleInput(groupId))).rejects.toMatchObject(refused('name: Policy rule name already in use'))
    await expect(create({ ...ruleInput('00gnone'), name: 'x' })).rejects.toMatchObject(refused('00gnone'))
    await expect(create({ ...ruleInput(groupId, 'user.'), name: 'x' })).rejects.toMatchObject(
      refused('expected a name'),
    )
  })
})
