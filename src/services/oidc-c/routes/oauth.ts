import { pathBelow } from '#core/http/mount-path.ts'
import { json, type Answer } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { deviceAnswer, deviceAuthorization, devicePage } from '#oauth/endpoints/device.ts'
import { withValues } from '#oauth/parameters.ts'
import { authorizationAnswer, authorizationPage, endSessionEndpoint } from '#oauth/endpoints/browser.ts'
import { tokenEndpoint } from '#oauth/endpoints/client.ts'
import { errorPage } from '#pages/error.ts'
import type { OidcCall, SignInContext } from '#oidc-c/call.ts'
import { loadAuthority, loadCommonAuthority } from '#oidc-c/steps/authority.ts'
import { noSuchInstance } from '#oidc-c/errors.ts'
import { discoveryJson, instanceJson, olderDiscoveryJson } from '#oidc-c/json/discovery.ts'
import { provider } from '#oidc-c/oauth/provider.ts'
import { redirectMatches } from '#oidc-c/rules/redirect-uris.ts'
import { userRealmJson } from '#oidc-c/json/user-realm.ts'
import { keySetJson } from '#oidc-c/json/keys.ts'
import { authorityNamed } from '#oidc-c/rules/tenants.ts'

const { get, post } = routesFor<OidcCall>()

const ONE_DAY = { 'cache-control': 'max-age=86400, private' }

const page = authorizationPage(provider)
const answer = authorizationAnswer(provider)
const token = tokenEndpoint(provider)
const [v1, v2] = [loadAuthority(1), loadAuthority(2)]
const [pageV1, pageV2] = [loadAuthority(1, { page: true }), loadAuthority(2, { page: true })]

/**
 * The sign-in endpoints, of both generations.
 * https://learn.microsoft.com/entra/identity-platform/v2-protocols and
 * https://learn.microsoft.com/previous-versions/azure/active-directory/azuread-dev/v1-protocols-oauth-code
 */
export const oauthRoutes: readonly Route[] = [
  get('discovery', '/:tenant/v2.0/.well-known/openid-configuration', v2, (call) =>
    json(discoveryJson(call), 200, ONE_DAY),
  ),
  get('keys', '/:tenant/discovery/v2.0/keys', v2, (call) => json(keySetJson(call), 200, ONE_DAY)),
  get('authorize', '/:tenant/oauth2/v2.0/authorize', pageV2, page),
  post('authorize/answer', '/:tenant/oauth2/v2.0/authorize', pageV2, answer),
  post('token', '/:tenant/oauth2/v2.0/token', v2, token),
  post('devicecode', '/:tenant/oauth2/v2.0/devicecode', v2, deviceAuthorization(provider)),
  get('logout', '/:tenant/oauth2/v2.0/logout', pageV2, logout),
  post('logout/post', '/:tenant/oauth2/v2.0/logout', pageV2, logout),

  get('devicelogin', '/devicelogin', loadCommonAuthority, devicePage(provider)),
  post('devicelogin/answer', '/devicelogin', loadCommonAuthority, deviceAnswer(provider)),
  get('deviceauth', '/:tenant/oauth2/deviceauth', pageV2, devicePage(provider)),
  post('deviceauth/answer', '/:tenant/oauth2/deviceauth', pageV2, deviceAnswer(provider)),

  get('v1/discovery', '/:tenant/.well-known/openid-configuration', v1, (call) =>
    json(olderDiscoveryJson(call), 200, ONE_DAY),
  ),
  get('v1/keys', '/:tenant/discovery/keys', v1, (call) => json(keySetJson(call), 200, ONE_DAY)),
  get('v1/authorize', '/:tenant/oauth2/authorize', pageV1, page),
  post('v1/authorize/answer', '/:tenant/oauth2/authorize', pageV1, answer),
  post('v1/token', '/:tenant/oauth2/token', v1, token),
  get('v1/logout', '/:tenant/oauth2/logout', pageV1, logout),

  get('userrealm', '/common/userrealm/:username', (call) => json(userRealmJson(call, call.params.username))),
  get('userrealm/older', '/common/UserRealm/:username', (call) => json(userRealmJson(call, call.params.username))),

  get('instance', '/common/discovery/instance', (call) => {
    const address = call.query.get('authorization_endpoint') ?? ''
    const [, segment = ''] = URL.canParse(address) ? pathBelow(call.origin, address).split('/') : []
    const authority = authorityNamed(call.rows, segment)
    if (authority === undefined) throw noSuchInstance(address)
    return json(instanceJson(call, authority.tenant === null ? authority.name : segment))
  }),
]

const endSession = endSessionEndpoint(provider)

/**
 * Signs a person out. The address to which the browser goes must be registered for the application; if the request does
 * not name the application, for any application.
 * https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc#send-a-sign-out-request
 */
function logout(call: OidcCall & SignInContext): Answer {
  const parameters = withValues(new URLSearchParams([...call.query, ...call.form()]))
  const address = parameters.get('post_logout_redirect_uri')
  const namesClient = parameters.has('id_token_hint') || parameters.has('client_id')
  const clients = call.rows.clients.list('byPosition')
  const strict =
    !namesClient && address !== null && clients.length > 0 && clients.every((each) => each.redirectUris !== null)
  const registered = clients.flatMap((each) => [...(each.redirectUris ?? []), ...each.postLogoutRedirectUris])
  if (!strict || registered.some((each) => redirectMatches(address, each))) return endSession(call)
  return errorPage({
    service: provider.service,
    status: 400,
    title: 'This sign-out cannot go on',
    message: `post_logout_redirect_uri ${address} is not registered for any application; registered: ${registered.join(', ') || 'nothing'}`,
    remedies: [
      'Send one of the registered addresses, to the letter.',
      `Or add it to an application, under ${provider.profile.registry}.`,
    ],
  })
}
