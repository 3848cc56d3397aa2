import { describe, expect } from 'vitest'
import { admin, digestAuthorization, startDocdb, docdbTest, type RunningDocdb } from './docdb.fixture.ts'

const key = { publicKey: 'abcdefgh', privateKey: '0b5d5a0e-7f3c-4c1d-9a55-2f8d1f0c9e77' }
const target = '/api/atlas/v2/groups?pageNum=1'

const seed = { docdb: { api_keys: [{ public_key: key.publicKey, private_key: key.privateKey }] } }
const it = docdbTest({ seed })

const get = (docdb: RunningDocdb, headers: Record<string, string> = {}) => fetch(`${docdb.url}${target}`, { headers })
const challenge = async (docdb: RunningDocdb) => (await get(docdb)).headers.get('www-authenticate') ?? ''

describe('the administration API', () => {
  it('challenges a request without credentials', async ({ docdb }) => {
    const response = await get(docdb)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(
      /^Digest realm="MMS Public API", domain="", nonce="[^"]+", algorithm=MD5, qop="auth", stale=false$/,
    )
    expect(await response.json()).toEqual({
      detail: 'You are not authorized for this resource.',
      error: 401,
      errorCode: 'NOT_AUTHORIZED',
      parameters: [],
      reason: 'Unauthorized',
    })
  })

  it('accepts an API key that proves its private half by HTTP Digest', async ({ docdb }) => {
    const authorization = digestAuthorization(await challenge(docdb), { ...key, method: 'GET', target })
    expect((await get(docdb, { authorization })).status).toBe(200)
  })

  it.for([
    ['a wrong private key', { ...key, privateKey: 'wrong' }],
    ['an unknown public key', { ...key, publicKey: 'zzzzzzzz' }],
  ] as const)('refuses %s', async ([_name, wrong], { docdb }) => {
    const authorization = digestAuthorization(await challenge(docdb), { ...wrong, method: 'GET', target })
    expect((await get(docdb, { authorization })).status).toBe(401)
  })

  it('refuses the proof of another request', async ({ docdb }) => {
    const authorization = digestAuthorization(await challenge(docdb), { ...key, method: 'DELETE', target })
    expect((await get(docdb, { authorization })).status).toBe(401)
    const elsewhere = digestAuthorization(await challenge(docdb), {
      ...key,
      method: 'GET',
      target: '/api/atlas/v2/orgs',
    })
    expect((await get(docdb, { authorization: elsewhere })).status).toBe(401)
  })

  it('calls a nonce stale that is too old, and refuses one that it has not made', async ({ docdb }) => {
    const first = await challenge(docdb)
    docdb.clock.advance('6 minutes')
    const response = await get(docdb, { authorization: digestAuthorization(first, { ...key, method: 'GET', target }) })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('stale=true'),
    ])
    const forged = first.replace(/nonce="[^"]+"/, 'nonce="mjxyz.0123456789abcdef0123456789abcdef"')
    expect(
      (await get(docdb, { authorization: digestAuthorization(forged, { ...key, method: 'GET', target }) })).status,
    ).toBe(401)
  })

  it('accepts the access token of a service account for an hour', async ({ docdb }) => {
    const { body: orgs } = await admin(docdb, 'GET', '/orgs')
    const account = await admin(docdb, 'POST', `/orgs/${orgs.results[0].id}/serviceAccounts`, {
      name: 'ci',
      description: 'Continuous integration',
      roles: ['ORG_OWNER'],
      secretExpiresAfterHours: 8,
    })
    expect(account.status).toBe(201)
    const { clientId, secrets } = account.body
    const token = (secret: string, grant = 'client_credentials') =>
      fetch(`${docdb.url}/api/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: grant }),
      })
    expect((await token('mdb_sa_sk_wrong')).status).toBe(401)
    expect(await (await token(secrets[0].secret, 'password')).json()).toMatchObject({ error: 'unsupported_grant_type' })
    const issued = (await (await token(secrets[0].secret)).json()) as { access_token: string; expires_in: number }
    expect(issued).toMatchObject({ expires_in: 3600, token_type: 'Bearer' })
    const authorization = `Bearer ${issued.access_token}`
    expect((await get(docdb, { authorization })).status).toBe(200)
    docdb.clock.advance('61 minutes')
    expect((await get(docdb, { authorization })).status).toBe(401)
    docdb.clock.advance('8 hours')
    expect((await token(secrets[0].secret)).status).toBe(401)
  })

  it('gives a token to any service account where the seed lists no keys, and to none where it does', async ({
    docdb,
  }) => {
    await using open = await startDocdb()
    const ask = (url: string) =>
      fetch(`${url}/api/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('mdb_sa_id_ci:mdb_sa_sk_secret').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
    const { access_token: token } = (await (await ask(open.url)).json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${open.url}${target}`, { headers })).status).toBe(200)
    expect(open.requests.at(-1)?.principal).toBe('mdb_sa_id_ci')
    open.clock.advance('61 minutes')
    expect((await fetch(`${open.url}${target}`, { headers })).status).toBe(401)
    expect((await ask(docdb.url)).status).toBe(401)
  })

  it('accepts any key where the seed lists none', async () => {
    await using open = await startDocdb()
    const first = await fetch(`${open.url}${target}`)
    const authorization = digestAuthorization(first.headers.get('www-authenticate') ?? '', {
      publicKey: open.env['MONGODB_ATLAS_PUBLIC_API_KEY'] ?? '',
      privateKey: open.env['MONGODB_ATLAS_PRIVATE_API_KEY'] ?? '',
      method: 'GET',
      target,
    })
    expect((await fetch(`${open.url}${target}`, { headers: { authorization } })).status).toBe(200)
  })
})
