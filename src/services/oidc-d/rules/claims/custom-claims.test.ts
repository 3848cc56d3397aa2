import { decodeJwt } from 'jose'
import { describe, expect, onTestFinished } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { signInSite } from '#oidc-d/sign-in-site.fixture.ts'
import { cpuTime } from '#testkit/steepness.ts'

const site = signInSite()
const { it } = site
const { choose, manage, list } = site

describe('claims', () => {
  const claimsOf = (login: string, scopes: string[]) => decodeJwt(site.emulator.signIn({ login, scopes }).accessToken)

  it('have the values of their expressions, and are included by scope', () => {
    expect(claimsOf('ada@example.com', ['read:items'])).toMatchObject({
      department: 'Mathematics',
      shout: 'ADA!',
      engineer: 'yes',
    })
    const grace = claimsOf('grace@example.org', ['openid', 'groups'])
    expect(grace).toMatchObject({ engineer: 'no', sub: 'grace@example.org' })
    expect(Object.keys(grace)).not.toEqual(expect.arrayContaining(['shout']))
    expect(grace).not.toHaveProperty('department')
    expect(grace).not.toHaveProperty('groups')
  })

  it('are in every ID token, or only in one that is issued without an access token', async () => {
    const parameters = { scope: 'openid profile groups', nonce: 'n' }
    const thin = decodeJwt(
      (await choose('ada@example.com', { ...parameters, response_type: 'id_token token' })).answer['id_token'] ?? '',
    )
    const whole = decodeJwt(
      (await choose('ada@example.com', { ...parameters, response_type: 'id_token' })).answer['id_token'] ?? '',
    )
    expect(thin['groups']).toEqual(['Everyone', 'Engineering', 'Eng Leads'])
    expect(thin).not.toHaveProperty('nick')
    expect(whole).toMatchObject({ nick: 'Countess', given_name: 'Ada' })
  })

  it('can change the subject of a token', async () => {
    const sub = (await list('/authorizationServers/default/claims')).find(({ name }) => name === 'sub')
    const body = { ...sub, value: 'user.id' }
    await manage('PUT', `/authorizationServers/default/claims/${sub?.['id']}`, body)
    expect(claimsOf('ada@example.com', ['openid']).sub).toMatch(/^00u/)
  })

  it('are refused at creation when they cannot be evaluated', async () => {
    const body = { name: 'x', claimType: 'RESOURCE', valueType: 'EXPRESSION' }
    const make = async (changes: object) => {
      const init = {
        method: 'POST',
        body: JSON.stringify({ ...body, ...changes }),
        headers: { 'content-type': 'application/json' },
      }
      const response = await fetch(`${site.emulator.url}/api/v1/authorizationServers/default/claims`, init)
      return [response.status, await response.text()] as const
    }
    expect(await make({ value: 'user.' })).toEqual([
      400,
      expect.stringContaining('value: user.: expected a name, got its end'),
    ])
    expect(await make({ value: 'Nothing.at(1)' })).toEqual([
      400,
      expect.stringContaining('there is no function Nothing.at'),
    ])
    expect(await make({ value: '(', valueType: 'GROUPS', group_filter_type: 'REGEX' })).toEqual([
      400,
      expect.stringContaining('value: '),
    ])
    for (const claim of [
      { value: '(?=a)b', valueType: 'GROUPS', group_filter_type: 'REGEX' },
      { value: 'isMemberOfGroupNameRegex("(")' },
    ]) {
      expect(await make(claim)).toEqual([400, expect.stringContaining('"errorCode":"E0000001"')])
    }
    await expect(
      createEmulator({
        service: 'oidc-d',
        port: 0,
        seed: {
          'oidc-d': { authorization_servers: [{ name: 'default', claims: [{ name: 'x', value: 'user.a ==' }] }] },
        },
      }),
    ).rejects.toThrow('user.a ==: expected a value, got its end')
  })

  it('of the organization’s server are included by scope only', async () => {
    const { accessToken } = site.emulator.signIn({
      login: 'ada@example.com',
      server: 'org',
      scopes: ['openid', 'groups', 'address', 'phone'],
    })
    const response = await fetch(`${site.emulator.url}/oauth2/v1/userinfo`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(await response.json()).toEqual({
      sub: expect.stringMatching(/^00u/),
      address: { locality: 'London' },
      phone_number: '+44 1',
      groups: ['Everyone', 'Engineering', 'Eng Leads'],
    })
  })

  it('are shown to clients with permission to read the user', async () => {
    const { accessToken } = site.emulator.signIn({ login: 'ada@example.com', scopes: ['read:items'] })
    const response = await fetch(`${site.emulator.url}/oauth2/default/v1/userinfo`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(await response.text()).toBe('')
  })

  it('match patterns of any form in linear time', async () => {
    const name = `${'a'.repeat(254)}!`
    const emulator = await createEmulator({
      service: 'oidc-d',
      port: 0,
      seed: {
        'oidc-d': {
          users: [{ login: 'ada@example.com' }],
          groups: [
            { name, members: ['ada@example.com'] },
            { name: 'aaa', members: ['ada@example.com'] },
          ],
          authorization_servers: [
            {
              name: 'default',
              claims: [
                { name: 'listed', value: '(a+)+$', value_type: 'GROUPS', group_filter_type: 'REGEX' },
                { name: 'member', value: "isMemberOfGroupNameRegex('(a+)+b')" },
                { name: 'invalid', value: "isMemberOfGroupNameRegex('(' + user.login)" },
              ],
            },
          ],
        },
      },
    })
    onTestFinished(() => emulator.close())
    const cost = await cpuTime(() => {
      const claims = decodeJwt(emulator.signIn({ login: 'ada@example.com', scopes: ['openid'] }).accessToken)
      expect(claims).toMatchObject({ listed: ['aaa'], member: false, invalid: false })
    })
    expect(cost).toBeLessThan(2000)
  })
})
