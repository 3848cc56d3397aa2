import { describe, expect } from 'vitest'
import { oidcSite, refusal } from '#oidc-d/oidc-d.fixture.ts'

const site = oidcSite()
const { it } = site
const users = () => site.okta().userApi
const statusOf = async (userId: string) => (await users().getUser({ userId })).status
const signIn = (username: string, password: string) => site.send('POST', '/api/v1/authn', { username, password })

const isaac = {
  profile: { firstName: 'Isaac', lastName: 'Brock', email: 'isaac@example.com', login: 'isaac.brock@example.com' },
}
const userId = 'isaac.brock'

describe('activating', () => {
  it('returns an activation token without sendEmail, with which the user chooses a password', async () => {
    await users().createUser({ body: isaac, activate: false })
    const { activationToken = '', activationUrl } = await users().activateUser({ userId, sendEmail: false })
    expect(activationUrl).toBe(`${site.emulator.url}/welcome/${activationToken}`)
    expect(await statusOf(userId)).toBe('PROVISIONED')
    const started = await site.send('POST', '/api/v1/authn', { token: activationToken })
    expect(started.body).toMatchObject({ status: 'PASSWORD_RESET', _links: { next: { name: 'resetPassword' } } })
    const { stateToken } = started.body
    const reset = '/api/v1/authn/credentials/reset_password'
    expect((await site.send('POST', reset, { stateToken, newPassword: 'weak' })).body.errorCode).toBe('E0000001')
    const done = await site.send('POST', reset, { stateToken, newPassword: 'tlpWENT2m' })
    expect(done.body).toMatchObject({ status: 'SUCCESS', sessionToken: expect.stringMatching(/^20111/) })
    expect(await statusOf(userId)).toBe('ACTIVE')
    expect((await site.send('POST', '/api/v1/authn', { token: activationToken })).status).toBe(401)
    expect((await site.send('POST', reset, { stateToken, newPassword: 'tlpWENT3m' })).status).toBe(401)
  })

  it('does not return a token that is sent, and makes none for a user who has a password', async () => {
    await users().createUser({ body: isaac, activate: false })
    expect((await site.send('POST', `/api/v1/users/${userId}/lifecycle/activate`)).body).toEqual({})
    const other = { ...isaac.profile, login: 'other@example.com' }
    await users().createUser({
      body: { profile: other, credentials: { password: { value: 'tlpWENT2m' } } },
      activate: false,
    })
    expect((await site.send('POST', '/api/v1/users/other/lifecycle/activate?sendEmail=false')).body).toEqual({})
    expect(await statusOf('other')).toBe('ACTIVE')
    expect((await signIn('other', 'tlpWENT2m')).body.status).toBe('SUCCESS')
  })

  it('is refused for active users, and repeated by reactivate for provisioned ones', async () => {
    await expect(users().activateUser({ userId: 'grace' })).rejects.toMatchObject(refusal(403, 'E0000016'))
    await expect(users().reactivateUser({ userId: 'grace' })).rejects.toMatchObject(refusal(403, 'E0000038'))
    await users().createUser({ body: isaac, activate: false })
    const first = await users().activateUser({ userId, sendEmail: false })
    const second = await users().reactivateUser({ userId, sendEmail: false })
    expect(second.activationToken).not.toBe(first.activationToken)
    expect((await site.send('POST', '/api/v1/authn', { token: first.activationToken })).status).toBe(401)
    site.emulator.clock.advance('8d')
    expect((await site.send('POST', '/api/v1/authn', { token: second.activationToken })).status).toBe(401)
  })
})

