import { beforeEach, describe, expect, it } from 'vitest'
import * as engine from './authorize.ts'
import { emptyContext, vendor, type TestContext } from '../oauth.fixture.ts'

let context: TestContext
beforeEach(() => {
  context = emptyContext()
})

const approve = (id: string, handle: string) => engine.approve({ profile: vendor(), context }, id, { handle }).location
const deny = (id: string) => engine.deny({ profile: vendor(), context }, id).location

const right = {
  client_id: 'web-app',
  redirect_uri: 'http://localhost:3000/cb',
  response_type: 'code',
  scope: 'read',
  state: 's 1',
}
const start = (changes: Record<string, string | null> = {}, profile = vendor()) => {
  const pairs = Object.entries({ ...right, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null)
  return engine.startAuthorization({ profile, context }, new URLSearchParams(pairs))
}
const begun = (...request: Parameters<typeof start>): string => {
  const started = start(...request)
  if (started.kind === 'failed') throw new Error(started.response.location)
  return started.request.id
}
const back = (...request: Parameters<typeof start>) => {
  const started = start(...request)
  if (started.kind === 'pending') throw new Error('it asks a person')
  return Object.fromEntries(new URL(started.response.location).searchParams)
}

describe('an authorization request', () => {
  it('is stored, and approved by its id and a person alone', () => {
    const location = new URL(approve(begun(), 'ann'))
    expect(location.origin + location.pathname).toBe('http://localhost:3000/cb')
    expect(location.searchParams.get('state')).toBe('s 1')
    expect(context.rows.oauthCodes.get(location.searchParams.get('code') ?? '')).toMatchObject({
      scopes: ['read'],
      redirectUri: 'http://localhost:3000/cb',
      redeemedAt: null,
    })
  })

  it('keeps the query of a registered redirect_uri as it is', () => {
    const uri = 'http://localhost:3000/other?tenant=a%20b'
    expect(approve(begun({ redirect_uri: uri }), 'ann')).toMatch(/\/other\?tenant=a%20b&code=\w+&state=s\+1$/)
  })

  it('without redirect_uri is answered at the first registered address where that is optional', () => {
    expect(approve(begun({ redirect_uri: null }), 'ann')).toContain('http://localhost:3000/cb?code=')
  })

  it('without state is answered without one', () => {
    expect(approve(begun({ state: null }), 'ann')).not.toContain('state')
  })

  it('is answered once', () => {
    const id = begun()
    approve(id, 'ann')
    expect(() => approve(id, 'ann')).toThrow('answered already')
    expect(() => deny(id)).toThrow('answered already')
  })

  it('expires on the clock an hour after it came, and is deleted', () => {
    const [early, late] = [begun(), begun()]
    context.pass(3_600_000 - 1)
    expect(approve(early, 'ann')).toContain('code=')
    context.pass(1)
    expect(() => approve(late, 'ann')).toThrow('This sign-in expired at 2026-01-01T01:00:00.000Z.')
    begun()
    expect(context.rows.oauthRequests.size).toBe(1)
    expect(() => approve(late, 'ann')).toThrow('was answered already or has expired')
  })

  it('can be denied by the person', () => {
    const location = new URL(deny(begun()))
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error: 'access_denied', state: 's 1' })
  })

  it('stays pending when the form names an unknown person', () => {
    const id = begun()
    expect(() => approve(id, 'eve')).toThrow('user eve cannot sign in; those who can are: ann, bob')
    expect(approve(id, 'bob')).toContain('code=')
  })
})

describe('an authorization request that is answered by a page, never by a redirect', () => {
  it.each([
    [{ client_id: null }, 'client_id is missing'],
    [
      { client_id: 'web-ap' },
      'client_id web-ap is not registered, did you mean web-app? (registered: web-app, other-app)',
    ],
    [
      { redirect_uri: 'http://localhost:3001/cb' },
      'redirect_uri http://localhost:3001/cb is not registered for web-app; registered: http://localhost:3000/cb, ',
    ],
    [{ redirect_uri: 'http://localhost:3000/cb/' }, 'is not registered'],
    [{ redirect_uri: 'http://localhost:3000/cb?x=1' }, 'is not registered'],
    [{ redirect_uri: 'http://localhost:3000/cb#x' }, 'has a fragment'],
    [{ redirect_uri: '/cb' }, 'is not an absolute URI'],
    [{ redirect_uri: 'http://localhost:3000/cb\r\nx: y' }, 'characters that no URI has'],
    [{ client_id: 'other-app', redirect_uri: null }, 'none is registered for other-app'],
    [{ client_id: 'other-app' }, 'registered: nothing'],
  ])('has %o', (changes, message) => {
    expect(() => start(changes)).toThrow(message)
  })

  it.each(['client_id', 'redirect_uri'])('has two of %s', (name) => {
    const query = new URLSearchParams(right)
    query.append(name, right[name as 'client_id'])
    expect(() => engine.startAuthorization({ profile: vendor(), context }, query)).toThrow(
      `${name} came more than once`,
    )
  })

  it('accepts every client when none is registered, but still needs a redirect_uri', () => {
    expect(begun({ client_id: 'anyone', redirect_uri: 'http://localhost:9/x' }, vendor({}, []))).toBeTypeOf('string')
    expect(() => start({ redirect_uri: null }, vendor({}, []))).toThrow('redirect_uri is missing')
  })
})

describe('an authorization request whose error goes back to the client', () => {
  it.each([
    [{ response_type: null }, 'invalid_request', 'response_type is missing'],
    [{ response_type: 'token' }, 'unsupported_response_type', 'response_type is token; expected code'],
    [{ scope: 'read bad' }, 'invalid_scope', 'scope bad does not exist'],
    [{ code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request', 'code_challenge has 1 characters'],
    [{ code_challenge_method: 'S256' }, 'invalid_request', 'without a code_challenge'],
  ])('has %o', (changes, error, description) => {
    const answer = back(changes)
    expect(answer).toMatchObject({ error, state: 's 1' })
    expect(answer['error_description']).toContain(description)
    expect(context.rows.oauthRequests.size).toBe(0)
  })

  it('has a parameter twice', () => {
    const started = engine.startAuthorization(
      { profile: vendor(), context },
      new URLSearchParams([...Object.entries(right), ['scope', 'x']]),
    )
    expect(started).toMatchObject({
      kind: 'failed',
      response: { location: expect.stringContaining('scope+came+more+than+once') },
    })
  })
})
