import { OAuthFailure } from '#oauth/failure.ts'
import type { ConsentRequest, ScopeRequest } from '#oauth/authorization.ts'
import type { SignInContext } from '#oidc-d/call.ts'
import { MANAGEMENT_SCOPES } from '#oidc-d/oauth/scopes.ts'
import type { Scope } from '#oidc-d/schema.ts'

/** The scopes of the organization's server, in addition to those of the management API. */
export const ORGANIZATION_SCOPES: readonly string[] = [
  'openid',
  'email',
  'profile',
  'address',
  'phone',
  'offline_access',
  'groups',
]

/** Matches the name of a scope of the management API. */
export const MANAGEMENT_SCOPE = /^okta\.[A-Za-z]+(\.[A-Za-z]+)*\.(read|manage)(\.self)?$/

/** Returns the scopes of a custom server; null at the organization's. */
function scopesOf({ rows, authorizationServer }: SignInContext): readonly Scope[] | null {
  return authorizationServer === null ? null : rows.scopes.list('byServer', authorizationServer.id)
}

/** Returns the requested scopes, or the default scopes of the server when the request has none. */
function requestedScopes(context: SignInContext, scopes: readonly string[] | null): readonly string[] {
  if (scopes !== null && scopes.length > 0) return scopes
  return (scopesOf(context) ?? []).filter((scope) => scope.default).map(({ name }) => name)
}

/** @throws OAuthFailure invalid_scope for a scope that the server does not have, and when no scope remains. */
export function checkScopes(context: SignInContext, scopes: readonly string[] | null): void {
  const { authorizationServer } = context
  const requested = requestedScopes(context, scopes)
  if (requested.length === 0) {
    throw new OAuthFailure('invalid_scope', 'scope is missing', {
      problem: { reason: 'missing', parameter: 'scope' },
    })
  }
  const unknown = requested.filter((scope) => !isScope(context, scope))
  if (unknown.length === 0) return
  const names = scopesOf(context)?.map(({ name }) => name) ?? [
    ...ORGANIZATION_SCOPES,
    'okta.<resource>.read or .manage',
  ]
  throw new OAuthFailure(
    'invalid_scope',
    `${unknown.join(' ')} ${unknown.length === 1 ? 'is' : 'are'} not among the scopes of ` +
      `${authorizationServer === null ? "the organization's server" : authorizationServer.name}: ${names.join(', ')}`,
  )
}

function isScope({ rows, authorizationServer }: SignInContext, name: string): boolean {
  if (authorizationServer !== null) return rows.scopes.find('name', authorizationServer.id, name) !== undefined
  return ORGANIZATION_SCOPES.includes(name) || MANAGEMENT_SCOPE.test(name)
}

/** Returns the scopes that a user grants. Without an authorization code `offline_access` is ignored. */
export function scopesGranted(
  context: SignInContext,
  { requested, parameters: { response_type: responseType } }: Pick<ScopeRequest, 'requested' | 'parameters'>,
): readonly string[] {
  const withoutCode = responseType !== undefined && !responseType.split(' ').includes('code')
  return requestedScopes(context, requested).filter((scope) => !withoutCode || scope !== 'offline_access')
}

/** Returns the scopes for which an app that requires consent still needs the user's consent. */
export function scopesToConsent(
  context: SignInContext,
  { client, requested, before }: ConsentRequest,
): readonly string[] {
  const { rows, authorizationServer } = context
  const method = rows.apps.find('clientId', client.id)?.client?.consentMethod
  if (authorizationServer === null || method !== 'REQUIRED') return []
  return requestedScopes(context, requested).filter((name) => {
    const consent = rows.scopes.find('name', authorizationServer.id, name)?.consent ?? 'IMPLICIT'
    return consent !== 'IMPLICIT' && !before.includes(name)
  })
}

/**
 * Returns the scopes that a client gets for itself: scopes of its API at a custom server; at the organization's, scopes
 * of the management API, for clients that authenticated with a key.
 *
 * @throws OAuthFailure invalid_scope, invalid_client
 */
export function clientScopes(
  context: SignInContext,
  { client, requested, parameters: { client_assertion: assertion } }: ScopeRequest,
): readonly string[] {
  const { rows, authorizationServer } = context
  if (authorizationServer === null && assertion === undefined) {
    throw new OAuthFailure('invalid_client', `${client.id} authenticated with a secret; expected a client_assertion`, {
      problem: { reason: 'mismatched', parameter: 'client_assertion' },
    })
  }
  checkScopes(context, requested)
  const scopes = requestedScopes(context, requested)
  const personal = scopes.filter((name) =>
    authorizationServer === null
      ? !name.startsWith('okta.')
      : rows.scopes.find('name', authorizationServer.id, name)?.system === true,
  )
  if (personal.length === 0) return scopes
  throw new OAuthFailure('invalid_scope', `${personal.join(' ')} cannot be had without a person`)
}

/** Returns a description of what a scope allows. */
export function wordsFor(scope: string): string {
  switch (scope) {
    case 'openid':
      return 'Know who you are'
    case 'profile':
      return 'See your name and the rest of your profile'
    case 'email':
      return 'See your e-mail address'
    case 'address':
      return 'See your address'
    case 'phone':
      return 'See your phone number'
    case 'groups':
      return 'See which groups you are in'
    case 'offline_access':
      return 'Keep you signed in, also while you are away'
    case 'device_sso':
      return 'Use the sign-in of this device'
    default:
      return MANAGEMENT_SCOPES.includes(scope) || MANAGEMENT_SCOPE.test(scope)
        ? `Administer the organization: ${scope.slice('okta.'.length)}`
        : `Have ${scope}`
  }
}
