import { describe, expect } from 'vitest'
import { admin, firstProject, docdbTest, type RunningDocdb } from '#docdb/docdb.fixture.ts'

const it = docdbTest({
  seed: { docdb: { database_users: [{ username: 'app', roles: ['readWriteAnyDatabase'] }] } },
}).extend('project', async ({ docdb }) => `/groups/${await firstProject(docdb)}`)

const call = (docdb: RunningDocdb, project: string, method: string, path: string, body?: unknown) =>
  admin(docdb, method, `${project}${path}`, body)
const ROLES = [{ roleName: 'read', databaseName: 'shop' }]

describe('database users', () => {
  it('are created, without their password in any answer', async ({ docdb, project }) => {
    const { status, body } = await call(docdb, project, 'POST', '/databaseUsers', {
      databaseName: 'admin',
      username: 'ada@example.com',
      password: 'long enough',
      roles: ROLES,
      scopes: [{ name: 'Cluster0', type: 'CLUSTER' }],
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      awsIAMType: 'NONE',
      databaseName: 'admin',
      groupId: project.split('/')[2],
      labels: [],
      ldapAuthType: 'NONE',
      links: [{ href: expect.stringContaining('/databaseUsers/admin/ada%40example.com'), rel: 'self' }],
      oidcAuthType: 'NONE',
      roles: ROLES,
      scopes: [{ name: 'Cluster0', type: 'CLUSTER' }],
      username: 'ada@example.com',
      x509Type: 'NONE',
    })
    expect((await call(docdb, project, 'GET', '/databaseUsers/admin/ada%40example.com')).body).toEqual(body)
    expect((await call(docdb, project, 'GET', '/databaseUsers')).body).toMatchObject({ totalCount: 2 })
  })

  it('can prove who they are by a certificate', async ({ docdb, project }) => {
    const { status, body } = await call(docdb, project, 'POST', '/databaseUsers', {
      databaseName: '$external',
      username: 'CN=ada',
      x509Type: 'CUSTOMER',
      roles: ROLES,
    })
    expect([status, body.x509Type, body.databaseName]).toEqual([201, 'CUSTOMER', '$external'])
  })

  it.for([
    ['a name that is taken', { username: 'app' }, 409, 'USER_ALREADY_EXISTS'],
    ['no password', { password: undefined }, 400, 'MISSING_ATTRIBUTE'],
    ['a short password', { password: 'short' }, 400, 'INVALID_JSON_ATTRIBUTE'],
    ['no roles', { roles: [] }, 400, 'INVALID_JSON_ATTRIBUTE'],
    ['a password beside a certificate', { x509Type: 'MANAGED' }, 400, 'INVALID_ATTRIBUTE'],
    ['$external and a password', { databaseName: '$external' }, 400, 'INVALID_ATTRIBUTE'],
  ] as const)('are refused with %s', async ([_name, more, status, errorCode], { docdb, project }) => {
    const user = { databaseName: 'admin', username: 'eve', password: 'long enough', roles: ROLES, ...more }
    const answer = await call(docdb, project, 'POST', '/databaseUsers', user)
    expect([answer.status, answer.body.errorCode]).toEqual([status, errorCode])
  })

  it('are updated and deleted', async ({ docdb, project }) => {
    const { body } = await call(docdb, project, 'PATCH', '/databaseUsers/admin/app', {
      roles: ROLES,
      description: 'The shop',
    })
    expect(body).toMatchObject({ username: 'app', roles: ROLES, description: 'The shop' })
    expect((await call(docdb, project, 'DELETE', '/databaseUsers/admin/app')).status).toBe(204)
    expect((await call(docdb, project, 'GET', '/databaseUsers/admin/app')).body).toMatchObject({
      error: 404,
      errorCode: 'USERNAME_NOT_FOUND',
      detail: 'No user with username app exists.',
    })
  })

  it('are deleted when their time is over, by the clock', async ({ docdb, project }) => {
    await call(docdb, project, 'PATCH', '/databaseUsers/admin/app', { deleteAfterDate: '2026-01-01T13:00:00Z' })
    docdb.clock.advance('59 minutes')
    expect((await call(docdb, project, 'GET', '/databaseUsers/admin/app')).body.deleteAfterDate).toBe(
      '2026-01-01T13:00:00Z',
    )
    await call(docdb, project, 'PATCH', '/databaseUsers/admin/app', { deleteAfterDate: '2026-01-01T14:00:00Z' })
    docdb.clock.advance('30 minutes')
    expect((await call(docdb, project, 'GET', '/databaseUsers/admin/app')).status).toBe(200)
    docdb.clock.advance('1 hour')
    expect((await call(docdb, project, 'GET', '/databaseUsers/admin/app')).status).toBe(404)
  })
})

