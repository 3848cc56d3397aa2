import { requireAuthenticated, type Client } from '../clients.ts'
import type { OAuthRefreshToken } from '../collections.ts'
import { OAuthFailure, type Fault } from '../failure.ts'
import { issue, refreshLifetime } from '../issue.ts'
import type { Granted, OAuthContext, Parameters, Profile } from '../profile.ts'
import type { RefreshProfile } from '../profile-parts.ts'
import { endFamily } from '../stem.ts'
import type { GrantType } from './grant.ts'

/** A refresh token for new tokens: RFC 6749 section 6. */
export const refreshToken: GrantType = (profile, context, identified, parameters) => {
  const { client } = identified
  const { oauthRefreshTokens, oauthGrants } = context.rows
  const { refresh } = profile
  const value = parameters['refresh_token']
  if (value === undefined || value === '') throw bad('refresh_token is missing', 'missing')
  const token = oauthRefreshTokens.get(value)
  if (token?.withoutSecret !== true) requireAuthenticated(identified)
  if (token === undefined || refresh === null) {
    throw bad('refresh_token was not issued, was revoked, or the state was reset since', 'unknown')
  }
  const grant = oauthGrants.require(token.grantId)
  if (grant.clientId !== client.id) {
    throw bad(`refresh_token was issued to ${grant.clientId}, not to ${client.id}`, 'other client')
  }
  checkGood(profile, context, refresh, token, client)
  if (profile.active?.(context, grant.userId) === false) throw bad('the user can no longer sign in', 'unknown')
  const granted = {
    client,
    grant,
    scopes: scopesOf(profile, context, refresh, token, parameters),
    parameters: token.parameters,
    by: 'refresh_token',
    request: parameters,
    origin: token.origin,
    authTime: token.authTime,
  } as const
  return profile.tokenMembers(renew(profile, context, refresh, token, granted), context)
}

function checkGood<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  refresh: RefreshProfile<X>,
  { server, usedAt, family, expiresAt }: OAuthRefreshToken,
  client: Client,
): void {
  const now = context.clock.now()
  const { grace = 0 } = refresh
  const here = profile.server?.(context) ?? ''
  if (server !== here) throw bad(`refresh_token was issued by ${server}, not by ${here}`, 'unknown')
  if (usedAt !== null && now >= usedAt + (typeof grace === 'function' ? grace(context, client) : grace)) {
    if (refresh.onReuse === 'end the family') endFamily(profile, context, family)
    throw bad(`refresh_token was used already, at ${iso(usedAt)}, and replaced by a new one`, 'used')
  }
  if (expiresAt <= now) throw bad(`refresh_token expired at ${iso(expiresAt)}`, 'expired')
}

function scopesOf<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  refresh: RefreshProfile<X>,
  token: OAuthRefreshToken,
  parameters: Parameters,
): readonly string[] {
  const scope = parameters['scope']
  const asked = scope === undefined ? null : profile.scopesIn(scope)
  if (refresh.scopes !== undefined) return refresh.scopes(context, token, asked, parameters)
  const excess = (asked ?? []).filter((each) => !token.scopes.includes(each))
  if (excess.length === 0) return asked ?? token.scopes
  throw new OAuthFailure(
    'invalid_scope',
    `scope has ${excess.join(' ')} more than was granted: ${token.scopes.join(' ')}`,
  )
}

function renew<X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  refresh: RefreshProfile<X>,
  token: OAuthRefreshToken,
  granted: Granted,
) {
  const { oauthRefreshTokens } = context.rows
  const now = context.clock.now()
  if (!rotates(refresh, context, granted.client)) {
    if (refresh.slides === true)
      oauthRefreshTokens.update(token.id, { expiresAt: now + refreshLifetime(refresh, context, granted) })
    return { ...granted, accessToken: profile.createAccessToken(context, granted), refreshToken: token.id }
  }
  // First of all, so that whoever is refused an access token keeps the refresh token.
  const issued = issue(profile, context, granted, { family: token.family, withoutSecret: token.withoutSecret })
  oauthRefreshTokens.update(token.id, { usedAt: token.usedAt ?? now })
  if (refresh.endsAccessToken !== false) profile.endAccessToken(context, token.accessToken)
  return issued
}

function rotates<X extends OAuthContext>({ rotates: rule }: RefreshProfile<X>, context: X, client: Client): boolean {
  return typeof rule === 'function' ? rule(context, client) : rule
}

function bad(message: string, reason: Fault['reason']): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, 'refresh_token', {}, { reason, parameter: 'refresh_token' })
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
