import { describe, expect, it } from 'vitest'
import { createEmulator } from '#emulator.ts'

const user = (token?: string) => ({ headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

describe('deployhost', () => {
  it('acts as the first seeded user without a token', async () => {
    await using deployhost = await createEmulator({
      service: 'deployhost',
      port: 0,
      seed: { deployhost: { users: [{ username: 'ada' }, { username: 'grace' }], teams: [{ slug: 'acme' }] } },
    })
    const { user: found } = (await (await deployhost.fetch('http://x/v2/user')).json()) as {
      user: { username: string }
    }
    expect(found.username).toBe('ada')
    const members = await (await deployhost.fetch('http://x/v3/teams/acme/members')).json()
    expect(members).toMatchObject({ members: [{ username: 'ada', role: 'OWNER' }] })
  })

  it('refuses a request without a token when the seed sets strict_auth', async () => {
    await using deployhost = await createEmulator({
      service: 'deployhost',
      port: 0,
      seed: { deployhost: { strict_auth: true, users: [{ username: 'ada', tokens: ['t'] }] } },
    })
    const response = await deployhost.fetch('http://x/v2/user')
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      error: { code: 'forbidden', message: 'The request is missing an authentication token', missingToken: true },
    })
    expect((await deployhost.fetch('http://x/v2/user', user('t'))).status).toBe(200)
  })

  it('has the default token and its user when the seed has none, as an owner of every team', async () => {
    await using deployhost = await createEmulator({
      service: 'deployhost',
      port: 0,
      seed: {
        deployhost: {
          users: [{ username: 'ada' }],
          teams: [{ slug: 'acme' }],
          projects: [{ name: 'site', team: 'acme' }],
        },
      },
    })
    const get = async (path: string) => deployhost.fetch(`http://x${path}`, user('backlot_admin'))
    expect(await (await get('/v2/user')).json()).toMatchObject({ user: { username: 'admin' } })
    expect((await get('/v9/projects/site?slug=acme')).status).toBe(200)
    expect(await (await get('/v2/teams')).json()).toMatchObject({
      teams: [{ slug: 'acme', membership: { role: 'OWNER' } }],
    })
  })

  it('accepts tokens of the seed with their scopes', async () => {
    await using deployhost = await createEmulator({
      service: 'deployhost',
      port: 0,
      seed: {
        tokens: { teams_only: { login: 'ada', scopes: ['admin:org'] } },
        deployhost: { users: [{ username: 'ada' }] },
      },
    })
    const post = async (path: string, body: object) => {
      const headers = { ...user('teams_only').headers, 'content-type': 'application/json' }
      return (await deployhost.fetch(`http://x${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
    }
    expect(await post('/v1/teams', { slug: 'acme' })).toBe(200)
    expect(await post('/v11/projects', { name: 'site' })).toBe(403)
  })

  it('points the environment at itself', async () => {
    await using deployhost = await createEmulator({ service: 'deployhost', port: 0 })
    expect(deployhost.env).toMatchObject({ DEPLOYHOST_API_BASE: deployhost.url })
  })
})

describe('a seed', () => {
  const starting = (deployhost: object) => createEmulator({ service: 'deployhost', port: 0, seed: { deployhost } })

  it('that contradicts itself is refused', async () => {
    const users = [{ username: 'ada' }]
    const wrong: [object, string][] = [
      [{ users: [...users, { username: 'ADA' }] }, 'deployhost.users[1].username: another user is named "ADA"'],
      [{ users, teams: [{ slug: 'a' }, { slug: 'a' }] }, 'another team or user is named "a"'],
      [{ users, teams: [{ slug: 'a', members: ['adda'] }] }, 'no user is named "adda", did you mean "ada"?'],
      [{ users, projects: [{ name: 'p', team: 'acme' }] }, 'deployhost.projects[0].team: no team has the slug "acme"'],
      [{ users, projects: [{ name: 'p' }, { name: 'p' }] }, 'another project of this account is named "p"'],
      [
        {
          users,
          projects: [
            {
              name: 'p',
              env: [
                { key: 'A', value: '1' },
                { key: 'A', value: '2' },
              ],
            },
          ],
        },
        'A is listed twice',
      ],
      [
        {
          users,
          projects: [
            { name: 'p', domains: ['a.dev'] },
            { name: 'q', domains: ['a.dev'] },
          ],
        },
        'a.dev is a domain of another project',
      ],
      [
        {
          users: [
            { username: 'ada', tokens: ['t'] },
            { username: 'b', tokens: ['t'] },
          ],
        },
        'the token "t" is listed twice',
      ],
      [{ users, nope: [] }, 'nope'],
    ]
    for (const [section, message] of wrong) await expect(starting(section)).rejects.toThrow(message)
  })

  it('lists variables or maps them, and has domains verified or not', async () => {
    await using deployhost = await starting({
      users: [{ username: 'ada' }],
      projects: [{ name: 'p', env: { A: '1' }, domains: ['a.dev', { name: 'b.dev', verified: false }] }],
    })
    const get = async (path: string) => (await deployhost.fetch(`http://x${path}`)).json()
    expect(await get('/v10/projects/p/env?decrypt=true')).toMatchObject({
      envs: [{ key: 'A', value: '1', type: 'encrypted' }],
    })
    expect(await get('/v9/projects/p/domains')).toMatchObject({
      domains: [
        { name: 'b.dev', verified: false, verification: [{ type: 'TXT' }] },
        { name: 'a.dev', verified: true },
      ],
    })
  })
})

describe('the rate limit', () => {
  it('is in every answer, and exceeded only by a fault', async () => {
    await using deployhost = await createEmulator({ service: 'deployhost', port: 0, now: '2026-01-01T00:00:00Z' })
    const limits = async () => {
      const { status, headers } = await fetch(`${deployhost.url}/v2/user`)
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((n) => headers.get(`x-ratelimit-${n}`))
      return { status, limit, remaining, reset }
    }
    const reset = String(Date.parse('2026-01-01T00:01:00Z') / 1000)
    expect(await limits()).toEqual({ status: 200, limit: '100', remaining: '99', reset })
    deployhost.faults.add({ code: 'rate_limited', times: 1 })
    expect(await limits()).toEqual({ status: 429, limit: '100', remaining: '0', reset })
    const page = await fetch(`${deployhost.url}/oauth/authorize`)
    expect(page.headers.has('x-ratelimit-limit')).toBe(false)
  })
})
