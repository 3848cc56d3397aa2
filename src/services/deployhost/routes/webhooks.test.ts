import { createHmac, timingSafeEqual } from 'node:crypto'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { receiveWebhooks, seed } from './deployments/deployments.fixture.ts'

const receiver = await receiveWebhooks()
const it = deployhostTest({ seed, now: '2026-01-01T00:00:00Z' })

afterAll(() => receiver[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
})

const team = { slug: 'acme' }
const client = (deployhost: Emulator<'deployhost'>, token = 'ada') => checkedVercel(deployhost, token)
const deploy = (deployhost: Emulator<'deployhost'>, body: object = {}) =>
  client(deployhost).vercel.deployments.createDeployment({ ...team, requestBody: { name: 'website', ...body } })
const EVENTS = [
  'deployment.created',
  'deployment.succeeded',
  'deployment.ready',
  'deployment.promoted',
  'deployment.error',
  'deployment.canceled',
  'deployment.cleanup',
  'deployment.rollback',
] as const
const subscribe = (
  deployhost: Emulator<'deployhost'>,
  options: { projectIds?: string[]; events?: (typeof EVENTS)[number][] } = {},
) =>
  client(deployhost).vercel.webhooks.createWebhook({
    ...team,
    requestBody: { url: receiver.url, events: [...EVENTS], ...options },
  })

interface CreatedDeployment {
  readonly team: { readonly id: string }
  readonly creator: { readonly uid: string }
  readonly projectId: string
  readonly url: string
}

/** Returns the types of the events that arrived, oldest first. */
async function arrived(deployhost: Emulator<'deployhost'>): Promise<string[]> {
  await deployhost.webhooks.settled()
  return receiver.received.map(({ event }) => event.type)
}

const refused = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing was refused',
    (error: { statusCode: number; body: string }) => [error.statusCode, JSON.parse(error.body)],
  )

