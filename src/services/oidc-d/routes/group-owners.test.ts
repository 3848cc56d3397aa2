import { describe, expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const groupNamed = async (q: string) => (await site.send('GET', `/api/v1/groups?q=${q}`)).body[0]
const userId = async (login: string) => (await site.send('GET', `/api/v1/users/${login}`)).body.id
const owners = async () => `/api/v1/groups/${(await groupNamed('Research')).id}/owners`

describe('the owners of a group', () => {
  it('are users and groups', async () => {
    const id = await userId('ada')
    const { status, body } = await site.send('POST', await owners(), { id, type: 'USER' })
    expect([status, body]).toEqual([
      201,
      {
        id,
        type: 'USER',
        resolved: true,
        originId: null,
        originType: 'OKTA_DIRECTORY',
        displayName: 'Ada Lovelace',
        lastUpdated: 'Thu Jan 01 12:00:00 UTC 2026',
      },
    ])
    const group = await groupNamed('Engineering')
    await site.send('POST', await owners(), { id: group.id, type: 'GROUP' })
    expect((await site.send('GET', group['_links'].owners.href.replace(/^https?:\/\/[^/]+/, ''))).body).toEqual([])
    expect((await site.send('GET', await owners())).body).toMatchObject([
      { displayName: 'Engineering', lastUpdated: '2026-01-01 12:00:00.0' },
      { displayName: 'Ada Lovelace', lastUpdated: '2026-01-01 12:00:00.0' },
    ])
    await site.send('DELETE', `/api/v1/groups/${group.id}`)
    expect((await site.send('GET', await owners())).body).toMatchObject([{ id }])
  })

  it('are there once, and until they are removed', async () => {
    const id = await userId('ada')
    await site.send('POST', await owners(), { id, type: 'USER' })
    expect((await site.send('POST', await owners(), { id, type: 'USER' })).body).toMatchObject({
      errorSummary: 'Api validation failed: owner',
      errorCauses: [{ errorSummary: 'Provided owner is already assigned to this group' }],
    })
    expect((await site.send('DELETE', `${await owners()}/${id}`)).status).toBe(204)
    expect((await site.send('DELETE', `${await owners()}/${id}`)).body).toMatchObject({
      errorCode: 'E0000007',
      errorSummary: `Not found: Resource not found: ${id} (LinkedObject)`,
    })
  })

  it('must be of the type that the request names', async () => {
    const { id } = await groupNamed('Engineering')
    const { status, body } = await site.send('POST', await owners(), { id, type: 'USER' })
    expect([status, body.errorSummary]).toEqual([404, `Not found: Resource not found: ${id} (User)`])
  })
})
