import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'user', 'admin:org'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'stranger' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'admin' }],
        webhooks: [{ url: receiver.url, events: ['*'] }],
      },
    ],
    repos: [
      {
        owner: 'octocat',
        name: 'old',
        auto_init: true,
        branches: [{ name: 'work', files: { a: '1' } }],
        issues: [{ title: 'One' }, { title: 'Two' }],
      },
      { owner: 'octocat', name: 'hidden', private: true, auto_init: true },
      { owner: 'acme', name: 'website', auto_init: true },
    ],
  },
}))

const { it, octokit } = site
const old = { owner: 'octocat', repo: 'old' }

/** Returns the status and target of a request, without following it. */
async function unfollowed(method: string, path: string, token = 'octocat') {
  const response = await fetch(site.codehost.url + path, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'POST' ? { body: '{"title":"x"}' } : {}),
  })
  const location = response.headers.get('location')?.replace(site.codehost.url, '') ?? null
  return { status: response.status, location, body: (await response.json()) as Record<string, unknown> }
}

async function rename(from: string, name: string): Promise<number> {
  return (await octokit().repos.update({ owner: 'octocat', repo: from, name })).data.id
}

describe('the former name of a repository', () => {
  it('redirects reads with 301 and changes with 307 to the path with its id', async () => {
    const id = await rename('old', 'new')
    const read = await unfollowed('GET', '/repos/octocat/old/issues?per_page=1')
    const url = `${site.codehost.url}/repositories/${id}/issues?per_page=1`
    expect(read).toEqual({
      status: 301,
      location: `/repositories/${id}/issues?per_page=1`,
      body: {
        message: 'Moved Permanently',
        url,
        documentation_url: 'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects',
      },
    })
    expect(await unfollowed('POST', '/repos/Octocat/OLD/issues')).toMatchObject({
      status: 307,
      location: `/repositories/${id}/issues`,
    })
    expect((await octokit().repos.get(old)).data.full_name).toBe('octocat/new')
    expect((await octokit().issues.create({ ...old, title: 'Three' })).data).toMatchObject({
      number: 3,
      title: 'Three',
    })
    expect((await octokit().repos.get({ owner: 'octocat', repo: 'new' })).url).not.toContain('repositories')
  })

  it('redirects after a transfer, and after several moves', async () => {
    await rename('old', 'new')
    await octokit().repos.transfer({ owner: 'octocat', repo: 'new', new_owner: 'acme', new_name: 'moved' })
    for (const repo of ['old', 'new']) {
      expect((await octokit().repos.get({ owner: 'octocat', repo })).data.full_name).toBe('acme/moved')
      expect((await octokit().repos.listBranches({ owner: 'octocat', repo })).data).toHaveLength(2)
    }
  })

  it('belongs to a new repository that takes it, and redirects to that one once it is renamed', async () => {
    await rename('old', 'new')
    await octokit().repos.createForAuthenticatedUser({ name: 'old' })
    expect((await octokit().repos.get(old)).data.full_name).toBe('octocat/old')
    await rename('old', 'third')
    expect((await octokit().repos.get(old)).data.full_name).toBe('octocat/third')
  })

  it('hides a private repository from others', async () => {
    await rename('hidden', 'secret')
    expect(await unfollowed('GET', '/repos/octocat/hidden')).toMatchObject({ status: 301 })
    expect(await unfollowed('GET', '/repos/octocat/hidden', 'stranger')).toMatchObject({ status: 404, location: null })
  })
})

describe('the path with the id of a repository', () => {
  it('works for every operation below it', async () => {
    const client = octokit()
    const { id } = (await client.repos.get(old)).data
    const at = `/repositories/${id}`
    expect((await client.request(`GET ${at}`)).data).toMatchObject({ full_name: 'octocat/old' })
    expect((await client.request(`POST ${at}/labels`, { name: 'ci', color: '123456' })).status).toBe(201)
    expect((await client.request(`PATCH ${at}/issues/1`, { labels: ['ci'] })).data).toMatchObject({
      labels: [{ name: 'ci' }],
    })
    expect((await client.request(`GET ${at}/contents/README.md`)).status).toBe(200)
    expect((await client.request(`DELETE ${at}/labels/ci`)).status).toBe(204)
    expect(site.codehost.requests.at(-1)).toMatchObject({ route: '/repos/:owner/:repo/labels/*' })
    await expect(client.request('GET /repositories/424242/issues')).rejects.toMatchObject({ status: 404 })
    await expect(client.request(`GET ${at}/nothing-of-the-kind`)).rejects.toMatchObject({ status: 501 })
  })
})

describe('the former name of a branch', () => {
  it('redirects to the new name, below it too', async () => {
    await octokit().repos.renameBranch({ ...old, branch: 'work', new_name: 'feature/x' })
    const { id } = (await octokit().repos.get(old)).data
    expect(await unfollowed('GET', '/repos/octocat/old/branches/work')).toMatchObject({
      status: 301,
      location: `/repositories/${id}/branches/feature/x`,
    })
    expect(await unfollowed('GET', '/repos/octocat/old/branches/work/protection')).toMatchObject({
      status: 301,
      location: `/repositories/${id}/branches/feature/x/protection`,
    })
    expect((await octokit().repos.getBranch({ ...old, branch: 'work' })).data.name).toBe('feature/x')
    await expect(octokit().repos.getBranch({ ...old, branch: 'never' })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the former login of an account', () => {
  it('redirects profiles and repositories of a user', async () => {
    site.codehost.renameAccount({ login: 'octocat', newLogin: 'monalisa' })
    const { data } = await octokit().users.getByUsername({ username: 'octocat' })
    expect(data.login).toBe('monalisa')
    expect(await unfollowed('GET', '/users/octocat/repos?per_page=1')).toMatchObject({
      status: 301,
      location: `/user/${data.id}/repos?per_page=1`,
    })
    expect((await octokit().repos.listForUser({ username: 'octocat' })).data).toHaveLength(1)
    expect((await octokit().repos.get(old)).data.full_name).toBe('monalisa/old')
  })

  it('redirects an organization, which emits the event', async () => {
    site.codehost.renameAccount({ login: 'acme', newLogin: 'acme-inc' })
    expect((await octokit().orgs.get({ org: 'acme' })).data.login).toBe('acme-inc')
    expect(await unfollowed('GET', '/orgs/acme/members')).toMatchObject({
      status: 301,
      location: expect.stringMatching(/^\/organizations\/\d+\/members$/),
    })
    expect((await octokit().orgs.listMembers({ org: 'acme' })).data).toHaveLength(1)
    expect((await octokit().repos.get({ owner: 'acme', repo: 'website' })).data.full_name).toBe('acme-inc/website')
    expect(await site.events()).toEqual(['organization.renamed'])
  })

  it('is refused where it is taken, malformed or unknown', () => {
    const { codehost } = site
    expect(() => codehost.renameAccount({ login: 'octocat', newLogin: 'Acme' })).toThrow('"Acme" is taken')
    expect(() => codehost.renameAccount({ login: 'nobody', newLogin: 'x' })).toThrow(
      'no account has the login "nobody"',
    )
    expect(() => codehost.renameAccount({ login: 'octocat', newLogin: '-' })).toThrow(TypeError)
  })
})
