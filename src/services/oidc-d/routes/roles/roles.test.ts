import { describe, expect } from 'vitest'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const userRoles = '/api/v1/users/grace/roles'
const groupRoles = async () => `/api/v1/groups/${(await groupNamed('Engineering')).id}/roles`
const groupNamed = async (q: string) => (await site.send('GET', `/api/v1/groups?q=${q}`)).body[0]
const assign = (path: string, type: string) => site.send('POST', path, { type })

describe('an admin role', () => {
  it('of a user has the id of the vendor where it has targets', async () => {
    const { status, body } = await assign(userRoles, 'APP_ADMIN')
    expect([status, body]).toEqual([
      201,
      {
        id: 'IFIFAX2BIRGUSTQ',
        label: 'Application Administrator',
        type: 'APP_ADMIN',
        status: 'ACTIVE',
        created: '2026-01-01T12:00:00.000Z',
        lastUpdated: '2026-01-01T12:00:00.000Z',
        assignmentType: 'USER',
        _links: { assignee: { href: expect.stringMatching(/\/api\/v1\/users\/00u\w+$/) } },
      },
    ])
    expect((await assign(userRoles, 'SUPER_ADMIN')).body.id).toMatch(/^ra1/)
    expect((await assign(userRoles, 'APP_ADMIN')).body.errorCode).toBe('E0000090')
    expect((await assign(userRoles, 'KING')).body.errorSummary).toBe('Api validation failed: type')
    const okta = site.okta()
    const ids = { userId: 'grace', roleId: 'IFIFAX2BIRGUSTQ' }
    expect(await okta.roleAssignmentApi.getUserAssignedRole(ids)).toMatchObject({ type: 'APP_ADMIN' })
    await okta.roleAssignmentApi.unassignRoleFromUser(ids)
    await expect(okta.roleAssignmentApi.unassignRoleFromUser(ids)).rejects.toMatchObject(refusal(404, 'E0000007'))
    const roles = await allItems(okta.roleAssignmentApi.listAssignedRolesForUser({ userId: 'grace' }))
    expect(roles.map(({ type }) => type)).toEqual(['SUPER_ADMIN'])
    const { body: log } = await site.send('GET', '/api/v1/logs?filter=eventType sw "user.account.privilege"')
    expect(log).toHaveLength(3)
  })

  it('of a group is not for the group of all users', async () => {
    const { body } = await assign(await groupRoles(), 'READ_ONLY_ADMIN')
    expect(body).toMatchObject({ id: expect.stringMatching(/^gra/), assignmentType: 'GROUP' })
    const path = `${await groupRoles()}/${body.id}`
    expect((await site.send('GET', path)).body.label).toBe('Read-only Administrator')
    expect((await site.send('DELETE', path)).status).toBe(204)
    expect((await site.send('GET', await groupRoles())).body).toEqual([])
    const everyone = `/api/v1/groups/${(await groupNamed('Everyone')).id}/roles`
    expect((await assign(everyone, 'READ_ONLY_ADMIN')).body.errorCauses).toEqual([
      { errorSummary: 'Roles cannot be granted to built-in groups: Everyone.' },
    ])
  })

  it.for(['users', 'groups'] as const)('of %s is limited to groups', async (kind) => {
    const roles = kind === 'users' ? userRoles : await groupRoles()
    const { body: role } = await assign(roles, 'HELP_DESK_ADMIN')
    const targets = `${roles}/${role.id}/targets/groups`
    const research = await groupNamed('Research')
    const engineering = await groupNamed('Engineering')
    expect((await site.send('PUT', `${targets}/${research.id}`)).status).toBe(204)
    expect((await site.send('GET', targets)).body).toMatchObject([{ id: research.id }])
    expect((await site.send('DELETE', `${targets}/${research.id}`)).status).toBe(400)
    await site.send('PUT', `${targets}/${engineering.id}`)
    expect((await site.send('DELETE', `${targets}/${engineering.id}`)).status).toBe(204)
    const { body: app } = await assign(roles, 'APP_ADMIN')
    const refused = await site.send('PUT', `${roles}/${app.id}/targets/groups/${research.id}`)
    expect(refused.body.errorCode).toBe('E0000091')
    await site.send('DELETE', `/api/v1/groups/${research.id}`)
    expect((await site.send('GET', targets)).body).toEqual([])
  })

  it.for(['users', 'groups'] as const)('of %s is limited to kinds of apps and to single ones', async (kind) => {
    const roles = kind === 'users' ? userRoles : await groupRoles()
    const { body: role } = await assign(roles, 'APP_ADMIN')
    const targets = `${roles}/${role.id}/targets/catalog/apps`
    const [app] = (await site.send('GET', '/api/v1/apps?q=Web')).body
    await site.send('PUT', `${targets}/facebook`)
    await site.send('PUT', `${targets}/oidc_client/${app.id}`)
    const { body } = await site.send('GET', targets)
    expect(body).toMatchObject([
      { id: app.id, name: 'Web App', status: 'ACTIVE' },
      { name: 'facebook', status: 'ACTIVE' },
    ])
    expect((await site.send('DELETE', `${targets}/facebook`)).status).toBe(204)
    await site.send('PUT', `${targets}/google`)
    expect((await site.send('DELETE', `${targets}/oidc_client/${app.id}`)).status).toBe(204)
    const { body: others } = await assign(roles, 'HELP_DESK_ADMIN')
    expect((await site.send('PUT', `${roles}/${others.id}/targets/catalog/apps/google`)).status).toBe(400)
  })

  it('of a user is for all apps again without targets', async () => {
    const { body: role } = await assign(userRoles, 'APP_ADMIN')
    const targets = `${userRoles}/${role.id}/targets/catalog/apps`
    await site.send('PUT', `${targets}/facebook`)
    expect((await site.send('PUT', targets)).status).toBe(200)
    expect((await site.send('GET', targets)).body).toEqual([])
  })
})
