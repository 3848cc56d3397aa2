import { describe, expect } from 'vitest'
import { codehostSite } from './codehost.fixture.ts'
import { TEST_PRIVATE_KEY } from './rules/apps/test-key.ts'
import { SignJWT } from 'jose'
import { createPrivateKey } from 'node:crypto'
import { checkedOctokit } from '#testkit/octokit.ts'

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo', 'workflow', 'admin:org', 'admin:org_hook'] },
    hubber: { login: 'hubber', scopes: ['repo', 'user'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        files: {
          'README.md': '# Hello\n',
          'src/a.js': 'let a = 1\n',
          '.github/workflows/ci.yml': 'on: push\njobs: { test: { runs-on: ubuntu-latest, steps: [{ run: x }] } }\n',
        },
        branches: [{ name: 'work', files: { 'src/b.js': 'let b = 2\n' } }],
        webhooks: [{ url: receiver.url, events: ['release', 'issues'] }],
      },
      { owner: 'octocat', name: 'seeded', language: 'Rust', files: { 'a.js': '12345' } },
    ],
    apps: [
      {
        app_id: 1,
        slug: 'robot',
        permissions: { issues: 'write' },
        installations: [{ installation_id: 10, account: 'octocat' }],
      },
    ],
  },
}))

const { it, octokit } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

/** Returns an answer to a plain GET with headers. */
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.codehost.url + path, { headers: { authorization: 'Bearer octocat', ...headers } })

/** Returns the SHA of a revision. */
const shaOf = async (ref: string) => (await octokit().repos.getCommit({ ...repo, ref })).data.sha

describe('payloads', () => {
  it('have the URL of a bot percent-encoded', async () => {
    const now = Math.floor(Date.now() / 1000)
    const jwt = await new SignJWT({ iss: '1', iat: now - 30, exp: now + 500 })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(createPrivateKey(TEST_PRIVATE_KEY))
    const app = checkedOctokit(site.codehost, jwt).rest.apps
    const { data } = await app.createInstallationAccessToken({ installation_id: 10 })
    await checkedOctokit(site.codehost, data.token).rest.issues.create({ ...repo, title: 'Beep' })
    expect(await site.events()).toEqual(['issues.opened'])
    expect(site.receiver.received[0]?.payload['sender']).toMatchObject({
      login: 'robot[bot]',
      url: `${site.codehost.url}/users/robot%5Bbot%5D`,
      repos_url: `${site.codehost.url}/users/robot%5Bbot%5D/repos`,
    })
    expect((await get('/users/robot%5Bbot%5D')).status).toBe(200)
  })

  it('have the URLs of the API without the prefix under which the client reaches it', async () => {
    const config = { url: `${site.receiver.url}?all`, content_type: 'json' }
    const { data: hook } = await octokit().repos.createWebhook({ ...repo, events: ['*'], config })
    await octokit().orgs.createWebhook({ org: 'acme', name: 'web', events: ['*'], config })
    const { issues, pulls, repos, orgs, teams } = checkedOctokit({ url: `${site.codehost.url}/api/v3` }, 'octocat').rest
    await issues.createLabel({ ...repo, name: 'x' })
    await issues.updateLabel({ ...repo, name: 'x', new_name: 'y' })
    const { data: issue } = await issues.create({ ...repo, title: 'One', labels: ['y'], assignees: ['octocat'] })
    await issues.createComment({ ...repo, issue_number: issue.number, body: 'Seen' })
    await issues.deleteLabel({ ...repo, name: 'y' })
    const { data: pull } = await pulls.create({ ...repo, title: 'Work', head: 'work', base: 'main' })
    await pulls.createReview({ ...repo, pull_number: pull.number, event: 'COMMENT', body: 'Fine' })
    await pulls.merge({ ...repo, pull_number: pull.number })
    await repos.createCommitStatus({ ...repo, sha: pull.head.sha, state: 'success' })
    await repos.createCommitComment({ ...repo, commit_sha: pull.head.sha, body: 'Nice' })
    await repos.pingWebhook({ ...repo, hook_id: hook.id })
    const { data: team } = await teams.create({ org: 'acme', name: 'Core' })
    await orgs.setMembershipForUser({ org: 'acme', username: 'hubber' })
    await checkedOctokit(site.codehost, 'hubber').rest.orgs.updateMembershipForAuthenticatedUser({
      org: 'acme',
      state: 'active',
    })
    const { data: website } = await repos.createInOrg({ org: 'acme', name: 'website' })
    const member = { org: 'acme', team_slug: team.slug, username: 'hubber' }
    await teams.addOrUpdateMembershipForUserInOrg(member)
    await teams.addOrUpdateRepoPermissionsInOrg({ ...member, owner: 'acme', repo: website.name, permission: 'pull' })
    await repos.addCollaborator({ owner: 'acme', repo: website.name, username: 'hubber' })
    await orgs.removeMembershipForUser({ org: 'acme', username: 'hubber' })
    await teams.deleteInOrg(member)
    await site.codehost.webhooks.settled()
    const prefixed = site.receiver.received.filter(({ body }) => body.includes(`${site.codehost.url}/api/v3`))
    expect(prefixed.map(({ event }) => event)).toEqual([])
    const names = new Set(site.receiver.received.map(({ event }) => event))
    expect([...names]).toEqual(
      expect.arrayContaining(['label', 'issues', 'issue_comment', 'pull_request', 'pull_request_review', 'status']),
    )
    expect([...names]).toEqual(
      expect.arrayContaining(['commit_comment', 'ping', 'team', 'team_add', 'organization', 'membership', 'member']),
    )
  })

  it('of releases have immutable and updated_at', async () => {
    const { data } = await octokit().repos.createRelease({ ...repo, tag_name: 'v1' })
    await site.codehost.webhooks.settled()
    expect(site.receiver.received[0]?.payload['release']).toMatchObject({
      id: data.id,
      immutable: false,
      updated_at: data.updated_at,
    })
    expect(site.receiver.violations()).toEqual([])
  })
})