describe('deactivating', () => {
  it('removes apps and sessions, and activating assigns the groups’ apps again', async () => {
    const { body: before } = await site.send('GET', '/api/v1/apps?filter=name eq "oidc_client"')
    const usersOf = async () => (await site.send('GET', `/api/v1/apps/${before[0].id}/users?q=grace`)).body.length
    const { body } = await signIn('grace', 'Compiler1952')
    const session = await site.send('POST', '/api/v1/sessions', { sessionToken: body.sessionToken })
    expect(await usersOf()).toBe(1)
    await users().deactivateUser({ userId: 'grace' })
    expect(await usersOf()).toBe(0)
    expect((await site.send('GET', `/api/v1/sessions/${session.body.id}`)).status).toBe(404)
    expect((await signIn('grace', 'Compiler1952')).status).toBe(401)
    await expect(users().deactivateUser({ userId: 'grace' })).rejects.toMatchObject(refusal(403, 'E0000038'))
    await users().activateUser({ userId: 'grace', sendEmail: false })
    expect(await statusOf('grace')).toBe('PROVISIONED')
    expect(await usersOf()).toBe(1)
  })

  it('ends the password, so that activating gives a token to choose another', async () => {
    await users().deactivateUser({ userId: 'grace' })
    const { activationToken = '', activationUrl } = await users().activateUser({ userId: 'grace', sendEmail: false })
    expect(activationUrl).toBe(`${site.emulator.url}/welcome/${activationToken}`)
    const { status, passwordChanged, credentials } = await users().getUser({ userId: 'grace' })
    expect([status, passwordChanged, credentials?.password]).toEqual(['PROVISIONED', null, undefined])
    expect((await signIn('grace', 'Compiler1952')).status).toBe(401)
    const started = await site.send('POST', '/api/v1/authn', { token: activationToken })
    const { stateToken } = started.body
    const reset = '/api/v1/authn/credentials/reset_password'
    await site.send('POST', reset, { stateToken, newPassword: 'tlpWENT2m' })
    expect(await statusOf('grace')).toBe('ACTIVE')
    expect((await signIn('grace', 'tlpWENT2m')).body.status).toBe('SUCCESS')
  })

  it('leaves a user of another provider without a token when they are activated again', async () => {
    const provider = { type: 'FEDERATION', name: 'FEDERATION' }
    await site.send('POST', '/api/v1/users', { ...isaac, credentials: { provider } })
    await users().deactivateUser({ userId })
    const path = `/api/v1/users/${userId}/lifecycle/activate?sendEmail=false`
    expect((await site.send('POST', path)).body).toEqual({})
    expect(await statusOf(userId)).toBe('ACTIVE')
  })
})

describe('suspending', () => {
  it('prevents a user from signing in until the suspension ends', async () => {
    await users().suspendUser({ userId: 'grace' })
    expect(await statusOf('grace')).toBe('SUSPENDED')
    expect((await signIn('grace', 'Compiler1952')).status).toBe(401)
    await expect(users().suspendUser({ userId: 'grace' })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'Cannot suspend a user that is not active'),
    )
    await users().unsuspendUser({ userId: 'grace' })
    expect((await signIn('grace', 'Compiler1952')).body.status).toBe('SUCCESS')
    await expect(users().unsuspendUser({ userId: 'grace' })).rejects.toMatchObject(
      refusal(400, 'E0000001', 'not suspended'),
    )
  })
})

describe('unlocking', () => {
  it('lets a locked-out user sign in again', async () => {
    for (let times = 0; times < 10; times++) expect((await signIn('grace', 'wrong')).status).toBe(401)
    expect(await statusOf('grace')).toBe('LOCKED_OUT')
    expect((await signIn('grace', 'Compiler1952')).status).toBe(401)
    await users().unlockUser({ userId: 'grace' })
    expect((await signIn('grace', 'Compiler1952')).body.status).toBe('SUCCESS')
    await expect(users().unlockUser({ userId: 'grace' })).rejects.toMatchObject(
      refusal(403, 'E0000032', 'The user is not locked out.'),
    )
  })

  it('is not needed by a user who entered the right password in between', async () => {
    for (let times = 0; times < 9; times++) await signIn('grace', 'wrong')
    await signIn('grace', 'Compiler1952')
    for (let times = 0; times < 9; times++) await signIn('grace', 'wrong')
    expect(await statusOf('grace')).toBe('ACTIVE')
  })
})

