import { routesFor, type Route } from '#core/routes.ts'
import { BearerFailure, requireScope } from '#oauth/endpoints/bearer.ts'
import { userinfoEndpoint } from '#oauth/endpoints/client.ts'
import type { OidcCall, SignInContext } from '#oidc-c/call.ts'
import { loadAuthority, loadCommonAuthority } from '#oidc-c/steps/authority.ts'
import { userinfoRefusal } from '#oidc-c/errors.ts'
import { GRAPH_ID } from '#oidc-c/schema/identifiers.ts'
import { userinfoJson } from '#oidc-c/json/claims.ts'
import { provider } from '#oidc-c/oauth/provider.ts'

const { get, post } = routesFor<OidcCall>()

const userinfo = userinfoEndpoint<SignInContext>(provider, {
  claims(call, token) {
    const { appId, audience, tenantId } = token.details
    if (appId !== GRAPH_ID) {
      const message = `Access token validation failure. Invalid audience. aud is ${String(audience)}; expected ${GRAPH_ID}`
      throw new BearerFailure(401, 'invalid_token', message)
    }
    const user = token.userId === null ? undefined : call.rows.users.get(token.userId)
    if (user === undefined) throw new BearerFailure(403, 'insufficient_scope', 'the access token is of no person')
    requireScope(token, 'openid')
    // As in the ID token, `sub` follows from the tenant of the tokens, which need not be the one that the seed gave the
    // user.
    const account = { ...user, tenantId: String(tenantId) }
    return userinfoJson(account, token.clientId, token.scopes, call.urls)
  },
  refuse: userinfoRefusal,
})

const v1 = loadAuthority(1)

/**
 * The userinfo endpoints, which describe the user of an access token for Graph.
 * https://learn.microsoft.com/entra/identity-platform/userinfo
 */
export const userinfoRoutes: readonly Route[] = [
  get('userinfo', '/oidc/userinfo', loadCommonAuthority, userinfo),
  post('userinfo/post', '/oidc/userinfo', loadCommonAuthority, userinfo),
  get('v1/userinfo', '/:tenant/openid/userinfo', v1, userinfo),
  post('v1/userinfo/post', '/:tenant/openid/userinfo', v1, userinfo),
]
