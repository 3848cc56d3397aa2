import type { AuthCall } from '#auth-saas/call.ts'
import { claimsVersion } from '#auth-saas/rules/api-version.ts'
import { applicationUrl } from '#auth-saas/rules/application-url.ts'
import { cookieSuffix } from '#auth-saas/rules/instance-keys.ts'
import { sessionCookies } from '#auth-saas/rules/sessions/cookies.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'
import { sessionToken } from './tokens.ts'

/**
 * Returns the Set-Cookie directives that bring the application's host to a session; null signs it out. `devBrowser` is
 * the token of the browser.
 */
export function handshakeDirectives(call: AuthCall, session: Session | null, devBrowser: string): string[] {
  const { query, origin } = call
  const suffixed = query.get('suffixed_cookies') !== 'false'
  const redirectTo = applicationUrl(query.get('redirect_url'))
  const jwt =
    session === null
      ? ''
      : sessionToken(call, session, { version: claimsVersion(call), origin: redirectTo?.origin ?? null })
  const names = suffixed ? [`__clerk_db_jwt_${cookieSuffix(origin)}`, '__clerk_db_jwt'] : ['__clerk_db_jwt']
  return [
    ...sessionCookies(call, session, jwt, suffixed),
    ...names.map((name) => `${name}=${devBrowser}; Path=/; Max-Age=31536000; SameSite=Lax`),
  ]
}
