import { requireAuthenticated } from '../clients.ts'
import type { OAuthCode } from '../collections.ts'
import { OAuthFailure, type Fault } from '../failure.ts'
import { issue } from '../issue.ts'
import { verify } from '../pkce.ts'
import { endStem } from '../stem.ts'
import type { GrantType } from './grant.ts'

/** A code for tokens: RFC 6749 section 4.1.3, with the verifier of RFC 7636 section 4.5. */
export const authorizationCode: GrantType = (profile, context, identified, parameters) => {
  requireAuthenticated(identified)
  const { client } = identified
  const { oauthCodes, oauthGrants } = context.rows
  const value = parameters['code']
  if (value === undefined || value === '') throw badCode('code is missing', 'missing')
  const code = oauthCodes.get(value)
  if (code === undefined) throw badCode(`code ${value} was not issued, or the state was reset since`, 'unknown')
  const grant = oauthGrants.require(code.grantId)
  if (grant.clientId !== client.id) {
    throw badCode(`code ${value} was issued to ${grant.clientId}, not to ${client.id}`, 'other client')
  }
  const server = profile.server?.(context) ?? ''
  if (code.server !== server) throw badCode(`code ${value} was issued by ${code.server}, not by ${server}`, 'unknown')
  if (code.redeemedAt !== null) {
    if (profile.onCodeReuse === 'end its tokens') endStem(profile, context, code.id)
    throw badCode(`code ${value} was redeemed already, at ${iso(code.redeemedAt)}`, 'used')
  }
  const now = context.clock.now()
  if (code.expiresAt <= now)
    throw badCode(`code ${value} expired at ${iso(code.expiresAt)}; it is ${iso(now)}`, 'expired')
  checkRedirectUri(code, parameters['redirect_uri'], profile.redirectUriAtToken)
  verify(code.challenge, parameters['code_verifier'])
  if (profile.active?.(context, grant.userId) === false) throw badCode('the user can no longer sign in', 'unknown')
  oauthCodes.update(code.id, { redeemedAt: now })
  const granted = {
    client,
    grant,
    scopes: code.scopes,
    parameters: code.parameters,
    by: 'authorization_code',
    request: parameters,
    origin: code.id,
    authTime: code.authTime,
  } as const
  return profile.tokenMembers(issue(profile, context, granted, { withoutSecret: client.public === true }), context)
}

/** It must be what the authorization request had, to the letter, whichever registered one that fitted. */
function checkRedirectUri(code: OAuthCode, given: string | undefined, rule: 'required' | 'optional'): void {
  if (given === undefined || given === '') {
    if (rule === 'optional' || !code.redirectUriSent) return
    throw mismatch(`redirect_uri is missing; expected ${code.redirectUri}`, 'missing')
  }
  if (given !== code.redirectUri) {
    throw mismatch(`redirect_uri is ${given}; the code was issued for ${code.redirectUri}`, 'mismatched')
  }
}

function mismatch(message: string, reason: 'missing' | 'mismatched'): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, 'redirect_uri', {}, { reason, parameter: 'redirect_uri' })
}

function badCode(message: string, reason: Fault['reason']): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, 'code', {}, { reason, parameter: 'code' })
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
