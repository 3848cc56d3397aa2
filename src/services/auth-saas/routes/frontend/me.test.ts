import { describe, expect } from 'vitest'
import { clerkOf, people, authSaasTest, startAuthSaas, type RunningAuthSaas } from '#auth-saas/auth-saas.fixture.ts'
import { decodeJwt } from '#oauth/jwt/jwt.ts'
import { totpCode } from '#core/totp.ts'
import { signedIn, visitor, type FrontendBrowser } from './frontend.fixture.ts'

let ada: FrontendBrowser

const it = authSaasTest({ seed: { 'auth-saas': { ...people, settings: { email_links: true } } } })

it.beforeEach(({ authSaas }) => {
  ada = signedIn(authSaas, 'ada@example.com')
})

const userOf = (authSaas: RunningAuthSaas) => clerkOf(authSaas).users.getUser('user_ada')

describe('a user in the frontend API', () => {
  it.for([
    ['email_addresses', { email_address: 'second@example.com' }, 'second@example.com', 'email_code'],
    ['phone_numbers', { phone_number: '+15555550177' }, '+15555550177', 'phone_code'],
  ] as const)('adds to %s, verifies by a code, and removes', async ([list, form, to, strategy], { authSaas }) => {
    const { response } = await ada.call('POST', `/me/${list}`, form)
    expect(response).toMatchObject({ verification: null })
    const path = `/me/${list}/${String(response['id'])}`
    expect((await ada.call('POST', `${path}/attempt_verification`, { code: '1' })).code).toBe('verification_not_sent')
    await ada.call('POST', `${path}/prepare_verification`, { strategy })
    const { code } = await authSaas.codes.next({ to })
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await ada.call('POST', `${path}/attempt_verification`, { code: wrong })).code).toBe('form_code_incorrect')
    const verified = await ada.call('POST', `${path}/attempt_verification`, { code })
    expect(verified.response).toMatchObject({ verification: { status: 'verified', strategy } })
    expect((await ada.call('POST', `${path}/prepare_verification`, { strategy })).code).toBe(
      'verification_already_verified',
    )
    expect((await ada.call('GET', path)).response).toMatchObject({ id: response['id'] })
    expect((await ada.call('DELETE', path)).response).toMatchObject({ deleted: true })
    expect((await ada.call('GET', path)).code).toBe('resource_not_found')
  })

  it('verifies an address by the link of an e-mail, once', async ({ authSaas }) => {
    const { response } = await ada.call('POST', '/me/email_addresses', { email_address: 'second@example.com' })
    const path = `/me/email_addresses/${String(response['id'])}`
    const form = { strategy: 'email_link', redirect_url: 'http://localhost:3000/done' }
    await ada.call('POST', `${path}/prepare_verification`, form)
    const { url } = await authSaas.links.next({ to: 'second@example.com' })
    const statusOf = async () => {
      const answer = await fetch(url, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '').searchParams.get('__clerk_status')
    }
    expect(await statusOf()).toBe('verified')
    expect((await ada.call('GET', path)).response).toMatchObject({ verification: { status: 'verified' } })
    expect(await statusOf()).toBe('failed')
  })

  describe('connects an account at a social provider', () => {
    const DONE = 'http://localhost:3000/connected'
    const connect = async () => {
      const form = { strategy: 'oauth_google', redirect_url: DONE }
      const { response } = await ada.call('POST', '/me/external_accounts', form)
      expect(response).toMatchObject({ provider: 'oauth_google', provider_user_id: '', email_address: '' })
      const { id, verification } = response as unknown as {
        id: string
        verification: { status: string; external_verification_redirect_url: string }
      }
      expect(verification.status).toBe('unverified')
      return { id, page: verification.external_verification_redirect_url }
    }
    const answer = (page: string, form: Record<string, string>) =>
      fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    const accounts = async (authSaas: RunningAuthSaas) => (await userOf(authSaas)).externalAccounts

    it('by the page of the provider, with its address', async ({ authSaas }) => {
      const { id, page } = await connect()
      expect(await (await fetch(page)).text()).toContain('Continue with Google')
      const { status, headers } = await answer(page, { email: 'ada@gmail.com' })
      expect([status, headers.get('location')]).toEqual([303, DONE])
      expect((await accounts(authSaas)).find((each) => each.id === id)).toMatchObject({
        provider: 'oauth_google',
        emailAddress: 'ada@gmail.com',
        externalId: 'ada@gmail.com',
        verification: { status: 'verified', strategy: 'oauth_google' },
      })
      const added = (await userOf(authSaas)).emailAddresses.find(({ emailAddress }) => emailAddress === 'ada@gmail.com')
      expect(added).toMatchObject({ verification: { status: 'verified' }, linkedTo: [{ type: 'oauth_google', id }] })
      expect((await fetch(page)).status).toBe(404)
    })

    it('again, once the person has signed in there again', async ({ authSaas }) => {
      const { id, page } = await connect()
      await answer(page, { email: 'ada@gmail.com' })
      const { response } = await ada.call('PATCH', `/me/external_accounts/${id}/reauthorize`, { redirect_url: DONE })
      expect(response).toMatchObject({ id, verification: { status: 'unverified' } })
      await answer(page, { email: 'ada@gmail.com' })
      expect((await accounts(authSaas)).find((each) => each.id === id)?.verification?.status).toBe('verified')
    })

    it('not when it is that of another user, nor when the person cancels', async ({ authSaas }) => {
      const first = await connect()
      await answer(first.page, { email: 'ada@gmail.com' })
      const grace = signedIn(authSaas, 'grace@example.com')
      const { response } = await grace.call('POST', '/me/external_accounts', { strategy: 'oauth_google' })
      const { id, verification } = response as unknown as {
        id: string
        verification: { external_verification_redirect_url: string }
      }
      const page = verification.external_verification_redirect_url
      await answer(page, { decision: 'deny' })
      const mine = async () =>
        ((await grace.call('GET', '/me/external_accounts')).response as unknown as { id: string }[]).find(
          (each) => each.id === id,
        )
      expect(await mine()).toMatchObject({ verification: { status: 'unverified' } })
      await answer(page, { email: 'ada@gmail.com' })
      expect(await mine()).toMatchObject({
        verification: { status: 'failed', error: { code: 'external_account_exists' } },
      })
    })

    it('of no provider that the instance does not offer', async () => {
      const { code } = await ada.call('POST', '/me/external_accounts', { strategy: 'oauth_unknown' })
      expect(code).toBe('form_param_value_invalid')
    })
  })

  it('gets an image, and loses it', async ({ authSaas }) => {
    const form = new FormData()
    form.set('file', new Blob([Buffer.from('iVBORw0KGgo=', 'base64')], { type: 'image/png' }), 'me.png')
    const { response } = await ada.call('POST', '/me/profile_image', form)
    expect((await fetch(String(response['public_url']))).headers.get('content-type')).toBe('image/png')
    expect((await userOf(authSaas)).hasImage).toBe(true)
    await ada.call('DELETE', '/me/profile_image')
    expect((await userOf(authSaas)).hasImage).toBe(false)
  })

  it('sets up an authenticator application, with backup codes, and turns it off', async ({ authSaas }) => {
    const { response } = await ada.call('POST', '/me/totp')
    expect(response).toMatchObject({ verified: false, uri: expect.stringContaining('otpauth://totp/') as string })
    const code = totpCode(String(response['secret']), authSaas.clock.now())
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await ada.call('POST', '/me/totp/attempt_verification', { code: wrong })).code).toBe('form_code_incorrect')
    const verified = await ada.call('POST', '/me/totp/attempt_verification', { code })
    expect(verified.response['backup_codes']).toHaveLength(10)
    expect((await userOf(authSaas)).twoFactorEnabled).toBe(true)
    const again = await ada.call('POST', '/me/backup_codes')
    expect(again.response['codes']).not.toEqual(verified.response['backup_codes'])
    await ada.call('DELETE', '/me/totp')
    expect((await userOf(authSaas)).totpEnabled).toBe(false)
    await ada.call('DELETE', '/me/mfa')
    expect((await userOf(authSaas)).backupCodeEnabled).toBe(false)
    expect((await ada.call('POST', '/me/totp/attempt_verification', { code })).code).toBe('totp_disabled')
  })

  it('changes the password, signs out of other sessions, and ends one of them', async ({ authSaas }) => {
    const other = authSaas.signIn({ user: 'ada@example.com' })
    const form = { current_password: 'wrong', new_password: 'another-horse', sign_out_of_other_sessions: 'true' }
    expect((await ada.call('POST', '/me/change_password', form)).code).toBe('form_password_incorrect')
    await ada.call('POST', '/me/change_password', { ...form, current_password: 'correct-horse-battery' })
    expect((await clerkOf(authSaas).sessions.getSession(other.sessionId)).status).toBe('revoked')
    const third = authSaas.signIn({ user: 'ada@example.com' })
    expect((await ada.call('POST', `/me/sessions/${third.sessionId}/revoke`)).response).toMatchObject({
      status: 'revoked',
    })
    expect((await ada.call('GET', '/me/sessions/active')).body).toHaveLength(1)
    await ada.call('POST', '/me/remove_password', { current_password: 'another-horse' })
    expect((await userOf(authSaas)).passwordEnabled).toBe(false)
  })

  it('is deleted by itself only where it may be', async ({ authSaas }) => {
    await clerkOf(authSaas).users.updateUser('user_ada', { deleteSelfEnabled: false })
    expect((await ada.call('DELETE', '/me')).code).toBe('authorization_invalid')
    await clerkOf(authSaas).users.updateUser('user_ada', { deleteSelfEnabled: true })
    expect((await ada.call('DELETE', '/me')).response).toMatchObject({ deleted: true })
    expect((await ada.call('GET', '/me')).code).toBe('signed_out')
  })
})

