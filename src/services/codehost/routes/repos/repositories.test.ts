import { describe, expect } from 'vitest'
import { repositoriesSite } from './repositories.fixture.ts'

const site = await repositoriesSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

describe('a repository', () => {
  it('is found by names in any case, with the viewer’s permissions', async () => {
    const { data } = await octokit().repos.get({ owner: 'OctoCat', repo: 'Hello-World' })
    expect(data).toMatchObject({ full_name: 'octocat/hello-world', language: 'TypeScript', open_issues_count: 1 })
    expect(data.permissions).toMatchObject({ admin: true })
    expect(data.allow_squash_merge).toBe(true)
    expect((await octokit('hubber').repos.get(repo)).data.allow_squash_merge).toBeUndefined()
  })

  it('is hidden from users without access, and from tokens without the scope', async () => {
    const hidden = { owner: 'octocat', repo: 'secret' }
    for (const client of [stranger(), octokit('hubber'), octokit('public')]) {
      await expect(client.repos.get(hidden)).rejects.toMatchObject({ status: 404 })
    }
    expect((await octokit().repos.get(hidden)).data.private).toBe(true)
  })
})

describe('creating a repository', () => {
  it('starts with a real commit on request', async () => {
    const { data, headers } = await octokit().repos.createForAuthenticatedUser({
      name: 'new one!',
      description: 'About',
      auto_init: true,
      license_template: 'mit',
      gitignore_template: 'Node',
    })
    expect(data).toMatchObject({
      name: 'new-one-',
      description: 'About',
      license: { key: 'mit' },
      default_branch: 'main',
    })
    expect(headers.location).toBe(data.url)
    const made = { owner: 'octocat', repo: 'new-one-' }
    const { data: tree } = await octokit().git.getTree({ ...made, tree_sha: 'main' })
    expect(tree.tree.map(({ path }) => path)).toEqual(['.gitignore', 'LICENSE', 'README.md'])
    const { data: commits } = await octokit().repos.listCommits(made)
    expect(commits.map(({ commit, author }) => [commit.message, author?.login])).toEqual([
      ['Initial commit', 'octocat'],
    ])
  })

  it('is empty by default', async () => {
    await octokit().repos.createForAuthenticatedUser({ name: 'bare' })
    await expect(octokit().repos.listCommits({ owner: 'octocat', repo: 'bare' })).rejects.toMatchObject({
      status: 409,
      response: { data: { message: 'Git Repository is empty.' } },
    })
  })

  it('without a text as its description has none, and keeps an empty homepage', async () => {
    const { data } = await octokit().repos.createForAuthenticatedUser({ name: 'plain', description: '', homepage: '' })
    expect(data).toMatchObject({ description: null, homepage: '' })
  })

  it('refuses a taken name, in the words of the vendor', async () => {
    await expect(octokit().repos.createForAuthenticatedUser({ name: 'Hello-World' })).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          message: 'Repository creation failed.',
          errors: [
            { resource: 'Repository', code: 'custom', field: 'name', message: 'name already exists on this account' },
          ],
        },
      },
    })
  })

  it('needs a name, a fitting scope and a user', async () => {
    await expect(octokit().request('POST /user/repos', {} as never)).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Repository', field: 'name', code: 'missing_field' }] } },
    })
    const hidden = { name: 'x', private: true }
    await expect(octokit('public').repos.createForAuthenticatedUser(hidden)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('reader').repos.createForAuthenticatedUser({ name: 'x' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(stranger().repos.createForAuthenticatedUser({ name: 'x' })).rejects.toMatchObject({ status: 401 })
    await expect(octokit().repos.createForAuthenticatedUser({ name: 'a'.repeat(101) })).rejects.toMatchObject({
      status: 422,
    })
    expect((await octokit('public').repos.createForAuthenticatedUser({ name: 'x' })).status).toBe(201)
  })

  it('in an organization is for its members', async () => {
    const { data } = await octokit().repos.createInOrg({ org: 'acme', name: 'tools', private: true, auto_init: true })
    expect(data).toMatchObject({ full_name: 'acme/tools', private: true, visibility: 'private' })
    await expect(octokit('hubber').repos.createInOrg({ org: 'acme', name: 'x' })).rejects.toMatchObject({ status: 403 })
    await expect(octokit().repos.createInOrg({ org: 'none', name: 'x' })).rejects.toMatchObject({ status: 404 })
    expect(await events()).toEqual(['repository.created', 'create', 'push'])
    expect(site.receiver.violations()).toEqual([])
  })
})

