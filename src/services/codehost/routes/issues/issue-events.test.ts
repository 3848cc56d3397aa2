import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite(() => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    hubber: { login: 'hubber', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        auto_init: true,
        milestones: [{ title: 'First' }],
        issues: [{ title: 'One' }, { title: 'Two' }],
        pulls: [{ title: 'Change', head: 'topic' }],
      },
    ],
  },
}))
const { it, octokit } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const first = { ...repo, issue_number: 1 }
const headOf = async (pull_number: number) => (await octokit().pulls.get({ ...repo, pull_number })).data.head.sha

/** Applies every kind of change to an issue, one after the other at the same time of the clock. */
async function eventful() {
  await octokit().issues.update({ ...first, title: 'Uno', labels: ['bug'], assignees: ['octocat'], milestone: 1 })
  await octokit().issues.createComment({ ...first, body: 'like #2' })
  await octokit().issues.update({ ...first, state: 'closed' })
  await octokit('hubber').issues.create({ ...repo, title: 'Four', body: 'Same as #1 and #99' })
  await octokit().issues.update({ ...first, state: 'open', labels: [], assignees: [], milestone: null })
  await octokit().issues.lock({ ...first, lock_reason: 'resolved' })
  await octokit().issues.unlock(first)
}

const EVENTS = [
  'renamed',
  'labeled',
  'assigned',
  'milestoned',
  'closed',
  'unlabeled',
  'unassigned',
  'demilestoned',
  'reopened',
  'locked',
  'unlocked',
]

describe('the events of an issue', () => {
  it('are listed in order', async () => {
    await eventful()
    const { data } = await octokit().issues.listEvents({ ...first, per_page: 100 })
    expect(data.map(({ event }) => event)).toEqual(EVENTS)
    const named = (name: string) => data.find(({ event }) => event === name)
    expect(named('renamed')).toMatchObject({ rename: { from: 'One', to: 'Uno' } })
    expect(named('labeled')).toMatchObject({ label: { name: 'bug', color: 'd73a4a' }, commit_id: null })
    expect(named('assigned')).toMatchObject({ assignee: { login: 'octocat' }, assigner: { login: 'octocat' } })
    expect(named('milestoned')).toMatchObject({ milestone: { title: 'First' } })
    expect(named('locked')).toMatchObject({ lock_reason: 'resolved' })
    expect(data[0]).not.toHaveProperty('issue')
  })

  it('are listed for the repository, newest first, with the issue', async () => {
    await eventful()
    const { data, headers } = await octokit().issues.listEventsForRepo({ ...repo, per_page: 2 })
    expect(data.map(({ event }) => event)).toEqual(['unlocked', 'locked'])
    expect(data[0]?.issue).toMatchObject({ number: 1, title: 'Uno' })
    expect(headers.link).toContain('page=6>; rel="last"')
  })

  it('are found by id, in their repository only', async () => {
    await eventful()
    const { data } = await octokit().issues.listEventsForRepo(repo)
    const event = data[0]
    expect((await octokit().issues.getEvent({ ...repo, event_id: event?.id ?? 0 })).data).toEqual(event)
    await expect(octokit().issues.getEvent({ ...repo, event_id: 999 })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the timeline of an issue', () => {
  it('has its events, comments and references, in chronological order', async () => {
    site.codehost.clock.set(site.codehost.clock.now())
    await eventful()
    const { data } = await octokit().issues.listEventsForTimeline({ ...first, per_page: 100 })
    const names = [...EVENTS]
    names.splice(4, 0, 'commented')
    names.splice(6, 0, 'cross-referenced')
    expect(data.map(({ event }) => event)).toEqual(names)
    expect(data[4]).toMatchObject({ body: 'like #2', actor: { login: 'octocat' }, user: { login: 'octocat' } })
    expect(data[6]).toMatchObject({
      source: { type: 'issue', issue: { number: 4, repository: { name: 'hello-world' } } },
    })
    const { data: second } = await octokit().issues.listEventsForTimeline({ ...repo, issue_number: 2 })
    expect(second.map(({ event }) => event)).toEqual(['cross-referenced'])
  })

  it('lists a reference from an issue or pull request once, however often its texts repeat it', async () => {
    await octokit().git.createRef({ ...repo, ref: 'refs/heads/other', sha: await headOf(3) })
    await octokit().pulls.create({ ...repo, title: 'More', head: 'other', base: 'main', body: 'see #2, #2' })
    await octokit().issues.createComment({ ...repo, issue_number: 4, body: 'again: #2' })
    const { data } = await octokit().issues.listEventsForTimeline({ ...repo, issue_number: 2 })
    expect(data).toMatchObject([{ event: 'cross-referenced', source: { issue: { number: 4, pull_request: {} } } }])
  })

  it('leaves out the events that the client excludes', async () => {
    await eventful()
    const { data } = await octokit().request('GET /repos/{owner}/{repo}/issues/{issue_number}/timeline', {
      ...first,
      exclude: 'commented,locked, unlocked',
    } as never)
    const names = (data as { event: string }[]).map(({ event }) => event)
    expect(names).toHaveLength(EVENTS.length - 1)
    expect(names).not.toContain('commented')
  })

  it('has the commits and reviews of a pull request', async () => {
    await octokit('hubber').pulls.createReview({ ...repo, pull_number: 3, event: 'COMMENT', body: 'Fine' })
    const { data } = await octokit().issues.listEventsForTimeline({ ...repo, issue_number: 3 })
    expect(data.map(({ event }) => event)).toEqual(['committed', 'reviewed'])
    expect(data[0]).toMatchObject({ message: expect.stringContaining('Change') as string, parents: [{}] })
    expect(data[1]).toMatchObject({ state: 'commented', body: 'Fine', user: { login: 'hubber' } })
  })

  it('is not found without the issue', async () => {
    await expect(octokit().issues.listEventsForTimeline({ ...repo, issue_number: 9 })).rejects.toMatchObject({
      status: 404,
    })
  })
})
