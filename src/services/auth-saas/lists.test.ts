import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, startAuthSaas, type RunningAuthSaas } from './auth-saas.fixture.ts'

let auth: RunningAuthSaas

const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }

type Row = Readonly<Record<string, unknown>>

async function post(path: string, body: object): Promise<Row> {
  const answer = await fetch(`${auth.url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Row // the vendor's record
}

/** Returns a page of a list, whichever of the vendor's two forms it has. */
async function list(path: string): Promise<{ readonly status: number; readonly data: readonly Row[] }> {
  const answer = await fetch(`${auth.url}/v1${path}`, { headers })
  const json = (await answer.json()) as { data?: Row[] } | Row[] // the vendor's list
  return { status: answer.status, data: Array.isArray(json) ? json : (json.data ?? []) }
}

const acme = '/organizations/org_acme'

beforeAll(async () => {
  auth = await startAuthSaas({ seed: { 'auth-saas': people } })
  for (const name of ['a', 'b', 'c']) {
    auth.clock.advance('1s')
    await post('/organizations', { name: `Org ${name}`, created_by: 'user_ada' })
    await post('/invitations', { email_address: `${name}@example.com` })
    await post(`${acme}/invitations`, { email_address: `${name}@example.com`, role: 'org:member' })
    await post(`${acme}/domains`, {
      name: `${name}.test`,
      enrollment_mode: 'automatic_invitation',
      verified: name === 'a',
    })
    await post('/organization_roles', { name: `Role ${name}`, key: `org:${name}` })
    await post('/organization_permissions', { name: `P ${name}`, key: `org:${name}:x` })
    await post('/allowlist_identifiers', { identifier: `${name}@list.test` })
    await post('/blocklist_identifiers', { identifier: `${name}@list.test` })
    await post('/jwt_templates', { name, claims: {} })
    await post('/redirect_urls', { url: `app://${name}` })
    await post('/oauth_applications', { name: `App ${name}` })
    await post('/waitlist_entries', { email_address: `${name}@wait.test` })
    await post('/machines', { name: `Machine ${name}` })
    await post('/api_keys', { name: `Key ${name}`, subject: 'user_ada' })
    await post('/sessions', { user_id: 'user_ada' })
  }
})
afterAll(() => auth.close())

/** The lists, with the values of `order_by` and the member of a record that each compares. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  '/users': {
    created_at: 'created_at',
    updated_at: 'updated_at',
    first_name: 'first_name',
    last_name: null,
    username: null,
    email_address: null,
    phone_number: null,
    web3wallet: null,
    last_active_at: null,
    last_sign_in_at: null,
  },
  '/organizations': { created_at: 'created_at', name: 'name', members_count: null },
  [`${acme}/memberships`]: {
    created_at: 'created_at',
    first_name: null,
    last_name: null,
    email_address: null,
    phone_number: null,
    username: null,
    role: 'role',
  },
  '/organization_memberships': { created_at: 'created_at', first_name: null, role: 'role' },
  [`${acme}/invitations`]: { created_at: 'created_at', email_address: 'email_address' },
  '/organization_invitations': { created_at: 'created_at', email_address: 'email_address' },
  [`${acme}/domains`]: {},
  '/organization_roles': { created_at: 'created_at', name: 'name', key: 'key' },
  '/organization_permissions': { created_at: 'created_at', name: 'name', key: 'key' },
  '/invitations': { created_at: 'created_at', email_address: 'email_address', expires_at: null },
  '/allowlist_identifiers': {},
  '/blocklist_identifiers': {},
  '/jwt_templates': {},
  '/redirect_urls': {},
  '/oauth_applications': { created_at: 'created_at', name: 'name' },
  '/waitlist_entries': { created_at: 'created_at', email_address: 'email_address', invited_at: null },
  '/machines': { created_at: 'created_at', name: 'name' },
  '/api_keys?subject=user_ada': {},
  '/sessions': {},
  '/clients': {},
  '/users/user_ada/organization_memberships': {},
}

const orders = Object.entries(LISTS).flatMap(([path, names]) =>
  Object.entries(names).map(([name, by]) => ({ path, name, by })),
)

/** Adds parameters to a path, which may have some. */
const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

