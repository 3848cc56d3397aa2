import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { checkedOctokit } from '#testkit/octokit.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
    reader: { login: 'octocat', scopes: [] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'README.md': '# Hello\n', 'src/index.ts': 'one\ntwo\nthree\nfour\nfive\n' },
        collaborators: [{ login: 'hubber' }],
        branches: [
          { name: 'feature', files: { 'src/index.ts': 'one\ntwo\n3\nfour\nfive\n', 'docs/new.md': 'New\n' } },
          { name: 'feature-2', files: { 'src/index.ts': 'one\n2\n3\nfour\nfive\n' } },
          { name: 'conflicting', files: { 'src/index.ts': 'one\ntwo\nIII\nfour\nfive\n' } },
          { name: 'release' },
        ],
        issues: [{ title: 'An issue', user: 'octocat' }],
        pulls: [
          { title: 'Seeded', head: 'seeded', user: 'hubber', labels: ['bug'], reviewers: ['octocat'] },
          { title: 'Unfinished', head: 'unfinished', draft: true },
        ],
        webhooks: [{ url: receiver.url, events: ['pull_request', 'push'] }],
      },
      { owner: 'octocat', name: 'secret', private: true, auto_init: true, pulls: [{ title: 'Hidden', head: 'h' }] },
    ],
  },
}))
const { it } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const octokit = (token?: string) => checkedOctokit(site.codehost, token)
const owner = () => octokit('octocat')
const open = (head = 'feature', more = {}) =>
  owner().pulls.create({ ...repo, title: 'A change', head, base: 'main', ...more })
const events = async () => {
  await site.codehost.webhooks.settled()
  expect(site.receiver.violations()).toEqual([])
  return site.receiver.received
    .filter(({ event }) => event === 'pull_request')
    .map(({ payload }) => payload as { action: string; number: number; pull_request: Record<string, unknown> })
}
const move = async (branch: string, to: string) => {
  const { data } = await owner().git.getRef({ ...repo, ref: `heads/${to}` })
  await owner().git.updateRef({ ...repo, ref: `heads/${branch}`, sha: data.object.sha, force: true })
  return data.object.sha
}

