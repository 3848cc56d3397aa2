import { describe, expect } from 'vitest'
import { clerkOf, people, receiveEvents, startAuthSaas, authSaasTest } from '#auth-saas/auth-saas.fixture.ts'
import { visitor, type FrontendBrowser } from './frontend.fixture.ts'

const PASSWORD = 'correct-horse-battery'

const it = authSaasTest()

/** Names an account on the page of a social provider. */
async function nameAccount(url: unknown, email: string): Promise<void> {
  await fetch(String(url), { method: 'POST', body: new URLSearchParams({ email }), redirect: 'manual' })
}

/** The members of a verification that these tests read. */
interface ShownVerification {
  readonly status: string
  readonly error?: { readonly code: string }
  readonly external_verification_redirect_url?: string
}

const providerOf = (response: Record<string, unknown>): ShownVerification | undefined =>
  (response['verifications'] as { readonly external_account?: ShownVerification } | undefined)?.external_account // the vendor's answer

async function signIn(browser: FrontendBrowser, identifier: string, password = PASSWORD) {
  return browser.call('POST', '/client/sign_ins', { identifier, password })
}

describe('an attempt to sign up at a social provider', () => {
  it('becomes an attempt to sign in for a person who has an account', async ({ authSaas }) => {
    const browser = await visitor(authSaas)
    const begun = await browser.call('POST', '/client/sign_ups', { strategy: 'oauth_google' })
    await nameAccount(providerOf(begun.response)?.external_verification_redirect_url, 'grace@example.com')
    const { response } = await browser.call('GET', `/client/sign_ups/${String(begun.response['id'])}`)
    expect(providerOf(response)).toMatchObject({ status: 'transferable', error: { code: 'external_account_exists' } })
    const transferred = await browser.call('POST', '/client/sign_ins', { transfer: 'true' })
    expect(transferred.response).toMatchObject({ status: 'complete', identifier: 'grace@example.com' })
    const grace = await clerkOf(authSaas).users.getUser('user_grace')
    expect(grace.externalAccounts.map(({ provider, emailAddress }) => [provider, emailAddress])).toEqual([
      ['oauth_google', 'grace@example.com'],
    ])
  })

  it('makes the user of a person who has none', async ({ authSaas }) => {
    const browser = await visitor(authSaas)
    const begun = await browser.call('POST', '/client/sign_ups', { strategy: 'oauth_github' })
    await nameAccount(providerOf(begun.response)?.external_verification_redirect_url, 'new@example.com')
    const { response } = await browser.call('GET', `/client/sign_ups/${String(begun.response['id'])}`)
    expect(response).toMatchObject({ status: 'complete', email_address: 'new@example.com' })
  })
})

describe('an attempt to sign up', () => {
  it.for([
    ['email_address', 'email_code', 'new+clerk_test@example.com'],
    ['phone_number', 'phone_code', '+15555550123'],
  ] as const)(
    'shows no status of the verification of its %s before the code is sent, as components send one only then',
    async ([name, strategy, identifier], { authSaas }) => {
      const browser = await visitor(authSaas)
      const begun = await browser.call('POST', '/client/sign_ups', { [name]: identifier, password: PASSWORD })
      const shown = { [name]: { next_action: 'needs_prepare', supported_strategies: [strategy] } }
      expect(begun.response['verifications']).toEqual(expect.objectContaining(shown))
      const path = `/client/sign_ups/${String(begun.response['id'])}/prepare_verification`
      const { response } = await browser.call('POST', path, { strategy })
      expect(response['verifications']).toMatchObject({
        [name]: { status: 'unverified', strategy, next_action: 'needs_attempt' },
      })
    },
  )

  it('must verify another address again', async ({ authSaas }) => {
    const browser = await visitor(authSaas)
    const form = { email_address: 'one+clerk_test@example.com', phone_number: '+15555550123', password: PASSWORD }
    const { response } = await browser.call('POST', '/client/sign_ups', form)
    const path = `/client/sign_ups/${String(response['id'])}`
    await browser.call('POST', `${path}/prepare_verification`, { strategy: 'email_code' })
    const attempted = { strategy: 'email_code', code: '424242' }
    const verified = await browser.call('POST', `${path}/attempt_verification`, attempted)
    expect(verified.response['unverified_fields']).toEqual(['phone_number'])
    const changed = await browser.call('PATCH', path, { email_address: 'two@example.com' })
    expect(changed.response['unverified_fields']).toEqual(['email_address', 'phone_number'])
  })

  it('completes the entry of the waitlist', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    await clerk.waitlistEntries.create({ emailAddress: 'wait+clerk_test@example.com' })
    const browser = await visitor(authSaas)
    const form = { email_address: 'wait+clerk_test@example.com', password: PASSWORD }
    const { response } = await browser.call('POST', '/client/sign_ups', form)
    const path = `/client/sign_ups/${String(response['id'])}`
    await browser.call('POST', `${path}/prepare_verification`, { strategy: 'email_code' })
    await browser.call('POST', `${path}/attempt_verification`, { strategy: 'email_code', code: '424242' })
    const { data } = await clerk.waitlistEntries.list()
    expect(data.map(({ status }) => status)).toEqual(['completed'])
  })

  it('takes an address of the vendor for tests where addresses with a plus sign are blocked', async ({ authSaas }) => {
    await clerkOf(authSaas).instance.updateRestrictions({ blockEmailSubaddresses: true })
    const browser = await visitor(authSaas)
    const blocked = await browser.call('POST', '/client/sign_ups', { email_address: 'a+b@example.com' })
    expect(blocked.code).toBe('form_email_address_blocked')
    const taken = await browser.call('POST', '/client/sign_ups', { email_address: 'a+clerk_test@example.com' })
    expect(taken.status).toBe(200)
  })
})