describe('updating a repository', () => {
  it('keeps members that are left out, and emits the previous values', async () => {
    const { data } = await octokit().repos.update({ ...repo, description: 'Second', has_wiki: false })
    expect(data).toMatchObject({ description: 'Second', has_wiki: false, has_issues: true, topics: ['api'] })
    expect(await events()).toEqual(['repository.edited'])
    expect(site.receiver.received[0]?.payload['changes']).toEqual({ description: { from: 'First' } })
  })

  it('renames it, once', async () => {
    expect((await octokit().repos.update({ ...repo, name: 'Hello World' })).data.name).toBe('Hello-World')
    await expect(octokit().repos.update({ ...repo, name: 'secret' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'name already exists on this account' }] } },
    })
    await octokit().repos.update({ ...repo, name: 'other' })
    expect((await octokit().repos.get(repo)).data.name).toBe('other')
    expect(await events()).toEqual(['repository.renamed', 'repository.renamed'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('accepts only a default branch that exists', async () => {
    expect((await octokit().repos.update({ ...repo, default_branch: 'feature' })).data.default_branch).toBe('feature')
    await expect(octokit().repos.update({ ...repo, default_branch: 'nope' })).rejects.toMatchObject({ status: 422 })
  })

  it('requires at least one merge method', async () => {
    const none = { allow_merge_commit: false, allow_squash_merge: false, allow_rebase_merge: false }
    await expect(octokit().repos.update({ ...repo, ...none })).rejects.toMatchObject({ status: 422 })
  })

  it('makes it private and public, archives and unarchives it', async () => {
    await octokit().repos.update({ ...repo, private: true })
    await octokit().repos.update({ ...repo, visibility: 'public' })
    await octokit().repos.update({ ...repo, archived: true })
    await expect(octokit().repos.update({ ...repo, description: 'x' })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Repository was archived so is read-only.' } },
    })
    await octokit().repos.update({ ...repo, archived: false })
    expect(await events()).toEqual([
      'repository.privatized',
      'repository.publicized',
      'public',
      'repository.archived',
      'repository.unarchived',
    ])
    expect(site.receiver.violations()).toEqual([])
  })

  it('keeps a fork of a public repository public', async () => {
    const { data } = await octokit('hubber').repos.createFork(repo)
    const fork = { owner: 'hubber', repo: data.name }
    await expect(octokit('hubber').repos.update({ ...fork, private: true })).rejects.toMatchObject({ status: 422 })
    expect((await octokit('hubber').repos.update({ ...fork, private: false })).status).toBe(200)
  })

  it('is for administrators', async () => {
    await expect(octokit('hubber').repos.update({ ...repo, description: 'x' })).rejects.toMatchObject({
      status: 403,
      response: { data: { message: 'Must have admin rights to Repository.' } },
    })
    await expect(stranger().repos.update({ ...repo, description: 'x' })).rejects.toMatchObject({ status: 401 })
  })
})

describe('deleting a repository', () => {
  it('deletes all its records, with a fitting token', async () => {
    await expect(octokit('public').repos.delete(repo)).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'delete_repo' } },
    })
    await expect(octokit('hubber').repos.delete(repo)).rejects.toMatchObject({ status: 403 })
    expect((await octokit().repos.delete(repo)).status).toBe(204)
    await expect(octokit().repos.get(repo)).rejects.toMatchObject({ status: 404 })
    await expect(octokit().issues.get({ ...repo, issue_number: 1 })).rejects.toMatchObject({ status: 404 })
    expect(await events()).toEqual(['repository.deleted'])
    expect(site.receiver.violations()).toEqual([])
    expect((await octokit().repos.createForAuthenticatedUser({ name: 'hello-world' })).status).toBe(201)
  })

  it('works on an archived one, and leaves its forks with a new root', async () => {
    expect((await octokit().repos.delete({ owner: 'octocat', repo: 'old' })).status).toBe(204)
    await octokit('hubber').repos.createFork(repo)
    await octokit().repos.createFork({ ...repo, organization: 'acme' })
    await octokit().repos.delete(repo)
    expect((await octokit().repos.get({ owner: 'hubber', repo: 'hello-world' })).data).toMatchObject({ fork: false })
    const { data } = await octokit().repos.get({ owner: 'acme', repo: 'hello-world' })
    expect(data.parent?.full_name).toBe('hubber/hello-world')
    expect(data.source?.full_name).toBe('hubber/hello-world')
  })
})

