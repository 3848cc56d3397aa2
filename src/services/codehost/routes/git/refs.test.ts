import { describe, expect } from 'vitest'
import { helloWorldSite } from '../repos/hello-world.fixture.ts'

const site = await helloWorldSite()
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

async function tip(branch = 'main'): Promise<string> {
  return (await stranger().repos.getBranch({ ...repo, branch })).data.commit.sha
}

describe('git references', () => {
  it('are found by name, and by prefix', async () => {
    const { data } = await stranger().git.getRef({ ...repo, ref: 'heads/main' })
    expect(data).toMatchObject({ ref: 'refs/heads/main', object: { type: 'commit', sha: await tip() } })
    expect((await stranger().git.getRef({ ...repo, ref: 'heads/main' })).headers['x-poll-interval']).toBe('300')
    const plain = await fetch(`${site.codehost.url}/repos/octocat/hello-world/git/ref/heads/feature/x`)
    expect(await plain.json()).toMatchObject({ ref: 'refs/heads/feature/x' })
    const { data: all } = await stranger().git.listMatchingRefs({ ...repo, ref: 'heads/fe' })
    expect(all.map(({ ref }) => ref)).toEqual(['refs/heads/feature/x'])
    await expect(stranger().git.getRef({ ...repo, ref: 'heads/fe' })).rejects.toMatchObject({ status: 404 })
    await expect(stranger().git.getRef({ owner: 'octocat', repo: 'empty', ref: 'heads/main' })).rejects.toMatchObject({
      status: 409,
      response: { data: { message: 'Git Repository is empty.' } },
    })
  })

  it('are all found by an empty prefix, and each at its own URL', async () => {
    const { data: all } = await stranger().git.listMatchingRefs({ ...repo, ref: '' })
    expect(all.map(({ ref }) => ref)).toEqual(['refs/heads/feature/x', 'refs/heads/main'])
    for (const ref of all) expect(await (await fetch(ref.url)).json()).toEqual(ref)
    // The former address, which `git_refs_url` of a repository expands to.
    for (const path of ['git/refs', 'git/refs/'])
      expect(await (await fetch(`${site.codehost.url}/repos/octocat/hello-world/${path}`)).json()).toEqual(all)
  })

  it.for(['100%', 'fix#1', '日本/ü'])('have URLs that lead to them whatever their name: %s', async (branch) => {
    const sha = await tip()
    const { data: ref, headers } = await octokit('octocat').git.createRef({ ...repo, ref: `refs/heads/${branch}`, sha })
    expect(headers.location).toBe(ref.url)
    expect(await (await fetch(ref.url)).json()).toEqual(ref)
    const { data: one } = await octokit('octocat').repos.getBranch({ ...repo, branch })
    const { _links: links } = one
    expect(await (await fetch(links.self)).json()).toEqual(one)
    const { data: file } = await stranger().repos.getContent({ ...repo, path: 'src/a.ts', ref: branch })
    const url = (file as { download_url: string }).download_url
    expect(await (await fetch(url)).text()).toBe('let a = 1\n')
  })

  it('are created for an existing object, and once', async () => {
    const input = { ...repo, ref: 'refs/heads/next', sha: await tip() }
    const { data, headers } = await octokit('hubber').git.createRef(input)
    expect(data.ref).toBe('refs/heads/next')
    expect(headers.location).toBe(data.url)
    const refused: [object, string][] = [
      [input, 'Reference already exists'],
      [{ ref: 'refs/heads/a', sha: 'f'.repeat(40) }, 'Object does not exist'],
      [
        { ref: 'refs/heads/a', sha: 'main' },
        'The sha parameter must be exactly 40 characters and contain only [0-9a-f].',
      ],
      [{ ref: 'heads/a', sha: input.sha }, 'heads/a is not a valid ref name.'],
      [{ ref: 'refs/heads/a b', sha: input.sha }, 'refs/heads/a b is not a valid ref name.'],
      // `feature` and `feature/x` cannot both exist, like a file and a directory of the same name.
      [{ ref: 'refs/heads/feature', sha: input.sha }, 'Reference update failed'],
      [{ ref: 'refs/heads/main/x', sha: input.sha }, 'Reference update failed'],
      [{ ref: 'refs/heads/a' }, 'Invalid request.\n\n"sha" wasn\'t supplied.'],
    ]
    for (const [parameters, message] of refused) {
      const request = octokit().git.createRef({ ...repo, ...parameters } as never)
      await expect(request).rejects.toMatchObject({ status: 422, response: { data: { message } } })
    }
    await expect(octokit('monalisa').git.createRef(input)).rejects.toMatchObject({ status: 403 })
    await expect(stranger().git.createRef(input)).rejects.toMatchObject({ status: 401 })
  })

  it('move forward, and elsewhere only by force', async () => {
    const [main, feature] = [await tip(), await tip('feature/x')]
    const ref = { ...repo, ref: 'heads/feature/x' }
    await expect(octokit().git.updateRef({ ...ref, sha: main })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Update is not a fast forward' } },
    })
    expect((await octokit().git.updateRef({ ...ref, sha: main, force: true })).data.object.sha).toBe(main)
    expect((await octokit().git.updateRef({ ...ref, sha: feature })).data.object.sha).toBe(feature)
    await expect(octokit().git.updateRef({ ...repo, ref: 'heads/nope', sha: main })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Reference does not exist' } },
    })
    await site.codehost.webhooks.settled()
    expect(site.receiver.received.map(({ payload }) => payload['forced'])).toEqual([true, false])
  })

  it('are deleted, except the default branch', async () => {
    expect((await octokit().git.deleteRef({ ...repo, ref: 'heads/feature/x' })).status).toBe(204)
    await expect(octokit().git.deleteRef({ ...repo, ref: 'heads/feature/x' })).rejects.toMatchObject({ status: 422 })
    await expect(octokit().git.deleteRef({ ...repo, ref: 'heads/main' })).rejects.toMatchObject({ status: 422 })
  })
})

