import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const site = await codehostSite((receiver) => ({
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
        milestones: [
          { title: 'Later', due_on: '2031-01-01T00:00:00Z' },
          { title: 'Sooner', description: 'Soon', due_on: '2030-01-01T00:00:00Z' },
        ],
        issues: [
          { title: 'One', milestone: 'Later', labels: ['question', 'bug'] },
          { title: 'Two', milestone: 'Later', labels: ['bug'], state: 'closed' },
        ],
        webhooks: [{ url: receiver.url, events: ['milestone', 'issues'] }],
      },
    ],
  },
}))
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const titles = async (query: object) =>
  (await octokit().issues.listMilestones({ ...repo, ...query })).data.map(({ title }) => title)

describe('milestones', () => {
  it('are listed while open, the next due first, in pages', async () => {
    const { data, headers } = await octokit().issues.listMilestones({ ...repo, per_page: 1 })
    expect(data[0]).toMatchObject({ title: 'Sooner', number: 2, due_on: '2030-01-01T00:00:00Z', description: 'Soon' })
    expect(headers.link).toContain('page=2>; rel="last"')
    expect(await titles({ direction: 'desc' })).toEqual(['Later', 'Sooner'])
    expect(await titles({ sort: 'completeness' })).toEqual(['Sooner', 'Later'])
    expect(await titles({ sort: 'completeness', direction: 'desc' })).toEqual(['Later', 'Sooner'])
    await octokit().issues.updateMilestone({ ...repo, milestone_number: 2, state: 'closed' })
    expect(await titles({})).toEqual(['Later'])
    expect(await titles({ state: 'closed' })).toEqual(['Sooner'])
    expect(await titles({ state: 'all' })).toEqual(['Sooner', 'Later'])
  })

  it('count their issues', async () => {
    const { data } = await octokit().issues.getMilestone({ ...repo, milestone_number: 1 })
    expect(data).toMatchObject({ open_issues: 1, closed_issues: 1, creator: { login: 'octocat' }, closed_at: null })
    await expect(octokit().issues.getMilestone({ ...repo, milestone_number: 9 })).rejects.toMatchObject({ status: 404 })
  })

  it('are created with the next number, and once', async () => {
    const { data, headers } = await octokit().issues.createMilestone({ ...repo, title: 'v1', state: 'closed' })
    expect(data).toMatchObject({ number: 3, title: 'v1', state: 'closed', description: null, due_on: null })
    expect(data.closed_at).not.toBeNull()
    expect(headers.location).toBe(data.url)
    await expect(octokit().issues.createMilestone({ ...repo, title: 'v1' })).rejects.toMatchObject({
      status: 422,
      response: { data: { errors: [{ resource: 'Milestone', code: 'already_exists', field: 'title' }] } },
    })
  })

  it('need a title, a known state and a valid date', async () => {
    await expect(
      octokit().request('POST /repos/{owner}/{repo}/milestones', { ...repo, state: 'done', due_on: 'soon' } as never),
    ).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          errors: [
            { resource: 'Milestone', field: 'title', code: 'missing_field' },
            { resource: 'Milestone', field: 'state', code: 'invalid' },
            { resource: 'Milestone', field: 'due_on', code: 'invalid' },
          ],
        },
      },
    })
  })

  it('keep members that an update leaves out', async () => {
    const update = (body: object) => octokit().issues.updateMilestone({ ...repo, milestone_number: 2, ...body })
    expect((await update({ title: 'Now' })).data).toMatchObject({ title: 'Now', description: 'Soon', state: 'open' })
    expect((await update({ due_on: null, description: null })).data).toMatchObject({ due_on: null, description: null })
    await expect(update({ title: 'Later' })).rejects.toMatchObject({ status: 422 })
  })

  it('are removed from their issues on deletion', async () => {
    expect((await octokit().issues.deleteMilestone({ ...repo, milestone_number: 1 })).status).toBe(204)
    expect((await octokit().issues.get({ ...repo, issue_number: 1 })).data.milestone).toBeNull()
    await expect(octokit().issues.deleteMilestone({ ...repo, milestone_number: 1 })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('emit demilestoned for each of their issues on deletion', async () => {
    await octokit().issues.deleteMilestone({ ...repo, milestone_number: 1 })
    expect(await events()).toEqual(['issues.demilestoned', 'issues.demilestoned', 'milestone.deleted'])
    const [first, , deleted] = site.receiver.received.map(({ payload }) => payload)
    expect(first).toMatchObject({ issue: { number: 1, milestone: null }, milestone: { title: 'Later' } })
    expect(deleted).toMatchObject({ milestone: { title: 'Later', open_issues: 1, closed_issues: 1 } })
    const { data } = await octokit().issues.listEvents({ ...repo, issue_number: 2 })
    expect(data.at(-1)).toMatchObject({ event: 'demilestoned', milestone: { title: 'Later' } })
  })

  it('have the labels of their issues, by name', async () => {
    const { data } = await octokit().issues.listLabelsForMilestone({ ...repo, milestone_number: 1 })
    expect(data.map(({ name }) => name)).toEqual(['bug', 'question'])
  })

  it('are for users with push access', async () => {
    await expect(octokit('hubber').issues.createMilestone({ ...repo, title: 'x' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(stranger().issues.createMilestone({ ...repo, title: 'x' })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('emit created, edited, closed, opened and deleted as the vendor documents them', async () => {
    await octokit().issues.createMilestone({ ...repo, title: 'v1' })
    const milestone = { ...repo, milestone_number: 3 }
    await octokit().issues.updateMilestone({ ...milestone, description: 'text', due_on: '2032-01-01T00:00:00Z' })
    await octokit().issues.updateMilestone({ ...milestone, state: 'closed' })
    await octokit().issues.updateMilestone({ ...milestone, state: 'open', title: 'v2' })
    await octokit().issues.deleteMilestone(milestone)
    expect(await events()).toEqual(
      ['created', 'edited', 'closed', 'edited', 'opened', 'deleted'].map((action) => `milestone.${action}`),
    )
    expect(site.receiver.received[3]?.payload['changes']).toEqual({ title: { from: 'v1' } })
    expect(site.receiver.violations()).toEqual([])
  })
})
