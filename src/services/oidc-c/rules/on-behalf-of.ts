import { requireAuthenticated, type Client } from '#oauth/clients/clients.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import { OAuthFailure, requireParameter } from '#oauth/failure.ts'
import type { GrantTypeOf } from '#oauth/profile.ts'
import { recordGrant, issue } from '#oauth/tokens/issue.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { wordsOf } from './scopes.ts'
import { missing, StsFailure } from '#oidc-c/errors/sts.ts'

/**
 * Exchanges an access token that a client got as an API for one of the same person at another API.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-on-behalf-of-flow
 */
export const onBehalfOf: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const { profile, context } = server
  const { client } = identified
  if (client.public === true) {
    throw new OAuthFailure('unauthorized_client', `${client.id} is a public client; it acts on behalf of nobody`)
  }
  requireAuthenticated(identified)
  const use = parameters['requested_token_use']
  if (use !== 'on_behalf_of') {
    throw new OAuthFailure('invalid_request', `requested_token_use is ${use ?? 'missing'}; expected on_behalf_of`)
  }
  const token = findAssertion(context, client, requireParameter(parameters, 'assertion'))
  const user = context.rows.users.get(token.userId)
  const person = user === undefined ? undefined : profile.person(context, user.userPrincipalName)
  if (person === undefined) throw invalid(50013, 'Assertion is invalid.', 'assertion is of nobody who can sign in here')
  const scope = parameters['scope']
  if (context.version === 2 && scope === undefined) throw missing('scope')
  const request = { client, requested: wordsOf(scope ?? ''), parameters }
  profile.checkScopes(context, request)
  const { grant, scopes } = recordGrant(server, person, request)
  const granted = {
    client,
    grant,
    scopes,
    parameters: {},
    by: 'authorization_code',
    request: parameters,
    origin: token.origin,
    authTime: token.authTime,
  } as const
  return profile.tokenMembers(issue(server, granted, { withoutSecret: false }), context)
}

function findAssertion({ rows, clock }: SignInContext, { id }: Client, value: string): OAuthAccessToken {
  const token = rows.oauthAccessTokens.get(value)
  if (token === undefined) {
    throw invalid(
      50013,
      'Assertion failed signature validation.',
      'assertion is no access token that was issued here, or the state was reset since',
    )
  }
  if (token.expiresAt <= clock.now()) {
    throw invalid(
      500133,
      'Assertion is not within its valid time range.',
      `assertion expired at ${new Date(token.expiresAt).toISOString()}`,
    )
  }
  if (token.userId === null)
    throw invalid(50013, 'Assertion is invalid.', 'assertion is of an application, not of a person')
  if (token.details['appId'] !== id) {
    const audience = String(token.details['audience'])
    const sentence = 'Assertion audience does not match the Client app presenting the assertion.'
    throw invalid(
      500131,
      sentence,
      `The audience in the assertion was '${audience}' and the expected audience is '${id}'`,
    )
  }
  return token
}

function invalid(number: number, sentence: string, message: string): StsFailure {
  return new StsFailure('invalid_grant', { error: 'invalid_grant', number, sentence }, message)
}
