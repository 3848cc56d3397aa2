import { describe, expect } from 'vitest'
import { admin, firstProject, docdbTest, type RunningDocdb } from '#docdb/docdb.fixture.ts'

const it = docdbTest({ seed: { docdb: { projects: [{ name: 'Shop' }] } } }).extend(
  'organization',
  async ({ docdb }) => `/orgs/${(await admin(docdb, 'GET', '/orgs')).body.results[0].id}`,
)

const call = (docdb: RunningDocdb, method: string, path: string, body?: unknown) => admin(docdb, method, path, body)

describe('API keys', () => {
  it('show their private half once', async ({ docdb, organization }) => {
    const keys = `${organization}/apiKeys`
    const { body } = await call(docdb, 'POST', keys, { desc: 'ci', roles: ['ORG_MEMBER'] })
    expect(body).toMatchObject({ desc: 'ci', roles: [{ roleName: 'ORG_MEMBER' }] })
    expect(body.publicKey).toMatch(/^[a-z]{8}$/)
    expect(body.privateKey).toMatch(/^[0-9a-f-]{36}$/)
    const shown = (await call(docdb, 'GET', `${keys}/${body.id}`)).body
    expect(shown.privateKey).toBe(`********-****-****-${body.privateKey.slice(-12)}`)
    expect((await call(docdb, 'PATCH', `${keys}/${body.id}`, { desc: 'deploy' })).body.desc).toBe('deploy')
    expect((await call(docdb, 'GET', keys)).body.totalCount).toBe(1)
    const projectKeys = `/groups/${await firstProject(docdb)}/apiKeys`
    expect((await call(docdb, 'GET', projectKeys)).body.totalCount).toBe(0)
    await call(docdb, 'POST', `${projectKeys}/${body.id}`, [{ roles: ['GROUP_OWNER'] }])
    expect((await call(docdb, 'GET', projectKeys)).body.totalCount).toBe(1)
    expect((await call(docdb, 'DELETE', `${keys}/${body.id}`)).status).toBe(204)
    expect((await call(docdb, 'GET', `${keys}/${body.id}`)).status).toBe(404)
  })
})

describe('the roles in a project', () => {
  it('are gone from keys and service accounts when the project is deleted', async ({ docdb, organization }) => {
    const group = await firstProject(docdb)
    const { body: key } = await call(docdb, 'POST', `${organization}/apiKeys`, { desc: 'ci', roles: ['ORG_MEMBER'] })
    const assigned = await call(docdb, 'POST', `/groups/${group}/apiKeys/${key.id}`, [{ roles: ['GROUP_OWNER'] }])
    expect(assigned.body.roles).toHaveLength(2)
    expect((await call(docdb, 'DELETE', `/groups/${group}`)).status).toBe(204)
    const { body } = await call(docdb, 'GET', `${organization}/apiKeys/${key.id}`)
    expect(body.roles).toMatchObject([{ roleName: 'ORG_MEMBER' }])
  })
})

describe('service accounts', () => {
  it('have secrets that are shown once', async ({ docdb, organization }) => {
    const accounts = `${organization}/serviceAccounts`
    const account = { name: 'ci', description: 'CI', roles: ['ORG_OWNER'], secretExpiresAfterHours: 24 }
    const { body } = await call(docdb, 'POST', accounts, account)
    expect(body).toMatchObject({ clientId: expect.stringMatching(/^mdb_sa_id_[a-f0-9]{24}$/), name: 'ci' })
    expect(body.secrets[0]).toMatchObject({
      createdAt: '2026-01-01T12:00:00Z',
      expiresAt: '2026-01-02T12:00:00Z',
      secret: expect.stringMatching(/^mdb_sa_sk_/),
    })
    const shown = (await call(docdb, 'GET', `${accounts}/${body.clientId}`)).body
    expect(shown.secrets[0]).toHaveProperty('maskedSecretValue')
    expect(shown.secrets[0]).not.toHaveProperty('secret')
    const added = await call(docdb, 'POST', `${accounts}/${body.clientId}/secrets`, { secretExpiresAfterHours: 8 })
    expect([added.status, added.body.secret]).toEqual([201, expect.stringMatching(/^mdb_sa_sk_/)])
    expect((await call(docdb, 'DELETE', `${accounts}/${body.clientId}/secrets/${body.secrets[0].id}`)).status).toBe(204)
    expect((await call(docdb, 'GET', `${accounts}/${body.clientId}`)).body.secrets).toHaveLength(1)
    expect((await call(docdb, 'PATCH', `${accounts}/${body.clientId}`, { name: 'cd' })).body.name).toBe('cd')
    expect((await call(docdb, 'DELETE', `${accounts}/${body.clientId}`)).status).toBe(204)
    expect((await call(docdb, 'GET', accounts)).body.totalCount).toBe(0)
  })
})

describe('invitations', () => {
  it('are to an organization or a project, for thirty days', async ({ docdb, organization }) => {
    const invites = `${organization}/invites`
    const projectInvites = `/groups/${await firstProject(docdb)}/invites`
    const invitation = { username: 'ada@example.com', roles: ['ORG_MEMBER'] }
    const { body } = await call(docdb, 'POST', invites, invitation)
    expect(body).toMatchObject({ ...invitation, orgName: 'Development', expiresAt: '2026-01-31T12:00:00Z' })
    await call(docdb, 'POST', projectInvites, { ...invitation, roles: ['GROUP_READ_ONLY'] })
    expect((await call(docdb, 'GET', invites)).body).toEqual([body])
    expect((await call(docdb, 'GET', projectInvites)).body).toMatchObject([
      { groupName: 'Shop', roles: ['GROUP_READ_ONLY'] },
    ])
    expect((await call(docdb, 'DELETE', `${invites}/${body.id}`)).status).toBe(204)
    expect((await call(docdb, 'GET', invites)).body).toEqual([])
    docdb.clock.advance('31 days')
    expect((await call(docdb, 'GET', projectInvites)).body).toEqual([])
  })
})
