import { describe, expect } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'

const it = deployhostTest({
  now: '2026-01-01T00:00:00Z',
  seed: {
    deployhost: {
      users: [{ username: 'ada', tokens: ['ada'] }],
      projects: [{ name: 'website' }],
      webhooks: [
        {
          url: 'http://127.0.0.1:9/hooks',
          events: ['started', 'approved', 'completed', 'aborted'].map((each) => `project.rolling-release.${each}`),
        },
      ],
      build_ms: 0,
    },
  },
}).extend('at', ({ deployhost }) => {
  const { vercel } = checkedVercel(deployhost, 'ada')
  const call = async (method: string, path: string, body?: object) => {
    const response = await deployhost.fetch(deployhost.url + path, {
      method,
      headers: { authorization: 'Bearer ada', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  return {
    vercel,
    call,
    configure: (body: object) =>
      call('PATCH', '/v1/projects/website/rolling-release/config', { enabled: true, ...body }),
    deploy: async () =>
      (await call('POST', '/v13/deployments', { name: 'website', target: 'production' })).body.id as string,
    release: async () => (await vercel.rollingRelease.getRollingRelease({ idOrName: 'website' })).rollingRelease,
    /** The deployment that the project's production host points at. */
    production: async () => (await call('GET', '/v4/aliases/website.vercel.app')).body.deploymentId as string,
    substate: async (id: string) => (await call('GET', `/v13/deployments/${id}`)).body.readySubstate as string,
  }
})

const idOrName = 'website'
const manual = { advancementType: 'manual-approval', stages: [{ targetPercentage: 10 }, { targetPercentage: 100 }] }

describe('the rolling releases of a project', () => {
  it('are configured, read and disabled', async ({ at }) => {
    expect((await at.vercel.rollingRelease.getRollingReleaseConfig({ idOrName })).rollingRelease).toBeNull()
    const stages = [{ targetPercentage: 10, duration: 5 }, { targetPercentage: 100 }]
    const { body } = await at.configure({ advancementType: 'automatic', stages })
    expect(body.rollingRelease).toMatchObject({ enabled: true, advancementType: 'automatic', stages })
    const read = await at.vercel.rollingRelease.getRollingReleaseConfig({ idOrName })
    expect(read.rollingRelease).toMatchObject({ target: 'production', stages })
    expect((await at.call('GET', '/v9/projects/website')).body.rollingRelease).toEqual(body.rollingRelease)
    await at.vercel.rollingRelease.deleteRollingReleaseConfig({ idOrName })
    expect((await at.vercel.rollingRelease.getRollingReleaseConfig({ idOrName })).rollingRelease).toBeNull()
    await at.configure(manual)
    expect((await at.configure({ enabled: false })).body).toEqual({ rollingRelease: null })
    const billing = await at.vercel.rollingRelease.getRollingReleaseBillingStatus({ idOrName })
    expect(billing).toMatchObject({ reason: 'unlimited_slots' })
  })

  it.for([
    ['one stage', { ...manual, stages: [{ targetPercentage: 100 }] }],
    ['stages that do not increase', { ...manual, stages: [10, 10, 100].map((each) => ({ targetPercentage: each })) }],
    ['stages that do not end at 100', { ...manual, stages: [10, 50].map((each) => ({ targetPercentage: each })) }],
    ['automatic stages without a duration', { ...manual, advancementType: 'automatic' }],
  ] as const)('are refused with %s', async ([, settings], { at }) => {
    expect((await at.configure(settings)).status).toBe(400)
  })
})

describe('a rolling release', () => {
  it('begins with a new production deployment, and gives it production when all stages are approved', async ({
    at,
  }) => {
    await at.configure({ ...manual, stages: [10, 50, 100].map((targetPercentage) => ({ targetPercentage })) })
    const before = await at.deploy()
    expect([await at.production(), await at.release()]).toEqual([before, null])
    const canaryDeploymentId = await at.deploy()
    expect(await at.release()).toMatchObject({
      state: 'ACTIVE',
      currentDeployment: { id: before },
      canaryDeployment: { id: canaryDeploymentId },
      activeStage: { index: 0, targetPercentage: 10, requireApproval: true },
      nextStage: { index: 1, isFinalStage: false },
    })
    expect([await at.production(), await at.substate(canaryDeploymentId)]).toEqual([before, 'ROLLING'])
    const approve = (nextStageIndex: number) =>
      at.vercel.rollingRelease.approveRollingReleaseStage({
        idOrName,
        requestBody: { nextStageIndex, canaryDeploymentId },
      })
    await expect(approve(2)).rejects.toMatchObject({ statusCode: 409 })
    expect((await approve(1)).rollingRelease?.activeStage).toMatchObject({ index: 1, targetPercentage: 50 })
    expect((await approve(2)).rollingRelease).toMatchObject({ state: 'COMPLETE', nextStage: null })
    expect([await at.production(), await at.substate(canaryDeploymentId)]).toEqual([canaryDeploymentId, 'PROMOTED'])
  })

  it('goes on by the clock', async ({ at, deployhost }) => {
    const stages = [
      { targetPercentage: 10, duration: 5 },
      { targetPercentage: 50, duration: 10 },
      { targetPercentage: 100 },
    ]
    await at.configure({ advancementType: 'automatic', stages })
    await at.deploy()
    const canary = await at.deploy()
    deployhost.clock.advance('5m')
    expect((await at.release())?.activeStage?.index).toBe(1)
    deployhost.clock.advance('9m')
    expect((await at.release())?.state).toBe('ACTIVE')
    deployhost.clock.advance('1m')
    expect([(await at.release())?.state, await at.production()]).toEqual(['COMPLETE', canary])
  })

  it('is completed early, and is followed by the newest deployment that waits', async ({ at, deployhost }) => {
    await at.configure(manual)
    await at.deploy()
    const canaryDeploymentId = await at.deploy()
    await at.deploy()
    const newest = await at.deploy()
    expect((await at.release())?.queuedDeploymentId).toBe(newest)
    await at.vercel.rollingRelease.completeRollingRelease({ idOrName, requestBody: { canaryDeploymentId } })
    expect(await at.production()).toBe(canaryDeploymentId)
    expect(await at.release()).toMatchObject({ state: 'ACTIVE', canaryDeployment: { id: newest } })
    const events = deployhost.webhooks.deliveries.map(({ event }) => event)
    expect(events).toEqual(['started', 'completed', 'started'].map((each) => `project.rolling-release.${each}`))
  })

  it('is aborted by a rollback to the deployment before it', async ({ at }) => {
    await at.configure(manual)
    const before = await at.deploy()
    const canary = await at.deploy()
    expect((await at.call('POST', `/v9/projects/website/rollback/${before}`, {})).status).toBe(201)
    expect(await at.release()).toMatchObject({ state: 'ABORTED', activeStage: null })
    expect([await at.production(), await at.substate(canary)]).toEqual([before, 'STAGED'])
    const { rollingRelease } = await at.vercel.rollingRelease.getRollingRelease({ idOrName, state: 'ACTIVE' })
    expect(rollingRelease).toBeNull()
  })

  it('is aborted by the deletion of its deployment', async ({ at, deployhost }) => {
    const stages = [{ targetPercentage: 10, duration: 5 }, { targetPercentage: 100 }]
    await at.configure({ advancementType: 'automatic', stages })
    const before = await at.deploy()
    const canary = await at.deploy()
    expect((await at.call('DELETE', `/v13/deployments/${canary}`)).status).toBe(200)
    deployhost.clock.advance('5m')
    expect(await at.release()).toMatchObject({ state: 'ABORTED', canaryDeployment: null })
    expect(await at.production()).toBe(before)
  })

  it('is started for a staged deployment, once', async ({ at }) => {
    const before = await at.deploy()
    await at.call('PATCH', '/v9/projects/website', { autoAssignCustomDomains: false })
    const canaryDeploymentId = await at.deploy()
    const start = () => at.vercel.rollingRelease.startRollingRelease({ idOrName, requestBody: { canaryDeploymentId } })
    await expect(start()).rejects.toMatchObject({ statusCode: 400 })
    await at.configure(manual)
    expect((await start()).rollingRelease).toMatchObject({ state: 'ACTIVE', currentDeployment: { id: before } })
    await expect(start()).rejects.toMatchObject({ statusCode: 409 })
    await at.call('POST', `/v10/projects/website/promote/${canaryDeploymentId}`, {})
    expect([(await at.release())?.state, await at.production()]).toEqual(['COMPLETE', canaryDeploymentId])
  })
})
