import { describe, expect } from 'vitest'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const schema = '/api/v1/meta/schemas/user/default'
const define = (properties: object, path = schema) =>
  site.send('POST', path, { definitions: { custom: { id: '#custom', type: 'object', properties } } })
const badge = { title: 'Badge', type: 'string', required: true, unique: 'UNIQUE_VALIDATED', minLength: 3, maxLength: 5 }
const person = { login: 'barbara@example.com', firstName: 'Barbara', lastName: 'Liskov', email: 'barbara@example.com' }
const create = (profile: object, more: object = {}) =>
  site.send('POST', '/api/v1/users', { profile: { ...person, ...profile }, ...more })

describe('the schema of profiles', () => {
  it('has the attributes of the vendor', async () => {
    const { body } = await site.send('GET', schema)
    expect(body).toMatchObject({
      $schema: 'http://json-schema.org/draft-04/schema#',
      name: 'user',
      definitions: {
        custom: { id: '#custom', type: 'object', properties: {} },
        base: { required: ['login', 'firstName', 'lastName', 'email'] },
      },
    })
    expect(body.definitions.custom).not.toHaveProperty('required')
    expect(body.definitions.base.properties.login.master).toEqual({ type: 'PROFILE_MASTER' })
    expect(Object.keys(body.definitions.base.properties)).toHaveLength(31)
    const [user] = (await site.send('GET', '/api/v1/users?limit=1')).body
    const { body: whole } = await site.send('GET', `/api/v1/users/${user.id}`)
    const followed = await site.send('GET', new URL(whole['_links'].schema.href).pathname)
    expect(followed.body.definitions).toEqual(body.definitions)
  })

  it('gets custom attributes, which profiles must satisfy', async () => {
    const { body } = await define({ badge, floor: { title: 'Floor', type: 'integer', enum: [1, 2] } })
    expect(body.definitions.custom).toEqual({
      id: '#custom',
      type: 'object',
      properties: {
        badge: {
          ...badge,
          mutability: 'READ_WRITE',
          scope: 'NONE',
          permissions: [{ principal: 'SELF', action: 'READ_ONLY' }],
          master: { type: 'PROFILE_MASTER' },
        },
        floor: expect.objectContaining({ type: 'integer', enum: [1, 2] }),
      },
      required: ['badge'],
    })
    const causeOf = async (profile: object) => (await create(profile)).body.errorCauses[0]?.errorSummary
    expect(await causeOf({})).toBe('badge: The field cannot be left blank')
    expect(await causeOf({ badge: 'B1' })).toBe('badge: The field is too short (minimum is 3 characters)')
    expect(await causeOf({ badge: 'B1234567' })).toBe('badge: The field is too long (maximum is 5 characters)')
    expect(await causeOf({ badge: 7 })).toBe('badge: Invalid value: expected string')
    expect(await causeOf({ badge: 'B12', floor: 3 })).toBe('floor: The value is not one of the enum')
    expect((await create({ badge: 'B12', floor: 2 })).body.profile).toMatchObject({ badge: 'B12', floor: 2 })
    expect(await causeOf({ badge: 'B12', login: 'other@example.com' })).toBe(
      'badge: An object with this field already exists in the current organization',
    )
  })

  it('loses an attribute that is set to null', async () => {
    await define({ badge })
    expect((await define({ badge: null })).body.definitions.custom.properties).toEqual({})
    expect((await create({})).status).toBe(200)
    expect((await define({ login: badge })).status).toBe(400)
    expect((await define({ size: { title: 'Size', type: 'shirt' } })).body.errorSummary).toBe(
      'Api validation failed: type',
    )
    expect((await define({ size: { type: 'string' } })).body.errorSummary).toBe('Api validation failed: title')
  })

  it('of groups has attributes of its own', async () => {
    const group = '/api/v1/meta/schemas/group/default'
    const { body } = await define({ cost: { title: 'Cost', type: 'number' } }, group)
    expect(body).toMatchObject({ name: 'group', definitions: { base: { required: ['name'] } } })
    expect(Object.keys((await site.send('GET', group)).body.definitions.custom.properties)).toEqual(['cost'])
    expect((await site.send('GET', schema)).body.definitions.custom.properties).toEqual({})
  })
})

describe('a user type', () => {
  it('has a schema of its own, which its users satisfy', async () => {
    const okta = site.okta()
    const type = { name: 'contractor', displayName: 'Contractor', description: null }
    const { status, body } = await site.send('POST', '/api/v1/meta/types/user', type)
    expect([status, body]).toMatchObject([200, { id: expect.stringMatching(/^oty/), ...type, default: false }])
    expect((await site.send('POST', '/api/v1/meta/types/user', type)).status).toBe(400)
    await define({ badge }, new URL(body['_links'].schema.href).pathname)
    expect((await create({})).status).toBe(200)
    const contractor = { login: 'edsger@example.com', email: 'edsger@example.com' }
    expect((await create(contractor, { type: { id: body.id } })).body.errorSummary).toBe('Api validation failed: badge')
    const { body: user } = await create({ ...contractor, badge: 'E123' }, { type: { id: body.id } })
    expect([user.type, user['_links'].type.href]).toEqual([{ id: body.id }, body['_links'].self.href])
    expect(user['_links'].schema.href).toBe(body['_links'].schema.href)
    const typeId = body.id
    const ends = okta.userTypeApi.deleteUserType({ typeId })
    await expect(ends).rejects.toMatchObject(refusal(400, 'E0000001'))
    const unknown = await create({ login: 'who@example.com' }, { type: { id: 'nothing' } })
    expect(unknown.body.errorSummary).toBe('Not found: Resource not found: nothing (CVDType)')
  })

  it('is renamed and deleted, except for the one that always exists', async () => {
    const types = '/api/v1/meta/types/user'
    const { body } = await site.send('POST', types, { name: 'guest', displayName: 'Guest' })
    const path = `${types}/${body.id}`
    expect((await site.send('POST', path, { displayName: 'Visitor' })).body.displayName).toBe('Visitor')
    const whole = { name: 'guest', displayName: 'Caller', description: 'Stays a day' }
    expect((await site.send('PUT', path, whole)).body).toMatchObject(whole)
    const all = await allItems(site.okta().userTypeApi.listUserTypes())
    expect(all.map((each) => each.name)).toEqual(expect.arrayContaining(['user', 'guest']))
    expect((await site.send('GET', `${types}/default`)).body).toMatchObject({ name: 'user', default: true })
    expect((await site.send('DELETE', path)).status).toBe(204)
    expect((await site.send('GET', path)).body.errorSummary).toContain('(CVDType)')
    expect((await site.send('DELETE', `${types}/default`)).status).toBe(400)
  })
})
