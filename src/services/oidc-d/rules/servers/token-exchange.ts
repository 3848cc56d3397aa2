import { requireAuthenticated } from '#oauth/clients/clients.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import { OAuthFailure, requireParameter } from '#oauth/failure.ts'
import type { GrantTypeOf, Server } from '#oauth/profile.ts'
import { validAccessToken } from '#oauth/tokens/access-tokens.ts'
import { recordGrant } from '#oauth/tokens/issue.ts'
import type { SignInContext } from '#oidc-d/call.ts'

/** The `grant_type` of a token exchange. RFC 8693 section 2.1 */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'

/**
 * Exchanges the access token of a person for one with which a service calls another on the person's behalf, at the
 * custom server that issued it. https://developer.okta.com/docs/guides/set-up-token-exchange/
 */
export const tokenExchange: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  requireAuthenticated(identified)
  const { profile, context } = server
  const { client } = identified
  const subject = findSubject(server, parameters)
  checkAudience(context, requireParameter(parameters, 'audience'))
  const { scope } = parameters
  const requested = scope === undefined ? null : profile.scopesIn(scope)
  profile.checkScopes(context, { client, requested, parameters })
  checkServiceScopes(context, client.id, requested ?? [])
  const person = profile.person(context, context.rows.users.require(subject.userId ?? '').profile.login)
  if (person === undefined) throw invalidSubject('its user can no longer sign in')
  const origin = { grant_type: TOKEN_EXCHANGE }
  const { grant, scopes } = recordGrant(server, person, { client, requested, parameters: origin })
  const granted = {
    client,
    grant,
    scopes,
    parameters: origin,
    by: 'token_exchange',
    request: parameters,
    origin: null,
    authTime: subject.authTime,
  } as const
  const accessToken = profile.createAccessToken(context, granted)
  return {
    ...profile.tokenMembers({ ...granted, accessToken, refreshToken: null }, context),
    issued_token_type: ACCESS_TOKEN,
  }
}

function findSubject(server: Server<SignInContext>, parameters: Readonly<Record<string, string>>): OAuthAccessToken {
  const type = requireParameter(parameters, 'subject_token_type')
  if (type !== ACCESS_TOKEN) {
    const problem = { reason: 'mismatched', parameter: 'subject_token_type' } as const
    throw new OAuthFailure('invalid_request', `subject_token_type is ${type}; expected ${ACCESS_TOKEN}`, { problem })
  }
  const found = validAccessToken(server, requireParameter(parameters, 'subject_token'))
  if (found === undefined) throw invalidSubject('it was not issued by this server, has expired, or was revoked')
  if (found.userId === null) throw invalidSubject('it is of no user')
  return found
}

function checkAudience({ authorizationServer, issuer }: SignInContext, audience: string): void {
  const audiences = authorizationServer?.audiences ?? [issuer]
  if (audiences.includes(audience)) return
  const problem = { reason: 'mismatched', parameter: 'audience' } as const
  throw new OAuthFailure('invalid_target', `audience is ${audience}; expected ${audiences.join(' or ')}`, { problem })
}

/** Refuses the scopes of OpenID Connect to a service. */
function checkServiceScopes({ rows, authorizationServer }: SignInContext, id: string, scopes: readonly string[]): void {
  if (rows.apps.find('clientId', id)?.client?.applicationType !== 'service') return
  const personal = scopes.filter((name) =>
    authorizationServer === null ? true : rows.scopes.find('name', authorizationServer.id, name)?.system === true,
  )
  if (personal.length > 0) throw new OAuthFailure('invalid_scope', `${personal.join(' ')} cannot be had by a service`)
}

function invalidSubject(why: string): OAuthFailure {
  const problem = { reason: 'unknown', parameter: 'subject_token' } as const
  return new OAuthFailure('invalid_grant', `'subject_token' is invalid: ${why}`, { problem })
}
