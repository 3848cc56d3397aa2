import { beforeEach, describe, expect, it } from 'vitest'
import type { Credentials } from '#core/auth.ts'
import { approve, findPerson, startAuthorization } from '../authorization/authorize.ts'
import { approveDevice, denyDevice, findDevice, startDevice } from './device.ts'
import { device, emptyContext, OTHER, vendor, WEB, type TestContext } from '../oauth.fixture.ts'
import type { Profile } from '../profile.ts'
import { redeem } from './redeem.ts'

let context: TestContext
let profile: Profile<TestContext>
beforeEach(() => {
  context = emptyContext()
  profile = vendor()
})

const MINUTE = 60_000
const uri = 'http://localhost:3000/cb'
const client = { client_id: 'web-app', client_secret: 'shh' }
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }

function codeFor(more: Record<string, string> = { redirect_uri: uri }): string {
  const query = new URLSearchParams({ client_id: 'web-app', response_type: 'code', scope: 'read write', ...more })
  const started = startAuthorization({ profile, context }, query)
  if (started.kind === 'failed') throw new Error(started.response.location)
  return (
    new URL(approve({ profile, context }, started.request.id, { handle: 'ann' }).location).searchParams.get('code') ??
    ''
  )
}
const ask = (parameters: Record<string, string>, credentials: Credentials | null = null) =>
  redeem({ profile, context }, { parameters, credentials })
const exchange = (code: string, more: Record<string, string> = {}) =>
  ask({ grant_type: 'authorization_code', ...client, redirect_uri: uri, code, ...more })
const refresh = (token: string | number | undefined, more: Record<string, string> = {}) =>
  ask({ grant_type: 'refresh_token', ...client, refresh_token: String(token), ...more })

describe('a code', () => {
  it('is exchanged for an access token once', () => {
    const code = codeFor()
    expect(exchange(code)).toMatchObject({ access_token: expect.any(String), scope: 'read write' })
    expect(() => exchange(code)).toThrow(`code ${code} was redeemed already, at 2026-01-01T00:00:00.000Z`)
  })

  it('is valid for ten minutes of the clock', () => {
    const [early, late] = [codeFor(), codeFor()]
    context.pass(10 * MINUTE - 1)
    expect(exchange(early)).toHaveProperty('access_token')
    context.pass(1)
    expect(() => exchange(late)).toThrow('expired at 2026-01-01T00:10:00.000Z')
  })

  it('is refused from another client', () => {
    expect(() => exchange(codeFor(), { client_id: 'other-app', client_secret: 'other' })).toThrow(
      'was issued to web-app, not to other-app',
    )
  })

  it('must be there', () => {
    expect(() => exchange('')).toThrow('code is missing')
    expect(() => exchange('nonsense')).toThrow('code nonsense was not issued')
  })

  it('needs exactly the redirect_uri of the authorization request', () => {
    const code = codeFor()
    expect(() => exchange(code, { redirect_uri: `${uri}/` })).toThrow(
      `redirect_uri is ${uri}/; the code was issued for ${uri}`,
    )
    expect(() => exchange(code, { redirect_uri: '' })).toThrow(`redirect_uri is missing; expected ${uri}`)
    expect(exchange(code)).toHaveProperty('access_token')
  })

  it('needs no redirect_uri if the authorization request had none, or where that is optional', () => {
    expect(exchange(codeFor({}), { redirect_uri: '' })).toHaveProperty('access_token')
    profile = vendor({ redirectUriAtToken: 'optional' })
    expect(exchange(codeFor(), { redirect_uri: '' })).toHaveProperty('access_token')
    expect(() => exchange(codeFor(), { redirect_uri: 'http://localhost:3000/other' })).toThrow(
      'the code was issued for',
    )
  })

  it('with a challenge needs the verifier, and without one allows none', () => {
    const bound = codeFor({ redirect_uri: uri, ...challenge })
    expect(() => exchange(bound)).toThrow('code_verifier is missing')
    expect(() => exchange(bound, { code_verifier: verifier.replace('d', 'e') })).toThrow('does not match')
    expect(exchange(bound, { code_verifier: verifier })).toHaveProperty('access_token')
    expect(() => exchange(codeFor(), { code_verifier: verifier })).toThrow('without a code_challenge')
  })
})

