import { describe, expect } from 'vitest'
import { codehostSite } from '#codehost/codehost.fixture.ts'

const many = Array.from({ length: 11 }, (_, index) => ({ login: `helper-${index}` }))

const site = await codehostSite((receiver) => ({
  tokens: {
    octocat: { login: 'octocat', scopes: ['repo'] },
    stranger: { login: 'stranger', scopes: ['repo'] },
  },
  codehost: {
    users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }, ...many],
    repos: [
      {
        owner: 'octocat',
        name: 'hello-world',
        collaborators: [{ login: 'hubber', permission: 'push' }],
        issues: [{ title: 'One', assignees: ['octocat'], comments: [{ body: 'mine', user: 'stranger' }] }],
        webhooks: [{ url: receiver.url, events: ['issues'] }],
      },
      { owner: 'octocat', name: 'crowded', collaborators: many },
    ],
  },
}))
const { it, octokit, stranger, events } = site

const repo = { owner: 'octocat', repo: 'hello-world' }
const first = { ...repo, issue_number: 1 }

describe('assignees', () => {
  it('are the users with triage or push access, by login', async () => {
    const { data } = await octokit().issues.listAssignees(repo)
    expect(data.map(({ login }) => login)).toEqual(['hubber', 'octocat'])
    expect((await octokit().issues.listAssignees({ ...repo, per_page: 1, page: 2 })).data).toHaveLength(1)
  })

  it('are checked for the repository, and for an issue, where commenters count too', async () => {
    const check = (assignee: string) => octokit().issues.checkUserCanBeAssigned({ ...repo, assignee })
    expect((await check('Hubber')).status).toBe(204)
    await expect(check('stranger')).rejects.toMatchObject({ status: 404 })
    await expect(check('nobody')).rejects.toMatchObject({ status: 404 })
    const checkIssue = (assignee: string) => octokit().issues.checkUserCanBeAssignedToIssue({ ...first, assignee })
    expect((await checkIssue('stranger')).status).toBe(204)
    await expect(checkIssue('nobody')).rejects.toMatchObject({ status: 404 })
  })

  it('are added to the current ones; users who cannot be assigned are ignored', async () => {
    const { data, status } = await octokit().issues.addAssignees({
      ...first,
      assignees: ['hubber', 'octocat', 'nobody'],
    })
    expect(status).toBe(201)
    expect(data.assignees?.map(({ login }) => login)).toEqual(['octocat', 'hubber'])
    expect(await events()).toEqual(['issues.assigned'])
    expect(site.receiver.received[0]?.payload['assignee']).toMatchObject({ login: 'hubber' })
  })

  it('are removed', async () => {
    const { data } = await octokit().issues.removeAssignees({ ...first, assignees: ['octocat', 'hubber'] })
    expect(data).toMatchObject({ assignee: null, assignees: [] })
    expect(await events()).toEqual(['issues.unassigned'])
    expect(site.receiver.violations()).toEqual([])
  })

  it('are not changed by a user without triage access', async () => {
    expect(
      (await octokit('stranger').issues.addAssignees({ ...first, assignees: ['hubber'] })).data.assignees,
    ).toHaveLength(1)
    await expect(stranger().issues.addAssignees({ ...first, assignees: ['hubber'] })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('are at most ten, for a new issue too', async () => {
    const crowded = { owner: 'octocat', repo: 'crowded' }
    const assignees = many.map(({ login }) => login)
    const { data } = await octokit().issues.create({ ...crowded, title: 'All of you', assignees })
    expect(data.assignees?.map(({ login }) => login)).toEqual(assignees.slice(0, 10))
    const added = await octokit().issues.addAssignees({ ...crowded, issue_number: data.number, assignees })
    expect(added.data.assignees).toHaveLength(10)
  })
})
