import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { publicJwk } from '#oauth/jwt/jwt.ts'
import { rsaOne } from '#oauth/jwt/keys.ts'
import { claimsVersion } from '#auth-saas/rules/api-version.ts'
import { maybe, maybeText, metadata, text, whole } from '#auth-saas/rules/body-parts.ts'
import { get, post } from '#auth-saas/call.ts'
import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import { noSuch, notFound, paramInvalid, clerkFailure } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { clientJson, sessionJson } from '#auth-saas/json/session.ts'
import { answerPlainPage } from '#auth-saas/json/page.ts'
import { rowsOf } from '#auth-saas/rules/lists.ts'
import { sessionCookies } from '#auth-saas/rules/sessions/cookies.ts'
import { isTokenOf, requireRefreshable } from '#auth-saas/rules/sessions/refresh.ts'
import { addClient, addSession, current, endSession } from '#auth-saas/rules/sessions/sessions.ts'
import { sessionToken, templateToken } from '#auth-saas/json/tokens.ts'
import { findUser } from '#auth-saas/rules/users/users.ts'
import type { Session, SessionStatus } from '#auth-saas/schema/sessions.ts'
import { loadSession, loadRefreshableSession, requireActiveSession } from '#auth-saas/steps/sessions.ts'

const STATUSES: readonly SessionStatus[] = [
  'abandoned',
  'active',
  'ended',
  'expired',
  'pending',
  'removed',
  'replaced',
  'revoked',
]

const TokenInput = v.strictObject({ expires_in_seconds: maybe(whole(30, 315_360_000)) })

const RefreshInput = v.strictObject({
  expired_token: text,
  refresh_token: text,
  request_origin: text,
  request_headers: maybe(metadata),
  format: v.optional(v.nullable(v.picklist(['token', 'cookie']))),
  request_originating_ip: maybeText,
})

/** The operations about sessions and clients, and the key set. */
export const sessionsRoutes: readonly Route[] = [
  get('GetSessionList', '/v1/sessions', (call) => {
    const { query, rows } = call
    const [clientId, userId, status] = [query.get('client_id'), query.get('user_id'), query.get('status')]
    if (status !== null && !STATUSES.some((each) => each === status)) throw paramInvalid('status')
    const among =
      userId !== null
        ? rows.sessions.referring('userId', userId)
        : clientId !== null
          ? rows.sessions.referring('clientId', clientId)
          : undefined
    const matches =
      clientId === null && status === null
        ? undefined
        : (row: Session) =>
            (clientId === null || row.clientId === clientId) &&
            (status === null || current(call, row).status === status)
    return answerPlainPage(call, rowsOf(call, rows.sessions, { among, matches }), (row) =>
      sessionJson(current(call, row)),
    )
  }),

  post(
    'createSession',
    '/v1/sessions',
    body(v.strictObject({ user_id: text, active_organization_id: maybeText })),
    (call) => {
      const { user_id: userId, active_organization_id: organizationId } = call.body
      findUser(call, userId)
      if (organizationId !== null && organizationId !== undefined) {
        if (call.rows.memberships.find('member', organizationId, userId) === undefined) {
          throw notFound(`Given organization not found.`)
        }
      }
      const client = addClient(call)
      const session = addSession(call, { userId, clientId: client.id, organizationId: organizationId ?? null })
      return json(sessionJson(session))
    },
  ),

  get('GetSession', '/v1/sessions/:session_id', loadSession, (call) => json(sessionJson(call.session))),

  post('RevokeSession', '/v1/sessions/:session_id/revoke', loadSession, (call) => {
    const { session } = call
    return json(sessionJson(isSignedIn(session) ? endSession(call, session, 'revoked') : session))
  }),

  post(
    'VerifySession',
    '/v1/sessions/:session_id/verify',
    loadSession,
    body(v.strictObject({ token: text })),
    (call) => {
      const { session, body: input } = call
      if (!isSignedIn(session) || !isTokenOf(call, session, input.token)) {
        throw clerkFailure(400, 'invalid_session_token', 'Invalid session token', 'The session is not active.')
      }
      return json(sessionJson(call.session))
    },
  ),

  post('RefreshSession', '/v1/sessions/:session_id/refresh', loadRefreshableSession, body(RefreshInput), (call) => {
    const { session, body: input, query } = call
    requireRefreshable(session, input)
    const jwt = sessionToken(call, session, { version: claimsVersion(call), origin: input.request_origin })
    if (input.format !== 'cookie') return json({ object: 'token', jwt })
    const cookies = sessionCookies(call, session, jwt, query.get('suffixed_cookies') === 'true')
    return json({ object: 'cookies', cookies })
  }),

  post(
    'CreateSessionToken',
    '/v1/sessions/:session_id/tokens',
    loadSession,
    requireActiveSession,
    body(TokenInput),
    (call) => {
      const { session, body: input } = call
      const lifetime = input.expires_in_seconds ?? undefined
      const options = { version: claimsVersion(call), origin: null, ...(lifetime === undefined ? {} : { lifetime }) }
      return json({ object: 'token', jwt: sessionToken(call, session, options) })
    },
  ),

  post(
    'CreateSessionTokenFromTemplate',
    '/v1/sessions/:session_id/tokens/:template_name',
    loadSession,
    requireActiveSession,
    body(TokenInput),
    (call) => {
      const { session, params, rows, body: input } = call
      const template = rows.jwtTemplates.find('name', params.template_name)
      if (template === undefined) throw notFound(`No JWT template exists with name: ${params.template_name}`)
      const lifetime = input.expires_in_seconds ?? undefined
      const options = { origin: null, ...(lifetime === undefined ? {} : { lifetime }) }
      return json({ object: 'token', jwt: templateToken(call, session, template, options) })
    },
  ),

  get('GetClientList', '/v1/clients', (call) =>
    answerPlainPage(call, rowsOf(call, call.rows.clients), (row) => clientJson(call, row)),
  ),

  get('GetHandshakePayload', '/v1/clients/handshake_payload', (call) => {
    const { rows, query } = call
    const payload = rows.handshakePayloads.get(query.get('nonce'))
    if (payload === undefined) throw noSuch('handshake payload', query.get('nonce') ?? '')
    rows.handshakePayloads.delete(payload.id)
    return json({ directives: payload.directives })
  }),

  get('GetClient', '/v1/clients/:client_id', (call) => {
    const client = call.rows.clients.get(call.params.client_id)
    if (client === undefined) throw noSuch('client', call.params.client_id)
    return json(clientJson(call, client))
  }),

  post('VerifyClient', '/v1/clients/verify', body(v.strictObject({ token: text })), (call) => {
    const { rows, body: input } = call
    const client = rows.clients.get(rows.clientTokens.get(input.token)?.clientId)
    if (client === undefined) {
      throw clerkFailure(400, 'client_not_found', 'Client not found', 'Unable to verify client with the given token.')
    }
    return json(clientJson(call, client))
  }),

  get('GetJWKS', '/v1/jwks', () => json({ keys: [publicJwk(rsaOne, INSTANCE_ID)] })),
]
