import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { seed } from '../deployments/deployments.fixture.ts'

const it = deployhostTest({ seed, now: '2026-01-01T00:00:00Z' })

const team = { slug: 'acme' }
const client = (deployhost: Emulator<'deployhost'>, token = 'ada') => checkedVercel(deployhost, token)

async function ready(deployhost: Emulator<'deployhost'>, body: object = { target: 'production' }) {
  const requestBody = { name: 'website', ...body }
  const made = await client(deployhost).vercel.deployments.createDeployment({ ...team, requestBody })
  deployhost.clock.advance('1s')
  return made.id
}

const find = (deployhost: Emulator<'deployhost'>, idOrUrl: string) =>
  client(deployhost).vercel.deployments.getDeployment({ ...team, idOrUrl })
const live = async (deployhost: Emulator<'deployhost'>) => (await find(deployhost, 'www.example.com')).id
const promote = (deployhost: Emulator<'deployhost'>, deploymentId: string, projectId = 'website') =>
  client(deployhost).vercel.projects.requestPromote({ ...team, projectId, deploymentId })
const rollBack = (deployhost: Emulator<'deployhost'>, deploymentId: string) =>
  client(deployhost).vercel.projects.requestRollback({ ...team, projectId: 'website', deploymentId })
const status = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { statusCode: number }) => error.statusCode,
  )

describe('production', () => {
  it('is the latest production deployment that is ready', async ({ deployhost }) => {
    const first = await ready(deployhost)
    expect(await live(deployhost)).toBe(first)
    await ready(deployhost, {})
    expect(await live(deployhost)).toBe(first)
    const second = await ready(deployhost)
    expect(await live(deployhost)).toBe(second)
  })

  it('does not change when a build fails', async ({ deployhost }) => {
    const first = await ready(deployhost)
    deployhost.failBuild({ project: 'website', message: 'out of disk' })
    const second = await ready(deployhost)
    expect(await find(deployhost, second)).toMatchObject({ readyState: 'ERROR', errorMessage: 'out of disk' })
    expect(await live(deployhost)).toBe(first)
    const third = await ready(deployhost)
    expect(await live(deployhost)).toBe(third)
  })

  it('waits for a promotion when the deployment is staged', async ({ deployhost }) => {
    const first = await ready(deployhost)
    // The vendor's command line sends this for `--skip-domain`; the SDK does not have the member.
    const response = await fetch(`${deployhost.url}/v13/deployments?slug=acme`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'website', target: 'production', autoAssignCustomDomains: false }),
    })
    const { id } = (await response.json()) as { id: string }
    deployhost.clock.advance('1s')
    expect(await find(deployhost, id)).toMatchObject({
      readyState: 'READY',
      readySubstate: 'STAGED',
      alias: ['website-ada-acme.vercel.app'],
    })
    expect(await live(deployhost)).toBe(first)
    await promote(deployhost, id)
    expect(await live(deployhost)).toBe(id)
    expect(await find(deployhost, id)).toMatchObject({ readySubstate: 'PROMOTED' })
  })
})

describe('promoting', () => {
  it('moves every production domain, and lists them', async ({ deployhost }) => {
    const first = await ready(deployhost)
    await ready(deployhost)
    await promote(deployhost, first)
    expect(await live(deployhost)).toBe(first)
    const { vercel, last } = client(deployhost)
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

  it('lists nothing before anything was promoted', async ({ deployhost }) => {
    const { vercel, last } = client(deployhost)
    await vercel.projects.listPromoteAliases({ ...team, projectId: 'website' })
    expect(last().json).toEqual({ aliases: [], pagination: { count: 0, next: null, prev: null } })
  })

  it('is refused for a deployment that is current, not ready, unknown, or another project’s', async ({
    deployhost,
  }) => {
    const id = await ready(deployhost)
    expect(await status(promote(deployhost, id))).toBe(409)
    const { id: building } = await client(deployhost).vercel.deployments.createDeployment({
      ...team,
      requestBody: { name: 'website' },
    })
    expect(await status(promote(deployhost, building))).toBe(422)
    expect(await status(promote(deployhost, 'dpl_nothing'))).toBe(404)
    expect(await status(promote(deployhost, id, 'nothing'))).toBe(404)
    expect(await status(promote(deployhost, await ready(deployhost, { name: 'shop' })))).toBe(404)
    const viewer = client(deployhost, 'grace').vercel.projects.requestPromote({
      ...team,
      projectId: 'website',
      deploymentId: id,
    })
    expect(await status(viewer)).toBe(403)
  })
})

describe('rolling back', () => {
  it('restores an earlier production deployment, after which new ones wait for a promotion', async ({ deployhost }) => {
    const first = await ready(deployhost)
    const second = await ready(deployhost)
    const { deployments } = await client(deployhost).vercel.deployments.getDeployments({
      ...team,
      rollbackCandidate: true,
    })
    expect(deployments.map(({ uid }) => uid)).toEqual([first])
    const all = (await client(deployhost).vercel.deployments.getDeployments(team)).deployments
    expect(all.map(({ uid, isRollbackCandidate }) => [uid, isRollbackCandidate])).toEqual([
      [second, false],
      [first, true],
    ])
    await rollBack(deployhost, first)
    expect(await live(deployhost)).toBe(first)
    const third = await ready(deployhost)
    expect(await live(deployhost)).toBe(first)
    expect(await find(deployhost, third)).toMatchObject({ readySubstate: 'STAGED' })
    await promote(deployhost, second)
    const fourth = await ready(deployhost)
    expect(await live(deployhost)).toBe(fourth)
  })

  it('is refused without a current or an earlier production deployment', async ({ deployhost }) => {
    const preview = await ready(deployhost, {})
    expect(await status(rollBack(deployhost, preview))).toBe(400)
    const id = await ready(deployhost)
    expect(await status(rollBack(deployhost, id))).toBe(409)
    expect(await status(rollBack(deployhost, preview))).toBe(400)
    expect(await status(rollBack(deployhost, 'dpl_nothing'))).toBe(404)
  })
})

describe('hosts that another account has', () => {
  it('are left to it', async ({ deployhost }) => {
    const make = async (token: string, name: string) => {
      const requestBody = { name, target: 'production' }
      const { id } = await client(deployhost, token).vercel.deployments.createDeployment({ requestBody })
      deployhost.clock.advance('1s')
      return id
    }
    const short = await make('ada', 'taken')
    const long = await make('ada', 'taken-mallory')
    const late = await make('mallory', 'taken')
    const { deployments, projects } = client(deployhost, 'mallory').vercel
    expect(await deployments.getDeployment({ idOrUrl: late })).toMatchObject({ readyState: 'READY', alias: [] })
    const holder = async (idOrUrl: string) =>
      (await client(deployhost).vercel.deployments.getDeployment({ idOrUrl })).id
    expect([await holder('taken.vercel.app'), await holder('taken-mallory.vercel.app')]).toEqual([short, long])
    expect(await status(projects.requestPromote({ projectId: 'taken', deploymentId: late }))).toBe('done')
  })
})

describe('production without its first host', () => {
  it('is recognized by the others', async ({ deployhost }) => {
    const first = await ready(deployhost)
    await client(deployhost).vercel.aliases.deleteAlias({ ...team, aliasId: 'website-acme.vercel.app' })
    expect(await status(promote(deployhost, first))).toBe(409)
  })
})
