import type { Clerk } from '@clerk/clerk-js'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, vi } from 'vitest'
import { authSaasTest, clerkOf, people } from '#auth-saas/auth-saas.fixture.ts'

/** The build of the vendor's library that applications with React Native load. */
const load = createRequire(import.meta.url)
const folder = dirname(load.resolve('@clerk/clerk-js'))
const { Clerk: NativeClerk } = load(join(folder, 'clerk.native.js')) as {
  Clerk: new (key: string, options: object) => Clerk // the package exports it under a condition only
}

const EXTENSION = 'chrome-extension://abcdefghijklmnop'

// React Native has a window without a document. The files that share this worker have none.
vi.stubGlobal('window', globalThis)
afterAll(() => void vi.unstubAllGlobals())

const it = authSaasTest({
  seed: { 'auth-saas': { ...people, settings: { single_session: false, allowed_origins: [EXTENSION] } } },
})

/** An application on a device, as the vendor's packages for Expo and Electron make it: it keeps one token. */
async function deviceOf(
  { url, env }: { url: string; env: Readonly<Record<string, string | undefined>> },
  { bearer = '', token = '' } = {},
) {
  const kept = { token, received: [] as string[] }
  const clerk = new NativeClerk(env['CLERK_PUBLISHABLE_KEY'] ?? '', { proxyUrl: url })
  // oxlint-disable-next-line no-underscore-dangle -- the vendor's name
  clerk.__internal_onBeforeRequest((request) => {
    request.credentials = 'omit'
    request.url?.searchParams.append('_is_native', '1')
    const authorization = kept.token === '' ? '' : bearer + kept.token
    request.headers = { ...Object.fromEntries(new Headers(request.headers)), authorization }
  })
  // oxlint-disable-next-line no-underscore-dangle -- the vendor's name
  clerk.__internal_onAfterResponse((_request, response) => {
    const next = response?.headers.get('authorization') ?? null
    if (next === null) return
    kept.token = next
    kept.received.push(next)
  })
  await clerk.load({ standardBrowser: false })
  return { clerk, kept }
}

const password = 'correct-horse-battery'

describe('a client without cookies', () => {
  it.for(['', 'Bearer '])(
    'signs in, calls and signs out with its token in "%sAuthorization"',
    async (bearer, { authSaas }) => {
      const { clerk, kept } = await deviceOf(authSaas, { bearer })
      expect(kept.token).toBe('')
      const attempt = await clerk.client?.signIn.create({ identifier: 'ada@example.com' })
      const before = kept.token
      const done = await attempt?.attemptFirstFactor({ strategy: 'password', password })
      expect(done?.status).toBe('complete')
      // Another token follows a sign-in, and the one before is refused.
      expect(kept.token).not.toBe(before)
      const claims = JSON.parse(Buffer.from(kept.token.split('.')[1] ?? '', 'base64url').toString()) as object
      expect(claims).toEqual({ id: clerk.client?.id, rotating_token: expect.any(String) })
      await clerk.setActive({ session: done?.createdSessionId ?? '' })
      await clerk.user?.update({ firstName: 'Augusta' })
      expect(clerk.user?.firstName).toBe('Augusta')
      const stale = await fetch(`${authSaas.url}/v1/me?_is_native=1`, { headers: { authorization: before } })
      expect(stale.status).toBe(401)

      const restarted = await deviceOf(authSaas, { bearer, token: kept.token })
      expect(restarted.clerk.user?.id).toBe('user_ada')
      expect(restarted.kept.token).toBe(kept.token)
      await restarted.clerk.signOut()
      expect(restarted.clerk.user).toBeNull()
      expect(authSaas.requests.every(({ response }) => response.headers['set-cookie'] === undefined)).toBe(true)
    },
  )

  it('signs up, and takes the session of its organization', async ({ authSaas }) => {
    const { clerk } = await deviceOf(authSaas)
    const attempt = await clerk.client?.signUp.create({ emailAddress: 'new+clerk_test@example.com', password })
    await attempt?.prepareEmailAddressVerification({ strategy: 'email_code' })
    const done = await attempt?.attemptEmailAddressVerification({ code: '424242' })
    await clerk.setActive({ session: done?.createdSessionId ?? '' })
    const organization = await clerk.createOrganization({ name: 'New' })
    await clerk.setActive({ organization: organization.id })
    const claims = JSON.parse(
      Buffer.from((await clerk.session?.getToken())?.split('.')[1] ?? '', 'base64url').toString(),
    ) as { o: { id: string } }
    expect(claims.o.id).toBe(organization.id)
  })

  it('fetches its new token by the nonce after a sign-in at a provider in the browser of the device', async ({
    authSaas,
  }) => {
    const { clerk, kept } = await deviceOf(authSaas)
    const attempt = await clerk.client?.signIn.create({ strategy: 'oauth_google', redirectUrl: 'myapp://callback' })
    const page = String(attempt?.firstFactorVerification.externalVerificationRedirectURL)
    const stale = kept.token
    const body = new URLSearchParams({ email: 'ada@example.com' })
    const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.href).toMatch(/^myapp:\/\/callback\?created_session_id=sess_\w+&rotating_token_nonce=\w+$/)
    const refused = await fetch(`${authSaas.url}/v1/me?_is_native=1`, { headers: { authorization: stale } })
    expect(refused.status).toBe(401)
    await attempt?.reload({ rotatingTokenNonce: target.searchParams.get('rotating_token_nonce') ?? '' })
    expect(attempt?.status).toBe('complete')
    expect(kept.token).not.toBe(stale)
    await clerk.setActive({ session: attempt?.createdSessionId ?? '' })
    expect(clerk.user?.id).toBe('user_ada')
  })

  it('proves its person again before a sensitive action, and stays signed in', async ({ authSaas }) => {
    const { clerk, kept } = await deviceOf(authSaas)
    const attempt = await clerk.client?.signIn.create({ identifier: 'ada@example.com', password })
    await clerk.setActive({ session: attempt?.createdSessionId ?? '' })
    authSaas.clock.advance('11m')
    const add = async () => clerk.user?.createEmailAddress({ email: 'new@example.com' })
    await expect(add()).rejects.toMatchObject({ errors: [{ code: 'session_reverification_required' }] })
    await clerk.session?.startVerification({ level: 'first_factor' })
    const proved = await clerk.session?.attemptFirstFactorVerification({ strategy: 'password', password })
    expect(proved?.status).toBe('complete')
    expect(await add()).toMatchObject({ emailAddress: 'new@example.com' })
    const me = await fetch(`${authSaas.url}/v1/me?_is_native=1`, { headers: { authorization: kept.token } })
    expect(me.status).toBe(200)
  })

  it('is known to the backend by its token', async ({ authSaas }) => {
    const { clerk, kept } = await deviceOf(authSaas)
    await clerk.client?.signIn.create({ identifier: 'ada@example.com', password })
    const verified = await clerkOf(authSaas).clients.verifyClient(kept.token)
    expect(verified.id).toBe(clerk.client?.id)
  })
})

