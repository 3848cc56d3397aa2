import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
  tokens: Object.fromEntries(
    ['octocat', 'hubber'].map((login) => [login, { login, scopes: ['repo', 'admin:org', 'read:org'] }]),
  ),
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }],
    orgs: [{ login: 'acme', members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }] }],
    repos: [
      {
        owner: 'acme',
        name: 'website',
        issues: ['One', 'Two', 'Three', 'Four'].map((title) => ({ title })),
        webhooks: [{ url: receiver.url, events: ['sub_issues', 'issue_dependencies', 'issues'] }],
      },
      { owner: 'octocat', name: 'other', issues: [{ title: 'Elsewhere' }] },
    ],
  },
}))
const { it, octokit, stranger, receiver } = site

const repo = { owner: 'acme', repo: 'website' }
const one = { ...repo, issue_number: 1 }
const events = async () => {
  await site.codehost.webhooks.settled()
  return receiver.received.map(({ event, payload }) => `${event}.${String(payload['action'])}`)
}
const idOf = async (issue_number: number) => (await octokit().issues.get({ ...repo, issue_number })).data.id
const add = async (parent: number, child: number, more: object = {}) =>
  octokit().issues.addSubIssue({ ...repo, issue_number: parent, sub_issue_id: await idOf(child), ...more })
const partsOf = async (issue_number: number) =>
  (await stranger().issues.listSubIssues({ ...repo, issue_number })).data.map(({ number }) => number)
const refused = (status: number) => ({ status })

describe('a sub-issue', () => {
  it('is added after the others, counted, and taken away', async () => {
    const { data, status } = await add(1, 2)
    expect([status, data.number]).toEqual([201, 1])
    await add(1, 3)
    await octokit().issues.update({ ...repo, issue_number: 2, state: 'closed' })
    expect(await partsOf(1)).toEqual([2, 3])
    expect((await octokit().issues.get(one)).data.sub_issues_summary).toEqual({
      total: 2,
      completed: 1,
      percent_completed: 50,
    })
    const two = { ...repo, issue_number: 2 }
    expect((await stranger().issues.getParent(two)).data.number).toBe(1)
    // In relations, issues have their repository, and not who closed them.
    const { data: listed } = await stranger().issues.listSubIssues(one)
    expect([data, ...listed].map(({ repository }) => repository?.full_name)).toEqual(Array(3).fill('acme/website'))
    for (const each of [data, ...listed]) expect(each).not.toHaveProperty('closed_by')
    expect((await stranger().issues.get(two)).data.parent_issue_url).toBe(data.url)
    await octokit().issues.removeSubIssue({ ...one, sub_issue_id: await idOf(2) })
    await expect(stranger().issues.getParent(two)).rejects.toMatchObject(refused(404))
    expect(await events()).toEqual([
      'sub_issues.sub_issue_added',
      'sub_issues.parent_issue_added',
      'sub_issues.sub_issue_added',
      'sub_issues.parent_issue_added',
      'issues.closed',
      'sub_issues.sub_issue_removed',
      'sub_issues.parent_issue_removed',
    ])
    expect(receiver.received[0]?.payload).toMatchObject({
      sub_issue: { number: 2 },
      sub_issue_repo: { name: 'website' },
      parent_issue: { number: 1 },
      repository: { name: 'website' },
    })
    const { data: timeline } = await stranger().issues.listEvents(one)
    expect(timeline.map(({ event }) => event)).toEqual(['sub_issue_added', 'sub_issue_added', 'sub_issue_removed'])
  })

  it('has one parent, is in no circle, and has the owner of its parent', async () => {
    await add(1, 2)
    await add(2, 3)
    await expect(add(4, 2)).rejects.toMatchObject({
      status: 422,
      response: { data: { message: expect.stringContaining('may only have one parent') } },
    })
    await expect(add(3, 1)).rejects.toMatchObject(refused(422))
    await add(4, 2, { replace_parent: true })
    expect([await partsOf(1), await partsOf(4)]).toEqual([[], [2]])
    const { data: other } = await octokit().issues.get({ owner: 'octocat', repo: 'other', issue_number: 1 })
    await expect(octokit().issues.addSubIssue({ ...one, sub_issue_id: other.id })).rejects.toMatchObject(refused(422))
    await expect(octokit().issues.addSubIssue({ ...one, sub_issue_id: 999_999 })).rejects.toMatchObject(refused(404))
    await expect(octokit('hubber').issues.addSubIssue({ ...one, sub_issue_id: await idOf(4) })).rejects.toMatchObject(
      refused(403),
    )
  })

  it('is moved beside another', async () => {
    for (const child of [2, 3, 4]) await add(1, child)
    const move = async (child: number, place: object) =>
      octokit().issues.reprioritizeSubIssue({ ...one, sub_issue_id: await idOf(child), ...place })
    await move(4, { before_id: await idOf(2) })
    expect(await partsOf(1)).toEqual([4, 2, 3])
    await move(4, { after_id: await idOf(2) })
    expect(await partsOf(1)).toEqual([2, 4, 3])
    await expect(move(1, { after_id: await idOf(2) })).rejects.toMatchObject(refused(404))
  })
})

