import { HOUR, MINUTE, SECOND } from '#core/duration.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { decodeJwt, JwtFlaw, type Claims, type DecodedJwt } from '#oauth/jwt/jwt.ts'
import type { SignInContext } from '#oidc-a/call.ts'
import { AssertionFailure } from '#oidc-a/errors/assertions.ts'
import type { ServiceAccount } from '#oidc-a/schema.ts'
import { isSignedByAccount, serviceAccountNamed } from './service-accounts.ts'

/** The longest lifetime of an assertion: an hour, and some minutes for clocks that differ. Milliseconds. */
const LONGEST = HOUR + 5 * MINUTE

/** How far the clock of a sender may differ. Milliseconds. */
const LEEWAY = 5 * MINUTE

/** The token endpoints of the vendor, which libraries have built in as the audience of their assertions. */
const TOKEN_URLS = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
  'https://www.googleapis.com/oauth2/v3/token',
  'https://accounts.google.com/o/oauth2/token',
]

/** The paths of the token endpoint of an instance. */
const TOKEN_PATHS = ['/oauth2/token', '/token', '/oauth2/v4/token', '/oauth2/v3/token', '/o/oauth2/token']

/** An assertion that its service account has signed. */
export interface Assertion {
  readonly account: ServiceAccount
  readonly claims: Claims
}

/**
 * Checks the JWT with which a service account asks for tokens.
 * https://developers.google.com/identity/protocols/oauth2/service-account#jwt-auth
 *
 * @throws OAuthFailure invalid_grant
 */
export function checkAssertion(context: SignInContext, text: string): Assertion {
  const decoded = decode(text)
  const { claims } = decoded
  const issuer = String(claims['iss'])
  const account = serviceAccountNamed(context, issuer)
  if (account === undefined) {
    const known = context.rows.serviceAccounts.list('byPosition').map(({ email }) => email)
    throw invalid(
      'Invalid grant: account not found',
      `iss is ${issuer}; expected ${known.join(' or ') || 'an address'}`,
    )
  }
  if (!isSignedByAccount(account, decoded)) {
    throw invalid('Invalid JWT Signature.', `The JWT is not signed RS256 with a key of ${account.email}`)
  }
  checkAudience(context, claims['aud'])
  checkTimes(context.clock.now(), claims)
  return { account, claims }
}

function decode(text: string): DecodedJwt {
  try {
    return decodeJwt(text)
  } catch (error) {
    if (error instanceof JwtFlaw) throw new OAuthFailure('invalid_grant', `assertion is no JWT: ${error.message}`)
    throw error
  }
}

function checkAudience({ origin, urls }: SignInContext, audience: unknown): void {
  const accepted = [...TOKEN_URLS, ...TOKEN_PATHS.map((path) => origin + path)]
  if (accepted.some((each) => each === audience)) return
  const right = urls.of('/oauth2/token')
  const sentence = `Invalid JWT: Failed audience check. The right audience is ${right}`
  throw invalid(sentence, `aud is ${JSON.stringify(audience) ?? 'missing'}`)
}

function checkTimes(now: number, { iat, exp }: Claims): void {
  const [from, to] = [Number(iat) * SECOND, Number(exp) * SECOND]
  if (from <= now + LEEWAY && to > now - LEEWAY && to >= from && to - from <= LONGEST) return
  throw invalid(
    'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. ' +
      'Check your iat and exp values in the JWT claim.',
    `iat is ${String(iat)} and exp is ${String(exp)}; the time is ${Math.floor(now / SECOND)}`,
  )
}

function invalid(sentence: string, message: string): AssertionFailure {
  return new AssertionFailure('invalid_grant', sentence, message)
}
