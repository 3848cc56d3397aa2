import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin, firstProject, startDocdb, type RunningDocdb } from '#docdb/docdb.fixture.ts'

let emulator: RunningDocdb
let organization: string
beforeAll(async () => {
  emulator = await startDocdb({ seed: { docdb: { projects: [{ name: 'Shop' }] } } })
  organization = `/orgs/${(await admin(emulator, 'GET', '/orgs')).body.results[0].id}`
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const call = (method: string, path: string, body?: unknown) => admin(emulator, method, path, body)

describe('API keys', () => {
  it('show their private half once', async () => {
    const keys = `${organization}/apiKeys`
    const { body } = await call('POST', keys, { desc: 'ci', roles: ['ORG_MEMBER'] })
    expect(body).toMatchObject({ desc: 'ci', roles: [{ roleName: 'ORG_MEMBER' }] })
    expect(body.publicKey).toMatch(/^[a-z]{8}$/)
    expect(body.privateKey).toMatch(/^[0-9a-f-]{36}$/)
    const shown = (await call('GET', `${keys}/${body.id}`)).body
    expect(shown.privateKey).toBe(`********-****-****-${body.privateKey.slice(-12)}`)
    expect((await call('PATCH', `${keys}/${body.id}`, { desc: 'deploy' })).body.desc).toBe('deploy')
    expect((await call('GET', keys)).body.totalCount).toBe(1)
    const projectKeys = `/groups/${await firstProject(emulator)}/apiKeys`
    expect((await call('GET', projectKeys)).body.totalCount).toBe(0)
    await call('POST', `${projectKeys}/${body.id}`, [{ roles: ['GROUP_OWNER'] }])
    expect((await call('GET', projectKeys)).body.totalCount).toBe(1)
    expect((await call('DELETE', `${keys}/${body.id}`)).status).toBe(204)
    expect((await call('GET', `${keys}/${body.id}`)).status).toBe(404)
  })
})

describe('the roles in a project', () => {
  it('are gone from keys and service accounts when the project is deleted', async () => {
    const group = await firstProject(emulator)
    const { body: key } = await call('POST', `${organization}/apiKeys`, { desc: 'ci', roles: ['ORG_MEMBER'] })
    const assigned = await call('POST', `/groups/${group}/apiKeys/${key.id}`, [{ roles: ['GROUP_OWNER'] }])
    expect(assigned.body.roles).toHaveLength(2)
    expect((await call('DELETE', `/groups/${group}`)).status).toBe(204)
    const { body } = await call('GET', `${organization}/apiKeys/${key.id}`)
    expect(body.roles).toMatchObject([{ roleName: 'ORG_MEMBER' }])
  })
})

describe('service accounts', () => {
  it('have secrets that are shown once', async () => {
    const accounts = `${organization}/serviceAccounts`
    const account = { name: 'ci', description: 'CI', roles: ['ORG_OWNER'], secretExpiresAfterHours: 24 }
    const { body } = await call('POST', accounts, account)
    expect(body).toMatchObject({ clientId: expect.stringMatching(/^mdb_sa_id_[a-f0-9]{24}$/), name: 'ci' })
    expect(body.secrets[0]).toMatchObject({
      createdAt: '2026-01-01T12:00:00Z',
      expiresAt: '2026-01-02T12:00:00Z',
      secret: expect.stringMatching(/^mdb_sa_sk_/),
    })
    const shown = (await call('GET', `${accounts}/${body.clientId}`)).body
    expect(shown.secrets[0]).toHaveProperty('maskedSecretValue')
    expect(shown.secrets[0]).not.toHaveProperty('secret')
    const added = await call('POST', `${accounts}/${body.clientId}/secrets`, { secretExpiresAfterHours: 8 })
    expect([added.status, added.body.secret]).toEqual([201, expect.stringMatching(/^mdb_sa_sk_/)])
    expect((await call('DELETE', `${accounts}/${body.clientId}/secrets/${body.secrets[0].id}`)).status).toBe(204)
    expect((await call('GET', `${accounts}/${body.clientId}`)).body.secrets).toHaveLength(1)
    expect((await call('PATCH', `${accounts}/${body.clientId}`, { name: 'cd' })).body.name).toBe('cd')
    expect((await call('DELETE', `${accounts}/${body.clientId}`)).status).toBe(204)
    expect((await call('GET', accounts)).body.totalCount).toBe(0)
  })
})

describe('invitations', () => {
  it('are to an organization or a project, for thirty days', async () => {
    const invites = `${organization}/invites`
    const projectInvites = `/groups/${await firstProject(emulator)}/invites`
    const invitation = { username: 'ada@example.com', roles: ['ORG_MEMBER'] }
    const { body } = await call('POST', invites, invitation)
    expect(body).toMatchObject({ ...invitation, orgName: 'Development', expiresAt: '2026-01-31T12:00:00Z' })
    await call('POST', projectInvites, { ...invitation, roles: ['GROUP_READ_ONLY'] })
    expect((await call('GET', invites)).body).toEqual([body])
    expect((await call('GET', projectInvites)).body).toMatchObject([{ groupName: 'Shop', roles: ['GROUP_READ_ONLY'] }])
    expect((await call('DELETE', `${invites}/${body.id}`)).status).toBe(204)
    expect((await call('GET', invites)).body).toEqual([])
    emulator.clock.advance('31 days')
    expect((await call('GET', projectInvites)).body).toEqual([])
  })
})
