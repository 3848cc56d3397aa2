import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../../emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '../../../testkit/octokit.ts'

let codehost: Emulator<'codehost'>
let receiver: Receiver

beforeAll(async () => {
  receiver = await receiveWebhooks()
  codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    seed: {
      tokens: {
        octocat: { login: 'octocat', scopes: ['repo'] },
        stranger: { login: 'stranger', scopes: ['repo'] },
      },
      codehost: {
        users: [{ login: 'octocat' }, { login: 'hubber' }, { login: 'stranger' }],
        repos: [
          {
            owner: 'octocat',
            name: 'hello-world',
            collaborators: [{ login: 'hubber', permission: 'push' }],
            issues: [{ title: 'One', assignees: ['octocat'], comments: [{ body: 'mine', user: 'stranger' }] }],
            webhooks: [{ url: receiver.url, events: ['issues'] }],
          },
        ],
      },
    },
  })
})
afterAll(async () => {
  await codehost.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(async () => {
  // A delivery under way would reach the receiver of the next test.
  await codehost.webhooks.settled()
  codehost.reset()
  receiver.received.length = 0
})

const repo = { owner: 'octocat', repo: 'hello-world' }
const octokit = (token = 'octocat') => checkedOctokit(codehost, token)
const actions = async () => {
  await codehost.webhooks.settled()
  return receiver.received.map(({ event, payload }) => `${event}.${String(payload['action'])}`)
}

const first = { ...repo, issue_number: 1 }

describe('assignees', () => {
  it('are those who may triage or push, by login', async () => {
    const { data } = await octokit().issues.listAssignees(repo)
    expect(data.map(({ login }) => login)).toEqual(['hubber', 'octocat'])
    expect((await octokit().issues.listAssignees({ ...repo, per_page: 1, page: 2 })).data).toHaveLength(1)
  })

  it('are checked for the repository, and for an issue where who commented counts too', async () => {
    const check = (assignee: string) => octokit().issues.checkUserCanBeAssigned({ ...repo, assignee })
    expect((await check('Hubber')).status).toBe(204)
    await expect(check('stranger')).rejects.toMatchObject({ status: 404 })
    await expect(check('nobody')).rejects.toMatchObject({ status: 404 })
    const checkIssue = (assignee: string) => octokit().issues.checkUserCanBeAssignedToIssue({ ...first, assignee })
    expect((await checkIssue('stranger')).status).toBe(204)
    await expect(checkIssue('nobody')).rejects.toMatchObject({ status: 404 })
  })

  it('are added to those who are there; who cannot be assigned is passed over', async () => {
    const { data, status } = await octokit().issues.addAssignees({
      ...first,
      assignees: ['hubber', 'octocat', 'nobody'],
    })
    expect(status).toBe(201)
    expect(data.assignees?.map(({ login }) => login)).toEqual(['octocat', 'hubber'])
    expect(await actions()).toEqual(['issues.assigned'])
    expect(receiver.received[0]?.payload['assignee']).toMatchObject({ login: 'hubber' })
  })

  it('are removed', async () => {
    const { data } = await octokit().issues.removeAssignees({ ...first, assignees: ['octocat', 'hubber'] })
    expect(data).toMatchObject({ assignee: null, assignees: [] })
    expect(await actions()).toEqual(['issues.unassigned'])
    expect(receiver.violations()).toEqual([])
  })

  it('are not touched by who may not triage', async () => {
    expect(
      (await octokit('stranger').issues.addAssignees({ ...first, assignees: ['hubber'] })).data.assignees,
    ).toHaveLength(1)
    await expect(
      checkedOctokit(codehost).issues.addAssignees({ ...first, assignees: ['hubber'] }),
    ).rejects.toMatchObject({
      status: 401,
    })
  })
})