describe('a fork that is deleted', () => {
  it('closes its pull requests, which otherwise stay unchanged', async () => {
    const hubber = octokit('hubber')
    const { data: hook } = await octokit().repos.createWebhook({
      ...repo,
      config: { url: `${site.receiver.url}/pulls`, content_type: 'json' },
      events: ['pull_request'],
    })
    await hubber.repos.createFork(repo)
    const fork = { owner: 'hubber', repo: 'hello-world' }
    await hubber.repos.createOrUpdateFileContents({ ...fork, path: 'new', message: 'New', content: '' })
    const { data } = await hubber.pulls.create({ ...repo, title: 'New', head: 'hubber:main', base: 'main' })
    await site.takeEvents()
    await hubber.repos.delete(fork)
    expect(await events()).toEqual(['pull_request.closed'])
    expect(site.receiver.received[0]?.headers['x-github-hook-id']).toBe(String(hook.id))
    // The vendor's description requires a repository here, but the vendor answers without one.
    expect(await (await fetch(data.url)).json()).toMatchObject({
      state: 'closed',
      merged: false,
      head: { label: 'hubber:main', sha: data.head.sha, repo: null },
    })
    const reopened = hubber.pulls.update({ ...repo, pull_number: data.number, state: 'open' })
    await expect(reopened).rejects.toMatchObject({ status: 422 })
  })
})

describe('the details of a repository', () => {
  it('include topics: lower case, 20 at most', async () => {
    expect((await octokit().repos.getAllTopics(repo)).data.names).toEqual(['api'])
    const { data } = await octokit().repos.replaceAllTopics({ ...repo, names: ['Node', 'api', 'node'] })
    expect(data.names).toEqual(['node', 'api'])
    expect((await octokit().repos.get(repo)).data.topics).toEqual(['node', 'api'])
    for (const names of [['not ok'], Array.from({ length: 21 }, (_, index) => `t${index}`), ['-x'], ['a'.repeat(51)]]) {
      await expect(octokit().repos.replaceAllTopics({ ...repo, names })).rejects.toMatchObject({ status: 422 })
    }
    await expect(octokit().request('PUT /repos/{owner}/{repo}/topics', { ...repo } as never)).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Invalid request.\n\n"names" wasn\'t supplied.' } },
    })
    expect(await events()).toEqual(['repository.edited'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('include languages by bytes, contributors by commits, and tags', async () => {
    expect((await octokit().repos.listLanguages(repo)).data).toEqual({ TypeScript: 10, Python: 8 })
    const { data } = await octokit().repos.listContributors(repo)
    expect(data).toMatchObject([{ login: 'octocat', contributions: 1 }])
    expect((await octokit().repos.listContributors({ owner: 'octocat', repo: 'empty' })).status).toBe(204)
    const { data: head } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    for (const name of ['v1', 'v2']) {
      await octokit().git.createRef({ ...repo, ref: `refs/tags/${name}`, sha: head.commit.sha })
    }
    const { data: tags } = await octokit().repos.listTags(repo)
    expect(tags.map(({ name, commit }) => [name, commit.sha])).toEqual([
      ['v2', head.commit.sha],
      ['v1', head.commit.sha],
    ])
  })

  it('count an unknown contributor only as anonymous', async () => {
    const author = { name: 'Ada', email: 'ada@nowhere.test' }
    await octokit().repos.createOrUpdateFileContents({
      ...repo,
      path: 'x',
      message: 'x',
      content: '',
      author,
    })
    expect((await octokit().repos.listContributors(repo)).data).toHaveLength(1)
    const { data } = await octokit().repos.listContributors({ ...repo, anon: '1' })
    expect(data).toContainEqual({ ...author, type: 'Anonymous', contributions: 1 })
  })
})
