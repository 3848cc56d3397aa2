import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { routesFor } from '#core/routes.ts'
import { createEmulator, type Emulator } from '#emulator.ts'
import { documentationPages } from '#testkit/github-description.ts'
import { checkedOctokit } from '#testkit/octokit.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { codehost as definition } from '#codehost/index.ts'
import { operations } from '#codehost/operations.generated.ts'
import documentation from '#codehost/documentation.json' with { type: 'json' }
import { routes } from './index.ts'

const seed = {
  tokens: { octocat: { login: 'octocat', scopes: ['repo'] } },
  codehost: { users: [{ login: 'octocat' }], repos: [{ owner: 'octocat', name: 'hello-world' }] },
}
const repo = { owner: 'octocat', repo: 'hello-world' }
const now = Date.UTC(2026, 0, 1, 10, 20)

let codehost: Emulator<'codehost'>
let limited: Emulator<'codehost'>

beforeAll(async () => {
  codehost = await createEmulator({ service: 'codehost', port: 0, seed, now })
  limited = await createEmulator({
    service: 'codehost',
    port: 0,
    now,
    seed: { ...seed, codehost: { ...seed.codehost, rate_limit: 2 } },
  })
})
afterAll(async () => {
  await codehost.close()
  await limited.close()
})
beforeEach(() => {
  codehost.reset()
  codehost.faults.clear()
  limited.reset()
})

const octokit = (emulator = codehost) => checkedOctokit(emulator, 'octocat')
const fetch = (path: string, init?: RequestInit) => codehost.fetch(`${codehost.url}${path}`, init)
const post = (path: string, body: string, more: Record<string, string> = {}) =>
  fetch(path, { method: 'POST', body, headers: { authorization: 'token octocat', ...more } })

describe('every answer', () => {
  it('has the media type, the version and the request id', async () => {
    const { headers } = await octokit().issues.listLabelsForRepo(repo)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-github-media-type': 'github.v3; format=json',
      'x-github-request-id': expect.stringMatching(/^([0-9A-F]{4}:){2}([0-9A-F]{6}:){2}[0-9A-F]{8}$/),
    })
  })

  it('has a request id of its own, which ends with the time', async () => {
    const idOf = async () => (await octokit().issues.listLabelsForRepo(repo)).headers['x-github-request-id'] ?? ''
    const ids = [await idOf(), await idOf(), await idOf()]
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(parseInt(id.slice(-8), 16)).toBe(now / 1000)
  })

  it('has the media type of the request', async () => {
    const mediaTypeOf = async (accept: string) =>
      (await fetch('/users/octocat', { headers: { accept } })).headers.get('x-github-media-type')
    expect(await mediaTypeOf('application/vnd.github+json')).toBe('github.v3; format=json')
    expect(await mediaTypeOf('application/vnd.github.v3+json')).toBe('github.v3; format=json')
    expect(await mediaTypeOf('text/html, application/vnd.github.raw+json')).toBe('github.v3; param=raw; format=json')
    expect(await mediaTypeOf('application/vnd.github.v3.diff')).toBe('github.v3; param=diff')
    expect(await mediaTypeOf('application/vnd.github.mercy-preview+json')).toBe(
      'github.v3; param=mercy-preview; format=json',
    )
    expect(await mediaTypeOf('application/vnd.github.cloak-preview')).toBe('github.v3; param=cloak-preview')
    expect(await mediaTypeOf('application/json')).toBe('github.v3; format=json')
  })
})

describe('the version of the API', () => {
  const asking = (version: string) => fetch('/users/octocat', { headers: { 'x-github-api-version': version } })
  const selected = (response: Response) => response.headers.get('x-github-api-version-selected')

  it('is the requested one, and 2022-11-28 by default', async () => {
    expect(selected(await fetch('/users/octocat'))).toBe('2022-11-28')
    const { data: versions } = await octokit().meta.getAllVersions()
    expect(versions).toContain('2022-11-28')
    for (const version of versions) {
      expect(selected(await asking(version))).toBe(version)
    }
  })

  it('is refused with 400 when it does not exist', async () => {
    const response = await asking('v3')
    expect([response.status, selected(response)]).toEqual([400, '2022-11-28'])
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(
        /"X-GitHub-API-Version" request header, "v3", is not a supported version\. .+"2022/,
      ),
      status: '400',
    })
  })
})

