import { describe, expect } from 'vitest'
import { hooksSite } from './hooks.fixture.ts'

const { it, site, octokit, stranger, delivered } = await hooksSite()

const status = (code: number) => ({ status: code })

describe('hooks of an organization', () => {
  const org = 'acme'
  const config = { url: '', content_type: 'json' }
  const make = async (events: string[]) =>
    (await octokit().orgs.createWebhook({ org, name: 'web', events, config: { ...config, url: site.receiver.url } }))
      .data

  it('are created, listed, changed and deleted by owners', async () => {
    const made = await make(['repository', 'membership'])
    expect(made).toMatchObject({
      type: 'Organization',
      events: ['repository', 'membership'],
      url: `${site.codehost.url}/orgs/acme/hooks/${made.id}`,
    })
    const at = { org, hook_id: made.id }
    expect((await octokit().orgs.listWebhooks({ org })).data).toEqual([made])
    expect((await octokit().orgs.getWebhook(at)).data).toEqual(made)
    const { data } = await octokit().orgs.updateWebhook({ ...at, events: ['*'], active: false })
    expect(data).toMatchObject({ events: ['*'], active: false })
    const part = await octokit().orgs.updateWebhookConfigForOrg({ ...at, secret: 'new' })
    expect(part.data).toMatchObject({ secret: '********', content_type: 'json' })
    expect((await octokit().orgs.getWebhookConfigForOrg(at)).data).toEqual(part.data)
    expect((await octokit().orgs.deleteWebhook(at)).status).toBe(204)
    await expect(octokit().orgs.getWebhook(at)).rejects.toMatchObject(status(404))
    expect(await delivered()).toEqual(['ping'])
    expect(site.receiver.received[0]?.payload).toMatchObject({
      organization: { login: 'acme' },
      hook: { type: 'Organization' },
    })
  })

  it('need a name and a configuration, and refuse duplicates', async () => {
    await expect(octokit().request('POST /orgs/{org}/hooks', { org } as never)).rejects.toMatchObject({
      response: {
        data: {
          errors: [
            { resource: 'Hook', field: 'name', code: 'missing_field' },
            { resource: 'Hook', field: 'config', code: 'missing_field' },
          ],
        },
      },
    })
    await make(['team'])
    await expect(make(['team'])).rejects.toMatchObject({
      response: { data: { errors: [{ message: 'Hook already exists on this organization' }] } },
    })
  })

  it('are found by owners only, with a token for them', async () => {
    await expect(octokit('pusher').orgs.listWebhooks({ org })).rejects.toMatchObject(status(404))
    await expect(octokit('hooks').orgs.listWebhooks({ org })).rejects.toMatchObject(status(403))
    await expect(octokit().orgs.listWebhooks({ org: 'octocat' })).rejects.toMatchObject(status(404))
    await expect(stranger().orgs.listWebhooks({ org })).rejects.toMatchObject(status(401))
  })

  it('get a ping, get the events of the repositories, and have deliveries', async () => {
    const { id: hook_id } = await make(['label'])
    const at = { org, hook_id }
    expect((await octokit().orgs.pingWebhook(at)).status).toBe(204)
    await octokit().issues.createLabel({ owner: org, repo: 'website', name: 'one' })
    expect(await delivered()).toEqual(['ping', 'ping', 'label'])
    const { data } = await octokit().orgs.listWebhookDeliveries(at)
    expect(data).toMatchObject([
      { event: 'label', repository_id: expect.any(Number) },
      { event: 'ping', repository_id: null },
      { event: 'ping' },
    ])
    const one = { ...at, delivery_id: data[0]?.id ?? 0 }
    expect((await octokit().orgs.getWebhookDelivery(one)).data.request.payload).toMatchObject({
      label: { name: 'one' },
    })
    expect((await octokit().orgs.redeliverWebhookDelivery(one)).status).toBe(202)
    expect(await delivered()).toEqual(['ping', 'ping', 'label', 'label'])
  })
})
