import { describe, expect } from 'vitest'
import { allItems, NOON, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({
  authorization_servers: [
    {
      name: 'orders',
      audiences: ['https://orders.example.com'],
      scopes: ['orders:read', { name: 'orders:write', display_name: 'Place orders', consent: 'REQUIRED' }],
      claims: [
        { name: 'department', value: 'user.department', scopes: ['orders:read'] },
        {
          name: 'groups',
          value: 'Eng',
          value_type: 'GROUPS',
          group_filter_type: 'STARTS_WITH',
          claim_type: 'IDENTITY',
        },
      ],
    },
  ],
})
const { it } = site
const servers = () => site.okta().authorizationServerApi
const authServerId = 'orders'

describe('a custom authorization server', () => {
  it('exists by default', async () => {
    const { body } = await site.send('GET', '/api/v1/authorizationServers/default')
    expect(body).toMatchObject({
      id: 'default',
      name: 'default',
      audiences: ['api://default'],
      issuer: `${site.emulator.url}/oauth2/default`,
      issuerMode: 'ORG_URL',
      status: 'ACTIVE',
      created: NOON,
      credentials: { signing: { rotationMode: 'AUTO', nextRotation: '2026-04-01T12:00:00.000Z' } },
    })
    expect(Object.keys(body)).toEqual([
      'id',
      'name',
      'description',
      'audiences',
      'issuer',
      'issuerMode',
      'status',
      'created',
      'lastUpdated',
      'credentials',
      'default',
      '_links',
    ])
    await expect(servers().deleteAuthorizationServer({ authServerId: 'default' })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'default'),
    )
  })

  it('begins with keys that rotate by themselves, which only an update changes', async () => {
    const server = { name: 'new', audiences: ['x'], credentials: { signing: { rotationMode: 'MANUAL' } } }
    const { body } = await site.send('POST', '/api/v1/authorizationServers', server)
    expect(body).toMatchObject({
      description: null,
      default: false,
      credentials: { signing: { rotationMode: 'AUTO' } },
    })
    const replaced = await site.send('PUT', `/api/v1/authorizationServers/${body.id}`, server)
    expect(replaced.body.credentials.signing).toEqual({
      kid: expect.any(String),
      rotationMode: 'MANUAL',
      lastRotated: NOON,
    })
  })

  it('has dates that are valid at the end of the clock’s range', async () => {
    // 90 days later, when the keys would be rotated, there are no dates any more.
    expect(() => site.emulator.clock.set(8_639_999_999_999_999)).toThrow(RangeError)
    const last = '9999-12-31T23:59:59.999Z'
    site.emulator.clock.freeze(last)
    const made = await site.send('POST', '/api/v1/authorizationServers', { name: 'Late', audiences: ['api://late'] })
    expect(made).toMatchObject({ status: 201, body: { created: last, lastUpdated: last } })
    expect(made.body.credentials.signing).toMatchObject({ lastRotated: last, nextRotation: last })
    const signedIn = await site.send('POST', '/api/v1/authn', { username: 'grace', password: 'Compiler1952' })
    expect(signedIn.body).toMatchObject({ status: 'SUCCESS', expiresAt: last })
  })

  it('is created, listed, replaced and deleted', async () => {
    const authorizationServer = { name: 'Sample', description: 'A sample', audiences: ['api://sample'] }
    const made = await servers().createAuthorizationServer({ authorizationServer })
    expect(made).toMatchObject({
      ...authorizationServer,
      status: 'ACTIVE',
      issuer: `${site.emulator.url}/oauth2/${made.id}`,
    })
    const id = made.id ?? ''
    expect(id).toMatch(/^aus\w{17}$/)
    const names = async (query: { q?: string; limit?: number }) =>
      (await allItems(servers().listAuthorizationServers(query))).map(({ name }) => name)
    expect((await names({ limit: 1 })).toSorted()).toEqual(['Sample', 'default', 'orders'])
    expect(await names({ q: 'API://S' })).toEqual(['Sample'])
    const replacement = { name: 'Renamed', audiences: ['api://other'] }
    expect(
      await servers().replaceAuthorizationServer({ authServerId: id, authorizationServer: replacement }),
    ).toMatchObject(replacement)
    await expect(
      servers().createAuthorizationServer({ authorizationServer: { ...replacement } }),
    ).rejects.toMatchObject(refusal(400, 'E0000001', 'name'))
    expect((await site.send('POST', '/api/v1/authorizationServers', { name: 'x', audiences: [] })).status).toBe(400)
    await servers().deleteAuthorizationServer({ authServerId: id })
    await expect(servers().getAuthorizationServer({ authServerId: id })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it('answers 201 to its creation, and 204 to its activation and deactivation', async () => {
    const { status, body } = await site.send('POST', '/api/v1/authorizationServers', { name: 'x', audiences: ['x'] })
    expect(status).toBe(201)
    await servers().deactivateAuthorizationServer({ authServerId: body.id })
    expect((await servers().getAuthorizationServer({ authServerId: body.id })).status).toBe('INACTIVE')
    await servers().activateAuthorizationServer({ authServerId: body.id })
    expect((await servers().getAuthorizationServer({ authServerId: body.id })).status).toBe('ACTIVE')
    expect((await site.send('POST', `/api/v1/authorizationServers/${body.id}/lifecycle/activate`)).status).toBe(204)
  })

  it('has an active and a next key, which a rotation exchanges', async () => {
    const list = () => allItems(servers().listAuthorizationServerKeys({ authServerId }))
    const [active, next] = await list()
    expect(active).toMatchObject({ status: 'ACTIVE', kty: 'RSA', alg: 'RS256' })
    expect(next?.status).toBe('NEXT')
    expect(active).not.toHaveProperty('d')
    const rotated = await allItems(servers().rotateAuthorizationServerKeys({ authServerId, use: { use: 'sig' } }))
    expect(rotated[0]).toMatchObject({ kid: next?.kid, status: 'ACTIVE' })
    expect((await list()).map(({ kid }) => kid)).toEqual([next?.kid, active?.kid])
    const key = await servers().getAuthorizationServerKey({ authServerId, keyId: active?.kid ?? '' })
    expect(key).toMatchObject({ kid: active?.kid, status: 'NEXT' })
    await expect(servers().getAuthorizationServerKey({ authServerId, keyId: 'none' })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
  })
})

describe('the scopes of a server', () => {
  it('are those of OpenID Connect and its own', async () => {
    const scopes = await allItems(servers().listOAuth2Scopes({ authServerId, limit: 2 }))
    expect(scopes.map(({ name, system }) => [name, system])).toEqual([
      ['openid', true],
      ['profile', true],
      ['email', true],
      ['address', true],
      ['phone', true],
      ['offline_access', true],
      ['device_sso', true],
      ['orders:read', false],
      ['orders:write', false],
    ])
    const found = await allItems(servers().listOAuth2Scopes({ authServerId, q: 'write' }))
    expect(found).toMatchObject([{ displayName: 'Place orders', consent: 'REQUIRED' }])
  })

  it('are created, replaced and deleted', async () => {
    const made = await servers().createOAuth2Scope({
      authServerId,
      oAuth2Scope: { name: 'car:drive', description: 'Drive' },
    })
    expect(made).toMatchObject({ name: 'car:drive', consent: 'IMPLICIT', metadataPublish: 'NO_CLIENTS', system: false })
    const scopeId = made.id ?? ''
    expect((await servers().getOAuth2Scope({ authServerId, scopeId })).description).toBe('Drive')
    const oAuth2Scope = { name: 'car:park', _default: true, consent: 'REQUIRED' } as const
    const replaced = await servers().replaceOAuth2Scope({ authServerId, scopeId, oAuth2Scope })
    expect(replaced).toMatchObject({ name: 'car:park', consent: 'REQUIRED' })
    expect(replaced.description).toBeUndefined()
    await expect(
      servers().createOAuth2Scope({ authServerId, oAuth2Scope: { name: 'car:park' } }),
    ).rejects.toMatchObject(refusal(400, 'E0000001', 'name'))
    await expect(servers().createOAuth2Scope({ authServerId, oAuth2Scope: { name: 'a b' } })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'without spaces'),
    )
    await servers().deleteOAuth2Scope({ authServerId, scopeId })
    await expect(servers().getOAuth2Scope({ authServerId, scopeId })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it('cannot be changed when they are the vendor’s own', async () => {
    const [openid] = await allItems(servers().listOAuth2Scopes({ authServerId, q: 'openid' }))
    const scopeId = openid?.id ?? ''
    await expect(servers().deleteOAuth2Scope({ authServerId, scopeId })).rejects.toMatchObject(refusal(403, 'E0000006'))
    await expect(
      servers().replaceOAuth2Scope({ authServerId, scopeId, oAuth2Scope: { name: 'x' } }),
    ).rejects.toMatchObject(refusal(403, 'E0000006'))
    await expect(servers().getOAuth2Scope({ authServerId: 'default', scopeId })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
  })
})

describe('the claims of a server', () => {
  it('are the subject and the server’s own', async () => {
    const claims = await allItems(servers().listOAuth2Claims({ authServerId }))
    expect(claims).toMatchObject([
      { name: 'sub', system: true, claimType: 'RESOURCE' },
      { name: 'department', value: 'user.department', conditions: { scopes: ['orders:read'] } },
      { name: 'groups', claimType: 'IDENTITY', valueType: 'GROUPS' },
    ])
    const { body } = await site.send('GET', `/api/v1/authorizationServers/orders/claims/${claims[2]?.id}`)
    expect(body).toMatchObject({ group_filter_type: 'STARTS_WITH', value: 'Eng', alwaysIncludeInToken: true })
  })

  it('are created, replaced and deleted', async () => {
    const claim = { name: 'role', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: '"admin"' } as const
    const made = await servers().createOAuth2Claim({ authServerId, oAuth2Claim: claim })
    expect(made).toMatchObject({ ...claim, status: 'ACTIVE', system: false, conditions: { scopes: [] } })
    const claimId = made.id ?? ''
    const changed = { ...claim, value: '"user"', status: 'INACTIVE' } as const
    expect(await servers().replaceOAuth2Claim({ authServerId, claimId, oAuth2Claim: changed })).toMatchObject(changed)
    await expect(servers().createOAuth2Claim({ authServerId, oAuth2Claim: claim })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'name'),
    )
    await servers().deleteOAuth2Claim({ authServerId, claimId })
    await expect(servers().getOAuth2Claim({ authServerId, claimId })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it.for([
    ['without a value', { value: '' }, 'value'],
    ['of a kind that there is not', { claimType: 'HUNCH' }, 'claimType'],
    ['of groups without a filter', { valueType: 'GROUPS' }, 'group_filter_type'],
    ['for a scope that there is not', { conditions: { scopes: ['nonsense'] } }, 'scopes'],
  ] as const)('are refused %s', async ([_what, change, field]) => {
    const claim = { name: 'role', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: '"admin"', ...change }
    const { status, body } = await site.send('POST', '/api/v1/authorizationServers/orders/claims', claim)
    expect([status, body.errorSummary]).toEqual([400, `Api validation failed: ${field}`])
  })

  it('keep the subject: only its expression can be changed', async () => {
    const [sub] = await allItems(servers().listOAuth2Claims({ authServerId }))
    const claimId = sub?.id ?? ''
    await expect(servers().deleteOAuth2Claim({ authServerId, claimId })).rejects.toMatchObject(refusal(403, 'E0000006'))
    const changed = { name: 'sub', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: 'user.id' } as const
    expect(await servers().replaceOAuth2Claim({ authServerId, claimId, oAuth2Claim: changed })).toMatchObject(changed)
    const renamed = { ...changed, name: 'subject' }
    await expect(servers().replaceOAuth2Claim({ authServerId, claimId, oAuth2Claim: renamed })).rejects.toMatchObject(
      refusal(403, 'E0000006'),
    )
  })
})
