import { describe, expect } from 'vitest'
import { accountsTest } from '#deployhost/accounts.fixture.ts'

const it = await accountsTest()

describe('the user', () => {
  it('is read whole', async ({ at }) => {
    const answer = await at.as('ada').vercel.user.getAuthUser()
    expect(answer?.user).toMatchObject({
      username: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      defaultTeamId: null,
    })
    expect((await at.call('GET', '/v2/user')).body.user.id).toMatch(/^[A-Za-z0-9]{24}$/)
  })

  it('is the first seeded one for requests without a token', async ({ at }) => {
    const { body } = await at.call('GET', '/v2/user', { token: null })
    expect(body.user.username).toBe('ada')
  })

  it('is updated member by member', async ({ at }) => {
    const { status, body } = await at.call('PATCH', '/v2/user', { body: { name: 'Countess' } })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ name: 'Countess', username: 'ada', email: 'ada@example.com' })
    expect((await at.as('ada').vercel.user.getAuthUser())?.user).toMatchObject({ name: 'Countess' })
  })

  it('needs the scope user to be changed', async ({ at }) => {
    const { status, body } = await at.call('PATCH', '/v2/user', { token: 'reader', body: { name: 'X' } })
    expect(status).toBe(403)
    expect(body.error).toEqual({
      code: 'forbidden',
      message: 'Not authorized: this operation needs a token with the scope "user"; this token has none.',
    })
  })

  it('cannot take the name of another user or team', async ({ at }) => {
    for (const username of ['Grace', 'acme']) {
      const { status, body } = await at.call('PATCH', '/v2/user', { body: { username } })
      expect([status, body.error.code]).toEqual([409, 'username_taken'])
    }
    const { body } = await at.call('PATCH', '/v2/user', { body: { email: 'GRACE@example.com' } })
    expect(body.error.code).toBe('email_taken')
  })

  it('refuses unknown and invalid members by name', async ({ at }) => {
    const message = async (body: unknown) => (await at.call('PATCH', '/v2/user', { body })).body.error
    expect(await message({ name: 1 })).toEqual({
      code: 'bad_request',
      message: 'Invalid request: `name` should be string.',
    })
    expect((await message({ nick: 'a' })).message).toBe('Invalid request: should NOT have additional property `nick`.')
    expect((await message({ email: 'nobody' })).message).toBe('Invalid request: `email` should match format "email".')
    expect((await message([])).message).toBe('Invalid request: should be object.')
  })
})

describe('tokens', () => {
  it('that are unknown are refused', async ({ at }) => {
    const { status, body } = await at.call('GET', '/v2/user', { token: 'nobody' })
    expect(status).toBe(403)
    expect(body).toEqual({ error: { code: 'forbidden', message: 'Not authorized', invalidToken: true } })
  })

  it('are listed, created, retrieved and deleted', async ({ at }) => {
    const { vercel } = at.as('ada')
    const { token, bearerToken } = await vercel.authentication.createAuthToken({ requestBody: { name: 'ci' } })
    expect(token.name).toBe('ci')
    expect((await at.as(bearerToken).vercel.user.getAuthUser())?.user).toMatchObject({ username: 'ada' })
    const { tokens } = await vercel.authentication.listAuthTokens()
    expect(tokens.map((each) => each.name)).toEqual(['ci', 'reader', 'ada'])
    expect(JSON.stringify(tokens)).not.toContain(bearerToken)
    expect((await vercel.authentication.getAuthToken({ tokenId: token.id })).token).toEqual(tokens[0])
    expect(await vercel.authentication.deleteAuthToken({ tokenId: token.id })).toEqual({ tokenId: token.id })
    expect((await at.call('GET', '/v2/user', { token: bearerToken })).status).toBe(403)
  })

  it('are refused once they have expired', async ({ at }) => {
    at.deployhost.clock.freeze()
    const expiresAt = at.deployhost.clock.now() + 60_000
    const { bearerToken } = await at.as('ada').vercel.authentication.createAuthToken({
      requestBody: { name: 'brief', expiresAt },
    })
    expect((await at.call('GET', '/v2/user', { token: bearerToken })).status).toBe(200)
    at.deployhost.clock.advance('1m')
    expect((await at.call('GET', '/v2/user', { token: bearerToken })).status).toBe(403)
  })

  it('of other users are not found', async ({ at }) => {
    const { tokens } = await at.as('grace').vercel.authentication.listAuthTokens()
    const { status, body } = await at.call('GET', `/v5/user/tokens/${tokens[0]?.id}`)
    expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'Token not found.' }])
  })
})
