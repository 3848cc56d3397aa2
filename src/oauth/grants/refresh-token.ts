import { requireAuthenticated } from '../clients.ts'
import type { OAuthRefreshToken } from '../collections.ts'
import { OAuthFailure } from '../failure.ts'
import { issue } from '../issue.ts'
import type { OAuthContext, Profile } from '../profile.ts'
import type { GrantType } from './grant.ts'

/** A refresh token for new tokens: RFC 6749 section 6. */
export const refreshToken: GrantType = (profile, context, identified, parameters) => {
  const { client } = identified
  const { oauthRefreshTokens, oauthGrants } = context.rows
  const value = parameters['refresh_token']
  if (value === undefined || value === '') throw bad('refresh_token is missing')
  const token = oauthRefreshTokens.get(value)
  if (token?.withoutSecret !== true) requireAuthenticated(identified)
  if (token === undefined) throw bad('refresh_token was not issued, was revoked, or the state was reset since')
  const grant = oauthGrants.require(token.grantId)
  if (grant.clientId !== client.id) throw bad(`refresh_token was issued to ${grant.clientId}, not to ${client.id}`)
  if (token.usedAt !== null) {
    if (profile.refresh?.onReuse === 'end the family') endFamily(profile, context, token)
    throw bad(`refresh_token was used already, at ${new Date(token.usedAt).toISOString()}, and replaced by a new one`)
  }
  const now = context.clock.now()
  if (token.expiresAt <= now) throw bad(`refresh_token expired at ${new Date(token.expiresAt).toISOString()}`)
  const asked = parameters['scope'] === undefined ? token.scopes : profile.scopesIn(parameters['scope'])
  const excess = asked.filter((scope) => !token.scopes.includes(scope))
  if (excess.length > 0) {
    throw new OAuthFailure(
      'invalid_scope',
      `scope has ${excess.join(' ')} more than was granted: ${token.scopes.join(' ')}`,
    )
  }
  const granted = { client, grant, scopes: asked, parameters: {} }
  if (profile.refresh?.rotates !== true) {
    return { ...granted, accessToken: profile.createAccessToken(context, granted), refreshToken: token.id }
  }
  oauthRefreshTokens.update(token.id, { usedAt: now })
  profile.endAccessToken(context, token.accessToken)
  return issue(profile, context, granted, { family: token.family, withoutSecret: token.withoutSecret })
}

function endFamily<X extends OAuthContext>(profile: Profile<X>, context: X, { family }: OAuthRefreshToken): void {
  const { oauthRefreshTokens } = context.rows
  for (const { id, accessToken } of oauthRefreshTokens.list('byFamily', family)) {
    profile.endAccessToken(context, accessToken)
    oauthRefreshTokens.delete(id)
  }
}

function bad(message: string): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, 'refresh_token')
}
