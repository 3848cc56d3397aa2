import { describe, expect } from 'vitest'
import { deployhostTest } from '#deployhost/deployhost.fixture.ts'
import { checkedVercel } from '#testkit/vercel.ts'

const it = deployhostTest({
  seed: {
    deployhost: {
      users: [{ username: 'ada', tokens: ['ada', { token: 'reader', scopes: [] }] }],
      teams: [{ slug: 'acme', members: [{ username: 'ada', role: 'OWNER' as const }] }],
      projects: [{ name: 'website', team: 'acme' }],
    },
  },
}).extend('at', async ({ deployhost }) => {
  const call = async (method: string, path: string, body?: object, token = 'ada') => {
    const response = await deployhost.fetch(`${deployhost.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const { accountId: teamId, id: projectId } = (await call('GET', '/v9/projects/website?slug=acme')).body
  const { bulkRedirects } = checkedVercel(deployhost, 'ada').vercel
  const place = { projectId: projectId as string, teamId: teamId as string }
  const query = `projectId=${projectId}&teamId=${teamId}`
  const list = async (more = '') => (await call('GET', `/v1/bulk-redirects?${query}${more}`)).body
  const sources = async (more = '') =>
    ((await list(more)).redirects as { source: string }[]).map(({ source }) => source)
  const stage = (redirects: { source: string; destination: string }[], more: object = {}) =>
    bulkRedirects.stageRedirects({ requestBody: { ...place, redirects, ...more } })
  return { call, bulkRedirects, place, query, list, sources, stage }
})

const [a, b, c] = ['/a', '/b', '/c'].map((source) => ({ source, destination: `/new${source}` })) as [
  Redirect,
  Redirect,
  Redirect,
]
type Redirect = { source: string; destination: string }

describe('bulk redirects', () => {
  it('are staged, and serve once their version is promoted', async ({ at }) => {
    expect(await at.list()).toEqual({ redirects: [], pagination: { page: 1, perPage: 50, numPages: 0 } })
    const { version } = await at.stage([a, b], { name: 'first' })
    expect(version).toMatchObject({ name: 'first', isStaging: true, isLive: false, redirectCount: 2 })
    expect([await at.sources(), await at.sources(`&versionId=${version.id}`)]).toEqual([[], ['/a', '/b']])
    const requestBody = { id: version.id, action: 'promote' as const }
    const promoted = await at.bulkRedirects.updateVersion({ ...at.place, requestBody })
    expect(promoted.version).toMatchObject({ id: version.id, isLive: true, isStaging: false })
    expect(await at.sources()).toEqual(['/a', '/b'])
  })

  it('are added to those before them, unless they overwrite them', async ({ at }) => {
    await at.stage([a, b])
    const { version } = await at.stage([{ ...b, destination: '/other' }, c])
    const { redirects } = await at.list(`&versionId=${version.id}`)
    expect(redirects).toEqual([a, { ...b, destination: '/other' }, c])
    await at.stage([c], { overwrite: true })
    expect(await at.sources(`&versionId=${version.id}`)).toEqual(['/c'])
  })

  it('are edited, deleted and restored in the staged version', async ({ at }) => {
    const first = await at.stage([a, b, c])
    const promote = { id: first.version.id, action: 'promote' as const }
    await at.bulkRedirects.updateVersion({ ...at.place, requestBody: promote })
    const redirect = { source: '/a', statusCode: 308 }
    const { version } = await at.bulkRedirects.editRedirect({ ...at.place, requestBody: { redirect } })
    const deletion = { redirects: ['/b', '/c'] }
    await at.bulkRedirects.deleteRedirects({ ...at.place, requestBody: deletion })
    const difference = await at.list(`&versionId=${version.id}&diff=only`)
    expect(difference.redirects).toEqual([
      { ...a, statusCode: 308, action: '+' },
      { ...a, action: '-' },
      { ...b, action: '-' },
      { ...c, action: '-' },
    ])
    const restored = await at.bulkRedirects.restoreRedirects({ ...at.place, requestBody: { redirects: ['/c', '/x'] } })
    expect(restored).toMatchObject({ restored: ['/c'], failedToRestore: ['/x'] })
    expect(await at.sources(`&versionId=${version.id}`)).toEqual(['/a', '/c'])
    const unknown = { redirect: { source: '/x', destination: '/y' } }
    expect((await at.call('PATCH', `/v1/bulk-redirects?${at.query}`, unknown)).status).toBe(404)
  })

  it('have versions, which are discarded before and restored after they were live', async ({ at }) => {
    const act = (id: string, action: 'promote' | 'restore' | 'discard') =>
      at.bulkRedirects.updateVersion({ ...at.place, requestBody: { id, action } })
    const first = (await at.stage([a])).version.id
    await expect(act(first, 'restore')).rejects.toMatchObject({ statusCode: 404 })
    await act(first, 'promote')
    const second = (await at.stage([b])).version.id
    await act(second, 'promote')
    const third = (await at.stage([c])).version.id
    await act(third, 'discard')
    const { versions } = await at.bulkRedirects.getVersions(at.place)
    expect(versions.map(({ id, isLive }) => [id, isLive])).toEqual([
      [second, true],
      [first, false],
    ])
    await act(first, 'restore')
    expect(await at.sources()).toEqual(['/a'])
  })

  it('are searched, sorted and listed in pages', async ({ at }) => {
    const { version } = await at.stage([b, c, a])
    const of = `&versionId=${version.id}`
    expect(await at.sources(`${of}&q=new/b`)).toEqual(['/b'])
    expect(await at.sources(`${of}&sort_by=source&sort_order=desc`)).toEqual(['/c', '/b', '/a'])
    const page = await at.list(`${of}&per_page=2&page=2`)
    expect(page).toMatchObject({ redirects: [a], pagination: { page: 2, perPage: 2, numPages: 2 } })
  })

  it('are changed only by those who may change the project, and to paths', async ({ at }) => {
    const body = { ...at.place, redirects: [a] }
    expect((await at.call('PUT', '/v1/bulk-redirects', body, 'reader')).status).toBe(403)
    const wrong = { ...body, redirects: [{ source: 'a', destination: '/b' }] }
    expect((await at.call('PUT', '/v1/bulk-redirects', wrong)).status).toBe(400)
    const status = { ...body, redirects: [{ ...a, statusCode: 200 }] }
    expect((await at.call('PUT', '/v1/bulk-redirects', status)).status).toBe(400)
  })
})
