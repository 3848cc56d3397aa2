import { describe, expect } from 'vitest'
import { helloWorldSite } from './hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('a fork', () => {
  it('has the objects and branches of its parent, once for each owner', async () => {
    const { data, status } = await octokit('monalisa').repos.createFork(repo)
    expect(status).toBe(202)
    expect(data).toMatchObject({ full_name: 'monalisa/hello-world', fork: true, description: 'First' })
    expect([data.parent?.full_name, data.source?.full_name]).toEqual(['octocat/hello-world', 'octocat/hello-world'])
    const fork = { owner: 'monalisa', repo: 'hello-world' }
    const branches = (await octokit().repos.listBranches(fork)).data
    expect(branches.map(({ name, commit }) => [name, commit.sha])).toEqual(
      (await octokit().repos.listBranches(repo)).data.map(({ name, commit }) => [name, commit.sha]),
    )
    expect((await octokit('monalisa').repos.createFork(repo)).data.id).toBe(data.id)
    expect((await octokit().repos.get(repo)).data).toMatchObject({ forks_count: 1, network_count: 1 })
    expect(await events()).toEqual(['fork'])
    expect(site.receiver.received[0]?.payload).toMatchObject({ forkee: { full_name: 'monalisa/hello-world' } })
    expect(site.receiver.violations()).toEqual([])
  })

  it('of a fork has it as its parent and the root as its source', async () => {
    await octokit('monalisa').repos.createFork(repo)
    const { data } = await octokit('hubber').repos.createFork({ owner: 'monalisa', repo: 'hello-world' })
    expect([data.parent?.full_name, data.source?.full_name]).toEqual(['monalisa/hello-world', 'octocat/hello-world'])
  })

  it('goes into an organization, under another name, or with the default branch alone, on request', async () => {
    const input = { organization: 'acme', name: 'fork', default_branch_only: true }
    const { data } = await octokit('hubber').repos.createFork({ ...repo, ...input })
    expect(data).toMatchObject({ full_name: 'acme/fork', organization: { login: 'acme' } })
    const branches = (await octokit().repos.listBranches({ owner: 'acme', repo: 'fork' })).data
    expect(branches.map(({ name }) => name)).toEqual(['main'])
  })

  it('goes into the organization of its source under another name only', async () => {
    const source = { owner: 'acme', repo: 'website', organization: 'acme' }
    const copy = async (name?: string) =>
      (await octokit('hubber').repos.createFork({ ...source, ...(name === undefined ? {} : { name }) })).data
    expect((await copy()).full_name).toBe('acme/website')
    const fork = await copy('website-copy')
    expect(fork).toMatchObject({ full_name: 'acme/website-copy', fork: true, parent: { full_name: 'acme/website' } })
    for (const name of ['website-copy', 'website copy']) expect((await copy(name)).id).toBe(fork.id)
  })

  it('takes an unused name when its own is taken', async () => {
    await octokit('monalisa').repos.createForAuthenticatedUser({ name: 'hello-world' })
    expect((await octokit('monalisa').repos.createFork(repo)).data.name).toBe('hello-world-1')
  })

  it('is refused for an empty or hidden repository, for strangers, and into an organization of others', async () => {
    await expect(octokit('monalisa').repos.createFork({ owner: 'octocat', repo: 'empty' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(octokit('monalisa').repos.createFork({ owner: 'acme', repo: 'website' })).rejects.toMatchObject({
      status: 404,
    })
    const closed = { owner: 'hubber', repo: 'closed' }
    const { repos } = octokit('hubber')
    await repos.createForAuthenticatedUser({ name: closed.repo, private: true, auto_init: true })
    await repos.update({ ...closed, allow_forking: false })
    await expect(repos.createFork({ ...closed, organization: 'acme' })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'The repository exists, but forking is disabled.' } },
    })
    await expect(stranger().repos.createFork(repo)).rejects.toMatchObject({ status: 401 })
    await expect(octokit('reader').repos.createFork(repo)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('monalisa').repos.createFork({ ...repo, organization: 'acme' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(octokit('monalisa').repos.createFork({ ...repo, organization: 'hubber' })).rejects.toMatchObject({
      status: 422,
    })
  })
})

describe('the forks of a repository', () => {
  it('are listed newest first, or oldest, or by stars', async () => {
    await octokit('hubber').repos.createFork(repo)
    site.codehost.clock.advance('1h')
    await octokit('monalisa').repos.createFork(repo)
    await octokit().activity.starRepoForAuthenticatedUser({ owner: 'hubber', repo: 'hello-world' })
    const owners = async (parameters: object) =>
      (await stranger().repos.listForks({ ...repo, ...parameters })).data.map(({ owner }) => owner.login)
    expect(await owners({})).toEqual(['monalisa', 'hubber'])
    expect(await owners({ sort: 'oldest' })).toEqual(['hubber', 'monalisa'])
    expect(await owners({ sort: 'stargazers' })).toEqual(['hubber', 'monalisa'])
    expect(await owners({ per_page: 1, page: 2 })).toEqual(['hubber'])
  })
})

describe('a fork that is behind', () => {
  it('is updated from its upstream', async () => {
    await octokit('monalisa').repos.createFork(repo)
    const fork = { owner: 'monalisa', repo: 'hello-world', branch: 'main' }
    expect((await octokit('monalisa').repos.mergeUpstream(fork)).data).toMatchObject({ merge_type: 'none' })
    await octokit().repos.createOrUpdateFileContents({ ...repo, path: 'new', message: 'New', content: '' })
    expect((await octokit('monalisa').repos.mergeUpstream(fork)).data).toEqual({
      message: 'Successfully fetched and fast-forwarded from upstream octocat:main.',
      merge_type: 'fast-forward',
      base_branch: 'octocat:main',
    })
    await octokit().repos.createOrUpdateFileContents({ ...repo, path: 'more', message: 'More', content: '' })
    await octokit('monalisa').repos.createOrUpdateFileContents({
      ...fork,
      path: 'own',
      message: 'Own',
      content: 'Yg==',
    })
    expect((await octokit('monalisa').repos.mergeUpstream(fork)).data).toMatchObject({ merge_type: 'merge' })
    await octokit().repos.createOrUpdateFileContents({ ...repo, path: 'own', message: 'Other', content: 'YQ==' })
    await expect(octokit('monalisa').repos.mergeUpstream(fork)).rejects.toMatchObject({ status: 409 })
    await expect(octokit('monalisa').repos.mergeUpstream({ ...fork, branch: 'nowhere' })).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Branch not found' } },
    })
    await expect(octokit().repos.mergeUpstream({ ...repo, branch: 'main' })).rejects.toMatchObject({ status: 422 })
  })
})
