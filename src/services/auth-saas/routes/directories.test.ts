import { describe, expect } from 'vitest'
import { authSaasTest, clerkOf, people, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { visitor } from './frontend/frontend.fixture.ts'

const connection = {
  id: 'entconn_acme',
  name: 'Acme',
  domains: ['acme.com'],
  organization: 'acme',
  provider: 'saml_okta' as const,
}
const it = authSaasTest({ seed: { 'auth-saas': { ...people, enterprise_connections: [connection] } } })

/** A JSON body that the tests read a few members of. */
// oxlint-disable-next-line typescript/no-explicit-any -- members of many kinds of answers
type Body = Record<string, any>

/** Sends a request with a key. Returns the status and the body. */
async function send(url: string, method: string, key: string, body?: object): Promise<{ status: number; body: Body }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Body) }
}

const backend = async ({ url }: RunningAuthSaas, method: string, path: string, body?: object) =>
  send(`${url}/v1${path}`, method, 'sk_test_backlot', body)

/** Creates a directory, and returns it with a client of its identity provider. */
async function directoryOf(auth: RunningAuthSaas, path = 'scim_directories') {
  const input = { enterprise_connection_id: connection.id, provider: 'okta' }
  const { body: made } = await backend(auth, 'POST', `/${path}`, input)
  const scim = (method: string, place: string, body?: object) =>
    send(`${made['endpoint_url']}${place}`, method, made['api_key'], body)
  return { made, scim }
}

const LIN = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'lin@acme.com',
  externalId: '00u1',
  name: { givenName: 'Lin', familyName: 'Ma' },
  emails: [{ value: 'Lin@acme.com', primary: true }],
  active: true,
}

const rolesOf = async (auth: RunningAuthSaas) => {
  const { data } = await clerkOf(auth).organizations.getOrganizationMembershipList({ organizationId: 'org_acme' })
  return Object.fromEntries(data.map((each) => [each.publicUserData?.identifier ?? '', each.role]))
}

describe.each([
  ['scim_directories', 'scim_directory', 'scim'],
  ['directories', 'directory', 'directory'],
])('/v1/%s', (path, object, prefix) => {
  it('makes, changes, lists and deletes directories, one of each connection', async ({ authSaas }) => {
    const { made } = await directoryOf(authSaas, path)
    expect(made).toMatchObject({ object, name: 'Acme', enabled: true, api_key: expect.stringMatching(/^scim_/) })
    const again = await backend(authSaas, 'POST', `/${path}`, {
      enterprise_connection_id: connection.id,
      provider: 'a',
    })
    expect([again.status, again.body['errors'][0].code]).toEqual([
      422,
      'scim_directory_enterprise_connection_already_used',
    ])
    const attribute_mapping = { email_address: null, last_name: 'name.formatted' }
    await backend(authSaas, 'PATCH', `/${path}/${made['id']}`, { attribute_mapping, name: 'People' })
    const { body: found } = await backend(authSaas, 'GET', `/${path}/${made['id']}`)
    expect(found).toMatchObject({ name: 'People', api_key: null })
    expect(found['attribute_mapping']).toEqual({ first_name: 'name.givenName', last_name: 'name.formatted' })
    expect((await backend(authSaas, 'GET', `/${path}`)).body).toEqual({ data: [found], total_count: 1 })
    const { body: gone } = await backend(authSaas, 'DELETE', `/${path}/${made['id']}`)
    expect(gone).toEqual({ object, id: made['id'], deleted: true })
    expect((await backend(authSaas, 'GET', `/${path}/${made['id']}`)).status).toBe(404)
  })

  it('maps groups to roles, in an order', async ({ authSaas }) => {
    const { made } = await directoryOf(authSaas, path)
    const place = `/${path}/${made['id']}/group_role_mappings`
    const { body: roles } = await backend(authSaas, 'GET', '/organization_roles')
    const [first, second] = roles['data'] as { id: string }[] // the two roles that every instance has
    const mapping = { scim_group_id: 'g1', role_id: first?.id }
    expect((await backend(authSaas, 'POST', place, mapping)).body['errors'][0].code).toBe('feature_not_enabled')
    await backend(authSaas, 'PATCH', `/${path}/${made['id']}`, { group_role_mapping_enabled: true })
    const { body: added } = await backend(authSaas, 'POST', place, mapping)
    expect(added).toMatchObject({ object: `${prefix}_group_role_mapping`, scim_group_id: 'g1', precedence: 1 })
    expect((await backend(authSaas, 'POST', place, mapping)).status).toBe(422)
    const mappings = [{ scim_group_id: 'g2', role_id: second?.id }, mapping]
    const { body: replaced } = await backend(authSaas, 'PUT', place, { mappings })
    expect(replaced).toMatchObject({ total_count: 2, data: [{ directory_group_id: 'g2' }, { precedence: 2 }] })
    const { body: gone } = await backend(authSaas, 'DELETE', `${place}/${replaced['data'][0].id}`)
    expect(gone).toMatchObject({ object: `${prefix}_group_role_mapping`, deleted: true })
    expect((await backend(authSaas, 'GET', place)).body['total_count']).toBe(1)
  })

  it('replaces the key, and lets the one before work for an hour', async ({ authSaas }) => {
    const { made, scim } = await directoryOf(authSaas, path)
    const { body: rotated } = await backend(authSaas, 'POST', `/${path}/${made['id']}/rotate_api_key`)
    expect((await scim('GET', '/Users')).status).toBe(200)
    authSaas.clock.advance('61m')
    expect((await scim('GET', '/Users')).status).toBe(401)
    expect((await send(`${made['endpoint_url']}/Users`, 'GET', rotated['api_key'])).status).toBe(200)
  })
})

