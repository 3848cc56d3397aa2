import { requireAuthenticated } from '../clients/clients.ts'
import type { OAuthCode } from '../collections.ts'
import { OAuthFailure, type RequestProblem } from '../failure.ts'
import { issue } from '../tokens/issue.ts'
import { verify } from '../authorization/pkce.ts'
import type { GrantType } from '../profile.ts'
import { serverIdOf, serverName } from '../server-id.ts'
import { endTokensOfCode } from '../tokens/end.ts'

/** Exchanges an authorization code for tokens: RFC 6749 section 4.1.3, with the verifier of RFC 7636 section 4.5. */
export const authorizationCode: GrantType = (server, identified, parameters) => {
  requireAuthenticated(identified)
  const { profile, context } = server
  const { client } = identified
  const { oauthCodes, oauthGrants } = context.rows
  const value = parameters['code']
  if (value === undefined || value === '') throw invalidCode('code is missing', 'missing')
  const code = oauthCodes.get(value)
  if (code === undefined) throw invalidCode(`code ${value} was not issued, or the state was reset since`, 'unknown')
  const grant = oauthGrants.require(code.grantId)
  if (grant.clientId !== client.id) {
    throw invalidCode(`code ${value} was issued to ${grant.clientId}, not to ${client.id}`, 'other client')
  }
  const here = serverIdOf(server)
  if (code.server !== here)
    throw invalidCode(`code ${value} was issued by ${serverName(code.server)}, not by ${serverName(here)}`, 'unknown')
  if (code.redeemedAt !== null) {
    if (profile.onCodeReuse === 'end its tokens') endTokensOfCode(server, code.id)
    throw invalidCode(`code ${value} was redeemed already, at ${iso(code.redeemedAt)}`, 'used')
  }
  const now = context.clock.now()
  if (code.expiresAt <= now) {
    throw invalidCode(`code ${value} expired at ${iso(code.expiresAt)}; it is ${iso(now)}`, 'expired')
  }
  checkRedirectUri(code, parameters['redirect_uri'], profile.redirectUriAtToken)
  verify(code.challenge, parameters['code_verifier'])
  if (profile.active?.(context, grant.userId) === false) throw invalidCode('the user can no longer sign in', 'unknown')
  oauthCodes.update(code.id, { redeemedAt: now })
  const authorization = {
    client,
    grant,
    scopes: code.scopes,
    parameters: code.parameters,
    by: 'authorization_code',
    request: parameters,
    origin: code.id,
    authTime: code.authTime,
  } as const
  return profile.tokenMembers(issue(server, authorization, { withoutSecret: client.public === true }), context)
}

/**
 * Checks that the redirect_uri is exactly that of the authorization request, even if another registered one would
 * match.
 */
function checkRedirectUri(code: OAuthCode, uri: string | undefined, rule: 'required' | 'optional'): void {
  if (uri === undefined || uri === '') {
    if (rule === 'optional' || !code.redirectUriSent) return
    throw mismatch(`redirect_uri is missing; expected ${code.redirectUri}`, 'missing')
  }
  if (uri !== code.redirectUri) {
    throw mismatch(`redirect_uri is ${uri}; the code was issued for ${code.redirectUri}`, 'mismatched')
  }
}

function mismatch(message: string, reason: 'missing' | 'mismatched'): OAuthFailure {
  const problem = { reason, parameter: 'redirect_uri' }
  return new OAuthFailure('invalid_grant', message, { culprit: 'redirect_uri', problem })
}

function invalidCode(message: string, reason: RequestProblem['reason']): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, { culprit: 'code', problem: { reason, parameter: 'code' } })
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
