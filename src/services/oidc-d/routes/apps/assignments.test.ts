import { beforeEach, describe, expect } from 'vitest'
import { allItems, NOON, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site
const apps = () => site.okta().applicationApi
let appId = ''
let group = ''
let ada = ''
let grace = ''
beforeEach(async () => {
  const idOf = async (userId: string) => (await site.okta().userApi.getUser({ userId })).id ?? ''
  const application = { label: 'Wiki', signOnMode: 'SAML_2_0' }
  appId = (await apps().createApplication({ application: application as never })).id ?? ''
  group = (await allItems(site.okta().groupApi.listGroups({ q: 'Engineering' })))[0]?.id ?? ''
  ada = await idOf('ada')
  grace = await idOf('grace')
})

const people = async (query: { limit?: number; q?: string } = {}) =>
  (await allItems(apps().listApplicationUsers({ appId, ...query }))).map(({ id, scope }) => [id, scope])

describe('assigning an app to a user', () => {
  it('answers with the user’s profile and user name in the app', async () => {
    const made = await apps().assignUserToApplication({
      appId,
      appUser: { id: ada, scope: 'USER', credentials: { userName: 'countess' }, profile: { role: 'admin' } } as never,
    })
    expect(made).toMatchObject({
      id: ada,
      scope: 'USER',
      credentials: { userName: 'countess' },
      profile: { role: 'admin' },
    })
    const { body } = await site.send('GET', `/api/v1/apps/${appId}/users/${ada}?expand=user`)
    expect(body).toMatchObject({
      created: NOON,
      externalId: null,
      syncState: 'DISABLED',
      _embedded: { user: { profile: { login: 'ada@example.com' } } },
      _links: { user: { href: `${site.emulator.url}/api/v1/users/${ada}` } },
    })
  })

  it('is possible once, and can be changed afterwards', async () => {
    const assign = () => apps().assignUserToApplication({ appId, appUser: { id: ada } })
    await assign()
    await expect(assign()).rejects.toMatchObject(refusal(409, 'E0000062'))
    const changed = await apps().updateApplicationUser({
      appId,
      userId: ada,
      appUser: { credentials: { userName: 'lovelace' } },
    })
    expect(changed).toMatchObject({ credentials: { userName: 'lovelace' }, profile: { email: 'ada@example.com' } })
    expect((await apps().getApplicationUser({ appId, userId: ada })).credentials?.userName).toBe('lovelace')
    await apps().unassignUserFromApplication({ appId, userId: ada })
    await expect(apps().getApplicationUser({ appId, userId: ada })).rejects.toMatchObject(refusal(404, 'E0000007'))
    await expect(apps().unassignUserFromApplication({ appId, userId: ada })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
  })

  it('is refused for an unknown user and a deprovisioned one', async () => {
    const assign = (id: string) => apps().assignUserToApplication({ appId, appUser: { id } })
    await expect(assign('00unobody')).rejects.toMatchObject(refusal(404, 'E0000007'))
    await site.okta().userApi.deactivateUser({ userId: 'grace' })
    await expect(assign(grace)).rejects.toMatchObject(refusal(403, 'E0000038'))
  })
})

describe('assigning an app to a group', () => {
  const assign = (groupId = group, more = {}) =>
    apps().assignGroupToApplication({ appId, groupId, applicationGroupAssignment: more })

  it('assigns it to new members and takes it from members who leave', async () => {
    expect(await assign()).toMatchObject({ id: group, priority: 0, profile: {} })
    expect(await people()).toEqual([[grace, 'GROUP']])
    await site.okta().groupApi.assignUserToGroup({ groupId: group, userId: ada })
    expect(await people()).toEqual([
      [ada, 'GROUP'],
      [grace, 'GROUP'],
    ])
    await site.okta().groupApi.unassignUserFromGroup({ groupId: group, userId: grace })
    expect(await people()).toEqual([[ada, 'GROUP']])
    await apps().unassignApplicationFromGroup({ appId, groupId: group })
    expect(await people()).toEqual([])
  })

  it('ends with the group', async () => {
    await assign()
    await site.okta().groupApi.deleteGroup({ groupId: group })
    expect(await people()).toEqual([])
    expect(await allItems(apps().listApplicationGroupAssignments({ appId }))).toEqual([])
  })

  it('keeps the users’ own assignments', async () => {
    await assign()
    await apps().assignUserToApplication({ appId, appUser: { id: grace } })
    expect(await people()).toEqual([[grace, 'USER']])
    await apps().unassignUserFromApplication({ appId, userId: grace })
    expect(await people()).toEqual([[grace, 'GROUP']])
    await apps().assignUserToApplication({ appId, appUser: { id: grace } })
    await apps().unassignApplicationFromGroup({ appId, groupId: group })
    expect(await people()).toEqual([[grace, 'USER']])
  })

  it('has an order and a profile', async () => {
    const [research] = await allItems(site.okta().groupApi.listGroups({ q: 'Research' }))
    await assign()
    expect(await assign(research?.id, { profile: { role: 'reader' } })).toMatchObject({ priority: 1 })
    const listed = await allItems(apps().listApplicationGroupAssignments({ appId, limit: 1 }))
    expect(listed.map(({ id }) => id)).toEqual([group, research?.id])
    await assign(research?.id, { priority: 0 })
    const { body } = await site.send('GET', `/api/v1/apps/${appId}/groups/${research?.id}?expand=group`)
    expect(body).toMatchObject({
      priority: 0,
      profile: { role: 'reader' },
      _embedded: { group: { type: 'OKTA_GROUP' } },
    })
    await expect(apps().getApplicationGroupAssignment({ appId, groupId: '00gnone' })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
    expect((await apps().getApplicationGroupAssignment({ appId, groupId: group })).priority).toBe(0)
  })
})

describe('the users of an app', () => {
  it('have an app profile with every claim of OpenID Connect, which a change merges with', async () => {
    const web = (await site.send('GET', '/api/v1/apps?q=Web')).body[0].id
    await apps().assignUserToApplication({ appId: web, appUser: { id: grace, profile: { nickname: 'Amazing' } } })
    const { body } = await site.send('GET', `/api/v1/apps/${web}/users/${grace}`)
    expect(body.profile).toEqual({
      ...Object.fromEntries(
        ['street_address', 'country', 'website', 'birthdate', 'gender'].map((name) => [name, null]),
      ),
      ...Object.fromEntries(['formatted', 'profile', 'locality', 'middle_name', 'picture'].map((name) => [name, null])),
      ...Object.fromEntries(['phone_number', 'region', 'postal_code'].map((name) => [name, null])),
      nickname: 'Amazing',
      zoneinfo: 'America/Los_Angeles',
      locale: 'en_US',
      name: 'Grace Hopper',
      given_name: 'Grace',
      family_name: 'Hopper',
      email: 'grace@example.com',
    })
  })

  it('are listed in pages, and found by name', async () => {
    for (const id of [ada, grace]) await apps().assignUserToApplication({ appId, appUser: { id } })
    expect((await people({ limit: 1 })).map(([id]) => id)).toEqual([ada, grace])
    expect(await people({ q: 'hop' })).toEqual([[grace, 'USER']])
  })
})
