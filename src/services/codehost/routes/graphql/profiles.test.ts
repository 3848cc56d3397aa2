import { graphql } from '@octokit/graphql'
import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(
  () => ({
    tokens: {
      octocat: { login: 'octocat', scopes: ['repo', 'gist', 'read:org', 'user'] },
      hubber: { login: 'hubber', scopes: ['repo', 'read:org'] },
    },
    codehost: {
      users: [
        { login: 'octocat', email: 'octocat@example.com', pinned: ['acme/website', 'octocat/hello-world'] },
        { login: 'hubber', email: 'hubber@example.com' },
      ],
      orgs: [{ login: 'acme', pinned: ['acme/website'] }],
      repos: [
        { owner: 'octocat', name: 'hello-world', auto_init: true, collaborators: [{ login: 'hubber' }] },
        { owner: 'octocat', name: 'secret', private: true, auto_init: true },
        { owner: 'acme', name: 'website', auto_init: true },
      ],
    },
  }),
  'octocat',
  { now: '2026-03-12T10:00:00Z' },
)
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const ask = <R = unknown>(query: string, token = 'octocat'): Promise<R> =>
  graphql(query, { baseUrl: site.codehost.url, headers: { authorization: `token ${token}` } })
const contributions = async (login: string, fields: string, args = '', token = 'octocat') => {
  const query = `{ user(login: "${login}") { contributionsCollection${args} { ${fields} } } }`
  return (await ask<{ user: { contributionsCollection: Record<string, unknown> } }>(query, token)).user
    .contributionsCollection
}

/** Lets hubber commit a file at a time. */
async function commit(path: string, date: string): Promise<void> {
  const author = { name: 'Hubber', email: 'hubber@example.com', date }
  await octokit('hubber').repos.createOrUpdateFileContents({ ...repo, path, message: path, content: '', author })
}