describe('an organization', () => {
  it('has no profile until one of its members is set, and then null for the others', async () => {
    const before = (await octokit().orgs.get({ org: 'acme' })).data
    for (const member of ['name', 'company', 'blog', 'location', 'email', 'twitter_username'])
      expect(before).not.toHaveProperty(member)
    await octokit().orgs.update({ org: 'acme', location: 'Berlin' })
    const unset = { name: null, company: null, blog: null, email: null, twitter_username: null }
    expect((await octokit().orgs.get({ org: 'acme' })).data).toMatchObject({ ...unset, location: 'Berlin' })
  })

  it('shows its owners what members may do', async () => {
    expect((await octokit().orgs.get({ org: 'acme' })).data).toMatchObject({
      members_can_delete_repositories: true,
      members_can_delete_issues: false,
      default_repository_branch: 'main',
    })
  })
})

describe('a push', () => {
  it('names the organization of its repository', async () => {
    const hook = { name: 'web', config: { url: site.receiver.url, content_type: 'json' }, events: ['push'] }
    const website = { owner: 'acme', repo: 'website' }
    await octokit().repos.createInOrg({ org: 'acme', name: 'website' })
    for (const each of [website, repo]) {
      await octokit().request('POST /repos/{owner}/{repo}/hooks', { ...each, ...hook })
      await octokit().repos.createOrUpdateFileContents({ ...each, path: 'new', message: 'New', content: '' })
    }
    await site.events()
    const pushed = site.receiver.received.filter(({ event }) => event === 'push')
    expect(pushed.map(({ payload }) => (payload['repository'] as { organization?: string }).organization)).toEqual([
      'acme',
      undefined,
    ])
  })
})

describe('an issue', () => {
  it('has a type and fields only in a repository of an organization', async () => {
    const own = (await octokit().issues.create({ ...repo, title: 'One' })).data
    for (const member of ['type', 'issue_field_values']) expect(own).not.toHaveProperty(member)
    expect(own).toHaveProperty('pinned_comment', null)
    await octokit().repos.createInOrg({ org: 'acme', name: 'website' })
    const { data } = await octokit().issues.create({ owner: 'acme', repo: 'website', title: 'Two' })
    expect(data).toMatchObject({ type: null, issue_field_values: [], pinned_comment: null })
  })
})

