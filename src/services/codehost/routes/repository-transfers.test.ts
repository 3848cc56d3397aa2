import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../../emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '../../../testkit/octokit.ts'

let codehost: Emulator<'codehost'>
let receiver: Receiver

beforeAll(async () => {
  receiver = await receiveWebhooks()
  const everything = ['repo', 'delete_repo', 'admin:org']
  codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    seed: {
      tokens: {
        octocat: { login: 'octocat', scopes: everything },
        hubber: { login: 'hubber', scopes: everything },
        public: { login: 'octocat', scopes: ['public_repo'] },
        reader: { login: 'octocat', scopes: [] },
      },
      codehost: {
        users: [{ login: 'octocat', email: 'octocat@example.com' }, { login: 'hubber' }],
        orgs: [
          {
            login: 'acme',
            members: [{ login: 'octocat', role: 'admin' }],
            webhooks: [{ url: receiver.url, events: ['*'] }],
          },
        ],
        repos: [
          {
            owner: 'octocat',
            name: 'hello-world',
            description: 'First',
            topics: ['api'],
            files: { 'README.md': 'hi', 'src/a.ts': 'let a = 1\n', 'run.py': 'print(1)' },
            branches: [{ name: 'feature', files: { 'b.txt': 'b' } }],
            issues: [{ title: 'One' }],
            webhooks: [{ url: receiver.url, events: ['repository', 'public', 'fork'] }],
          },
          { owner: 'octocat', name: 'secret', private: true, auto_init: true },
          { owner: 'octocat', name: 'empty' },
          { owner: 'octocat', name: 'old', archived: true, auto_init: true },
          { owner: 'acme', name: 'website', private: true, auto_init: true },
          { owner: 'acme', name: 'open', auto_init: true },
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

async function actions(): Promise<string[]> {
  await codehost.webhooks.settled()
  return receiver.received.map(({ event, payload: { action } }) =>
    typeof action === 'string' ? `${event}.${action}` : event,
  )
}

describe('a repository that goes to somebody else', () => {
  it('is theirs at once, its owner of before a collaborator', async () => {
    const { data, status } = await octokit().repos.transfer({ ...repo, new_owner: 'hubber', new_name: 'ours' })
    expect(status).toBe(202)
    expect(data.full_name).toBe('octocat/hello-world')
    expect((await octokit().repos.get({ owner: 'hubber', repo: 'ours' })).data.permissions?.admin).toBe(true)
    await expect(octokit().repos.get(repo)).rejects.toMatchObject({ status: 404 })
    await expect(
      octokit().repos.transfer({ owner: 'octocat', repo: 'secret', new_owner: 'nobody' }),
    ).rejects.toMatchObject({ status: 422 })
    await octokit().repos.transfer({ owner: 'octocat', repo: 'secret', new_owner: 'acme' })
    expect(await actions()).toEqual(['repository.transferred', 'repository.transferred'])
    expect(receiver.violations()).toEqual([])
  })
})

describe('a template', () => {
  it('makes repositories of its files, with one commit', async () => {
    await expect(
      octokit().repos.createUsingTemplate({ template_owner: 'octocat', template_repo: 'hello-world', name: 'copy' }),
    ).rejects.toMatchObject({ status: 422 })
    await octokit().repos.update({ ...repo, is_template: true })
    const { data } = await octokit('hubber').repos.createUsingTemplate({
      template_owner: 'octocat',
      template_repo: 'hello-world',
      name: 'copy',
      private: true,
    })
    expect(data).toMatchObject({ full_name: 'hubber/copy', private: true, fork: false })
    expect(data.template_repository?.full_name).toBe('octocat/hello-world')
    const copy = { owner: 'hubber', repo: 'copy' }
    expect((await octokit('hubber').repos.listCommits(copy)).data).toHaveLength(1)
    expect((await octokit('hubber').repos.listBranches(copy)).data.map(({ name }) => name)).toEqual(['main'])
  })
})

describe('a dispatch', () => {
  it('reaches those who listen, as it was sent', async () => {
    const client_payload = { unit: false }
    const target = { owner: 'acme', repo: 'open' }
    expect(
      (await octokit().repos.createDispatchEvent({ ...target, event_type: 'deploy', client_payload })).status,
    ).toBe(204)
    expect(await actions()).toEqual(['repository_dispatch.deploy'])
    expect(receiver.received[0]?.payload).toMatchObject({ action: 'deploy', branch: 'main', client_payload })
    await expect(octokit().repos.createDispatchEvent({ ...target } as never)).rejects.toMatchObject({ status: 422 })
  })
})