describe('contributionsCollection', () => {
  it('counts the commits, issues, pull requests, reviews and repositories of the last year', async () => {
    await commit('a', '2026-03-10T23:30:00-05:00')
    await commit('b', '2026-03-11T08:00:00Z')
    await commit('c', '2026-03-11T09:00:00Z')
    await commit('old', '2024-01-01T00:00:00Z')
    await octokit('hubber').issues.create({ ...repo, title: 'A question' })
    await octokit('hubber').repos.createForAuthenticatedUser({ name: 'mine' })
    const { data: main } = await octokit().repos.getBranch({ ...repo, branch: 'main' })
    await octokit().git.createRef({ ...repo, ref: 'refs/heads/work', sha: main.commit.sha })
    await octokit().repos.createOrUpdateFileContents({ ...repo, branch: 'work', path: 'w', message: 'w', content: '' })
    const { data: pull } = await octokit().pulls.create({ ...repo, title: 'Work', head: 'work', base: 'main' })
    await octokit('hubber').pulls.createReview({ ...repo, pull_number: pull.number, event: 'APPROVE' })
    const found = await contributions(
      'hubber',
      `startedAt endedAt hasAnyContributions contributionYears totalCommitContributions totalIssueContributions
       totalPullRequestContributions totalPullRequestReviewContributions totalRepositoryContributions
       totalRepositoriesWithContributedCommits restrictedContributionsCount
       commitContributionsByRepository { repository { name } contributions(first: 5) { totalCount
         nodes { occurredAt commitCount } } }
       pullRequestReviewContributions(first: 1) { nodes { pullRequest { title } pullRequestReview { state } } }
       firstIssueContribution { ... on CreatedIssueContribution { issue { title } } }`,
    )
    expect(found).toEqual({
      startedAt: '2025-03-09T00:00:00Z',
      endedAt: '2026-03-12T10:00:00Z',
      hasAnyContributions: true,
      contributionYears: [2026, 2024],
      totalCommitContributions: 3,
      totalIssueContributions: 1,
      totalPullRequestContributions: 0,
      totalPullRequestReviewContributions: 1,
      totalRepositoryContributions: 1,
      totalRepositoriesWithContributedCommits: 1,
      restrictedContributionsCount: 0,
      commitContributionsByRepository: [
        {
          repository: { name: 'hello-world' },
          contributions: {
            totalCount: 3,
            nodes: [
              { occurredAt: '2026-03-11T00:00:00Z', commitCount: 2 },
              { occurredAt: '2026-03-10T00:00:00Z', commitCount: 1 },
            ],
          },
        },
      ],
      pullRequestReviewContributions: {
        nodes: [{ pullRequest: { title: 'Work' }, pullRequestReview: { state: 'APPROVED' } }],
      },
      firstIssueContribution: { issue: { title: 'A question' } },
    })
  })

  it('has a calendar of weeks that begin with Sunday, whose days have a level', async () => {
    await commit('a', '2026-03-10T12:00:00Z')
    await commit('b', '2026-03-11T08:00:00Z')
    await commit('c', '2026-03-11T09:00:00Z')
    const { contributionCalendar } = await contributions(
      'hubber',
      `contributionCalendar { totalContributions months { name year firstDay totalWeeks } weeks { firstDay
        contributionDays { date weekday contributionCount contributionLevel color } } }`,
      '(from: "2026-03-04T00:00:00Z", to: "2026-03-12T00:00:00Z")',
    )
    const calendar = contributionCalendar as {
      weeks: { firstDay: string; contributionDays: readonly Record<string, unknown>[] }[]
    } // as the query asks
    expect(contributionCalendar).toMatchObject({
      totalContributions: 3,
      months: [{ name: 'Mar', year: 2026, firstDay: '2026-03-04', totalWeeks: 2 }],
    })
    expect(calendar.weeks.map(({ firstDay, contributionDays }) => [firstDay, contributionDays.length])).toEqual([
      ['2026-03-04', 4],
      ['2026-03-08', 5],
    ])
    expect(calendar.weeks[1]?.contributionDays.slice(1, 4)).toEqual([
      { date: '2026-03-09', weekday: 1, contributionCount: 0, contributionLevel: 'NONE', color: '#ebedf0' },
      { date: '2026-03-10', weekday: 2, contributionCount: 1, contributionLevel: 'SECOND_QUARTILE', color: '#40c463' },
      { date: '2026-03-11', weekday: 3, contributionCount: 2, contributionLevel: 'FOURTH_QUARTILE', color: '#216e39' },
    ])
  })

  it('is that of one organization where organizationID names it', async () => {
    const { data: org } = await octokit().orgs.get({ org: 'acme' })
    const { data: home } = await octokit().repos.get(repo)
    await octokit('hubber').issues.create({ ...repo, title: 'Here' })
    await octokit('hubber').issues.create({ owner: 'acme', repo: 'website', title: 'There' })
    const within = (id: string) => contributions('hubber', 'totalIssueContributions', `(organizationID: "${id}")`)
    expect(await within(org.node_id)).toEqual({ totalIssueContributions: 1 })
    await expect(within(home.node_id)).rejects.toThrow('Could not resolve to a node')
  })

  it('leaves out repositories that the viewer may not read, and takes a year at most', async () => {
    await octokit().issues.create({ owner: 'octocat', repo: 'secret', title: 'Hidden' })
    expect(await contributions('octocat', 'totalIssueContributions')).toEqual({ totalIssueContributions: 1 })
    expect(await contributions('octocat', 'totalIssueContributions', '', 'hubber')).toEqual({
      totalIssueContributions: 0,
    })
    const tooLong = contributions('octocat', 'startedAt', '(from: "2024-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z")')
    await expect(tooLong).rejects.toThrow('must not exceed 1 year')
  })
})

describe('repositoriesContributedTo', () => {
  it('lists the repositories of others to which the user contributed in the last year', async () => {
    await commit('a', '2026-03-11T08:00:00Z')
    const named = async (args: string) =>
      ask(`{ user(login: "hubber") { repositoriesContributedTo(first: 5${args}) {
      totalCount nodes { nameWithOwner } } } }`)
    expect(await named('')).toEqual({
      user: { repositoriesContributedTo: { totalCount: 1, nodes: [{ nameWithOwner: 'octocat/hello-world' }] } },
    })
    expect(await named(', contributionTypes: [ISSUE]')).toMatchObject({
      user: { repositoriesContributedTo: { totalCount: 0 } },
    })
  })
})

