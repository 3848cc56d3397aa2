import { describe, expect } from 'vitest'
import { allItems, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite({
  authorization_servers: [{ name: 'orders', audiences: ['https://orders.example.com'], scopes: ['orders:read'] }],
})
const { it } = site
const servers = () => site.okta().authorizationServerApi
const authServerId = 'orders'

describe('the policies of a server', () => {
  const policy = {
    type: 'OAUTH_AUTHORIZATION_POLICY',
    name: 'Partners',
    description: 'For partners',
    conditions: { clients: { include: ['web-app'] } },
  } as const
  const rule = {
    type: 'RESOURCE_ACCESS',
    name: 'Short',
    conditions: {
      people: { groups: { include: ['EVERYONE'] }, users: { include: [] } },
      grantTypes: { include: ['authorization_code'] },
      scopes: { include: ['orders:read'] },
    },
    actions: {
      token: { accessTokenLifetimeMinutes: 5, refreshTokenLifetimeMinutes: 60, refreshTokenWindowMinutes: 10 },
    },
  } as const

  it('allow every client at seeded servers; servers created through the API have none', async () => {
    const [first] = await allItems(servers().listAuthorizationServerPolicies({ authServerId }))
    expect(first).toMatchObject({
      name: 'Default Policy',
      priority: 1,
      conditions: { clients: { include: ['ALL_CLIENTS'] } },
    })
    const [allowing] = await allItems(
      servers().listAuthorizationServerPolicyRules({ authServerId, policyId: first?.id ?? '' }),
    )
    expect(allowing).toMatchObject({
      name: 'Default Policy Rule',
      conditions: { scopes: { include: ['*'] } },
      actions: {
        token: { accessTokenLifetimeMinutes: 60, refreshTokenLifetimeMinutes: 0, refreshTokenWindowMinutes: 10080 },
      },
    })
    const made = await servers().createAuthorizationServer({ authorizationServer: { name: 'new', audiences: ['x'] } })
    expect(await allItems(servers().listAuthorizationServerPolicies({ authServerId: made.id ?? '' }))).toEqual([])
  })

  it('may have rules without scopes and users, whose answer says so as the vendor does', async () => {
    const policies = `/api/v1/authorizationServers/${authServerId}/policies`
    const { body: made } = await site.send('POST', policies, policy)
    const conditions = {
      people: { groups: { include: ['EVERYONE'] }, users: {} },
      grantTypes: { include: ['implicit'] },
      scopes: {},
    }
    const { status, body } = await site.send('POST', `${policies}/${made.id}/rules`, { name: 'Few', conditions })
    expect([status, body.conditions]).toEqual([
      201,
      {
        people: { users: { exclude: [] }, groups: { include: ['EVERYONE'] } },
        grantTypes: { include: ['implicit'] },
        scopes: { include: [] },
      },
    ])
    expect(Object.keys(body.actions.token)).not.toContain('inlineHook')
    const alone = { grantTypes: { include: ['client_credentials'] }, scopes: { include: ['*'] } }
    const { body: other } = await site.send('POST', `${policies}/${made.id}/rules`, {
      name: 'Alone',
      conditions: alone,
    })
    expect(other.conditions).toEqual({ people: { users: { exclude: [] } }, ...alone })
  })

  it('are created in order of priority, activated and deactivated, replaced and deleted', async () => {
    const made = await servers().createAuthorizationServerPolicy({
      authServerId,
      policy: { ...policy, priority: 1 } as never,
    })
    expect(made).toMatchObject({ ...policy, status: 'ACTIVE', priority: 1, system: false })
    const policyId = made.id ?? ''
    const order = async () =>
      (await allItems(servers().listAuthorizationServerPolicies({ authServerId }))).map(({ name, priority }) => [
        name,
        priority,
      ])
    expect(await order()).toEqual([
      ['Partners', 1],
      ['Default Policy', 2],
    ])
    await servers().deactivateAuthorizationServerPolicy({ authServerId, policyId })
    expect((await servers().getAuthorizationServerPolicy({ authServerId, policyId })).status).toBe('INACTIVE')
    await servers().activateAuthorizationServerPolicy({ authServerId, policyId })
    const changed = { ...policy, description: 'Changed', conditions: { clients: { include: ['ALL_CLIENTS'] } } }
    expect(await servers().replaceAuthorizationServerPolicy({ authServerId, policyId, policy: changed })).toMatchObject(
      {
        description: 'Changed',
        status: 'ACTIVE',
        conditions: changed.conditions,
      },
    )
    await expect(
      servers().createAuthorizationServerPolicy({ authServerId, policy: policy as never }),
    ).rejects.toMatchObject(refusal(400, 'E0000001', 'name'))
    await servers().deleteAuthorizationServerPolicy({ authServerId, policyId })
    await expect(servers().getAuthorizationServerPolicy({ authServerId, policyId })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
  })

  it('have rules, which are created, activated and deactivated, replaced and deleted', async () => {
    const [first] = await allItems(servers().listAuthorizationServerPolicies({ authServerId }))
    const of = { authServerId, policyId: first?.id ?? '' }
    const made = await servers().createAuthorizationServerPolicyRule({ ...of, policyRule: rule as never })
    expect(made).toMatchObject({ ...rule, status: 'ACTIVE', priority: 2 })
    const at = { ...of, ruleId: made.id ?? '' }
    await servers().deactivateAuthorizationServerPolicyRule(at)
    expect((await servers().getAuthorizationServerPolicyRule(at)).status).toBe('INACTIVE')
    await servers().activateAuthorizationServerPolicyRule(at)
    const changed = { ...rule, name: 'Shorter', conditions: { ...rule.conditions, scopes: { include: ['*'] } } }
    expect(await servers().replaceAuthorizationServerPolicyRule({ ...at, policyRule: changed as never })).toMatchObject(
      {
        name: 'Shorter',
        status: 'ACTIVE',
        conditions: { scopes: { include: ['*'] } },
      },
    )
    const eager = { ...rule, actions: { token: { accessTokenLifetimeMinutes: 1 } } }
    await expect(
      servers().createAuthorizationServerPolicyRule({ ...of, policyRule: eager as never }),
    ).rejects.toMatchObject(refusal(400, 'E0000001', 'accessTokenLifetimeMinutes'))
    await servers().deleteAuthorizationServerPolicyRule(at)
    await expect(servers().getAuthorizationServerPolicyRule(at)).rejects.toMatchObject(refusal(404, 'E0000007'))
  })
})
