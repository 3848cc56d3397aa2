import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: Object.fromEntries(
    ['octocat', 'hubber', 'lurker'].map((login) => [
      login,
      { login, scopes: ['repo', 'user', 'admin:org', 'write:packages', 'delete:packages'] },
    ]),
  ),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'lurker' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        files: { 'a.txt': '1\n', 'b.txt': 'b\n' },
        collaborators: [{ login: 'lurker', permission: 'pull' }],
        branches: [{ name: 'other', files: { 'c.txt': 'c\n' } }],
        pulls: [{ title: 'Change it', head: 'change', files: { 'a.txt': '2\n' } }],
      },
      { owner: 'octocat', name: 'pattern', files: { 'x.txt': 'x\n' }, branches: [{ name: 'second' }] },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'acme', repo: 'website' }
const ids = async () => {
  const { repos, orgs, users, pulls } = octokit()
  return {
    website: (await repos.get(repo)).data.node_id,
    acme: (await orgs.get({ org: 'acme' })).data.node_id,
    octocat: (await users.getByUsername({ username: 'octocat' })).data.node_id,
    lurker: (await users.getByUsername({ username: 'lurker' })).data.node_id,
    pull: (await pulls.get({ ...repo, pull_number: 1 })).data.node_id,
  }
}
// oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
const run = <T = any>(query: string, variables: Record<string, unknown> = {}, token = 'octocat') =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })<T>(query, variables)
const refusal = (type: string) => ({ errors: [{ type }] })
const shaOf = async (branch: string) =>
  (await octokit().git.getRef({ ...repo, ref: `heads/${branch}` })).data.object.sha

