import { describe, expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '#emulator.ts'

type Seed = Exclude<EmulatorOptions<'oidc-d'>['seed'], string | undefined>

const start = (section: NonNullable<Seed['oidc-d']>, tokens?: Seed['tokens']) =>
  createEmulator({
    service: 'oidc-d',
    port: 0,
    now: '2026-01-01T12:00:00Z',
    seed: { ...(tokens === undefined ? {} : { tokens }), 'oidc-d': section },
  })

const read = async (
  emulator: { fetch(url: string, init?: RequestInit): Promise<Response> },
  path: string,
  token?: string,
) => {
  const response = await emulator.fetch(
    `http://host${path}`,
    token === undefined ? {} : { headers: { authorization: `SSWS ${token}` } },
  )
  return response.json()
}

describe('a seed', () => {
  it('has defaults for everything that the definition does not list', async () => {
    await using emulator = await start({
      users: [{ login: 'ada.lovelace@example.com', firstName: 'Ada', lastName: 'Lovelace' }, { login: 'grace' }],
      groups: [{ name: 'Engineering' }],
      apps: [{ name: 'Web App' }],
      authorization_servers: [
        { name: 'My API', audiences: ['api://mine'], claims: [{ name: 'nick', value: 'user.nickName' }] },
      ],
    })
    const [ada, grace] = await read(emulator, '/api/v1/users')
    expect(ada).toMatchObject({ status: 'ACTIVE', profile: { email: 'ada.lovelace@example.com' } })
    expect(grace.profile).toMatchObject({
      login: 'grace',
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'User',
    })
    const [app] = await read(emulator, '/api/v1/apps')
    expect(app).toMatchObject({
      name: 'oidc_client',
      label: 'Web App',
      credentials: { oauthClient: { client_id: app.id } },
    })
    const [mine, fallback] = await read(emulator, '/api/v1/authorizationServers')
    const claims = await read(emulator, `/api/v1/authorizationServers/${mine.id}/claims`)
    expect(claims.find(({ name }: { name: string }) => name === 'nick')).toMatchObject({
      claimType: 'RESOURCE',
      valueType: 'EXPRESSION',
      alwaysIncludeInToken: true,
    })
    expect([mine.id, fallback.id].toSorted()).toEqual([expect.stringMatching(/^aus/), 'default'])
    expect((await read(emulator, `/api/v1/apps/${app.id}/users`)).length).toBe(2)
  })

  it('gives records the same ids in every run, even when other records are added', async () => {
    const users = [{ login: 'ada@example.com' }, { login: 'grace@example.com' }]
    await using one = await start({ users })
    await using other = await start({ users, groups: [{ name: 'x' }], apps: [{ name: 'y' }] })
    const ids = async (emulator: typeof one) =>
      (await read(emulator, '/api/v1/users')).map(({ id }: { id: string }) => id)
    expect(await ids(other)).toEqual(await ids(one))
  })

  it('has users in every status', async () => {
    await using emulator = await start({
      users: [
        { login: 'a@example.com' },
        { login: 'b@example.com', status: 'STAGED' },
        { login: 'c@example.com', status: 'SUSPENDED' },
        { login: 'd@example.com', status: 'DEPROVISIONED' },
      ],
    })
    const found = await read(emulator, `/api/v1/users?search=${encodeURIComponent('id pr')}`)
    expect(found.map(({ status }: { status: string }) => status)).toEqual([
      'ACTIVE',
      'STAGED',
      'SUSPENDED',
      'DEPROVISIONED',
    ])
    expect(found[1].activated).toBeNull()
    expect((await read(emulator, '/api/v1/users')).length).toBe(3)
  })

  it('uses the tokens of the whole seed, which name users by login or by the part before the @', async () => {
    const users = [{ login: 'ada@example.com' }, { login: 'grace@example.com' }]
    await using emulator = await start(
      { users, tokens: [{ token: 'own', login: 'ada@example.com', scopes: ['okta.users.read'] }] },
      { shared: { login: 'grace@example.com', scopes: ['okta.users.read'] } },
    )
    expect((await read(emulator, '/api/v1/users/me', 'own')).profile.login).toBe('ada@example.com')
    expect((await read(emulator, '/api/v1/users/me', 'shared')).profile.login).toBe('grace@example.com')
    expect((await read(emulator, '/api/v1/users/me', 'backlot_admin')).errorCode).toBe('E0000011')
  })

  it('that is empty has the user of the default token', async () => {
    await using emulator = await createEmulator({ service: 'oidc-d', port: 0 })
    expect((await read(emulator, '/api/v1/users/me', 'backlot_admin')).profile.login).toBe('admin@example.com')
    expect(emulator.env).toEqual({
      OIDC_D_API_BASE: emulator.url,
      OIDC_D_ISSUER: `${emulator.url}/oauth2/default`,
      OKTA_CLIENT_ORGURL: emulator.url,
      OIDC_D_TOKEN: 'backlot_admin',
      OKTA_CLIENT_TOKEN: 'backlot_admin',
    })
  })

  it.each([
    ['two users of one login', { users: [{ login: 'a@b.c' }, { login: 'A@b.c' }] }, 'users[1].login', 'there twice'],
    ['two groups of one name', { groups: [{ name: 'x' }, { name: 'X' }] }, 'groups[1]', 'already exists'],
    ['Everyone', { groups: [{ name: 'Everyone' }] }, 'groups[0].name', 'everybody is in it'],
    [
      'a member who does not exist',
      { users: [{ login: 'ada@b.c' }], groups: [{ name: 'x', members: ['adb@b.c'] }] },
      'groups[0].members[0]',
      'ada@b.c',
    ],
    [
      'a groups claim whose filter is no regular expression',
      { apps: [{ name: 'x', groups_claim: { value: '(', group_filter_type: 'REGEX' as const } }] },
      'apps[0].groups_claim.value',
      'missing',
    ],
    [
      'two apps of one client_id',
      {
        apps: [
          { name: 'x', client_id: 'same' },
          { name: 'y', client_id: 'same' },
        ],
      },
      'apps[1].client_id',
      'there twice',
    ],
    [
      'a secret of a public client',
      { apps: [{ name: 'x', type: 'browser' as const, client_secret: 'shh' }] },
      'apps[0].client_secret',
      'has no secret',
    ],
    ['a group that does not exist', { apps: [{ name: 'x', groups: ['Everone'] }] }, 'apps[0].groups[0]', 'Everyone'],
    [
      'two servers of one name',
      { authorization_servers: [{ name: 'x' }, { name: 'x' }] },
      'authorization_servers[1].name',
      'there twice',
    ],
    ['a scope that exists', { authorization_servers: [{ name: 'x', scopes: ['openid'] }] }, 'scopes[0]', 'already'],
    [
      'a claim for no scope',
      { authorization_servers: [{ name: 'x', claims: [{ name: 'y', value: 'z', scopes: ['opened'] }] }] },
      'scopes[0]',
      'openid',
    ],
    [
      'a token for nobody',
      { users: [{ login: 'ada@b.c' }], tokens: [{ token: 't', login: 'grace' }] },
      'tokens[0].login',
      'grace',
    ],
  ])('does not start with %s', async (_what, section, at, words) => {
    const started = start(section)
    await expect(started).rejects.toThrow(words)
    await expect(started).rejects.toThrow(at)
  })
})
