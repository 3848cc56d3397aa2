import { json } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { deviceAnswer, deviceAuthorization, devicePage } from '#oauth/endpoints/device.ts'
import { authorizationAnswer, authorizationPage } from '#oauth/endpoints/browser.ts'
import { revocationEndpoint, tokenEndpoint } from '#oauth/endpoints/client.ts'
import type { OidcCall } from '#oidc-a/call.ts'
import { discoveryJson } from '#oidc-a/json/discovery.ts'
import { provider } from '#oidc-a/oauth/provider.ts'
import { certificatesJson, keySetJson } from '#oidc-a/json/keys.ts'

const { get, post } = routesFor<OidcCall>()

const ONE_HOUR = { 'cache-control': 'public, max-age=3600' }

const page = authorizationPage(provider)
const answer = authorizationAnswer(provider)
const token = tokenEndpoint(provider)
const device = deviceAuthorization(provider)
const revocation = revocationEndpoint(provider, { done: () => json({}), tokenInQuery: true })

/**
 * The sign-in endpoints. https://developers.google.com/identity/openid-connect/openid-connect The vendor has them on
 * several hosts. An endpoint that has another path on another host (`oauth2.googleapis.com/token`) has that path here
 * as well, so that a client whose host alone is replaced finds it. So has an older address that libraries still have
 * built in (`www.googleapis.com/oauth2/v4/token`, `accounts.google.com/o/oauth2/auth`).
 */
export const oauthRoutes: readonly Route[] = [
  get('discovery', '/.well-known/openid-configuration', (call) => json(discoveryJson(call), 200, ONE_HOUR)),
  get('certs/jwk', '/oauth2/v3/certs', (call) => json(keySetJson(call), 200, ONE_HOUR)),
  get('certs/pem', '/oauth2/v1/certs', (call) => json(certificatesJson(call), 200, ONE_HOUR)),
  get('certs/jwk-v2', '/oauth2/v2/certs', (call) => json(keySetJson(call), 200, ONE_HOUR)),
  get('authorize', '/o/oauth2/v2/auth', page),
  post('authorize/answer', '/o/oauth2/v2/auth', answer),
  get('authorize/v1', '/o/oauth2/auth', page),
  post('authorize/v1-answer', '/o/oauth2/auth', answer),
  post('token', '/oauth2/token', token),
  post('token/googleapis', '/token', token),
  post('token/v4', '/oauth2/v4/token', token),
  post('token/v3', '/oauth2/v3/token', token),
  post('token/v1', '/o/oauth2/token', token),
  post('revoke', '/oauth2/revoke', revocation),
  get('revoke/get', '/oauth2/revoke', revocation),
  post('revoke/googleapis', '/revoke', revocation),
  get('revoke/googleapis-get', '/revoke', revocation),
  post('revoke/v1', '/o/oauth2/revoke', revocation),
  get('revoke/v1-get', '/o/oauth2/revoke', revocation),
  post('device/code', '/device/code', device),
  post('device/code-v1', '/o/oauth2/device/code', device),
  get('device', '/device', devicePage(provider)),
  post('device/answer', '/device', deviceAnswer(provider)),
]