describe('a client', () => {
  it('authenticates in the body or with Basic, with an encoded or a plain secret', () => {
    profile = vendor({}, [{ ...WEB, secret: 'a+b %' }])
    expect(exchange(codeFor(), { client_secret: 'a+b %' })).toHaveProperty('access_token')
    for (const password of ['a+b %', 'a%2Bb%20%25', 'a%2Bb+%25']) {
      const parameters = { grant_type: 'authorization_code', code: codeFor(), redirect_uri: uri }
      expect(ask(parameters, { scheme: 'basic', username: 'web-app', password })).toHaveProperty('access_token')
    }
  })

  it.each([
    [{ client_id: '' }, 'client_id is missing'],
    [{ client_id: 'web' }, 'client_id web is not registered'],
    [{ client_secret: 'wrong' }, 'client_secret is not the one registered for web-app'],
    [{ client_secret: '' }, 'client_secret is missing; web-app has one'],
  ])('is refused with %o', (changes, message) => {
    expect(() => exchange(codeFor(), changes)).toThrow(message)
  })

  it('must be the same in the body and the header', () => {
    expect(() =>
      ask(
        { grant_type: 'authorization_code', ...client },
        { scheme: 'basic', username: 'other-app', password: 'other' },
      ),
    ).toThrow('client_id is web-app in the body and other-app in the Authorization header')
  })

  it('can have any id and secret when none is registered', () => {
    profile = vendor({}, [])
    expect(exchange(codeFor(), { client_secret: 'whatever' })).toHaveProperty('access_token')
  })

  it('must name an existing grant type', () => {
    expect(() => ask(client)).toThrow('grant_type is missing; expected authorization_code or refresh_token or device')
    expect(() => ask({ ...client, grant_type: 'password' })).toThrow('grant_type is password; expected')
    expect(() => ask({ ...client, grant_type: 'toString' })).toThrow('grant_type is toString; expected')
  })
})

