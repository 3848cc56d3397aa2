import { json } from '../../../core/answer.ts'
import { routesFor, type Route } from '../../../core/routes.ts'
import { deviceAnswer, deviceAuthorization, devicePage } from '../../../oauth/device-routes.ts'
import { authorizationAnswer, authorizationPage } from '../../../oauth/routes.ts'
import { revocationEndpoint, tokenEndpoint } from '../../../oauth/endpoints.ts'
import type { OidcCall } from '../call.ts'
import { discoveryJson } from '../json/discovery.ts'
import { provider } from '../provider.ts'
import { certificates, keySet } from '../signing.ts'

const { get, post } = routesFor<OidcCall>()

const A_WHILE = { 'cache-control': 'public, max-age=3600' }

const token = tokenEndpoint(provider)
const revocation = revocationEndpoint(provider, { done: () => json({}), tokenInQuery: true })

/**
 * Signing in: https://developers.google.com/identity/openid-connect/openid-connect. The vendor's endpoints are on several hosts;
 * those that are elsewhere under another path (`oauth2.googleapis.com/token`) have that path here too, so that a client whose
 * host alone is replaced finds them.
 */
export const oauthRoutes: readonly Route[] = [
  get('discovery', '/.well-known/openid-configuration', (call) => json(discoveryJson(call), 200, A_WHILE)),
  get('certs/jwk', '/oauth2/v3/certs', (call) => json(keySet(call), 200, A_WHILE)),
  get('certs/pem', '/oauth2/v1/certs', (call) => json(certificates(call), 200, A_WHILE)),
  get('authorize', '/o/oauth2/v2/auth', authorizationPage(provider)),
  post('authorize/answer', '/o/oauth2/v2/auth', authorizationAnswer(provider)),
  post('token', '/oauth2/token', token),
  post('token/googleapis', '/token', token),
  post('revoke', '/oauth2/revoke', revocation),
  get('revoke/get', '/oauth2/revoke', revocation),
  post('revoke/googleapis', '/revoke', revocation),
  get('revoke/googleapis-get', '/revoke', revocation),
  post('device/code', '/device/code', deviceAuthorization(provider)),
  get('device', '/device', devicePage(provider)),
  post('device/answer', '/device', deviceAnswer(provider)),
]