describe('a user', () => {
  it('has the repositories that they watch, their comments, and their profiles elsewhere', async () => {
    await octokit('hubber').activity.setRepoSubscription({ ...repo, subscribed: true })
    await octokit('hubber').issues.create({ ...repo, title: 'A question' })
    await octokit('hubber').issues.createComment({ ...repo, issue_number: 1, body: 'And so?' })
    await octokit().users.addSocialAccountForAuthenticatedUser({ account_urls: ['https://www.npmjs.com/~octocat'] })
    const found = await ask(`{
      hubber: user(login: "hubber") {
        watching(first: 5) { totalCount nodes { name } }
        issueComments(first: 5, orderBy: { field: UPDATED_AT, direction: DESC }) { totalCount nodes { body } } }
      octocat: user(login: "octocat") { socialAccounts(first: 5) { nodes { provider url displayName } } } }`)
    expect(found).toEqual({
      hubber: {
        watching: { totalCount: 1, nodes: [{ name: 'hello-world' }] },
        issueComments: { totalCount: 1, nodes: [{ body: 'And so?' }] },
      },
      octocat: {
        socialAccounts: {
          nodes: [{ provider: 'NPM', url: 'https://www.npmjs.com/~octocat', displayName: 'npmjs.com/~octocat' }],
        },
      },
    })
  })
})

describe('a release', () => {
  it('has the reactions to it and the people whom its text mentions', async () => {
    const { data } = await octokit().repos.createRelease({ ...repo, tag_name: 'v1', body: 'By @hubber and @hubber' })
    await octokit('hubber').reactions.createForRelease({ ...repo, release_id: data.id, content: 'rocket' })
    const found = await ask(`{ repository(owner: "octocat", name: "hello-world") { release(tagName: "v1") {
      viewerCanReact mentions(first: 3) { nodes { login } }
      reactions(first: 3, content: ROCKET) { totalCount nodes { user { login } } } } } }`)
    expect(found).toEqual({
      repository: {
        release: {
          viewerCanReact: true,
          mentions: { nodes: [{ login: 'hubber' }] },
          reactions: { totalCount: 1, nodes: [{ user: { login: 'hubber' } }] },
        },
      },
    })
  })
})

describe('the items of a profile', () => {
  it('are those that the seed pins, in its order, for users and organizations', async () => {
    const items = 'pinnedItems(first: 6, types: [REPOSITORY]) { totalCount nodes { ... on Repository { name } } }'
    const found = await ask(`{
      user(login: "octocat") { ${items} pinnedItemsRemaining viewerCanChangePinnedItems }
      organization(login: "acme") { ${items} }
    }`)
    expect(found).toEqual({
      user: {
        pinnedItems: { totalCount: 2, nodes: [{ name: 'website' }, { name: 'hello-world' }] },
        pinnedItemsRemaining: 4,
        viewerCanChangePinnedItems: true,
      },
      organization: { pinnedItems: { totalCount: 1, nodes: [{ name: 'website' }] } },
    })
  })

  it('are the repositories with the most stars where nothing is pinned', async () => {
    await octokit('hubber').repos.createForAuthenticatedUser({ name: 'plain' })
    await octokit('hubber').repos.createForAuthenticatedUser({ name: 'starred' })
    await octokit().activity.starRepoForAuthenticatedUser({ owner: 'hubber', repo: 'starred' })
    const found = await ask(`{ user(login: "hubber") { pinnedItems(first: 6) { totalCount }
      itemShowcase { hasPinnedItems items(first: 6) { nodes { ... on Repository { name } } } }
      anyPinnableItems(type: GIST) pinnableItems(first: 6) { totalCount } } }`)
    expect(found).toEqual({
      user: {
        pinnedItems: { totalCount: 0 },
        itemShowcase: { hasPinnedItems: false, items: { nodes: [{ name: 'starred' }, { name: 'plain' }] } },
        anyPinnableItems: false,
        pinnableItems: { totalCount: 2 },
      },
    })
  })
})