describe('an attempt to sign in', () => {
  it('is refused after five wrong codes, the right one as well', async ({ authSaas }) => {
    const browser = await visitor(authSaas)
    const { response } = await browser.call('POST', '/client/sign_ins', {
      identifier: 'ada@example.com',
      strategy: 'email_code',
    })
    const { code } = await authSaas.codes.next({ to: 'ada@example.com' })
    const path = `/client/sign_ins/${String(response['id'])}/attempt_first_factor`
    const codes = Array.from({ length: 5 }, () => (code === '000000' ? '111111' : '000000'))
    for (const each of codes) {
      expect((await browser.call('POST', path, { strategy: 'email_code', code: each })).code).toBe(
        'form_code_incorrect',
      )
    }
    expect((await browser.call('POST', path, { strategy: 'email_code', code })).code).toBe('verification_failed')
  })

  it('forgets the failures of a user who signs in', async ({ authSaas }) => {
    const attempts = async () =>
      (await (await fetch(`${authSaas.url}/v1/users/user_ada`, { headers })).json()) as object // the vendor's answer
    const headers = { authorization: 'Bearer sk_test_x' }
    const browser = await visitor(authSaas)
    await signIn(browser, 'ada@example.com', 'wrong')
    expect(await attempts()).toMatchObject({ verification_attempts_remaining: 99 })
    await signIn(browser, 'ada@example.com')
    expect(await attempts()).toMatchObject({ verification_attempts_remaining: 100, lockout_expires_in_seconds: null })
  })

  it('demands a new password in place of a compromised one', async ({ authSaas }) => {
    await fetch(`${authSaas.url}/v1/users/user_ada/password/set_compromised`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x' },
    })
    const browser = await visitor(authSaas)
    const { response } = await signIn(browser, 'ada@example.com')
    expect(response['status']).toBe('needs_new_password')
    const path = `/client/sign_ins/${String(response['id'])}/reset_password`
    expect((await browser.call('POST', path, { password: 'another-horse' })).response['status']).toBe('complete')
  })
})

