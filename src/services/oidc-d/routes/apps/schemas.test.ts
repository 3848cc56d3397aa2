import { describe, expect } from 'vitest'
import { oidcSite } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const custom = (properties: object) => ({ definitions: { custom: { id: '#custom', type: 'object', properties } } })
const plan = { title: 'Plan', description: 'What they pay for', type: 'string', required: true, scope: 'SELF' }

/** Creates an app and returns the path of its schema. */
async function schemaOf(app: object): Promise<string> {
  const { id } = (await site.send('POST', '/api/v1/apps', app)).body
  return `/api/v1/meta/schemas/apps/${id}/default`
}
const bookmark = { name: 'bookmark', label: 'Docs', signOnMode: 'BOOKMARK', settings: { app: { url: 'https://docs' } } }

describe('the schema of the users of an app', () => {
  it('has the claims of OpenID Connect for an OAuth client, and the user name for another app', async () => {
    const web = (await site.send('GET', '/api/v1/apps')).body[0]
    const { body } = await site.send('GET', `/api/v1/meta/schemas/apps/${web.id}/default`)
    expect(body).toMatchObject({
      id: `${site.emulator.url}/meta/schemas/apps/${web.id}/default`,
      name: 'oidc_client',
      title: 'Web App User',
      type: 'object',
    })
    expect(body.definitions.custom).toEqual({ id: '#custom', type: 'object', properties: {} })
    expect(body.definitions.base).toMatchObject({
      required: ['userName'],
      properties: {
        userName: { externalName: 'preferred_username' },
        name: { description: expect.any(String) },
        country: { externalName: 'address.country' },
      },
    })
    const other = (await site.send('GET', await schemaOf(bookmark))).body
    expect(Object.keys(other.definitions.base.properties)).toEqual(['userName'])
    expect((await site.send('GET', '/api/v1/meta/schemas/apps/unknown/default')).status).toBe(404)
  })

  it('gets custom attributes, which are changed and removed', async () => {
    const path = await schemaOf(bookmark)
    const master = { type: 'PROFILE_MASTER' }
    const first = (await site.send('POST', path, custom({ plan: { ...plan, master, union: 'DISABLE' } }))).body
    expect(first.definitions.custom).toEqual({
      id: '#custom',
      type: 'object',
      properties: { plan },
      required: ['plan'],
    })
    const list = { title: 'Teams', type: 'array', items: { type: 'string' } }
    await site.send('POST', path, custom({ teams: list, plan: { ...plan, title: 'Tariff' } }))
    const both = (await site.send('GET', path)).body.definitions.custom.properties
    expect(both).toEqual({
      plan: { ...plan, title: 'Tariff' },
      teams: { title: 'Teams', type: 'array', scope: 'NONE', items: { type: 'string' }, union: 'DISABLE' },
    })
    const rest = (await site.send('POST', path, custom({ plan: null }))).body.definitions.custom.properties
    expect(Object.keys(rest)).toEqual(['teams'])
    expect((await site.send('POST', path, custom({ userName: plan }))).body.errorCode).toBe('E0000001')
    const userName = { title: 'Sign-in name', master, permissions: [], required: false }
    const based = (await site.send('POST', path, { definitions: { base: { properties: { userName } } } })).body
    expect(based.definitions.base.properties.userName).toEqual({
      title: 'Sign-in name',
      type: 'string',
      required: true,
      scope: 'NONE',
      maxLength: 100,
    })
  })
})
