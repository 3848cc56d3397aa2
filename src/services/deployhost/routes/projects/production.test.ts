import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '#emulator.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { seed } from '../deployments/deployments.fixture.ts'

let deployhost: Emulator<'deployhost'>
beforeAll(async () => {
  deployhost = await createEmulator({ service: 'deployhost', port: 0, seed, now: '2026-01-01T00:00:00Z' })
})
afterAll(() => deployhost.close())
beforeEach(() => deployhost.reset())

const team = { slug: 'acme' }
const client = (token = 'ada') => checkedVercel(deployhost, token)

async function ready(body: object = { target: 'production' }) {
  const requestBody = { name: 'website', ...body }
  const made = await client().vercel.deployments.createDeployment({ ...team, requestBody })
  deployhost.clock.advance('1s')
  return made.id
}

const find = (idOrUrl: string) => client().vercel.deployments.getDeployment({ ...team, idOrUrl })
const live = async () => (await find('www.example.com')).id
const promote = (deploymentId: string, projectId = 'website') =>
  client().vercel.projects.requestPromote({ ...team, projectId, deploymentId })
const rollBack = (deploymentId: string) =>
  client().vercel.projects.requestRollback({ ...team, projectId: 'website', deploymentId })
const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { statusCode: number }) => error.statusCode,
  )

describe('production', () => {
  it('is the latest production deployment that is ready', async () => {
    const first = await ready()
    expect(await live()).toBe(first)
    await ready({})
    expect(await live()).toBe(first)
    const second = await ready()
    expect(await live()).toBe(second)
  })

  it('does not change when a build fails', async () => {
    const first = await ready()
    deployhost.failBuild({ project: 'website', message: 'out of disk' })
    const second = await ready()
    expect(await find(second)).toMatchObject({ readyState: 'ERROR', errorMessage: 'out of disk' })
    expect(await live()).toBe(first)
    const third = await ready()
    expect(await live()).toBe(third)
  })

  it('waits for a promotion when the deployment is staged', async () => {
    const first = await ready()
    // The vendor's command line sends this for `--skip-domain`; the SDK does not have the member.
    const response = await fetch(`${deployhost.url}/v13/deployments?slug=acme`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'website', target: 'production', autoAssignCustomDomains: false }),
    })
    const { id } = (await response.json()) as { id: string }
    deployhost.clock.advance('1s')
    expect(await find(id)).toMatchObject({
      readyState: 'READY',
      readySubstate: 'STAGED',
      alias: ['website-ada-acme.vercel.app'],
    })
    expect(await live()).toBe(first)
    await promote(id)
    expect(await live()).toBe(id)
    expect(await find(id)).toMatchObject({ readySubstate: 'PROMOTED' })
  })
})

describe('promoting', () => {
  it('moves every production domain, and lists them', async () => {
    const first = await ready()
    await ready()
    await promote(first)
    expect(await live()).toBe(first)
    const { vercel, last } = client()
    await vercel.projects.getProject({ ...team, idOrName: 'website' })
    expect(last().json).toMatchObject({
      lastAliasRequest: { type: 'promote', jobStatus: 'succeeded', toDeploymentId: first },
      targets: { production: { id: first } },
    })
    const answer = await vercel.projects.listPromoteAliases({ ...team, projectId: 'website', limit: 2 })
    expect(answer).toMatchObject({
      aliases: [
        { alias: 'website-acme.vercel.app', status: 'completed' },
        { alias: 'website.vercel.app', status: 'completed' },
      ],
      pagination: { count: 2 },
    })
    const { pagination } = answer as { pagination: { next: number } } // not the empty variant
    expect(
      await vercel.projects.listPromoteAliases({ ...team, projectId: 'website', until: pagination.next }),
    ).toMatchObject({ aliases: [{ alias: 'www.example.com' }], pagination: { count: 1, next: null } })
    expect(await vercel.projects.listPromoteAliases({ ...team, projectId: 'website', failedOnly: true })).toMatchObject(
      { aliases: [] },
    )
  })

  it('lists nothing before anything was promoted', async () => {
    const { vercel, last } = client()
    await vercel.projects.listPromoteAliases({ ...team, projectId: 'website' })
    expect(last().json).toEqual({ aliases: [], pagination: { count: 0, next: null, prev: null } })
  })

  it('is refused for a deployment that is current, not ready, unknown, or another project’s', async () => {
    const id = await ready()
    expect(await status(promote(id))).toBe(409)
    const { id: building } = await client().vercel.deployments.createDeployment({
      ...team,
      requestBody: { name: 'website' },
    })
    expect(await status(promote(building))).toBe(422)
    expect(await status(promote('dpl_nothing'))).toBe(404)
    expect(await status(promote(id, 'nothing'))).toBe(404)
    expect(await status(promote(await ready({ name: 'shop' })))).toBe(404)
    const viewer = client('grace').vercel.projects.requestPromote({ ...team, projectId: 'website', deploymentId: id })
    expect(await status(viewer)).toBe(403)
  })
})

describe('rolling back', () => {
  it('restores an earlier production deployment, after which new ones wait for a promotion', async () => {
    const first = await ready()
    const second = await ready()
    const { deployments } = await client().vercel.deployments.getDeployments({ ...team, rollbackCandidate: true })
    expect(deployments.map(({ uid }) => uid)).toEqual([first])
    const all = (await client().vercel.deployments.getDeployments(team)).deployments
    expect(all.map(({ uid, isRollbackCandidate }) => [uid, isRollbackCandidate])).toEqual([
      [second, false],
      [first, true],
    ])
    await rollBack(first)
    expect(await live()).toBe(first)
    const third = await ready()
    expect(await live()).toBe(first)
    expect(await find(third)).toMatchObject({ readySubstate: 'STAGED' })
    await promote(second)
    const fourth = await ready()
    expect(await live()).toBe(fourth)
  })

  it('is refused without a current or an earlier production deployment', async () => {
    const preview = await ready({})
    expect(await status(rollBack(preview))).toBe(400)
    const id = await ready()
    expect(await status(rollBack(id))).toBe(409)
    expect(await status(rollBack(preview))).toBe(400)
    expect(await status(rollBack('dpl_nothing'))).toBe(404)
  })
})

describe('hosts that another account has', () => {
  it('are left to it', async () => {
    const make = async (token: string, name: string) => {
      const requestBody = { name, target: 'production' }
      const { id } = await client(token).vercel.deployments.createDeployment({ requestBody })
      deployhost.clock.advance('1s')
      return id
    }
    const short = await make('ada', 'taken')
    const long = await make('ada', 'taken-mallory')
    const late = await make('mallory', 'taken')
    const { deployments, projects } = client('mallory').vercel
    expect(await deployments.getDeployment({ idOrUrl: late })).toMatchObject({ readyState: 'READY', alias: [] })
    const holder = async (idOrUrl: string) => (await client().vercel.deployments.getDeployment({ idOrUrl })).id
    expect([await holder('taken.vercel.app'), await holder('taken-mallory.vercel.app')]).toEqual([short, long])
    expect(await status(projects.requestPromote({ projectId: 'taken', deploymentId: late }))).toBe('done')
  })
})

describe('production without its first host', () => {
  it('is recognized by the others', async () => {
    const first = await ready()
    await client().vercel.aliases.deleteAlias({ ...team, aliasId: 'website-acme.vercel.app' })
    expect(await status(promote(first))).toBe(409)
  })
})
