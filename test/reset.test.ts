import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator, type EmulatorOptions } from '../src/emulator.ts'

const options: EmulatorOptions<'codehost'> = {
  service: 'codehost',
  port: 0,
  baseUrl: 'https://codehost.test',
  now: '2026-01-01T00:00:00Z',
  seed: {
    tokens: {
      octocat: {
        login: 'octocat',
        scopes: ['repo', 'user', 'admin:org', 'admin:repo_hook', 'admin:org_hook', 'delete_repo'],
      },
      hubber: { login: 'hubber', scopes: ['repo'] },
    },
    codehost: {
      users: [{ login: 'octocat', email: 'octocat@example.com' }, { login: 'hubber' }],
      orgs: [
        {
          login: 'acme',
          members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
          teams: [{ name: 'Core' }],
        },
      ],
      repos: [
        {
          owner: 'octocat',
          name: 'one',
          auto_init: true,
          branches: [{ name: 'work', files: { 'work.md': 'work\n' } }],
          collaborators: [{ login: 'hubber', permission: 'pull' }],
          milestones: [{ title: 'v1' }],
          issues: [{ title: 'first', labels: ['bug'] }, { title: 'second' }],
          pulls: [{ title: 'third', head: 'feature' }],
          // Nothing listens at this port: the deliveries fail, and failed deliveries are state too.
          webhooks: [{ url: 'http://127.0.0.1:9/', events: ['*'], secret: 's' }],
        },
        { owner: 'acme', name: 'two', private: true, auto_init: true },
      ],
      oauth_apps: [{ client_id: 'app', client_secret: 'secret', redirect_uris: ['http://localhost:3000/cb'] }],
    },
  },
}

type Operation = readonly [method: string, path: string, body?: unknown]

const changes: readonly Operation[] = [
  ['PATCH', '/user', { bio: 'new' }],
  ['PUT', '/user/following/hubber'],
  ['POST', '/user/emails', { emails: ['second@example.com'] }],
  ['POST', '/user/repos', { name: 'made', auto_init: true }],
  ['POST', '/orgs/acme/repos', { name: 'made' }],
  ['PATCH', '/repos/octocat/one', { description: 'new', has_wiki: false }],
  ['PATCH', '/repos/octocat/one', { name: 'uno' }],
  ['DELETE', '/repos/octocat/one'],
  ['PUT', '/repos/octocat/one/topics', { names: ['a', 'b'] }],
  ['POST', '/repos/octocat/one/forks', { organization: 'acme' }],
  ['PUT', '/repos/octocat/one/collaborators/hubber', { permission: 'push' }],
  ['PUT', '/user/starred/octocat/one'],
  ['POST', '/repos/octocat/one/labels', { name: 'made' }],
  ['DELETE', '/repos/octocat/one/labels/bug'],
  ['POST', '/repos/octocat/one/milestones', { title: 'v2' }],
  ['DELETE', '/repos/octocat/one/milestones/1'],
  [
    'POST',
    '/repos/octocat/one/issues',
    { title: 'made', labels: ['bug', 'unseen'], assignees: ['octocat'], milestone: 1 },
  ],
  ['PATCH', '/repos/octocat/one/issues/1', { state: 'closed' }],
  ['PUT', '/repos/octocat/one/issues/2/lock', {}],
  ['POST', '/repos/octocat/one/issues/1/comments', { body: 'said' }],
  ['POST', '/repos/octocat/one/issues/1/reactions', { content: 'heart' }],
  ['POST', '/repos/octocat/one/pulls', { title: 'made', head: 'work', base: 'main' }],
  ['PUT', '/repos/octocat/one/pulls/3/merge', { merge_method: 'squash' }],
  ['POST', '/repos/octocat/one/pulls/3/reviews', { event: 'COMMENT', body: 'said' }],
  ['POST', '/repos/octocat/one/pulls/3/requested_reviewers', { reviewers: ['hubber'] }],
  ['PUT', '/repos/octocat/one/contents/new.md', { message: 'add', content: 'bmV3' }],
  [
    'PUT',
    '/repos/octocat/one/branches/main/protection',
    {
      required_status_checks: null,
      enforce_admins: true,
      required_pull_request_reviews: null,
      restrictions: null,
    },
  ],
  ['POST', '/repos/octocat/one/hooks', { config: { url: 'http://127.0.0.1:9/other' } }],
  ['POST', '/repos/octocat/one/hooks/1/pings'],
  ['PATCH', '/orgs/acme', { description: 'new' }],
  ['POST', '/orgs/acme/teams', { name: 'Made' }],
  ['PUT', '/orgs/acme/teams/core/memberships/hubber', { role: 'maintainer' }],
  ['DELETE', '/orgs/acme/members/hubber'],
  ['POST', '/login/device/code', { client_id: 'app' }],
  ['GET', '/login/oauth/authorize?client_id=app&state=s'],
]

