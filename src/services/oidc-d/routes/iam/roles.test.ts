import { describe, expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const path = '/api/v1/iam/roles'
const creator = {
  label: 'UserCreator',
  description: 'Creates users',
  permissions: ['okta.users.create', 'okta.users.read'],
}
const make = async (role: object = creator) => (await site.send('POST', path, role)).body

describe('a custom role', () => {
  it('is created, found by id or label, replaced and deleted', async () => {
    const role = await make()
    const self = `${site.emulator.url}${path}/${role.id}`
    expect(role).toEqual({
      id: expect.stringMatching(/^cr0/),
      label: 'UserCreator',
      isCloneable: false,
      description: 'Creates users',
      created: '2026-01-01T12:00:00.000Z',
      lastUpdated: '2026-01-01T12:00:00.000Z',
      _links: { permissions: { href: `${self}/permissions` }, self: { href: self } },
    })
    expect((await site.send('GET', `${path}/UserCreator`)).body).toEqual(role)
    expect((await site.send('GET', path)).body).toEqual({
      roles: [role],
      _links: { self: { href: `${site.emulator.url}${path}` } },
    })
    const replaced = (await site.send('PUT', `${path}/${role.id}`, { label: 'Creator', description: 'All' })).body
    expect(replaced).toMatchObject({ label: 'Creator', description: 'All' })
    expect((await site.send('DELETE', `${path}/Creator`)).status).toBe(204)
    expect((await site.send('GET', `${path}/${role.id}`)).body.errorSummary).toBe(
      `Not found: Resource not found: ${role.id} (CustomRole)`,
    )
  })

  it('has a label of its own, and at least one permission', async () => {
    await make()
    const other = await make({ ...creator, label: 'Other' })
    const taken = { errorCauses: [{ errorSummary: 'label: There is already an admin role with this name.' }] }
    expect(await make()).toMatchObject(taken)
    expect((await site.send('PUT', `${path}/${other.id}`, { label: 'UserCreator' })).body).toMatchObject(taken)
    expect((await make({ label: 'None', permissions: [] })).errorSummary).toBe('Api validation failed: permissions')
    expect((await make({ ...creator, label: '' })).errorCauses).toEqual([
      { errorSummary: 'label: Label must be specified' },
    ])
  })

  it('gets, changes and loses permissions', async () => {
    const { id: roleIdOrLabel } = await make()
    const conditions = { include: { 'okta:ResourceAttribute/User/Profile': ['city'] } }
    const at = (label: string) => `${path}/${roleIdOrLabel}/permissions/${label}`
    expect((await site.send('POST', at('okta.groups.read'), { conditions })).status).toBe(204)
    const permissions = (await site.send('GET', `${path}/${roleIdOrLabel}/permissions`)).body.permissions
    expect(permissions.map((each: { label: string }) => each.label)).toEqual([
      'okta.groups.read',
      'okta.users.create',
      'okta.users.read',
    ])
    expect((await site.send('GET', at('okta.groups.read'))).body).toEqual({
      label: 'okta.groups.read',
      created: '2026-01-01T12:00:00.000Z',
      lastUpdated: '2026-01-01T12:00:00.000Z',
      conditions,
      _links: {
        role: { href: `${site.emulator.url}${path}/${roleIdOrLabel}` },
        self: { href: `${site.emulator.url}${at('okta.groups.read')}` },
      },
    })
    expect((await site.send('PUT', at('okta.groups.read'), {})).body.conditions).toBeNull()
    expect((await site.send('DELETE', at('okta.groups.read'))).status).toBe(204)
    expect((await site.send('GET', at('okta.groups.read'))).status).toBe(404)
  })
})
