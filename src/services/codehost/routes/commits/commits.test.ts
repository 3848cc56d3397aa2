import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function write(path: string, text: string, branch = 'main', token = 'octocat'): Promise<string> {
  const content = Buffer.from(text).toString('base64')
  const found = await octokit()
    .repos.getContent({ ...repo, path, ref: branch })
    .then(({ data }) => ({ sha: (data as { sha: string }).sha }))
    .catch(() => ({}))
  const message = `Write ${path}`
  const { data } = await octokit(token).repos.createOrUpdateFileContents({
    ...repo,
    path,
    message,
    content,
    branch,
    ...found,
  })
  return data.commit.sha ?? ''
}

/** Requests a media type other than JSON, which the vendor's description does not cover. */
async function plain(path: string, format: string): Promise<string> {
  const headers = { accept: `application/vnd.github.${format}` }
  const response = await fetch(`${site.codehost.url}/repos/octocat/hello-world/${path}`, { headers })
  return response.text()
}

describe('the commits of a repository', () => {
  it('are listed newest first, from a branch, and narrowed by path, author and time', async () => {
    site.codehost.clock.advance('1h')
    // Git stores whole seconds.
    const start = new Date(Math.floor(site.codehost.clock.now() / 1000) * 1000).toISOString()
    const second = await write('src/a.ts', 'let a = 2\n')
    site.codehost.clock.advance('1h')
    const third = await write('c.txt', 'c\n', 'main', 'hubber')
    const shas = async (parameters: object) =>
      (await stranger().repos.listCommits({ ...repo, ...parameters })).data.map(({ sha }) => sha)
    const all = await shas({})
    expect(all.slice(0, 2)).toEqual([third, second])
    expect(all).toHaveLength(3)
    expect(await shas({ sha: 'feature/x' })).toHaveLength(2)
    expect(await shas({ path: 'src' })).toEqual([second, all[2]])
    expect(await shas({ author: 'hubber' })).toEqual([third])
    expect(await shas({ author: 'octocat@example.com' })).toEqual([second, all[2]])
    expect(await shas({ since: start, per_page: 1, page: 2 })).toEqual([second])
    const soon = new Date(Date.parse(start) + 1_800_000).toISOString()
    expect(await shas({ until: soon })).toEqual([second, all[2]])
    await expect(stranger().repos.listCommits({ ...repo, sha: 'nope' })).rejects.toMatchObject({ status: 404 })
  })

  it('are those of the default branch when sha is empty', async () => {
    const all = (await stranger().repos.listCommits(repo)).data
    expect((await stranger().repos.listCommits({ ...repo, sha: '' })).data).toEqual(all)
  })

  it('have their changes as JSON, diff, patch or sha', async () => {
    await write('src/a.ts', 'let a = 2\n')
    const { data } = await stranger().repos.getCommit({ ...repo, ref: 'main' })
    expect(data.stats).toEqual({ total: 2, additions: 1, deletions: 1 })
    expect(data.files).toMatchObject([
      { filename: 'src/a.ts', status: 'modified', patch: '@@ -1 +1 @@\n-let a = 1\n+let a = 2' },
    ])
    const as = (format: string) => plain('commits/main', format)
    expect(await as('sha')).toBe(data.sha)
    expect(await as('diff')).toMatch(/^diff --git a\/src\/a\.ts b\/src\/a\.ts\n/)
    expect(await as('patch')).toMatch(new RegExp(`^From ${data.sha} `))
    await expect(stranger().repos.getCommit({ ...repo, ref: 'nope' })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'No commit found for SHA: nope' } },
    })
    expect((await stranger().repos.getCommit({ ...repo, ref: data.sha.slice(0, 8) })).data.sha).toBe(data.sha)
  })

  it('have pull requests, branches and comments under a branch with slashes that is not encoded', async () => {
    await octokit().pulls.create({ ...repo, title: 'x', head: 'feature/x', base: 'main' })
    for (const ref of ['feature/x', 'heads/feature/x', 'feature%2Fx']) {
      const at = (what: string) => `${site.codehost.url}/repos/octocat/hello-world/commits/${ref}/${what}`
      const init = { method: 'POST', headers: { authorization: 'token octocat' }, body: '{"body":"Fine"}' }
      expect((await fetch(at('comments'), init)).status).toBe(201)
      expect(await (await fetch(at('comments'))).json()).toContainEqual(expect.objectContaining({ body: 'Fine' }))
      expect(await (await fetch(at('pulls'))).json()).toMatchObject([{ title: 'x' }])
      expect(await (await fetch(at('branches-where-head'))).json()).toMatchObject([{ name: 'feature/x' }])
    }
  })

  it('as a patch, for a merge, are the patches of the merged commits', async () => {
    await write('c.txt', 'c\n')
    await write('d.txt', 'd\n', 'feature/x')
    const { data } = await octokit().repos.merge({ ...repo, base: 'main', head: 'feature/x' })
    const patch = await plain(`commits/${data.sha}`, 'patch')
    expect(patch.match(/^Subject: .*/gm)).toEqual([
      'Subject: [PATCH 1/2] Work on feature/x',
      'Subject: [PATCH 2/2] Write d.txt',
    ])
  })

  it('have the branches whose head they are, and their pull requests', async () => {
    const { data: branch } = await stranger().repos.getBranch({ ...repo, branch: 'feature/x' })
    const one = { ...repo, commit_sha: branch.commit.sha }
    const { data } = await stranger().repos.listBranchesForHeadCommit(one)
    expect(data.map(({ name }) => name)).toEqual(['feature/x'])
    expect((await stranger().repos.listPullRequestsAssociatedWithCommit(one)).data).toEqual([])
    await octokit().pulls.create({ ...repo, title: 'Topic', head: 'feature/x', base: 'main' })
    expect((await stranger().repos.listPullRequestsAssociatedWithCommit(one)).data).toMatchObject([{ title: 'Topic' }])
  })
})