describe('a repository', () => {
  it('says who may open pull requests, and whether it has any', async () => {
    const shown = async () => {
      const found = (await octokit().repos.get(repo)).data as Readonly<Record<string, unknown>> // the client lacks them
      return [found['has_pull_requests'], found['pull_request_creation_policy']]
    }
    expect(await shown()).toEqual([true, 'all'])
    const changes = { has_pull_requests: false, pull_request_creation_policy: 'collaborators_only' } as const // literal types
    await octokit().request('PATCH /repos/{owner}/{repo}', { ...repo, ...changes })
    expect(await shown()).toEqual([false, 'collaborators_only'])
  })
})

describe('a repository inside another object', () => {
  it('has its identity and URLs only', async () => {
    const { checks, repos, search } = octokit()
    const sha = await shaOf('main')
    const shown = [
      (await repos.getCombinedStatusForRef({ ...repo, ref: 'main' })).data.repository,
      (await checks.createSuite({ ...repo, head_sha: sha })).data.repository,
      (await search.code({ q: 'let repo:octocat/hello-world' })).data.items[0]?.repository,
      (await search.commits({ q: 'repo:octocat/hello-world' })).data.items[0]?.repository,
      (await repos.addCollaborator({ ...repo, username: 'hubber' })).data.repository,
    ]
    for (const each of shown) {
      expect(each).toMatchObject({ full_name: 'octocat/hello-world', fork: false })
      for (const member of ['default_branch', 'clone_url', 'visibility']) expect(each).not.toHaveProperty(member)
    }
  })
})

describe('the signed-in user', () => {
  it('has an address for notifications, the public one', async () => {
    const users = octokit('hubber').users
    expect((await users.getAuthenticated()).data).toMatchObject({ notification_email: null })
    await users.updateAuthenticated({ email: 'hubber@example.com' })
    expect((await users.getAuthenticated()).data).toMatchObject({ notification_email: 'hubber@example.com' })
    expect((await users.getByUsername({ username: 'hubber' })).data).not.toHaveProperty('notification_email')
  })
})

describe('headers', () => {
  it('expose the vendor’s fixed list to pages', async () => {
    const list =
      'ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, ' +
      'X-RateLimit-Resource, X-RateLimit-Reset, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-Poll-Interval, ' +
      'X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id, Deprecation, Sunset'
    const origin = { origin: 'http://localhost:3000' }
    expect((await get('/user', origin)).headers.get('access-control-expose-headers')).toBe(list)
    expect((await get('/nothing', origin)).headers.get('access-control-expose-headers')).toBe(list)
  })

  it('name the accepted scopes of reads', async () => {
    const accepted = async (path: string) => (await get(path)).headers.get('x-accepted-oauth-scopes')
    expect(await accepted('/repos/octocat/hello-world')).toBe('repo')
    expect(await accepted('/users/octocat')).toBe('user')
    expect(await accepted('/orgs/acme')).toBe('admin:org, read:org, repo, user, write:org')
  })

  it('repeat the accepted media type as the content type', async () => {
    const typeOf = async (path: string, accept: string) => {
      const response = await get(`/repos/octocat/hello-world/${path}`, { accept })
      return response.headers.get('content-type')
    }
    for (const accept of [
      'application/vnd.github.v3.raw',
      'application/vnd.github.raw',
      'application/vnd.github.raw+json',
    ]) {
      expect(await typeOf('contents/README.md', accept)).toBe(`${accept}; charset=utf-8`)
      expect(await typeOf('readme', accept)).toBe(`${accept}; charset=utf-8`)
    }
    expect(await typeOf('commits/main', 'application/vnd.github.v3.diff')).toBe(
      'application/vnd.github.v3.diff; charset=utf-8',
    )
  })
})