describe('opening a pull request', () => {
  it('answers the computed state of its commits, and its URLs', async () => {
    const { data, status, headers } = await open('feature', { body: 'Please', draft: false })
    expect(status).toBe(201)
    expect(headers.location).toBe(`${site.codehost.url}/repos/octocat/hello-world/pulls/4`)
    expect(data).toMatchObject({
      number: 4,
      state: 'open',
      title: 'A change',
      body: 'Please',
      draft: false,
      merged: false,
      mergeable: null,
      rebaseable: null,
      mergeable_state: 'unknown',
      merge_commit_sha: null,
      commits: 1,
      additions: 2,
      deletions: 1,
      changed_files: 2,
      maintainer_can_modify: false,
      head: { label: 'octocat:feature', ref: 'feature' },
      base: { label: 'octocat:main', ref: 'main' },
      html_url: `${site.codehost.url}/octocat/hello-world/pull/4`,
      author_association: 'OWNER',
    })
    const { data: head } = await owner().git.getRef({ ...repo, ref: 'pull/4/head' })
    expect(head.object.sha).toBe(data.head.sha)
  })

  it('shares its numbers with issues and is an issue itself', async () => {
    const { data } = await open()
    const { data: issue } = await owner().issues.get({ ...repo, issue_number: data.number })
    expect(issue).toMatchObject({ title: 'A change', pull_request: { url: data.url } })
    expect((await owner().issues.create({ ...repo, title: 'Next' })).data.number).toBe(data.number + 1)
    await expect(owner().pulls.get({ ...repo, pull_number: 1 })).rejects.toMatchObject({ status: 404 })
  })

  it('can convert an issue', async () => {
    const { data } = await owner().pulls.create({ ...repo, issue: 1, head: 'feature', base: 'main' })
    expect(data).toMatchObject({ number: 1, title: 'An issue' })
    await expect(owner().pulls.create({ ...repo, issue: 1, head: 'feature-2', base: 'main' })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('needs a title, and a head and base that exist', async () => {
    const errorsOf = (body: object) =>
      owner()
        .request('POST /repos/{owner}/{repo}/pulls', { ...repo, ...body } as never)
        .then(
          () => null,
          (error: { response: { data: { errors: unknown } } }) => error.response.data.errors,
        )
    expect(await errorsOf({ title: 'x' })).toEqual([
      { resource: 'PullRequest', field: 'head', code: 'missing_field' },
      { resource: 'PullRequest', field: 'base', code: 'missing_field' },
    ])
    expect(await errorsOf({ title: 'x', head: 'nope', base: 'neither' })).toEqual([
      { resource: 'PullRequest', field: 'head', code: 'invalid' },
      { resource: 'PullRequest', field: 'base', code: 'invalid' },
    ])
    expect(await errorsOf({ head: 'feature', base: 'main' })).toMatchObject([{ field: 'title', code: 'missing_field' }])
    expect(await errorsOf({ title: 'x', head: 'release', base: 'main' })).toEqual([
      { resource: 'PullRequest', code: 'custom', message: 'No commits between main and release' },
    ])
    await open()
    expect(await errorsOf({ title: 'x', head: 'octocat:feature', base: 'main' })).toEqual([
      { resource: 'PullRequest', code: 'custom', message: 'A pull request already exists for octocat:feature.' },
    ])
  })

  it('is for users with write access to one of the branches, with a fitting token', async () => {
    const fields = { ...repo, title: 'x', head: 'feature', base: 'main' }
    await expect(octokit('stranger').pulls.create(fields)).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'must be a collaborator' }] } },
    })
    await expect(octokit('reader').pulls.create(fields)).rejects.toMatchObject({ status: 403 })
    await expect(octokit().pulls.create(fields)).rejects.toMatchObject({ status: 401 })
    await expect(
      octokit('stranger').pulls.get({ owner: 'octocat', repo: 'secret', pull_number: 1 }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('a pull request from a fork', () => {
  it('is computed in its base repository, follows its branch and lets maintainers modify it', async () => {
    const fork = octokit('stranger')
    await fork.repos.createFork(repo)
    const theirs = { owner: 'stranger', repo: 'hello-world' }
    const { data: tip } = await fork.git.getRef({ ...theirs, ref: 'heads/feature' })
    await fork.git.createRef({ ...theirs, ref: 'refs/heads/mine', sha: tip.object.sha })
    const { data } = await fork.pulls.create({ ...repo, title: 'From afar', head: 'stranger:mine', base: 'main' })
    expect(data).toMatchObject({
      head: { label: 'stranger:mine', repo: { full_name: 'stranger/hello-world', fork: true } },
      base: { repo: { full_name: 'octocat/hello-world' } },
      maintainer_can_modify: true,
      changed_files: 2,
    })
    expect((await owner().pulls.list({ ...repo, head: 'stranger:mine' })).data).toHaveLength(1)
    const { data: next } = await fork.git.getRef({ ...theirs, ref: 'heads/feature-2' })
    await fork.git.updateRef({ ...theirs, ref: 'heads/mine', sha: next.object.sha, force: true })
    expect((await owner().pulls.get({ ...repo, pull_number: data.number })).data).toMatchObject({ changed_files: 1 })
    expect((await events()).map(({ action }) => action)).toEqual(['opened', 'synchronize'])
  })
})

describe('pull requests', () => {
  it('are listed newest first, open ones by default, in pages', async () => {
    const { data } = await open()
    await owner().pulls.update({ ...repo, pull_number: 2, state: 'closed' })
    const numbers = async (query: object) =>
      (await octokit().pulls.list({ ...repo, ...query })).data.map((pull) => pull.number)
    expect(await numbers({})).toEqual([4, 3])
    expect(await numbers({ state: 'all' })).toEqual([4, 3, 2])
    expect(await numbers({ state: 'closed' })).toEqual([2])
    expect(await numbers({ direction: 'asc' })).toEqual([3, 4])
    expect(await numbers({ state: 'all', sort: 'updated', direction: 'desc' })).toEqual([2, 4, 3])
    expect(await numbers({ head: 'octocat:feature' })).toEqual([data.number])
    expect(await numbers({ head: 'feature' })).toEqual([4, 3])
    expect(await numbers({ base: 'release' })).toEqual([])
    expect(await numbers({ base: 'main', direction: 'asc' })).toEqual([3, 4])
    const { headers } = await octokit().pulls.list({ ...repo, per_page: 1 })
    expect(headers.link).toContain('page=2>; rel="last"')
  })

  it('are sorted by popularity, and by how long they run', async () => {
    await owner().issues.createComment({ ...repo, issue_number: 2, body: 'First' })
    const popular = await owner().pulls.list({ ...repo, sort: 'popularity', direction: 'desc' })
    expect(popular.data.map((pull) => pull.number)).toEqual([2, 3])
    expect((await owner().pulls.list({ ...repo, sort: 'long-running' })).data).toEqual([])
    site.codehost.clock.advance('40d')
    await owner().issues.createComment({ ...repo, issue_number: 3, body: 'Still?' })
    const running = await owner().pulls.list({ ...repo, sort: 'long-running' })
    expect(running.data.map((pull) => pull.number)).toEqual([3])
  })

  it('are known to be mergeable when they are read, and not yet when they are opened', async () => {
    await open()
    const { data: merge } = await owner().git.getRef({ ...repo, ref: 'pull/4/merge' })
    expect((await owner().pulls.get({ ...repo, pull_number: 4 })).data).toMatchObject({
      mergeable: true,
      rebaseable: true,
      mergeable_state: 'clean',
      merge_commit_sha: merge.object.sha,
    })
    await site.codehost.webhooks.settled()
    const opened = site.receiver.received.find(({ payload }) => payload['action'] === 'opened')
    expect(opened?.payload['pull_request']).toMatchObject({ mergeable: null, mergeable_state: 'unknown' })
  })

  it('of a seed have reviewers, labels and a state computed from their branches', async () => {
    const { data } = await owner().pulls.get({ ...repo, pull_number: 2 })
    expect(data).toMatchObject({
      user: { login: 'hubber' },
      labels: [{ name: 'bug' }],
      requested_reviewers: [{ login: 'octocat' }],
      mergeable: true,
      mergeable_state: 'clean',
      changed_files: 1,
    })
    expect(data.merge_commit_sha).toMatch(/^[0-9a-f]{40}$/)
    const draft = await owner().pulls.get({ ...repo, pull_number: 3 })
    expect(draft.data).toMatchObject({ draft: true, mergeable_state: 'draft' })
    const closed = await owner().pulls.update({ ...repo, pull_number: 3, state: 'closed' })
    expect(closed.data).toMatchObject({ draft: true, mergeable: true, mergeable_state: 'clean' })
  })

  it('have commits and files with patches, in pages', async () => {
    const { data } = await open()
    const commits = await owner().pulls.listCommits({ ...repo, pull_number: data.number })
    expect(commits.data.map((each) => [each.sha, each.commit.message])).toEqual([[data.head.sha, 'Work on feature']])
    const files = await owner().pulls.listFiles({ ...repo, pull_number: data.number })
    expect(files.data.map((file) => [file.filename, file.status])).toEqual([
      ['docs/new.md', 'added'],
      ['src/index.ts', 'modified'],
    ])
    expect(files.data[1]?.patch).toBe('@@ -1,5 +1,5 @@\n one\n two\n-three\n+3\n four\n five')
    const second = await owner().pulls.listFiles({ ...repo, pull_number: data.number, per_page: 1, page: 2 })
    expect(second.data.map((file) => file.filename)).toEqual(['src/index.ts'])
  })

  it('are answered as a diff and as patches by media type', async () => {
    await open()
    const get = (accept: string) =>
      fetch(`${site.codehost.url}/repos/octocat/hello-world/pulls/4`, {
        headers: { accept: `application/vnd.github.${accept}` },
      })
    const diff = await get('v3.diff')
    expect(await diff.text()).toContain('diff --git a/docs/new.md b/docs/new.md\nnew file mode 100644\n')
    expect(diff.headers.get('content-type')).toBe('application/vnd.github.v3.diff; charset=utf-8')
    expect(await (await get('patch')).text()).toContain('Subject: [PATCH] Work on feature\n')
  })

  it('keep members that an update leaves out', async () => {
    await open('feature', { body: 'Please' })
    const { data } = await owner().pulls.update({ ...repo, pull_number: 4, title: 'Better' })
    expect(data).toMatchObject({ title: 'Better', body: 'Please', state: 'open' })
    await expect(octokit('stranger').pulls.update({ ...repo, pull_number: 4, title: 'Mine' })).rejects.toMatchObject({
      status: 403,
    })
  })

  it('are closed and reopened, unless their branch is deleted', async () => {
    await open()
    const closed = await owner().pulls.update({ ...repo, pull_number: 4, state: 'closed' })
    expect(closed.data).toMatchObject({ state: 'closed', merged: false, mergeable: true, mergeable_state: 'clean' })
    const reopened = await owner().pulls.update({ ...repo, pull_number: 4, state: 'open' })
    expect(reopened.data).toMatchObject({ state: 'open', mergeable: true, closed_at: null })
    await owner().git.deleteRef({ ...repo, ref: 'heads/feature' })
    expect((await owner().pulls.get({ ...repo, pull_number: 4 })).data.state).toBe('closed')
    await expect(owner().pulls.update({ ...repo, pull_number: 4, state: 'open' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ message: 'state cannot be changed. The feature branch has been deleted.' }] } },
    })
    const recorded = await owner().issues.listEvents({ ...repo, issue_number: 4 })
    expect(recorded.data.map((each) => each.event)).toEqual(['closed', 'reopened', 'head_ref_deleted', 'closed'])
    expect((await events()).map(({ action }) => action)).toEqual(['opened', 'closed', 'reopened', 'closed'])
  })

  it('name their branches as they are or in full', async () => {
    const { data } = await open('refs/heads/feature', { base: 'refs/heads/main' })
    expect([data.head, data.base]).toMatchObject([
      { ref: 'feature', label: 'octocat:feature' },
      { ref: 'main', label: 'octocat:main' },
    ])
  })

  it('change their base on request', async () => {
    await open()
    const { data } = await owner().pulls.update({ ...repo, pull_number: 4, base: 'release' })
    expect(data.base).toMatchObject({ ref: 'release', label: 'octocat:release' })
    await expect(owner().pulls.update({ ...repo, pull_number: 4, base: 'nope' })).rejects.toMatchObject({
      status: 422,
      response: {
        data: { errors: [{ field: 'base', code: 'invalid', message: "Proposed base branch 'nope' was not found" }] },
      },
    })
    const { data: same } = await owner().pulls.update({ ...repo, pull_number: 4, base: 'refs/heads/release' })
    expect(same.base.ref).toBe('release')
    expect(await events()).toMatchObject([
      { action: 'opened' },
      { action: 'edited', changes: { base: { ref: { from: 'main' } } } },
    ])
  })

  it('follow their branch, and are dirty when it conflicts', async () => {
    const { data: before } = await open()
    const after = await move('feature', 'conflicting')
    const { data } = await owner().pulls.get({ ...repo, pull_number: 4 })
    expect(data).toMatchObject({ head: { sha: after }, changed_files: 1, mergeable: true })
    await move('main', 'feature-2')
    const { data: dirty } = await owner().pulls.get({ ...repo, pull_number: 4 })
    expect(dirty).toMatchObject({
      mergeable: false,
      rebaseable: false,
      mergeable_state: 'dirty',
      merge_commit_sha: null,
    })
    expect(await events()).toMatchObject([
      { action: 'opened' },
      { action: 'synchronize', before: before.head.sha, after, number: 4 },
    ])
  })

  it('are merged by a push that brings their head into their base', async () => {
    const { data: before } = await open()
    await move('main', 'feature')
    const { data } = await owner().pulls.get({ ...repo, pull_number: 4 })
    expect(data).toMatchObject({
      merged: true,
      state: 'closed',
      merge_commit_sha: before.head.sha,
      merged_by: { login: 'octocat' },
      commits: 1,
      changed_files: 2,
    })
    expect((await events()).at(-1)).toMatchObject({ action: 'closed', pull_request: { merged: true } })
  })

  it('have issue events', async () => {
    await open()
    const number = { ...repo, issue_number: 4 }
    await owner().issues.addLabels({ ...number, labels: ['bug'] })
    await owner().issues.removeLabel({ ...number, name: 'bug' })
    await owner().issues.addAssignees({ ...number, assignees: ['hubber'] })
    await owner().issues.removeAssignees({ ...number, assignees: ['hubber'] })
    await owner().issues.lock({ ...number, lock_reason: 'resolved' })
    await owner().issues.unlock(number)
    await owner().pulls.update({ ...repo, pull_number: 4, title: 'Other', body: 'Text' })
    const seen = await events()
    expect(seen.map(({ action }) => action)).toEqual([
      'opened',
      'labeled',
      'unlabeled',
      'assigned',
      'unassigned',
      'locked',
      'unlocked',
      'edited',
    ])
    expect(seen.every(({ number }) => number === 4)).toBe(true)
  })
})
