import { requireAuthenticated } from '../clients.ts'
import type { OAuthCode } from '../collections.ts'
import { OAuthFailure } from '../failure.ts'
import { issue } from '../issue.ts'
import { verify } from '../pkce.ts'
import type { GrantType } from './grant.ts'

/** A code for tokens: RFC 6749 section 4.1.3, with the verifier of RFC 7636 section 4.5. */
export const authorizationCode: GrantType = (profile, context, identified, parameters) => {
  requireAuthenticated(identified)
  const { client } = identified
  const { oauthCodes, oauthGrants } = context.rows
  const value = parameters['code']
  if (value === undefined || value === '') throw badCode('code is missing')
  const code = oauthCodes.get(value)
  if (code === undefined) throw badCode(`code ${value} was not issued, or the state was reset since`)
  const grant = oauthGrants.require(code.grantId)
  if (grant.clientId !== client.id) throw badCode(`code ${value} was issued to ${grant.clientId}, not to ${client.id}`)
  if (code.redeemedAt !== null) throw badCode(`code ${value} was redeemed already, at ${iso(code.redeemedAt)}`)
  const now = context.clock.now()
  if (code.expiresAt <= now) throw badCode(`code ${value} expired at ${iso(code.expiresAt)}; it is ${iso(now)}`)
  checkRedirectUri(code, parameters['redirect_uri'], profile.redirectUriAtToken)
  verify(code.challenge, parameters['code_verifier'])
  oauthCodes.update(code.id, { redeemedAt: now })
  const granted = { client, grant, scopes: code.scopes, parameters: code.parameters }
  return issue(profile, context, granted, { withoutSecret: false })
}

/** It must be what the authorization request had, to the letter, whichever registered one that fitted. */
function checkRedirectUri(code: OAuthCode, given: string | undefined, rule: 'required' | 'optional'): void {
  if (given === undefined || given === '') {
    if (rule === 'optional' || !code.redirectUriSent) return
    throw mismatch(`redirect_uri is missing; expected ${code.redirectUri}`)
  }
  if (given !== code.redirectUri)
    throw mismatch(`redirect_uri is ${given}; the code was issued for ${code.redirectUri}`)
}

function mismatch(message: string): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, 'redirect_uri')
}

function badCode(message: string): OAuthFailure {
  return new OAuthFailure('invalid_grant', message, 'code')
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
