import { json } from '../../../core/answer.ts'
import { routesFor, type Route } from '../../../core/routes.ts'
import { authorizationAnswer, authorizationPage } from '../../../oauth/routes.ts'
import { revocationEndpoint, tokenEndpoint } from '../../../oauth/endpoints.ts'
import type { OidcCall } from '../call.ts'
import { notAForm } from '../errors.ts'
import { discoveryJson } from '../json/discovery.ts'
import { provider } from '../provider.ts'
import { keySet } from '../signing.ts'

const { get, post } = routesFor<OidcCall>()

const A_WHILE = { 'cache-control': 'public, max-age=3600' }

/** Signing in: https://developer.apple.com/documentation/signinwithapplerestapi */
export const oauthRoutes: readonly Route[] = [
  get('discovery', '/.well-known/openid-configuration', (call) => json(discoveryJson(call), 200, A_WHILE)),
  get('keys', '/auth/keys', () => json(keySet(), 200, A_WHILE)),
  get('authorize', '/auth/authorize', authorizationPage(provider)),
  post('authorize/answer', '/auth/authorize', form, authorizationAnswer(provider)),
  post('token', '/auth/token', tokenEndpoint(provider)),
  post('revoke', '/auth/revoke', revocationEndpoint(provider)),
]

/** A step: what comes is a form, or nothing. */
function form(call: OidcCall): void {
  const type = call.header('content-type')
  if (type !== undefined && !/^application\/x-www-form-urlencoded\b/i.test(type)) throw notAForm(type)
}
