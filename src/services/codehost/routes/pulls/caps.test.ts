import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: Object.fromEntries(
    ['octocat', 'hubber', 'lurker'].map((login) => [login, { login, scopes: ['repo', 'admin:org'] }]),
  ),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'lurker' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        auto_init: true,
        collaborators: [{ login: 'hubber', permission: 'maintain' }],
        issues: [{ title: 'One', comments: [{ body: 'first' }, { body: 'second' }] }],
        pulls: [
          { title: 'First', head: 'first', files: { 'a.txt': 'a\n' } },
          { title: 'Second', head: 'second', draft: true, files: { 'b.txt': 'b\n' } },
        ],
        webhooks: [{ url: receiver.url, events: ['issue_comment'] }],
      },
      { owner: 'acme', name: 'walls', private: true, auto_init: true },
      { owner: 'acme', name: 'second', auto_init: true },
    ],
  },
}))
const { it, octokit, stranger, takeEvents } = site

const org = 'acme'
const repo = { owner: org, repo: 'website' }
const refused = (status: number) => ({ status })

/** Opens a pull request from a branch of the lurker's fork. */
async function propose(branch: string, from = 'website') {
  const { repos, git, pulls } = octokit('lurker')
  const fork = { owner: 'lurker', repo: from }
  await repos.createFork({ owner: org, repo: from }).catch(() => null)
  const { object } = (await git.getRef({ ...fork, ref: 'heads/main' })).data
  await git.createRef({ ...fork, ref: `refs/heads/${branch}`, sha: object.sha })
  await repos.createOrUpdateFileContents({ ...fork, path: branch, branch, message: 'Add', content: 'YQ==' })
  return pulls.create({ owner: org, repo: from, title: branch, head: `lurker:${branch}`, base: 'main' })
}

describe('the limit of open pull requests', () => {
  it('of a repository holds users without write access, unless they are listed', async () => {
    const { request } = octokit()
    const cap = { enabled: true, max_open_pull_requests: 1 }
    const { data } = await request('PATCH /repos/{owner}/{repo}/interaction-limits/pulls/creation-cap', {
      ...repo,
      ...cap,
    })
    expect(data).toEqual(cap)
    expect((await request('GET /repos/{owner}/{repo}/interaction-limits/pulls/creation-cap', repo)).data).toEqual(cap)
    await propose('one')
    await expect(propose('two')).rejects.toMatchObject(refused(403))
    const users = { ...repo, users: ['lurker'] }
    await octokit('hubber').request('PUT /repos/{owner}/{repo}/interaction-limits/pulls/bypass-list', users)
    const { data: listed } = await request('GET /repos/{owner}/{repo}/interaction-limits/pulls/bypass-list', repo)
    expect(listed.map(({ login }) => login)).toEqual(['lurker'])
    await propose('three')
    await request('DELETE /repos/{owner}/{repo}/interaction-limits/pulls/bypass-list', users)
    await expect(propose('four')).rejects.toMatchObject(refused(403))
    await expect(
      request('PUT /repos/{owner}/{repo}/interaction-limits/pulls/bypass-list', { ...repo, users: ['nobody'] }),
    ).rejects.toMatchObject(refused(422))
  })

  it('of an organization counts all its public repositories', async () => {
    const { request } = octokit()
    const read = async () => (await request('GET /orgs/{org}/interaction-limits/pulls/creation-cap', { org })).data
    expect((await read()).enabled).toBe(false)
    await request('PATCH /orgs/{org}/interaction-limits/pulls/creation-cap', {
      org,
      enabled: true,
      max_open_pull_requests: 1,
    })
    expect(await read()).toEqual({ enabled: true, max_open_pull_requests: 1 })
    await propose('one')
    await expect(propose('other', 'second')).rejects.toMatchObject(refused(403))
  })

  it('is not for private repositories, nor for others than administrators', async () => {
    const read = (token: string, name: string) =>
      octokit(token).request('GET /repos/{owner}/{repo}/interaction-limits/pulls/creation-cap', { ...repo, repo: name })
    await expect(read('octocat', 'walls')).rejects.toMatchObject(refused(405))
    await expect(read('lurker', 'website')).rejects.toMatchObject(refused(403))
  })
})

