import { storeAccessToken } from '#oauth/tokens/access-tokens.ts'
import { signJwt } from '#oauth/jwt/jwt.ts'
import type { Authorization, ClientAuthorization, ScopeRequest } from '#oauth/authorization.ts'
import { transitiveGroupsOf } from '#oidc-c/rules/groups/memberships.ts'
import { accountFor } from '#oidc-c/rules/accounts.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { CONSUMERS, GRAPH_ID, guidOf } from '#oidc-c/schema/identifiers.ts'
import { accessTokenClaimsJson, applicationClaimsJson, type Subject } from '#oidc-c/json/claims.ts'
import { issuerOf } from '#oidc-c/rules/issuers.ts'
import { requireResource, type Resource } from '#oidc-c/rules/resources.ts'
import { isDefault, targetOf } from '#oidc-c/rules/scopes.ts'
import { ACCESS_TOKEN_KEY } from './signing.ts'
import { missing, StsFailure } from '#oidc-c/errors/sts.ts'

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * The lifetime of access tokens. At the vendor it is between 60 and 90 minutes; here it is that of its documentation's
 * examples. Milliseconds.
 */
export const ACCESS_TOKEN_LIFETIME = 3_599_000

/** Returns the account and the client from which a token's claims are made. */
export function subjectFor(context: SignInContext, granted: Authorization, version: 1 | 2): Subject {
  const { rows, ids } = context
  const user = accountFor(context, granted.grant.userId, granted.origin)
  return {
    user,
    groups: transitiveGroupsOf(rows, user.id).map(({ id }) => id),
    groupsUrl: context.urls.of(`/v1.0/users/${user.id}/getMemberObjects`),
    clientId: granted.client.id,
    client: rows.clients.get(granted.client.id),
    tokenId: ids.from(BASE64URL, 22),
    issuer: issuerOf(context, user.tenantId, version),
    version,
    authTime: granted.authTime,
  }
}

/**
 * Makes an access token for a person, which is a JWT for one API.
 * https://learn.microsoft.com/entra/identity-platform/access-tokens
 *
 * @throws StsFailure when the request names several APIs.
 */
export function createAccessToken(context: SignInContext, granted: Authorization): string {
  const target = targetOf(context, granted.client.id, granted.scopes, granted.request, granted.parameters)
  const { resource } = target
  const subject = subjectFor(context, granted, resource.tokenVersion)
  const audience = audienceOf(resource)
  const claims = accessTokenClaimsJson(subject, target, validity(context), audience)
  return storeAccessToken(
    { profile: {}, context },
    { ...granted, scopes: target.permissions },
    {
      id: signJwt(claims, ACCESS_TOKEN_KEY),
      lifetime: ACCESS_TOKEN_LIFETIME,
      details: { appId: resource.appId, audience, tenantId: subject.user.tenantId },
    },
  )
}

/** Makes an access token for an application that acts for itself. */
export function createApplicationToken(context: SignInContext, granted: ClientAuthorization): string {
  const { client, scopes } = granted
  const resource = requireResource(context, (scopes[0] ?? '').replace(/\/\.default$/, ''))
  const tenantId = context.authority.tenant?.id ?? ''
  const version = resource.tokenVersion
  const application = {
    clientId: client.id,
    secured: client.keys === undefined ? '1' : '2',
    objectId: guidOf(`service principal ${tenantId} ${client.id}`),
    tenantId,
    roles: rolesAt(context, client.id, resource),
    tokenId: context.ids.from(BASE64URL, 22),
    issuer: issuerOf(context, tenantId, version),
    version,
  } as const
  const audience = audienceOf(resource)
  const id = signJwt(applicationClaimsJson(application, validity(context), audience), ACCESS_TOKEN_KEY)
  const details = { appId: resource.appId, audience, tenantId }
  return storeAccessToken(
    { profile: {}, context },
    { ...granted, scopes: application.roles },
    {
      id,
      lifetime: ACCESS_TOKEN_LIFETIME,
      details,
    },
  )
}

/**
 * Returns the scope that an application can request for itself: everything that one API has granted it,
 * `<API>/.default`. https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 *
 * @throws StsFailure for another scope, and at an authority that is not an organization's tenant.
 */
export function applicationScopes(
  context: SignInContext,
  { requested, parameters: { resource } }: ScopeRequest,
): readonly string[] {
  const { authority, version } = context
  if (authority.tenant === null || authority.tenant.id === CONSUMERS) {
    const sentence =
      'No tenant-identifying information found in either the request or implied by any provided credentials.'
    const words = { error: 'invalid_request', number: 50059, sentence }
    throw new StsFailure(
      'invalid_request',
      words,
      `the request came to ${authority.name}; expected the GUID or a domain of a tenant`,
    )
  }
  if (version === 1) {
    if (resource === undefined) throw missing('resource')
    return [`${requireResource(context, resource).name}/.default`]
  }
  const [scope, ...more] = requested ?? []
  if (scope === undefined) throw missing('scope')
  if (more.length > 0 || !isDefault(scope) || scope === '.default') {
    const sentence = `The provided value for scope ${(requested ?? []).join(' ')} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`
    const words = { error: 'invalid_scope', number: 1002012, sentence }
    throw new StsFailure(
      'invalid_scope',
      words,
      `scope is ${(requested ?? []).join(' ')}; expected one such as https://graph.microsoft.com/.default`,
    )
  }
  requireResource(context, scope.slice(0, -'/.default'.length))
  return [scope]
}

/** Returns the `aud` claim: in version 1 the client's name for the API, in version 2 the API's client id. */
function audienceOf({ tokenVersion, name, appId }: Resource): string {
  return tokenVersion === 1 ? name : appId
}

function rolesAt({ rows }: SignInContext, clientId: string, { appId, name }: Resource): string[] {
  const permissions = rows.clients.get(clientId)?.applicationPermissions ?? ['User.Read.All']
  return permissions.flatMap((each) => {
    const slash = each.lastIndexOf('/')
    const api = slash < 0 ? GRAPH_ID : each.slice(0, slash)
    const same = [appId, name, `api://${appId}`].includes(api)
    return same ? [each.slice(slash + 1)] : []
  })
}

function validity({ clock }: SignInContext): { readonly iat: number; readonly exp: number } {
  const iat = Math.floor(clock.now() / 1000)
  return { iat, exp: iat + ACCESS_TOKEN_LIFETIME / 1000 }
}
