import { decodeJwt } from 'jose'
import { describe, expect } from 'vitest'
import { Application, POSTED, oidcBTest } from '#oidc-b/oidc-b.fixture.ts'

const it = oidcBTest().extend('application', ({ oidcB }) => new Application(() => oidcB))

describe('the commands', () => {
  it('sign a person in without a page', ({ oidcB }) => {
    const first = oidcB.signIn({ email: 'plato@example.net', nonce: 'n' })
    expect(first).toMatchObject({
      accessToken: expect.stringMatching(/^a/),
      refreshToken: expect.stringMatching(/^r/),
      user: { name: { firstName: 'Plato', lastName: '' }, email: 'plato@example.net' },
      scopes: ['openid', 'email', 'name'],
    })
    expect(decodeJwt(first.idToken)).toMatchObject({ nonce: 'n', email_verified: false, real_user_status: 2 })
    expect(oidcB.signIn({ email: 'plato@example.net' }).user).toBeNull()
  })

  it('hide an address, or share it', ({ application, oidcB }) => {
    const { user, idToken } = oidcB.signIn({ email: 'ada@example.com', hideEmail: true })
    expect(user?.email).toMatch(/@privaterelay/)
    expect(decodeJwt(idToken)['email']).toBe(user?.email)
    const url = application.link({ ...POSTED, response_type: 'code id_token' })
    const { parameters } = oidcB.authorize({ url, email: 'grace@example.org', hideEmail: false })
    expect(parameters['user']).toContain('grace@example.org')
    expect(decodeJwt(parameters['id_token'] ?? '')['email']).toBe('grace@example.org')
  })

  it('refuse unknown people, applications, scopes and options', ({ application, oidcB }) => {
    expect(() => oidcB.signIn({ email: 'nobody@example.com' })).toThrow('user nobody@example.com cannot sign in')
    expect(() => oidcB.signIn({ email: 'ada@example.com', clientId: 'com.example.webb' })).toThrow('did you mean')
    expect(() => oidcB.signIn({ email: 'ada@example.com', scopes: ['profile'] })).toThrow('scope has profile')
    expect(() => oidcB.authorize({ url: application.link({ client_id: 'x' }), email: 'ada@example.com' })).toThrow(
      'client_id x is not registered',
    )
    // @ts-expect-error there is no such option
    expect(() => oidcB.signIn({ mail: 'ada@example.com' })).toThrow(TypeError)
  })
})
