import { describe, expect } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { installationToken } from '#codehost/apps.fixture.ts'
import { codehostSite } from '#codehost/codehost.fixture.ts'
import { gitClient, hasGit } from '../git/git-client.fixture.ts'

const token = (name: string, permissions: Record<string, 'read' | 'write'>, more: object = {}) => ({
  token: `github_pat_${name}`,
  login: 'hubber',
  resource_owner: 'acme',
  permissions,
  ...more,
})

const site = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] } },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: ['website', 'secret']
      .map((name) => ({
        owner: 'acme',
        name,
        private: true,
        auto_init: true,
        collaborators: [{ login: 'hubber', permission: 'push' }],
      }))
      .concat([{ owner: 'octocat', name: 'open', private: false, auto_init: true, collaborators: [] }]),
    fine_grained_tokens: [
      token('reader', { issues: 'read', contents: 'read' }, { repositories: ['website'] }),
      token('writer', { issues: 'write', contents: 'write' }, { expires_at: '2100-01-02T03:04:05Z' }),
      token('old', { issues: 'write' }, { expires_at: '2001-01-02T03:04:05Z' }),
    ],
    apps: [
      {
        app_id: 1001,
        slug: 'guard',
        permissions: { organization_personal_access_tokens: 'write' },
        installations: [{ installation_id: 10, account: 'acme' }],
      },
    ],
  },
}))
const { it } = site
const as = (name: string) => site.octokit(`github_pat_${name}`)
const repo = { owner: 'acme', repo: 'website' }
const refused = {
  status: 403,
  response: { data: { message: 'Resource not accessible by personal access token' } },
}

describe('a fine-grained token', () => {
  it('does what its permissions allow, as its user', async () => {
    const { data, headers } = await as('writer').issues.create({ ...repo, title: 'Broken' })
    expect(data.user?.login).toBe('hubber')
    expect(data.performed_via_github_app ?? null).toBeNull()
    expect(headers).toMatchObject({
      'x-accepted-github-permissions': 'issues=write',
      'github-authentication-token-expiration': '2100-01-02 03:04:05 UTC',
    })
    expect(headers).not.toHaveProperty('x-oauth-scopes')
  })

  it('is refused without the permission, with the header that names it', async () => {
    const reading = as('reader').issues.create({ ...repo, title: 'Broken' })
    await expect(reading).rejects.toMatchObject({
      ...refused,
      response: { ...refused.response, headers: { 'x-accepted-github-permissions': 'issues=write' } },
    })
    await expect(as('reader').actions.listRepoSecrets(repo)).rejects.toMatchObject(refused)
    await expect(as('reader').activity.listNotificationsForAuthenticatedUser()).rejects.toMatchObject(refused)
  })

  it('sees the selected repositories, and no other private ones', async () => {
    expect((await as('reader').repos.get(repo)).data.private).toBe(true)
    await expect(as('reader').repos.get({ ...repo, repo: 'secret' })).rejects.toMatchObject({ status: 404 })
    const { data } = await as('reader').repos.listForOrg({ org: 'acme' })
    expect(data.map(({ name }) => name)).toEqual(['website'])
    expect((await as('writer').repos.listForOrg({ org: 'acme' })).data).toHaveLength(2)
  })

  it('reads public repositories of others, and changes nothing there', async () => {
    const open = { owner: 'octocat', repo: 'open' }
    expect((await as('writer').issues.listForRepo(open)).data).toEqual([])
    await expect(as('writer').issues.create({ ...open, title: 'x' })).rejects.toMatchObject(refused)
  })

  it('is limited in GraphQL too', async () => {
    const id = (await as('reader').repos.get(repo)).data.node_id
    const create = 'mutation($id: ID!) { createIssue(input: { repositoryId: $id, title: "x" }) { issue { number } } }'
    await expect(as('reader').graphql(create, { id })).rejects.toThrow(
      'Resource not accessible by personal access token',
    )
    expect(await as('writer').graphql(create, { id })).toMatchObject({ createIssue: { issue: { number: 1 } } })
  })

  it('is unknown once it has expired', async () => {
    await expect(as('old').users.getAuthenticated()).rejects.toMatchObject({ status: 401 })
  })

  it('is a grant of the organization', async () => {
    const { data: grants } = await (await guard()).orgs.listPatGrants({ org: 'acme' })
    expect(grants.map(({ token_name, repository_selection }) => [token_name, repository_selection])).toContainEqual([
      'token',
      'subset',
    ])
  })
})

/** Returns the client of the app that the organization has installed. */
async function guard() {
  return site.octokit(await installationToken(site.codehost, 10))
}

describe('a revoked grant', () => {
  it('leaves the token without the repositories', async () => {
    const app = await guard()
    const { data } = await app.orgs.listPatGrants({ org: 'acme' })
    await app.orgs.updatePatAccesses({ org: 'acme', action: 'revoke', pat_ids: data.map(({ id }) => id) })
    await expect(as('writer').repos.get(repo)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a seed', () => {
  it.for([
    [{ permissions: { isues: 'read' } }, 'did you mean "issues"?'],
    [{ repositories: ['nowhere'] }, 'acme has no repository "nowhere"'],
    [{ login: 'nobody' }, 'no user or organization has the login "nobody"'],
  ] as const)('with %j is refused', async ([more, text]) => {
    const seed = {
      codehost: {
        users: [{ login: 'hubber' }],
        orgs: [{ login: 'acme' }],
        fine_grained_tokens: [token('x', {}, more)],
      },
    }
    await expect(createEmulator({ service: 'codehost', port: 0, seed })).rejects.toThrow(text)
  })
})

describe.skipIf(!hasGit)('a push with a fine-grained token', () => {
  it('needs the permission contents: write', async () => {
    const git = await gitClient()
    const at = (name: string) => `${site.codehost.url.replace('://', `://x:github_pat_${name}@`)}/acme/website.git`
    await git.run('clone', '-q', at('reader'), 'copy')
    await git.write('copy/new.txt', 'new')
    await git.in('copy')('add', '-A')
    await git.in('copy')('commit', '-q', '-m', 'New')
    const { stderr } = await git.attempt('copy', 'push', at('reader'), 'main')
    expect(stderr).toContain('remote: Write access to repository not granted.')
    expect(await git.attempt('copy', 'push', at('writer'), 'main')).toMatchObject({ code: 0 })
  })
})
