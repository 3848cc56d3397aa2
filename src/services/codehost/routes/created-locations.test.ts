import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'gist', 'user', 'admin:org', 'admin:org_hook', 'admin:public_key'] },
    hubber: { login: 'hubber', scopes: ['repo', 'gist'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }] }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        files: { 'a.txt': 'one\n' },
        branches: [{ name: 'work', files: { 'b.txt': 'two\n' } }],
        collaborators: [{ login: 'hubber', permission: 'push' }],
        issues: [{ title: 'One' }, { title: 'Two' }],
        pulls: [{ title: 'Three', head: 'mend', files: { 'a.txt': 'mended\n' } }],
      },
    ],
  },
}))
const { it, octokit } = site

const REPO = '/repos/octocat/hello-world'
const sha = async (ref = 'main') => (await octokit().request(`GET ${REPO}/commits/${ref}`)).data.sha
const gist = { public: true, files: { 'a.txt': { content: 'x' } } }
const config = { url: 'http://127.0.0.1:9/hook' }
const idOfIssue = async (number: number) => (await octokit().request(`GET ${REPO}/issues/${number}`)).data.id

type Body = Readonly<Record<string, unknown>>

/** Returns the path and the body of a request, or the promise of them. */
type Request = () => readonly [path: string, body: Body] | Promise<readonly [path: string, body: Body]>

const created: readonly (readonly [what: string, request: Request])[] = [
  ['team', () => ['/orgs/acme/teams', { name: 'Core' }]],
  ['hook of a repository', () => [`${REPO}/hooks`, { config }]],
  ['hook of an organization', () => ['/orgs/acme/hooks', { name: 'web', config }]],
  ['gist', () => ['/gists', gist]],
  [
    'comment on a gist',
    async () => [`/gists/${(await octokit().request('POST /gists', gist)).data.id}/comments`, { body: 'x' }],
  ],
  [
    'fork of a gist',
    async () => [`/gists/${(await octokit('hubber').request('POST /gists', gist)).data.id}/forks`, {}],
  ],
  ['status', async () => [`${REPO}/statuses/${await sha()}`, { state: 'success' }]],
  ['comment on a commit', async () => [`${REPO}/commits/${await sha()}/comments`, { body: 'x' }]],
  [
    'comment on a line',
    async () => [
      `${REPO}/pulls/3/comments`,
      { body: 'x', commit_id: await sha('mend'), path: 'a.txt', line: 1, side: 'RIGHT' },
    ],
  ],
  ['part of an issue', async () => [`${REPO}/issues/1/sub_issues`, { sub_issue_id: await idOfIssue(2) }]],
  ['blocker of an issue', async () => [`${REPO}/issues/1/dependencies/blocked_by`, { issue_id: await idOfIssue(2) }]],
  ['deployment', () => [`${REPO}/deployments`, { ref: 'main', required_contexts: [] }]],
  [
    'status of a deployment',
    async () => {
      const deployment = { ref: 'main', required_contexts: [] }
      const { id } = (await octokit().request(`POST ${REPO}/deployments`, deployment)).data
      return [`${REPO}/deployments/${id}/statuses`, { state: 'success' }]
    },
  ],
  ['blob', () => [`${REPO}/git/blobs`, { content: 'x' }]],
  ['tree', () => [`${REPO}/git/trees`, { tree: [{ path: 'x', mode: '100644', type: 'blob', content: 'x' }] }]],
  [
    'commit',
    async () => {
      const { tree } = (await octokit().request(`GET ${REPO}/git/commits/${await sha()}`)).data
      return [`${REPO}/git/commits`, { message: 'x', tree: tree.sha, parents: [await sha()] }]
    },
  ],
  ['tag', async () => [`${REPO}/git/tags`, { tag: 'v1', message: 'x', object: await sha(), type: 'commit' }]],
  ['merge of branches', () => [`${REPO}/merges`, { base: 'main', head: 'work' }]],
  [
    'key of a user',
    () => [
      '/user/keys',
      { title: 'x', key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBcFYxTgKqQvhUFMJmLmPXGyBYBLDbNsVdfDcUlwXmVy' },
    ],
  ],
]

describe('the Location of an answer to a creation', () => {
  it.for(created)('is the URL of the %s', async ([, request]) => {
    const [path, body] = await request()
    const { status, headers, data } = await octokit().request(`POST ${path}`, body)
    expect(status).toBe(201)
    expect(headers.location).toBe(data.url)
  })

  it('is the URL of the issue or pull request that people are added to', async () => {
    const assigned = await octokit().request(`POST ${REPO}/issues/1/assignees`, { assignees: ['hubber'] })
    expect(assigned.headers.location).toBe(`${site.codehost.url}${REPO}/issues/1`)
    const requested = await octokit().request(`POST ${REPO}/pulls/3/requested_reviewers`, { reviewers: ['hubber'] })
    expect(requested.headers.location).toBe(`${site.codehost.url}${REPO}/pulls/3`)
  })

  it('is absent for what has no URL in the API, and for uploads', async () => {
    const reaction = await octokit().request(`POST ${REPO}/issues/1/reactions`, { content: 'heart' })
    const release = await octokit().request(`POST ${REPO}/releases`, { tag_name: 'v1' })
    const asset = await octokit().request({
      method: 'POST',
      url: release.data.upload_url,
      name: 'a.txt',
      headers: { 'content-type': 'text/plain' },
      data: 'x',
    })
    expect([reaction.status, asset.status]).toEqual([201, 201])
    expect([reaction.headers.location, asset.headers.location]).toEqual([undefined, undefined])
  })
})
