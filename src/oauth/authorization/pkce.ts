import { createHash } from 'node:crypto'
import { OAuthFailure } from '../failure.ts'

/**
 * The ways in which a verifier is turned into a challenge. https://datatracker.ietf.org/doc/html/rfc7636#section-4.2
 */
export type ChallengeMethod = 'plain' | 'S256'

/** The challenge to which a code is bound: the client that redeems the code must know the verifier. */
export interface Challenge {
  readonly method: ChallengeMethod
  readonly value: string
}

const UNRESERVED = /^[A-Za-z0-9._~-]{43,128}$/
const SHA256 = /^[A-Za-z0-9_-]{43}$/

/**
 * Returns the challenge of an authorization request; null when it has none.
 *
 * @throws OAuthFailure invalid_request for a method that the vendor does not have, and for a value that is no
 * challenge.
 */
export function challengeOf(
  { code_challenge: value, code_challenge_method: sent }: Readonly<Record<string, string>>,
  methods: readonly ChallengeMethod[],
): Challenge | null {
  if (value === undefined) {
    if (sent === undefined) return null
    throw new OAuthFailure('invalid_request', 'code_challenge_method came without a code_challenge')
  }
  // RFC 7636 section 4.3: an absent method is plain.
  const method = methods.find((each) => each === (sent ?? 'plain'))
  if (method === undefined) {
    const came = sent === undefined ? 'absent, which means plain' : sent
    throw new OAuthFailure('invalid_request', `code_challenge_method is ${came}; expected ${methods.join(' or ')}`)
  }
  if (!(method === 'S256' ? SHA256 : UNRESERVED).test(value)) {
    const expected =
      method === 'S256' ? '43 characters of base64url without padding' : '43 to 128 unreserved characters'
    throw new OAuthFailure(
      'invalid_request',
      `code_challenge has ${value.length} characters; expected ${expected} for ${method}`,
    )
  }
  return { method, value }
}

/**
 * Checks a verifier against the challenge of a code. A verifier without a challenge is refused too: it means that
 * somebody took the challenge out of the authorization request.
 *
 * @throws OAuthFailure invalid_grant
 */
export function verify(challenge: Challenge | null, verifier: string | undefined): void {
  if (challenge === null) {
    if (verifier === undefined) return
    throw wrong('code_verifier came, but the code was asked for without a code_challenge')
  }
  if (verifier === undefined)
    throw wrong('code_verifier is missing; the code was asked for with a code_challenge', 'missing')
  if (!UNRESERVED.test(verifier)) {
    throw wrong(`code_verifier has ${verifier.length} characters; expected 43 to 128 unreserved characters`)
  }
  const value = challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  if (value !== challenge.value) {
    throw wrong(
      `code_verifier does not match: its ${challenge.method} challenge is ${value}, expected ${challenge.value}`,
    )
  }
}

function wrong(message: string, reason: 'missing' | 'mismatched' = 'mismatched'): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, {
    culprit: 'verifier',
    problem: { reason, parameter: 'code_verifier' },
  })
}
