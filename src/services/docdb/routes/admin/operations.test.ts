import { describe, expect } from 'vitest'
import { admin, digestAuthorization, docdbTest, type AdminAnswer, type RunningDocdb } from '#docdb/docdb.fixture.ts'
import { operations } from '#docdb/operations.generated.ts'

const READER = { publicKey: 'readonly', privateKey: '0b5d5a0e-7f3c-4c1d-9a55-000000000001' }
const MANAGER = { publicKey: 'managers', privateKey: '0b5d5a0e-7f3c-4c1d-9a55-000000000002' }
const CREATOR = { publicKey: 'creators', privateKey: '0b5d5a0e-7f3c-4c1d-9a55-000000000003' }

let emulator: RunningDocdb
let ids: {
  org: string
  shop: string
  news: string
  key: string
  account: string
  invite: string
  projectInvite: string
}
const key = ({ publicKey, privateKey }: typeof READER, roles: never) => ({
  public_key: publicKey,
  private_key: privateKey,
  roles,
})
const it = docdbTest({
  seed: {
    docdb: {
      projects: [{ name: 'Shop' }, { name: 'News' }],
      clusters: [{ project: 'Shop', name: 'Cluster0' }],
      database_users: [{ project: 'Shop', username: 'ada', password: 'long enough' }],
      api_keys: [
        key(READER, ['ORG_READ_ONLY'] as never),
        key(MANAGER, ['ORG_MEMBER', { project: 'Shop', role: 'GROUP_CLUSTER_MANAGER' }] as never),
        key(CREATOR, ['ORG_GROUP_CREATOR'] as never),
      ],
    },
  },
})
it.beforeAll(async ({ docdb }) => {
  emulator = docdb
  await fill()
  seeded = emulator.snapshot()
})
let seeded: ReturnType<RunningDocdb['snapshot']>
it.beforeEach(() => emulator.restore(seeded))

const made = async (path: string, body: unknown): Promise<AdminAnswer['body']> =>
  (await admin(emulator, 'POST', path, body)).body

/** Adds one record of each kind. */
async function fill(): Promise<void> {
  const [{ body: orgs }, { body: groups }] = [
    await admin(emulator, 'GET', '/orgs'),
    await admin(emulator, 'GET', '/groups'),
  ]
  const org: string = orgs.results[0].id
  const [shop, news]: string[] = ['Shop', 'News'].map(
    (name) => groups.results.find((each: { name: string }) => each.name === name).id,
  )
  const account = { name: 'ci', description: 'CI', roles: ['ORG_MEMBER'], secretExpiresAfterHours: 8 }
  const invitation = { username: 'ada@example.com', roles: ['ORG_MEMBER'] }
  await made(`/groups/${shop}/accessList`, [{ ipAddress: '192.0.2.1' }])
  await made(`/groups/${shop}/customDBRoles/roles`, { roleName: 'auditor', actions: [{ action: 'FIND' }] })
  ids = {
    org,
    shop: shop ?? '',
    news: news ?? '',
    key: (await made(`/orgs/${org}/apiKeys`, { desc: 'ci', roles: ['ORG_MEMBER'] })).id,
    account: (await made(`/orgs/${org}/serviceAccounts`, account)).clientId,
    invite: (await made(`/orgs/${org}/invites`, invitation)).id,
    projectInvite: (await made(`/groups/${shop}/invites`, { ...invitation, roles: ['GROUP_OWNER'] })).id,
  }
}

const CLUSTER = {
  name: 'New',
  clusterType: 'REPLICASET',
  replicationSpecs: [
    {
      regionConfigs: [
        { providerName: 'AWS', regionName: 'EU_WEST_1', electableSpecs: { instanceSize: 'M10', nodeCount: 3 } },
      ],
    },
  ],
}
const USER = {
  databaseName: 'admin',
  username: 'bob',
  password: 'long enough',
  roles: [{ roleName: 'read', databaseName: 'shop' }],
}
const ACCOUNT = { name: 'cd', description: 'CD', roles: ['ORG_MEMBER'], secretExpiresAfterHours: 8 }
const PROJECT_ACCOUNT = { ...ACCOUNT, roles: ['GROUP_OWNER'] }

type Case = readonly [operation: string, method: string, path: string, status: number, body?: object]

