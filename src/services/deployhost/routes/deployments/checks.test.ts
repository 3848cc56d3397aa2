import { afterAll, beforeEach, describe, expect } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { receiveWebhooks } from './deployments.fixture.ts'

const receiver = await receiveWebhooks()
afterAll(() => receiver[Symbol.asyncDispose]())
beforeEach(() => {
  receiver.received.length = 0
})

const EVENTS = [
  'deployment.ready',
  'deployment.succeeded',
  'deployment.promoted',
  'deployment.check-rerequested',
  'deployment.checks.failed',
  'deployment.checks.succeeded',
]

const it = deployhostTest({
  now: '2026-01-01T00:00:00Z',
  seed: {
    deployhost: {
      users: [{ username: 'ada', tokens: ['ada'] }],
      projects: [{ name: 'website', domains: ['www.example.com'] }],
      integrations: [{ client_id: 'tester', client_secret: 's', redirect_uris: ['http://localhost:3000/cb'] }],
      webhooks: [{ url: receiver.url, events: EVENTS }],
    },
  },
}).extend('at', ({ deployhost }) => {
  const { vercel } = checkedVercel(deployhost, 'ada')
  return {
    deployhost,
    ada: vercel,
    /** Returns the client of the integration. */
    tester() {
      const { token } = deployhost.signIn({ login: 'ada', clientId: 'tester' })
      return checkedVercel(deployhost, token).vercel
    },
    /** Creates a production deployment and returns its id. */
    async deploy() {
      const { id } = await vercel.deployments.createDeployment({
        requestBody: { name: 'website', target: 'production' },
      })
      return id
    },
    /** Returns what the deployment tells of its checks and its hosts. */
    async state(id: string) {
      const read: object = await vercel.deployments.getDeployment({ idOrUrl: id })
      const { checksState, checksConclusion, aliasAssigned, readyState } = read as Record<string, unknown> // a union
      return { checksState, checksConclusion, aliasAssigned, readyState }
    },
    /** Returns the types of the events that arrived, oldest first. */
    async arrived() {
      await deployhost.webhooks.settled()
      return receiver.received.map(({ event }) => event.type)
    },
  }
})

describe('a check', () => {
  it('is registered by an integration, runs, and is completed', async ({ at }) => {
    const tester = at.tester()
    const deploymentId = await at.deploy()
    const requestBody = {
      name: 'links',
      path: '/',
      blocking: false,
      detailsUrl: 'https://example.com/1',
      externalId: '1',
    }
    const created = await tester.checks.createCheck({ deploymentId, requestBody })
    expect(created).toMatchObject({ ...requestBody, status: 'registered', integrationId: 'tester', deploymentId })
    const at1 = { deploymentId, checkId: created.id }
    expect(await tester.checks.getCheck(at1)).toEqual(created)
    at.deployhost.clock.advance('1s')
    const running = await tester.checks.updateCheck({ ...at1, requestBody: { status: 'running' } })
    expect(running).toMatchObject({ status: 'running', startedAt: created.createdAt + 1000 })
    expect((await at.state(deploymentId)).checksState).toBe('running')
    const source = 'web-vitals' as const
    const metric = { value: 1, source }
    const completed = await tester.checks.updateCheck({
      ...at1,
      requestBody: {
        status: 'completed',
        conclusion: 'succeeded',
        output: { metrics: { fcp: metric, lcp: metric, cls: metric, tbt: metric } },
      },
    })
    expect(completed).toMatchObject({ status: 'completed', conclusion: 'succeeded', startedAt: running.startedAt })
    expect((await tester.checks.getAllChecks({ deploymentId })).checks).toMatchObject([{ id: created.id }])
    expect(await at.state(deploymentId)).toMatchObject({ checksState: 'completed', checksConclusion: 'succeeded' })
  })

  it('is refused to a token that no integration has', async ({ at }) => {
    const deploymentId = await at.deploy()
    const refused = at.ada.checks.createCheck({ deploymentId, requestBody: { name: 'links', blocking: true } })
    await expect(refused).rejects.toMatchObject({ statusCode: 400 })
  })

  it('is rerequested from its integration, when it can be', async ({ at }) => {
    const tester = at.tester()
    const deploymentId = await at.deploy()
    const create = (rerequestable: boolean) =>
      tester.checks.createCheck({ deploymentId, requestBody: { name: 'links', blocking: false, rerequestable } })
    const { id: checkId } = await create(true)
    await tester.checks.updateCheck({
      deploymentId,
      checkId,
      requestBody: { status: 'completed', conclusion: 'failed' },
    })
    await at.ada.checks.rerequestCheck({ deploymentId, checkId, autoUpdate: true })
    const check = await at.ada.checks.getCheck({ deploymentId, checkId })
    expect(check.status).toBe('running')
    expect(check).not.toHaveProperty('conclusion')
    await at.arrived()
    const event = receiver.received.find(({ event: { type } }) => type === 'deployment.check-rerequested')?.event
    expect(event?.payload).toMatchObject({ deployment: { id: deploymentId }, check: { id: checkId } })
    const { id: other } = await create(false)
    await expect(at.ada.checks.rerequestCheck({ deploymentId, checkId: other })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})

describe('a blocking check', () => {
  it('holds the hosts of the deployment back until it has succeeded', async ({ at }) => {
    const tester = at.tester()
    const deploymentId = await at.deploy()
    const { id: checkId } = await tester.checks.createCheck({
      deploymentId,
      requestBody: { name: 'links', blocking: true },
    })
    at.deployhost.clock.advance('1s')
    expect(await at.state(deploymentId)).toMatchObject({ readyState: 'READY', aliasAssigned: false })
    expect(await at.arrived()).toEqual(['deployment.ready'])
    await tester.checks.updateCheck({ deploymentId, checkId, requestBody: { conclusion: 'neutral' } })
    expect(await at.state(deploymentId)).toMatchObject({ checksConclusion: 'succeeded', aliasAssigned: true })
    const alias = await at.ada.aliases.getAlias({ idOrAlias: 'www.example.com' })
    expect(alias.deploymentId).toBe(deploymentId)
    expect(await at.arrived()).toEqual([
      'deployment.ready',
      'deployment.checks.succeeded',
      'deployment.succeeded',
      'deployment.promoted',
    ])
  })

  it('keeps them from the deployment when it fails', async ({ at }) => {
    const tester = at.tester()
    const deploymentId = await at.deploy()
    const requestBody = { name: 'links', blocking: true }
    const { id: checkId } = await tester.checks.createCheck({ deploymentId, requestBody })
    await tester.checks.updateCheck({
      deploymentId,
      checkId,
      requestBody: { status: 'completed', conclusion: 'failed' },
    })
    at.deployhost.clock.advance('1s')
    expect(await at.state(deploymentId)).toMatchObject({ checksConclusion: 'failed', aliasAssigned: false })
    await expect(at.ada.aliases.getAlias({ idOrAlias: 'www.example.com' })).rejects.toMatchObject({ statusCode: 404 })
    expect(await at.arrived()).toEqual(['deployment.checks.failed', 'deployment.ready'])
  })
})
