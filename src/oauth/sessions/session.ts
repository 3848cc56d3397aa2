import { createHash } from 'node:crypto'
import { mountPathOf } from '#core/http/mount-path.ts'
import type { Person } from '../authorization.ts'
import type { OAuthSession } from '../collections.ts'
import type { OAuthContext } from '../context.ts'
import type { Server } from '../profile.ts'

/** The parts of a request that the session cookie depends on. */
interface CookieRequest {
  readonly origin: string
  header(name: string): string | undefined
}

/**
 * Returns the session of the browser that sends a request, if there is one and its person can still sign in. Cookies
 * are shared by all ports of a host, so the cookie's name is different for each instance.
 */
export function sessionOf<X extends OAuthContext>(
  { profile, context }: Server<X, CookieRequest>,
  service: string,
): OAuthSession | undefined {
  const name = cookieName(context, service)
  const pairs = (context.header('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('=', 2))
  const id = pairs.find(([key]) => key === name)?.[1]
  const session = context.rows.oauthSessions.get(id)
  if (session === undefined) return undefined
  return profile.person(context, session.handle)?.id === session.userId ? session : undefined
}

/** Begins a session for a person who has just signed in; its `id` is the value of the cookie. */
export function beginSession({ rows, clock, ids }: OAuthContext, person: Person): OAuthSession {
  const authTime = clock.now()
  // Ids repeat after a reset. The hash keeps a browser that outlives the reset from getting another person's session.
  const digest = createHash('sha256').update(`${person.handle} ${authTime}`).digest('hex').slice(0, 12)
  const id = `${ids.secret.base62(24)}-${digest}`
  return rows.oauthSessions.insert({ id, userId: person.id, handle: person.handle, authTime })
}

/** The value of `set-cookie` that stores a session in the browser, or removes it when the session is null. */
export function sessionCookie(call: CookieRequest, service: string, session: OAuthSession | null): string {
  const secure = call.origin.startsWith('https:') ? '; Secure' : ''
  const value = session === null ? '; Max-Age=0' : session.id
  return `${cookieName(call, service)}=${value}; Path=${mountPathOf(call.origin) || '/'}; HttpOnly; SameSite=Lax${secure}`
}

function cookieName({ origin }: CookieRequest, service: string): string {
  return `${service}_session_${URL.canParse(origin) ? new URL(origin).port : ''}`
}