describe('the author of a commit', () => {
  it('is the account of a no-reply address, by its id or by its login', async () => {
    const { data: base } = await octokit().repos.getCommit({ ...repo, ref: 'main' })
    const { data: hubber } = await octokit().users.getByUsername({ username: 'hubber' })
    const loginOf = async (address: string) => {
      const author = { name: 'A', email: `${address}@users.noreply.github.com` }
      const tree = base.commit.tree.sha
      const { data } = await octokit().git.createCommit({ ...repo, message: 'x', tree, author })
      return (await octokit().repos.getCommit({ ...repo, ref: data.sha })).data.author?.login
    }
    expect(await loginOf(`${hubber.id}+former-name`)).toBe('hubber')
    expect(await loginOf('Monalisa')).toBe('monalisa')
    expect(await loginOf('nobody')).toBeUndefined()
  })
})

describe('the pull requests of a commit', () => {
  const titles = async (commit_sha: string) =>
    (await stranger().repos.listPullRequestsAssociatedWithCommit({ ...repo, commit_sha })).data.map(
      ({ title }) => title,
    )

  it('include the merged one that made it, and neither test merges nor commits of the base', async () => {
    const { data: base } = await octokit().repos.getCommit({ ...repo, ref: 'main' })
    const { data: opened } = await octokit().pulls.create({ ...repo, title: 'Topic', head: 'feature/x', base: 'main' })
    const { data: pull } = await octokit().pulls.get({ ...repo, pull_number: opened.number })
    expect(await titles(pull.merge_commit_sha ?? '')).toEqual([])
    const { data: merge } = await octokit().pulls.merge({ ...repo, pull_number: pull.number })
    expect(await titles(merge.sha)).toEqual(['Topic'])
    expect(await titles(base.sha)).toEqual([])
  })
})

