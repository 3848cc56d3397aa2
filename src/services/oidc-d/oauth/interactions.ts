import { identifySender } from '#oauth/clients/authentication.ts'
import type { TokenRequest } from '#oauth/clients/token-request.ts'
import { approve, startAuthorization } from '#oauth/authorization/authorize.ts'
import type { AuthorizationRequest } from '#oauth/authorization.ts'
import type { Members } from '#oauth/context.ts'
import { OAuthFailure, RequestRefused } from '#oauth/failure.ts'
import type { Profile } from '#oauth/profile.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { withAmr } from '#oidc-d/rules/interactions/amr.ts'
import { beginInteraction, changeInteraction } from '#oidc-d/rules/interactions/interactions.ts'
import { INTERACTION_RESPONSE } from '#oidc-d/rules/servers/interaction-code-grant.ts'
import { findOneTimeToken } from '#oidc-d/rules/users/one-time-tokens.ts'
import type { Interaction, OneTimeToken } from '#oidc-d/schema.ts'
import { profile } from './profile.ts'

/** The profile of the authorization requests behind interactions, which applications make without a browser. */
const interactionProfile: Profile<SignInContext> = {
  ...profile,
  responseTypes: [INTERACTION_RESPONSE],
  checkRequest: checkInteraction,
}

/** The outcome of a request to begin an interaction. */
export type BegunInteraction =
  | { readonly kind: 'begun'; readonly interaction: Interaction }
  /** The members of the error that the client gets. */
  | { readonly kind: 'failed'; readonly members: Members }

/**
 * Begins an interaction, after the checks of an authorization request.
 *
 * @throws OAuthFailure for a client that is unknown or authenticates with a wrong secret, a redirect_uri that is not
 * the client's, and a token of a mail that is not valid.
 */
export function startInteraction(context: SignInContext, request: TokenRequest): BegunInteraction {
  const server = { profile: interactionProfile, context }
  const { client_secret: secret, activation_token: activation, recovery_token: recovery, ...rest } = request.parameters
  // A client need not authenticate here, but a wrong secret is refused.
  if (secret !== undefined || request.credentials !== null) identifySender(server, request)
  try {
    const query = new URLSearchParams({ ...rest, response_type: INTERACTION_RESPONSE })
    const started = startAuthorization(server, query)
    if (started.kind === 'failed') {
      const { state: _state, ...members } = started.response.members
      return { kind: 'failed', members }
    }
    const token = tokenOf(context, 'activation', activation) ?? tokenOf(context, 'recovery', recovery)
    return { kind: 'begun', interaction: beginInteraction(context, { request: started.request, token }) }
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    if (error.about !== 'client') throw new OAuthFailure('invalid_request', error.message)
    throw new OAuthFailure('invalid_client', error.message, { problem: { reason: 'unknown' } })
  }
}

/** Finds the token of a mail; null where the request has none. */
function tokenOf(
  context: SignInContext,
  use: 'activation' | 'recovery',
  value: string | undefined,
): OneTimeToken | null {
  if (value === undefined) return null
  const found = findOneTimeToken(context, use, value)
  if (found === undefined) throw new OAuthFailure('invalid_request', `The ${use} token is invalid`)
  return found
}

/**
 * Checks the vendor's requirements for an interaction: the app must be registered for it, and must send a challenge.
 *
 * @throws OAuthFailure
 */
function checkInteraction({ rows }: SignInContext, { client, parameters }: AuthorizationRequest): void {
  const grantTypes = rows.apps.find('clientId', client.id)?.client?.grantTypes
  if (grantTypes?.includes('interaction_code') === false) {
    const message = `Configured grant types: [${grantTypes.join(', ')}]. ${client.id} is not registered for interaction_code`
    throw new OAuthFailure('unauthorized_client', message, {
      problem: { reason: 'mismatched', parameter: 'grant_type' },
    })
  }
  for (const name of ['state', 'code_challenge']) {
    if ((parameters[name] ?? '') !== '') continue
    const problem = { reason: 'missing', parameter: name } as const
    throw new OAuthFailure('invalid_request', `${name} is missing; an interaction needs it`, { problem })
  }
}

/**
 * Signs the person of an interaction in: makes its interaction code.
 *
 * @param authTime When the person signed in, epoch milliseconds. Absent: now
 */
export function finishInteraction(context: SignInContext, interaction: Interaction, authTime?: number): Interaction {
  const { rows } = context
  const user = rows.users.require(interaction.userId ?? '')
  const { parameters } = rows.oauthRequests.require(interaction.requestId)
  rows.oauthRequests.update(interaction.requestId, { parameters: withAmr(parameters, interaction.proved) })
  const signIn = { handle: user.profile.login, ...(authTime === undefined ? {} : { authTime }) }
  const { members } = approve({ profile: interactionProfile, context }, interaction.requestId, signIn)
  const { code } = members
  if (code === undefined) throw new Error(`interaction ${interaction.id} has got no code: ${JSON.stringify(members)}`)
  return changeInteraction(context, interaction, { code })
}
