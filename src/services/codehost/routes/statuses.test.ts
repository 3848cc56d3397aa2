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
        hubber: { login: 'hubber', scopes: ['repo'] },
        monalisa: { login: 'monalisa', scopes: ['repo'] },
        reader: { login: 'octocat', scopes: [] },
      },
      codehost: {
        users: [{ login: 'octocat', email: 'octocat@example.com' }, { login: 'hubber' }, { login: 'monalisa' }],
        orgs: [
          {
            login: 'acme',
            members: [{ login: 'octocat', role: 'admin' }, { login: 'hubber' }],
            teams: [{ name: 'Core', members: ['hubber'] }],
          },
        ],
        repos: [
          {
            owner: 'octocat',
            name: 'hello-world',
            description: 'First',
            files: { 'README.md': '# hi\n', 'src/a.ts': 'let a = 1\n' },
            branches: [{ name: 'feature/x', files: { 'b.txt': 'b\n' } }],
            collaborators: [{ login: 'hubber', permission: 'push' }],
            webhooks: [{ url: receiver.url, events: ['*'] }],
          },
          { owner: 'octocat', name: 'empty' },
          { owner: 'acme', name: 'website', private: true, auto_init: true },
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
  // What the test before caused must not arrive in this one.
  await codehost.webhooks.settled()
  codehost.reset()
  receiver.received.length = 0
})

const repo = { owner: 'octocat', repo: 'hello-world' }
const octokit = (token = 'octocat') => checkedOctokit(codehost, token)
const stranger = () => checkedOctokit(codehost)

async function events(): Promise<string[]> {
  await codehost.webhooks.settled()
  return receiver.received.map(({ event, payload: { action } }) =>
    typeof action === 'string' ? `${event}.${action}` : event,
  )
}

async function head(): Promise<string> {
  return (await stranger().repos.getBranch({ ...repo, branch: 'main' })).data.commit.sha
}

describe('the statuses of a commit', () => {
  it('are added and never changed, and come to one state by the latest of each context', async () => {
    const sha = await head()
    const add = (state: 'error' | 'failure' | 'pending' | 'success', context?: string) =>
      octokit().repos.createCommitStatus({ ...repo, sha, state, ...(context === undefined ? {} : { context }) })
    const combined = async () => (await stranger().repos.getCombinedStatusForRef({ ...repo, ref: 'main' })).data
    expect(await combined()).toMatchObject({ state: 'pending', total_count: 0, statuses: [] })
    const { data, status, headers } = await add('pending')
    expect(status).toBe(201)
    expect(headers.location).toBe(data.url)
    expect(data).toMatchObject({
      context: 'default',
      description: null,
      target_url: null,
      creator: { login: 'octocat' },
    })
    await add('success')
    await add('success', 'ci')
    expect(await combined()).toMatchObject({ state: 'success', total_count: 2, sha })
    await add('error', 'ci')
    expect((await combined()).state).toBe('failure')
    const { data: all } = await stranger().repos.listCommitStatusesForRef({ ...repo, ref: 'main' })
    expect(all.map(({ context, state }) => `${context} ${state}`)).toEqual([
      'ci error',
      'ci success',
      'default success',
      'default pending',
    ])
    const second = await stranger().repos.getCombinedStatusForRef({ ...repo, ref: 'main', per_page: 1, page: 2 })
    expect(second.data).toMatchObject({ total_count: 2, statuses: [{ context: 'default' }] })
  })

  it('emit status with the branches that the commit is the head of', async () => {
    const sha = await head()
    const wanted = { sha, state: 'success', target_url: 'https://ci.example.com/1', description: 'Fine' } as const
    await octokit('hubber').repos.createCommitStatus({ ...repo, ...wanted })
    expect(await events()).toEqual(['status'])
    expect(receiver.received[0]?.payload).toMatchObject({
      ...wanted,
      name: 'octocat/hello-world',
      branches: [{ name: 'main' }],
    })
    expect(receiver.violations()).toEqual([])
  })

  it('are for those who may push, with repo:status at least', async () => {
    const sha = await head()
    const status = { ...repo, sha, state: 'success' } as const
    await expect(octokit('monalisa').repos.createCommitStatus(status)).rejects.toMatchObject({ status: 403 })
    await expect(octokit('reader').repos.createCommitStatus(status)).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'repo:status, repo' } },
    })
    await expect(octokit().repos.createCommitStatus({ ...status, sha: 'f'.repeat(40) })).rejects.toMatchObject({
      status: 422,
    })
    await expect(octokit().repos.createCommitStatus({ ...status, state: 'done' as 'success' })).rejects.toMatchObject({
      status: 422,
    })
    await expect(stranger().repos.getCombinedStatusForRef({ ...repo, ref: 'nope' })).rejects.toMatchObject({
      status: 404,
    })
  })
})
