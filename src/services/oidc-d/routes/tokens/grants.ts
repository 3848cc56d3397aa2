import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { appGrantJson, userGrantJson } from '#oidc-d/json/token.ts'
import { filteredList, orderedList } from '#oidc-d/rules/lists/pages.ts'
import { found } from '#oidc-d/rules/records.ts'
import { grantToApp, revokeAppGrant, revokeUserGrant, userGrants, type UserGrant } from '#oidc-d/rules/tokens/grants.ts'
import type { User } from '#oidc-d/schema.ts'
import { loadApp, loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import { loadAppGrant, loadClient } from '#oidc-d/steps/tokens.ts'

const { get, post, del } = routesFor<OidcCall>()

const readUsers = requireScope('okta.users.read')
const manageUsers = requireScope('okta.users.manage')
const readGrants = requireScope('okta.appGrants.read')
const manageGrants = requireScope('okta.appGrants.manage')

const OF_USER = '/api/v1/users/:userId/grants'
const OF_CLIENT = '/api/v1/users/:userId/clients/:clientId/grants'
const OF_APP = '/api/v1/apps/:appId/grants'

const GrantInput = v.object({ scopeId: v.string(), issuer: v.optional(v.string()) })

/**
 * The consents of users, and the scopes of the management API that apps have.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationGrants/
 */
export const grantsRoutes = [
  get('listUserGrants', OF_USER, readUsers, loadUser, (call) => {
    const scopeId = call.query.get('scopeId')
    const isMatch = ({ scope }: UserGrant): boolean => scopeId === null || scope.id === scopeId
    const list = filteredList(userGrants(call, call.user), isMatch, ({ id }) => id)
    return answerPage(call, list, { byDefault: 20, most: 200 }, (each) => userGrantJson(call, call.user, each))
  }),
  del('revokeUserGrants', OF_USER, manageUsers, loadUser, (call) => revokeGrants(call, userGrants(call, call.user))),
  get('getUserGrant', `${OF_USER}/:grantId`, readUsers, loadUser, (call) =>
    json(userGrantJson(call, call.user, findGrant(call))),
  ),
  del('revokeUserGrant', `${OF_USER}/:grantId`, manageUsers, loadUser, (call) => revokeGrants(call, [findGrant(call)])),
  get('listGrantsForUserAndClient', OF_CLIENT, readUsers, loadUser, loadClient, (call) =>
    answerPage(
      call,
      orderedList(userGrants(call, call.user, call.params.clientId), ({ id }) => id),
      { byDefault: 20, most: 200 },
      (each) => userGrantJson(call, call.user, each),
    ),
  ),
  del('revokeGrantsForUserAndClient', OF_CLIENT, manageUsers, loadUser, loadClient, (call) =>
    revokeGrants(call, userGrants(call, call.user, call.params.clientId)),
  ),
  get('listScopeConsentGrants', OF_APP, readGrants, loadApp, (call) =>
    json(call.rows.appGrants.list('byApp', call.app.id).map((grant) => appGrantJson(call, call.app, grant))),
  ),
  post('grantConsentToScope', OF_APP, manageGrants, loadApp, body(GrantInput), (call) =>
    json(appGrantJson(call, call.app, grantToApp(call, call.app, call.body.scopeId), { scope: true })),
  ),
  get('getScopeConsentGrant', `${OF_APP}/:grantId`, readGrants, loadApp, loadAppGrant, (call) =>
    json(appGrantJson(call, call.app, call.grant, { scope: call.query.get('expand') === 'scope' })),
  ),
  del('revokeScopeConsentGrant', `${OF_APP}/:grantId`, manageGrants, loadApp, loadAppGrant, (call) => {
    revokeAppGrant(call, call.app, call.grant)
    return empty()
  }),
]

type OfUser = OidcCall & { readonly user: User }

function findGrant(call: OfUser & { readonly params: { readonly grantId: string } }): UserGrant {
  const { grantId } = call.params
  return found(
    'OAuth2ScopeConsentGrant',
    grantId,
    userGrants(call, call.user).find(({ id }) => id === grantId),
  )
}

function revokeGrants(call: OfUser, grants: readonly UserGrant[]) {
  for (const grant of grants) revokeUserGrant(call, call.user, grant)
  return empty()
}
