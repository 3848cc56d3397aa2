import { json } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { authorizationAnswer, authorizationPage } from '#oauth/endpoints/browser.ts'
import { revocationEndpoint, tokenEndpoint } from '#oauth/endpoints/client.ts'
import type { OidcCall } from '#oidc-b/call.ts'
import { discoveryJson } from '#oidc-b/json/discovery.ts'
import { keySetJson } from '#oidc-b/json/keys.ts'
import { provider } from '#oidc-b/oauth/provider.ts'
import { requireForm } from '#oidc-b/steps/form.ts'

const { get, post } = routesFor<OidcCall>()

const ONE_HOUR = { 'cache-control': 'public, max-age=3600' }

/** The sign-in endpoints. https://developer.apple.com/documentation/signinwithapplerestapi */
export const oauthRoutes: readonly Route[] = [
  get('discovery', '/.well-known/openid-configuration', (call) => json(discoveryJson(call), 200, ONE_HOUR)),
  get('keys', '/auth/keys', () => json(keySetJson(), 200, ONE_HOUR)),
  get('authorize', '/auth/authorize', authorizationPage(provider)),
  post('authorize/answer', '/auth/authorize', requireForm, authorizationAnswer(provider)),
  post('token', '/auth/token', tokenEndpoint(provider)),
  post('revoke', '/auth/revoke', revocationEndpoint(provider)),
]