describe('a repository', () => {
  it('is made from a template', async () => {
    const { repos } = octokit()
    const pattern = { owner: 'octocat', repo: 'pattern' }
    const { octocat } = await ids()
    const id = (await repos.get(pattern)).data.node_id
    const clone = () =>
      run(
        `mutation ($id: ID!, $owner: ID!) {
          cloneTemplateRepository(input: {
            repositoryId: $id, ownerId: $owner, name: "copy", visibility: PRIVATE, includeAllBranches: true
          }) { repository { nameWithOwner isPrivate templateRepository { name } refs(refPrefix: "refs/heads/") { totalCount } } }
        }`,
        { id, owner: octocat },
      )
    await expect(clone()).rejects.toMatchObject(refusal('UNPROCESSABLE'))
    await repos.update({ ...pattern, is_template: true })
    expect(await clone()).toEqual({
      cloneTemplateRepository: {
        repository: {
          nameWithOwner: 'octocat/copy',
          isPrivate: true,
          templateRepository: { name: 'pattern' },
          refs: { totalCount: 2 },
        },
      },
    })
    expect((await repos.getContent({ owner: 'octocat', repo: 'copy', path: 'x.txt' })).status).toBe(200)
    await expect(clone()).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE', message: 'Could not clone: Name already exists on this account' }],
    })
  })

  it('is made for a team, which may push to it, under a name that is free', async () => {
    const { acme } = await ids()
    const { data: team } = await octokit().teams.create({ org: 'acme', name: 'Core' })
    const create = (input: object) =>
      run('mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { repository { name } } }', {
        input,
      })
    const input = { name: 'shared', ownerId: acme, visibility: 'PRIVATE' }
    await create({ ...input, teamId: team.node_id })
    const { data } = await octokit().teams.listReposInOrg({ org: 'acme', team_slug: 'core' })
    expect(data.map(({ name, permissions }) => [name, permissions?.push])).toEqual([['shared', true]])
    await expect(create(input)).rejects.toMatchObject({
      errors: [{ type: 'UNPROCESSABLE', message: 'Name already exists on this account' }],
    })
    const { octocat } = await ids()
    await expect(create({ ...input, name: 'own', ownerId: octocat, teamId: team.node_id })).rejects.toMatchObject(
      refusal('UNPROCESSABLE'),
    )
  })

  it('has all of its refs moved together, or none', async () => {
    const { website } = await ids()
    const [main, other] = [await shaOf('main'), await shaOf('other')]
    const none = '0'.repeat(40)
    const update = (refUpdates: object[], token?: string) =>
      run(
        'mutation ($id: ID!, $refs: [RefUpdate!]!) { updateRefs(input: { repositoryId: $id, refUpdates: $refs }) { clientMutationId } }',
        { id: website, refs: refUpdates },
        token,
      )
    const make = { name: 'refs/heads/new', beforeOid: none, afterOid: main }
    const stale = { name: 'refs/heads/other', beforeOid: main, afterOid: main, force: true }
    await expect(update([make, stale])).rejects.toMatchObject(refusal('STALE_DATA'))
    await expect(shaOf('new')).rejects.toMatchObject({ status: 404 })
    await expect(update([{ name: 'refs/heads/other', afterOid: main }])).rejects.toMatchObject(refusal('UNPROCESSABLE'))
    await update([make, { name: 'refs/heads/other', beforeOid: other, afterOid: main, force: true }])
    expect([await shaOf('new'), await shaOf('other')]).toEqual([main, main])
    await update([{ name: 'refs/heads/new', afterOid: none }])
    await expect(shaOf('new')).rejects.toMatchObject({ status: 404 })
    await expect(update([make], 'lurker')).rejects.toMatchObject(refusal('FORBIDDEN'))
  })

  it('and its organization require sign-off', async () => {
    const { website, acme } = await ids()
    const data = await run(
      `mutation ($repo: ID!, $org: ID!) {
        updateRepositoryWebCommitSignoffSetting(input: { repositoryId: $repo, webCommitSignoffRequired: true }) {
          repository { webCommitSignoffRequired }
        }
        updateOrganizationWebCommitSignoffSetting(input: { organizationId: $org, webCommitSignoffRequired: true }) {
          organization { webCommitSignoffRequired }
        }
        updateOrganizationAllowPrivateRepositoryForkingSetting(input: { organizationId: $org, forkingEnabled: true }) {
          organization { membersCanForkPrivateRepositories }
        }
      }`,
      { repo: website, org: acme },
    )
    expect(JSON.stringify(data)).not.toContain('false')
    expect((await octokit().repos.get(repo)).data.web_commit_signoff_required).toBe(true)
    expect((await octokit().orgs.get({ org: 'acme' })).data.web_commit_signoff_required).toBe(true)
  })
})

describe('limits of interaction', () => {
  it('are set for repositories, organizations and users, and taken away', async () => {
    const { website, acme, octocat } = await ids()
    const set = (kind: string, field: string, id: string, limit: string, token?: string) =>
      run(
        `mutation ($id: ID!, $limit: RepositoryInteractionLimit!) {
          set${kind}InteractionLimit(input: { ${field}Id: $id, limit: $limit, expiry: ONE_WEEK }) {
            ${field} { interactionAbility { limit origin } }
          }
        }`,
        { id, limit },
        token,
      )
    expect(await set('Repository', 'repository', website, 'CONTRIBUTORS_ONLY')).toMatchObject({
      setRepositoryInteractionLimit: {
        repository: { interactionAbility: { limit: 'CONTRIBUTORS_ONLY', origin: 'REPOSITORY' } },
      },
    })
    const { data } = await octokit().interactions.getRestrictionsForRepo(repo)
    expect(data).toMatchObject({ limit: 'contributors_only', origin: 'repository' })
    await set('Repository', 'repository', website, 'NO_LIMIT')
    expect((await octokit().interactions.getRestrictionsForRepo(repo)).data).toEqual({})
    await set('Organization', 'organization', acme, 'EXISTING_USERS')
    expect((await octokit().interactions.getRestrictionsForOrg({ org: 'acme' })).data).toMatchObject({
      limit: 'existing_users',
    })
    await set('User', 'user', octocat, 'COLLABORATORS_ONLY')
    await expect(set('User', 'user', octocat, 'NO_LIMIT', 'hubber')).rejects.toMatchObject(refusal('FORBIDDEN'))
    await expect(set('Organization', 'organization', acme, 'NO_LIMIT', 'hubber')).rejects.toMatchObject(
      refusal('FORBIDDEN'),
    )
  })
})

