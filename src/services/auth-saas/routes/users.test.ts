import bcrypt from 'bcryptjs'
import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto'
import { describe, expect } from 'vitest'
import { clients, codeOf, refusalOf, authSaasTest } from '#auth-saas/auth-saas.fixture.ts'
import { isPasswordRight } from '#auth-saas/rules/users/passwords.ts'
import { totpCode } from '#core/totp.ts'
import type { ClerkClient } from '@clerk/backend'

const it = authSaasTest()

describe.each(clients)('users with %s', (_name, clientOf) => {
  let clerk: ClerkClient
  it.beforeEach(({ authSaas }) => {
    clerk = clientOf(authSaas)
  })

  it('bans and unbans many at once, or none of them', async ({ authSaas }) => {
    const send = async (verb: string, ids: readonly string[]) => {
      const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }
      const body = JSON.stringify({ user_ids: ids })
      const answer = await fetch(`${authSaas.url}/v1/users/${verb}`, { method: 'POST', headers, body })
      return { status: answer.status, json: (await answer.json()) as unknown }
    }
    const { sessionId } = authSaas.signIn({ user: 'user_ada' })
    const banned = await send('ban', ['user_ada', 'user_grace'])
    expect(banned.json).toMatchObject([
      { id: 'user_ada', banned: true },
      { id: 'user_grace', banned: true },
    ])
    expect((await clerk.sessions.getSession(sessionId)).status).toBe('revoked')
    expect((await send('unban', ['user_ada', 'user_nobody'])).status).toBe(404)
    expect((await clerk.users.getUser('user_ada')).banned).toBe(true)
    expect((await send('unban', ['user_ada'])).json).toMatchObject([{ banned: false }])
  })

  it('refuses a password of a leak, unless the check is skipped or the instance has none', async () => {
    const given = { emailAddress: ['new@example.com'], password: 'password123' }
    expect(await codeOf(clerk.users.createUser(given))).toBe('form_password_pwned')
    expect((await clerk.users.createUser({ ...given, skipPasswordChecks: true })).passwordEnabled).toBe(true)
    await clerk.instance.update({ hibp: false })
    expect((await clerk.users.updateUser('user_ada', { password: 'password123' })).passwordEnabled).toBe(true)
  })

  it('creates a user with every identifier, name, metadata and date', async () => {
    // The API takes these; the types of the client do not name them.
    const more = { web3Wallet: ['0x1111111111111111111111111111111111111111'], createOrganizationsLimit: 3 }
    const user = await clerk.users.createUser({
      emailAddress: ['new@example.com', 'second@example.com'],
      phoneNumber: ['+15555550111'],
      username: 'newcomer',
      firstName: 'New',
      lastName: 'Comer',
      externalId: 'ext-1',
      password: 'correct-horse-battery',
      publicMetadata: { plan: 'free' },
      privateMetadata: { note: 1 },
      unsafeMetadata: { theme: 'dark' },
      createdAt: new Date('2024-01-02T03:04:05Z'),
      ...more,
    })
    expect(user).toMatchObject({
      username: 'newcomer',
      firstName: 'New',
      lastName: 'Comer',
      externalId: 'ext-1',
      passwordEnabled: true,
      publicMetadata: { plan: 'free' },
      privateMetadata: { note: 1 },
      unsafeMetadata: { theme: 'dark' },
      createdAt: Date.parse('2024-01-02T03:04:05Z'),
      createOrganizationsLimit: 3,
      banned: false,
      locked: false,
    })
    expect(user.id).toMatch(/^user_\w{27}$/)
    expect(user.emailAddresses.map(({ emailAddress, verification }) => [emailAddress, verification?.status])).toEqual([
      ['new@example.com', 'verified'],
      ['second@example.com', 'verified'],
    ])
    expect(user.primaryEmailAddress?.emailAddress).toBe('new@example.com')
    expect(user.primaryPhoneNumber?.phoneNumber).toBe('+15555550111')
    expect(user.primaryWeb3Wallet?.web3Wallet).toBe('0x1111111111111111111111111111111111111111')
    expect((await clerk.users.getUser(user.id)).fullName).toBe('New Comer')
  })

  it.for<readonly [what: string, body: object, code: string, parameter: string]>([
    ['a taken address', { emailAddress: ['ADA@example.com'] }, 'form_identifier_exists', 'email_address'],
    ['a taken number', { phoneNumber: ['+1 (555) 555-0100'] }, 'form_identifier_exists', 'phone_number'],
    ['a taken username', { username: 'Ada' }, 'form_identifier_exists', 'username'],
    [
      'a short password',
      { emailAddress: ['x@example.com'], password: 'short' },
      'form_password_length_too_short',
      'password',
    ],
    ['no address', { emailAddress: ['not-an-address'] }, 'form_param_format_invalid', 'email_address.0'],
    [
      'an unknown hasher',
      { emailAddress: ['x@example.com'], passwordDigest: 'x', passwordHasher: 'rot13' },
      'form_param_value_invalid',
      'password_hasher',
    ],
    [
      'a digest of another form',
      { emailAddress: ['x@example.com'], passwordDigest: 'x', passwordHasher: 'bcrypt' },
      'form_password_digest_invalid_code',
      'password_digest',
    ],
  ])('refuses a user with %s', async ([_what, body, code, parameter]) => {
    const error = await refusalOf(clerk.users.createUser(body))
    expect(error.status).toBe(422)
    expect(error.errors[0]).toMatchObject({ code, meta: { paramName: parameter } })
    expect(error.clerkTraceId).toMatch(/^[0-9a-f]{32}$/)
  })

  it('names the values that a parameter may have', async () => {
    const statuses = { emailAddress: ['v@example.com'], emailAddressIdentificationStatus: ['maybe'] }
    const { errors } = await refusalOf(clerk.users.createUser(statuses as never))
    expect(errors).toMatchObject([
      {
        code: 'form_param_value_invalid',
        longMessage: 'email_address_identification_status.0 must be one of verified, reserved.',
      },
    ])
  })

  it('names every mistake of a body', async () => {
    const { errors } = await refusalOf(clerk.users.createUser({ firstName: 1, unknownMember: true } as never))
    expect(errors.map(({ code }) => code).sort()).toEqual(['form_param_type_invalid', 'form_param_unknown'])
  })

  it('finds users by every filter', async () => {
    const emails = async (filter: object): Promise<string[]> => {
      const { data } = await clerk.users.getUserList(filter)
      return data.map((user) => user.emailAddresses[0]?.emailAddress ?? '')
    }
    const all = ['linus@example.com', 'grace@example.com', 'ada@example.com']
    expect(await emails({})).toEqual(all)
    expect(await emails({ emailAddress: ['ada@example.com', 'linus@example.com'] })).toEqual([
      'linus@example.com',
      'ada@example.com',
    ])
    expect(await emails({ phoneNumber: ['+15555550100'] })).toEqual(['ada@example.com'])
    expect(await emails({ username: ['grace'] })).toEqual(['grace@example.com'])
    expect(await emails({ userId: ['user_linus'] })).toEqual(['linus@example.com'])
    expect(await emails({ userId: ['-user_linus'] })).toEqual(['grace@example.com', 'ada@example.com'])
    expect(await emails({ organizationId: ['org_acme'] })).toEqual(['grace@example.com', 'ada@example.com'])
    expect(await emails({ query: 'lovel' })).toEqual(['ada@example.com'])
    expect(await emails({ query: 'grace@' })).toEqual(['grace@example.com'])
    expect(await emails({ lastActiveAtSince: 1 })).toEqual([])
    expect(await emails({ orderBy: '+first_name' })).toEqual([
      'ada@example.com',
      'grace@example.com',
      'linus@example.com',
    ])
    expect(await emails({ orderBy: '-email_address' })).toEqual(all)
    expect(await emails({ orderBy: '+created_at', limit: 1, offset: 1 })).toEqual(['grace@example.com'])
    expect((await clerk.users.getUserList({ limit: 1 })).totalCount).toBe(3)
    expect(await clerk.users.getCount({ query: 'example.com' })).toBe(3)
    expect(await codeOf(clerk.users.getUserList({ orderBy: 'shoe_size' as never }))).toBe('form_param_value_invalid')
    expect(await codeOf(clerk.users.getUserList({ limit: 501 }))).toBe('form_param_value_invalid')
  })

  it('changes a user', async () => {
    const user = await clerk.users.updateUser('user_ada', {
      firstName: 'Augusta',
      lastName: 'King',
      username: 'augusta',
    })
    expect(user).toMatchObject({ firstName: 'Augusta', lastName: 'King', username: 'augusta' })
    expect(await codeOf(clerk.users.updateUser('user_ada', { username: 'grace' }))).toBe('form_identifier_exists')
    const { data: sessions } = await clerk.sessions.getSessionList({ userId: 'user_ada' })
    expect(sessions).toEqual([])
  })

  it('signs the user out of all sessions with a new password when asked', async ({ authSaas }) => {
    const { sessionId } = authSaas.signIn({ user: 'ada@example.com' })
    await clerk.users.updateUser('user_ada', { password: 'another-password', signOutOfOtherSessions: true })
    expect((await clerk.sessions.getSession(sessionId)).status).toBe('revoked')
    expect(await clerk.users.verifyPassword({ userId: 'user_ada', password: 'another-password' })).toEqual({
      verified: true,
    })
  })

  it('merges metadata at every depth, and removes what is null', async () => {
    const { publicMetadata, privateMetadata } = await clerk.users.updateUserMetadata('user_ada', {
      publicMetadata: { nested: { two: 2 }, plan: null, added: [1, 2] },
    })
    expect(publicMetadata).toEqual({ nested: { one: 1, two: 2 }, added: [1, 2] })
    expect(privateMetadata).toEqual({ note: 'hidden' })
    const large = { publicMetadata: { text: 'x'.repeat(9000) } }
    expect(await codeOf(clerk.users.updateUserMetadata('user_ada', large))).toBe('form_param_exceeds_allowed_size')
  })

  it('replaces metadata', async () => {
    const { publicMetadata } = await clerk.users.updateUser('user_ada', { publicMetadata: { only: true } })
    expect(publicMetadata).toEqual({ only: true })
  })

  it('bans a user, which ends the sessions, and lifts the ban', async ({ authSaas }) => {
    const { sessionId } = authSaas.signIn({ user: 'ada@example.com' })
    expect((await clerk.users.banUser('user_ada')).banned).toBe(true)
    expect((await clerk.sessions.getSession(sessionId)).status).toBe('revoked')
    expect(() => authSaas.signIn({ user: 'ada@example.com' })).toThrow('banned')
    expect((await clerk.users.unbanUser('user_ada')).banned).toBe(false)
  })

  it('locks and unlocks a user', async () => {
    expect((await clerk.users.lockUser('user_ada')).locked).toBe(true)
    expect((await clerk.users.unlockUser('user_ada')).locked).toBe(false)
  })

  it('deletes a user with the memberships and sessions', async ({ authSaas }) => {
    const { sessionId } = authSaas.signIn({ user: 'grace@example.com' })
    expect(await clerk.users.deleteUser('user_grace')).toMatchObject({ id: 'user_grace', deleted: true })
    expect(await codeOf(clerk.users.getUser('user_grace'))).toBe('resource_not_found')
    expect(await codeOf(clerk.sessions.getSession(sessionId))).toBe('resource_not_found')
    const { totalCount } = await clerk.organizations.getOrganizationMembershipList({ organizationId: 'org_acme' })
    expect(totalCount).toBe(1)
  })

  it('verifies passwords', async () => {
    const password = 'correct-horse-battery'
    expect(await clerk.users.verifyPassword({ userId: 'user_ada', password })).toEqual({ verified: true })
    expect(await codeOf(clerk.users.verifyPassword({ userId: 'user_ada', password: 'wrong' }))).toBe(
      'incorrect_password',
    )
    expect(await codeOf(clerk.users.verifyPassword({ userId: 'user_linus', password }))).toBe('no_password_set')
  })

  it('verifies codes of an authenticator application, and each backup code once', async ({ authSaas }) => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const user = await clerk.users.createUser({
      emailAddress: ['t@example.com'],
      totpSecret: secret,
      backupCodes: ['backup01'],
    })
    expect(user).toMatchObject({ totpEnabled: true, backupCodeEnabled: true, twoFactorEnabled: true })
    const code = totpCode(secret, authSaas.clock.now())
    const verify = (each: string) => clerk.users.verifyTOTP({ userId: user.id, code: each })
    expect(await verify(code)).toMatchObject({ verified: true })
    expect(await codeOf(verify(code === '000000' ? '111111' : '000000'))).toBe('totp_incorrect_code')
    expect(await verify('backup01')).toMatchObject({ verified: true })
    expect(await codeOf(verify('backup01'))).toBe('totp_incorrect_code')
    await clerk.users.disableUserMFA(user.id)
    expect((await clerk.users.getUser(user.id)).twoFactorEnabled).toBe(false)
    expect(await codeOf(verify(code))).toBe('totp_disabled')
  })

  it('keeps an uploaded image, and shows initials without one', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const user = await clerk.users.updateUserProfileImage('user_ada', { file: new Blob([png], { type: 'image/png' }) })
    expect(user.hasImage).toBe(true)
    const file = { file: new Blob(['text'], { type: 'text/plain' }) }
    expect(await codeOf(clerk.users.updateUserProfileImage('user_ada', file))).toBe('unsupported_content_type')
    expect((await clerk.users.deleteUserProfileImage('user_ada')).hasImage).toBe(false)
    expect(await codeOf(clerk.users.deleteUserProfileImage('user_ada'))).toBe('image_not_found')
  })

  it('returns the tokens of external accounts, and removes an account', async () => {
    const { data } = await clerk.users.getUserOauthAccessToken('user_ada', 'google')
    expect(data).toMatchObject([{ token: 'ya29.a', scopes: ['email', 'profile'], provider: 'oauth_google' }])
    const [account] = (await clerk.users.getUser('user_ada')).externalAccounts
    expect(account).toMatchObject({ provider: 'oauth_google', emailAddress: 'ada@example.com' })
    const externalAccountId = account?.id ?? ''
    await clerk.users.deleteUserExternalAccount({ userId: 'user_ada', externalAccountId })
    expect((await clerk.users.getUser('user_ada')).externalAccounts).toEqual([])
    const again = clerk.users.deleteUserExternalAccount({ userId: 'user_ada', externalAccountId })
    expect(await codeOf(again)).toBe('external_account_not_found')
  })

  it('lists the memberships and invitations of a user', async () => {
    const memberships = await clerk.users.getOrganizationMembershipList({ userId: 'user_ada' })
    expect(memberships.data.map(({ role, organization }) => [role, organization.slug])).toEqual([['org:admin', 'acme']])
    await clerk.organizations.createOrganizationInvitation({
      organizationId: 'org_acme',
      emailAddress: 'linus@example.com',
      role: 'org:member',
    })
    const invitations = await clerk.users.getOrganizationInvitationList({ userId: 'user_linus', status: 'pending' })
    expect(invitations.data.map(({ emailAddress, status }) => [emailAddress, status])).toEqual([
      ['linus@example.com', 'pending'],
    ])
  })

  it('removes single second factors', async () => {
    const user = await clerk.users.createUser({
      emailAddress: ['t@example.com'],
      totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      backupCodes: ['backup01'],
    })
    await clerk.users.deleteUserBackupCodes(user.id)
    await clerk.users.deleteUserTOTP(user.id)
    expect(await clerk.users.getUser(user.id)).toMatchObject({ totpEnabled: false, backupCodeEnabled: false })
  })
})

