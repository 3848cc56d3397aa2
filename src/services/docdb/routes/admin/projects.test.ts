import { describe, expect } from 'vitest'
import { admin, firstProject, docdbTest, type RunningDocdb } from '#docdb/docdb.fixture.ts'

const UNKNOWN = '64f0c0ffee00000000000abc'

const it = docdbTest({ seed: { docdb: { projects: [{ name: 'Shop' }, { name: 'Blog' }] } } })

const call = (docdb: RunningDocdb, method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  admin(docdb, method, path, body, headers)
const organization = async (docdb: RunningDocdb): Promise<string> =>
  (await call(docdb, 'GET', '/orgs')).body.results[0].id

describe('organizations', () => {
  it('are listed, and found by the beginning of their name', async ({ docdb }) => {
    const { body } = await call(docdb, 'GET', '/orgs')
    expect(body).toMatchObject({ totalCount: 1, results: [{ name: 'Development', isDeleted: false }] })
    expect((await call(docdb, 'GET', '/orgs?name=dev')).body.totalCount).toBe(1)
    expect((await call(docdb, 'GET', '/orgs?name=other')).body.totalCount).toBe(0)
    expect((await call(docdb, 'GET', `/orgs/${body.results[0].id}`)).body).toEqual(body.results[0])
    expect((await call(docdb, 'GET', `/orgs/${UNKNOWN}`)).body).toMatchObject({
      error: 404,
      errorCode: 'ORG_NOT_FOUND',
    })
  })

  it('list their projects', async ({ docdb }) => {
    const { body } = await call(docdb, 'GET', `/orgs/${await organization(docdb)}/groups?name=blo`)
    expect(body.results).toMatchObject([{ name: 'Blog' }])
  })
})

describe('projects', () => {
  it('are created with the settings of the vendor', async ({ docdb }) => {
    const orgId = await organization(docdb)
    const { status, body } = await call(docdb, 'POST', '/groups', {
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
        links: [{ href: `${docdb.url}/api/atlas/v2/groups/${body.id}`, rel: 'self' }],
        name: 'News',
        orgId,
        regionUsageRestrictions: 'COMMERCIAL_FEDRAMP_REGIONS_ONLY',
        tags: [{ key: 'team', value: 'web' }],
        withDefaultAlertsSettings: true,
      },
    ])
    expect((await call(docdb, 'GET', `/groups/${body.id}`)).body).toEqual(body)
    expect((await call(docdb, 'GET', '/groups/byName/News')).body).toEqual(body)
  })

  it('are refused with a name that is taken, without a name, with an unknown member, and in an unknown organization', async ({
    docdb,
  }) => {
    const orgId = await organization(docdb)
    expect((await call(docdb, 'POST', '/groups', { name: 'Shop', orgId })).body).toEqual({
      detail: 'A group with name "Shop" already exists.',
      error: 409,
      errorCode: 'GROUP_ALREADY_EXISTS',
      parameters: ['Shop'],
      reason: 'Conflict',
    })
    expect((await call(docdb, 'POST', '/groups', { orgId })).body).toEqual({
      detail: 'The required attribute name was not specified.',
      error: 400,
      errorCode: 'MISSING_ATTRIBUTE',
      parameters: ['name'],
      reason: 'Bad Request',
    })
    expect((await call(docdb, 'POST', '/groups', { name: 'x', orgId, colour: 1 })).body).toMatchObject({
      errorCode: 'INVALID_ATTRIBUTE',
      parameters: ['colour'],
    })
    expect((await call(docdb, 'POST', '/groups', { name: 'x', orgId: UNKNOWN })).body).toMatchObject({
      errorCode: 'ORG_NOT_FOUND',
    })
  })

  it('are updated member by member', async ({ docdb }) => {
    const id = await firstProject(docdb)
    const { body } = await call(docdb, 'PATCH', `/groups/${id}`, { name: 'Store' })
    expect(body).toMatchObject({ name: 'Store', withDefaultAlertsSettings: true })
    expect((await call(docdb, 'PATCH', `/groups/${id}`, { name: 'Blog' })).body.errorCode).toBe('GROUP_ALREADY_EXISTS')
  })

  it('are deleted, but not with clusters', async ({ docdb }) => {
    const id = await firstProject(docdb)
    await call(docdb, 'POST', `/groups/${id}/clusters`, {
      name: 'c',
      replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: 'US_EAST_1' }] }],
    })
    expect((await call(docdb, 'DELETE', `/groups/${id}`)).body).toMatchObject({
      error: 409,
      errorCode: 'CANNOT_CLOSE_GROUP_ACTIVE_ATLAS_CLUSTERS',
    })
    await call(docdb, 'DELETE', `/groups/${id}/clusters/c`)
    expect((await call(docdb, 'DELETE', `/groups/${id}`)).status).toBe(204)
    expect((await call(docdb, 'GET', `/groups/${id}`)).body).toMatchObject({
      errorCode: 'GROUP_NOT_FOUND',
      parameters: [id],
    })
  })

  it('have ids of 24 hexadecimal digits', async ({ docdb }) => {
    expect((await call(docdb, 'GET', '/groups/shop')).body).toMatchObject({ error: 400, errorCode: 'INVALID_GROUP_ID' })
    expect((await call(docdb, 'GET', `/groups/${UNKNOWN}`)).body).toMatchObject({
      error: 404,
      errorCode: 'GROUP_NOT_FOUND',
    })
  })
})

