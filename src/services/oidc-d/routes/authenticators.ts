import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { authenticatorJson } from '#oidc-d/json/authenticator.ts'
import { activateAuthenticator, deactivateAuthenticator } from '#oidc-d/rules/factors/authenticators.ts'
import { loadAuthenticator } from '#oidc-d/steps/org.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'

const { get, post } = routesFor<OidcCall>()

const read = requireScope('okta.authenticators.read')
const manage = requireScope('okta.authenticators.manage')

const AUTHENTICATOR = '/api/v1/authenticators/:authenticatorId'

/**
 * The authenticators of the organization.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Authenticator/
 */
export const authenticatorsRoutes = [
  get('listAuthenticators', '/api/v1/authenticators', read, (call) =>
    json(call.rows.authenticators.all().map((each) => authenticatorJson(call, each))),
  ),
  get('getAuthenticator', AUTHENTICATOR, read, loadAuthenticator, (call) =>
    json(authenticatorJson(call, call.authenticator)),
  ),
  post('activateAuthenticator', `${AUTHENTICATOR}/lifecycle/activate`, manage, loadAuthenticator, (call) =>
    json(authenticatorJson(call, activateAuthenticator(call, call.authenticator))),
  ),
  post('deactivateAuthenticator', `${AUTHENTICATOR}/lifecycle/deactivate`, manage, loadAuthenticator, (call) =>
    json(authenticatorJson(call, deactivateAuthenticator(call, call.authenticator))),
  ),
]
