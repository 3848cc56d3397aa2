import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { createEmulator } from '#emulator.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const users = [{ login: 'octocat' }, { login: 'hubber' }]
const repos = [
  { owner: 'octocat', name: 'open' },
  { owner: 'octocat', name: 'closed', private: true },
]
const tokens = {
  ghp_octocat: { login: 'octocat', scopes: ['repo', 'user'] },
  ghp_nothing: { login: 'octocat', scopes: [] },
  ghp_public: { login: 'octocat', scopes: ['public_repo'] },
  ghp_reader: { login: 'octocat', scopes: ['repo:read'] },
}

const site = await codehostSite(() => ({ tokens, codehost: { users, repos } }))
const { it } = site

const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
const get = (path: string, authorization?: string, emulator = site.codehost) =>
  emulator.fetch(`${emulator.url}${path}`, authorization === undefined ? {} : { headers: { authorization } })

describe('authentication', () => {
  it.for([
    ['Bearer', 'Bearer ghp_octocat'],
    ['bearer', 'bearer ghp_octocat'],
    ['token', 'token ghp_octocat'],
    ['Token', 'Token ghp_octocat'],
    ['Basic with the token as the password', basic('octocat', 'ghp_octocat')],
    ['Basic with the token as the user name', basic('ghp_octocat', 'x-oauth-basic')],
    ['Basic with the token alone', basic('ghp_octocat', '')],
  ] as const)('accepts a token by %s', async ([, authorization]) => {
    const response = await get('/user', authorization)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ login: 'octocat' })
  })

  it.for([
    ['an unknown token', 'Bearer ghp_unknown'],
    ['a password', basic('octocat', 'hunter2')],
    ['another scheme', 'Digest ghp_octocat'],
    ['nothing but a scheme', 'Bearer'],
  ] as const)('refuses %s in the words of the vendor', async ([, authorization]) => {
    for (const path of ['/user', '/users/octocat']) {
      const response = await get(path, authorization)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        message: 'Bad credentials',
        documentation_url: 'https://docs.github.com/rest',
        status: '401',
      })
    }
  })

  it('is optional for public reads and required for changes', async () => {
    expect((await get('/repos/octocat/open')).status).toBe(200)
    await expect(
      checkedOctokit(site.codehost).issues.createLabel({ owner: 'octocat', repo: 'open', name: 'ci' }),
    ).rejects.toMatchObject({ status: 401, response: { data: { message: 'Requires authentication' } } })
  })

  it('is required for every request where the seed says so', async () => {
    const seed = { tokens, codehost: { users, repos, strict_auth: true } }
    await using strict = await createEmulator({ service: 'codehost', port: 0, seed })
    for (const path of ['/users/octocat', '/', '/zen', '/rate_limit']) {
      expect((await get(path, undefined, strict)).status, path).toBe(401)
      expect((await get(path, 'Bearer ghp_octocat', strict)).status, path).toBe(200)
    }
  })

  it('names the user in the request log', async () => {
    await get('/user', 'Bearer ghp_octocat')
    await get('/zen')
    expect(site.codehost.requests.map(({ principal }) => principal)).toEqual(['octocat', null])
    expect(site.codehost.requests[0]?.request.headers['authorization']).toBe('[redacted]')
  })
})

describe('scopes', () => {
  it('are in the headers of every answer to a token, with those that the operation accepts', async () => {
    const { headers } = await get('/user', 'Bearer ghp_octocat')
    expect(headers.get('x-oauth-scopes')).toBe('repo, user')
    expect(headers.has('x-oauth-client-id')).toBe(false)
    expect(headers.get('x-accepted-oauth-scopes')).toBe('')
    const refused = await get('/user/emails', 'Bearer ghp_nothing')
    expect(refused.status).toBe(403)
    expect(refused.headers.get('x-oauth-scopes')).toBe('')
    expect(refused.headers.get('x-accepted-oauth-scopes')).toBe('user, user:email')
    const keys = await get('/user/gpg_keys', 'Bearer ghp_octocat')
    expect(keys.headers.get('x-accepted-oauth-scopes')).toBe('admin:gpg_key, read:gpg_key, write:gpg_key')
    expect((await get('/users/octocat')).headers.has('x-oauth-scopes')).toBe(false)
    expect((await get('/repos/octocat/none', 'Bearer ghp_octocat')).headers.get('x-oauth-scopes')).toBe('repo, user')
  })

  it('names the scopes that a change needs, which for a private repository is repo alone', async () => {
    const accepted = async (repo: string) => {
      const init = { method: 'POST', headers: { authorization: 'token ghp_octocat' }, body: '{"name":"ci"}' }
      const response = await site.codehost.fetch(`${site.codehost.url}/repos/octocat/${repo}/labels`, init)
      return [response.status, response.headers.get('x-accepted-oauth-scopes')]
    }
    expect(await accepted('open')).toEqual([201, 'public_repo, repo'])
    expect(await accepted('closed')).toEqual([201, 'repo'])
  })

  it('can be empty: such a token reads public data', async () => {
    expect((await get('/repos/octocat/open', 'Bearer ghp_nothing')).status).toBe(200)
    for (const token of ['ghp_nothing', 'ghp_public']) {
      expect((await get('/repos/octocat/closed', `Bearer ${token}`)).status).toBe(404)
    }
    expect((await get('/repos/octocat/closed', 'Bearer ghp_octocat')).status).toBe(200)
  })

  it('can be repo:read, to read private repositories and change nothing', async () => {
    expect((await get('/repos/octocat/closed', 'Bearer ghp_reader')).status).toBe(200)
    const octokit = checkedOctokit(site.codehost, 'ghp_reader')
    for (const repo of ['open', 'closed']) {
      const issue = { owner: 'octocat', repo, title: 'Found a bug' }
      await expect(octokit.issues.create(issue)).rejects.toMatchObject({ status: 403 })
    }
  })

  it('for public repositories permit changes to those', async () => {
    const octokit = (token: string) => checkedOctokit(site.codehost, token)
    const label = { owner: 'octocat', repo: 'open', name: 'ci' }
    await expect(octokit('ghp_nothing').issues.createLabel(label)).rejects.toMatchObject({ status: 403 })
    expect((await octokit('ghp_public').issues.createLabel(label)).status).toBe(201)
  })
})

describe('a media type', () => {
  it.for(['application/xml', 'text/html', 'application/octet-stream'])('%s is refused', async (accept) => {
    const answer = await fetch(`${site.codehost.url}/users/octocat`, { headers: { accept } })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({
      message: `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`,
    })
  })

  it.for(['', '*/*', 'text/html, */*;q=0.8', 'application/vnd.github.raw', 'application/json'])(
    '%j is taken',
    async (accept) => {
      expect((await fetch(`${site.codehost.url}/users/octocat`, { headers: { accept } })).status).toBe(200)
    },
  )
})