describe('a dependency', () => {
  it('is recorded on both sides, and taken back', async () => {
    const { issues } = octokit()
    const issue_id = await idOf(2)
    expect((await issues.addBlockedByDependency({ ...one, issue_id })).status).toBe(201)
    await expect(issues.addBlockedByDependency({ ...one, issue_id })).rejects.toMatchObject(refused(422))
    await expect(issues.addBlockedByDependency({ ...one, issue_id: await idOf(1) })).rejects.toMatchObject(refused(422))
    expect((await issues.listDependenciesBlockedBy(one)).data.map(({ number }) => number)).toEqual([2])
    const two = { ...repo, issue_number: 2 }
    expect((await issues.listDependenciesBlocking(two)).data.map(({ number }) => number)).toEqual([1])
    await issues.update({ ...two, state: 'closed' })
    const summaryOf = async (of: typeof one) => (await issues.get(of)).data.issue_dependencies_summary
    expect(await summaryOf(one)).toEqual({ blocked_by: 0, total_blocked_by: 1, blocking: 0, total_blocking: 0 })
    expect(await summaryOf(two)).toEqual({ blocked_by: 0, total_blocked_by: 0, blocking: 1, total_blocking: 1 })
    await issues.removeDependencyBlockedBy({ ...one, issue_id })
    await expect(issues.removeDependencyBlockedBy({ ...one, issue_id })).rejects.toMatchObject(refused(404))
    expect(await events()).toEqual([
      'issue_dependencies.blocked_by_added',
      'issue_dependencies.blocking_added',
      'issues.closed',
      'issue_dependencies.blocked_by_removed',
      'issue_dependencies.blocking_removed',
    ])
  })
})

describe('an issue type', () => {
  it('is one of the organization, which issues have', async () => {
    const { orgs, issues } = octokit()
    const { data: types } = await octokit('hubber').orgs.listIssueTypes({ org: 'acme' })
    expect(types.map((type) => type?.name)).toEqual(['Task', 'Bug', 'Feature'])
    const { data: made } = await orgs.createIssueType({ org: 'acme', name: 'Epic', is_enabled: true, color: 'purple' })
    await expect(orgs.createIssueType({ org: 'acme', name: 'epic', is_enabled: true })).rejects.toMatchObject(
      refused(422),
    )
    await expect(
      octokit('hubber').orgs.createIssueType({ org: 'acme', name: 'X', is_enabled: true }),
    ).rejects.toMatchObject(refused(403))
    const { data: issue } = await issues.create({ ...repo, title: 'Big', type: 'Epic' })
    expect(issue.type).toMatchObject({ name: 'Epic', color: 'purple' })
    const big = { ...repo, issue_number: issue.number }
    expect((await issues.update({ ...big, type: 'bug' })).data.type?.name).toBe('Bug')
    await expect(issues.update({ ...big, type: 'Nothing' })).rejects.toMatchObject(refused(422))
    expect((await issues.update({ ...big, type: null })).data.type).toBeNull()
    expect(await events()).toEqual([
      'issues.opened',
      'issues.typed',
      'issues.untyped',
      'issues.typed',
      'issues.untyped',
    ])
    const id = made?.id ?? 0
    await orgs.updateIssueType({ org: 'acme', issue_type_id: id, name: 'Saga', is_enabled: false })
    expect(
      (await octokit().request('GET /repos/{owner}/{repo}/issue-types', repo)).data.map((type) => type?.name),
    ).toEqual(['Task', 'Bug', 'Feature'])
    await expect(issues.update({ ...big, type: 'Saga' })).rejects.toMatchObject(refused(422))
    await orgs.deleteIssueType({ org: 'acme', issue_type_id: id })
    expect((await orgs.listIssueTypes({ org: 'acme' })).data).toHaveLength(3)
  })
})