describe('a verification that a server drives', () => {
  it.for([
    ['email_addresses', { email_address: 'new@example.com' }, 'email_code', null],
    ['phone_numbers', { phone_number: '+15005550006' }, 'phone_code', 'sms'],
  ] as const)(
    'of %s is sent, tells wrong and late codes by its status, and verifies once',
    async ([path, identifier, strategy, channel], { authSaas }) => {
      const post = async (below: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> => {
        const headers = { authorization: 'Bearer sk_test_x', 'content-type': 'application/json' }
        const init = { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
        const answer = await fetch(`${authSaas.url}/v1/${path}${below}`, init)
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> } // the vendor's answer
      }
      const added = await post('', { user_id: 'user_ada', ...identifier })
      const own = `/${String(added.body['id'])}`
      const prepared = await post(`${own}/prepare_verification`)
      const { code } = await authSaas.codes.next({ to: Object.values(identifier)[0] ?? '' })
      expect(prepared.body).toMatchObject({
        object: 'verification_otp',
        status: 'unverified',
        strategy,
        attempts: 0,
        channel,
      })
      const attempt = (verification: unknown, given: string) =>
        post(`${own}/attempt_verification`, { verification_id: verification, code: given })
      const { id } = prepared.body
      expect(await attempt(id, 'wrong')).toMatchObject({ status: 200, body: { id, status: 'unverified', attempts: 1 } })
      expect(await attempt(id, code)).toMatchObject({ status: 200, body: { id, status: 'verified', attempts: 2 } })
      expect(await attempt(id, code)).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'verification_already_verified' }] },
      })
      expect(await attempt('ver_none', code)).toMatchObject({ status: 404 })
      const shown = await fetch(`${authSaas.url}/v1/${path}${own}`, { headers: { authorization: 'Bearer sk_test_x' } })
      expect(await shown.json()).toMatchObject({ verification: { status: 'verified', strategy } })

      const later = (await post(`${own}/prepare_verification`)).body['id']
      for (const attempts of [1, 2, 3, 4, 5]) {
        const status = attempts === 5 ? 'failed' : 'unverified'
        expect(await attempt(later, 'wrong')).toMatchObject({ body: { status, attempts } })
      }
      const late = (await post(`${own}/prepare_verification`)).body['id']
      authSaas.clock.advance('11m')
      expect(await attempt(late, code)).toMatchObject({ status: 200, body: { status: 'expired' } })
    },
  )
})

