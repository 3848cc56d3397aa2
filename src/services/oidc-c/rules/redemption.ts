import { DAY } from '#core/duration.ts'
import type { Client } from '#oauth/clients/clients.ts'
import type { OAuthGrant, OAuthRefreshToken } from '#oauth/collections.ts'
import type { Parameters } from '#oauth/context.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { requireResource } from './resources.ts'
import { isSame, isSignInScope, permissionOf, permissionsIn, requestedResource, wordsOf } from './scopes.ts'
import { notConsented, otherTenant, StsFailure } from '#oidc-c/errors/sts.ts'
import { isAt, tenantFor } from './tenants.ts'

/**
 * Checks that a single-page application redeems its codes from a page, and an application with a secret does not.
 *
 * @throws StsFailure
 */
export function checkCrossOrigin({ rows, crossOrigin }: SignInContext, { id }: Client): void {
  const client = rows.clients.get(id)
  if (client === undefined) return
  if (crossOrigin && !client.public) {
    const sentence = "Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type."
    throw crossing(9002326, sentence, `the request has an Origin, and ${id} is no single-page application`)
  }
  if (!crossOrigin && client.spa) {
    const sentence =
      "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests."
    throw crossing(9002327, sentence, `the request has no Origin, and ${id} is a single-page application`)
  }
}

/**
 * Checks that a request comes to the tenant of the person, and to the one at which the code was issued. `code` is the
 * code from which the tokens stem, or null.
 *
 * @throws StsFailure
 */
export function checkTenant(context: SignInContext, { userId }: OAuthGrant, code: string | null): void {
  const { rows, authority } = context
  const user = rows.users.get(userId)
  if (user === undefined) return
  const tenantId = tenantFor(context, user, code)
  if (isAt(rows, authority, user) && (authority.tenant === null || authority.tenant.id === tenantId)) return
  throw otherTenant(`the person is of tenant ${tenantId}; the request came to ${authority.name}`)
}

/**
 * Checks that the person has granted everything that a token request asks for.
 *
 * @throws StsFailure.
 */
export function checkConsent(
  context: SignInContext,
  clientId: string,
  granted: readonly string[],
  request: Parameters,
): void {
  const allowed = permissionsIn(context, granted, clientId)
  const resource = requestedResource(context, clientId, request, {})
  const excess =
    context.version === 1
      ? resource === undefined || allowed.some((each) => each.resource.appId === resource.appId)
        ? []
        : [resource.name]
      : wordsOf(request['scope'] ?? '').filter((scope) => {
          // Clients add the other sign-in scopes to every request, and get them with it.
          if (isSignInScope(scope)) return scope === 'email' && !granted.includes(scope)
          const requested = permissionOf(context, scope, clientId)
          if (requested === null) return false
          const ofApi = allowed.filter((each) => each.resource.appId === requested.resource.appId)
          return requested.permission === '.default'
            ? ofApi.length === 0
            : !ofApi.some((each) => isSame(each, requested))
        })
  if (excess.length === 0) return
  throw notConsented(clientId, `scope has ${excess.join(' ')} more than was granted: ${granted.join(' ')}`)
}

/**
 * Returns the scopes of the access token for a refresh: the requested ones, which may be of any API that the person has
 * granted; without a request, those of the last token.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow#refresh-the-access-token
 *
 * @throws StsFailure
 */
export function refreshedScopes(
  context: SignInContext,
  token: OAuthRefreshToken,
  requested: readonly string[] | null,
  request: Parameters,
): readonly string[] {
  const { clientId, scopes: granted } = context.rows.oauthGrants.require(token.grantId)
  checkConsent(context, clientId, granted, request)
  if (context.version === 1) {
    const name = request['resource']
    if (name === undefined) return token.scopes
    const { appId } = requireResource(context, name)
    const permissions = permissionsIn(context, granted, clientId).filter((each) => each.resource.appId === appId)
    return [...granted.filter(isSignInScope), ...permissions.map(({ scope }) => scope)]
  }
  return requested ?? token.scopes
}

/**
 * Refuses a refresh token of a single-page application a day after the first of its family was issued.
 *
 * @throws StsFailure.
 */
export function checkSpaLifetime({ rows, clock }: SignInContext, { id }: Client, value: string): void {
  if (rows.clients.get(id)?.spa !== true) return
  const token = rows.oauthRefreshTokens.get(value)
  const first = rows.oauthRefreshTokens.get(token?.family)
  if (first === undefined || clock.now() < first.createdAt + DAY) return
  const sentence =
    'The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of 1.00:00:00, which cannot be extended. It is now expired and a new sign in request must be sent by the SPA to the sign in page.'
  const words = { error: 'invalid_grant', number: 700084, sentence }
  throw new StsFailure(
    'invalid_grant',
    words,
    `The token was issued on ${new Date(first.createdAt).toISOString()}; it is ${new Date(clock.now()).toISOString()}`,
  )
}

function crossing(number: number, sentence: string, message: string): StsFailure {
  return new StsFailure('invalid_request', { error: 'invalid_request', number, sentence }, message)
}
