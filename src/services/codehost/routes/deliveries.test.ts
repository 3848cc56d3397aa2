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
        octocat: { login: 'octocat', scopes: ['repo', 'admin:org_hook'] },
      },
      codehost: {
        users: [{ login: 'octocat' }, { login: 'hubber' }],
        repos: [{ owner: 'octocat', name: 'hello-world', auto_init: true }],
      },
    },
  })
})
afterAll(async () => {
  await codehost.close()
  await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  codehost.reset()
  receiver.received.length = 0
  receiver.status = 200
})

const repo = { owner: 'octocat', repo: 'hello-world' }
const octokit = (token = 'octocat') => checkedOctokit(codehost, token)
const status = (code: number) => ({ status: code })
const create = async (events = ['label'], secret = 'shh', token = 'octocat') =>
  (
    await octokit(token).repos.createWebhook({
      ...repo,
      events,
      config: { url: receiver.url, content_type: 'json', secret },
    })
  ).data

describe('deliveries', () => {
  it('are listed newest first, paged by cursor, and shown with what was sent and answered', async () => {
    const { id: hook_id } = await create(['label'])
    for (const name of ['one', 'two', 'three']) await octokit().issues.createLabel({ ...repo, name })
    await codehost.webhooks.settled()
    const first = await octokit().repos.listWebhookDeliveries({ ...repo, hook_id, per_page: 2 })
    expect(first.data).toMatchObject([
      { event: 'label', action: 'created', status: 'OK', status_code: 200, redelivery: false },
      { event: 'label' },
    ])
    const all = await octokit().paginate(octokit().repos.listWebhookDeliveries, { ...repo, hook_id, per_page: 2 })
    expect(all.map(({ event }) => event)).toEqual(['label', 'label', 'label', 'ping'])
    expect(new Set(all.map(({ id }) => id)).size).toBe(4)
    const delivery_id = all[0]?.id ?? 0
    const { data } = await octokit().repos.getWebhookDelivery({ ...repo, hook_id, delivery_id })
    expect(data).toMatchObject({
      url: receiver.url,
      repository_id: expect.any(Number),
      installation_id: null,
      request: { headers: { 'X-GitHub-Event': 'label' }, payload: { label: { name: 'three' } } },
      response: { payload: 'ok' },
    })
    await expect(octokit().repos.listWebhookDeliveries({ ...repo, hook_id, cursor: 'nonsense' })).rejects.toMatchObject(
      status(400),
    )
  })

  it('tell failures from successes', async () => {
    const { id: hook_id } = await create(['label'])
    await codehost.webhooks.settled()
    receiver.status = 500
    await octokit().issues.createLabel({ ...repo, name: 'one' })
    await codehost.webhooks.settled()
    const list = async (which: 'success' | 'failure') =>
      (await octokit().repos.listWebhookDeliveries({ ...repo, hook_id, status: which })).data
    expect(await list('failure')).toMatchObject([{ status: 'Invalid HTTP Response: 500', status_code: 500 }])
    expect(await list('success')).toMatchObject([{ event: 'ping' }])
    expect((await octokit().repos.getWebhook({ ...repo, hook_id })).data.last_response).toMatchObject({
      code: 500,
      status: 'misconfigured',
    })
  })

  it('are made again without anything new happening', async () => {
    const { id: hook_id } = await create(['label'])
    await codehost.webhooks.settled()
    const [ping] = (await octokit().repos.listWebhookDeliveries({ ...repo, hook_id })).data
    const again = await octokit().repos.redeliverWebhookDelivery({ ...repo, hook_id, delivery_id: ping?.id ?? 0 })
    expect([again.status, again.data]).toEqual([202, {}])
    // Not `settled`, which would send what is queued itself.
    await expect.poll(() => receiver.received.length).toBe(2)
    await codehost.webhooks.settled()
    expect(receiver.received[1]?.headers['x-github-delivery']).toBe(ping?.guid)
    const { data } = await octokit().repos.listWebhookDeliveries({ ...repo, hook_id })
    expect(data.map(({ guid, redelivery }) => [guid, redelivery])).toEqual([
      [ping?.guid, true],
      [ping?.guid, false],
    ])
  })

  it('are listed once they have ended, and belong to their hook', async () => {
    const { id: hook_id } = await create(['label'])
    await codehost.webhooks.settled()
    const { id: other } = await create(['issues'])
    await codehost.webhooks.settled()
    codehost.webhooks.hold()
    await octokit().issues.createLabel({ ...repo, name: 'one' })
    const { data } = await octokit().repos.listWebhookDeliveries({ ...repo, hook_id })
    expect(data.map(({ event }) => event)).toEqual(['ping'])
    const at = (hook: number, delivery_id: number) =>
      octokit().repos.getWebhookDelivery({ ...repo, hook_id: hook, delivery_id })
    await expect(at(other, data[0]?.id ?? 0)).rejects.toMatchObject(status(404))
    await expect(at(hook_id, 999)).rejects.toMatchObject(status(404))
    await expect(
      octokit().repos.redeliverWebhookDelivery({ ...repo, hook_id, delivery_id: 999 }),
    ).rejects.toMatchObject(status(404))
  })

  it('to a host elsewhere are refused, and say how to allow it', async () => {
    const { data } = await octokit().repos.createWebhook({ ...repo, config: { url: 'https://example.com/hook' } })
    await codehost.webhooks.settled()
    const [refused] = (await octokit().repos.listWebhookDeliveries({ ...repo, hook_id: data.id })).data
    expect(refused).toMatchObject({ status_code: 0, status: expect.stringContaining('allowWebhookHosts') })
  })
})
