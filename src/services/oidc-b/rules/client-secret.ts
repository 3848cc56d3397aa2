import { checkTimesAndAudience, decodeClientJwt } from '#oauth/clients/assertion.ts'
import type { Client } from '#oauth/clients/clients.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import { isSignedBy, type Claims } from '#oauth/jwt/jwt.ts'
import type { SignInContext } from '#oidc-b/call.ts'
import type { OAuthClient } from '#oidc-b/schema.ts'

/** The longest lifetime of a client secret, seconds: six months. */
const LONGEST_LIFETIME = 15_777_000

/** How much the clocks of a client and of the instance may differ. Seconds. */
const LEEWAY = 60

/** The issuer that most clients have built in. The instance accepts its own URL as well. */
const VENDOR_ISSUER = 'https://appleid.apple.com'

/**
 * Checks a client secret: a JWT that the client has signed ES256 with its team's key. The team, key id and key may be
 * anything if the seed does not name them.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 *
 * @throws OAuthFailure invalid_client
 */
export function checkClientSecret(context: SignInContext, { id }: Client, secret: string): void {
  const decoded = decodeClientJwt(secret)
  const { header, claims } = decoded
  const registered = context.rows.clients.get(id)
  if (header['alg'] !== 'ES256') throw wrong(`its alg is ${shown(header['alg'])}; expected ES256`)
  checkHeaderAndTeam(header['kid'], claims['iss'], registered)
  if (claims['sub'] !== id) throw wrong(`its sub is ${shown(claims['sub'])}; expected the client_id, ${id}`)
  checkTimesAndAudience(context, claims, [VENDOR_ISSUER, context.origin])
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
  const latest = now + LONGEST_LIFETIME + LEEWAY
  if (Number(exp) > latest) {
    throw wrong(
      `its exp is ${iso(Number(exp))}; expected ${iso(now + LONGEST_LIFETIME)} at the latest, six months from now`,
    )
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function iso(seconds: number): string {
  const date = new Date(seconds * 1000)
  // A client that computes the time wrongly can exceed the range of dates.
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString()
}

function wrong(message: string): OAuthFailure {
  return new OAuthFailure('invalid_client', `client_secret is not good: ${message}`)
}