/** A request for each operation. In a path, `$name` stands for an id. */
const ROWS: readonly Case[] = [
  ['getSystemStatus', 'GET', '', 200],
  ['listOrgs', 'GET', '/orgs', 200],
  ['getOrg', 'GET', '/orgs/$org', 200],
  ['getOrgGroups', 'GET', '/orgs/$org/groups', 200],
  ['listGroups', 'GET', '/groups', 200],
  ['createGroup', 'POST', '/groups', 200, { name: 'Third', orgId: '$org' }],
  ['getGroup', 'GET', '/groups/$shop', 200],
  ['getGroupByName', 'GET', '/groups/byName/Shop', 200],
  ['updateGroup', 'PATCH', '/groups/$shop', 200, { name: 'Store' }],
  ['deleteGroup', 'DELETE', '/groups/$news', 204],
  ['listClusterDetails', 'GET', '/clusters', 200],
  ['listAlerts', 'GET', '/groups/$shop/alerts', 200],
  ['listClusters', 'GET', '/groups/$shop/clusters', 200],
  ['createCluster', 'POST', '/groups/$shop/clusters', 201, CLUSTER],
  ['listClusterProviderRegions', 'GET', '/groups/$shop/clusters/provider/regions', 200],
  ['getCluster', 'GET', '/groups/$shop/clusters/Cluster0', 200],
  ['updateCluster', 'PATCH', '/groups/$shop/clusters/Cluster0', 200, { paused: true }],
  ['deleteCluster', 'DELETE', '/groups/$shop/clusters/Cluster0', 202],
  ['getClusterStatus', 'GET', '/groups/$shop/clusters/Cluster0/status', 200],
  ['getProcessArgs', 'GET', '/groups/$shop/clusters/Cluster0/processArgs', 200],
  ['updateProcessArgs', 'PATCH', '/groups/$shop/clusters/Cluster0/processArgs', 200, { noTableScan: true }],
  ['listDatabaseUsers', 'GET', '/groups/$shop/databaseUsers', 200],
  ['createDatabaseUser', 'POST', '/groups/$shop/databaseUsers', 201, USER],
  ['getDatabaseUser', 'GET', '/groups/$shop/databaseUsers/admin/ada', 200],
  ['updateDatabaseUser', 'PATCH', '/groups/$shop/databaseUsers/admin/ada', 200, { description: 'A user' }],
  ['deleteDatabaseUser', 'DELETE', '/groups/$shop/databaseUsers/admin/ada', 204],
  ['listAccessListEntries', 'GET', '/groups/$shop/accessList', 200],
  ['createAccessListEntry', 'POST', '/groups/$shop/accessList', 200, [{ ipAddress: '192.0.2.2' }]],
  ['getAccessListEntry', 'GET', '/groups/$shop/accessList/192.0.2.1', 200],
  ['getAccessListStatus', 'GET', '/groups/$shop/accessList/192.0.2.1/status', 200],
  ['deleteAccessListEntry', 'DELETE', '/groups/$shop/accessList/192.0.2.1', 204],
  ['listCustomDbRoles', 'GET', '/groups/$shop/customDBRoles/roles', 200],
  [
    'createCustomDbRole',
    'POST',
    '/groups/$shop/customDBRoles/roles',
    202,
    { roleName: 'r', actions: [{ action: 'FIND' }] },
  ],
  ['getCustomDbRole', 'GET', '/groups/$shop/customDBRoles/roles/auditor', 200],
  [
    'updateCustomDbRole',
    'PATCH',
    '/groups/$shop/customDBRoles/roles/auditor',
    200,
    { actions: [{ action: 'INSERT' }] },
  ],
  ['deleteCustomDbRole', 'DELETE', '/groups/$shop/customDBRoles/roles/auditor', 204],
  ['listApiKeys', 'GET', '/orgs/$org/apiKeys', 200],
  ['createApiKey', 'POST', '/orgs/$org/apiKeys', 200, { desc: 'x', roles: ['ORG_OWNER'] }],
  ['getApiKey', 'GET', '/orgs/$org/apiKeys/$key', 200],
  ['updateApiKey', 'PATCH', '/orgs/$org/apiKeys/$key', 200, { roles: ['ORG_OWNER'] }],
  ['deleteApiKey', 'DELETE', '/orgs/$org/apiKeys/$key', 204],
  ['listProjectApiKeys', 'GET', '/groups/$shop/apiKeys', 200],
  ['createProjectApiKey', 'POST', '/groups/$shop/apiKeys', 200, { desc: 'x', roles: ['GROUP_OWNER'] }],
  ['addProjectApiKey', 'POST', '/groups/$shop/apiKeys/$key', 200, [{ roles: ['GROUP_OWNER'] }]],
  ['updateApiKeyRoles', 'PATCH', '/groups/$shop/apiKeys/$key', 200, { roles: ['GROUP_READ_ONLY'] }],
  ['removeProjectApiKey', 'DELETE', '/groups/$shop/apiKeys/$key', 204],
  ['listServiceAccounts', 'GET', '/orgs/$org/serviceAccounts', 200],
  ['createServiceAccount', 'POST', '/orgs/$org/serviceAccounts', 201, ACCOUNT],
  ['getServiceAccount', 'GET', '/orgs/$org/serviceAccounts/$account', 200],
  ['updateServiceAccount', 'PATCH', '/orgs/$org/serviceAccounts/$account', 200, { roles: ['ORG_OWNER'] }],
  ['deleteServiceAccount', 'DELETE', '/orgs/$org/serviceAccounts/$account', 204],
  [
    'createServiceAccountSecret',
    'POST',
    '/orgs/$org/serviceAccounts/$account/secrets',
    201,
    { secretExpiresAfterHours: 8 },
  ],
  ['listProjectServiceAccounts', 'GET', '/groups/$shop/serviceAccounts', 200],
  ['createProjectServiceAccount', 'POST', '/groups/$shop/serviceAccounts', 201, PROJECT_ACCOUNT],
  ['getProjectServiceAccount', 'GET', '/groups/$shop/serviceAccounts/$account', 200],
  ['updateProjectServiceAccount', 'PATCH', '/groups/$shop/serviceAccounts/$account', 200, { roles: ['GROUP_OWNER'] }],
  ['deleteProjectServiceAccount', 'DELETE', '/groups/$shop/serviceAccounts/$account', 204],
  ['listOrganizationInvitations', 'GET', '/orgs/$org/invites', 200],
  [
    'createOrganizationInvitation',
    'POST',
    '/orgs/$org/invites',
    200,
    { username: 'g@example.com', roles: ['ORG_MEMBER'] },
  ],
  ['deleteOrganizationInvitation', 'DELETE', '/orgs/$org/invites/$invite', 204],
  ['listProjectInvitations', 'GET', '/groups/$shop/invites', 200],
  [
    'createProjectInvitation',
    'POST',
    '/groups/$shop/invites',
    200,
    { username: 'g@example.com', roles: ['GROUP_OWNER'] },
  ],
  ['deleteProjectInvitation', 'DELETE', '/groups/$shop/invites/$projectInvite', 204],
]