describe('entity tags', () => {
  it('of single records have the time of their last change, and answer 304 to a client that has it', async () => {
    for (const path of ['/repos/octocat/hello-world', '/users/octocat']) {
      const first = await fetch(path)
      const modified = first.headers.get('last-modified') ?? ''
      expect(modified).toMatch(/ GMT$/)
      const again = (since: string, more: Record<string, string> = {}) =>
        fetch(path, { headers: { 'if-modified-since': since, ...more } })
      expect((await again(modified)).status).toBe(304)
      expect((await again('Mon, 01 Jan 2001 00:00:00 GMT')).status).toBe(200)
      expect((await again(modified, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('answer 304 to a client that has the current version', async () => {
    const { headers } = await octokit().issues.listLabelsForRepo(repo)
    const etag = String(headers.etag)
    expect(etag).toMatch(/^W\/"[0-9a-f]+"$/)
    const again = octokit().issues.listLabelsForRepo({ ...repo, headers: { 'if-none-match': etag } })
    await expect(again).rejects.toMatchObject({ status: 304, response: { headers: { etag } } })
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    const { data } = await octokit().issues.listLabelsForRepo({ ...repo, headers: { 'if-none-match': etag } })
    expect(data).toHaveLength(10)
  })

  it('are compared weakly and with each of a list, for reads only', async () => {
    const tag = String((await fetch('/users/octocat')).headers.get('etag'))
    for (const known of [tag.replace('W/', ''), `"x", ${tag}`, '*']) {
      const response = await fetch('/users/octocat', { headers: { 'if-none-match': known } })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    const created = await post('/repos/octocat/hello-world/labels', '{ "name": "ci" }', { 'if-none-match': '*' })
    expect(created.status).toBe(201)
  })

  it('of created records are strong, of changed ones weak and the same as when they are read', async () => {
    const { headers } = await octokit().issues.createLabel({ ...repo, name: 'ci' })
    expect(headers.etag).toMatch(/^"[0-9a-f]+"$/)
    expect(headers['cache-control']).toBe('private, max-age=60, s-maxage=60')
    const changed = await octokit().issues.updateLabel({ ...repo, name: 'ci', color: 'ff0000' })
    const read = await octokit().issues.getLabel({ ...repo, name: 'ci' })
    expect(changed.headers.etag).toMatch(/^W\/"[0-9a-f]+"$/)
    expect(changed.headers.etag).toBe(read.headers.etag)
  })

  it('are absent from answers without a body, refusals and answers of GraphQL', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    const removed = await octokit().issues.deleteLabel({ ...repo, name: 'ci' })
    const refused = await post('/repos/octocat/hello-world/labels', '{}')
    const queried = await post('/graphql', '{ "query": "{ viewer { login } }" }')
    expect([removed.status, refused.status, queried.status]).toEqual([204, 422, 200])
    expect(removed.headers.etag).toBeUndefined()
    for (const { headers } of [refused, queried]) expect(headers.get('etag')).toBeNull()
  })
})

describe('the links between pages', () => {
  const linksOf = async (path: string) => (await fetch(path)).headers.get('link') ?? ''

  it('address repositories, users and organizations by their ids', async () => {
    expect(await linksOf('/repos/Octocat/hello-world/labels?per_page=4')).toContain(
      `<${codehost.url}/repositories/1/labels?per_page=4&page=2>; rel="next"`,
    )
    const { data } = await octokit().users.getByUsername({ username: 'octocat' })
    await octokit().repos.createForAuthenticatedUser({ name: 'second' })
    const link = await linksOf('/users/octocat/repos?per_page=1')
    expect(link).toContain(`<${codehost.url}/user/${data.id}/repos?per_page=1&page=2>; rel="next"`)
    const next = /<([^>]+)>; rel="next"/.exec(link)?.[1] ?? ''
    expect(await (await globalThis.fetch(next)).json()).toMatchObject([{ name: 'second' }])
  })
})

describe('rate limits', () => {
  it('are in the headers of every answer, by user, and restart each hour', async () => {
    const first = await octokit().issues.listLabelsForRepo(repo)
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '4999',
      'x-ratelimit-used': '1',
      'x-ratelimit-reset': String(Date.UTC(2026, 0, 1, 11) / 1000),
      'x-ratelimit-resource': 'core',
    })
    expect((await fetch('/users/octocat')).headers.get('x-ratelimit-limit')).toBe('60')
    expect((await octokit().issues.listLabelsForRepo(repo)).headers['x-ratelimit-used']).toBe('2')
    codehost.clock.advance('1h')
    expect((await octokit().issues.listLabelsForRepo(repo)).headers['x-ratelimit-used']).toBe('1')
  })

  it('can be read without being used', async () => {
    await octokit().issues.listLabelsForRepo(repo)
    for (let times = 0; times < 2; times++) {
      const { data } = await octokit().rateLimit.get()
      expect(data.resources.core).toMatchObject({ limit: 5000, used: 1, remaining: 4999 })
      expect(data.rate).toEqual(data.resources.core)
    }
  })

  it('are not used by a 304 to an authenticated user', async () => {
    const { headers } = await octokit().issues.listLabelsForRepo(repo)
    const again = octokit().issues.listLabelsForRepo({ ...repo, headers: { 'if-none-match': String(headers.etag) } })
    const unused = { 'x-ratelimit-used': '1', 'x-ratelimit-remaining': '4999' }
    await expect(again).rejects.toMatchObject({ status: 304, response: { headers: unused } })
    expect((await octokit().rateLimit.get()).data.rate.used).toBe(1)

    const etag = String((await fetch('/users/octocat')).headers.get('etag'))
    const stranger = await fetch('/users/octocat', { headers: { 'if-none-match': etag } })
    expect([stranger.status, stranger.headers.get('x-ratelimit-used')]).toEqual([304, '2'])
  })

  it('of searches are separate, and restart each minute', async () => {
    const search = () => octokit().search.repos({ q: 'hello' })
    await search()
    const { headers } = await search()
    expect(headers).toMatchObject({
      'x-ratelimit-limit': '30',
      'x-ratelimit-used': '2',
      'x-ratelimit-remaining': '28',
      'x-ratelimit-resource': 'search',
      'x-ratelimit-reset': String((Math.floor(codehost.clock.now() / 60_000) + 1) * 60),
    })
    await octokit().search.code({ q: 'hello repo:octocat/hello-world' })
    const { resources } = (await octokit().rateLimit.get()).data
    expect(resources.search).toMatchObject({ limit: 30, used: 2 })
    expect(resources.code_search).toMatchObject({ limit: 10, used: 1 })
    expect(resources.core.used).toBe(0)
    codehost.clock.advance('1m')
    expect((await search()).headers['x-ratelimit-used']).toBe('1')
    const stranger = await fetch('/search/users?q=octocat')
    expect(stranger.headers.get('x-ratelimit-limit')).toBe('10')
  })

  it('block requests only where the seed says so', async () => {
    for (let times = 0; times < 65; times++) expect((await fetch('/zen')).status).toBe(200)
  })

  it('of the seed block with 403 until the hour is over', async () => {
    await octokit(limited).issues.listLabelsForRepo(repo)
    expect((await octokit(limited).issues.listLabelsForRepo(repo)).headers['x-ratelimit-remaining']).toBe('0')
    await expect(octokit(limited).issues.listLabelsForRepo(repo)).rejects.toMatchObject({
      status: 403,
      response: {
        data: { message: expect.stringMatching(/^API rate limit exceeded for user ID \d+\.$/) },
        headers: {
          'x-ratelimit-limit': '2',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-used': '2',
          'x-ratelimit-reset': String(Date.UTC(2026, 0, 1, 11) / 1000),
        },
      },
    })
    expect((await octokit(limited).rateLimit.get()).data.rate.remaining).toBe(0)
    const stranger = await limited.fetch(`${limited.url}/users/octocat`)
    expect(stranger.status).toBe(200)
    limited.clock.advance('40m')
    expect((await octokit(limited).issues.listLabelsForRepo(repo)).status).toBe(200)
  })
})

it('tells caches that the answer to a page differs by its origin too', async () => {
  const varied = async (headers: Record<string, string>) =>
    (await fetch('/users/octocat', { headers })).headers.get('vary') ?? ''
  expect(await varied({ origin: 'http://localhost:3000' })).toBe(`${await varied({})}, origin`)
})

it('has at most 100 items on a page, and 30 by default', async () => {
  for (let count = 0; count < 95; count++) await post('/repos/octocat/hello-world/labels', `{"name":"l${count}"}`)
  const size = async (query: string) =>
    ((await (await fetch(`/repos/octocat/hello-world/labels${query}`)).json()) as unknown[]).length
  expect([await size('?per_page=200'), await size('?per_page=0'), await size('')]).toEqual([100, 30, 30])
})

describe('the prefix of enterprise servers', () => {
  it('is in the URLs of answers and in Link headers', async () => {
    const prefixed = checkedOctokit({ url: `${codehost.url}/api/v3` }, 'octocat')
    const { data, headers } = await prefixed.issues.listLabelsForRepo({ ...repo, per_page: 4 })
    expect(data[0]?.url).toBe(`${codehost.url}/api/v3/repos/octocat/hello-world/labels/bug`)
    expect(headers.link).toContain(`<${codehost.url}/api/v3/repositories/1/labels?per_page=4&page=2>`)
    expect(await prefixed.paginate(prefixed.issues.listLabelsForRepo, { ...repo, per_page: 4 })).toHaveLength(9)
    expect(codehost.requests.every(({ path }) => path.startsWith('/api/v3/'))).toBe(true)
    expect((await prefixed.meta.root()).data.current_user_url).toBe(`${codehost.url}/api/v3/user`)
  })
})

describe('refusals', () => {
  it('distinguish a body that is not JSON from one that is not an object', async () => {
    const malformed = await post('/repos/octocat/hello-world/labels', '{"name": ')
    expect(malformed.status).toBe(400)
    expect(await malformed.json()).toMatchObject({ message: 'Problems parsing JSON', status: '400' })
    const list = await post('/repos/octocat/hello-world/labels', '[]')
    expect([list.status, await list.json()]).toMatchObject([400, { message: 'Body should be a JSON object' }])
  })

  it('name the page of the vendor that documents the operation', async () => {
    const response = await post('/repos/octocat/hello-world/labels', '{}')
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      message: 'Validation Failed',
      errors: [{ resource: 'Label', field: 'name', code: 'missing_field' }],
      documentation_url: 'https://docs.github.com/rest/issues/labels#create-a-label',
      status: '422',
    })
  })

  it('name the page of every operation that the vendor documents', () => {
    const pages = documentationPages()
    const known: Readonly<Record<string, string>> = documentation
    const documented = operations.filter((operation) => pages.has(operation))
    expect(documented.map((operation) => `https://docs.github.com/rest/${known[operation]}`)).toEqual(
      documented.map((operation) => pages.get(operation)?.replace('enterprise-server@3.9/', '')),
    )
  })

  it.each([
    ['/gists/missing', 'gists/gists#get-a-gist'],
    ['/orgs/missing/dependabot/secrets', 'dependabot/secrets#list-organization-secrets'],
    ['/users/octocat/packages/npm/missing', 'packages/packages#get-a-package-for-a-user'],
    ['/teams/1', 'teams/teams#get-a-team-legacy'],
  ])('of %s name its page', async (path, page) => {
    const response = await fetch(path, { headers: { authorization: 'token octocat' } })
    expect(await response.json()).toMatchObject({ documentation_url: `https://docs.github.com/rest/${page}` })
  })

  it('of paths that are not well encoded are 400', async () => {
    const response = await fetch('/repos/octocat/%ZZ')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message: 'Bad Request', status: '400' })
  })

  it('of unknown operations are 501 and name the nearest operation', async () => {
    await expect(octokit().request('GET /repos/octocat/hello-world/lables')).rejects.toMatchObject({
      status: 501,
      response: {
        data: {
          message: expect.stringMatching(
            /does not implement GET \/repos\/octocat\/hello-world\/lables; the nearest operation is GET \/repos\/:owner\/:repo/,
          ),
          documentation_url: 'https://docs.github.com/rest',
          status: '501',
        },
      },
    })
    expect(codehost.requests[0]).toMatchObject({ route: null, status: 501 })
  })

  it.each(['/user/codespaces', '/repos/octocat/hello-world/branches/main/rules'])(
    'of %s are 501 too, though a route with parameters matches it',
    async (path) => {
      await expect(octokit().request(`GET ${path}`)).rejects.toMatchObject({
        status: 501,
        response: { data: { message: expect.stringContaining(`does not implement GET ${path}; the nearest`) } },
      })
    },
  )
})

