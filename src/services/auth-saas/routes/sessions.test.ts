import { verifyToken, type ClerkClient } from '@clerk/backend'
import { describe, expect } from 'vitest'
import { clients, clerkOf, codeOf, refusalOf, startAuthSaas, authSaasTest } from '#auth-saas/auth-saas.fixture.ts'
import { decodeJwt } from '#oauth/jwt/jwt.ts'

const secretKey = 'sk_test_backlot'

const it = authSaasTest()

describe.each(clients)('sessions with %s', (_name, clientOf) => {
  let clerk: ClerkClient
  it.beforeEach(({ authSaas }) => {
    clerk = clientOf(authSaas)
  })

  it('creates, lists, reads and revokes a session', async () => {
    const session = await clerk.sessions.createSession({ userId: 'user_ada' })
    expect(session).toMatchObject({ userId: 'user_ada', status: 'active', lastActiveOrganizationId: null })
    expect(session.expireAt - session.createdAt).toBe(604_800_000)
    expect((await clerk.sessions.getSession(session.id)).id).toBe(session.id)
    const list = await clerk.sessions.getSessionList({ userId: 'user_ada', status: 'active' })
    expect([list.totalCount, list.data[0]?.id]).toEqual([1, session.id])
    expect((await clerk.sessions.getSessionList({ clientId: session.clientId })).totalCount).toBe(1)
    expect((await clerk.sessions.revokeSession(session.id)).status).toBe('revoked')
    expect((await clerk.sessions.getSessionList({ userId: 'user_ada', status: 'active' })).totalCount).toBe(0)
    expect(await codeOf(clerk.sessions.getToken(session.id, ''))).toBe('resource_not_found')
    expect(await codeOf(clerk.sessions.createSession({ userId: 'user_nobody' }))).toBe('resource_not_found')
  })

  it('expires a session on the clock', async ({ authSaas }) => {
    const session = await clerk.sessions.createSession({ userId: 'user_ada' })
    authSaas.clock.advance('8d')
    expect((await clerk.sessions.getSession(session.id)).status).toBe('expired')
  })

  it('makes tokens that verifyToken accepts, by the key set and by the PEM', async ({ authSaas }) => {
    const { id } = await clerk.sessions.createSession({ userId: 'user_ada' })
    const { jwt } = await clerk.sessions.getToken(id, '')
    const byKeySet = await verifyToken(jwt, { secretKey, apiUrl: authSaas.url })
    expect(byKeySet).toMatchObject({ sub: 'user_ada', sid: id, v: 2, sts: 'active', iss: authSaas.url, fva: [0, -1] })
    expect(byKeySet.exp - byKeySet.iat).toBe(60)
    const byPem = await verifyToken(jwt, { jwtKey: authSaas.env['CLERK_JWT_KEY'] ?? '' })
    expect(byPem.jti).toBe(byKeySet.jti)
    expect(decodeJwt(jwt).header).toMatchObject({ alg: 'RS256', kid: expect.stringMatching(/^ins_\w+$/) as string })
    const long = await clerk.sessions.getToken(id, '', 600)
    const claims = await verifyToken(long.jwt, { secretKey, apiUrl: authSaas.url })
    expect(claims.exp - claims.iat).toBe(600)
  })

  it('publishes the key set', async () => {
    const { keys } = await clerk.jwks.getJwks()
    expect(keys).toMatchObject([{ kty: 'RSA', alg: 'RS256', use: 'sig', kid: expect.any(String) as string }])
  })

  it('makes tokens by a template, whose shortcodes are filled', async ({ authSaas }) => {
    await clerk.jwtTemplates.create({
      name: 'hasura',
      claims: {
        aud: 'hasura',
        plan: '{{user.public_metadata.plan}}',
        nested: { all: '{{user.public_metadata.nested}}', list: ['{{user.first_name}} {{user.last_name}}'] },
        mail: '{{user.primary_email_address}}',
        missing: '{{user.public_metadata.none}}',
        fallback: "{{user.public_metadata.none || 'free'}}",
        org: '{{org.slug}}',
      },
      lifetime: 300,
    })
    const { sessionId } = authSaas.signIn({ user: 'user_ada', organization: 'acme' })
    const { jwt } = await clerk.sessions.getToken(sessionId, 'hasura')
    const claims = await verifyToken(jwt, { secretKey, apiUrl: authSaas.url })
    expect(claims).toMatchObject({
      aud: 'hasura',
      plan: 'pro',
      nested: { all: { one: 1 }, list: ['Ada Lovelace'] },
      mail: 'ada@example.com',
      missing: null,
      fallback: 'free',
      org: 'acme',
      sub: 'user_ada',
    })
    expect(claims.exp - claims.iat).toBe(300)
    expect(await codeOf(clerk.sessions.getToken(sessionId, 'unknown'))).toBe('resource_not_found')
  })

  it('exchanges an expired token and its refresh token, for a token or for cookies', async ({ authSaas }) => {
    const { sessionId, token, cookies } = authSaas.signIn({ user: 'user_ada' })
    const refreshToken = cookies.find(({ name }) => name.startsWith('__refresh_'))?.value ?? ''
    const given = { expired_token: token, refresh_token: refreshToken, request_origin: 'http://localhost:3000' }
    const asToken = await clerk.sessions.refreshSession(sessionId, { ...given, format: 'token' })
    expect(await verifyToken('jwt' in asToken ? asToken.jwt : '', { secretKey, apiUrl: authSaas.url })).toMatchObject({
      azp: 'http://localhost:3000',
      sid: sessionId,
    })
    const asCookies = await clerk.sessions.refreshSession(sessionId, {
      ...given,
      format: 'cookie',
      suffixed_cookies: true,
    })
    expect(asCookies.cookies.some((each) => each.startsWith('__session_'))).toBe(true)
    const wrong = clerk.sessions.refreshSession(sessionId, { ...given, refresh_token: 'wrong', format: 'token' })
    expect(await codeOf(wrong)).toBe('refresh_token_not_found')
    const malformed = clerk.sessions.refreshSession(sessionId, { ...given, expired_token: 'a.b.c', format: 'token' })
    expect(await codeOf(malformed)).toBe('expired_session_token_invalid')
  })

  it('verifies a session by a token of its own only', async ({ authSaas }) => {
    const { sessionId, token } = authSaas.signIn({ user: 'user_ada' })
    const other = authSaas.signIn({ user: 'user_grace' }).token
    const verify = async (given: string) => {
      const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' }
      const path = `${authSaas.url}/v1/sessions/${sessionId}/verify`
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify({ token: given }) })
      const json = (await answer.json()) as { id?: string; errors?: { code: string }[] } // the vendor's answer
      return json.id ?? json.errors?.[0]?.code
    }
    expect(await verify(token)).toBe(sessionId)
    expect([await verify('wrong'), await verify(other)]).toEqual(['invalid_session_token', 'invalid_session_token'])
    authSaas.clock.advance('2m')
    expect(await verify(token)).toBe('invalid_session_token')
  })

  it('lists, reads and verifies clients', async ({ authSaas }) => {
    const { sessionId, cookies } = authSaas.signIn({ user: 'user_ada' })
    const { clientId } = await clerk.sessions.getSession(sessionId)
    expect((await clerk.clients.getClientList()).data.map(({ id }) => id)).toEqual([clientId])
    expect((await clerk.clients.getClient(clientId)).lastActiveSessionId).toBe(sessionId)
    const token = cookies.find(({ name }) => name === '__client')?.value ?? ''
    expect((await clerk.clients.verifyClient(token)).sessionIds).toEqual([sessionId])
    expect(await codeOf(clerk.clients.verifyClient('wrong'))).toBe('client_not_found')
    expect(await codeOf(clerk.clients.getClient('client_x'))).toBe('resource_not_found')
  })
})

