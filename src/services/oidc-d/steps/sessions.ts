import type { OidcCall } from '#oidc-d/call.ts'
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