describe('every list', () => {
  it.each(Object.keys(LISTS))('%s has pages', async (path) => {
    const { data: all } = await list(withQuery(path, 'limit=500'))
    expect(all.length).toBeGreaterThan(1)
    const { data: page } = await list(withQuery(path, 'limit=1&offset=1'))
    expect(page).toEqual([all[1]])
    expect((await list(withQuery(path, 'limit=1.0&offset=1.0'))).data).toEqual(page)
    expect((await list(withQuery(path, 'limit=501'))).status).toBe(422)
    expect((await list(withQuery(path, 'offset=-1'))).status).toBe(422)
  })

  it.each(orders)('$path is ordered by $name', async ({ path, name, by }) => {
    const rising = await list(withQuery(path, `limit=500&order_by=%2B${name}`))
    const falling = await list(withQuery(path, `limit=500&order_by=-${name}`))
    expect([rising.status, falling.status]).toEqual([200, 200])
    if (by === null) return
    const values = (rows: readonly Row[]) => rows.map((row) => row[by] as string | number)
    expect(values(rising.data)).toEqual(values(rising.data).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    expect(values(falling.data)).toEqual(values(falling.data).toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
  })

  it.each([...new Set(orders.map(({ path }) => path))])('%s refuses an order that it does not have', async (path) => {
    expect((await list(withQuery(path, 'order_by=shoe_size'))).status).toBe(422)
  })
})

/** Filters, with the number of records that they leave. */
const FILTERS: readonly (readonly [path: string, count: number])[] = [
  ['/users?email_address=ada@example.com', 1],
  ['/users?phone_number=%2B15555550100', 1],
  ['/users?external_id=none', 0],
  ['/users?username=ada', 1],
  ['/users?web3_wallet=0x0', 0],
  ['/users?user_id=user_ada&user_id=user_grace', 2],
  ['/users?user_id=-user_ada', 2],
  ['/users?organization_id=org_acme', 2],
  ['/users?query=hopper', 1],
  ['/users?email_address_query=GRACE', 1],
  ['/users?phone_number_query=5555', 1],
  ['/users?username_query=ad', 1],
  ['/users?name_query=love', 1],
  ['/users?banned=true', 0],
  ['/users?last_active_at_after=1', 1],
  ['/users?last_active_at_since=1', 1],
  ['/users?last_active_at_before=1', 0],
  ['/users?created_at_before=1', 0],
  ['/users?created_at_after=1', 3],
  ['/users?last_sign_in_at_before=1', 0],
  ['/users?last_sign_in_at_after=1', 1],
  ['/users?provider=google', 1],
  ['/users?provider=google&provider_user_id=g-1', 1],
  ['/organizations?query=org%20a', 1],
  ['/organizations?user_id=user_grace', 1],
  ['/organizations?user_id=-user_grace', 3],
  ['/organizations?organization_id=org_acme', 1],
  [`${acme}/memberships?role=org:admin`, 1],
  [`${acme}/memberships?user_id=user_grace`, 1],
  [`${acme}/memberships?email_address=grace@example.com`, 1],
  [`${acme}/memberships?phone_number=%2B15555550100`, 1],
  [`${acme}/memberships?username=grace`, 1],
  [`${acme}/memberships?query=hopper`, 1],
  [`${acme}/memberships?email_address_query=grace`, 1],
  [`${acme}/memberships?name_query=hopper`, 1],
  [`${acme}/memberships?created_at_before=1`, 0],
  [`${acme}/invitations?status=pending`, 3],
  [`${acme}/invitations?status=revoked`, 0],
  [`${acme}/invitations?email_address=a@example.com`, 1],
  ['/organization_invitations?status=pending', 3],
  ['/organization_invitations?query=b@', 1],
  [`${acme}/domains?verified=true`, 1],
  [`${acme}/domains?enrollment_mode=automatic_invitation`, 3],
  [`${acme}/domains?enrollment_mode=manual_invitation`, 0],
  ['/organization_roles?query=role%20a', 1],
  ['/organization_permissions?query=org:a', 1],
  ['/invitations?status=pending', 3],
  ['/invitations?query=c@', 1],
  ['/oauth_applications?name_query=app%20b', 1],
  ['/waitlist_entries?status=pending', 3],
  ['/waitlist_entries?query=a@', 1],
  ['/machines?query=machine%20c', 1],
  ['/api_keys?subject=user_ada&query=key%20a', 1],
  ['/sessions?user_id=user_ada&status=active', 3],
  ['/sessions?user_id=user_grace', 0],
]

describe('every filter', () => {
  it.each(FILTERS)('%s leaves %i', async (path, count) => {
    const { status, data } = await list(withQuery(path, 'limit=500'))
    expect([status, data.length]).toEqual([200, count])
  })

  it.each([
    '/invitations?status=lost',
    '/organization_invitations?status=lost',
    '/sessions?status=lost',
    '/users?created_at_before=yesterday',
    '/api_keys',
  ])('%s is refused', async (path) => {
    expect((await list(path)).status).toBe(422)
  })
})