describe('a list', () => {
  it('has pages with links, and a count unless it is not wanted', async ({ docdb }) => {
    const first = await call(docdb, 'GET', '/groups?itemsPerPage=1')
    expect(first.body).toMatchObject({ totalCount: 2, results: [{ name: 'Shop' }] })
    expect(first.body.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'next'])
    const next = await fetch(first.body.links[1].href, { headers: { authorization: 'Bearer backlot_admin' } })
    expect(await next.json()).toMatchObject({
      results: [{ name: 'Blog' }],
      links: [{ rel: 'self' }, { rel: 'previous' }],
    })
    expect((await call(docdb, 'GET', '/groups?includeCount=false')).body).not.toHaveProperty('totalCount')
  })

  it.for(['itemsPerPage=0', 'itemsPerPage=501', 'pageNum=0', 'pageNum=x'])('refuses %s', async (query, { docdb }) => {
    expect((await call(docdb, 'GET', `/groups?${query}`)).status).toBe(400)
  })
})

describe('an answer', () => {
  it('has the media type of the newest version up to the date that the client names', async ({ docdb }) => {
    const type = async (path: string, accept: string) =>
      (await call(docdb, 'GET', path, undefined, { accept })).headers.get('content-type')
    const clusters = `/groups/${await firstProject(docdb)}/clusters`
    expect(await type('/groups', 'application/vnd.atlas.2025-03-12+json')).toBe(
      'application/vnd.atlas.2023-01-01+json;charset=utf-8',
    )
    expect(await type(clusters, 'application/vnd.atlas.2025-03-12+json')).toContain('2024-08-05')
    expect(await type(clusters, 'application/vnd.atlas.2024-08-04+json')).toContain('2023-02-01')
    expect(await type('/groups', 'application/json')).toBe('application/json;charset=utf-8')
  })

  it.for(['2022-12-31', '2026-01-02', '2025-02-30', 'latest'])(
    'is 406 for the version %s',
    async (version, { docdb }) => {
      const { status, body } = await call(docdb, 'GET', '/groups', undefined, {
        accept: `application/vnd.atlas.${version}+json`,
      })
      expect([status, body.errorCode, body.reason]).toEqual([406, 'INVALID_VERSION_DATE', 'Not Acceptable'])
    },
  )

  it('is put into an envelope and indented when the client asks for it', async ({ docdb }) => {
    expect((await call(docdb, 'GET', '/groups?envelope=true')).body).toMatchObject({ status: 200, totalCount: 2 })
    const id = await firstProject(docdb)
    expect((await call(docdb, 'GET', `/groups/${id}?envelope=true`)).body).toMatchObject({
      status: 200,
      content: { id },
    })
    expect((await call(docdb, 'GET', `/groups/${UNKNOWN}?envelope=true`)).body).toMatchObject({
      status: 404,
      content: { error: 404 },
    })
    const pretty = await fetch(`${docdb.url}/api/atlas/v2/groups/${id}?pretty=true`, {
      headers: { authorization: 'Bearer backlot_admin' },
    })
    expect(await pretty.text()).toContain('\n  "id": ')
  })
})

describe('the rest of the API', () => {
  it('tells who calls', async ({ docdb }) => {
    expect((await call(docdb, 'GET', '')).body).toMatchObject({ appName: 'MongoDB Atlas', throttling: false })
  })

  it('lists all projects with their clusters', async ({ docdb }) => {
    expect((await call(docdb, 'GET', '/clusters')).body.results).toMatchObject([
      { groupName: 'Shop', orgName: 'Development', planType: 'Atlas', clusters: [] },
      { groupName: 'Blog' },
    ])
  })

  it('has no alerts', async ({ docdb }) => {
    expect((await call(docdb, 'GET', `/groups/${await firstProject(docdb)}/alerts`)).body).toMatchObject({
      results: [],
      totalCount: 0,
    })
  })

  it('answers 501 by name to what it does not imitate', async ({ docdb }) => {
    const { status, body } = await call(docdb, 'GET', `/groups/${await firstProject(docdb)}/peers`)
    expect([status, body.detail]).toEqual([
      501,
      expect.stringContaining('does not implement GET /api/atlas/v2/groups/'),
    ])
  })
})
