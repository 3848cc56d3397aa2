import type { ClerkClient } from '@clerk/backend'
import { describe, expect } from 'vitest'
import { clients, clerkOf, codeOf, authSaasTest, people, startAuthSaas } from '#auth-saas/auth-saas.fixture.ts'

const it = authSaasTest()

const headers = { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' }

describe.each(clients)('the instance with %s', (_name, clientOf) => {
  let clerk: ClerkClient
  it.beforeEach(({ authSaas }) => {
    clerk = clientOf(authSaas)
  })

  it('adds, verifies, changes and removes e-mail addresses, but not the last identifier', async () => {
    const address = await clerk.emailAddresses.createEmailAddress({
      userId: 'user_linus',
      emailAddress: 'second@example.com',
      verified: true,
    })
    expect(address).toMatchObject({
      emailAddress: 'second@example.com',
      verification: { status: 'verified', strategy: 'admin' },
    })
    expect((await clerk.emailAddresses.getEmailAddress(address.id)).id).toBe(address.id)
    await clerk.emailAddresses.updateEmailAddress(address.id, { primary: true })
    expect((await clerk.users.getUser('user_linus')).primaryEmailAddressId).toBe(address.id)
    await clerk.emailAddresses.deleteEmailAddress(address.id)
    const linus = await clerk.users.getUser('user_linus')
    expect(linus.primaryEmailAddress?.emailAddress).toBe('linus@example.com')
    const last = clerk.emailAddresses.deleteEmailAddress(linus.primaryEmailAddressId ?? '')
    expect(await codeOf(last)).toBe('last_required_identification_deletion_failed')
    const taken = clerk.emailAddresses.createEmailAddress({ userId: 'user_linus', emailAddress: 'ada@example.com' })
    expect(await codeOf(taken)).toBe('form_identifier_exists')
    const unverified = await clerk.emailAddresses.createEmailAddress({
      userId: 'user_linus',
      emailAddress: 'third@example.com',
    })
    expect(unverified.verification).toBe(null)
    expect(await codeOf(clerk.emailAddresses.updateEmailAddress(unverified.id, { primary: true }))).toBe(
      'identification_update_failed',
    )
  })

  it('replaces all addresses and numbers of a user by one', async ({ authSaas }) => {
    const replace = async (path: string, given: object) => {
      const url = `${authSaas.url}/v1/users/user_grace/${path}`
      const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(given) })
      return (await answer.json()) as { id: string; reserved: boolean; verification: object | null }
    }
    const address = await replace('email_address', { email_address: 'new@example.com' })
    expect(address).toMatchObject({ verification: { status: 'verified', strategy: 'admin' }, reserved: false })
    const number = await replace('phone_number', { phone_number: '+15555550177', identification_status: 'reserved' })
    expect(number).toMatchObject({ verification: null, reserved: true, reserved_for_second_factor: false })
    const user = await clerk.users.getUser('user_grace')
    expect([user.emailAddresses.map(({ id }) => id), user.primaryEmailAddressId]).toEqual([[address.id], address.id])
    expect(user.phoneNumbers.map(({ id }) => id)).toEqual([number.id])
    const given = JSON.stringify({ email_address: 'new@example.com' })
    const url = `${authSaas.url}/v1/users/user_linus/email_address`
    const taken = await fetch(url, { method: 'PUT', headers, body: given })
    expect([taken.status, (await clerk.users.getUser('user_linus')).emailAddresses.length]).toEqual([422, 1])
  })

  it('adds, changes and removes phone numbers', async () => {
    const number = await clerk.phoneNumbers.createPhoneNumber({
      userId: 'user_linus',
      phoneNumber: '+1 555 555 0123',
      verified: true,
    })
    expect(number.phoneNumber).toBe('+15555550123')
    expect((await clerk.phoneNumbers.getPhoneNumber(number.id)).id).toBe(number.id)
    await clerk.phoneNumbers.updatePhoneNumber(number.id, { reservedForSecondFactor: true })
    expect((await clerk.users.getUser('user_linus')).twoFactorEnabled).toBe(true)
    await clerk.phoneNumbers.deletePhoneNumber(number.id)
    expect(await codeOf(clerk.phoneNumbers.getPhoneNumber(number.id))).toBe('resource_not_found')
    const malformed = clerk.phoneNumbers.createPhoneNumber({ userId: 'user_linus', phoneNumber: '12' })
    expect(await codeOf(malformed)).toBe('form_param_format_invalid')
  })

  it('invites people to sign up, one and many, and revokes an invitation', async ({ authSaas }) => {
    const invitation = await clerk.invitations.createInvitation({
      emailAddress: 'new@example.com',
      publicMetadata: { a: 1 },
      redirectUrl: 'http://localhost:3000/',
    })
    expect(invitation).toMatchObject({
      status: 'pending',
      emailAddress: 'new@example.com',
      url: expect.stringContaining('ticket=') as string,
    })
    expect(await codeOf(clerk.invitations.createInvitation({ emailAddress: 'new@example.com' }))).toBe(
      'duplicate_record',
    )
    expect(await codeOf(clerk.invitations.createInvitation({ emailAddress: 'ada@example.com' }))).toBe(
      'form_identifier_exists',
    )
    await clerk.invitations.createInvitationBulk([
      { emailAddress: 'one@example.com' },
      { emailAddress: 'two@example.com' },
    ])
    expect((await clerk.invitations.getInvitationList({ status: 'pending', limit: 2 })).totalCount).toBe(3)
    expect((await clerk.invitations.revokeInvitation(invitation.id)).status).toBe('revoked')
    expect(await codeOf(clerk.invitations.revokeInvitation(invitation.id))).toBe('invitation_already_revoked')
    authSaas.clock.advance('31d')
    expect((await clerk.invitations.getInvitationList({ status: 'expired' })).totalCount).toBe(2)
  })

  it('keeps an allowlist and a blocklist, which sign-ups follow', async () => {
    const allowed = await clerk.allowlistIdentifiers.createAllowlistIdentifier({
      identifier: '*@acme.com',
      notify: false,
    })
    expect(allowed).toMatchObject({ identifier: '*@acme.com', identifierType: 'email_address' })
    expect((await clerk.allowlistIdentifiers.getAllowlistIdentifierList()).totalCount).toBe(1)
    await clerk.instance.updateRestrictions({ allowlist: true })
    expect(await codeOf(clerk.users.createUser({ emailAddress: ['x@other.com'], password: 'correct-horse' }))).toBe(
      'not_allowed_access',
    )
    await clerk.users.createUser({ emailAddress: ['x@acme.com'], password: 'correct-horse' })
    await clerk.allowlistIdentifiers.deleteAllowlistIdentifier(allowed.id)
    const blocked = await clerk.blocklistIdentifiers.createBlocklistIdentifier({ identifier: 'bad@acme.com' })
    expect((await clerk.blocklistIdentifiers.getBlocklistIdentifierList()).data).toMatchObject([
      { identifier: 'bad@acme.com' },
    ])
    await clerk.instance.updateRestrictions({ allowlist: false, blocklist: true })
    expect(await codeOf(clerk.users.createUser({ emailAddress: ['bad@acme.com'] }))).toBe('not_allowed_access')
    await clerk.blocklistIdentifiers.deleteBlocklistIdentifier(blocked.id)
    await clerk.users.createUser({ emailAddress: ['bad@acme.com'] })
    expect(await codeOf(clerk.blocklistIdentifiers.deleteBlocklistIdentifier(blocked.id))).toBe('resource_not_found')
  })

  it('keeps JWT templates', async () => {
    const template = await clerk.jwtTemplates.create({ name: 'one', claims: { a: 1 } })
    expect(template).toMatchObject({ name: 'one', lifetime: 60, allowedClockSkew: 5, signingAlgorithm: 'RS256' })
    expect((await clerk.jwtTemplates.get(template.id)).claims).toEqual({ a: 1 })
    expect((await clerk.jwtTemplates.list()).totalCount).toBe(1)
    const changed = await clerk.jwtTemplates.update({
      templateId: template.id,
      name: 'one',
      claims: { b: 2 },
      lifetime: 120,
    })
    expect(changed).toMatchObject({ claims: { b: 2 }, lifetime: 120 })
    expect(await codeOf(clerk.jwtTemplates.create({ name: 'two', claims: { sub: 'x' } }))).toBe(
      'jwt_template_reserved_claim',
    )
    expect(await codeOf(clerk.jwtTemplates.create({ name: 'one', claims: {} }))).toBe('form_identifier_exists')
    await clerk.jwtTemplates.delete(template.id)
    expect(await codeOf(clerk.jwtTemplates.get(template.id))).toBe('resource_not_found')
  })

  it('makes and revokes sign-in tokens and actor tokens, and makes testing tokens', async () => {
    const token = await clerk.signInTokens.createSignInToken({ userId: 'user_ada', expiresInSeconds: 60 })
    expect(token).toMatchObject({ status: 'pending', userId: 'user_ada', token: expect.any(String) as string })
    expect((await clerk.signInTokens.revokeSignInToken(token.id)).status).toBe('revoked')
    expect(await codeOf(clerk.signInTokens.revokeSignInToken(token.id))).toBe('sign_in_token_cannot_be_revoked_code')
    const actor = await clerk.actorTokens.create({
      userId: 'user_ada',
      actor: { sub: 'user_grace' },
      expiresInSeconds: 60,
    })
    expect(actor).toMatchObject({ status: 'pending', actor: { sub: 'user_grace' } })
    expect((await clerk.actorTokens.revoke(actor.id)).status).toBe('revoked')
    const testing = await clerk.testingTokens.createTestingToken()
    expect(testing.token).toMatch(/^\d+-\w+$/)
  })

  it('keeps redirect URLs', async () => {
    const redirect = await clerk.redirectUrls.createRedirectUrl({ url: 'myapp://callback' })
    expect((await clerk.redirectUrls.getRedirectUrl(redirect.id)).url).toBe('myapp://callback')
    expect((await clerk.redirectUrls.getRedirectUrlList()).data).toHaveLength(1)
    expect(await codeOf(clerk.redirectUrls.createRedirectUrl({ url: 'nonsense' }))).toBe('form_param_value_invalid')
    await clerk.redirectUrls.deleteRedirectUrl(redirect.id)
    expect((await clerk.redirectUrls.getRedirectUrlList()).data).toHaveLength(0)
  })

  it('keeps OAuth applications, whose secret is shown once', async () => {
    const application = await clerk.oauthApplications.create({
      name: 'CLI',
      redirectUris: ['http://localhost:4000/cb'],
      scopes: 'email',
    })
    expect(application).toMatchObject({
      name: 'CLI',
      clientSecret: expect.any(String) as string,
      redirectUris: ['http://localhost:4000/cb'],
    })
    const oauthApplicationId = application.id
    expect((await clerk.oauthApplications.get(oauthApplicationId)).clientSecret).toBe(undefined)
    expect((await clerk.oauthApplications.list()).totalCount).toBe(1)
    expect((await clerk.oauthApplications.update({ oauthApplicationId, name: 'Tool' })).name).toBe('Tool')
    expect((await clerk.oauthApplications.rotateSecret(oauthApplicationId)).clientSecret).not.toBe(
      application.clientSecret,
    )
    expect(await codeOf(clerk.idPOAuthAccessToken.verify('oat_unknown'))).toBe('resource_not_found')
    await clerk.oauthApplications.delete(oauthApplicationId)
    expect(await codeOf(clerk.oauthApplications.get(oauthApplicationId))).toBe('resource_not_found')
  })

  it('keeps machines and their scopes', async () => {
    const target = await clerk.machines.create({ name: 'Target' })
    const caller = await clerk.machines.create({ name: 'Caller', scopedMachines: [target.id] })
    expect(caller.scopedMachines.map(({ id }) => id)).toEqual([target.id])
    expect((await clerk.machines.get(caller.id)).name).toBe('Caller')
    expect((await clerk.machines.list()).totalCount).toBe(2)
    expect((await clerk.machines.update({ machineId: caller.id, name: 'Renamed' })).name).toBe('Renamed')
    expect(await clerk.machines.deleteScope(caller.id, target.id)).toMatchObject({ deleted: true })
    expect(await clerk.machines.createScope(caller.id, target.id)).toMatchObject({
      fromMachineId: caller.id,
      toMachineId: target.id,
    })
    const { secret } = await clerk.machines.getSecretKey(caller.id)
    const rotated = await clerk.machines.rotateSecretKey({ machineId: caller.id, previousTokenTtl: 0 })
    expect(rotated.secret).not.toBe(secret)
    await clerk.machines.delete(caller.id)
    expect(await codeOf(clerk.machines.get(caller.id))).toBe('resource_not_found')
  })

  it('makes, verifies and revokes tokens of machines, for the machines of their scopes', async ({ authSaas }) => {
    const target = await clerk.machines.create({ name: 'Target' })
    const caller = await clerk.machines.create({ name: 'Caller', scopedMachines: [target.id] })
    const machineSecretKey = caller.secretKey ?? ''
    const made = await clerk.m2m.createToken({ machineSecretKey, secondsUntilExpiration: 60, claims: { a: 1 } })
    const token = made.token ?? ''
    expect(token).toMatch(/^mt_/)
    expect(made.id).toMatch(/^mt_[\da-f]{32}$/)
    const verified = await clerk.m2m.verify({ token, machineSecretKey: target.secretKey ?? '' })
    expect(verified).toMatchObject({ subject: caller.id, scopes: [target.id], claims: { a: 1 } })
    const shown = authSaas.requests.map(({ response }) => String(response.body))
    expect(shown.slice(-2)).toEqual([
      expect.stringContaining('"last_used_at":null'),
      expect.stringMatching(/"last_used_at":\d+/),
    ])
    expect(await codeOf(clerk.m2m.verify({ token, machineSecretKey }))).toBe('resource_not_found')
    authSaas.clock.advance('2m')
    expect(await codeOf(clerk.m2m.verify({ token }))).toBe('resource_not_found')
    const second = await clerk.m2m.createToken({ machineSecretKey })
    expect((await clerk.m2m.revokeToken({ m2mTokenId: second.id, revocationReason: 'lost' })).revoked).toBe(true)
    expect(await codeOf(clerk.m2m.verify({ token: second.token ?? '' }))).toBe('resource_not_found')
  })

  it('makes, verifies, lists and revokes API keys', async () => {
    const key = await clerk.apiKeys.create({
      name: 'CI',
      subject: 'user_ada',
      scopes: ['read'],
      secondsUntilExpiration: 3600,
    })
    const secret = key.secret ?? ''
    expect(secret).toMatch(/^ak_/)
    expect(key.id).toMatch(/^ak_[\da-f]{32}$/)
    expect((await clerk.apiKeys.getSecret(key.id)).secret).toBe(secret)
    expect(await clerk.apiKeys.verify(secret)).toMatchObject({ subject: 'user_ada', scopes: ['read'] })
    expect((await clerk.apiKeys.list({ subject: 'user_ada' })).totalCount).toBe(1)
    expect((await clerk.apiKeys.revoke({ apiKeyId: key.id })).revoked).toBe(true)
    expect(await codeOf(clerk.apiKeys.verify(secret))).toBe('resource_not_found')
    expect((await clerk.apiKeys.list({ subject: 'user_ada' })).totalCount).toBe(0)
    expect((await clerk.apiKeys.list({ subject: 'user_ada', includeInvalid: true })).totalCount).toBe(1)
  })

  it('keeps a waitlist', async () => {
    const entry = await clerk.waitlistEntries.create({ emailAddress: 'wait@example.com' })
    expect(entry).toMatchObject({ status: 'pending', invitation: null })
    const second = await clerk.waitlistEntries.create({ emailAddress: 'later@example.com' })
    expect((await clerk.waitlistEntries.list({ status: 'pending' })).totalCount).toBe(2)
    const invited = await clerk.waitlistEntries.invite(entry.id)
    expect(invited).toMatchObject({ status: 'invited', invitation: { emailAddress: 'wait@example.com' } })
    expect(await codeOf(clerk.waitlistEntries.reject(entry.id))).toBe('waitlist_entry_already_invited')
    expect((await clerk.waitlistEntries.reject(second.id)).status).toBe('rejected')
    await clerk.waitlistEntries.delete(second.id)
    expect((await clerk.waitlistEntries.list()).totalCount).toBe(1)
  })

  it('shows and changes the settings of the instance', async ({ authSaas }) => {
    expect(await clerk.instance.get()).toMatchObject({
      environmentType: 'development',
      id: expect.stringMatching(/^ins_/) as string,
    })
    await clerk.instance.update({ allowedOrigins: ['chrome-extension://x'] })
    expect((await clerk.instance.get()).allowedOrigins).toEqual(['chrome-extension://x'])
    expect(await clerk.instance.updateRestrictions({ blockEmailSubaddresses: true })).toMatchObject({
      blockEmailSubaddresses: true,
      allowlist: false,
    })
    expect(await codeOf(clerk.users.createUser({ emailAddress: ['a+b@example.com'] }))).toBe(
      'form_email_address_blocked',
    )
    const settings = await clerk.instance.updateOrganizationSettings({
      maxAllowedMemberships: 7,
      domainsEnabled: false,
    })
    expect(settings).toMatchObject({
      enabled: true,
      maxAllowedMemberships: 7,
      domainsEnabled: false,
      creatorRole: 'org:admin',
    })
    const answer = await fetch(`${authSaas.url}/v1/instance/organization_settings`, { headers })
    expect(await answer.json()).toMatchObject({ max_allowed_domains: 10, max_allowed_roles: 10 })
  })

  it('lists, adds and removes domains', async ({ authSaas }) => {
    const { data } = await clerk.domains.list()
    expect(data).toMatchObject([{ isSatellite: false, frontendApiUrl: authSaas.url }])
    const domain = await clerk.domains.add({ name: 'satellite.test', is_satellite: true })
    expect(domain).toMatchObject({ name: 'satellite.test', isSatellite: true })
    await clerk.domains.delete(domain.id)
    expect((await clerk.domains.list()).totalCount).toBe(1)
  })

  it('makes, shows and removes the account at Svix', async () => {
    const webhooks = (clerk as unknown as { webhooks: ClerkClient['webhooks'] }).webhooks
    expect((await webhooks.createSvixApp()) as unknown).toMatchObject({ svix_url: expect.any(String) as string })
    expect(await codeOf(webhooks.createSvixApp())).toBe('svix_app_exists')
    expect((await webhooks.generateSvixAuthURL()) as unknown).toMatchObject({ svix_url: expect.any(String) as string })
    await webhooks.deleteSvixApp()
    expect(await codeOf(webhooks.deleteSvixApp())).toBe('svix_app_missing')
  })
})

