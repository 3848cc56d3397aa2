import { requireAuthenticated, type Client } from '#oauth/clients/clients.ts'
import { OAuthFailure, requireParameter } from '#oauth/failure.ts'
import type { GrantTypeOf } from '#oauth/profile.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import type { User } from '#oidc-d/schema.ts'
import { stateAfterPassword } from '../factors/sign-in.ts'
import { authenticatePrimarily, recordSignIn } from '../users/sign-in.ts'
import { DIRECT_GRANTS, keepSignIn } from './direct-authentication.ts'
import { issueToPerson } from './person-tokens.ts'

/** The resource owner password credentials grant: RFC 6749 section 4.3. */
export const passwordGrant: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const { profile, context } = server
  requireAuthenticated(identified)
  const { client } = identified
  const username = requireParameter(parameters, 'username')
  const password = requireParameter(parameters, 'password')
  const { scope } = parameters
  const requested = scope === undefined ? null : profile.scopesIn(scope)
  profile.checkScopes(context, { client, requested, parameters })
  const outcome = authenticatePrimarily(context, username, password)
  if (outcome.kind === 'authenticated' && stateAfterPassword(context, outcome.user, null) !== 'SUCCESS') {
    if (asksForSecond(context, client, outcome.user)) throw mfaRequired(context, client, outcome.user)
    throw new OAuthFailure('access_denied', `the sign-on policy asks ${username} for more than a password`, {
      culprit: 'user',
    })
  }
  const user = outcome.kind === 'authenticated' ? recordSignIn(context, outcome.user) : undefined
  const person = user === undefined ? undefined : profile.person(context, user.profile.login)
  if (person === undefined)
    throw new OAuthFailure('invalid_grant', `${username} was not signed in`, { culprit: 'user' })
  // Policy rules need the grant type of the refresh token's origin.
  const origin = { grant_type: 'password' }
  return issueToPerson(server, person, { client, requested, parameters: origin }, parameters, 'password')
}

/** Returns whether a client that has given the right password may ask the person for a second authenticator itself. */
function asksForSecond(context: SignInContext, { grantTypes = [] }: Client, user: User): boolean {
  if (stateAfterPassword(context, user, null) !== 'MFA_REQUIRED') return false
  return grantTypes.includes(DIRECT_GRANTS.mfaOtp) || grantTypes.includes(DIRECT_GRANTS.mfaOob)
}

function mfaRequired(context: SignInContext, client: Client, user: User): OAuthFailure {
  const text = 'Verify with an additional authenticator to complete the sign-in process.'
  const { id } = keepSignIn(context, client, user)
  return new OAuthFailure('mfa_required', text, { details: { mfa_token: id } })
}
