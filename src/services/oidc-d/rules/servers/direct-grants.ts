import type { ScopeRequest } from '#oauth/authorization.ts'
import { requireAuthenticated, type Client } from '#oauth/clients/clients.ts'
import type { Members, Parameters } from '#oauth/context.ts'
import { OAuthFailure, requireParameter } from '#oauth/failure.ts'
import type { GrantTypeOf, Server } from '#oauth/profile.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import type { AuthenticatorKey, User } from '#oidc-d/schema.ts'
import { withAmr } from '../interactions/amr.ts'
import { signOnFor } from '../policies/evaluation.ts'
import { maySignIn, recordSignIn } from '../users/sign-in.ts'
import { findUser } from '../users/users.ts'
import {
  DIRECT_GRANTS,
  findChallenge,
  findSignIn,
  proveOtp,
  proveOutOfBand,
  wrongCredentials,
} from './direct-authentication.ts'
import { issueToPerson } from './person-tokens.ts'

/** A person who has proved who they are, and with what. */
interface ProvedPerson {
  readonly user: User
  readonly proved: readonly AuthenticatorKey[]
}

/** Proves the person of a token request. */
type Proof = (context: SignInContext, client: Client, parameters: Parameters) => ProvedPerson

/** A code of an authenticator application, as the only authenticator. */
const byOtp: Proof = (context, _client, parameters) => {
  const user = findActive(context, requireParameter(parameters, 'login_hint'))
  const proved = proveOtp(context, user, requireParameter(parameters, 'otp'))
  requireOneEnough(context, user)
  return { user, proved: [proved] }
}

/** A challenge on another channel, as the only authenticator. */
const byOob: Proof = (context, client, parameters) => {
  const asked = findChallenge(context, client, requireParameter(parameters, 'oob_code'))
  if (asked.mfaToken !== null) throw wrongCredentials(`oob_code is for ${DIRECT_GRANTS.mfaOob}`)
  const user = context.rows.users.require(asked.userId)
  const proved = proveOutOfBand(context, asked, parameters)
  requireOneEnough(context, user)
  return { user, proved: [proved] }
}

/** A code of an authenticator application, after a password. */
const byMfaOtp: Proof = (context, client, parameters) => {
  const { id, userId } = findSignIn(context, client, requireParameter(parameters, 'mfa_token'))
  const user = context.rows.users.require(userId)
  const proved = proveOtp(context, user, requireParameter(parameters, 'otp'))
  context.rows.directSignIns.delete(id)
  return { user, proved: ['okta_password', proved] }
}

/** A challenge on another channel, after a password. */
const byMfaOob: Proof = (context, client, parameters) => {
  const asked = findChallenge(context, client, requireParameter(parameters, 'oob_code'))
  const { id } = findSignIn(context, client, asked.mfaToken ?? '')
  if ((parameters['mfa_token'] ?? id) !== id) throw wrongCredentials('oob_code belongs to another mfa_token')
  const user = context.rows.users.require(asked.userId)
  const proved = proveOutOfBand(context, asked, parameters)
  context.rows.directSignIns.delete(id)
  return { user, proved: ['okta_password', proved] }
}

/** The grants of direct authentication. https://developer.okta.com/docs/guides/configure-direct-auth-grants/ */
export const directGrants: Readonly<Record<string, GrantTypeOf<SignInContext>>> = {
  [DIRECT_GRANTS.otp]: grantBy(DIRECT_GRANTS.otp, byOtp),
  [DIRECT_GRANTS.oob]: grantBy(DIRECT_GRANTS.oob, byOob),
  [DIRECT_GRANTS.mfaOtp]: grantBy(DIRECT_GRANTS.mfaOtp, byMfaOtp),
  [DIRECT_GRANTS.mfaOob]: grantBy(DIRECT_GRANTS.mfaOob, byMfaOob),
}

/** Makes the grant of a proof. Scopes are checked first, because a proof is used up. */
function grantBy(grantType: string, prove: Proof): GrantTypeOf<SignInContext> {
  return (server, identified, parameters) => {
    requireAuthenticated(identified)
    const { profile, context } = server
    const { client } = identified
    const { scope } = parameters
    const requested = scope === undefined ? null : profile.scopesIn(scope)
    profile.checkScopes(context, { client, requested, parameters })
    const { user, proved } = prove(context, client, parameters)
    // Policy rules need the grant type, and tokens the authenticators, also after a refresh.
    const origin = withAmr({ grant_type: grantType }, proved)
    return answer(server, user, { client, requested, parameters: origin }, parameters)
  }
}

/**
 * Finds a user who may sign in.
 *
 * @throws OAuthFailure invalid_grant
 */
export function findActive(context: SignInContext, login: string): User {
  const user = findUser(context.rows, login)
  if (user === undefined || !maySignIn(context, user)) throw wrongCredentials(`${login} cannot sign in`)
  return user
}

function requireOneEnough(context: SignInContext, user: User): void {
  const { isAllowed, requiresFactor } = signOnFor(context, user)
  if (isAllowed && !requiresFactor) return
  throw new OAuthFailure('access_denied', `the sign-on policy asks ${user.profile.login} for a password and a factor`)
}

/** Issues the tokens of a person who has proved who they are. */
function answer(server: Server<SignInContext>, user: User, asked: ScopeRequest, request: Parameters): Members {
  const { profile, context } = server
  const person = profile.person(context, recordSignIn(context, user).profile.login)
  if (person === undefined) throw wrongCredentials(`${user.profile.login} cannot sign in`)
  return issueToPerson(server, person, asked, request, 'direct_authentication')
}