const CASES = ROWS.map(([operation, method, path, status, body]) => ({ operation, method, path, status, body }))

/** The operations that other tests call, since they need what an earlier answer shows once. */
const ELSEWHERE = ['deleteServiceAccountSecret', 'createServiceAccountToken']

const filled = (text: string): string => text.replaceAll(/\$(\w+)/g, (_, name: keyof typeof ids) => ids[name])

const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  admin(
    emulator,
    method,
    filled(path),
    body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body))),
    headers,
  )

/** Sends a request that an API key signs by HTTP Digest. */
async function sendAs(key: typeof READER, method: string, path: string, body?: unknown): Promise<AdminAnswer> {
  const challenge = await send(method, path, body, { authorization: '' })
  const target = `/api/atlas/v2${filled(path)}`
  const authorization = digestAuthorization(challenge.headers.get('www-authenticate') ?? '', { ...key, method, target })
  return send(method, path, body, { authorization })
}

describe('the administration API', () => {
  it.for(operations.filter((each) => !/^(dataApi|explorer)/.test(each) && !ELSEWHERE.includes(each)))(
    'has a case for %s',
    (id) => {
      expect(CASES.map(({ operation }) => operation)).toContain(id)
    },
  )

  it.for(CASES)('$operation: $method $path answers $status', async ({ operation, method, path, status, body }) => {
    const answer = await send(method, path, body)
    expect([answer.status, emulator.requests.at(-1)?.operation], JSON.stringify(answer.body)).toEqual([
      status,
      operation,
    ])
    if (status !== 204)
      expect(answer.headers.get('content-type')).toMatch(/^application\/vnd\.atlas\.\d{4}-\d\d-\d\d\+json/)
  })

  it.for(CASES.filter(({ method }) => method === 'GET'))(
    '$operation can be enveloped and indented',
    async ({ method, path }) => {
      const { status, body } = await send(method, `${path}?envelope=true`)
      const isList = body.results !== undefined
      expect([status, body.status]).toEqual([200, 200])
      if (!isList) expect(body).toHaveProperty('content')
      const indented = await emulator.fetch(
        new Request(`${emulator.url}/api/atlas/v2${filled(path)}?pretty=true`, {
          headers: { authorization: 'Bearer backlot_admin' },
        }),
      )
      const text = await indented.text()
      expect(text === '[]' || text.includes('\n')).toBe(true)
    },
  )

  it.for(CASES.filter(({ method }) => method !== 'GET'))(
    '$operation is refused to a key that may only read',
    async ({ method, path, body }) => {
      const { status, body: refusal } = await sendAs(READER, method, path, body)
      expect([status, refusal.errorCode, refusal.reason]).toEqual([403, 'USER_UNAUTHORIZED', 'Forbidden'])
    },
  )

  it.for(CASES.filter(({ method }) => method === 'GET'))(
    '$operation is answered to a key that may read',
    async ({ method, path, status }) => {
      expect((await sendAs(READER, method, path)).status).toBe(status)
    },
  )
})

