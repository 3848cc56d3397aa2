import { describe, expect, it } from 'vitest'
import { challengeOf, verify } from './pkce.ts'

// RFC 7636 appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const value = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const both = ['S256', 'plain'] as const

describe('a challenge', () => {
  it('is the hash of its verifier, or with plain the verifier itself', () => {
    const challenge = challengeOf({ code_challenge: value, code_challenge_method: 'S256' }, both)
    expect(challenge).toEqual({ method: 'S256', value })
    expect(() => verify(challenge, verifier)).not.toThrow()
    expect(() => verify(challengeOf({ code_challenge: verifier }, both), verifier)).not.toThrow()
  })

  it('may be absent, if the verifier is absent too', () => {
    expect(challengeOf({}, both)).toBeNull()
    expect(() => verify(null, undefined)).not.toThrow()
    expect(() => verify(null, verifier)).toThrow('asked for without a code_challenge')
  })

  it.each([
    [{ code_challenge_method: 'S256' }, 'without a code_challenge'],
    [{ code_challenge: value, code_challenge_method: 's256' }, 'code_challenge_method is s256; expected S256 or plain'],
    [{ code_challenge: `${value}=`, code_challenge_method: 'S256' }, '43 characters of base64url without padding'],
    [{ code_challenge: 'short', code_challenge_method: 'plain' }, '43 to 128 unreserved characters'],
  ])('is refused when it is %o', (parameters, message) => {
    expect(() => challengeOf(parameters as Record<string, string>, both)).toThrow(message)
  })

  it('without a method is plain, which not every vendor accepts', () => {
    expect(() => challengeOf({ code_challenge: verifier }, ['S256'])).toThrow(
      'absent, which means plain; expected S256',
    )
  })

  it('does not match a missing, malformed or other verifier', () => {
    const challenge = { method: 'S256', value } as const
    expect(() => verify(challenge, undefined)).toThrow('code_verifier is missing')
    expect(() => verify(challenge, 'short')).toThrow('code_verifier has 5 characters')
    expect(() => verify(challenge, value)).toThrow(`expected ${value}`)
    expect(() => verify({ method: 'plain', value: verifier }, value)).toThrow('does not match')
  })
})
