import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { tokenJson, userClientJson } from '#oidc-d/json/token.ts'
import { orderedList } from '#oidc-d/rules/lists/pages.ts'
import { found } from '#oidc-d/rules/records.ts'
import { endToken, issuedTokens, type IssuedToken, type TokenFilter } from '#oidc-d/rules/tokens/refresh-tokens.ts'
import { userGrants } from '#oidc-d/rules/tokens/grants.ts'
import type { App } from '#oidc-d/schema.ts'
import { loadApp, loadServer, loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import { loadClient } from '#oidc-d/steps/tokens.ts'

const { get, del } = routesFor<OidcCall>()

const readUsers = requireScope('okta.users.read')
const manageUsers = requireScope('okta.users.manage')
const readApps = requireScope('okta.apps.read')
const manageApps = requireScope('okta.apps.manage')
const readServers = requireScope('okta.authorizationServers.read')
const manageServers = requireScope('okta.authorizationServers.manage')

const OF_USER = '/api/v1/users/:userId/clients/:clientId/tokens'
const OF_APP = '/api/v1/apps/:appId/tokens'
const OF_SERVER = '/api/v1/authorizationServers/:authServerId/clients/:clientId/tokens'

/**
 * Refresh tokens: of a user at a client, of an app, of a client at a custom authorization server. Revoking one ends the
 * access tokens that came with it.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationTokens/
 */
export const tokensRoutes = [
  get('listUserClients', '/api/v1/users/:userId/clients', readUsers, loadUser, (call) => {
    const { user, rows } = call
    const granted = userGrants(call, user).map(({ grant }) => grant.clientId)
    const issued = issuedTokens(call, { userId: user.id }).map(({ clientId }) => clientId)
    const apps = [...new Set([...granted, ...issued])].flatMap((id) => rows.apps.find('clientId', id) ?? [])
    return json(apps.map((app) => userClientJson(call, user, app)))
  }),
  get('listRefreshTokensForUserAndClient', OF_USER, readUsers, loadUser, loadClient, (call) =>
    answerTokens(call, { userId: call.user.id, clientId: call.params.clientId }),
  ),
  del('revokeTokensForUserAndClient', OF_USER, manageUsers, loadUser, loadClient, (call) =>
    revokeAll(call, { userId: call.user.id, clientId: call.params.clientId }),
  ),
  get('getRefreshTokenForUserAndClient', `${OF_USER}/:tokenId`, readUsers, loadUser, loadClient, (call) =>
    answerToken(call, { userId: call.user.id, clientId: call.params.clientId }),
  ),
  del('revokeTokenForUserAndClient', `${OF_USER}/:tokenId`, manageUsers, loadUser, loadClient, (call) =>
    revokeOne(call, { userId: call.user.id, clientId: call.params.clientId }),
  ),
  get('listOAuth2TokensForApplication', OF_APP, readApps, loadApp, (call) => answerTokens(call, ofApp(call))),
  del('revokeOAuth2TokensForApplication', OF_APP, manageApps, loadApp, (call) => revokeAll(call, ofApp(call))),
  get('getOAuth2TokenForApplication', `${OF_APP}/:tokenId`, readApps, loadApp, (call) =>
    answerToken(call, ofApp(call)),
  ),
  del('revokeOAuth2TokenForApplication', `${OF_APP}/:tokenId`, manageApps, loadApp, (call) =>
    revokeOne(call, ofApp(call)),
  ),
  get(
    'listOAuth2ClientsForAuthorizationServer',
    '/api/v1/authorizationServers/:authServerId/clients',
    readServers,
    loadServer,
    (call) => {
      const ids = new Set(issuedTokens(call, { server: call.server.id }).map(({ clientId }) => clientId))
      const apps = [...ids].flatMap((id) => call.rows.apps.find('clientId', id) ?? [])
      return json(
        apps.map((app) => {
          const { origin, server } = call
          const id = app.client?.clientId ?? app.id
          const href = `${origin}/api/v1/authorizationServers/${server.id}/clients/${id}/tokens`
          return {
            client_id: id,
            client_name: app.label,
            client_uri: app.client?.more['client_uri'] ?? null,
            logo_uri: app.client?.more['logo_uri'] ?? null,
            _links: { tokens: { href, hints: { allow: ['GET', 'DELETE'] } } },
          }
        }),
      )
    },
  ),
  get('listRefreshTokensForAuthorizationServerAndClient', OF_SERVER, readServers, loadServer, loadClient, (call) =>
    answerTokens(call, { server: call.server.id, clientId: call.params.clientId }),
  ),
  del('revokeRefreshTokensForAuthorizationServerAndClient', OF_SERVER, manageServers, loadServer, loadClient, (call) =>
    revokeAll(call, { server: call.server.id, clientId: call.params.clientId }),
  ),
  get(
    'getRefreshTokenForAuthorizationServerAndClient',
    `${OF_SERVER}/:tokenId`,
    readServers,
    loadServer,
    loadClient,
    (call) => answerToken(call, { server: call.server.id, clientId: call.params.clientId }),
  ),
  del(
    'revokeRefreshTokenForAuthorizationServerAndClient',
    `${OF_SERVER}/:tokenId`,
    manageServers,
    loadServer,
    loadClient,
    (call) => revokeOne(call, { server: call.server.id, clientId: call.params.clientId }),
  ),
]

/** The tokens of an app. An app that is no OAuth client has none. */
function ofApp({ app }: { readonly app: App }): TokenFilter {
  return { clientId: app.client?.clientId ?? app.id }
}

function answerTokens(call: OidcCall, filter: TokenFilter) {
  const scopes = call.query.get('expand') === 'scope'
  return answerPage(
    call,
    orderedList(issuedTokens(call, filter), ({ id }) => id),
    { byDefault: 20, most: 200 },
    (issued) => tokenJson(call, issued, `${call.path}/${issued.id}`, { scopes }),
  )
}

type WithToken = OidcCall & { readonly params: { readonly tokenId: string } }

function answerToken(call: WithToken, filter: TokenFilter) {
  const scopes = call.query.get('expand') === 'scope'
  return json(tokenJson(call, findToken(call, filter), call.path, { scopes }))
}

function revokeOne(call: WithToken, filter: TokenFilter) {
  endToken(call, findToken(call, filter))
  return empty()
}

function revokeAll(call: OidcCall, filter: TokenFilter) {
  for (const issued of issuedTokens(call, filter)) endToken(call, issued)
  return empty()
}

/** @throws 404 with the vendor's id of a token: that of the client and its own. */
function findToken(call: WithToken, filter: TokenFilter): IssuedToken {
  const { tokenId } = call.params
  const issued = issuedTokens(call, filter).find(({ id }) => id === tokenId)
  return found('OAuth2RefreshTokenTx', `${filter.clientId ?? ''}.${tokenId}`, issued)
}