describe('the push event', () => {
  it('has a new branch, its commits, and its deletion', async () => {
    const before = await tip()
    await octokit('hubber').git.createRef({ ...repo, ref: 'refs/heads/next', sha: before })
    const { data } = await octokit('hubber').repos.createOrUpdateFileContents({
      ...repo,
      path: 'docs/new.md',
      message: 'Add docs',
      content: 'aGk=',
      branch: 'next',
    })
    await octokit('hubber').git.deleteRef({ ...repo, ref: 'heads/next' })
    expect(await events()).toEqual(['create', 'push', 'push', 'delete', 'push'])
    const [create, made, pushed, , gone] = site.receiver.received.map(({ payload }) => payload)
    expect(create).toMatchObject({ ref: 'next', ref_type: 'branch', master_branch: 'main', pusher_type: 'user' })
    const zeros = '0'.repeat(40)
    expect(made).toMatchObject({
      before: zeros,
      after: before,
      created: true,
      base_ref: 'refs/heads/main',
      commits: [],
    })
    expect(pushed).toMatchObject({
      ref: 'refs/heads/next',
      before,
      after: data.commit.sha,
      created: false,
      deleted: false,
      forced: false,
      pusher: { name: 'hubber' },
      commits: [{ message: 'Add docs', added: ['docs/new.md'], removed: [], modified: [], distinct: true }],
      head_commit: { id: data.commit.sha, author: { username: 'hubber' } },
      repository: { owner: { name: 'octocat' }, master_branch: 'main' },
    })
    expect(gone).toMatchObject({ before: data.commit.sha, after: zeros, deleted: true, head_commit: null })
    expect(site.receiver.violations()).toEqual([])
  })

  it('may bring a merge commit to a protected branch that does not require a linear history', async () => {
    const parents = [await tip(), await tip('feature/x')]
    const { data: head } = await octokit().git.getCommit({ ...repo, commit_sha: await tip('feature/x') })
    const { data: merge } = await octokit().git.createCommit({
      ...repo,
      message: 'Merge',
      tree: head.tree.sha,
      parents,
    })
    const protect = (required_linear_history: boolean) =>
      octokit().repos.updateBranchProtection({
        ...repo,
        branch: 'main',
        required_status_checks: null,
        required_pull_request_reviews: null,
        restrictions: null,
        enforce_admins: true,
        required_linear_history,
      })
    const push = () => octokit().git.updateRef({ ...repo, ref: 'heads/main', sha: merge.sha })
    await protect(true)
    await expect(push()).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'This branch must not contain merge commits.' } },
    })
    await protect(false)
    expect((await push()).data.object.sha).toBe(merge.sha)
  })

  it('has the time of the repository’s last push', async () => {
    site.codehost.clock.advance('2h')
    await octokit().git.createRef({ ...repo, ref: 'refs/tags/v1', sha: await tip() })
    const { data } = await octokit().repos.get(repo)
    expect(Date.parse(data.pushed_at)).toBeGreaterThan(Date.parse(data.created_at))
    expect(await events()).toEqual(['create', 'push'])
    expect(site.receiver.violations()).toEqual([])
  })
})
