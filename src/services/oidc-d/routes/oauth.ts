import { json } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { clientAnswer } from '#oauth/endpoints/answers.ts'
import { clientWithId } from '#oauth/clients/clients.ts'
import { deviceAnswer, deviceAuthorization, devicePage } from '#oauth/endpoints/device.ts'
import { OAuthFailure, requireParameter } from '#oauth/failure.ts'
import { authorizationAnswer, authorizationPage, endSessionEndpoint, type Handler } from '#oauth/endpoints/browser.ts'
import {
  introspectionEndpoint,
  pushedAuthorizationEndpoint,
  revocationEndpoint,
  tokenEndpoint,
} from '#oauth/endpoints/client.ts'
import { loadCustomServer, loadOrganizationServer, loadServerOfDevice } from '#oidc-d/steps/authorization-servers.ts'
import { askTokenHook } from '#oidc-d/steps/token-hooks.ts'
import type { OidcCall, SignInContext } from '#oidc-d/call.ts'
import { invalidClientId } from '#oidc-d/errors.ts'
import { oauthMetadataJson, openIdMetadataJson } from '#oidc-d/json/discovery.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { provider } from '#oidc-d/oauth/provider.ts'
import { keySetJson } from '#oidc-d/json/keys.ts'
import { userinfo } from './userinfo.ts'

const { get, post } = routesFor<OidcCall>()

const CUSTOM = '/oauth2/:authorizationServerId'

const authorize = authorizationPage(provider)
const answer = authorizationAnswer(provider)
const token = withOneCredential(tokenEndpoint(provider))
const introspect = withOneCredential(introspectionEndpoint(provider))
const revoke = withOneCredential(revocationEndpoint(provider))
const device = withOneCredential(deviceAuthorization(provider))
const par = withOneCredential(withStateAndAddress(pushedAuthorizationEndpoint(provider)))
const logout = endSessionEndpoint(provider)

const A_WHILE = { 'cache-control': 'max-age=86400, must-revalidate' }

const openIdConfiguration = (call: OidcCall & SignInContext) => json(openIdMetadataJson(checked(call)), 200, A_WHILE)
const oauthConfiguration = (call: OidcCall & SignInContext) => json(oauthMetadataJson(checked(call)), 200, A_WHILE)
const keys = (call: OidcCall & SignInContext) => json(keySetJson(call), 200, A_WHILE)

/**
 * The endpoints of the organization's authorization server.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/OrgAS/
 */
const organization: readonly Route[] = [
  get(
    'getWellKnownOpenIDConfiguration',
    '/.well-known/openid-configuration',
    loadOrganizationServer,
    openIdConfiguration,
  ),
  get(
    'getWellKnownOAuthConfiguration',
    '/.well-known/oauth-authorization-server',
    loadOrganizationServer,
    oauthConfiguration,
  ),
  get('oauthKeys', '/oauth2/v1/keys', loadOrganizationServer, keys),
  get('authorize', '/oauth2/v1/authorize', loadOrganizationServer, authorize),
  post('authorizeWithPost', '/oauth2/v1/authorize', loadOrganizationServer, answer),
  post('token', '/oauth2/v1/token', loadOrganizationServer, token),
  get('userinfo', '/oauth2/v1/userinfo', loadOrganizationServer, userinfo),
  post('userinfoWithPost', '/oauth2/v1/userinfo', loadOrganizationServer, userinfo),
  post('introspect', '/oauth2/v1/introspect', loadOrganizationServer, introspect),
  post('revoke', '/oauth2/v1/revoke', loadOrganizationServer, revoke),
  post('par', '/oauth2/v1/par', loadOrganizationServer, par),
  post('deviceAuthorize', '/oauth2/v1/device/authorize', loadOrganizationServer, device),
  get('logout', '/oauth2/v1/logout', loadOrganizationServer, logout),
  post('logoutWithPost', '/oauth2/v1/logout', loadOrganizationServer, logout),
]