const repo = '/repos/octocat/one'
const reads: readonly string[] = [
  '/user',
  '/users',
  '/user/emails',
  '/user/repos',
  '/user/orgs',
  '/users/hubber/followers',
  '/user/starred',
  '/orgs/acme',
  '/orgs/acme/members',
  '/orgs/acme/teams',
  '/orgs/acme/repos',
  '/orgs/acme/teams/core/members',
  repo,
  `${repo}/topics`,
  `${repo}/forks`,
  `${repo}/collaborators`,
  `${repo}/labels`,
  `${repo}/milestones`,
  `${repo}/issues?state=all`,
  `${repo}/issues/1`,
  `${repo}/issues/comments`,
  `${repo}/issues/events`,
  `${repo}/issues/1/timeline`,
  `${repo}/issues/1/reactions`,
  `${repo}/pulls?state=all`,
  `${repo}/pulls/3`,
  `${repo}/pulls/3/files`,
  `${repo}/pulls/3/reviews`,
  `${repo}/branches`,
  `${repo}/branches/main`,
  `${repo}/commits`,
  `${repo}/git/trees/main`,
  `${repo}/contents/`,
  `${repo}/hooks`,
  `${repo}/hooks/1/deliveries`,
  '/rate_limit',
]

let codehost: Emulator<'codehost'>
let fresh: Observation

beforeAll(async () => {
  codehost = await createEmulator(options)
  await using other = await createEmulator(options)
  fresh = await observe(other)
})
afterAll(() => codehost.close())

function call(emulator: Emulator, [method, path, body]: Operation): Promise<Response> {
  return emulator.fetch(`http://codehost${path}`, {
    method,
    headers: { authorization: 'Bearer octocat', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

interface Observation {
  /** Everything that a client and the test itself can observe. */
  readonly all: string
  /** The bodies only, which show records but nothing about earlier requests. */
  readonly bodies: string
}

async function observe(emulator: Emulator): Promise<Observation> {
  const all: unknown[] = [emulator.requests, emulator.faults.list(), emulator.webhooks.deliveries, emulator.clock.now()]
  const bodies: string[] = []
  for (const path of reads) {
    const response = await call(emulator, ['GET', path])
    const body = await response.text()
    all.push([path, response.status, [...response.headers], body])
    if (path !== '/rate_limit') bodies.push(body)
  }
  // Generated values depend on the number of values generated before.
  const made = await call(emulator, ['POST', '/login/device/code', { client_id: 'app' }])
  bodies.push(await made.text())
  return { all: JSON.stringify([...all, bodies.at(-1)]), bodies: bodies.join('\n') }
}

describe('after any changes, a reset', () => {
  it('leaves what a fresh instance has, byte for byte', async () => {
    const index = fc.nat(changes.length - 1)
    const step = fc.oneof(
      { weight: 20, arbitrary: index.map((at) => ({ change: at })) },
      { weight: 1, arbitrary: fc.constant({ advance: '1h' }) },
      { weight: 1, arbitrary: fc.constant({ fault: 503 }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        for (const each of steps) {
          if ('change' in each) await call(codehost, changes[each.change] ?? ['GET', '/'])
          else if ('advance' in each) codehost.clock.advance(each.advance)
          else codehost.faults.add({ status: each.fault, times: 1 })
        }
        codehost.reset()
        expect((await observe(codehost)).all).toBe(fresh.all)
        codehost.reset()
      }),
      { numRuns: 25 },
    )
  })

  it('would be seen if it left something: each change shows', async () => {
    const silent: string[] = []
    for (const change of changes) {
      codehost.reset()
      const response = await call(codehost, change)
      if (response.status >= 400)
        silent.push(`${change[0]} ${change[1]} answers ${response.status}: ${await response.text()}`)
      else if ((await observe(codehost)).bodies === fresh.bodies) silent.push(`${change[0]} ${change[1]} shows nowhere`)
    }
    codehost.reset()
    expect(silent).toEqual([])
  })
})
