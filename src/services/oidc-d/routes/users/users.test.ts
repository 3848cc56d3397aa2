import { describe, expect } from 'vitest'
import { allItems, NOON, oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site
const users = (token?: string) => site.okta(token).userApi

const isaac = {
  profile: { firstName: 'Isaac', lastName: 'Brock', email: 'isaac@example.com', login: 'isaac.brock@example.com' },
}

describe('creating a user', () => {
  it('makes the user PROVISIONED without a password, and ACTIVE with one', async () => {
    const invited = await users().createUser({ body: isaac })
    expect(invited).toMatchObject({ status: 'PROVISIONED', credentials: { provider: { type: 'OKTA', name: 'OKTA' } } })
    expect(invited.id).toMatch(/^00u\w{17}$/)
    expect(invited.credentials?.password).toBeUndefined()
    const other = { ...isaac.profile, login: 'other@example.com' }
    const active = await users().createUser({
      body: { profile: other, credentials: { password: { value: 'tlpWENT2m' } } },
    })
    expect(active).toMatchObject({ status: 'ACTIVE', credentials: { password: {} } })
    expect(active.passwordChanged).toEqual(new Date(NOON))
  })

  it('makes the user STAGED with activate=false, and PASSWORD_EXPIRED with nextLogin=changePassword', async () => {
    expect(await users().createUser({ body: isaac, activate: false })).toMatchObject({
      status: 'STAGED',
      activated: null,
      statusChanged: null,
    })
    const body = {
      profile: { ...isaac.profile, login: 'next@example.com' },
      credentials: { password: { value: 'tlpWENT2m' } },
    }
    const made = await users().createUser({ body, nextLogin: 'changePassword' })
    expect(made.status).toBe('PASSWORD_EXPIRED')
  })

  it('adds the user to the groups of the body and to Everyone', async () => {
    const [engineering] = await allItems(site.okta().groupApi.listGroups({ q: 'Engineering' }))
    const made = await users().createUser({ body: { ...isaac, groupIds: [engineering?.id ?? ''] } })
    const groups = await allItems(users().listUserGroups({ userId: made.id ?? '' }))
    expect(groups.map(({ profile }) => profile?.name)).toEqual(['Everyone', 'Engineering'])
    await expect(
      users().createUser({ body: { profile: { ...isaac.profile, login: 'x@example.com' }, groupIds: ['00g1'] } }),
    ).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it('accepts users of another provider, who have no password', async () => {
    const provider = { type: 'FEDERATION', name: 'FEDERATION' } as const
    const made = await users().createUser({ body: { ...isaac, credentials: { provider } }, provider: true })
    expect(made).toMatchObject({ status: 'ACTIVE', credentials: { provider } })
    const { status, body } = await site.send('POST', '/api/v1/users?provider=true', isaac)
    expect([status, body.errorSummary]).toEqual([400, 'Api validation failed: provider'])
  })

  it('answers in the vendor’s order', async () => {
    const { status, body } = await site.send('POST', '/api/v1/users?activate=false', isaac)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      'id',
      'status',
      'created',
      'activated',
      'statusChanged',
      'lastLogin',
      'lastUpdated',
      'passwordChanged',
      'type',
      'profile',
      'credentials',
      '_links',
    ])
    expect(Object.keys(body.profile)).toEqual(['firstName', 'lastName', 'mobilePhone', 'secondEmail', 'login', 'email'])
    expect(body).toMatchObject({ created: NOON, profile: { mobilePhone: null } })
    expect(body['_links'].activate).toEqual({
      href: `${site.emulator.url}/api/v1/users/${body.id}/lifecycle/activate`,
      method: 'POST',
    })
  })

  it.for([
    ['a login that is taken', { login: 'ADA@example.com' }, 'login', 'login: An object with this field already exists'],
    [
      'a login that is no address',
      { login: 'isaac' },
      'login',
      'login: Username must be in the form of an email address',
    ],
    ['an e-mail address that is none', { email: 'isaac' }, 'email', 'email: Does not match required pattern'],
    ['no first name', { firstName: '' }, 'firstName', 'firstName: The field cannot be left blank'],
    ['a name that is too long', { lastName: 'x'.repeat(51) }, 'lastName', 'maximum is 50'],
    ['a name that is a number', { lastName: 7 }, 'lastName', 'expected a string'],
  ] as const)('refuses %s', async ([_what, profile, field, cause]) => {
    const { status, body } = await site.send('POST', '/api/v1/users', { profile: { ...isaac.profile, ...profile } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ errorCode: 'E0000001', errorSummary: `Api validation failed: ${field}` })
    expect(body.errorCauses[0].errorSummary).toContain(cause)
  })

  it('lists every missing attribute, and refuses a body without a profile', async () => {
    const { body } = await site.send('POST', '/api/v1/users', { profile: { firstName: 'Isaac' } })
    expect(body.errorCauses.map((each: { errorSummary: string }) => each.errorSummary)).toEqual([
      'login: The field cannot be left blank',
      'lastName: The field cannot be left blank',
      'email: The field cannot be left blank',
    ])
    expect((await site.send('POST', '/api/v1/users', {})).body.errorSummary).toBe('Api validation failed: profile')
    expect((await site.send('POST', '/api/v1/users', [])).body.errorCode).toBe('E0000003')
  })

  it.for(['short1A', 'alllowercase1', 'ALLUPPERCASE1', 'NoNumberHere', 'Isaac1Isaac'])(
    'refuses the password %s',
    async (value) => {
      const call = users().createUser({ body: { ...isaac, credentials: { password: { value } } } })
      await expect(call).rejects.toMatchObject(refusal(400, 'E0000001', 'Password requirements were not met'))
    },
  )
})

describe('finding a user', () => {
  it('works by id, login, the part of the login before the @, and me', async () => {
    const grace = await users().getUser({ userId: 'grace@example.com' })
    expect(grace.profile).toMatchObject({ firstName: 'Grace', department: 'Engineering', level: 7 })
    expect((await users().getUser({ userId: grace.id ?? '' })).id).toBe(grace.id)
    expect((await users().getUser({ userId: 'GRACE' })).id).toBe(grace.id)
    expect((await users().getUser({ userId: 'me' })).profile?.login).toBe('ada@example.com')
    await expect(users().getUser({ userId: 'nobody' })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it('by the part of the login before the @ fails when two users have the same', async () => {
    await users().createUser({ body: { profile: { ...isaac.profile, login: 'grace@example.org' } } })
    await expect(users().getUser({ userId: 'grace' })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })

  it('has an ETag, the same as long as the user is, and a content type without a charset', async () => {
    const read = async () => (await site.send('GET', '/api/v1/users/grace')).headers
    const before = await read()
    expect(before.get('etag')).toMatch(/^W\/"[0-9a-f]{64}"$/)
    expect(before.get('content-type')).toBe('application/json')
    expect((await read()).get('etag')).toBe(before.get('etag'))
    await site.send('POST', '/api/v1/users/grace', { profile: { title: 'Rear admiral' } })
    expect((await read()).get('etag')).not.toBe(before.get('etag'))
  })

  it.for([
    ['staged', '?activate=false', ['schema', 'activate', 'self', 'resetFactors', 'type']],
    [
      'provisioned',
      '',
      ['suspend', 'schema', 'resetPassword', 'reactivate', 'self', 'resetFactors', 'type', 'deactivate'],
    ],
    [
      'active',
      'password',
      [
        'suspend',
        'schema',
        'resetPassword',
        'forgotPassword',
        'expirePassword',
        'changeRecoveryQuestion',
        'self',
        'resetFactors',
        'type',
        'changePassword',
        'deactivate',
      ],
    ],
  ] as const)('links what can be done with a %s user', async ([, query, links]) => {
    const profile = { firstName: 'Emmy', lastName: 'Noether', email: 'emmy@example.com', login: 'emmy@example.com' }
    const withPassword = query === 'password' ? { credentials: { password: { value: 'Babbage1791' } } } : {}
    const path = query === 'password' ? '/api/v1/users' : `/api/v1/users${query}`
    const { body } = await site.send('POST', path, { profile, ...withPassword })
    expect(Object.keys(body['_links'])).toEqual(links)
    const reset = await site.send('POST', `/api/v1/users/${body.id}/lifecycle/reset_factors`)
    expect([reset.status, reset.body]).toEqual([200, {}])
  })

  it('leaves out the members that okta-response in the content type names', async () => {
    const contentType = 'application/json; okta-response=omitCredentials,omitCredentialsLinks'
    const { body } = await site.send('GET', '/api/v1/users/grace', undefined, { 'content-type': contentType })
    expect(body).not.toHaveProperty('credentials')
    expect(Object.keys(body['_links'])).toEqual(['self'])
  })
})

describe('changing a user', () => {
  it('merges with POST, and replaces with PUT', async () => {
    const changed = await users().updateUser({ userId: 'grace', user: { profile: { department: 'Navy' } } })
    expect(changed.profile).toMatchObject({ firstName: 'Grace', department: 'Navy', level: 7 })
    const profile = { ...isaac.profile, login: 'grace@example.com' }
    const replaced = await users().replaceUser({ userId: 'grace', user: { profile } })
    expect(replaced.profile).toMatchObject({ firstName: 'Isaac' })
    expect([replaced.profile?.department, replaced.profile?.['level']]).toEqual([undefined, undefined])
    const { status, body } = await site.send('PUT', '/api/v1/users/grace', { profile: { firstName: 'Only' } })
    expect([status, body.errorCauses.length]).toEqual([400, 3])
  })

  it('removes an attribute that is set to null', async () => {
    const { body } = await site.send('POST', '/api/v1/users/grace', {
      profile: { department: null, mobilePhone: '555' },
    })
    expect(body.profile).not.toHaveProperty('department')
    expect(body.profile.mobilePhone).toBe('555')
  })

  it('changes the login to a free one, or keeps it', async () => {
    await users().updateUser({ userId: 'grace', user: { profile: { login: 'GRACE@example.com' } } })
    await users().updateUser({ userId: 'grace', user: { profile: { login: 'hopper@example.com' } } })
    await expect(users().getUser({ userId: 'grace@example.com' })).rejects.toMatchObject(refusal(404, 'E0000007'))
    await expect(
      users().updateUser({ userId: 'hopper', user: { profile: { login: 'ada@example.com' } } }),
    ).rejects.toMatchObject(refusal(400, 'E0000001', 'login: An object with this field already exists'))
  })

  it('sets a password, which activates a provisioned user', async () => {
    const made = await users().createUser({ body: isaac })
    site.emulator.clock.advance('1m')
    const user = { credentials: { password: { value: 'tlpWENT2m' } } }
    const changed = await users().updateUser({ userId: made.id ?? '', user })
    expect(changed.status).toBe('ACTIVE')
    expect(changed.lastUpdated).toEqual(new Date('2026-01-01T12:01:00Z'))
    const { body } = await site.send('POST', '/api/v1/authn', { username: 'isaac.brock', password: 'tlpWENT2m' })
    expect(body.status).toBe('SUCCESS')
  })

  it('accepts the credentials of an answer, and changes nothing', async () => {
    const { body: before } = await site.send('GET', '/api/v1/users/grace')
    const { status, body } = await site.send('PUT', '/api/v1/users/grace', before)
    expect(status).toBe(200)
    expect(body.credentials).toEqual({
      password: {},
      recovery_question: { question: 'First computer?' },
      provider: { type: 'OKTA', name: 'OKTA' },
    })
  })
})

describe('deleting a user', () => {
  it('deprovisions the user the first time, and removes the record the second time', async () => {
    const userId = (await users().getUser({ userId: 'grace' })).id ?? ''
    await users().deleteUser({ userId })
    expect((await users().getUser({ userId })).status).toBe('DEPROVISIONED')
    await users().deleteUser({ userId })
    await expect(users().getUser({ userId })).rejects.toMatchObject(refusal(404, 'E0000007'))
  })
})

describe('the records of a user', () => {
  it('has a status that changed when a staged user was created with a password', async () => {
    const profile = { firstName: 'Emmy', lastName: 'Noether', email: 'emmy@example.com', login: 'emmy@example.com' }
    const credentials = { password: { value: 'Babbage1791' } }
    const { body } = await site.send('POST', '/api/v1/users?activate=false', { profile, credentials })
    expect(body).toMatchObject({ status: 'STAGED', activated: null, statusChanged: '2026-01-01T12:00:00.000Z' })
  })

  it('names the page size in the link to a list itself', async () => {
    const { headers } = await site.send('GET', '/api/v1/users/grace/groups')
    expect(headers.get('link')).toBe(`<${site.emulator.url}/api/v1/users/grace/groups?limit=200>; rel="self"`)
  })

  it('includes groups and the apps on the dashboard', async () => {
    const { body: app } = await site.send('POST', '/api/v1/apps', {
      label: 'Wiki',
      signOnMode: 'BOOKMARK',
      settings: { app: { url: 'https://wiki.example.com' } },
    })
    const alan = await users().getUser({ userId: 'alan' })
    await site.send('POST', `/api/v1/apps/${app.id}/users`, { id: alan.id })
    const links = await allItems(users().listAppLinks({ userId: 'alan' }))
    expect(links).toMatchObject([{ label: 'Wiki', appName: 'bookmark', appInstanceId: app.id, sortOrder: 0 }])
  })

  it('includes sessions, which end on request', async () => {
    const signIn = { username: 'grace', password: 'Compiler1952' }
    const { body } = await site.send('POST', '/api/v1/authn', signIn)
    const session = await site
      .okta()
      .sessionApi.createSession({ createSessionRequest: { sessionToken: body.sessionToken } })
    await users().revokeUserSessions({ userId: 'grace', oauthTokens: true })
    await expect(site.okta().sessionApi.getSession({ sessionId: session.id ?? '' })).rejects.toMatchObject(
      refusal(404, 'E0000007'),
    )
  })
})