describe('claims of an organization', () => {
  const seed = {
    'auth-saas': {
      users: [{ id: 'user_ada', email_addresses: ['ada@example.com'] }],
      permissions: [{ key: 'org:invoices:create' }, { key: 'org:invoices:read' }, { key: 'org:reports:read' }],
      roles: [
        {
          key: 'org:billing',
          permissions: ['org:invoices:create', 'org:invoices:read', 'org:reports:read', 'org:sys_memberships:read'],
        },
      ],
      organizations: [
        { id: 'org_acme', name: 'Acme', slug: 'acme', members: [{ email: 'ada@example.com', role: 'org:billing' }] },
      ],
    },
  }

  it('are compact in version 2, and the vendor’s client reads the permissions from them', async () => {
    await using instance = await startAuthSaas({ seed })
    const { token } = instance.signIn({ user: 'ada@example.com', organization: 'acme' })
    expect(decodeJwt(token).claims['o']).toEqual({
      id: 'org_acme',
      per: 'create,read',
      fpm: '3,2',
      rol: 'billing',
      slg: 'acme',
    })
    const request = new Request('http://localhost:3000/', { headers: { authorization: `Bearer ${token}` } })
    const state = await clerkOf(instance).authenticateRequest(request)
    const session = state.toAuth()
    expect(session?.orgRole).toBe('org:billing')
    expect(session?.orgPermissions).toEqual(['org:invoices:create', 'org:invoices:read', 'org:reports:read'])
    expect(session?.has({ permission: 'org:invoices:create' })).toBe(true)
    expect(session?.has({ permission: 'org:reports:create' })).toBe(false)
  })

  it('are those of version 1 for an older API version and by the seed', async () => {
    await using instance = await startAuthSaas({ seed })
    const { sessionId } = instance.signIn({ user: 'ada@example.com', organization: 'acme' })
    const answer = await fetch(`${instance.url}/v1/sessions/${sessionId}/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'clerk-api-version': '2024-10-01' },
    })
    const { jwt } = (await answer.json()) as { jwt: string }
    expect(decodeJwt(jwt).claims).toMatchObject({
      org_id: 'org_acme',
      org_role: 'org:billing',
      org_slug: 'acme',
      org_permissions: ['org:invoices:create', 'org:invoices:read', 'org:reports:read'],
    })
    expect(decodeJwt(jwt).claims).not.toHaveProperty('v')
    const old = { 'auth-saas': { ...seed['auth-saas'], settings: { session_token_version: 1 as const } } }
    await using older = await startAuthSaas({ seed: old })
    expect(decodeJwt(older.signIn({ user: 'ada@example.com', organization: 'acme' }).token).claims['org_slug']).toBe(
      'acme',
    )
  })
})

describe('keys and versions', () => {
  it('accepts any secret key of the form, and only the seed’s where it lists some', async ({ authSaas }) => {
    expect(await clerkOf(authSaas, 'sk_test_other').users.getCount()).toBe(3)
    await using strict = await startAuthSaas({ seed: { 'auth-saas': { secret_keys: ['sk_test_ours'] } } })
    expect(strict.env['CLERK_SECRET_KEY']).toBe('sk_test_ours')
    expect(await clerkOf(strict).users.getCount()).toBe(0)
    const refusal = await refusalOf(clerkOf(strict, 'sk_test_other').users.getCount())
    expect([refusal.status, refusal.errors[0]?.code]).toEqual([401, 'clerk_key_invalid'])
  })

  it('refuses a request without a key, a wrong header and an unknown version', async ({ authSaas }) => {
    const codeAt = async (headers: Record<string, string>): Promise<unknown> => {
      const response = await fetch(`${authSaas.url}/v1/users`, { headers })
      const { errors } = (await response.json()) as { errors: { code: string }[] }
      return [response.status, errors[0]?.code]
    }
    expect(await codeAt({})).toEqual([401, 'authentication_invalid'])
    expect(await codeAt({ authorization: 'Basic YTpi' })).toEqual([401, 'authorization_header_format_invalid'])
    const authorization = `Bearer ${secretKey}`
    expect(await codeAt({ authorization, 'clerk-api-version': '1999-01-01' })).toEqual([400, 'api_version_invalid'])
  })

  it('accepts a version that is newer than the newest known', async ({ authSaas }) => {
    const headers = { authorization: `Bearer ${secretKey}`, 'clerk-api-version': '2030-01-01' }
    expect((await fetch(`${authSaas.url}/v1/users`, { headers })).status).toBe(200)
  })

  it.for([
    ['/users/user_ada', 'unsafe_metadata'],
    ['/users/user_ada', 'public_metadata'],
    ['/organizations/org_acme', 'private_metadata'],
  ] as const)(
    'takes the metadata of an update of %s before version 2026-05-12 only: %s',
    async ([path, name], { authSaas }) => {
      const update = async (version: Record<string, string>) => {
        const headers = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json', ...version }
        const body = JSON.stringify({ [name]: { plan: 'pro' } })
        return (await fetch(`${authSaas.url}/v1${path}`, { method: 'PATCH', headers, body })).json()
      }
      expect(await update({})).toMatchObject({ [name]: { plan: 'pro' } })
      expect(await update({ 'clerk-api-version': '2025-11-10' })).toMatchObject({ [name]: { plan: 'pro' } })
      expect(await update({ 'clerk-api-version': '2026-05-12' })).toMatchObject({
        errors: [{ code: 'form_param_unknown', meta: { param_name: name } }],
      })
    },
  )

  it('names the instance in the publishable key', ({ authSaas }) => {
    const key = authSaas.env['CLERK_PUBLISHABLE_KEY'] ?? ''
    expect(key).toMatch(/^pk_test_/)
    expect(Buffer.from(key.slice('pk_test_'.length), 'base64').toString()).toBe(`127.0.0.1:${authSaas.port}$`)
    expect(authSaas.env).toMatchObject({
      NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: key,
      VITE_CLERK_PUBLISHABLE_KEY: key,
      CLERK_API_URL: authSaas.url,
    })
  })
})

describe('attempts to sign up', () => {
  it('are shown by their id', async ({ authSaas }) => {
    const form = new URLSearchParams({ email_address: 'new@example.com', first_name: 'New' })
    const url = `${authSaas.url}/v1/client/sign_ups?__clerk_api_version=2026-08-20`
    const answer = await fetch(url, { method: 'POST', body: form })
    const { response } = (await answer.json()) as { response: { id: string } }
    const shown = await fetch(`${authSaas.url}/v1/sign_ups/${response.id}`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect(await shown.json()).toMatchObject({
      object: 'sign_up_attempt',
      status: 'missing_requirements',
      missing_fields: ['password'],
      unverified_fields: ['email_address'],
    })
  })
})