describe('a comparison', () => {
  const compare = async (basehead: string, parameters: object = {}) =>
    (await stranger().repos.compareCommitsWithBasehead({ ...repo, basehead, ...parameters })).data

  it('has the commits and files between two refs', async () => {
    expect(await compare('OctoCat:main...octocat:Hello-World:feature/x')).toMatchObject({ ahead_by: 1 })
    expect(await compare('main...main')).toMatchObject({ status: 'identical', ahead_by: 0, files: [] })
    const ahead = await compare('main...feature/x')
    expect(ahead).toMatchObject({ status: 'ahead', ahead_by: 1, behind_by: 0, total_commits: 1 })
    expect(ahead.files?.map(({ filename }) => filename)).toEqual(['b.txt'])
    expect(await compare('feature/x...main')).toMatchObject({ status: 'behind', behind_by: 1, commits: [] })
    await write('c.txt', 'c')
    expect(await compare('main...feature/x')).toMatchObject({ status: 'diverged', ahead_by: 1, behind_by: 1 })
    expect(await plain('compare/main...feature/x', 'diff')).toMatch(/^diff --git a\/b\.txt/)
    for (const basehead of ['main', 'main...nope', 'main..feature/x']) {
      await expect(compare(basehead)).rejects.toMatchObject({ status: 404 })
    }
  })

  it('is paged by commits, with files on the first page', async () => {
    for (const name of ['1', '2', '3']) await write(name, name, 'feature/x')
    const first = await compare('main...feature/x', { per_page: 3 })
    const second = await compare('main...feature/x', { per_page: 3, page: 2 })
    expect([first.commits.length, first.files?.length]).toEqual([3, 4])
    expect([second.commits.length, second.files, second.total_commits]).toEqual([1, undefined, 4])
    expect(second.commits[0]?.commit.message).toBe('Write 3')
    const relationsOf = async (query: string) => {
      const { headers } = await fetch(`${site.codehost.url}/repos/octocat/hello-world/compare/main...feature/x${query}`)
      return [...(headers.get('link') ?? '').matchAll(/page=(\d)>; rel="(\w+)"/g)].map(
        ([, page, name]) => `${name} ${page}`,
      )
    }
    expect(await relationsOf('?per_page=3')).toEqual(['last 2', 'next 2', 'first 1'])
    expect(await relationsOf('?per_page=3&page=2')).toEqual(['last 2', 'first 1', 'prev 1'])
    expect(await relationsOf('?page=1')).toEqual(['first 1'])
  })

  it('of very many commits has the newest ones, unless it is paged', async () => {
    const { data: branch } = await stranger().repos.getBranch({ ...repo, branch: 'feature/x' })
    let { sha } = branch.commit
    const tree = branch.commit.commit.tree.sha
    for (let number = 1; number <= 250; number++) {
      const made = await octokit().git.createCommit({ ...repo, message: `Step ${number}`, tree, parents: [sha] })
      sha = made.data.sha
    }
    const parameters = { ...repo, basehead: `main...${sha}` }
    const { data, headers } = await stranger().repos.compareCommitsWithBasehead(parameters)
    expect([data.total_commits, data.commits.length]).toEqual([251, 250])
    expect([data.commits[0]?.commit.message, data.commits[249]?.sha]).toEqual(['Step 1', sha])
    expect(headers.link).toBeUndefined()
    const paged = await stranger().repos.compareCommitsWithBasehead({ ...parameters, per_page: 100 })
    expect(paged.data.commits[0]?.sha).toBe(branch.commit.sha)
    expect(paged.headers.link).toContain('per_page=100&page=3>; rel="last"')
  })

  it('reaches into forks', async () => {
    await octokit('monalisa').repos.createFork(repo)
    const fork = { owner: 'monalisa', repo: 'hello-world' }
    await octokit('monalisa').repos.createOrUpdateFileContents({ ...fork, path: 'f', message: 'Fork', content: '' })
    expect(await compare('main...monalisa:main')).toMatchObject({
      status: 'ahead',
      commits: [{ commit: { message: 'Fork' } }],
    })
    const { permalink_url: permalink } = await compare('main...monalisa:main')
    expect(permalink).toMatch(/\/octocat\/hello-world\/compare\/octocat:\w{7}\.\.\.monalisa:\w{7}$/)
    expect(await compare('main...monalisa:hello-world:main')).toMatchObject({ ahead_by: 1 })
    await expect(compare('main...nobody:main')).rejects.toMatchObject({ status: 404 })
  })
})