describe('a directory', () => {
  it('provisions users, who become members, and finds them by name', async ({ authSaas }) => {
    const { scim } = await directoryOf(authSaas)
    const { status, body: lin } = await scim('POST', '/Users', LIN)
    expect(status).toBe(201)
    expect(lin).toMatchObject({ ...LIN, meta: { resourceType: 'User' } })
    const { data } = await clerkOf(authSaas).users.getUserList({ emailAddress: ['lin@acme.com'] })
    expect(data).toMatchObject([{ firstName: 'Lin', lastName: 'Ma' }])
    expect(await rolesOf(authSaas)).toMatchObject({ 'lin@acme.com': 'org:member' })
    const filter = encodeURIComponent('userName eq "LIN@acme.com"')
    expect((await scim('GET', `/Users?filter=${filter}`)).body).toMatchObject({
      totalResults: 1,
      startIndex: 1,
      Resources: [{ id: lin['id'] }],
    })
    const { body: refused } = await scim('POST', '/Users', { ...LIN, externalId: 'other' })
    expect(refused).toMatchObject({ status: '409', scimType: 'uniqueness' })
    expect((await scim('GET', '/Users/nobody')).body).toMatchObject({ status: '404' })
  })

  it('deactivates users, who can no longer sign in, and lets them go', async ({ authSaas }) => {
    const { scim } = await directoryOf(authSaas)
    const { body: lin } = await scim('POST', '/Users', LIN)
    const { sessionId } = authSaas.signIn({ user: 'lin@acme.com' })
    const Operations = [
      { op: 'Replace', path: 'name.givenName', value: 'Linn' },
      { op: 'replace', value: { active: false } },
    ]
    expect((await scim('PATCH', `/Users/${lin['id']}`, { Operations })).body).toMatchObject({ active: false })
    const clerk = clerkOf(authSaas)
    expect((await clerk.sessions.getSession(sessionId)).status).toBe('revoked')
    const { body: users } = await backend(authSaas, 'GET', '/users?email_address=lin@acme.com')
    expect(users).toMatchObject([{ first_name: 'Linn', deprovisioned: true }])
    const browser = await visitor(authSaas)
    const attempt = await browser.call('POST', '/client/sign_ins', { identifier: 'lin@acme.com' })
    expect([attempt.status, attempt.code]).toEqual([403, 'user_deactivated'])
    const { body: back } = await scim('PUT', `/Users/${lin['id']}`, LIN)
    expect(back['active']).toBe(true)
    expect((await scim('DELETE', `/Users/${lin['id']}`)).status).toBe(204)
    expect((await scim('GET', '/Users')).body['totalResults']).toBe(0)
  })

  it('gives the members of a mapped group its role', async ({ authSaas }) => {
    const { made, scim } = await directoryOf(authSaas)
    const { body: roles } = await backend(authSaas, 'GET', '/organization_roles')
    const admin = (roles['data'] as { id: string; key: string }[]).find(({ key }) => key === 'org:admin') // a role of the seed
    await backend(authSaas, 'PATCH', `/scim_directories/${made['id']}`, { group_role_mapping_enabled: true })
    const { body: lin } = await scim('POST', '/Users', LIN)
    const group = { displayName: 'Administrators', externalId: 'g1' }
    const { body: team } = await scim('POST', '/Groups', group)
    const mapping = { scim_group_id: 'g1', role_id: admin?.id }
    await backend(authSaas, 'POST', `/scim_directories/${made['id']}/group_role_mappings`, mapping)
    const add = { Operations: [{ op: 'add', path: 'members', value: [{ value: lin['id'] }] }] }
    expect((await scim('PATCH', `/Groups/${team['id']}`, add)).body['members']).toMatchObject([
      { value: lin['id'], display: 'lin@acme.com' },
    ])
    expect(await rolesOf(authSaas)).toMatchObject({ 'lin@acme.com': 'org:admin' })
    const remove = { Operations: [{ op: 'remove', path: `members[value eq "${lin['id']}"]` }] }
    expect((await scim('PATCH', `/Groups/${team['id']}`, remove)).body['members']).toEqual([])
    expect((await scim('DELETE', `/Groups/${team['id']}`)).status).toBe(204)
  })
})