describe('a tree', () => {
  it('of a commit has the SHA of the commit', async () => {
    const sha = await shaOf('main')
    const { data } = await octokit().git.getTree({ ...repo, tree_sha: sha })
    expect(data).toMatchObject({ sha, url: `${site.codehost.url}/repos/octocat/hello-world/git/trees/${sha}` })
    expect((await octokit().git.getTree({ ...repo, tree_sha: 'main' })).data.sha).toBe(sha)
    const { data: commit } = await octokit().git.getCommit({ ...repo, commit_sha: sha })
    expect((await octokit().git.getTree({ ...repo, tree_sha: commit.tree.sha })).data.sha).toBe(commit.tree.sha)
  })
})

describe('the languages of a repository', () => {
  it('agree with its language', async () => {
    for (const name of ['hello-world', 'seeded']) {
      const { data } = await octokit().repos.get({ owner: 'octocat', repo: name })
      const { data: bytes } = await octokit().repos.listLanguages({ owner: 'octocat', repo: name })
      expect(Object.keys(bytes)[0]).toBe(data.language)
      expect(Math.max(...Object.values(bytes))).toBe(bytes[data.language ?? ''])
    }
  })
})

describe('refusals', () => {
  it('are the vendor’s for a workflow that is disabled already', async () => {
    const workflow = { ...repo, workflow_id: 'ci.yml' }
    expect((await octokit().actions.disableWorkflow(workflow)).status).toBe(204)
    await expect(octokit().actions.disableWorkflow(workflow)).rejects.toMatchObject({ status: 403 })
  })

  it('are the vendor’s for an unknown branch of a fork', async () => {
    await octokit('hubber').repos.createFork(repo)
    const fork = { owner: 'hubber', repo: 'hello-world', branch: 'nope' }
    await expect(octokit('hubber').repos.mergeUpstream(fork)).rejects.toMatchObject({
      status: 404,
      response: { data: { message: 'Branch not found' } },
    })
  })

  it('are the vendor’s for a transfer to an unknown owner', async () => {
    await expect(octokit().repos.transfer({ ...repo, new_owner: 'nobody' })).rejects.toMatchObject({
      status: 422,
      response: { data: { message: 'Invalid new_owner' } },
    })
  })
})

describe('a revision', () => {
  it('may have the suffixes ^, ~n and ^{commit}', async () => {
    const file = { ...repo, branch: 'work', message: 'More', content: '' }
    const parent = await shaOf('work')
    await octokit().repos.createOrUpdateFileContents({ ...file, path: 'c' })
    const middle = await shaOf('work')
    await octokit().repos.createOrUpdateFileContents({ ...file, path: 'd' })
    expect(await shaOf('work^')).toBe(middle)
    expect(await shaOf('work~')).toBe(middle)
    expect(await shaOf('work~1')).toBe(middle)
    expect(await shaOf('work^^')).toBe(parent)
    expect(await shaOf('work~2')).toBe(parent)
    expect(await shaOf('work~1^1')).toBe(parent)
    expect(await shaOf('work^0~2^{commit}')).toBe(parent)
    expect(await shaOf(`${middle}^{}`)).toBe(middle)
    for (const wrong of ['work^2', 'work~99', 'work^{tree}', 'work^x', '^', 'nope~1']) {
      await expect(shaOf(wrong)).rejects.toMatchObject({ status: 422 })
    }
  })

  it('is accepted wherever a commit is named', async () => {
    const file = { ...repo, branch: 'work', message: 'More', content: '' }
    await octokit().repos.createOrUpdateFileContents({ ...file, path: 'c' })
    const before = await shaOf('work~1')
    expect((await octokit().repos.listCommits({ ...repo, sha: 'work~1' })).data[0]?.sha).toBe(before)
    const { data } = await octokit().repos.compareCommitsWithBasehead({ ...repo, basehead: 'work~1...work' })
    expect(data).toMatchObject({ ahead_by: 1, behind_by: 0 })
    expect((await octokit().git.getTree({ ...repo, tree_sha: 'work^' })).data.sha).toBe(before)
    await expect(octokit().repos.getContent({ ...repo, path: 'c', ref: 'work~1' })).rejects.toMatchObject({
      status: 404,
    })
    expect((await octokit().repos.getCombinedStatusForRef({ ...repo, ref: 'work~1' })).data.sha).toBe(before)
    expect((await octokit().checks.listForRef({ ...repo, ref: 'work~1' })).status).toBe(200)
  })
})
