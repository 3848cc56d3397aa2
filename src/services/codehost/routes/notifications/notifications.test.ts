import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const scopes = ['repo', 'notifications']
const site = await codehostSite(
  () => ({
    tokens: Object.fromEntries(['octocat', 'hubber', 'monalisa'].map((login) => [login, { login, scopes }])),
    codehost: {
      users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'monalisa' }],
      orgs: [
        {
          login: 'acme',
          members: [{ login: 'octocat', role: 'admin' }],
          teams: [{ name: 'Core', members: ['hubber'] }],
        },
      ],
      repos: [
        {
          owner: 'octocat',
          name: 'hello-world',
          auto_init: true,
          collaborators: [{ login: 'hubber', permission: 'push' }],
          issues: [{ title: 'Old', user: 'hubber' }],
          pulls: [{ title: 'Change', head: 'topic' }],
        },
        { owner: 'octocat', name: 'secret', private: true, issues: [{ title: 'Hidden' }] },
      ],
    },
  }),
  'octocat',
  { now: '2026-01-01T00:00:00Z' },
)
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }

type Filters = NonNullable<
  Parameters<ReturnType<typeof octokit>['activity']['listNotificationsForAuthenticatedUser']>[0]
>

const threads = async (token: string, more: Filters = {}) =>
  (await octokit(token).activity.listNotificationsForAuthenticatedUser(more)).data
const reasons = async (token: string, more: Filters = {}) =>
  (await threads(token, more)).map(({ subject, reason }) => `${subject.type} ${subject.title}: ${reason}`)
const comment = (body: string, token = 'octocat', issue_number = 1) =>
  octokit(token).issues.createComment({ ...repo, issue_number, body })
/** Returns the only thread of a user. */
const only = async (token: string) => {
  const [first] = await threads(token, { all: true })
  return { thread_id: Number(first?.id) }
}

describe('notifications', () => {
  it('tell a user of what is addressed to them, and never of their own doing', async () => {
    await comment('Look, @monalisa and @hubber; mail me@octocat.example')
    expect(await reasons('octocat')).toEqual([])
    expect(await reasons('monalisa')).toEqual(['Issue Old: mention'])
    expect(await reasons('hubber')).toEqual(['Issue Old: mention'])
    await comment('And me', 'monalisa')
    expect(await reasons('octocat')).toEqual(['Issue Old: comment'])
    await octokit().issues.addAssignees({ ...repo, issue_number: 2, assignees: ['hubber'] })
    site.codehost.clock.advance(1000)
    await octokit().pulls.requestReviewers({ ...repo, pull_number: 2, reviewers: ['hubber'] })
    expect(await reasons('hubber')).toEqual(['PullRequest Change: review_requested', 'Issue Old: mention'])
    await octokit('hubber').pulls.createReview({ ...repo, pull_number: 2, event: 'APPROVE', body: 'cc @acme/core' })
    expect(await reasons('octocat')).toEqual(['PullRequest Change: author', 'Issue Old: comment'])
  })

  it('tell those who watch of everything, also of releases', async () => {
    await octokit('monalisa').activity.setRepoSubscription({ ...repo, subscribed: true })
    await octokit().issues.create({ ...repo, title: 'New' })
    site.codehost.clock.advance(1000)
    await octokit().repos.createRelease({ ...repo, tag_name: 'v1' })
    expect(await reasons('monalisa')).toEqual(['Release v1: subscribed', 'Issue New: subscribed'])
    expect(await reasons('monalisa', { participating: true })).toEqual([])
    await octokit('monalisa').activity.setRepoSubscription({ ...repo, ignored: true })
    await comment('@monalisa')
    expect(await threads('monalisa')).toHaveLength(2)
  })

  it('tell nobody of a repository that they cannot read', async () => {
    await octokit().issues.createComment({ owner: 'octocat', repo: 'secret', issue_number: 1, body: '@monalisa' })
    expect(await threads('monalisa')).toEqual([])
  })

  it('have the URLs of the subject and its latest comment, and are read, unread again, and done', async () => {
    const { data: made } = await comment('First @monalisa')
    const { activity } = octokit('monalisa')
    const thread = await only('monalisa')
    const { data } = await activity.getThread(thread)
    expect(data).toMatchObject({
      unread: true,
      last_read_at: null,
      repository: { full_name: 'octocat/hello-world' },
      subject: { latest_comment_url: made.url, url: expect.stringContaining('/issues/1') as string },
    })
    expect((await activity.markThreadAsRead(thread)).status).toBe(205)
    expect([await threads('monalisa'), await reasons('monalisa', { all: true })]).toEqual([[], ['Issue Old: mention']])
    site.codehost.clock.advance(60_000)
    await comment('Again')
    expect(await threads('monalisa', { since: '2026-01-01T00:00:30Z' })).toHaveLength(1)
    expect(await threads('monalisa', { before: '2026-01-01T00:00:30Z' })).toEqual([])
    expect((await activity.markThreadAsDone(thread)).status).toBe(204)
    expect(await threads('monalisa', { all: true })).toEqual([])
    await expect(octokit('hubber').activity.getThread(thread)).rejects.toMatchObject({ status: 404 })
  })

  it('are marked as read together, up to a moment, in one repository or in all', async () => {
    await comment('@monalisa')
    site.codehost.clock.advance(60_000)
    await comment('@monalisa', 'octocat', 2)
    const { activity } = octokit('monalisa')
    expect((await activity.listRepoNotificationsForAuthenticatedUser(repo)).data).toHaveLength(2)
    await activity.markNotificationsAsRead({ last_read_at: '2026-01-01T00:00:30Z' })
    expect(await reasons('monalisa')).toEqual(['PullRequest Change: mention'])
    await activity.markRepoNotificationsAsRead(repo)
    expect(await threads('monalisa')).toEqual([])
  })

  it('end with the subscription to a thread, until the user takes part again', async () => {
    await comment('@monalisa')
    const { activity } = octokit('monalisa')
    const thread = await only('monalisa')
    await activity.markThreadAsRead(thread)
    expect((await activity.getThreadSubscriptionForAuthenticatedUser(thread)).data.subscribed).toBe(true)
    await activity.deleteThreadSubscription(thread)
    await comment('More')
    expect(await threads('monalisa')).toEqual([])
    await comment('Sorry, @monalisa')
    expect(await threads('monalisa')).toHaveLength(1)
    expect((await activity.setThreadSubscription({ ...thread, ignored: true })).data).toMatchObject({ ignored: true })
    await activity.markThreadAsRead(thread)
    await comment('Really, @monalisa')
    expect(await threads('monalisa')).toEqual([])
  })
})