describe('people', () => {
  it('show a status until it expires', async () => {
    const change = (input: string) =>
      run(
        `mutation { changeUserStatus(input: { ${input} }) { status { emoji message indicatesLimitedAvailability } } }`,
      )
    const shown = { emoji: ':palm_tree:', message: 'Away', indicatesLimitedAvailability: true }
    expect(
      await change(
        'emoji: ":palm_tree:", message: "Away", limitedAvailability: true, expiresAt: "2100-01-01T00:00:00Z"',
      ),
    ).toEqual({ changeUserStatus: { status: shown } })
    const read = async () =>
      (await run('{ user(login: "octocat") { status { emoji message indicatesLimitedAvailability } } }', {}, 'hubber'))[
        'user'
      ]
    expect(await read()).toEqual({ status: shown })
    await change('message: "Old", expiresAt: "2000-01-01T00:00:00Z"')
    expect(await read()).toEqual({ status: null })
    expect(await change('message: ""')).toEqual({ changeUserStatus: { status: null } })
  })

  it('outside an organization lose the access that they have', async () => {
    const { acme, lurker } = await ids()
    const remove = (token?: string) =>
      run(
        `mutation ($org: ID!, $user: ID!) {
          removeOutsideCollaborator(input: { organizationId: $org, userId: $user }) { removedUser { login } }
        }`,
        { org: acme, user: lurker },
        token,
      )
    await expect(remove('hubber')).rejects.toMatchObject(refusal('FORBIDDEN'))
    expect(await remove()).toEqual({ removeOutsideCollaborator: { removedUser: { login: 'lurker' } } })
    expect((await octokit().orgs.listOutsideCollaborators({ org: 'acme' })).data).toEqual([])
  })
})

describe('a pull request', () => {
  const files = async () =>
    (
      await run(
        '{ repository(owner: "acme", name: "website") { pullRequest(number: 1) { files(first: 5) { nodes { path viewerViewedState } } } } }',
      )
    )['repository']

  it('has files that the viewer has looked at, until they change', async () => {
    const { pull } = await ids()
    const state = (viewerViewedState: string) => ({
      pullRequest: { files: { nodes: [{ path: 'a.txt', viewerViewedState }] } },
    })
    const mark = (name: string, path = 'a.txt') =>
      run(
        `mutation ($id: ID!, $path: String!) { ${name}(input: { pullRequestId: $id, path: $path }) { pullRequest { number } } }`,
        { id: pull, path },
      )
    expect(await files()).toEqual(state('UNVIEWED'))
    await mark('markFileAsViewed')
    expect(await files()).toEqual(state('VIEWED'))
    const { data } = await octokit().repos.getContent({ ...repo, path: 'a.txt', ref: 'change' })
    const sha = 'sha' in data ? data.sha : ''
    const content = Buffer.from('3\n').toString('base64')
    await octokit().repos.createOrUpdateFileContents({
      ...repo,
      path: 'a.txt',
      branch: 'change',
      message: 'More',
      content,
      sha,
    })
    expect(await files()).toEqual(state('DISMISSED'))
    await mark('unmarkFileAsViewed')
    expect(await files()).toEqual(state('UNVIEWED'))
    await expect(mark('markFileAsViewed', 'none')).rejects.toMatchObject(refusal('UNPROCESSABLE'))
  })

  it('is taken back by another one', async () => {
    const { pull } = await ids()
    const revert = () =>
      run(
        `mutation ($id: ID!) { revertPullRequest(input: { pullRequestId: $id }) {
          revertPullRequest { title body headRefName baseRefName files(first: 5) { nodes { path } } }
        } }`,
        { id: pull },
      )
    await expect(revert()).rejects.toMatchObject(refusal('UNPROCESSABLE'))
    await octokit().pulls.merge({ ...repo, pull_number: 1 })
    expect(await revert()).toEqual({
      revertPullRequest: {
        revertPullRequest: {
          title: 'Revert "Change it"',
          body: 'Reverts acme/website#1',
          headRefName: 'revert-1-change',
          baseRefName: 'main',
          files: { nodes: [{ path: 'a.txt' }] },
        },
      },
    })
    const { data } = await octokit().repos.getContent({ ...repo, path: 'a.txt', ref: 'revert-1-change' })
    expect('content' in data ? Buffer.from(data.content, 'base64').toString() : '').toBe('1\n')
  })
})

