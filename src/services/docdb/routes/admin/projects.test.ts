import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin, firstProject, startDocdb, type RunningDocdb } from '#docdb/docdb.fixture.ts'

const UNKNOWN = '64f0c0ffee00000000000abc'

let emulator: RunningDocdb
beforeAll(async () => {
  emulator = await startDocdb({ seed: { docdb: { projects: [{ name: 'Shop' }, { name: 'Blog' }] } } })
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  admin(emulator, method, path, body, headers)
const organization = async (): Promise<string> => (await call('GET', '/orgs')).body.results[0].id

describe('organizations', () => {
  it('are listed, and found by the beginning of their name', async () => {
    const { body } = await call('GET', '/orgs')
    expect(body).toMatchObject({ totalCount: 1, results: [{ name: 'Development', isDeleted: false }] })
    expect((await call('GET', '/orgs?name=dev')).body.totalCount).toBe(1)
    expect((await call('GET', '/orgs?name=other')).body.totalCount).toBe(0)
    expect((await call('GET', `/orgs/${body.results[0].id}`)).body).toEqual(body.results[0])
    expect((await call('GET', `/orgs/${UNKNOWN}`)).body).toMatchObject({ error: 404, errorCode: 'ORG_NOT_FOUND' })
  })

  it('list their projects', async () => {
    const { body } = await call('GET', `/orgs/${await organization()}/groups?name=blo`)
    expect(body.results).toMatchObject([{ name: 'Blog' }])
  })
})

describe('projects', () => {
  it('are created with the settings of the vendor', async () => {
    const orgId = await organization()
    const { status, body } = await call('POST', '/groups', {
      name: 'News',
      orgId,
      tags: [{ key: 'team', value: 'web' }],
    })
    expect([status, body]).toEqual([
      200,
      {
        clusterCount: 0,
        created: '2026-01-01T12:00:00Z',
        id: expect.stringMatching(/^[a-f0-9]{24}$/),
        links: [{ href: `${emulator.url}/api/atlas/v2/groups/${body.id}`, rel: 'self' }],
        name: 'News',
        orgId,
        regionUsageRestrictions: 'COMMERCIAL_FEDRAMP_REGIONS_ONLY',
        tags: [{ key: 'team', value: 'web' }],
        withDefaultAlertsSettings: true,
      },
    ])
    expect((await call('GET', `/groups/${body.id}`)).body).toEqual(body)
    expect((await call('GET', '/groups/byName/News')).body).toEqual(body)
  })

  it('are refused with a name that is taken, without a name, with an unknown member, and in an unknown organization', async () => {
    const orgId = await organization()
    expect((await call('POST', '/groups', { name: 'Shop', orgId })).body).toEqual({
      detail: 'A group with name "Shop" already exists.',
      error: 409,
      errorCode: 'GROUP_ALREADY_EXISTS',
      parameters: ['Shop'],
      reason: 'Conflict',
    })
    expect((await call('POST', '/groups', { orgId })).body).toEqual({
      detail: 'The required attribute name was not specified.',
      error: 400,
      errorCode: 'MISSING_ATTRIBUTE',
      parameters: ['name'],
      reason: 'Bad Request',
    })
    expect((await call('POST', '/groups', { name: 'x', orgId, colour: 1 })).body).toMatchObject({
      errorCode: 'INVALID_ATTRIBUTE',
      parameters: ['colour'],
    })
    expect((await call('POST', '/groups', { name: 'x', orgId: UNKNOWN })).body).toMatchObject({
      errorCode: 'ORG_NOT_FOUND',
    })
  })

  it('are updated member by member', async () => {
    const id = await firstProject(emulator)
    const { body } = await call('PATCH', `/groups/${id}`, { name: 'Store' })
    expect(body).toMatchObject({ name: 'Store', withDefaultAlertsSettings: true })
    expect((await call('PATCH', `/groups/${id}`, { name: 'Blog' })).body.errorCode).toBe('GROUP_ALREADY_EXISTS')
  })

  it('are deleted, but not with clusters', async () => {
    const id = await firstProject(emulator)
    await call('POST', `/groups/${id}/clusters`, {
      name: 'c',
      replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: 'US_EAST_1' }] }],
    })
    expect((await call('DELETE', `/groups/${id}`)).body).toMatchObject({
      error: 409,
      errorCode: 'CANNOT_CLOSE_GROUP_ACTIVE_ATLAS_CLUSTERS',
    })
    await call('DELETE', `/groups/${id}/clusters/c`)
    expect((await call('DELETE', `/groups/${id}`)).status).toBe(204)
    expect((await call('GET', `/groups/${id}`)).body).toMatchObject({ errorCode: 'GROUP_NOT_FOUND', parameters: [id] })
  })

  it('have ids of 24 hexadecimal digits', async () => {
    expect((await call('GET', '/groups/shop')).body).toMatchObject({ error: 400, errorCode: 'INVALID_GROUP_ID' })
    expect((await call('GET', `/groups/${UNKNOWN}`)).body).toMatchObject({ error: 404, errorCode: 'GROUP_NOT_FOUND' })
  })
})