describe('a refresh token', () => {
  it('is replaced when it is used, and its access token ends', () => {
    const first = exchange(codeFor())
    const second = refresh(first['refresh_token'])
    expect(second['refresh_token']).not.toBe(first['refresh_token'])
    expect(context.rows.tokens.all().map(({ id }) => id)).toEqual([second['access_token']])
    expect(refresh(second['refresh_token'])).toHaveProperty('access_token')
  })

  it('used again ends its whole family where the vendor does that', () => {
    const first = exchange(codeFor())
    const second = refresh(first['refresh_token'])
    expect(() => refresh(first['refresh_token'])).toThrow('was used already')
    expect(context.rows.tokens.size).toBe(0)
    expect(() => refresh(second['refresh_token'])).toThrow('was not issued, was revoked')
  })

  it('used again is only refused where the vendor does that', () => {
    const { refresh: rules } = profile
    if (rules !== null) profile = vendor({ refresh: { ...rules, onReuse: 'nothing' } })
    const first = exchange(codeFor())
    const second = refresh(first['refresh_token'])
    expect(() => refresh(first['refresh_token'])).toThrow('was used already')
    expect(refresh(second['refresh_token'])).toHaveProperty('access_token')
  })

  it('stays valid for its lifetime where the vendor does not rotate', () => {
    const { refresh: rules } = profile
    if (rules !== null) profile = vendor({ refresh: { ...rules, rotates: false } })
    const { refresh_token: token } = exchange(codeFor())
    expect(refresh(token)['refresh_token']).toBe(token)
    expect(context.rows.tokens.size).toBe(2)
    context.pass(60 * MINUTE)
    expect(() => refresh(token)).toThrow('refresh_token expired at 2026-01-01T01:00:00.000Z')
  })

  const refreshing = (changes: Partial<NonNullable<Profile<TestContext>['refresh']>>) => {
    const { refresh: rules } = vendor()
    if (rules !== null) profile = vendor({ refresh: { ...rules, ...changes } })
  }

  it('stays valid after its replacement for the vendor’s grace period', () => {
    refreshing({ grace: 30_000, endsAccessToken: false })
    const first = exchange(codeFor())
    const second = refresh(first['refresh_token'])
    context.pass(29_999)
    expect(refresh(first['refresh_token'])['refresh_token']).not.toBe(second['refresh_token'])
    expect(context.rows.tokens.size).toBe(3)
    context.pass(1)
    expect(() => refresh(first['refresh_token'])).toThrow('was used already, at 2026-01-01T00:00:00.000Z')
    refreshing({ grace: Infinity })
    const old = exchange(codeFor())['refresh_token']
    refresh(old)
    context.pass(59 * MINUTE)
    expect(refresh(old)).toHaveProperty('access_token')
  })

  it('ends the oldest one beyond the vendor’s limit', () => {
    refreshing({ limit: 2, rotates: false })
    const tokens = [1, 2, 3].map(() => {
      context.pass(1)
      return exchange(codeFor())['refresh_token']
    })
    expect(() => refresh(tokens[0])).toThrow('was not issued, was revoked')
    for (const token of tokens.slice(1)) expect(refresh(token)).toHaveProperty('access_token')
  })

  it('begins its lifetime again when it is used where the vendor does that', () => {
    refreshing({ slides: true, rotates: false })
    const token = exchange(codeFor())['refresh_token']
    context.pass(59 * MINUTE)
    refresh(token)
    context.pass(59 * MINUTE)
    expect(refresh(token)).toHaveProperty('access_token')
  })

  it('is replaced for some clients only where the vendor decides by client', () => {
    refreshing({ rotates: (_server, { id }) => id === 'other-app' })
    const token = exchange(codeFor())['refresh_token']
    expect(refresh(token)['refresh_token']).toBe(token)
  })

  it('can request the scopes that the vendor’s own rule allows', () => {
    refreshing({ scopes: (_context, _token, requested) => requested ?? ['all'] })
    expect(refresh(exchange(codeFor())['refresh_token'], { scope: 'anything' })['scope']).toBe('anything')
  })

  it('can request fewer scopes than were granted, not more', () => {
    const { refresh_token: token } = exchange(codeFor())
    expect(() => refresh(token, { scope: 'read delete' })).toThrow('scope has delete more than was granted: read write')
    expect(refresh(token, { scope: 'read' })['scope']).toBe('read')
  })

  it('is refused from another client, and without authentication', () => {
    const { refresh_token: token } = exchange(codeFor())
    expect(() => refresh(token, { client_id: OTHER.id, client_secret: 'other' })).toThrow(
      'was issued to web-app, not to',
    )
    expect(() => refresh(token, { client_secret: '' })).toThrow('client_secret is missing')
    expect(() => refresh('')).toThrow('refresh_token is missing')
    expect(() => refresh('nonsense')).toThrow('was not issued')
  })

  it('ends with its grant', () => {
    const { refresh_token: token } = exchange(codeFor())
    const grant = context.rows.oauthGrants.find('client', 'web-app', 1)
    context.rows.oauthGrants.delete(grant?.id ?? 0)
    expect(() => refresh(token)).toThrow('was not issued, was revoked')
  })
})