describe('an alert of Dependabot', () => {
  it('is read and dismissed', async () => {
    site.codehost.addDependabotAlert({ repo: 'acme/website', package: 'lodash', severity: 'medium' })
    const query = `{ repository(owner: "acme", name: "website") { vulnerabilityAlerts(first: 5, states: [OPEN]) {
      totalCount nodes { id number state securityVulnerability { severity package { name ecosystem } } }
    } } }`
    const { repository } = await run(query)
    expect(repository).toMatchObject({
      vulnerabilityAlerts: {
        nodes: [
          { number: 1, state: 'OPEN', securityVulnerability: { severity: 'MODERATE', package: { ecosystem: 'NPM' } } },
        ],
      },
    })
    const [id = ''] = /RVA_[\w-]+/.exec(JSON.stringify(repository)) ?? []
    const dismiss = `mutation ($id: ID!) {
      dismissRepositoryVulnerabilityAlert(input: { repositoryVulnerabilityAlertId: $id, dismissReason: NOT_USED }) {
        repositoryVulnerabilityAlert { state dismissReason dismisser { login } }
      }
    }`
    await expect(run(dismiss, { id }, 'lurker')).rejects.toMatchObject(refusal('NOT_FOUND'))
    expect(await run(dismiss, { id })).toEqual({
      dismissRepositoryVulnerabilityAlert: {
        repositoryVulnerabilityAlert: {
          state: 'DISMISSED',
          dismissReason: 'not_used',
          dismisser: { login: 'octocat' },
        },
      },
    })
    const { data } = await octokit().dependabot.getAlert({ ...repo, alert_number: 1 })
    expect(data).toMatchObject({ state: 'dismissed', dismissed_reason: 'not_used' })
  })
})

describe('a version of a package', () => {
  it('is read and deleted', async () => {
    for (const version of ['1.0.0', '2.0.0']) {
      site.codehost.addPackageVersion({ owner: 'acme', package: 'web', type: 'npm', version, repo: 'acme/website' })
    }
    const query = `{ repository(owner: "acme", name: "website") { packages(first: 5) {
      nodes { name packageType versions(first: 5) { nodes { id version } } latestVersion { version } }
    } } }`
    const { repository } = await run(query)
    expect(repository).toMatchObject({
      packages: { nodes: [{ name: 'web', packageType: 'NPM', latestVersion: { version: '2.0.0' } }] },
    })
    const [newest = '', oldest = ''] = JSON.stringify(repository).match(/PV_[\w-]+/g) ?? []
    const remove = (id: string, token?: string) =>
      run('mutation ($id: ID!) { deletePackageVersion(input: { packageVersionId: $id }) { success } }', { id }, token)
    await expect(remove(newest, 'hubber')).rejects.toMatchObject(refusal('FORBIDDEN'))
    expect(await remove(newest)).toEqual({ deletePackageVersion: { success: true } })
    expect(JSON.stringify(await run(query))).not.toContain('2.0.0')
    await expect(remove(oldest)).rejects.toMatchObject(refusal('UNPROCESSABLE'))
  })
})
