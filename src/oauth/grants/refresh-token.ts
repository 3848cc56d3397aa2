import type { Authorization, IssuedTokens } from '../authorization.ts'
import { requireAuthenticated, type Client } from '../clients/clients.ts'
import type { OAuthRefreshToken } from '../collections.ts'
import type { OAuthContext, Parameters } from '../context.ts'
import { OAuthFailure, type RequestProblem } from '../failure.ts'
import { issue, refreshLifetime } from '../tokens/issue.ts'
import type { GrantType, Server } from '../profile.ts'
import { serverIdOf, serverName } from '../server-id.ts'
import { endFamily } from '../tokens/end.ts'

/** Exchanges a refresh token for new tokens: RFC 6749 section 6. */
export const refreshToken: GrantType = (server, identified, parameters) => {
  const { profile, context } = server
  const { client } = identified
  const { oauthRefreshTokens, oauthGrants } = context.rows
  const value = parameters['refresh_token']
  if (value === undefined || value === '') throw invalid('refresh_token is missing', 'missing')
  const token = oauthRefreshTokens.get(value)
  if (token?.withoutSecret !== true) requireAuthenticated(identified)
  if (token === undefined || profile.refresh === null) {
    throw invalid('refresh_token was not issued, was revoked, or the state was reset since', 'unknown')
  }
  const grant = oauthGrants.require(token.grantId)
  if (grant.clientId !== client.id) {
    throw invalid(`refresh_token was issued to ${grant.clientId}, not to ${client.id}`, 'other client')
  }
  checkValid(server, token, client)
  const { dpop_jkt: bound } = token.parameters
  if (bound !== undefined && bound !== parameters['dpop_jkt']) {
    throw invalid('refresh_token is bound to another key than that of the DPoP proof', 'mismatched')
  }
  if (profile.active?.(context, grant.userId) === false) throw invalid('the user can no longer sign in', 'unknown')
  const authorization = {
    client,
    grant,
    scopes: scopesOf(server, token, parameters),
    parameters: token.parameters,
    by: 'refresh_token',
    request: parameters,
    origin: token.origin,
    authTime: token.authTime,
  } as const
  return profile.tokenMembers(renew(server, token, authorization), context)
}

/**
 * Refuses a refresh token of another server, one that was replaced, and one that has expired.
 *
 * @throws OAuthFailure.
 */
function checkValid<X extends OAuthContext>(
  server: Server<X>,
  { server: issuedBy, usedAt, family, expiresAt }: OAuthRefreshToken,
  client: Client,
): void {
  const { context, profile } = server
  const now = context.clock.now()
  const grace = profile.refresh?.grace ?? 0
  const here = serverIdOf(server)
  if (issuedBy !== here)
    throw invalid(`refresh_token was issued by ${serverName(issuedBy)}, not by ${serverName(here)}`, 'unknown')
  if (usedAt !== null && now >= usedAt + (typeof grace === 'function' ? grace(context, client) : grace)) {
    if (profile.refresh?.onReuse === 'end the family') endFamily(server, family)
    throw invalid(`refresh_token was used already, at ${iso(usedAt)}, and replaced by a new one`, 'used')
  }
  if (expiresAt <= now) throw invalid(`refresh_token expired at ${iso(expiresAt)}`, 'expired')
}

function scopesOf<X extends OAuthContext>(
  { profile, context }: Server<X>,
  token: OAuthRefreshToken,
  parameters: Parameters,
): readonly string[] {
  const scope = parameters['scope']
  const requested = scope === undefined ? null : profile.scopesIn(scope)
  if (profile.refresh?.scopes !== undefined) return profile.refresh.scopes(context, token, requested, parameters)
  const excess = (requested ?? []).filter((each) => !token.scopes.includes(each))
  if (excess.length === 0) return requested ?? token.scopes
  throw new OAuthFailure(
    'invalid_scope',
    `scope has ${excess.join(' ')} more than was granted: ${token.scopes.join(' ')}`,
  )
}

/** Issues new tokens, and replaces the refresh token at a vendor that rotates them. */
function renew<X extends OAuthContext>(
  server: Server<X>,
  token: OAuthRefreshToken,
  authorization: Authorization,
): IssuedTokens {
  const { profile, context } = server
  const { refresh } = profile
  const { oauthRefreshTokens } = context.rows
  const now = context.clock.now()
  const rotates =
    typeof refresh?.rotates === 'function' ? refresh.rotates(context, authorization.client) : refresh?.rotates
  if (rotates !== true) {
    if (refresh?.slides === true) {
      oauthRefreshTokens.update(token.id, { expiresAt: now + refreshLifetime(server, authorization) })
    }
    const accessToken = profile.createAccessToken(context, authorization)
    return { ...authorization, accessToken, refreshToken: token.id }
  }
  // Issued before the old token is marked as used: a client that is refused an access token keeps its refresh token.
  const issued = issue(server, authorization, { family: token.family, withoutSecret: token.withoutSecret })
  oauthRefreshTokens.update(token.id, { usedAt: token.usedAt ?? now })
  if (refresh?.endsAccessToken !== false) profile.endAccessToken(context, token.accessToken)
  return issued
}

function invalid(message: string, reason: RequestProblem['reason']): OAuthFailure {
  const problem = { reason, parameter: 'refresh_token' }
  return new OAuthFailure('invalid_grant', message, { culprit: 'refresh_token', problem })
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
