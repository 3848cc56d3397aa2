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

describe('stars', () => {
  it('are given once, counted, and taken back', async () => {
    await expect(octokit('hubber').activity.checkRepoIsStarredByAuthenticatedUser(repo)).rejects.toMatchObject({
      status: 404,
    })
    for (const _ of [1, 2]) {
      expect((await octokit('hubber').activity.starRepoForAuthenticatedUser(repo)).status).toBe(204)
    }
    expect((await octokit('hubber').activity.checkRepoIsStarredByAuthenticatedUser(repo)).status).toBe(204)
    expect((await octokit().repos.get(repo)).data.stargazers_count).toBe(1)
    expect((await octokit('hubber').activity.unstarRepoForAuthenticatedUser(repo)).status).toBe(204)
    expect(await events()).toEqual(['star.created', 'watch.started', 'star.deleted'])
    expect(receiver.violations()).toEqual([])
  })

  it('are listed by repository and by user, with their times when asked', async () => {
    await octokit('hubber').activity.starRepoForAuthenticatedUser(repo)
    codehost.clock.advance('1h')
    await octokit('hubber').activity.starRepoForAuthenticatedUser({ owner: 'octocat', repo: 'empty' })
    const { data } = await octokit('hubber').activity.listReposStarredByAuthenticatedUser()
    expect(data.map(({ name }) => name)).toEqual(['empty', 'hello-world'])
    const { data: mine } = await stranger().activity.listReposStarredByUser({ username: 'hubber', direction: 'asc' })
    expect(mine.map((each) => ('name' in each ? each.name : null))).toEqual(['hello-world', 'empty'])
    const { data: people } = await stranger().activity.listStargazersForRepo(repo)
    expect(people).toMatchObject([{ login: 'hubber' }])
    const headers = { accept: 'application/vnd.github.star+json' }
    const { data: timed } = await stranger().activity.listStargazersForRepo({ ...repo, headers })
    expect(timed).toMatchObject([{ starred_at: expect.stringMatching(/Z$/) as string, user: { login: 'hubber' } }])
  })

  it('are for users, on what they see', async () => {
    await expect(stranger().activity.starRepoForAuthenticatedUser(repo)).rejects.toMatchObject({ status: 401 })
    await expect(stranger().activity.listReposStarredByAuthenticatedUser()).rejects.toMatchObject({ status: 401 })
    await expect(octokit('reader').activity.starRepoForAuthenticatedUser(repo)).rejects.toMatchObject({ status: 403 })
    await expect(
      octokit('monalisa').activity.starRepoForAuthenticatedUser({ owner: 'acme', repo: 'website' }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
