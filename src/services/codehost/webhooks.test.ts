import { createHmac } from 'node:crypto'
import { Webhooks } from '@octokit/webhooks'
import { verify } from '@octokit/webhooks-methods'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '#testkit/octokit.ts'

let codehost: Emulator<'codehost'>
let receivers: Record<'json' | 'form' | 'everything' | 'inactive' | 'organization', Receiver>

const repo = { owner: 'acme', repo: 'website' }
const secret = 'it is a secret'

beforeAll(async () => {
  receivers = {
    json: await receiveWebhooks(),
    form: await receiveWebhooks(),
    everything: await receiveWebhooks(),
    inactive: await receiveWebhooks(),
    organization: await receiveWebhooks(),
  }
  codehost = await createEmulator({
    service: 'codehost',
    port: 0,
    seed: {
      tokens: { octocat: { login: 'octocat', scopes: ['repo', 'admin:org'] } },
      codehost: {
        users: [{ login: 'octocat' }],
        orgs: [
          {
            login: 'acme',
            members: [{ login: 'octocat', role: 'admin' }],
            webhooks: [{ url: receivers.organization.url, events: ['label'] }],
          },
        ],
        repos: [
          {
            owner: repo.owner,
            name: repo.repo,
            webhooks: [
              { url: receivers.json.url, events: ['label'], secret },
              { url: receivers.form.url, events: ['label'], secret, content_type: 'form' },
              { url: receivers.everything.url, events: ['*'] },
              { url: receivers.inactive.url, events: ['*'], active: false },
            ],
          },
        ],
      },
    },
  })
})
afterAll(async () => {
  await codehost.close()
  for (const receiver of Object.values(receivers)) await receiver[Symbol.asyncDispose]()
})
beforeEach(() => {
  codehost.reset()
  for (const receiver of Object.values(receivers)) receiver.received.length = 0
})

const octokit = () => checkedOctokit(codehost, 'octocat')

async function received(which: keyof typeof receivers) {
  await codehost.webhooks.settled()
  const [first] = receivers[which].received
  if (first === undefined) throw new Error(`${which} received nothing`)
  return first
}

describe('webhooks', () => {
  it('carry the headers of the vendor and neutral ones of the same meaning', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    const { headers } = await received('json')
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
      'x-github-event': 'label',
      'x-github-delivery': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-/),
      'x-github-hook-id': expect.stringMatching(/^\d+$/),
      'x-github-hook-installation-target-type': 'repository',
      'x-codehost-event': 'label',
    })
    expect(headers['x-codehost-delivery']).toBe(headers['x-github-delivery'])
    expect(headers['x-codehost-signature-256']).toBe(headers['x-hub-signature-256'])
  })

  it('have a signature over the sent bytes that the vendor’s library verifies', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'ci', description: 'Größe: “groß” ✓' })
    for (const which of ['json', 'form'] as const) {
      const { body, headers } = await received(which)
      const signature = String(headers['x-hub-signature-256'])
      expect(await verify(secret, body, signature)).toBe(true)
      expect(await verify('another secret', body, signature)).toBe(false)
      const older = createHmac('sha1', secret).update(body).digest('hex')
      expect(headers['x-hub-signature']).toBe(`sha1=${older}`)
    }
  })

  it('are accepted by the vendor’s receiver', async () => {
    const taken: unknown[] = []
    const webhooks = new Webhooks({ secret })
    webhooks.on('label.created', ({ id, payload }) =>
      taken.push([id, payload.label.name, payload.repository.full_name]),
    )
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    const { body, headers } = await received('json')
    const id = String(headers['x-github-delivery'])
    await webhooks.verifyAndReceive({
      id,
      name: 'label',
      payload: body,
      signature: String(headers['x-hub-signature-256']),
    })
    expect(taken).toEqual([[id, 'ci', 'acme/website']])
  })

  it('come as JSON or as a form whose payload is that JSON', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    const form = await received('form')
    expect(form.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(form.body).toMatch(/^payload=%7B/)
    expect(form.payload).toEqual((await received('json')).payload)
  })

  it('have no signature without a secret', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    const { headers } = await received('everything')
    expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([])
  })

  it('go to subscribed hooks: to all events or to this one, of the repository or its organization', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    await octokit().repos.update({ ...repo, description: 'New' })
    await codehost.webhooks.settled()
    const eventsOf = (which: keyof typeof receivers) => receivers[which].received.map(({ event }) => event)
    expect(eventsOf('everything')).toEqual(['label', 'repository'])
    expect(eventsOf('json')).toEqual(['label'])
    expect(eventsOf('organization')).toEqual(['label'])
    expect(eventsOf('inactive')).toEqual([])
    const { headers, payload } = await received('organization')
    expect(headers['x-github-hook-installation-target-type']).toBe('organization')
    expect(payload).toMatchObject({ repository: { name: 'website' }, organization: { login: 'acme' } })
    expect(Object.values(receivers).flatMap((receiver) => receiver.violations())).toEqual([])
  })

  it('carry the URLs of the API and of the pages', async () => {
    await octokit().issues.createLabel({ ...repo, name: 'ci' })
    const { payload } = await received('json')
    expect(payload).toMatchObject({
      repository: { url: `${codehost.url}/repos/acme/website`, html_url: `${codehost.url}/acme/website` },
      sender: { login: 'octocat', url: `${codehost.url}/users/octocat` },
    })
  })

  it('are not sent for a refused change or a read', async () => {
    await expect(octokit().issues.createLabel({ ...repo, name: 'bug' })).rejects.toMatchObject({ status: 422 })
    await octokit().issues.listLabelsForRepo(repo)
    await codehost.webhooks.settled()
    expect(codehost.webhooks.deliveries).toEqual([])
  })
})
