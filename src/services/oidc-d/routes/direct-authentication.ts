import { SECOND } from '#core/duration.ts'
import { routesFor } from '#core/routes.ts'
import type { Client } from '#oauth/clients/clients.ts'
import { requireClient } from '#oauth/clients/authentication.ts'
import { clientAnswer, noStore, tokenRequestOf } from '#oauth/endpoints/answers.ts'
import type { Parameters } from '#oauth/context.ts'
import { OAuthFailure, requireParameter } from '#oauth/failure.ts'
import type { OidcCall, SignInContext } from '#oidc-d/call.ts'
import { outOfBandJson } from '#oidc-d/json/direct-authentication.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { challengeOutOfBand, DIRECT_GRANTS, findSignIn } from '#oidc-d/rules/servers/direct-authentication.ts'
import { findActive } from '#oidc-d/rules/servers/direct-grants.ts'
import type { DirectSignIn, OutOfBandChallenge } from '#oidc-d/schema.ts'
import { loadCustomServer, loadOrganizationServer } from '#oidc-d/steps/authorization-servers.ts'

const { post } = routesFor<OidcCall>()

const CUSTOM = '/oauth2/:authorizationServerId'

/**
 * Direct authentication: the challenges that an application asks for itself. The grants that take the answers are at
 * the token endpoint. https://developer.okta.com/docs/guides/configure-direct-auth-grants/
 */
export const directAuthenticationRoutes = [
  post('primaryAuthenticate', '/oauth2/v1/primary-authenticate', loadOrganizationServer, primary),
  post('oobAuthenticate', '/oauth2/v1/oob-authenticate', loadOrganizationServer, primary),
  post('challenge', '/oauth2/v1/challenge', loadOrganizationServer, second),
  post('primaryAuthenticateCustomAS', `${CUSTOM}/v1/primary-authenticate`, loadCustomServer, primary),
  post('oobAuthenticateCustomAS', `${CUSTOM}/v1/oob-authenticate`, loadCustomServer, primary),
  post('challengeCustomAS', `${CUSTOM}/v1/challenge`, loadCustomServer, second),
]

/** Challenges a person whom the application names, as the only authenticator. */
function primary(call: OidcCall & SignInContext) {
  return clientAnswer({ profile, context: call }, () => {
    const request = tokenRequestOf(call)
    const client = requireClient({ profile, context: call }, request)
    const { challenge_hint: hint = DIRECT_GRANTS.oob } = request.parameters
    if (hint !== DIRECT_GRANTS.oob) {
      const problem = { reason: 'malformed', parameter: 'challenge_hint' } as const
      throw new OAuthFailure('invalid_request', `challenge_hint is ${hint}; expected ${DIRECT_GRANTS.oob}`, { problem })
    }
    const user = findActive(call, requireParameter(request.parameters, 'login_hint'))
    const channel = requireParameter(request.parameters, 'channel_hint')
    const asked = challengeOutOfBand(call, client, user, { channel, mfaToken: null })
    return noStore(outOfBandJson(asked, channel, secondsLeft(call, asked)))
  })
}

/** Challenges the person of a sign-in that waits for a second authenticator. A code of an application needs none. */
function second(call: OidcCall & SignInContext) {
  return clientAnswer({ profile, context: call }, () => {
    const request = tokenRequestOf(call)
    const client = requireClient({ profile, context: call }, request)
    const signIn = findSignIn(call, client, requireParameter(request.parameters, 'mfa_token'))
    const challengeType = requireChallengeType(request.parameters)
    const members = challengeType === DIRECT_GRANTS.mfaOtp ? {} : challenged(call, client, signIn, request.parameters)
    return noStore({ challenge_type: challengeType, ...members })
  })
}

/** Challenges the person of a sign-in on the channel that the request names. */
function challenged(call: OidcCall & SignInContext, client: Client, signIn: DirectSignIn, parameters: Parameters) {
  const channel = requireParameter(parameters, 'channel_hint')
  const user = call.rows.users.require(signIn.userId)
  const asked = challengeOutOfBand(call, client, user, { channel, mfaToken: signIn.id })
  return outOfBandJson(asked, channel, secondsLeft(call, asked))
}

/**
 * Returns the type of the challenge: one on another channel where the request names a channel.
 *
 * @throws OAuthFailure invalid_request when the client supports neither type.
 */
function requireChallengeType(parameters: Parameters): string {
  const { mfaOtp, mfaOob } = DIRECT_GRANTS
  const supported = requireParameter(parameters, 'challenge_types_supported').split(' ')
  const wanted = parameters['channel_hint'] === undefined ? [mfaOtp, mfaOob] : [mfaOob]
  const found = wanted.find((each) => supported.includes(each))
  if (found !== undefined) return found
  const problem = { reason: 'malformed', parameter: 'challenge_types_supported' } as const
  const message = `challenge_types_supported is ${supported.join(' ')}; expected ${wanted.join(' or ')}`
  throw new OAuthFailure('invalid_request', message, { problem })
}

function secondsLeft({ clock }: OidcCall, { expiresAt }: OutOfBandChallenge): number {
  return Math.round((expiresAt - clock.now()) / SECOND)
}