describe('a link by e-mail', () => {
  const redirectUrl = 'http://localhost:3000/done'

  it('signs in, and the browser that asked for it finds the session', async ({ authSaas }) => {
    const browser = await visitor(authSaas)
    const { response } = await browser.call('POST', '/client/sign_ins', { identifier: 'grace@example.com' })
    const factors = response['supported_first_factors'] as { strategy: string; email_address_id: string }[]
    const factor = factors.find(({ strategy }) => strategy === 'email_link')
    const path = `/client/sign_ins/${String(response['id'])}`
    const form = { strategy: 'email_link', email_address_id: factor?.email_address_id ?? '', redirect_url: redirectUrl }
    await browser.call('POST', `${path}/prepare_first_factor`, form)
    const { url } = await authSaas.links.next({ to: 'grace@example.com' })
    const answer = await fetch(url, { redirect: 'manual' })
    const target = new URL(answer.headers.get('location') ?? '')
    const attempt = (await browser.call('GET', path)).response
    expect(attempt).toMatchObject({ status: 'complete', first_factor_verification: { status: 'verified' } })
    expect(target.origin + target.pathname).toBe(redirectUrl)
    expect(target.searchParams.get('__clerk_created_session')).toBe(attempt['created_session_id'])
  })

  it('signs up, and expires after ten minutes', async ({ authSaas }) => {
    const browser = await visitor(authSaas)
    const person = { email_address: 'new@example.com', password: 'correct-horse-battery' }
    const { response } = await browser.call('POST', '/client/sign_ups', person)
    const path = `/client/sign_ups/${String(response['id'])}`
    const prepare = () =>
      browser.call('POST', `${path}/prepare_verification`, { strategy: 'email_link', redirect_url: redirectUrl })
    await prepare()
    const first = await authSaas.links.next({ to: 'new@example.com' })
    authSaas.clock.advance('11m')
    expect((await fetch(first.url, { redirect: 'manual' })).headers.get('location')).toContain('__clerk_status=expired')
    await prepare()
    const second = await authSaas.links.next({ to: 'new@example.com' })
    expect((await fetch(second.url, { redirect: 'manual' })).headers.get('location')).toContain(
      '__clerk_status=verified',
    )
    expect((await browser.call('GET', path)).response).toMatchObject({ status: 'complete' })
  })
})

