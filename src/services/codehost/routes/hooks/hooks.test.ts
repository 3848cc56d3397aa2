import { describe, expect } from 'vitest'
import { checkedOctokit } from '#testkit/octokit.ts'
import { hooksSite } from './hooks.fixture.ts'

const { it, site, octokit, create, delivered } = await hooksSite()

const repo = { owner: 'octocat', repo: 'hello-world' }
const status = (code: number) => ({ status: code })

describe('hooks of a repository', () => {
  it('are created with the vendor’s defaults, shown without their secret, and get a ping', async () => {
    const {
      data,
      status: created,
      headers,
    } = await octokit().repos.createWebhook({
      ...repo,
      config: { url: site.receiver.url, secret: 'shh' },
    })
    expect(created).toBe(201)
    expect(headers.location).toBe(data.url)
    expect(data).toMatchObject({
      type: 'Repository',
      name: 'web',
      active: true,
      events: ['push'],
      config: { content_type: 'form', insecure_ssl: '0', secret: '********', url: site.receiver.url },
      url: `${site.codehost.url}/repos/octocat/hello-world/hooks/${data.id}`,
      last_response: { code: null, status: 'unused', message: null },
    })
    expect(await delivered()).toEqual(['ping'])
    expect(site.receiver.received[0]?.payload).toMatchObject({
      hook_id: data.id,
      hook: { config: { secret: '********' } },
      repository: { name: 'hello-world' },
      sender: { login: 'octocat' },
    })
    expect((await octokit().repos.getWebhook({ ...repo, hook_id: data.id })).data.last_response).toEqual({
      code: 200,
      status: 'active',
      message: 'OK',
    })
  })

  it('need a URL, a known name, and known events', async () => {
    const refusal = async (body: object) =>
      octokit()
        .request('POST /repos/{owner}/{repo}/hooks', { ...repo, ...body })
        .then(
          () => null,
          (error: { response: { data: { errors: unknown } } }) => error.response.data.errors,
        )
    expect(await refusal({})).toEqual([
      { resource: 'Hook', code: 'custom', message: 'Config must contain URL for webhooks' },
    ])
    expect(await refusal({ config: { url: 'nonsense' } })).toMatchObject([{ resource: 'Hook', code: 'custom' }])
    expect(await refusal({ name: 'irc', config: { url: site.receiver.url } })).toEqual([
      { resource: 'Hook', field: 'name', code: 'invalid' },
    ])
    expect(await refusal({ config: { url: site.receiver.url }, events: ['pushed'] })).toEqual([
      { resource: 'Hook', field: 'events', code: 'invalid', value: 'pushed' },
    ])
    expect(await refusal({ config: { url: site.receiver.url, content_type: 'xml' } })).toMatchObject([
      { resource: 'Hook', field: 'config.content_type', code: 'invalid', value: 'xml' },
    ])
    // Only an organization has this event.
    expect(await refusal({ config: { url: site.receiver.url }, events: ['membership'] })).toMatchObject([
      { field: 'events' },
    ])
  })

  it('are not duplicates of each other, unless their events differ', async () => {
    await create(['label', 'push'])
    await expect(create(['push', 'issues'])).rejects.toMatchObject({
      status: 422,
      response: {
        data: {
          message: 'Validation Failed',
          errors: [{ resource: 'Hook', code: 'custom', message: 'Hook already exists on this repository' }],
        },
      },
    })
    await expect(create(['*'])).rejects.toMatchObject(status(422))
    await create(['issues'])
  })

  it('are at most twenty for an event', async () => {
    for (let each = 0; each < 20; each++) {
      await octokit().repos.createWebhook({ ...repo, active: false, config: { url: `http://127.0.0.1:9/${each}` } })
    }
    await expect(octokit().repos.createWebhook({ ...repo, config: { url: site.receiver.url } })).rejects.toMatchObject({
      response: { data: { errors: [{ message: 'The "push" event cannot have more than 20 hooks' }] } },
    })
    const { data, headers } = await octokit().repos.listWebhooks({ ...repo, per_page: 15, page: 2 })
    expect(data).toHaveLength(5)
    expect(headers.link).toContain('rel="prev"')
  })

  it('gain and lose events, or have them replaced', async () => {
    const { id: hook_id } = await create(['label'])
    const update = async (body: object) => (await octokit().repos.updateWebhook({ ...repo, hook_id, ...body })).data
    expect((await update({ add_events: ['issues', 'label'] })).events).toEqual(['label', 'issues'])
    expect((await update({ remove_events: ['label'] })).events).toEqual(['issues'])
    expect((await update({ events: ['push'], active: false })).events).toEqual(['push'])
    expect(await update({ active: true })).toMatchObject({
      events: ['push'],
      active: true,
      config: { secret: '********' },
    })
    await expect(update({ events: ['nonsense'] })).rejects.toMatchObject(status(422))
  })

  it('have their configuration replaced as a whole, or changed in part', async () => {
    const { id: hook_id } = await create()
    const at = { ...repo, hook_id }
    const part = await octokit().repos.updateWebhookConfigForRepo({ ...at, content_type: 'form', insecure_ssl: 1 })
    expect(part.data).toEqual({ content_type: 'form', insecure_ssl: '1', secret: '********', url: site.receiver.url })
    expect((await octokit().repos.getWebhookConfigForRepo(at)).data).toEqual(part.data)
    const whole = await octokit().repos.updateWebhook({
      ...at,
      config: { url: `${site.receiver.url}/new`, content_type: 'json' },
    })
    expect(whole.data.config).toEqual({ content_type: 'json', insecure_ssl: '0', url: `${site.receiver.url}/new` })
    await expect(octokit().repos.updateWebhook({ ...at, config: { content_type: 'json' } })).rejects.toMatchObject(
      status(422),
    )
    // The vendor's client treats a member with this name as the URL of the request.
    const response = await site.codehost.fetch(
      `${site.codehost.url}/repos/octocat/hello-world/hooks/${hook_id}/config`,
      {
        method: 'PATCH',
        headers: { authorization: 'Bearer octocat' },
        body: JSON.stringify({ url: 'x' }),
      },
    )
    expect(response.status).toBe(422)
  })

  it('are deleted, and get the meta event where they subscribe to it', async () => {
    const { id: hook_id } = await create(['meta'])
    expect((await octokit().repos.deleteWebhook({ ...repo, hook_id })).status).toBe(204)
    await expect(octokit().repos.getWebhook({ ...repo, hook_id })).rejects.toMatchObject(status(404))
    expect(await delivered()).toEqual(['ping', 'meta'])
    expect(site.receiver.received[1]?.payload).toMatchObject({ action: 'deleted', hook_id })
  })

  it('are found by administrators only, with a token for webhooks or for the repository', async () => {
    const { id: hook_id } = await create()
    const list = (token?: string) => checkedOctokit(site.codehost, token).repos.listWebhooks(repo)
    expect((await list('hooks')).data).toHaveLength(1)
    expect((await list('looks')).data).toHaveLength(1)
    await expect(list('public')).rejects.toMatchObject({
      status: 403,
      response: { headers: { 'x-accepted-oauth-scopes': 'admin:repo_hook, read:repo_hook, repo, write:repo_hook' } },
    })
    await expect(list('pusher')).rejects.toMatchObject(status(404))
    await expect(list()).rejects.toMatchObject(status(401))
    await expect(create(['issues'], 'x', 'looks')).rejects.toMatchObject(status(403))
    await expect(octokit('writes').repos.deleteWebhook({ ...repo, hook_id })).rejects.toMatchObject(status(403))
    const secluded = { owner: 'octocat', repo: 'empty' }
    expect((await octokit('hooks').repos.listWebhooks(secluded)).data).toEqual([])
    await expect(octokit('public').repos.listWebhooks(secluded)).rejects.toMatchObject(status(404))
    await expect(octokit('pusher').repos.listWebhooks(secluded)).rejects.toMatchObject(status(404))
    await expect(
      octokit().repos.createWebhook({ owner: 'octocat', repo: 'old', config: { url: site.receiver.url } }),
    ).rejects.toMatchObject(status(403))
    await expect(octokit().repos.getWebhook({ owner: 'octocat', repo: 'empty', hook_id })).rejects.toMatchObject(
      status(404),
    )
  })

  it('get a ping on request', async () => {
    const { id: hook_id } = await create()
    expect((await octokit().repos.pingWebhook({ ...repo, hook_id })).status).toBe(204)
    expect(await delivered()).toEqual(['ping', 'ping'])
    expect(site.receiver.received[1]?.payload['zen']).toEqual(expect.any(String))
  })

  it('are tested with the last push, where they subscribe to pushes', async () => {
    const { id: hook_id } = await create(['push'])
    expect((await octokit().repos.testPushWebhook({ ...repo, hook_id })).status).toBe(204)
    expect(await delivered()).toEqual(['ping', 'push'])
    expect(site.receiver.received[1]?.payload).toMatchObject({ ref: 'refs/heads/main', commits: [{ distinct: true }] })
    const { id: deaf } = await create(['issues'])
    expect((await octokit().repos.testPushWebhook({ ...repo, hook_id: deaf })).status).toBe(204)
    expect(await delivered()).toEqual(['ping', 'push', 'ping'])
  })
})
