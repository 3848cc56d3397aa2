import { routesFor, type Route } from '#core/routes.ts'
import type { Answer } from '#core/answer.ts'
import { requireScope, type BearerFailure } from '#oauth/endpoints/bearer.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import type { Claims } from '#oauth/jwt/jwt.ts'
import { userinfoEndpoint } from '#oauth/endpoints/client.ts'
import type { OidcCall, SignInContext } from '#oidc-a/call.ts'
import { invalidCredentials, unauthenticated } from '#oidc-a/errors.ts'
import { olderUserinfoJson, userinfoJson } from '#oidc-a/json/claims.ts'
import { provider } from '#oidc-a/oauth/provider.ts'
import { accountOf } from '#oidc-a/rules/service-accounts.ts'
import type { Account } from '#oidc-a/schema.ts'
import { EMAIL_SCOPE, PROFILE_SCOPE } from '#oidc-a/oauth/scopes.ts'

const { get, post } = routesFor<OidcCall>()

type ClaimsOf = (account: Account, scopes: readonly string[]) => Claims

const userinfo = (claimsOf: ClaimsOf, refuse: (failure: BearerFailure) => Answer) =>
  userinfoEndpoint<SignInContext>(provider, {
    claims(context, token: OAuthAccessToken) {
      requireScope(token, 'openid', EMAIL_SCOPE, PROFILE_SCOPE)
      return claimsOf(accountOf(context, token), token.scopes)
    },
    refuse,
  })

const claims = userinfo(userinfoJson, invalidCredentials)
const older = userinfo(olderUserinfoJson, unauthenticated)
const both = userinfo(
  (account, scopes) => ({ ...userinfoJson(account, scopes), ...olderUserinfoJson(account, scopes) }),
  unauthenticated,
)

/**
 * The userinfo endpoints, which describe the user of an access token. Version 2 has the members of OpenID Connect
 * beside those that it has at the vendor.
 * https://developers.google.com/identity/openid-connect/openid-connect#obtaininguserprofileinformation
 */
export const userinfoRoutes: readonly Route[] = [
  get('userinfo/v2', '/oauth2/v2/userinfo', both),
  post('userinfo/v2-post', '/oauth2/v2/userinfo', both),
  get('userinfo/v3', '/oauth2/v3/userinfo', claims),
  post('userinfo/v3-post', '/oauth2/v3/userinfo', claims),
  get('userinfo/openidconnect', '/v1/userinfo', claims),
  post('userinfo/openidconnect-post', '/v1/userinfo', claims),
  get('userinfo/v1', '/oauth2/v1/userinfo', older),
  get('userinfo/v2-me', '/userinfo/v2/me', both),
]
