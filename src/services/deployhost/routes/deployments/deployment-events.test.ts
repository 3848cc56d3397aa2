import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'
import { seed } from './deployments.fixture.ts'

const it = deployhostTest({ seed, now: '2026-01-01T00:00:00Z' })

interface Logged {
  readonly type: string
  readonly created: number
  readonly text?: string
  readonly level?: string
  readonly info: { readonly readyState?: string; readonly step?: string }
}

const client = (deployhost: Emulator<'deployhost'>) => checkedVercel(deployhost, 'ada')

async function deploy(deployhost: Emulator<'deployhost'>, name = 'blog') {
  const files = [{ file: 'index.html', data: '<h1>Hi</h1>' }]
  return await client(deployhost).vercel.deployments.createDeployment({ requestBody: { name, files } })
}

async function eventsOf(deployhost: Emulator<'deployhost'>, idOrUrl: string, query: object = {}) {
  const { vercel } = client(deployhost)
  return (await vercel.deployments.getDeploymentEvents({ idOrUrl, ...query })) as unknown as Logged[] // one of its many variants
}

describe('the log of a build', () => {
  it('is empty while the build is queued, begins with the build, and ends with its result', async ({ deployhost }) => {
    const { id } = await deploy(deployhost)
    expect(await eventsOf(deployhost, id)).toEqual([])
    deployhost.clock.advance(100)
    const begun = await eventsOf(deployhost, id)
    expect(begun.map(({ text }) => text)).toContain('Downloading 1 deployment file...')
    deployhost.clock.advance('1s')
    const whole = await eventsOf(deployhost, id)
    expect(whole.slice(0, begun.length)).toEqual(begun)
    expect(whole.at(-1)).toMatchObject({
      type: 'deployment-state',
      created: Date.parse('2026-01-01T00:00:00.500Z'),
      info: { type: 'build', readyState: 'READY' },
    })
  })

  it('ends with the error of a build that fails', async ({ deployhost }) => {
    const { id } = await deploy(deployhost, 'broken')
    deployhost.clock.advance('1s')
    expect(await eventsOf(deployhost, id)).toContainEqual(
      expect.objectContaining({ type: 'stderr', level: 'error', text: 'Error: Module not found: ./missing' }),
    )
  })

  it('is limited, reversed and filtered by the query', async ({ deployhost }) => {
    const { id } = await deploy(deployhost)
    deployhost.clock.advance('1s')
    const whole = await eventsOf(deployhost, id)
    expect(await eventsOf(deployhost, id, { direction: 'backward' })).toEqual(whole.toReversed())
    expect(await eventsOf(deployhost, id, { limit: 2 })).toEqual(whole.slice(0, 2))
    expect(await eventsOf(deployhost, id, { limit: -1 })).toEqual(whole)
    const end = Date.parse('2026-01-01T00:00:00.500Z')
    expect(await eventsOf(deployhost, id, { since: end })).toEqual(whole.filter(({ created }) => created === end))
    expect(await eventsOf(deployhost, id, { until: end - 1 })).toEqual(whole.filter(({ created }) => created < end))
    expect((await eventsOf(deployhost, id, { delimiter: 1 })).filter(({ type }) => type === 'delimiter')).toHaveLength(
      2,
    )
    expect(await eventsOf(deployhost, id, { statusCode: '5xx' })).toEqual([])
    expect(await eventsOf(deployhost, id, { name: 'bld_another' })).toEqual([])
    const response = await fetch(`${deployhost.url}/v3/deployments/${id}/events?direction=sideways`)
    expect(response.status).toBe(400)
  })

  it('nests its details in `payload` in version 2', async ({ deployhost }) => {
    const { id } = await deploy(deployhost)
    deployhost.clock.advance('1s')
    const [first] = await eventsOf(deployhost, id)
    const older = (await (await fetch(`${deployhost.url}/v2/deployments/${id}/events`)).json()) as object[]
    expect(older[0]).toMatchObject({ type: first?.type, created: first?.created, payload: { deploymentId: id } })
  })

  it('is refused to strangers', async ({ deployhost }) => {
    const { id } = await deploy(deployhost)
    await expect(
      checkedVercel(deployhost, 'mallory').vercel.deployments.getDeploymentEvents({ idOrUrl: id }),
    ).rejects.toMatchObject({ statusCode: 404 })
  })
})

describe('a log that is followed', () => {
  const open = (deployhost: Emulator<'deployhost'>, id: string, query = '') =>
    fetch(`${deployhost.url}/v3/deployments/${id}/events?follow=1${query}`)
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Logged)

  it('arrives line by line during the build, and ends with the aliases', async ({ deployhost }) => {
    const { id } = await deploy(deployhost)
    const response = await open(deployhost, id)
    expect(response.headers.get('content-type')).toBe('application/stream+json')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = reader?.read()
    deployhost.clock.advance(100)
    let text = (await first)?.value ?? ''
    expect(text).toContain('"readyState":"BUILDING"')
    deployhost.clock.advance('1s')
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) text += piece.value
    const events = lines(text)
    expect(events.slice(0, -1)).toEqual(await eventsOf(deployhost, id))
    expect(events.at(-1)).toEqual({
      type: 'alias-assigned',
      date: Date.parse('2026-01-01T00:00:00.500Z'),
      deploymentId: id,
      alias: [],
      aliasError: null,
      aliasWarning: null,
    })
  })

  it('is complete at once when the build is over, also for the vendor’s command line', async ({ deployhost }) => {
    const { id } = await deploy(deployhost)
    deployhost.clock.advance('1s')
    const plain = await eventsOf(deployhost, id)
    expect(lines(await (await open(deployhost, id)).text()).slice(0, -1)).toEqual(plain)
    const url = `${deployhost.url}/v3/now/deployments/${id}/events?direction=forward&follow=1&format=lines`
    expect(lines(await (await fetch(url)).text())).toHaveLength(plain.length + 1)
    expect(lines(await (await open(deployhost, id, '&limit=3')).text())).toEqual(plain.slice(0, 3))
  })

  it('is an array for the SDK, once the build is over', async ({ deployhost }) => {
    const { id } = await deploy(deployhost)
    const followed = eventsOf(deployhost, id, { follow: 1 })
    deployhost.clock.advance('1s')
    expect((await followed).at(-1)).toMatchObject({ type: 'alias-assigned', deploymentId: id })
  })

  it('ends when the deployment is canceled, deleted, or reset', async ({ deployhost }) => {
    const [canceled, deleted, reset] = [await deploy(deployhost), await deploy(deployhost), await deploy(deployhost)]
    const followed = await Promise.all([
      open(deployhost, canceled.id),
      open(deployhost, deleted.id),
      open(deployhost, reset.id),
    ])
    const texts = followed.map((response) => response.text())
    deployhost.clock.advance(100)
    await client(deployhost).vercel.deployments.cancelDeployment({ id: canceled.id })
    await client(deployhost).vercel.deployments.deleteDeployment({ id: deleted.id })
    expect(lines((await texts[0]) ?? '').at(-1)).toMatchObject({ info: { readyState: 'CANCELED' } })
    expect(lines((await texts[1]) ?? '').at(-1)).toMatchObject({ type: 'command' })
    deployhost.reset()
    expect(lines((await texts[2]) ?? '').at(-1)).toMatchObject({ type: 'command' })
  })
})