describe('the access list', () => {
  it('takes addresses as blocks of one, and blocks', async ({ docdb, project }) => {
    const { status, body } = await call(docdb, project, 'POST', '/accessList', [
      { ipAddress: '192.0.2.15', comment: 'office' },
      { cidrBlock: '203.0.113.0/24' },
    ])
    expect([status, body.totalCount]).toEqual([200, 2])
    expect(body.results).toMatchObject([
      { ipAddress: '192.0.2.15', cidrBlock: '192.0.2.15/32', comment: 'office' },
      { cidrBlock: '203.0.113.0/24' },
    ])
    expect(body.results[1]).not.toHaveProperty('ipAddress')
    expect((await call(docdb, project, 'GET', '/accessList/192.0.2.15')).body).toEqual(body.results[0])
    expect((await call(docdb, project, 'GET', '/accessList/203.0.113.0%2F24')).body).toEqual(body.results[1])
    expect((await call(docdb, project, 'GET', '/accessList/192.0.2.15/status')).body).toEqual({ STATUS: 'ACTIVE' })
  })

  it('replaces an entry for the same addresses', async ({ docdb, project }) => {
    await call(docdb, project, 'POST', '/accessList', [{ ipAddress: '192.0.2.15', comment: 'office' }])
    const { body } = await call(docdb, project, 'POST', '/accessList', [
      { cidrBlock: '192.0.2.15/32', comment: 'home' },
    ])
    expect(body).toMatchObject({ totalCount: 1, results: [{ comment: 'home' }] })
  })

  it.for([
    ['nothing', {}],
    ['no address', { ipAddress: '192.0.2' }],
    ['no block', { cidrBlock: '192.0.2.0/33' }],
    ['two of them', { ipAddress: '192.0.2.1', cidrBlock: '192.0.2.0/24' }],
  ] as const)('refuses an entry that names %s', async ([_name, entry], { docdb, project }) => {
    expect((await call(docdb, project, 'POST', '/accessList', [entry])).status).toBe(400)
  })

  it('forgets entries: deleted ones, and those whose time is over', async ({ docdb, project }) => {
    await call(docdb, project, 'POST', '/accessList', [
      { ipAddress: '192.0.2.1' },
      { ipAddress: '192.0.2.2', deleteAfterDate: '2026-01-01T13:00:00Z' },
    ])
    expect((await call(docdb, project, 'DELETE', '/accessList/192.0.2.1')).status).toBe(204)
    docdb.clock.advance('1 hour')
    expect((await call(docdb, project, 'GET', '/accessList')).body.totalCount).toBe(0)
    expect((await call(docdb, project, 'GET', '/accessList/192.0.2.2')).body.errorCode).toBe(
      'ATLAS_NETWORK_PERMISSION_ENTRY_NOT_FOUND',
    )
  })
})

describe('custom roles', () => {
  const role = {
    roleName: 'auditor',
    actions: [{ action: 'FIND', resources: [{ db: 'shop', collection: 'orders' }] }],
    inheritedRoles: [{ db: 'shop', role: 'read' }],
  }

  it('are created, listed, updated and deleted', async ({ docdb, project }) => {
    const { status, body } = await call(docdb, project, 'POST', '/customDBRoles/roles', role)
    expect([status, body]).toEqual([202, role])
    expect((await call(docdb, project, 'GET', '/customDBRoles/roles')).body).toEqual([role])
    expect((await call(docdb, project, 'PATCH', '/customDBRoles/roles/auditor', { inheritedRoles: [] })).body).toEqual({
      ...role,
      inheritedRoles: [],
    })
    expect((await call(docdb, project, 'DELETE', '/customDBRoles/roles/auditor')).status).toBe(204)
    expect((await call(docdb, project, 'GET', '/customDBRoles/roles/auditor')).body.errorCode).toBe(
      'ATLAS_CUSTOM_ROLE_NOT_FOUND',
    )
  })

  it('have names of their own', async ({ docdb, project }) => {
    await call(docdb, project, 'POST', '/customDBRoles/roles', role)
    expect((await call(docdb, project, 'POST', '/customDBRoles/roles', role)).status).toBe(409)
    expect((await call(docdb, project, 'POST', '/customDBRoles/roles', { ...role, roleName: 'xgen-x' })).status).toBe(
      400,
    )
  })
})
