import { describe, expect } from 'vitest'
import { decodeJwt } from '#oauth/jwt/jwt.ts'
import { people, receiveEvents, startAuthSaas, authSaasTest, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { signedIn } from './routes/frontend/frontend.fixture.ts'

const it = authSaasTest()

/** The answer of the backend API: its status, and the members of its body. */
interface BackendAnswer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each test reads other members
  readonly body: any
}

async function api(
  authSaas: RunningAuthSaas,
  method: string,
  path: string,
  body?: object,
  key = 'sk_test_x',
): Promise<BackendAnswer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(`${authSaas.url}/v1${path}`, init)
  return { status: answer.status, body: await answer.json() }
}

describe('a member who leaves an organization', () => {
  it('has no active organization any more', async ({ authSaas }) => {
    const { sessionId } = authSaas.signIn({ user: 'user_grace', organization: 'acme' })
    await api(authSaas, 'DELETE', '/organizations/org_acme/memberships/user_grace')
    expect((await api(authSaas, 'GET', `/sessions/${sessionId}`)).body.last_active_organization_id).toBeNull()
  })
})

describe('an organization', () => {
  it('that is full invites nobody', async ({ authSaas }) => {
    await api(authSaas, 'PATCH', '/organizations/org_acme', { max_allowed_memberships: 2 })
    const invitation = { email_address: 'more@example.com', role: 'org:member' }
    const { status, body } = await api(authSaas, 'POST', '/organizations/org_acme/invitations', invitation)
    expect([status, body.errors[0].code]).toEqual([403, 'organization_membership_quota_exceeded'])
  })

  it('counts its pending invitations for its members', async ({ authSaas }) => {
    await api(authSaas, 'POST', '/organizations/org_acme/invitations', {
      email_address: 'more@example.com',
      role: 'org:member',
    })
    const { response } = await signedIn(authSaas, 'user_ada').call('GET', '/organizations/org_acme')
    expect(response).toMatchObject({ members_count: 2, pending_invitations_count: 1 })
  })

  it('keeps its roles when a role is replaced in a set of others', async ({ authSaas }) => {
    const set = { name: 'Small', default_role_key: 'org:member', creator_role_key: 'org:admin', roles: [] }
    const { body } = await api(authSaas, 'POST', '/role_sets', set)
    const replaced = { role_key: 'org:member', to_role_key: 'org:admin' }
    await api(authSaas, 'POST', `/role_sets/${body.id}/roles/replace`, replaced)
    const members = await api(authSaas, 'GET', '/organizations/org_acme/memberships?order_by=%2Bemail_address')
    expect(members.body.data.map(({ role }: { role: string }) => role)).toEqual(['org:admin', 'org:member'])
  })
})

describe('a permission', () => {
  it('keeps its roles under another key, and leaves them when it is deleted', async ({ authSaas }) => {
    const { body } = await api(authSaas, 'POST', '/organization_permissions', { name: 'Bills', key: 'org:bills:read' })
    await api(authSaas, 'POST', `/organization_roles/org:member/permissions/${body.id}`)
    const keys = async (): Promise<string[]> => {
      const role = await api(authSaas, 'GET', '/organization_roles/org:member')
      const all = role.body.permissions.map(({ key }: { key: string }) => key) as string[] // the vendor's answer
      return all.filter((key) => !key.startsWith('org:sys_'))
    }
    await api(authSaas, 'PATCH', `/organization_permissions/${body.id}`, { key: 'org:bills:list' })
    expect(await keys()).toEqual(['org:bills:list'])
    await api(authSaas, 'DELETE', `/organization_permissions/${body.id}`)
    expect(await keys()).toEqual([])
  })
})

describe('a user', () => {
  it('has no primary phone number before one is verified', async ({ authSaas }) => {
    await api(authSaas, 'POST', '/phone_numbers', { user_id: 'user_linus', phone_number: '+15555550177' })
    expect((await api(authSaas, 'GET', '/users/user_linus')).body.primary_phone_number_id).toBeNull()
    await api(authSaas, 'POST', '/phone_numbers', {
      user_id: 'user_linus',
      phone_number: '+15555550178',
      verified: true,
    })
    expect((await api(authSaas, 'GET', '/users/user_linus')).body.primary_phone_number_id).toMatch(/^idn_/)
  })

  it('loses the username by an empty text', async ({ authSaas }) => {
    expect((await api(authSaas, 'PATCH', '/users/user_ada', { username: '' })).body.username).toBeNull()
  })

  it('without a value comes last in either order', async ({ authSaas }) => {
    const order = async (name: string): Promise<string[]> =>
      (await api(authSaas, 'GET', `/users?order_by=${name}`)).body.map(({ id }: { id: string }) => id) as string[] // the vendor's answer
    await api(authSaas, 'PATCH', '/users/user_ada', { username: '' })
    expect(await order('-username')).toEqual(['user_grace', 'user_ada', 'user_linus'])
    expect(await order('%2Busername')).toEqual(['user_grace', 'user_ada', 'user_linus'])
  })

  it('that is deleted ends the sessions, with an event for each', async () => {
    await using receiver = await receiveEvents()
    const webhooks = [{ url: receiver.url, events: ['session.removed' as const, 'user.deleted' as const] }]
    await using own = await startAuthSaas({ seed: { 'auth-saas': { ...people, webhooks } } })
    own.signIn({ user: 'user_ada' })
    await fetch(`${own.url}/v1/users/user_ada`, { method: 'DELETE', headers: { authorization: 'Bearer sk_test_x' } })
    await own.webhooks.settled()
    const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type) // the vendor's event
    expect(types.toSorted()).toEqual(['session.removed', 'user.deleted'])
  })
})