describe('expiring a password', () => {
  it('makes the user change the password at the next sign-in', async () => {
    const expired = await site.send('POST', '/api/v1/users/grace/lifecycle/expire_password')
    expect([expired.body.status, Object.keys(expired.body['_links'])]).toEqual([
      'PASSWORD_EXPIRED',
      expect.arrayContaining(['suspend']),
    ])
    const { body } = await signIn('grace', 'Compiler1952')
    expect(body).toMatchObject({
      status: 'PASSWORD_EXPIRED',
      _embedded: { user: { profile: { login: 'grace@example.com' } }, policy: { complexity: { minLength: 8 } } },
      _links: { next: { name: 'changePassword' }, cancel: { hints: { allow: ['POST'] } } },
    })
    expect((await site.send('POST', '/api/v1/authn/state', { stateToken: body.stateToken })).body).toEqual(body)
    const change = (oldPassword: string) =>
      site.send('POST', '/api/v1/authn/credentials/change_password', {
        stateToken: body.stateToken,
        oldPassword,
        newPassword: 'Mainframe1',
      })
    expect((await change('wrong')).body.errorCode).toBe('E0000014')
    expect((await change('Compiler1952')).body.status).toBe('SUCCESS')
    expect(await statusOf('grace')).toBe('ACTIVE')
    expect((await signIn('grace', 'Compiler1952')).status).toBe(401)
    expect((await signIn('grace', 'Mainframe1')).body.status).toBe('SUCCESS')
  })

  it('can be cancelled by the user', async () => {
    await users().expirePassword({ userId: 'grace' })
    const { body } = await signIn('grace', 'Compiler1952')
    expect((await site.send('POST', '/api/v1/authn/cancel', { stateToken: body.stateToken })).status).toBe(200)
    expect((await site.send('POST', '/api/v1/authn/state', { stateToken: body.stateToken })).status).toBe(401)
  })

  it('returns a temporary password on request', async () => {
    const { body } = await site.send('POST', '/api/v1/users/grace/lifecycle/expire_password?tempPassword=true')
    expect((await signIn('grace', body.tempPassword)).body.status).toBe('PASSWORD_EXPIRED')
    const again = await site.send('POST', '/api/v1/users/grace/lifecycle/expire_password_with_temp_password')
    expect((await signIn('grace', body.tempPassword)).status).toBe(401)
    expect((await signIn('grace', again.body.tempPassword)).body.status).toBe('PASSWORD_EXPIRED')
    expect(await users().expirePasswordAndGetTemporaryPassword({ userId: 'grace' })).toBeDefined()
  })

  it('is refused for users without a password', async () => {
    await expect(users().expirePassword({ userId: 'alan' })).rejects.toMatchObject(refusal(403, 'E0000038'))
    await users().suspendUser({ userId: 'grace' })
    await expect(users().expirePassword({ userId: 'grace' })).rejects.toMatchObject(refusal(403, 'E0000038'))
  })
})

describe('resetting a password', () => {
  it('returns the link that is not sent, and the old password no longer works', async () => {
    const { resetPasswordUrl = '' } = await users().generateResetPasswordToken({ userId: 'grace', sendEmail: false })
    expect(resetPasswordUrl).toMatch(new RegExp(`^${site.emulator.url}/signin/reset-password/\\w{20}$`))
    expect(await statusOf('grace')).toBe('RECOVERY')
    expect((await signIn('grace', 'Compiler1952')).status).toBe(401)
    const recoveryToken = resetPasswordUrl.split('/').at(-1)
    const { body } = await site.send('POST', '/api/v1/authn/recovery/token', { recoveryToken })
    const done = await site.send('POST', '/api/v1/authn/credentials/reset_password', {
      stateToken: body.stateToken,
      newPassword: 'Mainframe1',
    })
    expect(done.body.status).toBe('SUCCESS')
    expect(await statusOf('grace')).toBe('ACTIVE')
  })

  it('requires the sendEmail parameter', async () => {
    const { status, body } = await site.send('POST', '/api/v1/users/grace/lifecycle/reset_password')
    expect([status, body.errorSummary]).toEqual([400, 'Api validation failed: sendEmail'])
    const sent = await site.send('POST', '/api/v1/users/grace/lifecycle/reset_password?sendEmail=true')
    expect(sent.body).toEqual({})
    await users().suspendUser({ userId: 'alan' })
    await expect(users().generateResetPasswordToken({ userId: 'alan', sendEmail: false })).rejects.toMatchObject(
      refusal(403, 'E0000038'),
    )
  })
})

