import type { AuthContext, AuthCall } from '#auth-saas/call.ts'
import { cookieSuffix } from '../instance-keys.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'

/** How long the cookies of a session live in the browser: a year, in seconds. The session itself ends earlier. */
const COOKIE_AGE = 31_536_000

/** A cookie with the members that the vendor sets. */
export interface SessionCookie {
  readonly name: string
  readonly value: string
  readonly httpOnly: boolean
}

/**
 * Returns the cookies of a session at the application's host: the token, the time of the last change, and the refresh
 * token.
 */
export function cookiesOf(
  { origin }: Pick<AuthContext, 'origin'>,
  session: Session | null,
  token: string,
  suffixed: boolean,
): SessionCookie[] {
  const changedAt = session === null ? '0' : String(Math.floor(Math.max(session.createdAt, 1000) / 1000))
  const suffix = cookieSuffix(origin)
  const plain = [
    { name: '__session', value: token, httpOnly: false },
    { name: '__client_uat', value: changedAt, httpOnly: false },
  ]
  if (!suffixed) return plain
  return [
    ...plain.map(({ name, ...rest }) => ({ name: `${name}_${suffix}`, ...rest })),
    ...plain,
    ...(session === null ? [] : [{ name: `__refresh_${suffix}`, value: session.refreshToken, httpOnly: true }]),
  ]
}

/** Returns the Set-Cookie directives of a session. The application's back end sends them to the browser. */
export function sessionCookies(
  context: Pick<AuthContext, 'origin'>,
  session: Session | null,
  token: string,
  suffixed: boolean,
): string[] {
  return cookiesOf(context, session, token, suffixed).map(({ name, value, httpOnly }) => {
    const age = session === null && !name.startsWith('__client_uat') ? 0 : COOKIE_AGE
    return `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${httpOnly ? '; HttpOnly' : ''}`
  })
}

/** Returns the Set-Cookie value by which this instance knows a browser. */
export function clientCookie({ origin }: Pick<AuthCall, 'origin'>, token: string): string {
  const site = origin.startsWith('https:') ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax'
  return `__client=${token}; Path=${new URL(origin).pathname}; Max-Age=315360000; HttpOnly; ${site}`
}
