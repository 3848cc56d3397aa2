import { isSignedIn } from './tasks.ts'
import { JwtFlaw, verifyOwnJwt, type Claims } from '#oauth/jwt/jwt.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { signingKey } from '../instance-keys.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'

/** The members of a request to exchange an expired session token. */
interface RefreshInput {
  readonly expired_token: string
  readonly refresh_token: string
  readonly request_origin: string
}

/** @throws the vendor's 401 unless an expired token of this session and its refresh token are right. */
export function requireRefreshable(session: Session, input: RefreshInput): void {
  let claims: Claims
  try {
    claims = verifyOwnJwt(input.expired_token, signingKey)
  } catch (error) {
    if (!(error instanceof JwtFlaw)) throw error
    throw unrefreshable('expired_session_token_invalid', 'The expired session token is invalid.')
  }
  if (!URL.canParse(input.request_origin)) {
    throw unrefreshable('refresh_request_origin_invalid', 'The request origin is invalid.')
  }
  if (claims['sid'] === undefined) throw unrefreshable('expired_session_token_missing_sid', 'The sid claim is missing.')
  if (claims['sid'] !== session.id) throw unrefreshable('refresh_sid_mismatch', 'The token is of another session.')
  if (claims['azp'] !== undefined && claims['azp'] !== new URL(input.request_origin).origin) {
    throw unrefreshable('refresh_request_origin_azp_mismatch', 'The request origin is not the azp claim.')
  }
  if (input.refresh_token !== session.refreshToken) {
    throw unrefreshable('refresh_token_not_found', 'The refresh token was not found.')
  }
  if (!isSignedIn(session)) {
    throw unrefreshable('session_refresh_inactive_session', 'The session is not active.')
  }
}

/** Returns the session of a token that this instance has signed and that has not expired; undefined for another. */
export function sessionOfToken(
  { rows, clock }: Pick<AuthContext, 'rows' | 'clock'>,
  token: string,
): Session | undefined {
  try {
    const { sid } = verifyOwnJwt(token, signingKey)
    const session = typeof sid === 'string' ? rows.sessions.get(sid) : undefined
    return session !== undefined && isTokenOf({ clock }, session, token) ? session : undefined
  } catch (error) {
    if (error instanceof JwtFlaw) return undefined
    throw error
  }
}

/** Returns whether a token is one of a session, signed by this instance, that has not expired. */
export function isTokenOf({ clock }: Pick<AuthContext, 'clock'>, { id }: Session, token: string): boolean {
  try {
    const { sid, exp } = verifyOwnJwt(token, signingKey)
    return sid === id && typeof exp === 'number' && exp * 1000 > clock.now()
  } catch (error) {
    if (error instanceof JwtFlaw) return false
    throw error
  }
}

/** The vendor's 401 for a session token that is not exchanged. */
export function unrefreshable(code: string, sentence: string): Error {
  return clerkFailure(401, code, 'Session refresh failed', sentence)
}
