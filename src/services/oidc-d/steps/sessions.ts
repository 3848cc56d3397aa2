import { sessionOf } from '#oauth/sessions/session.ts'
import type { OAuthSession } from '#oauth/collections.ts'
import type { AtServer, OidcCall } from '#oidc-d/call.ts'
import { profile } from '#oidc-d/oauth/profile.ts'
import { notFound } from '#oidc-d/errors.ts'
import type { Session } from '#oidc-d/schema.ts'

/**
 * A step that loads the session of the path.
 *
 * @throws 404 for an unknown or expired session.
 */
export function loadSession({ rows, clock, params }: OidcCall & { params: { readonly sessionId: string } }): {
  session: Session
} {
  const found = rows.sessions.get(params.sessionId)
  if (found === undefined || found.expiresAt <= clock.now()) throw notFound('AppSession', params.sessionId)
  return { session: found }
}

/**
 * A step that loads the session of the browser, which began on the sign-in page or with a session token.
 *
 * @throws 404 for a browser without one.
 */
export function loadOwnSession(call: OidcCall & AtServer): { readonly ownSession: OAuthSession } {
  const ownSession = sessionOf({ profile, context: call }, 'oidc-d')
  if (ownSession === undefined) throw notFound('Session', 'me')
  return { ownSession }
}
