import { MINUTE, SECOND } from '#core/duration.ts'
import { clientWithId, secretsOf, unknownClient, type Client, type Clients, type IdentifiedClient } from './clients.ts'
import type { OAuthContext, Parameters } from '../context.ts'
import { OAuthFailure } from '../failure.ts'
import { decodeJwt, isSignedBy, isSignedWithSecret, JwtFlaw, type Claims, type DecodedJwt } from '../jwt/jwt.ts'

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** How much the clocks of a client and of the instance may differ. Milliseconds. */
const LEEWAY = MINUTE

/** The vendor's rules for client assertions. */
export interface AssertionRules {
  readonly audiences: readonly string[]
  /** How far in the future `exp` may be. Milliseconds. */
  readonly longest: number
}

/**
 * Returns the client that authenticates with a `client_assertion` (RFC 7523 section 3): a JWT for this server that the
 * client has signed with its key or its secret, and uses once.
 *
 * @throws OAuthFailure invalid_client
 */
export function checkAssertion(
  clients: Clients,
  context: OAuthContext,
  parameters: Parameters,
  { audiences, longest }: AssertionRules,
): IdentifiedClient {
  const { client_assertion: assertion = '', client_assertion_type: type, client_id: id } = parameters
  if (type !== TYPE) throw wrong(`client_assertion_type is ${type ?? 'missing'}; expected ${TYPE}`)
  const decoded = decodeClientJwt(assertion)
  const subject = decoded.claims['sub']
  if (typeof subject !== 'string') throw wrong('client_assertion has no sub; expected the client_id')
  if (id !== undefined && id !== subject) throw wrong(`client_id is ${id}; the sub of client_assertion is ${subject}`)
  const client = clientWithId(clients, subject)
  if (client === undefined) throw wrong(unknownClient(clients, subject))
  if (decoded.claims['iss'] !== subject) {
    throw wrong(`iss of client_assertion is ${String(decoded.claims['iss'])}; expected ${subject}`)
  }
  checkTimesAndAudience(context, decoded.claims, audiences)
  const latest = context.clock.now() + longest + LEEWAY
  const exp = Number(decoded.claims['exp'])
  if (exp * SECOND > latest) {
    throw wrong(`client_assertion expires at ${iso(exp)}; expected ${iso(latest / SECOND)} at the latest`)
  }
  const method = checkSignature(decoded, client)
  recordUse(context, client, decoded.claims)
  return { client, authenticated: true, method }
}

/**
 * Checks `exp`, `nbf` and `aud` of a JWT that a client made. The time is that of the instance's clock.
 *
 * @throws OAuthFailure invalid_client
 */
export function checkTimesAndAudience(context: OAuthContext, claims: Claims, audiences: readonly string[]): void {
  const now = context.clock.now()
  const { exp, nbf, aud } = claims
  if (typeof exp !== 'number') throw wrong('the JWT of the client has no exp')
  if (exp * SECOND <= now - LEEWAY)
    throw wrong(`the JWT of the client expired at ${iso(exp)}; it is ${iso(now / SECOND)}`)
  if (typeof nbf === 'number' && nbf * SECOND > now + LEEWAY) {
    throw wrong(`the JWT of the client is not good before ${iso(nbf)}; it is ${iso(now / SECOND)}`)
  }
  const values: unknown[] = Array.isArray(aud) ? aud : [aud]
  if (!values.some((each) => typeof each === 'string' && audiences.includes(each))) {
    throw wrong(`aud of the JWT of the client is ${values.join(', ') || 'missing'}; expected ${audiences.join(' or ')}`)
  }
}

/**
 * Decodes a client's JWT.
 *
 * @throws OAuthFailure invalid_client when it is not a JWT.
 */
export function decodeClientJwt(assertion: string): DecodedJwt {
  try {
    return decodeJwt(assertion)
  } catch (error) {
    if (error instanceof JwtFlaw) throw wrong(`the JWT of the client cannot be read: ${error.message}`)
    throw error
  }
}

function checkSignature(decoded: DecodedJwt, client: Client): 'client_secret_jwt' | 'private_key_jwt' {
  const { id, secret, keys } = client
  const alg = String(decoded.header['alg'])
  if (alg === 'HS256') {
    const secrets = secretsOf(client)
    if (secret === null && keys === undefined) return 'client_secret_jwt'
    if (secrets.some((each) => isSignedWithSecret(decoded, each))) return 'client_secret_jwt'
    throw wrong(`client_assertion is not signed with the secret of ${id}`)
  }
  if (alg !== 'RS256' && alg !== 'ES256' && alg !== 'PS256') {
    throw wrong(`client_assertion is signed with ${alg}; expected RS256 or ES256 or PS256`)
  }
  if (keys === undefined) {
    if (secret === null) return 'private_key_jwt'
    throw wrong(`client_assertion came, but no key is registered for ${id}`)
  }
  if (keys.some((key) => isSignedBy(decoded, key))) return 'private_key_jwt'
  throw wrong(`client_assertion is signed with none of the ${keys.length} keys of ${id}`)
}

/**
 * Records the use of an assertion.
 *
 * @throws OAuthFailure invalid_client when it was used before.
 */
function recordUse({ rows, clock }: OAuthContext, client: Client, { jti, exp }: Claims): void {
  if (typeof jti !== 'string') return
  const id = `${client.id} ${jti}`
  const before = rows.oauthAssertions.get(id)
  if (before !== undefined && before.expiresAt > clock.now()) throw wrong(`client_assertion ${jti} was used already`)
  if (before !== undefined) rows.oauthAssertions.delete(id)
  rows.oauthAssertions.insert({ id, expiresAt: Number(exp) * SECOND + LEEWAY })
}

function iso(seconds: number): string {
  const date = new Date(seconds * SECOND)
  // A client that computes the time wrongly can exceed the range of dates.
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
}

function wrong(message: string): OAuthFailure {
  return new OAuthFailure('invalid_client', message)
}
