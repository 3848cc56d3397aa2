import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: { octocat: { login: 'octocat', scopes: ['repo', 'read:org', 'user', 'project'] } },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [
      {
        login: 'acme',
        members: [{ login: 'octocat', role: 'member' }, { login: 'hubber' }],
        teams: [
          { name: 'Core', members: ['octocat', 'hubber'], repos: [{ name: 'web' }, { name: 'api' }] },
          { name: 'Art', members: ['hubber'] },
        ],
      },
      { login: 'empty', members: [{ login: 'octocat', role: 'admin' }] },
    ],
    repos: [
      { owner: 'acme', name: 'web', files: { 'a.ts': 'let a = 1\n', 'b.css': 'a { color: red; margin: 0 }\n' } },
      { owner: 'acme', name: 'api' },
      {
        owner: 'octocat',
        name: 'hello-world',
        files: { 'README.md': '# hi\n' },
        labels: [{ name: 'ci', color: 'ff0000' }],
        issues: [
          { title: 'One', labels: ['bug', 'ci'], milestone: 'v1' },
          { title: 'Two', labels: ['bug'], milestone: 'v1' },
        ],
        milestones: [{ title: 'v1' }],
        pulls: [
          { title: 'Change', head: 'topic' },
          { title: 'Other', head: 'other' },
        ],
      },
    ],
    projects: [{ owner: 'octocat', title: 'Plan', items: [{ content: 'octocat/hello-world#1' }] }],
  },
}))
const { it, octokit } = site
const repo = { owner: 'octocat', repo: 'hello-world' }

// oxlint-disable-next-line typescript/no-explicit-any -- each test reads what it asked for
const ask = (query: string): Promise<any> =>
  graphql.defaults({ baseUrl: site.codehost.url, headers: { authorization: 'token octocat' } })(query)

describe('a list that is empty', () => {
  it.for([
    ['organization(login: "empty")', 'repositories(first: 1, isFork: true, privacy: PRIVATE, isArchived: false)'],
    ['organization(login: "empty")', 'teams(first: 1, privacy: SECRET, query: "x", rootTeamsOnly: true)'],
    ['organization(login: "empty")', 'projectsV2(first: 1, query: "is:open", minPermissionLevel: WRITE)'],
    ['repository(owner: "acme", name: "api")', 'issues(first: 1, filterBy: { labels: ["bug"], states: OPEN })'],
    ['repository(owner: "acme", name: "api")', 'discussionCategories(first: 1, filterByAssignable: true)'],
  ])('takes arguments that select: %s { %s }', async ([source, list]) => {
    const answer = await ask(`{ source: ${source} { list: ${list} { nodes { id } } } }`)
    expect(answer.source.list.nodes).toEqual([])
  })
})

describe('the teams of an organization', () => {
  const teams = async (args: string) => {
    const { organization } = await ask(
      `{ organization(login: "acme") { teams(first: 9, ${args}) { nodes { slug } } } }`,
    )
    return organization.teams.nodes.map(({ slug }: { slug: string }) => slug)
  }

  it('are in the order of their names, and selected by the role of the viewer', async () => {
    expect(await teams('orderBy: { field: NAME, direction: ASC }')).toEqual(['art', 'core'])
    expect(await teams('orderBy: { field: NAME, direction: DESC }')).toEqual(['core', 'art'])
    expect(await teams('role: MEMBER')).toEqual(['core'])
    expect(await teams('role: ADMIN')).toEqual([])
  })

  it('have members and repositories in an order', async () => {
    const order = 'orderBy: { field: LOGIN, direction: DESC }'
    const { organization } = await ask(`{ organization(login: "acme") { team(slug: "core") {
      members(first: 9, ${order}) { nodes { login } }
      repositories(first: 9, orderBy: { field: NAME, direction: ASC }) { nodes { name } } } } }`)
    expect(organization.team.members.nodes).toEqual([{ login: 'octocat' }, { login: 'hubber' }])
    expect(organization.team.repositories.nodes).toEqual([{ name: 'api' }, { name: 'web' }])
  })
})