describe('a request of the frontend API', () => {
  const level = 'level/first does not match one of the allowed values for parameter level'
  it.for([
    [
      '/client/sign_ins',
      { email: 'ada@example.com' },
      'form_param_unknown',
      'email is not a valid parameter for this request.',
    ],
    ['/client/sign_ins', { transfer: 'yes' }, 'form_param_type_invalid', '`transfer` must be a `boolean`.'],
    ['/client/sign_ups', { plan: 'pro' }, 'form_param_unknown', 'plan is not a valid parameter for this request.'],
    [
      '/waitlist',
      { email_address: 'x@example.com', name: 'x' },
      'form_param_unknown',
      'name is not a valid parameter for this request.',
    ],
    ['/client/sessions/sess_x/verify', { level: 'level/first' }, 'form_param_value_invalid', level],
  ] as const)('is refused: POST %s with %o', async ([path, form, code, sentence], { authSaas }) => {
    const browser = await visitor(authSaas)
    const { status, body } = await browser.call('POST', path, form)
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ code, long_message: sentence }] } })
  })

  it('is answered with the client where a user reads, and with the entry alone on the waitlist', async ({
    authSaas,
  }) => {
    const browser = await visitor(authSaas)
    await signIn(browser, 'ada@example.com')
    const client = { object: 'client', sign_in: { first_factor_verification: { object: 'verification_password' } } }
    for (const path of ['/me', '/me/organization_memberships', '/organizations/org_acme']) {
      expect((await browser.call('GET', path)).body, path).toMatchObject({ client })
    }
    expect((await browser.call('GET', '/client')).body).toMatchObject({ client: null })
    // Three lists are answered without an envelope.
    expect((await browser.call('GET', '/me/email_addresses')).body).toMatchObject([{ object: 'email_address' }])
    expect((await browser.call('GET', '/me/phone_numbers')).body).toMatchObject([{ object: 'phone_number' }])
    const session = { object: 'session', public_user_data: { identifier: 'ada@example.com' } }
    expect((await browser.call('GET', '/me/sessions')).body).toMatchObject([session])
    const joined = await browser.call('POST', '/waitlist', { email_address: 'lin@example.com' })
    expect(joined.body).toEqual({ object: 'waitlist_entry', id: expect.stringMatching(/^wle_/) })
  })
})

describe('a session', () => {
  it('of an actor lasts as long as its token says, and is no sign-in of the user', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const { token } = await clerk.actorTokens.create({
      userId: 'user_grace',
      actor: { sub: 'user_ada' },
      expiresInSeconds: 60,
      sessionMaxDurationInSeconds: 600,
    })
    const browser = await visitor(authSaas)
    await browser.call('POST', '/client/sign_ins', { strategy: 'ticket', ticket: token ?? '' })
    const { data } = await clerk.sessions.getSessionList({ userId: 'user_grace' })
    expect(data[0]).toMatchObject({ actor: { sub: 'user_ada' }, status: 'active' })
    expect((data[0]?.expireAt ?? 0) - (data[0]?.createdAt ?? 0)).toBe(600_000)
    expect((await clerk.users.getUser('user_grace')).lastSignInAt).toBeNull()
  })

  it('of an actor begins at a client that is signed in, and replaces its session', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const browser = await visitor(authSaas)
    await signIn(browser, 'ada@example.com')
    const again = { identifier: 'grace@example.com', password: 'correct-horse-battery' }
    expect((await browser.call('POST', '/client/sign_ins', again)).code).toBe('session_exists')
    const given = { userId: 'user_grace', actor: { sub: 'user_ada' }, expiresInSeconds: 60 }
    const { token } = await clerk.actorTokens.create(given)
    const done = await browser.call('POST', '/client/sign_ins', { strategy: 'ticket', ticket: token ?? '' })
    expect(done.response).toMatchObject({ status: 'complete' })
    const { response } = await browser.call('GET', '/client')
    expect(response['sessions']).toMatchObject([
      { actor: { sub: 'user_ada' }, user: { id: 'user_grace' }, id: done.response['created_session_id'] },
    ])
  })

  it('is abandoned after thirty days without use, where it lives longer', async () => {
    const settings = { session_lifetime_ms: 90 * 86_400_000 }
    await using own = await startAuthSaas({ seed: { 'auth-saas': { ...people, settings } } })
    const { sessionId } = own.signIn({ user: 'user_ada' })
    own.clock.advance(30 * 86_400_000)
    expect((await clerkOf(own).sessions.getSession(sessionId)).status).toBe('abandoned')
  })

  it('that replaces another one emits no event about that one', async () => {
    await using receiver = await receiveEvents()
    const webhooks = [{ url: receiver.url, events: ['*' as const] }]
    await using own = await startAuthSaas({ seed: { 'auth-saas': { ...people, webhooks } } })
    const browser = await visitor(own)
    const { response } = await browser.call('POST', '/client/sign_ins', { strategy: 'oauth_google' })
    await signIn(browser, 'ada@example.com')
    const verification = response['first_factor_verification'] as ShownVerification // the vendor's answer
    await nameAccount(verification.external_verification_redirect_url, 'grace@example.com')
    await own.webhooks.settled()
    const statuses = (await clerkOf(own).sessions.getSessionList({ userId: 'user_ada' })).data.map(
      ({ status }) => status,
    )
    expect(statuses).toEqual(['replaced'])
    const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type) // the vendor's event
    expect(types.filter((type) => type.startsWith('session.'))).toEqual(['session.created', 'session.created'])
  })
})
