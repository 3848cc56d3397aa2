import { verifyToken } from '@clerk/backend'
import { describe, expect } from 'vitest'
import { clients, clerkOf, people, authSaasTest, type RunningAuthSaas } from './auth-saas.fixture.ts'
import { visitor } from './routes/frontend/frontend.fixture.ts'
import { decodeJwt } from '#oauth/jwt/jwt.ts'

const secretKey = 'sk_test_backlot'

const oauth_applications = [
  { name: 'CLI', client_id: 'cli', client_secret: 'cli-secret', redirect_uris: ['http://localhost:4000/cb'] },
]
const it = authSaasTest({ seed: { 'auth-saas': { ...people, oauth_applications } } })

/** The shortcodes of the vendor's page with the values of the seeded user and organization. */
const SHORTCODES: Readonly<Record<string, unknown>> = {
  '{{user.id}}': 'user_ada',
  '{{user.external_id}}': null,
  '{{user.first_name}}': 'Ada',
  '{{user.last_name}}': 'Lovelace',
  '{{user.full_name}}': 'Ada Lovelace',
  '{{user.username}}': 'ada',
  '{{user.primary_email_address}}': 'ada@example.com',
  '{{user.primary_phone_number}}': '+15555550100',
  '{{user.primary_web3_wallet}}': null,
  '{{user.email_verified}}': true,
  '{{user.phone_number_verified}}': true,
  '{{user.two_factor_enabled}}': false,
  '{{user.has_image}}': false,
  '{{user.image_url}}': expect.stringContaining('/images/user_ada'),
  '{{user.created_at}}': expect.any(Number),
  '{{user.updated_at}}': expect.any(Number),
  '{{user.last_sign_in_at}}': expect.any(Number),
  '{{user.public_metadata}}': { plan: 'pro', nested: { one: 1 } },
  '{{user.public_metadata.nested.one}}': 1,
  '{{user.unsafe_metadata}}': {},
  '{{user.organizations}}': { org_acme: 'org:admin' },
  '{{org.id}}': 'org_acme',
  '{{org.name}}': 'Acme',
  '{{org.slug}}': 'acme',
  '{{org.role}}': 'org:admin',
  '{{org.has_image}}': false,
  '{{org.image_url}}': expect.stringContaining('/images/org_acme'),
  '{{org.public_metadata}}': {},
  '{{org_membership.public_metadata}}': {},
  "{{user.public_metadata.none || 'free'}}": 'free',
  '{{user.public_metadata.none || 3}}': 3,
  'Dear {{user.first_name}} of {{org.name}}': 'Dear Ada of Acme',
}

describe('JWT templates', () => {
  it('fill in every shortcode of the vendor', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const entries = Object.entries(SHORTCODES)
    const claims = Object.fromEntries(entries.map(([code], at) => [`c${at}`, code]))
    await clerk.jwtTemplates.create({ name: 'all', claims })
    const { sessionId } = authSaas.signIn({ user: 'user_ada', organization: 'acme' })
    const { jwt } = await clerk.sessions.getToken(sessionId, 'all')
    const filled = decodeJwt(jwt).claims
    expect(Object.fromEntries(entries.map(([code], at) => [code, filled[`c${at}`]]))).toEqual(SHORTCODES)
  })

  it('have a lifetime, a clock skew and a key of their own', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    await clerk.jwtTemplates.create({
      name: 'own',
      claims: {},
      lifetime: 600,
      allowedClockSkew: 30,
      customSigningKey: true,
      signingAlgorithm: 'HS256',
      signingKey: 'a secret of thirty-two characters',
    })
    const { sessionId } = authSaas.signIn({ user: 'user_ada' })
    const { header, claims } = decodeJwt((await clerk.sessions.getToken(sessionId, 'own')).jwt)
    expect(header).toMatchObject({ alg: 'HS256' })
    const { iat, exp, nbf } = claims as { iat: number; exp: number; nbf: number } // every token has these
    expect([exp - iat, iat - nbf]).toEqual([600, 30])
  })
})