describe('a list with an order', () => {
  it('is that of languages by their size, each with its color', async () => {
    const sorted = (direction: string) => `languages(first: 9, orderBy: { field: SIZE, direction: ${direction} })`
    const { repository } = await ask(`{ repository(owner: "acme", name: "web") {
      up: ${sorted('ASC')} { nodes { name } } down: ${sorted('DESC')} { nodes { name color } } } }`)
    expect(repository.up.nodes).toEqual([{ name: 'TypeScript' }, { name: 'CSS' }])
    expect(repository.down.nodes).toEqual([
      { name: 'CSS', color: '#663399' },
      { name: 'TypeScript', color: '#3178c6' },
    ])
  })

  it('is that of stars by their time, and of organizations by their names', async () => {
    await octokit().activity.starRepoForAuthenticatedUser({ owner: 'acme', repo: 'web' })
    site.codehost.clock.advance('1m')
    await octokit().activity.starRepoForAuthenticatedUser(repo)
    const { viewer } = await ask(`{ viewer {
      starredRepositories(first: 9, orderBy: { field: STARRED_AT, direction: ASC }) { nodes { name } }
      own: starredRepositories(first: 9, ownedByViewer: true) { nodes { name } }
      organizations(first: 9, orderBy: { field: LOGIN, direction: DESC }) { nodes { login } } } }`)
    expect(viewer.starredRepositories.nodes).toEqual([{ name: 'web' }, { name: 'hello-world' }])
    expect(viewer.own.nodes).toEqual([{ name: 'hello-world' }])
    expect(viewer.organizations.nodes).toEqual([{ login: 'empty' }, { login: 'acme' }])
  })
})

describe('the issues and pull requests of a milestone and of a user', () => {
  it('are selected by labels and branches', async () => {
    const { repository, viewer } = await ask(`{
      repository(owner: "octocat", name: "hello-world") { milestone(number: 1) { issues(first: 9, labels: ["CI"]) { nodes { number } } } }
      viewer { issues(first: 9, labels: ["bug", "ci"]) { nodes { number } }
        pullRequests(first: 9, headRefName: "other") { nodes { number } } } }`)
    expect(repository.milestone.issues.nodes).toEqual([{ number: 1 }])
    expect(viewer.issues.nodes).toEqual([{ number: 1 }])
    expect(viewer.pullRequests.nodes).toEqual([{ number: 4 }])
  })

  it('list the items of an issue in projects, with or without archived ones', async () => {
    const { repository } = await ask(`{ repository(owner: "octocat", name: "hello-world") { issue(number: 1) {
      projectItems(first: 9, includeArchived: false) { nodes { project { title } } } } } }`)
    expect(repository.issue.projectItems.nodes).toEqual([{ project: { title: 'Plan' } }])
  })
})

describe('the pull requests that close an issue', () => {
  const closers = async (args = '') => {
    const { repository } = await ask(`{ repository(owner: "octocat", name: "hello-world") { issue(number: 1) {
      closedByPullRequestsReferences(first: 9${args}) { nodes { number } } } } }`)
    return repository.issue.closedByPullRequestsReferences.nodes.map(({ number }: { number: number }) => number)
  }

  it('are those whose texts say so, also when they are merged, and closed ones if asked for', async () => {
    const { pulls } = octokit()
    for (const [number, keyword] of [
      [3, 'Closes'],
      [4, 'Fixes'],
    ] as const)
      await pulls.update({ ...repo, pull_number: number, body: `${keyword} #1.` })
    expect(await closers()).toEqual([3, 4])
    await pulls.update({ ...repo, pull_number: 3, state: 'closed' })
    expect(await closers()).toEqual([4])
    expect(await closers(', includeClosedPrs: true')).toEqual([3, 4])
    expect(await closers(', includeClosedPrs: true, orderByState: true')).toEqual([4, 3])
    expect(await closers(', userLinkedOnly: true')).toEqual([])
    await octokit().repos.createOrUpdateFileContents({
      ...repo,
      path: 'b.txt',
      message: 'b',
      content: 'Yg==',
      branch: 'other',
    })
    await pulls.merge({ ...repo, pull_number: 4 })
    expect(await closers()).toEqual([4])
    const { repository } = await ask(`{ repository(owner: "octocat", name: "hello-world") { pullRequest(number: 4) {
      closingIssuesReferences(first: 9) { nodes { number state } } } } }`)
    expect(repository.pullRequest.closingIssuesReferences.nodes).toEqual([{ number: 1, state: 'CLOSED' }])
  })
})

describe('the message of a merge', () => {
  it('is shown before it, for each kind', async () => {
    const { repository } = await ask(`{ repository(owner: "octocat", name: "hello-world") { pullRequest(number: 3) {
      headline: viewerMergeHeadlineText(mergeType: MERGE) body: viewerMergeBodyText(mergeType: MERGE)
      squashed: viewerMergeHeadlineText(mergeType: SQUASH) rebased: viewerMergeHeadlineText(mergeType: REBASE) } } }`)
    expect(repository.pullRequest).toEqual({
      headline: 'Merge pull request #3 from octocat/topic',
      body: 'Change',
      squashed: 'Change (#3)',
      rebased: '',
    })
  })
})

describe('a release by its tag', () => {
  it('may be a draft, for those who may see it', async () => {
    await octokit().repos.createRelease({ ...repo, tag_name: 'v2', draft: true })
    const query = '{ repository(owner: "octocat", name: "hello-world") { release(tagName: "v2") { isDraft } } }'
    expect((await ask(query)).repository.release).toEqual({ isDraft: true })
    expect(await ask(query.replace('v2', 'v3'))).toEqual({ repository: { release: null } })
  })
})