/**
 * The endpoints of custom authorization servers.
 * https://developer.okta.com/docs/api/openapi/okta-oauth/oauth/tag/CustomAS/
 */
const custom: readonly Route[] = [
  get(
    'getWellKnownOpenIDConfigurationCustomAS',
    `${CUSTOM}/.well-known/openid-configuration`,
    loadCustomServer,
    openIdConfiguration,
  ),
  get(
    'getWellKnownOAuthConfigurationCustomAS',
    `${CUSTOM}/.well-known/oauth-authorization-server`,
    loadCustomServer,
    oauthConfiguration,
  ),
  get('oauthKeysCustomAS', `${CUSTOM}/v1/keys`, loadCustomServer, keys),
  get('authorizeCustomAS', `${CUSTOM}/v1/authorize`, loadCustomServer, askTokenHook(authorize), authorize),
  post('authorizeCustomASWithPost', `${CUSTOM}/v1/authorize`, loadCustomServer, askTokenHook(answer), answer),
  post('tokenCustomAS', `${CUSTOM}/v1/token`, loadCustomServer, askTokenHook(token), token),
  get('userinfoCustomAS', `${CUSTOM}/v1/userinfo`, loadCustomServer, userinfo),
  post('userinfoCustomASWithPost', `${CUSTOM}/v1/userinfo`, loadCustomServer, userinfo),
  post('introspectCustomAS', `${CUSTOM}/v1/introspect`, loadCustomServer, introspect),
  post('revokeCustomAS', `${CUSTOM}/v1/revoke`, loadCustomServer, revoke),
  post('parCustomAS', `${CUSTOM}/v1/par`, loadCustomServer, par),
  post('deviceAuthorizeCustomAS', `${CUSTOM}/v1/device/authorize`, loadCustomServer, device),
  get('logoutCustomAS', `${CUSTOM}/v1/logout`, loadCustomServer, logout),
  post('logoutCustomASWithPost', `${CUSTOM}/v1/logout`, loadCustomServer, logout),
]

/** The endpoints of OAuth and OpenID Connect, and the pages of signing in. */
export const oauthRoutes: readonly Route[] = [
  ...organization,
  ...custom,
  get('activate', '/activate', loadOrganizationServer, devicePage(provider)),
  post('activateWithCode', '/activate', loadServerOfDevice, deviceAnswer(provider)),
]

/**
 * A step for documents that may be requested with a `client_id`.
 *
 * @throws 401 for an unknown one.
 */
function checked<C extends OidcCall & SignInContext>(call: C): C {
  const id = call.query.get('client_id')
  if (id !== null && clientWithId(profile.clients(call), id) === undefined) throw invalidClientId()
  return call
}

/** Refuses a client that authenticates twice: in the header and in the body, or with a secret and an assertion. */
function withOneCredential<T>(handler: Handler<SignInContext, T>): Handler<SignInContext, T> {
  return (call) =>
    clientAnswer({ profile, context: call }, () => {
      const form = call.form()
      const header = call.header('authorization')
      const places = [
        ...(header !== undefined && credentials(header)?.scheme === 'basic' ? ['the Authorization header'] : []),
        ...['client_secret', 'client_assertion'].filter((name) => (form.get(name) ?? '') !== ''),
      ]
      if (places.length < 2) return handler(call)
      const message = `credentials came in ${places.join(' and in ')}; expected them in one place`
      const problem = { reason: 'malformed', parameter: 'credentials' } as const
      throw new OAuthFailure('invalid_request', message, { problem })
    })
}

/** Refuses a pushed request without `state` or `redirect_uri`, for which a browser would get an error page. */
function withStateAndAddress<T>(handler: Handler<SignInContext, T>): Handler<SignInContext, T> {
  return (call) =>
    clientAnswer({ profile, context: call }, () => {
      const parameters = Object.fromEntries(call.form())
      for (const name of ['redirect_uri', 'state']) requireParameter(parameters, name)
      return handler(call)
    })
}
