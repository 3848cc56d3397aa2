import { describe, expect } from 'vitest'
import { hooksSite } from './hooks.fixture.ts'

const { it, site, octokit, create } = await hooksSite()

const repo = { owner: 'octocat', repo: 'hello-world' }
const status = (code: number) => ({ status: code })

describe('deliveries', () => {
  it('are listed newest first, paged by cursor, and shown with request and response', async () => {
    const { id: hook_id } = await create(['label'])
    for (const name of ['one', 'two', 'three']) await octokit().issues.createLabel({ ...repo, name })
    await site.codehost.webhooks.settled()
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
      url: site.receiver.url,
      repository_id: expect.any(Number),
      installation_id: null,
      request: { headers: { 'X-GitHub-Event': 'label' }, payload: { label: { name: 'three' } } },
      response: { payload: 'ok' },
    })
    await expect(octokit().repos.listWebhookDeliveries({ ...repo, hook_id, cursor: 'nonsense' })).rejects.toMatchObject(
      status(400),
    )
  })

  it('have a status for failures and for successes', async () => {
    const { id: hook_id } = await create(['label'])
    await site.codehost.webhooks.settled()
    site.receiver.status = 500
    await octokit().issues.createLabel({ ...repo, name: 'one' })
    await site.codehost.webhooks.settled()
    const list = async (which: 'success' | 'failure') =>
      (await octokit().repos.listWebhookDeliveries({ ...repo, hook_id, status: which })).data
    expect(await list('failure')).toMatchObject([{ status: 'Invalid HTTP Response: 500', status_code: 500 }])
    expect(await list('success')).toMatchObject([{ event: 'ping' }])
    expect((await octokit().repos.getWebhook({ ...repo, hook_id })).data.last_response).toMatchObject({
      code: 500,
      status: 'misconfigured',
    })
  })

  it('are made again without a new event', async () => {
    const { id: hook_id } = await create(['label'])
    await site.codehost.webhooks.settled()
    const [ping] = (await octokit().repos.listWebhookDeliveries({ ...repo, hook_id })).data
    const again = await octokit().repos.redeliverWebhookDelivery({ ...repo, hook_id, delivery_id: ping?.id ?? 0 })
    expect([again.status, again.data]).toEqual([202, {}])
    // Not `settled`, which would itself send queued deliveries.
    await expect.poll(() => site.receiver.received.length).toBe(2)
    await site.codehost.webhooks.settled()
    expect(site.receiver.received[1]?.headers['x-github-delivery']).toBe(ping?.guid)
    const { data } = await octokit().repos.listWebhookDeliveries({ ...repo, hook_id })
    expect(data.map(({ guid, redelivery }) => [guid, redelivery])).toEqual([
      [ping?.guid, true],
      [ping?.guid, false],
    ])
  })

  it('are listed once they are finished, and only for their webhook', async () => {
    const { id: hook_id } = await create(['label'])
    await site.codehost.webhooks.settled()
    const { id: other } = await create(['issues'])
    await site.codehost.webhooks.settled()
    site.codehost.webhooks.hold()
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

  it('to another host are refused, with a hint how to allow it', async () => {
    const { data } = await octokit().repos.createWebhook({ ...repo, config: { url: 'https://example.com/hook' } })
    await site.codehost.webhooks.settled()
    const [refused] = (await octokit().repos.listWebhookDeliveries({ ...repo, hook_id: data.id })).data
    expect(refused).toMatchObject({ status_code: 0, status: expect.stringContaining('allowWebhookHosts') })
  })
})
