import { describe, expect } from 'vitest'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site

const policies = (type: string) => site.send('GET', `/api/v1/policies?type=${type}`)
const create = (body: object) => site.send('POST', '/api/v1/policies', body)
const signOn = { type: 'OKTA_SIGN_ON', name: 'Contractors', description: 'Those who stay a while' }
const signIn = (password: string, headers = {}) =>
  site.send('POST', '/api/v1/authn', { username: 'grace@example.com', password }, headers)

/** Returns conditions that match the members of the group Engineering. */
const engineers = async () => {
  const [group] = (await site.send('GET', '/api/v1/groups?q=Engineering')).body
  return { people: { groups: { include: [group.id] } } }
}

describe('the policies of the organization', () => {
  it('have one of each type that always exists and is the last', async () => {
    for (const [type, name] of [
      ['OKTA_SIGN_ON', 'Default Policy'],
      ['PASSWORD', 'Default Policy'],
      ['MFA_ENROLL', 'Default Policy'],
      ['IDP_DISCOVERY', 'Idp Discovery Policy'],
      ['ACCESS_POLICY', 'Any two factors'],
      ['PROFILE_ENROLLMENT', 'Default Policy'],
    ] as const) {
      const { body } = await policies(type)
      expect(body).toMatchObject([{ type, name, system: true, status: 'ACTIVE', priority: 1 }])
      const [rule] = (await site.send('GET', `/api/v1/policies/${body[0].id}/rules`)).body
      expect(rule).toMatchObject({ system: true, status: 'ACTIVE' })
      expect((await site.send('DELETE', `/api/v1/policies/${body[0].id}`)).status).toBe(403)
      expect((await site.send('DELETE', `/api/v1/policies/${body[0].id}/rules/${rule.id}`)).status).toBe(403)
    }
    expect((await site.send('GET', '/api/v1/policies')).body.errorCode).toBe('E0000001')
  })

  it('are sorted in at the place that the request names', async () => {
    const first = await create({ ...signOn, conditions: await engineers() })
    expect(first.body).toEqual({
      id: expect.stringMatching(/^00p/),
      status: 'ACTIVE',
      name: 'Contractors',
      description: 'Those who stay a while',
      priority: 1,
      system: false,
      conditions: await engineers(),
      created: '2026-01-01T12:00:00.000Z',
      lastUpdated: '2026-01-01T12:00:00.000Z',
      _links: expect.objectContaining({ deactivate: expect.anything(), rules: expect.anything() }),
      type: 'OKTA_SIGN_ON',
    })
    await create({ ...signOn, name: 'Before', priority: 1 })
    await create({ ...signOn, name: 'After' })
    const orderOf = async () => (await policies('OKTA_SIGN_ON')).body.map((each: { name: string }) => each.name)
    expect(await orderOf()).toEqual(['Before', 'Contractors', 'After', 'Default Policy'])
    await site.send('PUT', `/api/v1/policies/${first.body.id}`, { ...first.body, name: 'Guests', priority: 3 })
    expect(await orderOf()).toEqual(['Before', 'After', 'Guests', 'Default Policy'])
    expect((await create({ ...signOn, name: 'After' })).body.errorCauses).toEqual([
      { errorSummary: 'Policy name already in use' },
    ])
    const okta = site.okta()
    await okta.policyApi.deactivatePolicy({ policyId: first.body.id })
    expect((await site.send('GET', '/api/v1/policies?type=OKTA_SIGN_ON&status=INACTIVE')).body).toHaveLength(1)
    await okta.policyApi.activatePolicy({ policyId: first.body.id })
    await okta.policyApi.deletePolicy({ policyId: first.body.id })
    await expect(okta.policyApi.getPolicy({ policyId: first.body.id })).rejects.toMatchObject(refusal(404, 'E0000007'))
    const [, second] = (await policies('OKTA_SIGN_ON')).body
    expect(second).toMatchObject({ name: 'After', priority: 2 })
  })

  it('have rules that are completed with the defaults of the vendor', async () => {
    const okta = site.okta()
    const { body: policy } = await create({ ...signOn, conditions: await engineers() })
    const rules = `/api/v1/policies/${policy.id}/rules`
    const { body: rule } = await site.send('POST', rules, {
      type: 'SIGN_ON',
      name: 'No way',
      actions: { signon: { access: 'DENY' } },
    })
    expect(rule).toMatchObject({
      type: 'SIGN_ON',
      priority: 1,
      conditions: { people: { users: { exclude: [] } }, network: { connection: 'ANYWHERE' } },
      actions: { signon: { access: 'DENY', requireFactor: false, session: { maxSessionIdleMinutes: 120 } } },
    })
    expect((await site.send('POST', rules, { name: 'No way' })).body.errorCauses).toEqual([
      { errorSummary: 'Policy rule name already in use' },
    ])
    expect((await signIn('Compiler1952')).body.errorCode).toBe('E0000006')
    const ids = { policyId: policy.id, ruleId: rule.id }
    await okta.policyApi.deactivatePolicyRule(ids)
    expect((await okta.policyApi.getPolicyRule(ids)).status).toBe('INACTIVE')
    await okta.policyApi.activatePolicyRule(ids)
    const { body: replaced } = await site.send('PUT', `${rules}/${rule.id}`, {
      ...rule,
      actions: { signon: { access: 'ALLOW', session: { maxSessionIdleMinutes: 5 } } },
    })
    expect(replaced.actions.signon.access).toBe('ALLOW')
    const { body: expanded } = await site.send('GET', `/api/v1/policies/${policy.id}?expand=rules`)
    expect(expanded['_embedded'].rules).toHaveLength(1)
    const { sessionToken } = (await signIn('Compiler1952')).body
    const { body: session } = await site.send('POST', '/api/v1/sessions', { sessionToken })
    expect(session.expiresAt).toBe('2026-01-01T12:05:00.000Z')
    await okta.policyApi.deletePolicyRule(ids)
    expect(await allItems(okta.policyApi.listPolicyRules({ policyId: policy.id }))).toEqual([])
    // A user to whom no rule applies cannot sign in.
    expect((await signIn('Compiler1952')).status).toBe(403)
  })

  it('about passwords decide which ones a user may have', async () => {
    await create({
      type: 'PASSWORD',
      name: 'Strict',
      conditions: await engineers(),
      settings: {
        password: {
          complexity: { minLength: 12, minSymbol: 1, excludeAttributes: ['firstName'] },
          age: { maxAgeDays: 30, minAgeMinutes: 60, historyCount: 2 },
          lockout: { maxAttempts: 1, autoUnlockMinutes: 15 },
        },
      },
    })
    const change = (oldPassword: string, newPassword: string) =>
      site.send('POST', '/api/v1/users/grace/credentials/change_password', {
        oldPassword: { value: oldPassword },
        newPassword: { value: newPassword },
      })
    expect((await change('Compiler1952', 'Compiler1953')).body.errorCauses[0].errorSummary).toContain(
      'at least 12 characters, a lowercase letter, an uppercase letter, a number, a symbol, no parts of your username, ' +
        'does not include your first name',
    )
    expect((await change('Compiler1952', 'Nanosecond-30cm')).body.errorCauses[0].errorSummary).toContain('60 minutes')
    site.emulator.clock.advance('1h')
    expect((await change('Compiler1952', 'Nanosecond-30cm')).status).toBe(200)
    site.emulator.clock.advance('1h')
    expect((await change('Nanosecond-30cm', 'Microsecond-300m')).status).toBe(200)
    site.emulator.clock.advance('1h')
    expect((await change('Microsecond-300m', 'Nanosecond-30cm')).body.errorCauses).toEqual([
      { errorSummary: 'Your password cannot be any of your last 2 passwords' },
    ])
    await signIn('wrong')
    expect((await signIn('Microsecond-300m')).status).toBe(401)
    site.emulator.clock.advance('15m')
    expect((await signIn('Microsecond-300m')).body.status).toBe('SUCCESS')
    site.emulator.clock.advance('30d')
    expect((await signIn('Microsecond-300m')).body).toMatchObject({
      status: 'PASSWORD_EXPIRED',
      _embedded: { policy: { complexity: { minLength: 12 } } },
    })
  })

  it('about apps are assigned to apps and copied with their rules', async () => {
    const [app] = (await site.send('GET', '/api/v1/apps?q=Web')).body
    const [preset] = (await policies('ACCESS_POLICY')).body
    expect(app['_links'].accessPolicy.href).toBe(preset['_links'].self.href)
    const { body: policy } = await create({ type: 'ACCESS_POLICY', name: 'Finance' })
    expect([policy.id.slice(0, 3), policy.priority, policy.conditions]).toEqual(['rst', 1, null])
    const catchAll = (await site.send('GET', `/api/v1/policies/${policy.id}/rules`)).body
    expect(catchAll).toMatchObject([{ name: 'Catch-all Rule', priority: 99, system: true, conditions: null }])
    const { body: rule } = await site.send('POST', `/api/v1/policies/${policy.id}/rules`, {
      name: 'Laptops',
      type: 'ACCESS_POLICY',
      conditions: { platform: { include: [{ type: 'DESKTOP', os: { type: 'LINUX', expression: null } }] } },
    })
    expect(rule.conditions.platform).toEqual({ include: [{ type: 'DESKTOP', os: { type: 'LINUX' } }], exclude: [] })
    expect([preset['_embedded'], preset['_links'].mappings]).toEqual([{ resourceType: 'APP' }, undefined])
    expect(policy['_links'].mappings).toBeDefined()
    expect((await site.send('PUT', `/api/v1/apps/${app.id}/policies/${policy.id}`)).status).toBe(204)
    const { body: clone } = await site.send('POST', `/api/v1/policies/${policy.id}/clone`)
    expect(clone.name).toBe('[cloned] Finance')
    expect((await site.send('GET', `/api/v1/policies/${clone.id}/rules`)).body).toHaveLength(2)
    expect((await site.send('GET', `/api/v1/policies/${policy.id}/app`)).body).toMatchObject([{ id: app.id }])
    await site.send('DELETE', `/api/v1/policies/${policy.id}`)
    const { body: after } = await site.send('GET', `/api/v1/apps/${app.id}`)
    expect(after['_links'].accessPolicy.href).toBe(preset['_links'].self.href)
    const [other] = (await policies('PASSWORD')).body
    expect((await site.send('PUT', `/api/v1/apps/${app.id}/policies/${other.id}`)).status).toBe(400)
  })
})