describe('a list', () => {
  it('has pages with links, and a count unless it is not wanted', async () => {
    const first = await call('GET', '/groups?itemsPerPage=1')
    expect(first.body).toMatchObject({ totalCount: 2, results: [{ name: 'Shop' }] })
    expect(first.body.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'next'])
    const next = await fetch(first.body.links[1].href, { headers: { authorization: 'Bearer backlot_admin' } })
    expect(await next.json()).toMatchObject({
      results: [{ name: 'Blog' }],
      links: [{ rel: 'self' }, { rel: 'previous' }],
    })
    expect((await call('GET', '/groups?includeCount=false')).body).not.toHaveProperty('totalCount')
  })

  it.each(['itemsPerPage=0', 'itemsPerPage=501', 'pageNum=0', 'pageNum=x'])('refuses %s', async (query) => {
    expect((await call('GET', `/groups?${query}`)).status).toBe(400)
  })
})

describe('an answer', () => {
  it('has the media type of the newest version up to the date that the client names', async () => {
    const type = async (path: string, accept: string) =>
      (await call('GET', path, undefined, { accept })).headers.get('content-type')
    const clusters = `/groups/${await firstProject(emulator)}/clusters`
    expect(await type('/groups', 'application/vnd.atlas.2025-03-12+json')).toBe(
      'application/vnd.atlas.2023-01-01+json;charset=utf-8',
    )
    expect(await type(clusters, 'application/vnd.atlas.2025-03-12+json')).toContain('2024-08-05')
    expect(await type(clusters, 'application/vnd.atlas.2024-08-04+json')).toContain('2023-02-01')
    expect(await type('/groups', 'application/json')).toBe('application/json;charset=utf-8')
  })

  it.each(['2022-12-31', '2026-01-02', '2025-02-30', 'latest'])('is 406 for the version %s', async (version) => {
    const { status, body } = await call('GET', '/groups', undefined, {
      accept: `application/vnd.atlas.${version}+json`,
    })
    expect([status, body.errorCode, body.reason]).toEqual([406, 'INVALID_VERSION_DATE', 'Not Acceptable'])
  })

  it('is put into an envelope and indented when the client asks for it', async () => {
    expect((await call('GET', '/groups?envelope=true')).body).toMatchObject({ status: 200, totalCount: 2 })
    const id = await firstProject(emulator)
    expect((await call('GET', `/groups/${id}?envelope=true`)).body).toMatchObject({ status: 200, content: { id } })
    expect((await call('GET', `/groups/${UNKNOWN}?envelope=true`)).body).toMatchObject({
      status: 404,
      content: { error: 404 },
    })
    const pretty = await fetch(`${emulator.url}/api/atlas/v2/groups/${id}?pretty=true`, {
      headers: { authorization: 'Bearer backlot_admin' },
    })
    expect(await pretty.text()).toContain('\n  "id": ')
  })
})

describe('the rest of the API', () => {
  it('tells who calls', async () => {
    expect((await call('GET', '')).body).toMatchObject({ appName: 'MongoDB Atlas', throttling: false })
  })

  it('lists all projects with their clusters', async () => {
    expect((await call('GET', '/clusters')).body.results).toMatchObject([
      { groupName: 'Shop', orgName: 'Development', planType: 'Atlas', clusters: [] },
      { groupName: 'Blog' },
    ])
  })

  it('has no alerts', async () => {
    expect((await call('GET', `/groups/${await firstProject(emulator)}/alerts`)).body).toMatchObject({
      results: [],
      totalCount: 0,
    })
  })

  it('answers 501 by name to what it does not imitate', async () => {
    const { status, body } = await call('GET', `/groups/${await firstProject(emulator)}/peers`)
    expect([status, body.detail]).toEqual([
      501,
      expect.stringContaining('does not implement GET /api/atlas/v2/groups/'),
    ])
  })
})