describe('lists', () => {
  it('are plain, or with their total when the client asks for pages', async ({ authSaas }) => {
    for (const path of [
      '/v1/users',
      '/v1/sessions',
      '/v1/invitations',
      '/v1/jwt_templates',
      '/v1/redirect_urls',
      '/v1/clients',
      '/v1/allowlist_identifiers',
    ]) {
      const plain: unknown = await (await fetch(`${authSaas.url}${path}`, { headers })).json()
      expect(Array.isArray(plain), path).toBe(true)
      const paged = (await (await fetch(`${authSaas.url}${path}?paginated=true`, { headers })).json()) as object
      expect(Object.keys(paged), path).toEqual(['data', 'total_count'])
    }
  })

  it('are answered as application/json, without a charset', async ({ authSaas }) => {
    const answer = await fetch(`${authSaas.url}/v1/users`, { headers })
    expect(answer.headers.get('content-type')).toBe('application/json')
  })
})

describe('machines', () => {
  it('list their own tokens only, and take one again that lives for long enough', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const [one, other] = [await clerk.machines.create({ name: 'One' }), await clerk.machines.create({ name: 'Other' })]
    const machineSecretKey = one.secretKey ?? ''
    const first = await clerk.m2m.createToken({ machineSecretKey, secondsUntilExpiration: 600, claims: { a: 1 } })
    const reused = await clerk.m2m.createToken({ machineSecretKey, minRemainingTtlSeconds: 300, claims: { a: 1 } })
    expect([reused.id, reused.token]).toEqual([first.id, first.token])
    authSaas.clock.advance('6m')
    const renewed = await clerk.m2m.createToken({ machineSecretKey, minRemainingTtlSeconds: 300, claims: { a: 1 } })
    expect(renewed.id).not.toBe(first.id)
    await clerk.m2m.createToken({ machineSecretKey, tokenFormat: 'jwt' })
    const list = (key: string, subject: string) =>
      fetch(`${authSaas.url}/v1/m2m_tokens?subject=${subject}`, { headers: { authorization: `Bearer ${key}` } })
    expect(await (await list(machineSecretKey, one.id)).json()).toMatchObject({ total_count: 2 })
    expect((await list(machineSecretKey, other.id)).status).toBe(403)
  })

  it('keep the key before a rotation for as long as it says', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const { id, secretKey: machineSecretKey = '' } = await clerk.machines.create({ name: 'One' })
    const { secret } = await clerk.machines.rotateSecretKey({ machineId: id, previousTokenTtl: 60 })
    expect((await clerk.m2m.createToken({ machineSecretKey })).subject).toBe(id)
    authSaas.clock.advance('2m')
    expect(await codeOf(clerk.m2m.createToken({ machineSecretKey }))).toBeDefined()
    expect((await clerk.m2m.createToken({ machineSecretKey: secret })).subject).toBe(id)
  })

  it('and API keys come from the seed', async () => {
    const section = {
      ...people,
      machines: [{ name: 'Api' }, { name: 'Worker', secret_key: 'ak_worker', scoped_machines: ['Api'] }],
      api_keys: [{ name: 'CI', subject: 'acme', secret: 'ak_ci', scopes: ['read'] }],
    }
    await using own = await startAuthSaas({ seed: { 'auth-saas': section } })
    const clerk = clerkOf(own)
    const { data } = await clerk.machines.list({ query: 'Worker' })
    expect(data[0]?.scopedMachines.map(({ name }) => name)).toEqual(['Api'])
    expect((await clerk.m2m.createToken({ machineSecretKey: 'ak_worker' })).subject).toBe(data[0]?.id)
    const key = await clerk.apiKeys.verify('ak_ci')
    expect(key).toMatchObject({ subject: 'org_acme', scopes: ['read'], id: expect.stringMatching(/^ak_[\da-f]{32}$/) })
  })
})

describe('tokens of machines in the form of a JWT', () => {
  it('are verified without a request', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const caller = await clerk.machines.create({ name: 'Caller' })
    const { token = '' } = await clerk.m2m.createToken({
      machineSecretKey: caller.secretKey ?? '',
      tokenFormat: 'jwt',
      secondsUntilExpiration: 60,
    })
    expect(token.split('.')).toHaveLength(3)
    expect(await clerk.m2m.verify({ token })).toMatchObject({ subject: caller.id })
  })
})