describe('imported password digests', () => {
  const password = 'correct-horse-battery'
  const hex = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex')
  /** https://symfony.com/doc/5.x/components/security/password_hasher.html */
  const symfony = (text: string, rounds: number): string => {
    let bytes: Buffer = createHash('sha512').update(`${text}{salt}`).digest()
    for (let round = 1; round < rounds; round++) {
      bytes = createHash('sha512').update(bytes).update(`${text}{salt}`).digest()
    }
    return bytes.toString('base64')
  }
  const pbkdf2 = pbkdf2Sync(password, 'salt', 1000, 32, 'sha256').toString('base64')
  it.for([
    ['bcrypt', '$2b$04$9opAnJVoS/E9yvQCjrp.LOv.Xe1R2oCQzFxo667YpwymBTYmgkpVa'],
    ['md5', hex('md5', password)],
    ['md5_salted', `salt$${hex('md5', `salt${password}`)}`],
    ['sha256', hex('sha256', password)],
    ['sha256_salted', `salt$${hex('sha256', `${password}salt`)}`],
    ['bcrypt_peppered', `${bcrypt.hashSync(`${password}pepper`, 4)}$pepper`],
    ['bcrypt_sha256_django', `bcrypt_sha256$${bcrypt.hashSync(hex('sha256', password), 4)}`],
    ['awscognito', 'awscognito#eu-west-1_pool#client#ada'],
    ['pbkdf2_sha256', `pbkdf2_sha256$1000$${Buffer.from('salt').toString('base64')}$${pbkdf2}`],
    [
      'pbkdf2_sha512_hex',
      `pbkdf2_sha512_hex$1000$${Buffer.from('salt').toString('hex')}$${pbkdf2Sync(password, 'salt', 1000, 64, 'sha512').toString('hex')}`,
    ],
    ['sha512_symfony', `sha512_symfony$2$salt$${symfony(password, 2)}`],
    ['pbkdf2_sha256', `pbkdf2_sha256$1000$salt$${pbkdf2}`],
    ['pbkdf2_sha256_django', `pbkdf2_sha256$1000$salt$${pbkdf2}`],
    ['pbkdf2_sha512', `pbkdf2_sha512$1000$salt$${pbkdf2Sync(password, 'salt', 1000, 64, 'sha512').toString('hex')}`],
    ['argon2i', '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHRzYWx0$fKf0hs8QFKOmfwW4e0X+j/nhAbuEwlfDuYzxTW+rn9g'],
    ['scrypt_werkzeug', `scrypt:1024:8:1$salt$${scryptSync(password, 'salt', 64, { N: 1024 }).toString('hex')}`],
    ['pbkdf2_sha1', `pbkdf2_sha1$1000$salt$${pbkdf2Sync(password, 'salt', 1000, 20, 'sha1').toString('hex')}`],
    ['argon2id', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHRzYWx0$ILYFv71bUxImtmTq8uOku6M6pOpmAT0VDRgv+Vo5/Bs'],
    [
      'ldap_ssha',
      `{SSHA}${Buffer.concat([createHash('sha1').update(`${password}salt`).digest(), Buffer.from('salt')]).toString('base64')}`,
    ],
  ] as const)('of %s are verified', async ([hasher, digest], { authSaas }) => {
    const { clerkOf } = await import('#auth-saas/auth-saas.fixture.ts')
    const clerk = clerkOf(authSaas)
    const { id } = await clerk.users.createUser({
      emailAddress: ['imported@example.com'],
      passwordDigest: digest,
      passwordHasher: hasher as 'bcrypt',
    })
    expect(await clerk.users.verifyPassword({ userId: id, password })).toEqual({ verified: true })
    expect(await codeOf(clerk.users.verifyPassword({ userId: id, password: 'wrong' }))).toBe('incorrect_password')
  })
})

describe('digests that their projects publish as examples', () => {
  it.for<readonly [hasher: string, secret: string, digest: string]>([
    ['md5_phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
    ['phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
    [
      'scrypt_firebase',
      'user1password',
      [
        'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
        '42xEC+ixf3L2lw==',
        'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
        'Bw==',
        '8',
        '14',
      ].join('$'),
    ],
  ])('of %s are verified', ([hasher, secret, digest]) => {
    expect(isPasswordRight(secret, { hasher, digest })).toBe(true)
    expect(isPasswordRight('wrong', { hasher, digest })).toBe(false)
  })
})
