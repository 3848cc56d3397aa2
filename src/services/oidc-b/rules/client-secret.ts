import { checkTimesAndAudience, decodeClientJwt } from '../../../oauth/client-assertion.ts'
import type { Client } from '../../../oauth/clients.ts'
import { OAuthFailure } from '../../../oauth/failure.ts'
import { isSignedBy, type Claims } from '../../../oauth/jwt.ts'
import type { SignInContext } from '../call.ts'
import type { OAuthClient } from '../schema.ts'

/** The longest that a client secret may have to live, seconds: six months. */
const LONGEST = 15_777_000

/** How far the clocks of a client and of the instance may be apart, seconds. */
const LEEWAY = 60

/** The issuer as most clients have it built in; the instance's own URL is as good. */
const VENDOR = 'https://appleid.apple.com'

/**
 * Checks a client secret: a JWT that the client has signed ES256 with its team's key. What of it the seed says nothing about
 * (team, key id, key) may be anything.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 *
 * @throws OAuthFailure invalid_client
 */
export function checkClientSecret(context: SignInContext, { id }: Client, secret: string): void {
  const decoded = decodeClientJwt(secret)
  const { header, claims } = decoded
  const registered = context.rows.clients.get(id)
  if (header['alg'] !== 'ES256') throw wrong(`its alg is ${said(header['alg'])}; expected ES256`)
  checkHeaderAndTeam(header['kid'], claims['iss'], registered)
  if (claims['sub'] !== id) throw wrong(`its sub is ${said(claims['sub'])}; expected the client_id, ${id}`)
  checkTimesAndAudience(context, claims, [VENDOR, context.origin])
  checkLifetime(context, claims)
  const key = registered?.publicKey ?? null
  if (key !== null && !isSignedBy(decoded, key)) {
    throw wrong(`its signature is not of the private key that goes with the public_key of ${id}`)
  }
}

function checkHeaderAndTeam(kid: unknown, iss: unknown, registered: OAuthClient | undefined): void {
  if (typeof kid !== 'string' || kid === '') throw wrong('its header has no kid; expected the id of the key')
  const { keyId = null, teamId = null } = registered ?? {}
  if (keyId !== null && kid !== keyId) throw wrong(`its kid is ${kid}; expected the key_id ${keyId}`)
  if (typeof iss !== 'string' || iss === '') throw wrong('it has no iss; expected the id of the team')
  if (teamId !== null && iss !== teamId) throw wrong(`its iss is ${iss}; expected the team_id ${teamId}`)
}

function checkLifetime({ clock }: SignInContext, { iat, exp }: Claims): void {
  const now = clock.now() / 1000
  if (typeof iat !== 'number') throw wrong('it has no iat; expected when it was made, in seconds')
  if (iat > now + LEEWAY) throw wrong(`its iat is ${iso(iat)}, which is yet to come; it is ${iso(now)}`)
  const latest = now + LONGEST + LEEWAY
  if (Number(exp) > latest) {
    throw wrong(`its exp is ${iso(Number(exp))}; expected ${iso(now + LONGEST)} at the latest, six months from now`)
  }
}

function said(value: unknown): string {
  if (value === undefined) return 'missing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function iso(seconds: number): string {
  const date = new Date(seconds * 1000)
  // A client that reckons wrong can be beyond all dates.
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
}

function wrong(message: string): OAuthFailure {
  return new OAuthFailure('invalid_client', `client_secret is not good: ${message}`)
}