describe('session tokens', () => {
  it('live for a minute, and name the page that they are for', ({ authSaas }) => {
    const { token } = authSaas.signIn({ user: 'ada@example.com', url: 'http://localhost:3000' })
    const { claims } = decodeJwt(token)
    expect(claims).toMatchObject({ azp: 'http://localhost:3000', sts: 'active', v: 2, fva: [0, -1] })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(60)
    expect(decodeJwt(authSaas.signIn({ user: 'ada@example.com' }).token).claims).not.toHaveProperty('azp')
  })

  it('name the actor who acts as the user', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const { url } = await clerk.actorTokens.create({
      userId: 'user_ada',
      actor: { sub: 'user_grace' },
      expiresInSeconds: 60,
      sessionMaxDurationInSeconds: 120,
    })
    const ticket = new URL(url ?? '').searchParams.get('ticket') ?? ''
    const browser = await visitor(authSaas)
    const { response } = await browser.call('POST', '/client/sign_ins', { strategy: 'ticket', ticket })
    const sessionId = String(response['created_session_id'])
    const { jwt } = await clerk.sessions.getToken(sessionId, '')
    expect(await verifyToken(jwt, { secretKey, apiUrl: authSaas.url })).toMatchObject({
      sub: 'user_ada',
      act: { sub: 'user_grace' },
    })
    const { createdAt, expireAt } = await clerk.sessions.getSession(sessionId)
    expect(expireAt - createdAt).toBe(120_000)
  })

  it('are verified by the published key set of any JOSE library', async ({ authSaas }) => {
    const { createRemoteJWKSet, jwtVerify } = await import('jose')
    const keys = createRemoteJWKSet(new URL(`${authSaas.url}/.well-known/jwks.json`))
    const { token } = authSaas.signIn({ user: 'user_ada' })
    expect((await jwtVerify(token, keys, { issuer: authSaas.url })).payload.sub).toBe('user_ada')
  })
})

/** Signs Ada in to the OAuth application of the seed. */
async function oauthToken(authSaas: RunningAuthSaas): Promise<string> {
  const redirect_uri = 'http://localhost:4000/cb'
  const query = new URLSearchParams({ client_id: 'cli', response_type: 'code', redirect_uri, scope: 'openid email' })
  const body = new URLSearchParams({ user: 'ada@example.com' })
  const approved = await fetch(`${authSaas.url}/oauth/authorize?${query}`, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(approved.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri, client_id: 'cli', client_secret: 'cli-secret' }
  const answer = await fetch(`${authSaas.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await answer.json()) as { access_token: string }).access_token // RFC 6749 section 5.1
}

describe.each(clients)('authenticateRequest of %s', (_name, clientOf) => {
  const request = (token: string) =>
    new Request('http://localhost:3000/', { headers: { authorization: `Bearer ${token}` } })

  it('accepts an API key, a token of a machine and an access token, and refuses revoked ones', async ({ authSaas }) => {
    const clerk = clientOf(authSaas)
    const key = await clerk.apiKeys.create({ name: 'CI', subject: 'user_ada', scopes: ['read'] })
    const asKey = { acceptsToken: 'api_key' } as const
    const byKey = await clerk.authenticateRequest(request(key.secret ?? ''), asKey)
    expect(byKey.toAuth()).toMatchObject({ tokenType: 'api_key', userId: 'user_ada', scopes: ['read'] })
    await clerk.apiKeys.revoke({ apiKeyId: key.id })
    expect((await clerk.authenticateRequest(request(key.secret ?? ''), asKey)).isAuthenticated).toBe(false)

    const target = await clerk.machines.create({ name: 'Target' })
    const caller = await clerk.machines.create({ name: 'Caller', scopedMachines: [target.id] })
    const made = await clerk.m2m.createToken({ machineSecretKey: caller.secretKey ?? '' })
    const byMachine = await clerk.authenticateRequest(request(made.token ?? ''), {
      acceptsToken: 'm2m_token',
      machineSecretKey: target.secretKey ?? '',
    })
    expect(byMachine.toAuth()).toMatchObject({ tokenType: 'm2m_token', machineId: caller.id, scopes: [target.id] })

    const byApplication = await clerk.authenticateRequest(request(await oauthToken(authSaas)), {
      acceptsToken: 'oauth_token',
    })
    expect(byApplication.toAuth()).toMatchObject({
      tokenType: 'oauth_token',
      userId: 'user_ada',
      clientId: 'cli',
      scopes: ['openid', 'email'],
    })
  })
})

describe('a token of a machine in the form of a JWT', () => {
  it('is verified by the client itself, and names the machines that it is for', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const target = await clerk.machines.create({ name: 'Target' })
    const caller = await clerk.machines.create({ name: 'Caller', scopedMachines: [target.id] })
    const machineSecretKey = caller.secretKey ?? ''
    const made = await clerk.m2m.createToken({ machineSecretKey, tokenFormat: 'jwt', secondsUntilExpiration: 60 })
    const token = made.token ?? ''
    expect(decodeJwt(token).claims).toMatchObject({ aud: [target.id], sub: caller.id, scopes: target.id })
    const verified = await clerk.m2m.verify({ token, machineSecretKey: target.secretKey ?? '' })
    expect(verified).toMatchObject({ subject: caller.id, scopes: [target.id] })
  })
})

describe('userinfo of an OAuth application', () => {
  it('has the claims of its scopes', async ({ authSaas }) => {
    const headers = { authorization: `Bearer ${await oauthToken(authSaas)}` }
    const answer = await fetch(`${authSaas.url}/oauth/userinfo`, { headers })
    expect(await answer.json()).toEqual({
      object: 'oauth_user_info',
      instance_id: expect.stringMatching(/^ins_/) as string,
      email: 'ada@example.com',
      email_verified: true,
      sub: 'user_ada',
      user_id: 'user_ada',
    })
  })
})