describe('webhooks', () => {
  it('show their secret only at their creation', async ({ deployhost }) => {
    const { vercel } = client(deployhost)
    const { secret, ...webhook } = await subscribe(deployhost, { events: ['deployment.created'] })
    expect(secret).toMatch(/^\w{24}$/)
    expect(webhook).toMatchObject({ url: receiver.url, events: ['deployment.created'] })
    expect(await vercel.webhooks.getWebhook({ ...team, id: webhook.id })).toEqual(webhook)
    expect(await vercel.webhooks.getWebhooks(team)).toEqual([{ ...webhook, projectsMetadata: null }])
  })

  it('can be limited to projects, and are listed with them', async ({ deployhost }) => {
    const { projectId } = (await deploy(deployhost)) as { projectId: string } // the owner's variant
    const { id } = await subscribe(deployhost, { projectIds: [projectId] })
    const list = await client(deployhost).vercel.webhooks.getWebhooks({ ...team, projectId })
    expect(list).toMatchObject([
      { id, projectIds: [projectId], projectsMetadata: [{ id: projectId, name: 'website' }] },
    ])
    expect(await client(deployhost).vercel.webhooks.getWebhooks({ ...team, projectId: 'prj_another' })).toEqual([])
    await deploy(deployhost)
    await deploy(deployhost, { name: 'shop' })
    expect(await arrived(deployhost)).toEqual(['deployment.created'])
  })

  it('belong to an account, and are deleted', async ({ deployhost }) => {
    const { id } = await subscribe(deployhost)
    const { vercel } = client(deployhost)
    expect(await vercel.webhooks.getWebhooks({})).toEqual([])
    expect(await refused(vercel.webhooks.getWebhook({ id }))).toMatchObject([404, { error: { code: 'not_found' } }])
    expect(await refused(client(deployhost, 'grace').vercel.webhooks.deleteWebhook({ ...team, id }))).toMatchObject([
      403,
      {},
    ])
    await vercel.webhooks.deleteWebhook({ ...team, id })
    expect(await refused(vercel.webhooks.getWebhook({ ...team, id }))).toMatchObject([404, {}])
    await deploy(deployhost)
    expect(await arrived(deployhost)).toEqual([])
  })

  it('are refused in the vendor’s words', async ({ deployhost }) => {
    const send = async (body: unknown) => {
      const response = await fetch(`${deployhost.url}/v1/webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const { error } = (await response.json()) as { error: { message: string } }
      return [response.status, error.message]
    }
    const url = receiver.url
    expect(await send({ events: ['deployment.created'] })).toEqual([
      400,
      'Invalid request: missing required property `url`.',
    ])
    expect(await send({ url: 'here', events: ['deployment.created'] })).toEqual([
      400,
      'Invalid request: `url` should match format "uri".',
    ])
    expect(await send({ url, events: [] })).toEqual([
      400,
      'Invalid request: `events` should NOT have fewer than 1 items.',
    ])
    expect(await send({ url, events: ['deployment.vanished'] })).toMatchObject([
      400,
      expect.stringMatching(/^Invalid request: `events\[0\]` should be equal to one of the allowed values "/),
    ])
    expect(await send({ url, events: ['deployment.created'], projectIds: ['prj_nothing'] })).toEqual([
      404,
      'Project not found.',
    ])
  })
})

describe('events of deployments', () => {
  it('follow a production deployment from its creation to its promotion', async ({ deployhost }) => {
    await subscribe(deployhost)
    const made = await deploy(deployhost, { target: 'production', meta: { run: '7' } })
    expect(await arrived(deployhost)).toEqual(['deployment.created'])
    deployhost.clock.advance('1s')
    expect(await arrived(deployhost)).toEqual([
      'deployment.created',
      'deployment.succeeded',
      'deployment.ready',
      'deployment.promoted',
    ])
    const { team: owner, creator, projectId, url } = made as unknown as CreatedDeployment // the owner's variant
    const page = 'https://vercel.com/acme/website'
    const inspectorUrl = `${page}/${made.id.slice(4)}`
    const payload = {
      team: { id: owner.id },
      user: { id: creator.uid },
      deployment: {
        id: made.id,
        meta: { run: '7' },
        url,
        name: 'website',
        inspectorUrl,
      },
      links: { deployment: inspectorUrl, project: page },
      target: 'production',
      project: { id: projectId, name: 'website' },
      plan: 'pro',
      regions: ['iad1'],
    }
    const alias = ['www.example.com', 'website.vercel.app', 'website-acme.vercel.app', 'website-ada-acme.vercel.app']
    const [created, succeeded] = receiver.received.map(({ event }) => event)
    expect(created).toMatchObject({ createdAt: Date.parse('2026-01-01T00:00:00Z'), region: null })
    expect(created?.payload).toEqual({ ...payload, alias })
    expect(succeeded?.createdAt).toBe(Date.parse('2026-01-01T00:00:00.500Z'))
    expect(succeeded?.payload).toEqual(payload)
  })

  it('include failures, cancellations and deletions', async ({ deployhost }) => {
    await subscribe(deployhost, { events: EVENTS.filter((event) => event !== 'deployment.created') })
    await deploy(deployhost)
    deployhost.clock.advance('1s')
    expect(await arrived(deployhost)).toEqual(['deployment.succeeded', 'deployment.ready'])
    receiver.received.length = 0
    deployhost.failBuild({ project: 'website' })
    await deploy(deployhost)
    deployhost.clock.advance('1s')
    expect(await arrived(deployhost)).toEqual(['deployment.error'])
    receiver.received.length = 0
    const canceled = await deploy(deployhost)
    await client(deployhost).vercel.deployments.cancelDeployment({ ...team, id: canceled.id })
    await client(deployhost).vercel.deployments.deleteDeployment({ ...team, id: canceled.id })
    deployhost.clock.advance('1s')
    expect(await arrived(deployhost)).toEqual(['deployment.canceled', 'deployment.cleanup'])
  })

  it('include promotions and rollbacks', async ({ deployhost }) => {
    const ready = async () => {
      const { id } = await deploy(deployhost, { target: 'production' })
      deployhost.clock.advance('1s')
      return id
    }
    const [first, second] = [await ready(), await ready()]
    await subscribe(deployhost)
    const { projects } = client(deployhost).vercel
    await projects.requestRollback({ ...team, projectId: 'website', deploymentId: first })
    await projects.requestPromote({ ...team, projectId: 'website', deploymentId: second })
    expect(await arrived(deployhost)).toEqual(['deployment.rollback', 'deployment.promoted'])
    expect(receiver.received[0]?.event.payload).toMatchObject({
      project: { name: 'website' },
      fromDeploymentId: second,
      toDeploymentId: first,
    })
    expect(receiver.received[1]?.event.payload).toMatchObject({ deployment: { id: second } })
  })

  it('are signed as the vendor’s documentation verifies them', async ({ deployhost }) => {
    const { secret } = await subscribe(deployhost)
    await deploy(deployhost)
    await deployhost.webhooks.settled()
    const [delivery] = receiver.received
    const expected = createHmac('sha1', secret)
      .update(delivery?.body ?? '')
      .digest('hex')
    const given = String(delivery?.headers['x-vercel-signature'])
    expect(timingSafeEqual(Buffer.from(given), Buffer.from(expected))).toBe(true)
    expect(delivery?.headers['x-deployhost-signature']).toBe(expected)
    expect(delivery?.headers['content-type']).toBe('application/json')
  })
})