describe('a network zone', () => {
  const zone = { type: 'IP', name: 'Office', gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] }

  it('is created, replaced, deactivated and deleted', async () => {
    const { status, body } = await site.send('POST', '/api/v1/zones', zone)
    expect([status, body]).toEqual([
      200,
      {
        type: 'IP',
        id: expect.stringMatching(/^nzo/),
        name: 'Office',
        status: 'ACTIVE',
        usage: 'POLICY',
        created: '2026-01-01T12:00:00.000Z',
        lastUpdated: '2026-01-01T12:00:00.000Z',
        system: false,
        gateways: zone.gateways,
        proxies: null,
        _links: {
          self: { href: expect.stringContaining(body.id), hints: { allow: ['GET', 'PUT', 'DELETE'] } },
          deactivate: { href: expect.stringContaining('deactivate'), hints: { allow: ['POST'] } },
        },
      },
    ])
    const path = `/api/v1/zones/${body.id}`
    expect((await site.send('POST', '/api/v1/zones', zone)).body.errorSummary).toBe('Api validation failed: name')
    const wrong = { ...zone, name: 'Wrong', gateways: [{ type: 'RANGE', value: 'here-there' }] }
    expect((await site.send('POST', '/api/v1/zones', wrong)).body.errorSummary).toBe('Api validation failed: gateways')
    expect((await site.send('PUT', path, { ...zone, name: 'Home' })).body.name).toBe('Home')
    expect((await site.send('POST', `${path}/lifecycle/deactivate`)).body.status).toBe('INACTIVE')
    expect((await site.send('POST', `${path}/lifecycle/activate`)).body.status).toBe('ACTIVE')
    const { body: listed } = await site.send('GET', `/api/v1/zones?filter=id eq "${body.id}"`)
    expect(listed.map((each: { name: string }) => each.name)).toEqual(['Home'])
    const all = await allItems(site.okta().networkZoneApi.listNetworkZones())
    expect(all.map((each) => each.name)).toEqual(['BlockedIpZone', 'LegacyIpZone', 'Home'])
    expect((await site.send('DELETE', path)).status).toBe(204)
    expect((await site.send('GET', path)).body.errorSummary).toBe(
      `Not found: Resource not found: ${body.id} (NetworkZone)`,
    )
  })

  it('of places has lists of countries', async () => {
    const { body } = await site.send('POST', '/api/v1/zones', {
      type: 'DYNAMIC_V2',
      name: 'Abroad',
      locations: { include: [{ country: 'NO' }] },
    })
    expect(body).toMatchObject({
      locations: { include: [{ country: 'NO', region: null }], exclude: [] },
      ipServiceCategories: { include: [], exclude: [] },
      asns: { include: [], exclude: [] },
    })
  })

  it('limits a rule to the addresses of the zone', async () => {
    const { body } = await site.send('POST', '/api/v1/zones', zone)
    const [policy] = (await policies('OKTA_SIGN_ON')).body
    await site.send('POST', `/api/v1/policies/${policy.id}/rules`, {
      name: 'Not from the office',
      conditions: { network: { connection: 'ZONE', include: [body.id] } },
      actions: { signon: { access: 'DENY' } },
    })
    const from = (address: string) => signIn('Compiler1952', { 'x-forwarded-for': address })
    expect((await from('192.0.2.7')).status).toBe(403)
    expect((await from('198.51.100.1')).status).toBe(200)
    expect((await site.send('DELETE', `/api/v1/zones/${body.id}`)).status).toBe(400)
  })

  it('blocks the addresses of a zone of the block list', async () => {
    await site.send('POST', '/api/v1/zones', { ...zone, usage: 'BLOCKLIST' })
    expect((await signIn('Compiler1952', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(403)
    expect((await signIn('Compiler1952')).status).toBe(200)
  })
})