describe('a device', () => {
  const begin = () =>
    startDevice({ profile, context }, { parameters: { client_id: 'web-app', scope: 'read' }, credentials: null })
  const poll = (code: string, more: Record<string, string> = {}) =>
    ask({ grant_type: 'device', ...client, device_code: code, ...more })
  const agree = (userCode: string) => {
    approveDevice(
      { profile, context },
      findDevice({ profile, context }, userCode),
      findPerson({ profile, context }, 'bob'),
    )
  }

  it('gets its tokens once a person has agreed', () => {
    const { id, userCode } = begin()
    expect(() => poll(id)).toThrow(`nobody has entered ${userCode}`)
    agree(` ${userCode.toLowerCase().replace('-', '')}`)
    context.pass(5000)
    const { refresh_token: token, scope } = poll(id)
    expect(scope).toBe('read')
    expect(() => poll(id)).toThrow('redeemed already')
    expect(() => refresh(token, { client_secret: '' })).toThrow('client_secret is missing')
    expect(refresh(token)).toHaveProperty('access_token')
  })

  it('needs an authenticated client', () => {
    const { id } = begin()
    expect(() => poll(id, { client_secret: '' })).toThrow('client_secret is missing; web-app has one')
    expect(() => poll(id, { client_secret: 'wrong' })).toThrow('is not the one registered for web-app')
  })

  it('needs no secret at a vendor that demands none, also to refresh', () => {
    profile = vendor({ device: { ...device, authenticates: false } })
    const { id, userCode } = begin()
    agree(userCode)
    const { refresh_token: token } = poll(id, { client_secret: '' })
    expect(refresh(token, { client_secret: '' })).toHaveProperty('access_token')
  })

  it('gets no tokens for a person who can no longer sign in', () => {
    const { id, userCode } = begin()
    agree(userCode)
    profile = vendor({ active: () => false })
    expect(() => poll(id)).toThrow('the user can no longer sign in')
  })

  it('must wait longer when it polls too early', () => {
    const { id } = begin()
    expect(() => poll(id)).toThrow(expect.objectContaining({ code: 'authorization_pending' }))
    context.pass(4999)
    expect(() => poll(id)).toThrow(expect.objectContaining({ code: 'slow_down', details: { interval: 10 } }))
    context.pass(9999)
    expect(() => poll(id)).toThrow(expect.objectContaining({ code: 'slow_down', details: { interval: 15 } }))
    context.pass(15_000)
    expect(() => poll(id)).toThrow(expect.objectContaining({ code: 'authorization_pending' }))
  })

  it('expires after fifteen minutes', () => {
    const { id, userCode } = begin()
    context.pass(15 * MINUTE)
    expect(() => findDevice({ profile, context }, userCode)).toThrow('expired at 2026-01-01T00:15:00.000Z')
    expect(() => poll(id)).toThrow(expect.objectContaining({ code: 'expired_token' }))
  })

  it('gets access_denied when the person denies it', () => {
    const { id, userCode } = begin()
    denyDevice(context, findDevice({ profile, context }, userCode))
    expect(() => poll(id)).toThrow(expect.objectContaining({ code: 'access_denied' }))
    expect(() => findDevice({ profile, context }, userCode)).toThrow('answered already')
  })

  it('must send its own code, from its own client', () => {
    const { id } = begin()
    expect(() => poll('')).toThrow('device_code is missing')
    expect(() => poll('nonsense')).toThrow('device_code nonsense was not issued')
    expect(() => poll(id, { client_id: 'other-app', client_secret: 'other' })).toThrow(
      'was issued to web-app, not to other-app',
    )
    expect(() => findDevice({ profile, context }, 'AAAA-AAAA')).toThrow('No device waits with the code AAAA-AAAA')
  })

  it('must have a registered client and existing scopes', () => {
    const start = (parameters: Record<string, string>) =>
      startDevice({ profile, context }, { parameters, credentials: null })
    expect(() => start({ client_id: 'nobody' })).toThrow('client_id nobody is not registered')
    expect(() => start({ client_id: 'web-app', scope: 'bad' })).toThrow('scope bad does not exist')
    profile = vendor({ device: null })
    expect(() => start({ client_id: 'web-app' })).toThrow('no device flow')
  })
})

describe('a grant', () => {
  it('collects the scopes of all requests of a client', () => {
    codeFor({ scope: 'a' })
    codeFor({ scope: 'b' })
    expect(context.rows.oauthGrants.all()).toMatchObject([{ clientId: 'web-app', userId: 1, scopes: ['a', 'b'] }])
  })
})