describe('a merge that nobody waits for', () => {
  const start = (pull_number: number, more: object = {}) =>
    octokit().request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge-async', { ...repo, pull_number, ...more })
  const read = async (pull_number: number, uuid: string) =>
    (
      await octokit().request('GET /repos/{owner}/{repo}/pulls/{pull_number}/merge-async/{uuid}', {
        ...repo,
        pull_number,
        uuid,
      })
    ).data
  const uuidOf = (data: Awaited<ReturnType<typeof start>>['data']) => ('uuid' in data.details ? data.details.uuid : '')

  it('is done, and known for a day', async () => {
    const { data, status } = await start(2, { merge_method: 'squash' })
    expect([status, data]).toMatchObject([202, { status: 'pending', details: { merge_method: 'squash' } }])
    const uuid = uuidOf(data)
    const { sha } = (await octokit().git.getRef({ ...repo, ref: 'heads/main' })).data.object
    expect(await read(2, uuid)).toMatchObject({ status: 'merged', details: { sha } })
    expect(await start(2)).toMatchObject({ status: 200, data: { status: 'merged' } })
    site.codehost.clock.advance('25h')
    await expect(read(2, uuid)).rejects.toMatchObject(refused(404))
  })

  it('is refused at once for a draft, and later by rules', async () => {
    await expect(start(3)).rejects.toMatchObject(refused(400))
    const { data } = await start(2, { sha: '0'.repeat(40) })
    expect(await read(2, uuidOf(data))).toMatchObject({ status: 'failed' })
    expect((await octokit().pulls.get({ ...repo, pull_number: 2 })).data.merged).toBe(false)
  })
})

describe('a pinned comment', () => {
  it('takes the place of another one, and tells of both', async () => {
    const { issues, request } = octokit()
    const { data: comments } = await issues.listComments({ ...repo, issue_number: 1 })
    const [first = 0, second = 0] = comments.map(({ id }) => id)
    const pin = (comment_id: number) =>
      request('PUT /repos/{owner}/{repo}/issues/comments/{comment_id}/pin', { ...repo, comment_id })
    expect((await pin(first)).data).toMatchObject({ id: first, pin: { pinned_by: { login: 'octocat' } } })
    await pin(second)
    expect((await issues.getComment({ ...repo, comment_id: first })).data).not.toHaveProperty('pin')
    await request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/pin', { ...repo, comment_id: second })
    expect(await takeEvents()).toEqual([
      'issue_comment.pinned',
      'issue_comment.unpinned',
      'issue_comment.pinned',
      'issue_comment.unpinned',
    ])
    await expect(
      octokit('lurker').request('PUT /repos/{owner}/{repo}/issues/comments/{comment_id}/pin', {
        ...repo,
        comment_id: first,
      }),
    ).rejects.toMatchObject(refused(403))
  })
})

describe('suggestions for an issue', () => {
  it('are none, for those who triage', async () => {
    const { request } = octokit()
    const one = { ...repo, issue_number: 1, suggestion_id: 1 }
    expect((await request('GET /repos/{owner}/{repo}/issues/{issue_number}/suggestions', one)).data).toEqual([])
    for (const route of [
      'POST /repos/{owner}/{repo}/issues/{issue_number}/suggestions/{suggestion_id}/approve',
      'POST /repos/{owner}/{repo}/issues/{issue_number}/suggestions/{suggestion_id}/dismiss',
    ]) {
      await expect(request(route, one)).rejects.toMatchObject(refused(404))
    }
    await expect(
      octokit('lurker').request('GET /repos/{owner}/{repo}/issues/{issue_number}/suggestions', one),
    ).rejects.toMatchObject(refused(403))
  })
})

describe('the context of a user', () => {
  it('tells of their relation to a subject', async () => {
    const { request, repos, issues } = octokit()
    const context = async (username: string, query: object = {}) =>
      (await request('GET /users/{username}/hovercard', { username, ...query })).data.contexts
    const { id } = (await repos.get(repo)).data
    expect(await context('octocat')).toEqual([])
    expect(await context('octocat', { subject_type: 'repository', subject_id: String(id) })).toEqual([
      { message: 'Member of acme', octicon: 'organization' },
    ])
    const issue = (await issues.get({ ...repo, issue_number: 1 })).data
    const aboutIssue = { subject_type: 'issue', subject_id: String(issue.id) }
    expect((await context(issue.user?.login ?? '', aboutIssue)).map(({ message }) => message)).toContain(
      'Opened this issue',
    )
    await expect(context('octocat', { subject_type: 'issue' })).rejects.toMatchObject(refused(422))
  })
})

describe('credentials that somebody has found', () => {
  it('are revoked without authentication', async () => {
    const { token } = site.codehost.signIn({ login: 'lurker' })
    const revoke = (client: ReturnType<typeof stranger>) =>
      client.request('POST /credentials/revoke', { credentials: [token, 'gho_unknown'] })
    await expect(revoke(octokit())).rejects.toMatchObject(refused(403))
    expect((await revoke(stranger())).status).toBe(202)
    await expect(octokit(token).users.getAuthenticated()).rejects.toMatchObject(refused(401))
    await expect(stranger().request('POST /credentials/revoke', { credentials: [] })).rejects.toMatchObject(
      refused(422),
    )
  })
})
