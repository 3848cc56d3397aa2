import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { identifyClient, requireAuthenticated } from '#oauth/clients/clients.ts'
import { OAuthFailure } from '#oauth/failure.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { badCredentials, forbidden, notFound, requiresAuthentication, unprocessable } from '#codehost/errors.ts'
import { authorizationJson } from '#codehost/json/apps/authorization.ts'
import { profile } from '#codehost/oauth/profile.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { InstallationTokenInput, narrowedAccess } from '#codehost/rules/apps/installation-tokens.ts'
import { activeInstallation } from '#codehost/rules/apps/installations.ts'
import type { Installation } from '#codehost/schema/apps.ts'
import type { Token } from '#codehost/schema/tokens.ts'

const { post, patch, del } = routesFor<CodehostCall>()

const TokenInput = v.object({ access_token: v.pipe(v.string(), v.minLength(1)) })

const ScopedTokenInput = v.object({
  ...TokenInput.entries,
  target: v.optional(v.string()),
  target_id: v.optional(v.pipe(v.number(), v.integer())),
  ...InstallationTokenInput.entries,
})

/**
 * Operations of an OAuth application on the tokens that were issued to it. It authenticates by Basic with its client id
 * and secret. https://docs.github.com/rest/apps/oauth-applications
 */
export const applicationsRoutes = [
  post('apps/check-token', '/applications/:client_id/token', requireApplication, body(TokenInput), (call) =>
    json(authorizationJson(call, findToken(call, call.body.access_token))),
  ),
  patch('apps/reset-token', '/applications/:client_id/token', requireApplication, body(TokenInput), (call) => {
    const { rows, ids, clock } = call
    const before = findToken(call, call.body.access_token)
    const id = `${before.id.slice(0, 4)}${ids.secret.base62(36)}`
    rows.tokens.delete(before.id)
    const token = rows.tokens.insert({ ...before, id, createdAt: clock.now() })
    for (const refresh of rows.oauthRefreshTokens.list('byAccessToken', before.id)) {
      rows.oauthRefreshTokens.update(refresh.id, { accessToken: id })
    }
    return json(authorizationJson(call, { ...token, clientId: before.clientId }))
  }),
  post(
    'apps/scope-token',
    '/applications/:client_id/token/scoped',
    requireApplication,
    body(ScopedTokenInput),
    (call) => {
      const { rows, ids, clock } = call
      const { narrowed: _, ...whole } = findToken(call, call.body.access_token)
      const narrowed = narrowedAccess(rows, findTarget(call, call.body), call.body)
      const id = `ghu_${ids.secret.base62(36)}`
      rows.tokens.insert({ ...whole, id, narrowed, createdAt: clock.now() })
      return json(authorizationJson(call, { ...rows.tokens.require(id), clientId: whole.clientId }))
    },
  ),
  del('apps/delete-token', '/applications/:client_id/token', requireApplication, body(TokenInput), (call) => {
    const token = findToken(call, call.body.access_token)
    endToken(call.rows, token)
    return empty()
  }),
  del('apps/delete-authorization', '/applications/:client_id/grant', requireApplication, body(TokenInput), (call) => {
    const { rows } = call
    const { userId, clientId } = findToken(call, call.body.access_token)
    for (const token of rows.tokens.list('ofApp', userId, clientId)) endToken(rows, token)
    const grant = rows.oauthGrants.find('client', clientId, userId)
    // The codes and refresh tokens of the grant are deleted with it.
    if (grant !== undefined) rows.oauthGrants.delete(grant.id)
    return empty()
  }),
  post(
    'credentials/revoke',
    '/credentials/revoke',
    requireStranger,
    requireBody(v.object({ credentials: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) })),
    ({ rows, body }) => {
      for (const value of body.credentials) {
        const token = rows.tokens.get(value)
        if (token !== undefined) endToken(rows, token)
        if (rows.oauthRefreshTokens.get(value) !== undefined) rows.oauthRefreshTokens.delete(value)
      }
      return json({}, 202)
    },
  ),
]

/** A step: requires a request without credentials, since who has found a token need not be known. @throws 403. */
function requireStranger({ principal }: CodehostCall): void {
  if (principal !== null) throw forbidden('This endpoint must be called without authentication.')
}

/**
 * A step: requires that the application of the path is the one that authenticates.
 *
 * @throws 401, 404.
 */
function requireApplication(call: CodehostCall & { readonly params: { readonly client_id: string } }): void {
  const header = call.header('authorization')
  if (header === undefined) throw requiresAuthentication()
  const client = credentials(header)
  if (client?.scheme !== 'basic') throw badCredentials()
  if (client.username !== call.params.client_id) throw notFound()
  try {
    requireAuthenticated(identifyClient(profile.clients(call), {}, client))
  } catch (error) {
    throw error instanceof OAuthFailure ? badCredentials() : error
  }
}

/**
 * Returns a valid token of the application.
 *
 * @throws 404.
 */
function findToken(
  { rows, clock, params }: CodehostCall & { readonly params: { readonly client_id: string } },
  value: string,
): Token & { readonly clientId: string } {
  const token = rows.tokens.get(value)
  const clientId = token?.clientId
  if (token === undefined || clientId !== params.client_id) throw notFound()
  if (token.expiresAt !== null && token.expiresAt <= clock.now()) throw notFound()
  return { ...token, clientId }
}

/**
 * Returns the installation of the app that a token is to be narrowed to.
 *
 * @throws 404 for an OAuth app and where the app is not installed, 422 without a target.
 */
function findTarget(
  { rows, params }: CodehostCall & { readonly params: { readonly client_id: string } },
  { target, target_id: id }: v.InferOutput<typeof ScopedTokenInput>,
): Installation {
  const app = rows.apps.find('clientId', params.client_id)
  if (target === undefined && id === undefined) throw unprocessable('Either `target` or `target_id` is required.')
  const account = id === undefined ? findAccount(rows, target ?? '') : rows.accounts.get(id)
  if (app === undefined || account === undefined) throw notFound()
  const installation = activeInstallation(rows, app.id, account.id)
  if (installation === undefined) throw notFound()
  return installation
}

function endToken(rows: Rows, { id }: Token): void {
  rows.tokens.delete(id)
  for (const refresh of rows.oauthRefreshTokens.list('byAccessToken', id)) rows.oauthRefreshTokens.delete(refresh.id)
}
