import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()
const project = { projectId: 'website', slug: 'acme' }
const rule = (name: string) => ({
  name,
  active: true,
  conditionGroup: [{ conditions: [{ type: 'path' as const, op: 'pre' as const, value: '/admin' }] }],
  action: { mitigate: { action: 'deny' as const } },
})

describe('the firewall of a project', () => {
  it('is set as a whole, and read as the version in force', async ({ at }) => {
    const { security } = at.as('ada').vercel
    const { active } = await security.putFirewallConfig({
      ...project,
      requestBody: {
        firewallEnabled: true,
        rules: [rule('Deny admin')],
        ips: [{ hostname: '*', ip: '192.0.2.1', action: 'deny' }],
        crs: { xss: { active: true, action: 'deny' } },
      },
    })
    expect(active).toMatchObject({
      version: 1,
      firewallEnabled: true,
      ips: [{ hostname: '*', ip: '192.0.2.1', action: 'deny' }],
      crs: { xss: { active: true, action: 'deny' }, sqli: { active: false, action: 'log' } },
    })
    expect(active.rules[0]).toMatchObject({ id: expect.stringMatching(/^rule_deny_admin_\w{6}$/), name: 'Deny admin' })
    expect(await security.getFirewallConfig({ ...project, configVersion: 'active' })).toEqual(active)
    expect(await security.getFirewallConfig({ ...project, configVersion: '1' })).toEqual(active)
    await security.putFirewallConfig({ ...project, requestBody: { firewallEnabled: false } })
    const { body } = await at.call('GET', '/v1/security/firewall/config?projectId=website&slug=acme')
    expect(body).toMatchObject({ active: { version: 2, rules: [] }, draft: null })
    expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
  })

  it('is changed one part at a time', async ({ at }) => {
    const { security } = at.as('ada').vercel
    const change = (requestBody: object) =>
      security.updateFirewallConfig({ ...project, requestBody: requestBody as never })
    const read = () => security.getFirewallConfig({ ...project, configVersion: 'active' })
    await change({ action: 'firewallEnabled', value: true })
    for (const name of ['one', 'two', 'three']) await change({ action: 'rules.insert', id: null, value: rule(name) })
    const names = async () => (await read()).rules.map(({ name }) => name)
    const ids = (await read()).rules.map(({ id }) => id)
    await change({ action: 'rules.priority', id: ids[2], value: 0 })
    expect(await names()).toEqual(['three', 'one', 'two'])
    await change({ action: 'rules.update', id: ids[0], value: rule('first') })
    await change({ action: 'rules.remove', id: ids[1], value: null })
    expect(await names()).toEqual(['three', 'first'])

    // The SDK leaves the members of an address out.
    const send = (body: object) =>
      at.call('PATCH', '/v1/security/firewall/config?projectId=website&slug=acme', { body })
    await send({ action: 'ip.insert', value: { hostname: 'a.test', ip: '192.0.2.1', action: 'log' } })
    const [address] = (await read()).ips
    await send({ action: 'ip.update', id: address?.id, value: { hostname: 'a.test', ip: '192.0.2.2', action: 'deny' } })
    expect((await read()).ips).toMatchObject([{ id: address?.id, ip: '192.0.2.2', action: 'deny' }])
    await send({ action: 'ip.remove', id: address?.id })
    await change({ action: 'crs.update', id: 'sqli', value: { active: true, action: 'deny' } })
    await change({ action: 'managedRules.update', id: 'ai_bots', value: { active: true, action: 'deny' } })
    const changed = await read()
    expect(changed).toMatchObject({ firewallEnabled: true, ips: [], crs: { sqli: { active: true, action: 'deny' } } })
    const { body } = await at.call('GET', '/v1/security/firewall/config/active?projectId=website&slug=acme')
    expect(body.managedRules).toEqual({ ai_bots: { active: true, action: 'deny' } })
    await change({ action: 'crs.disable', id: null, value: null })
    expect((await read()).crs?.sqli).toMatchObject({ active: false })
  })

  it('is refused for rules that do not exist, changes that are none, and users who may not change the project', async ({
    at,
  }) => {
    const url = '/v1/security/firewall/config'
    const query = '?projectId=website&slug=acme'
    expect((await at.call('GET', `${url}/active${query}`)).status).toBe(404)
    const change = async (body: object, token = 'ada') =>
      (await at.call('PATCH', `${url}${query}`, { token, body })).status
    expect(await change({ action: 'rules.remove', id: 'rule_none' })).toBe(404)
    expect(await change({ action: 'rules.rename', id: 'rule_none' })).toBe(400)
    expect(await change({ action: 'rules.insert', value: { name: 'no action' } })).toBe(400)
    expect(await change({ action: 'firewallEnabled', value: true }, 'vera')).toBe(403)
    expect(await change({ action: 'firewallEnabled', value: true })).toBe(200)
    await at.call('PATCH', `${url}${query}`, { body: { action: 'rules.insert', value: rule('one') } })
    const { body } = await at.call('GET', `${url}/active${query}`)
    expect(await change({ action: 'rules.priority', id: body.rules[0].id, value: 1 })).toBe(400)
  })
})
