import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { strategyInvalid, signedOut, noSuch } from '#auth-saas/errors.ts'
import type { SessionVerification } from '#auth-saas/schema/attempts.ts'
import { browserToken, browserClient } from '#auth-saas/rules/sessions/clients.ts'
import { requireReverified } from '#auth-saas/rules/sessions/reverified.ts'
import { current } from '#auth-saas/rules/sessions/sessions.ts'
import type { User } from '#auth-saas/schema/people.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'

/** The reverification that a request continues. */
export interface ContinuedVerification extends OwnSession {
  readonly verification: SessionVerification
}

/**
 * Adds the reverification of the session that the path names.
 *
 * @throws 400 for a session without one.
 */
export const loadReverification = (call: AuthCall & OwnSession): { readonly verification: SessionVerification } => {
  const verification = call.rows.sessionVerifications.get(call.session.id)
  if (verification === undefined) throw strategyInvalid()
  return { verification }
}

/** The signed-in user of the browser that sends a request. */
export interface SignedInBrowser {
  readonly client: Client
  readonly session: Session
  readonly user: User
}

/**
 * Adds the session that a request names, or the last active one of its client.
 *
 * @throws 401 for a browser without one.
 */
export function loadSignedIn(call: AuthCall): SignedInBrowser {
  const { rows, query } = call
  const token = browserToken(call)
  const client = token === null ? undefined : rows.clients.get(rows.clientTokens.get(token)?.clientId)
  const session = rows.sessions.get(query.get('_clerk_session_id') ?? client?.lastActiveSessionId)
  if (client === undefined || session === undefined || session.clientId !== client.id) throw signedOut()
  if (!isSignedIn(current(call, session))) throw signedOut()
  return { client, session, user: rows.users.require(session.userId) }
}

/** @throws 403 before a sensitive action of a user who has not proved lately who they are. */
export function requireRecentFactor(call: AuthCall & SignedInBrowser): void {
  requireReverified(call, call.session)
}

/** A session of the browser's client. */
export interface OwnSession {
  readonly client: Client
  readonly session: Session
}

/**
 * Adds the session that the path names, one of the browser's client.
 *
 * @throws 401 for another.
 */
export const loadOwnSession = (call: AuthCall): OwnSession => {
  const client = browserClient(call)
  const session = call.rows.sessions.get(call.params['session_id'])
  if (client === undefined) throw signedOut()
  if (session === undefined || session.clientId !== client.id) throw noSuch('session', call.params['session_id'] ?? '')
  return { client, session: current(call, session) }
}

/** @throws 401 for a session that has ended. */
export function requireActiveOwnSession({ session }: { readonly session: Session }): void {
  if (!isSignedIn(session)) throw signedOut()
}