describe('a token', () => {
  it('of a session is valid ten seconds before it is made', ({ authSaas }) => {
    const { claims } = decodeJwt(authSaas.signIn({ user: 'user_ada' }).token)
    expect(Number(claims['iat']) - Number(claims['nbf'])).toBe(10)
  })

  it('by a template has the alternative of an empty value', async ({ authSaas }) => {
    await api(authSaas, 'PATCH', '/users/user_ada/metadata', { public_metadata: { plan: '' } })
    await api(authSaas, 'POST', '/jwt_templates', {
      name: 'plan',
      claims: { plan: "{{user.public_metadata.plan || 'free'}}" },
    })
    const { sessionId } = authSaas.signIn({ user: 'user_ada' })
    const { body } = await api(authSaas, 'POST', `/sessions/${sessionId}/tokens/plan`, {})
    expect(decodeJwt(body.jwt).claims['plan']).toBe('free')
  })

  it('that signs in is shown no more once it is revoked', async ({ authSaas }) => {
    const { body } = await api(authSaas, 'POST', '/sign_in_tokens', { user_id: 'user_ada' })
    const revoked = await api(authSaas, 'POST', `/sign_in_tokens/${body.id}/revoke`)
    expect(revoked.body).toMatchObject({ id: body.id, status: 'revoked' })
    expect(Object.keys(revoked.body)).not.toEqual(expect.arrayContaining(['token', 'url']))
    expect(revoked.body.token).toBeUndefined()
  })

  it('of a machine is revoked by no other machine', async ({ authSaas }) => {
    const own = await api(authSaas, 'POST', '/machines', { name: 'Own' })
    const other = await api(authSaas, 'POST', '/machines', { name: 'Other' })
    const { body } = await api(authSaas, 'POST', '/m2m_tokens', {}, own.body.secret_key)
    expect((await api(authSaas, 'POST', `/m2m_tokens/${body.id}/revoke`, {}, other.body.secret_key)).status).toBe(403)
    expect((await api(authSaas, 'POST', `/m2m_tokens/${body.id}/revoke`, {}, own.body.secret_key)).body.revoked).toBe(
      true,
    )
  })
})

describe('a machine that is deleted', () => {
  it('is in no scope any more', async ({ authSaas }) => {
    const target = await api(authSaas, 'POST', '/machines', { name: 'Target' })
    const caller = await api(authSaas, 'POST', '/machines', { name: 'Caller', scoped_machines: [target.body.id] })
    await api(authSaas, 'DELETE', `/machines/${target.body.id}`)
    const { body } = await api(authSaas, 'POST', '/m2m_tokens', {}, caller.body.secret_key)
    expect(body.scopes).toEqual([])
  })
})

describe('a browser', () => {
  it('deletes nothing by a GET that names another method', async ({ authSaas }) => {
    const { cookies } = authSaas.signIn({ user: 'user_ada' })
    const token = cookies.find(({ name }) => name === '__client')?.value ?? ''
    const query = new URLSearchParams({ __clerk_api_version: '2025-11-10', __clerk_db_jwt: token, _method: 'DELETE' })
    await fetch(`${authSaas.url}/v1/me?${query}`)
    expect((await api(authSaas, 'GET', '/users/user_ada')).status).toBe(200)
  })

  it('is signed out of a session that was revoked, or has expired, even when it names the session', async ({
    authSaas,
  }) => {
    const { sessionId, cookies } = authSaas.signIn({ user: 'user_ada' })
    const token = cookies.find(({ name }) => name === '__client')?.value ?? ''
    const query = { __clerk_api_version: '2025-11-10', __clerk_db_jwt: token, _clerk_session_id: sessionId }
    const me = async () => (await fetch(`${authSaas.url}/v1/me?${new URLSearchParams(query)}`)).status
    expect(await me()).toBe(200)
    await api(authSaas, 'POST', `/sessions/${sessionId}/revoke`)
    expect(await me()).toBe(401)
  })

  it('that the session token has made known is known by its own token afterwards', async ({ authSaas }) => {
    const made = await fetch(`${authSaas.url}/v1/dev_browser`, { method: 'POST' })
    const { id } = (await made.json()) as { id: string } // the vendor's answer
    const { token, sessionId } = authSaas.signIn({ user: 'user_ada' })
    const handshake = async (more: Record<string, string>): Promise<string[]> => {
      const query = new URLSearchParams({ redirect_url: 'http://localhost:3000/', __clerk_db_jwt: id, ...more })
      const answer = await fetch(`${authSaas.url}/v1/client/handshake?${query}`, { redirect: 'manual' })
      const payload = new URL(answer.headers.get('location') ?? '').searchParams.get('__clerk_handshake') ?? ''
      return decodeJwt(payload).claims['handshake'] as string[] // the vendor's list of directives
    }
    await handshake({ __session: token })
    const directives = await handshake({ suffixed_cookies: 'false' })
    expect(directives.map((each) => each.split('=')[0])).toEqual(['__session', '__client_uat', '__clerk_db_jwt'])
    const [session = ''] = directives
    expect(decodeJwt(session.slice('__session='.length, session.indexOf(';'))).claims['sid']).toBe(sessionId)
  })

  it('stays at the instance without its token in the URL', async ({ authSaas }) => {
    const form = { identifier: 'ada@example.com', password: 'correct-horse-battery' }
    const init = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const
    const answer = await fetch(`${authSaas.url}/sign-in`, init)
    expect(answer.headers.get('location')).toBe(`${authSaas.url}/user`)
  })

  it('runs nothing from an image', async ({ authSaas }) => {
    const { headers } = await fetch(`${authSaas.url}/images/user_ada`)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  })
})