describe('reverification', () => {
  const sessionIdOf = async (browser: FrontendBrowser) =>
    String((await browser.call('GET', '/client')).response['last_active_session_id'])
  const ageOf = async (browser: FrontendBrowser, id: string): Promise<unknown> => {
    const { response } = await browser.call('GET', `/client/sessions/${id}`)
    const { jwt } = response['last_active_token'] as { jwt: string } // a session's token
    return decodeJwt(jwt).claims['fva']
  }

  it('begins the age of the first factor again, by password or by code', async ({ authSaas }) => {
    const id = await sessionIdOf(ada)
    authSaas.clock.advance('30m')
    expect(await ageOf(ada, id)).toEqual([30, -1])
    const path = `/client/sessions/${id}/verify`
    expect((await ada.call('POST', `${path}/attempt_first_factor`, { strategy: 'password', password: 'x' })).code).toBe(
      'verification_strategy_invalid',
    )
    const started = await ada.call('POST', path, { level: 'first_factor' })
    expect(started.response).toMatchObject({ object: 'session_reverification', status: 'needs_first_factor' })
    const wrong = { strategy: 'password', password: 'wrong' }
    expect((await ada.call('POST', `${path}/attempt_first_factor`, wrong)).code).toBe('form_password_incorrect')
    const right = { strategy: 'password', password: 'correct-horse-battery' }
    const passed = await ada.call('POST', `${path}/attempt_first_factor`, right)
    expect(passed.response).toMatchObject({ status: 'complete', session: { factor_verification_age: [0, -1] } })
    expect(await ageOf(ada, id)).toEqual([0, -1])
    authSaas.clock.advance('5m')
    await ada.call('POST', path, { level: 'first_factor' })
    await ada.call('POST', `${path}/prepare_first_factor`, { strategy: 'email_code' })
    const { code } = await authSaas.codes.next({ to: 'ada@example.com' })
    await ada.call('POST', `${path}/attempt_first_factor`, { strategy: 'email_code', code })
    expect(await ageOf(ada, id)).toEqual([0, -1])
  })

  it.for([
    ['POST', '/me/change_password', { current_password: 'correct-horse-battery', new_password: 'another-long-one' }],
    ['POST', '/me/remove_password', { current_password: 'correct-horse-battery' }],
    ['PATCH', '/me', { username: 'lovelace' }],
    ['PATCH', '/me', { primary_email_address_id: '$address' }],
    ['POST', '/me/email_addresses', { email_address: 'second@example.com' }],
    ['DELETE', '/me/email_addresses/$address', {}],
    ['POST', '/me/phone_numbers', { phone_number: '+15555550177' }],
    ['DELETE', '/me/phone_numbers/$number', {}],
    ['PATCH', '/me/phone_numbers/$number', { reserved_for_second_factor: 'true' }],
    ['POST', '/me/totp', {}],
    ['DELETE', '/me/totp', {}],
    ['POST', '/me/backup_codes', {}],
    ['POST', '/me/external_accounts', { strategy: 'oauth_github' }],
    ['DELETE', '/me/external_accounts/$account', {}],
    ['POST', '/me/sessions/$session/revoke', {}],
    ['DELETE', '/me', {}],
  ] as const)(
    'is demanded for %s %s %o ten minutes after the factor, by the list of the vendor',
    async ([method, path, given], { authSaas }) => {
      const user = await userOf(authSaas)
      const ids: Readonly<Record<string, string | undefined>> = {
        $address: user.emailAddresses[0]?.id,
        $number: user.phoneNumbers[0]?.id,
        $account: user.externalAccounts[0]?.id,
        $session: authSaas.signIn({ user: 'user_ada' }).sessionId,
      }
      const named = (text: string) => text.replaceAll(/\$\w+/g, (name) => ids[name] ?? '')
      const form = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, named(value)]))
      const id = await sessionIdOf(ada)
      authSaas.clock.advance('10m')
      expect(await ada.call(method, named(path), form)).toMatchObject({
        status: 403,
        code: 'session_reverification_required',
      })
      // Reading, and what is not sensitive, goes on.
      expect((await ada.call('PATCH', '/me', { first_name: 'Augusta' })).status).toBe(200)
      await ada.call('POST', `/client/sessions/${id}/verify`, { level: 'first_factor' })
      const right = { strategy: 'password', password: 'correct-horse-battery' }
      await ada.call('POST', `/client/sessions/${id}/verify/attempt_first_factor`, right)
      expect((await ada.call(method, named(path), form)).status).toBe(200)
    },
  )

  it('agrees with what has() says in a backend, and is demanded by no instance that turns it off', async ({
    authSaas,
  }) => {
    const id = await sessionIdOf(ada)
    const strict = async () => {
      const { response } = await ada.call('GET', `/client/sessions/${id}`)
      const { jwt } = response['last_active_token'] as { jwt: string } // a session's token
      const request = new Request('http://localhost:3000', { headers: { authorization: `Bearer ${jwt}` } })
      const state = await clerkOf(authSaas).authenticateRequest(request, {
        jwtKey: authSaas.env['CLERK_JWT_KEY'] ?? '',
        clockSkewInMs: 3_600_000,
      })
      return state.toAuth()?.has({ reverification: 'strict' })
    }
    const allowed = async () => (await ada.call('POST', '/me/totp', {})).status === 200
    authSaas.clock.advance('9m')
    expect([await strict(), await allowed()]).toEqual([true, true])
    authSaas.clock.advance('1m')
    expect([await strict(), await allowed()]).toEqual([false, false])
    await using lax = await startAuthSaas({ seed: { 'auth-saas': { ...people, settings: { reverification: false } } } })
    const browser = signedIn(lax, 'ada@example.com')
    lax.clock.advance('1h')
    expect((await browser.call('POST', '/me/totp', {})).status).toBe(200)
    const { auth_config: config } = (await (await fetch(`${lax.url}/v1/environment`)).json()) as {
      auth_config: object
    }
    expect(config).toMatchObject({ reverification: false })
  })

  it('asks for both factors where the user has two', async ({ authSaas }) => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    await clerkOf(authSaas).users.updateUser('user_ada', { totpSecret: secret, backupCodes: ['backup01'] })
    const id = await sessionIdOf(ada)
    const path = `/client/sessions/${id}/verify`
    await ada.call('POST', path, { level: 'multi_factor' })
    const right = { strategy: 'password', password: 'correct-horse-battery' }
    const first = await ada.call('POST', `${path}/attempt_first_factor`, right)
    expect(first.response).toMatchObject({ status: 'needs_second_factor' })
    const code = totpCode(secret, authSaas.clock.now())
    const second = await ada.call('POST', `${path}/attempt_second_factor`, { strategy: 'totp', code })
    expect(second.response).toMatchObject({ status: 'complete' })
    expect(await ageOf(ada, id)).toEqual([0, 0])
  })
})