describe('an extension of a browser', () => {
  it('gets its token with the first answer, before it says what kind of client it is', async ({ authSaas }) => {
    const body = new URLSearchParams({ identifier: 'ada@example.com', password })
    const send = (origin: string) =>
      fetch(`${authSaas.url}/v1/client/sign_ins?__clerk_api_version=2025-11-10`, {
        method: 'POST',
        body,
        headers: { origin },
      })
    const answer = await send(EXTENSION)
    const token = answer.headers.get('authorization') ?? ''
    expect(answer.headers.get('clerk-db-jwt')).toBe(token)
    const headers = { authorization: `Bearer ${token}` }
    for (const query of ['_is_native=1', `__clerk_db_jwt=${token}`]) {
      const me = await fetch(`${authSaas.url}/v1/me?${query}`, query.startsWith('_is_native') ? { headers } : {})
      expect(await me.json()).toMatchObject({ response: { id: 'user_ada' } })
    }
    // Ten minutes later the token still says who it is: a sensitive action asks for a factor, not for a sign-in.
    authSaas.clock.advance('11m')
    const sent = { method: 'POST', body: new URLSearchParams({ email_address: 'new@example.com' }), headers }
    const refused = await fetch(`${authSaas.url}/v1/me/email_addresses?_is_native=1`, sent)
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'session_reverification_required' }] })
    // A page of an application has cookies, and its scripts never see the token as a header of this kind.
    expect((await send('http://localhost:3000')).headers.get('authorization')).toBeNull()
  })
})

describe('a page that names its client in the query', () => {
  it('gets the token of the client back in Clerk-Db-Jwt, as extensions of browsers expect', async ({ authSaas }) => {
    const made = (await (await fetch(`${authSaas.url}/v1/dev_browser`, { method: 'POST' })).json()) as { id: string }
    const answer = await fetch(`${authSaas.url}/v1/client?__clerk_db_jwt=${made.id}`, {
      headers: { origin: EXTENSION },
    })
    expect(answer.headers.get('clerk-db-jwt')).toBe(made.id)
    expect(answer.headers.get('access-control-expose-headers')).toContain('clerk-db-jwt')
    const unknown = await fetch(`${authSaas.url}/v1/client?__clerk_db_jwt=dvb_none`)
    expect(unknown.headers.get('clerk-db-jwt')).toBeNull()
  })
})