describe('faults by the vendor’s names', () => {
  it('exhaust the rate limit', async () => {
    codehost.faults.add({ code: 'rate_limited', times: 1 })
    await expect(octokit().issues.listLabelsForRepo(repo)).rejects.toMatchObject({
      status: 403,
      response: {
        data: { message: expect.stringContaining('API rate limit exceeded') },
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Date.UTC(2026, 0, 1, 11) / 1000) },
      },
    })
    expect((await octokit().issues.listLabelsForRepo(repo)).status).toBe(200)
  })

  it('exceed a secondary rate limit, with the seconds to wait', async () => {
    codehost.faults.add({ code: 'secondary_rate_limited', path: '/repos/:owner/:repo/labels' })
    await expect(octokit().issues.listLabelsForRepo(repo)).rejects.toMatchObject({
      status: 403,
      response: {
        data: { message: expect.stringContaining('You have exceeded a secondary rate limit') },
        headers: { 'retry-after': '60' },
      },
    })
  })

  it('are in the vendor’s envelope with any status', async () => {
    codehost.faults.add({ status: 503 })
    const response = await fetch('/users/octocat')
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { message: 'Service Unavailable', status: '503' },
    ])
  })
})

describe('an internal error', () => {
  it('is the vendor’s 500 on the wire, rolls changes back, and keeps its stack on the request record', async () => {
    const { get } = routesFor<CodehostCall>()
    const boom = get('test/boom', '/boom/:name', ({ rows, params }) => {
      rows.oauthApps.insert({ clientId: params.name, clientSecret: '', name: '', redirectUris: [] })
      throw new Error(`boom after ${rows.oauthApps.size}`)
    })
    const service = { ...definition, routes: [...routes, boom] }
    await using broken = await createEmulator({ service, port: 0, seed })
    for (let times = 0; times < 2; times++) {
      const response = await broken.fetch(`${broken.url}/boom/x`)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({
        message: 'Server Error',
        documentation_url: 'https://docs.github.com/rest',
        status: '500',
      })
    }
    const errors = broken.requests.map(({ error }) => error)
    expect(errors).toEqual([expect.stringContaining('boom after 1'), expect.stringContaining('boom after 1')])
    expect(errors[0]).toContain('finish.test.ts')
    expect((await broken.fetch(`${broken.url}/users/octocat`)).status).toBe(200)
  })
})