describe('the roles of a key', () => {
  it('in a project allow what they are for', async () => {
    expect((await sendAs(MANAGER, 'PATCH', '/groups/$shop/clusters/Cluster0', { paused: true })).status).toBe(200)
    expect((await sendAs(MANAGER, 'GET', '/groups/$shop/databaseUsers')).status).toBe(200)
    expect((await sendAs(MANAGER, 'POST', '/groups/$shop/databaseUsers', USER)).body.errorCode).toBe(
      'USER_UNAUTHORIZED',
    )
    expect((await sendAs(MANAGER, 'DELETE', '/groups/$shop/clusters/Cluster0')).body.errorCode).toBe(
      'USER_UNAUTHORIZED',
    )
  })

  it('hide the projects in which it has none', async () => {
    expect((await sendAs(MANAGER, 'GET', '/groups/$news')).body).toMatchObject({
      error: 403,
      errorCode: 'USER_NOT_IN_GROUP',
      detail: 'The current user is not in the group, or the group does not exist.',
    })
    for (const path of ['/groups', '/orgs/$org/groups', '/clusters']) {
      expect((await sendAs(MANAGER, 'GET', path)).body.totalCount).toBe(1)
    }
    expect((await sendAs(READER, 'GET', '/groups')).body.totalCount).toBe(2)
  })

  it('let the creator of a project own it', async () => {
    const created = await sendAs(CREATOR, 'POST', '/groups', { name: 'Mine', orgId: '$org' })
    expect(created.status).toBe(200)
    const path = `/groups/${created.body.id}/databaseUsers`
    expect((await sendAs(CREATOR, 'POST', path, USER)).status).toBe(201)
    expect((await sendAs(CREATOR, 'GET', '/groups')).body.totalCount).toBe(1)
    expect((await sendAs(CREATOR, 'DELETE', `/groups/${created.body.id}`)).status).toBe(204)
    expect((await sendAs(CREATOR, 'GET', '/groups')).body.totalCount).toBe(0)
  })

  it('count for service accounts too', async () => {
    const account = await made(`/groups/${ids.shop}/serviceAccounts`, {
      ...PROJECT_ACCOUNT,
      roles: ['GROUP_READ_ONLY'],
    })
    const basic = Buffer.from(`${account.clientId}:${account.secrets[0].secret}`).toString('base64')
    const response = await fetch(`${emulator.url}/api/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: token } = (await response.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect((await send('GET', '/groups/$shop/clusters', undefined, headers)).status).toBe(200)
    expect((await send('PATCH', '/groups/$shop', { name: 'x' }, headers)).body.errorCode).toBe('USER_UNAUTHORIZED')
    await admin(emulator, 'PATCH', `/groups/${ids.shop}/serviceAccounts/${account.clientId}`, {
      roles: ['GROUP_OWNER'],
    })
    expect((await send('PATCH', '/groups/$shop', { name: 'x' }, headers)).status).toBe(200)
    await admin(emulator, 'DELETE', `/groups/${ids.shop}/serviceAccounts/${account.clientId}`)
    expect((await send('GET', '/groups/$shop', undefined, headers)).body.errorCode).toBe('USER_NOT_IN_GROUP')
  })
})

describe('every documented error code', () => {
  const NOTHING = 'f'.repeat(24)
  it.for<[code: string, status: number, method: string, path: string, body?: object | number]>([
    ['MISSING_ATTRIBUTE', 400, 'POST', '/groups', { orgId: '$org' }],
    ['INVALID_ATTRIBUTE', 400, 'POST', '/groups', { name: 'a', orgId: '$org', colour: 'red' }],
    ['INVALID_ENUM_VALUE', 400, 'POST', '/orgs/$org/apiKeys', { desc: 'x', roles: ['ORG_KING'] }],
    ['INVALID_JSON_ATTRIBUTE', 400, 'POST', '/groups', { name: 5, orgId: '$org' }],
    ['INVALID_JSON', 400, 'POST', '/groups', 5],
    ['INVALID_QUERY_PARAMETER', 400, 'GET', '/groups?itemsPerPage=501'],
    ['INVALID_GROUP_ID', 400, 'GET', '/groups/xyz'],
    ['ORG_NOT_FOUND', 404, 'GET', `/orgs/${NOTHING}`],
    ['GROUP_NOT_FOUND', 404, 'GET', `/groups/${NOTHING}`],
    ['GROUP_NAME_NOT_FOUND', 404, 'GET', '/groups/byName/None'],
    ['GROUP_ALREADY_EXISTS', 409, 'POST', '/groups', { name: 'Shop', orgId: '$org' }],
    ['CANNOT_CLOSE_GROUP_ACTIVE_ATLAS_CLUSTERS', 409, 'DELETE', '/groups/$shop'],
    ['CLUSTER_NOT_FOUND', 404, 'GET', '/groups/$shop/clusters/None'],
    ['DUPLICATE_CLUSTER_NAME', 400, 'POST', '/groups/$shop/clusters', { ...CLUSTER, name: 'Cluster0' }],
    ['USERNAME_NOT_FOUND', 404, 'GET', '/groups/$shop/databaseUsers/admin/none'],
    ['USER_ALREADY_EXISTS', 409, 'POST', '/groups/$shop/databaseUsers', { ...USER, username: 'ada' }],
    ['ATLAS_NETWORK_PERMISSION_ENTRY_NOT_FOUND', 404, 'GET', '/groups/$shop/accessList/192.0.2.9'],
    ['ATLAS_CUSTOM_ROLE_NOT_FOUND', 404, 'GET', '/groups/$shop/customDBRoles/roles/none'],
    ['DUPLICATE_DATABASE_ROLE', 409, 'POST', '/groups/$shop/customDBRoles/roles', { roleName: 'auditor', actions: [] }],
    ['RESOURCE_NOT_FOUND', 404, 'GET', `/orgs/$org/apiKeys/${NOTHING}`],
  ] as const)('%s is %i', async ([errorCode, error, method, path, body]) => {
    const answer = await send(method, path, body)
    expect(answer.body).toEqual({
      detail: expect.any(String),
      error,
      errorCode,
      parameters: expect.any(Array),
      reason: expect.any(String),
    })
    expect(answer.status).toBe(error)
  })

  it('NOT_AUTHORIZED is 401, INVALID_VERSION_DATE 406, MALFORMED_JSON 400', async () => {
    expect((await send('GET', '/groups', undefined, { authorization: 'Bearer wrong' })).body.errorCode).toBe(
      'NOT_AUTHORIZED',
    )
    const accept = 'application/vnd.atlas.2020-01-01+json'
    expect((await send('GET', '/groups', undefined, { accept })).body).toMatchObject({
      error: 406,
      errorCode: 'INVALID_VERSION_DATE',
    })
    const response = await fetch(`${emulator.url}/api/atlas/v2/groups`, {
      method: 'POST',
      headers: { authorization: 'Bearer backlot_admin', 'content-type': 'application/json' },
      body: '{',
    })
    expect(await response.json()).toMatchObject({ error: 400, errorCode: 'MALFORMED_JSON' })
  })

  it('those of protected and deleted clusters are reachable', async () => {
    const cluster = '/groups/$shop/clusters/Cluster0'
    await send('PATCH', cluster, { terminationProtectionEnabled: true })
    expect((await send('DELETE', cluster)).body.errorCode).toBe(
      'CANNOT_TERMINATE_CLUSTER_WHEN_TERMINATION_PROTECTION_ENABLED',
    )
  })

  it.for([
    ['RATE_LIMITED', 429],
    ['UNEXPECTED_ERROR', 500],
    ['USER_NOT_IN_GROUP', 403],
    ['USER_UNAUTHORIZED', 403],
  ] as const)('%s can be a fault', async ([code, status]) => {
    emulator.faults.add({ operation: 'listGroups', code, times: 1 })
    const answer = await send('GET', '/groups')
    expect([answer.status, answer.body.errorCode]).toEqual([status, code])
  })
})