describe('changing credentials', () => {
  const change = (oldPassword: string, newPassword: string) =>
    users().changePassword({
      userId: 'grace',
      changePasswordRequest: { oldPassword: { value: oldPassword }, newPassword: { value: newPassword } },
    })

  it('changes a password for a client that knows the old one', async () => {
    expect(await change('Compiler1952', 'Mainframe1')).toMatchObject({
      password: {},
      recovery_question: { question: 'First computer?' },
    })
    expect((await signIn('grace', 'Mainframe1')).body.status).toBe('SUCCESS')
    await expect(change('Compiler1952', 'Mainframe2')).rejects.toMatchObject(
      refusal(403, 'E0000014', 'Old Password is not correct'),
    )
    await expect(change('Mainframe1', 'Mainframe1')).rejects.toMatchObject(refusal(403, 'E0000014', 'current password'))
    await expect(change('Mainframe1', 'weak')).rejects.toMatchObject(
      refusal(400, 'E0000001', 'Password requirements were not met'),
    )
  })

  it('is refused for suspended users', async () => {
    await users().suspendUser({ userId: 'grace' })
    await expect(change('Compiler1952', 'Mainframe1')).rejects.toMatchObject(refusal(403, 'E0000038'))
  })

  it('changes the question for a client that knows the password', async () => {
    const ask = (password: string, answer: string) =>
      users().changeRecoveryQuestion({
        userId: 'grace',
        userCredentials: { password: { value: password }, recovery_question: { question: 'Ship?', answer } },
      })
    expect(await ask('Compiler1952', 'Hopper')).toMatchObject({ recovery_question: { question: 'Ship?' } })
    await expect(ask('wrong', 'Hopper')).rejects.toMatchObject(refusal(403, 'E0000014', 'Password is not correct'))
    await expect(ask('Compiler1952', 'DDG')).rejects.toMatchObject(refusal(400, 'E0000001', 'at least 4 characters'))
  })

  it('lets a user choose a new password by mail or with the recovery answer', async () => {
    const { resetPasswordUrl } = await users().forgotPassword({ userId: 'grace', sendEmail: false })
    expect(resetPasswordUrl).toContain('/signin/reset-password/')
    expect((await signIn('grace', 'Compiler1952')).body.status).toBe('SUCCESS')
    const answer = (text: string) =>
      users().forgotPasswordSetNewPassword({
        userId: 'grace',
        userCredentials: { password: { value: 'Mainframe1' }, recovery_question: { answer: text } },
      })
    await expect(answer('Mark Two')).rejects.toMatchObject(refusal(403, 'E0000087'))
    await answer('mark one')
    expect((await signIn('grace', 'Mainframe1')).body.status).toBe('SUCCESS')
  })
})

describe('a password that was imported as its hash', () => {
  const create = (hash: Record<string, unknown>) =>
    site.send('POST', '/api/v1/users', { ...isaac, credentials: { password: { hash } } })

  it('is compared with the password of a sign-in', async () => {
    // SHA-256 of "salt" and "tlpWENT2m".
    const value = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('salttlpWENT2m'))).toString('base64')
    const salt = Buffer.from('salt').toString('base64')
    const { body } = await create({ algorithm: 'SHA-256', salt, saltOrder: 'PREFIX', value })
    expect(body).toMatchObject({
      status: 'ACTIVE',
      credentials: { password: {}, provider: { type: 'IMPORT', name: 'IMPORT' } },
    })
    expect((await signIn(userId, 'tlpWENT2m')).body.status).toBe('SUCCESS')
    expect((await signIn(userId, 'tlpWENT3m')).status).toBe(401)
  })

  it('is refused with an unknown algorithm', async () => {
    expect((await create({ algorithm: 'ROT13', value: 'x' })).body.errorSummary).toBe(
      'Api validation failed: algorithm',
    )
  })
})
