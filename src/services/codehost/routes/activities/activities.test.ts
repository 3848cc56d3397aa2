import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const scopes = ['repo', 'admin:org', 'user:follow']
const site = await codehostSite(() => ({
  tokens: Object.fromEntries(['octocat', 'hubber'].map((login) => [login, { login, scopes }])),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        auto_init: true,
        branches: [{ name: 'work', files: { 'a.txt': 'a\n' } }],
        collaborators: [{ login: 'hubber', permission: 'push' }],
      },
      { owner: 'octocat', name: 'secret', private: true, auto_init: true },
    ],
  },
}))
const { it, octokit, stranger } = site

const repo = { owner: 'acme', repo: 'website' }

interface Event {
  readonly type: string | null
  readonly payload: object
}

/** Returns events as `IssuesEvent opened`. */
const words = (events: readonly Event[]): string[] =>
  events.map(({ type, payload }) => `${type}${'action' in payload ? ` ${String(payload.action)}` : ''}`)

/** Does one thing of each kind. */
async function doAll() {
  const { issues, pulls, repos, git, activity } = octokit()
  const { data: issue } = await issues.create({ ...repo, title: 'One', labels: ['bug'] })
  await issues.createComment({ ...repo, issue_number: issue.number, body: 'Seen' })
  const { data: pull } = await pulls.create({ ...repo, title: 'Work', head: 'work', base: 'main' })
  await octokit('hubber').pulls.createReview({ ...repo, pull_number: pull.number, event: 'APPROVE' })
  await octokit('hubber').pulls.createReviewComment({
    ...repo,
    pull_number: pull.number,
    commit_id: pull.head.sha,
    path: 'a.txt',
    line: 1,
    body: 'Nice',
  })
  await repos.createRelease({ ...repo, tag_name: 'v1' })
  await git.deleteRef({ ...repo, ref: 'tags/v1' })
  await activity.starRepoForAuthenticatedUser(repo)
  await octokit('hubber').repos.createFork(repo)
}

describe('events', () => {
  it('of a repository are what people did there, latest first', async () => {
    await doAll()
    const { data } = await stranger().activity.listRepoEvents({ ...repo, per_page: 100 })
    expect(words(data)).toEqual([
      'ForkEvent forked',
      'WatchEvent started',
      'DeleteEvent',
      'ReleaseEvent published',
      'PushEvent',
      'CreateEvent',
      'PullRequestReviewCommentEvent created',
      'PullRequestReviewEvent created',
      'PullRequestReviewEvent created',
      'PullRequestEvent opened',
      'IssueCommentEvent created',
      'IssuesEvent labeled',
      'IssuesEvent opened',
    ])
    expect(data.at(-1)).toMatchObject({
      actor: { login: 'octocat' },
      repo: { name: 'acme/website' },
      org: { login: 'acme' },
      public: true,
      payload: { issue: { title: 'One' } },
    })
    const network = await stranger().activity.listPublicEventsForRepoNetwork({ ...repo, per_page: 100 })
    expect(network.data).toEqual(data)
  })

  it('of private repositories are shown to those who may read them', async () => {
    const { activity, issues } = octokit()
    await issues.create({ owner: 'octocat', repo: 'secret', title: 'Hidden' })
    await issues.create({ ...repo, title: 'Seen' })
    const user = { username: 'octocat' }
    expect(words((await activity.listEventsForAuthenticatedUser(user)).data)).toHaveLength(2)
    expect(words((await octokit('hubber').activity.listEventsForAuthenticatedUser(user)).data)).toHaveLength(1)
    expect(words((await activity.listPublicEventsForUser(user)).data)).toHaveLength(1)
    expect(words((await stranger().activity.listPublicEvents()).data)).toHaveLength(1)
    expect(words((await stranger().activity.listPublicOrgEvents({ org: 'acme' })).data)).toHaveLength(1)
    const inOrg = { ...user, org: 'acme' }
    expect(words((await activity.listOrgEventsForAuthenticatedUser(inOrg)).data)).toHaveLength(1)
    await expect(stranger().activity.listRepoEvents({ owner: 'octocat', repo: 'secret' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('reach those who watch the repository or follow the person', async () => {
    const { activity } = octokit('hubber')
    const user = { username: 'hubber' }
    const receivedBy = async () => words((await activity.listReceivedEventsForUser(user)).data)
    await octokit().issues.create({ ...repo, title: 'Before' })
    expect(await receivedBy()).toEqual([])
    await activity.setRepoSubscription({ ...repo, subscribed: true })
    expect(await receivedBy()).toEqual(['IssuesEvent opened'])
    const { data } = await stranger().activity.listReceivedPublicEventsForUser(user)
    expect(words(data)).toEqual(['IssuesEvent opened'])
    // An event that the person receives for two reasons is listed once, in order with the others.
    await octokit('hubber').users.follow({ username: 'octocat' })
    await octokit().issues.create({ owner: 'octocat', repo: 'secret', title: 'Hidden' })
    await octokit().activity.starRepoForAuthenticatedUser(repo)
    expect(await receivedBy()).toEqual(['WatchEvent started', 'IssuesEvent opened'])
  })
})
