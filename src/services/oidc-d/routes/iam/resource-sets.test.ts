import { describe, expect } from 'vitest'
import { ORGANIZATION_ID } from '#oidc-d/rules/identifiers.ts'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const path = '/api/v1/iam/resource-sets'
const url = (below: string) => `${site.emulator.url}/api/v1/${below}`
const make = async (resources: string[] = [], label = 'People') =>
  (await site.send('POST', path, { label, description: 'In the office', resources })).body
const idOf = async (below: string): Promise<string> => (await site.send('GET', `/api/v1/${below}`)).body[0].id

describe('a set of resources', () => {
  it('is created, found by id or label, replaced and deleted', async () => {
    const set = await make()
    const self = `${site.emulator.url}${path}/${set.id}`
    expect(set).toEqual({
      id: expect.stringMatching(/^iam/),
      label: 'People',
      description: 'In the office',
      created: '2026-01-01T12:00:00.000Z',
      lastUpdated: '2026-01-01T12:00:00.000Z',
      _links: {
        bindings: { href: `${self}/bindings` },
        self: { href: self },
        resources: { href: `${self}/resources` },
      },
    })
    expect((await site.send('GET', `${path}/People`)).body).toEqual(set)
    expect((await site.send('GET', path)).body['resource-sets']).toEqual([set])
    expect((await site.send('PUT', `${path}/${set.id}`, { label: 'Staff' })).body.label).toBe('Staff')
    expect((await make([], 'Staff')).errorSummary).toBe('Api validation failed: label')
    expect((await site.send('DELETE', `${path}/Staff`)).status).toBe(204)
    expect((await site.send('GET', `${path}/${set.id}`)).body.errorSummary).toBe(
      `Not found: Resource not found: ${set.id} (IAMPolicy)`,
    )
  })

  it('has resources by the vendor’s names, whichever way they were named', async () => {
    const [group, app] = [await idOf('groups'), await idOf('apps')]
    const named = `orn:okta:idp:${ORGANIZATION_ID}:apps:oidc_client:${app}`
    const set = await make([url('users'), url(`groups/${group}`), url(`groups/${group}/users`), named])
    const resources = async () =>
      (await site.send('GET', `${path}/${set.id}/resources`)).body.resources as {
        id: string
        orn: string
        _links: { self: { href: string } }
      }[]
    const directory = `orn:okta:directory:${ORGANIZATION_ID}`
    expect((await resources()).map((each) => [each.orn, each['_links'].self.href])).toEqual([
      [`${directory}:users`, url('users')],
      [`${directory}:groups:${group}`, url(`groups/${group}`)],
      [`${directory}:groups:${group}:contained_resources`, url(`groups/${group}/users`)],
      [named, url(`apps/${app}`)],
    ])
    const added = await site.send('PATCH', `${path}/${set.id}/resources`, {
      additions: [url(`apps/${app}`), url('apps')],
    })
    expect([added.body.id, (await resources()).length]).toEqual([set.id, 5])
    const [first] = await resources()
    expect((await site.send('DELETE', `${path}/${set.id}/resources/${first?.id}`)).status).toBe(204)
    expect(await resources()).toHaveLength(4)
    expect((await make([url('unknown')], 'Other')).errorSummary).toBe('Api validation failed: resources')
  })

  it('has conditions for a resource that is added alone', async () => {
    const { id } = await make()
    const conditions = { Exclude: { 'okta:ORN': [`orn:okta:idp:${ORGANIZATION_ID}:apps:slack`] } }
    const input = { resourceOrnOrUrl: url('apps'), conditions }
    const made = (await site.send('POST', `${path}/${id}/resources`, input)).body
    expect(made).toMatchObject({ orn: `orn:okta:idp:${ORGANIZATION_ID}:apps`, conditions })
    expect((await site.send('POST', `${path}/${id}/resources`, input)).body.errorCode).toBe('E0000001')
    const at = `${path}/${id}/resources/${made.id}`
    expect((await site.send('GET', at)).body).toEqual(made)
    expect((await site.send('PUT', at, { conditions: { Exclude: {} } })).body.conditions).toEqual({ Exclude: {} })
    expect((await site.send('GET', `${path}/${id}/resources/unknown`)).status).toBe(404)
  })
})

describe('the binding of a role to a set of resources', () => {
  const role = { label: 'Reader', description: 'Reads', permissions: ['okta.users.read'] }

  it('is for users and groups, who are added and removed', async () => {
    const set = await make([url('users')])
    const { id: roleId } = (await site.send('POST', '/api/v1/iam/roles', role)).body
    const group = await idOf('groups')
    const { id: user } = (await site.send('GET', '/api/v1/users/grace')).body
    const bindings = `${path}/${set.id}/bindings`
    const links = {
      self: { href: `${site.emulator.url}${bindings}/${roleId}` },
      bindings: { href: `${site.emulator.url}${bindings}` },
      'resource-set': { href: `${site.emulator.url}${path}/${set.id}` },
    }
    const bound = await site.send('POST', bindings, { role: roleId, members: [url(`groups/${group}`)] })
    expect([bound.status, bound.body]).toEqual([200, { _links: links }])
    expect((await site.send('GET', bindings)).body.roles).toMatchObject([{ id: roleId }])
    expect((await site.send('GET', `${bindings}/Reader`)).body).toMatchObject({
      id: roleId,
      _links: { members: { href: `${site.emulator.url}${bindings}/${roleId}/members` } },
    })
    const members = `${bindings}/${roleId}/members`
    const additions = [url(`users/${user}`), url(`groups/${group}`)]
    expect((await site.send('PATCH', members, { additions })).body).toEqual({ _links: links })
    const all = (await site.send('GET', members)).body.members
    expect(all.map((each: { _links: { self: { href: string } } }) => each['_links'].self.href)).toEqual([
      url(`groups/${group}`),
      url(`users/${user}`),
    ])
    expect((await site.send('GET', `${members}/${all[0].id}`)).body).toEqual(all[0])
    expect((await site.send('DELETE', `${members}/${all[0].id}`)).status).toBe(204)
    await site.send('DELETE', `/api/v1/users/${user}`)
    await site.send('DELETE', `/api/v1/users/${user}`)
    expect((await site.send('GET', members)).body.members).toEqual([])
    expect((await site.send('DELETE', `${bindings}/${roleId}`)).status).toBe(204)
    expect((await site.send('GET', `${bindings}/${roleId}`)).status).toBe(404)
  })

  it('needs a role, and members that there are', async () => {
    const { id } = await make()
    await site.send('POST', '/api/v1/iam/roles', role)
    const bind = async (body: object) => (await site.send('POST', `${path}/${id}/bindings`, body)).body.errorSummary
    expect(await bind({ role: 'unknown' })).toBe('Not found: Resource not found: unknown (CustomRole)')
    expect(await bind({ role: 'Reader', members: [url('users/nobody')] })).toContain('nobody (User)')
    expect(await bind({ role: 'Reader', members: [url('groups/none')] })).toContain('none (UserGroup)')
    expect(await bind({ role: 'Reader', members: [url('apps/x')] })).toBe('Api validation failed: members')
  })

  it('ends with the role', async () => {
    const { id } = await make()
    await site.send('POST', '/api/v1/iam/roles', role)
    await site.send('POST', `${path}/${id}/bindings`, { role: 'Reader' })
    await site.send('DELETE', '/api/v1/iam/roles/Reader')
    expect((await site.send('GET', `${path}/${id}/bindings`)).body.roles).toEqual([])
  })
})
