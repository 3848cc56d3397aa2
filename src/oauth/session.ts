import { createHash } from 'node:crypto'
import type { OAuthSession } from './collections.ts'
import type { OAuthContext, Person, Profile } from './profile.ts'

/** What the cookie of a sign-in session needs of a call. */
interface WithCookies {
  readonly origin: string
  header(name: string): string | undefined
}

/**
 * The session of the browser that sends a request, if there is one and the person can still sign in. Cookies know no port, so
 * each instance has a name of its own for it.
 */
export function sessionOf<X extends OAuthContext>(
  profile: Profile<X>,
  call: X & WithCookies,
  service: string,
): OAuthSession | undefined {
  const name = cookieName(call, service)
  const pairs = (call.header('cookie') ?? '').split(/;\s*/).map((pair) => pair.split('=', 2))
  const id = pairs.find(([key]) => key === name)?.[1]
  const session = call.rows.oauthSessions.get(id)
  if (session === undefined) return undefined
  return profile.person(call, session.handle)?.id === session.userId ? session : undefined
}

/** Begins a session for a person who has just signed in; its `id` is for the cookie. */
export function beginSession({ rows, clock, ids }: OAuthContext, person: Person): OAuthSession {
  const authTime = clock.now()
  // Ids come again after a reset; a browser that outlived it must not find itself in the session of someone else.
  const whose = createHash('sha256').update(`${person.handle} ${authTime}`).digest('hex').slice(0, 12)
  const id = `${ids.base62(24)}-${whose}`
  return rows.oauthSessions.insert({ id, userId: person.id, handle: person.handle, authTime })
}

/** The header that has the browser keep a session, or forget it when there is none. */
export function sessionCookie(call: WithCookies, service: string, session: OAuthSession | null): string {
  const secure = call.origin.startsWith('https:') ? '; Secure' : ''
  const value = session === null ? '; Max-Age=0' : session.id
  return `${cookieName(call, service)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function cookieName({ origin }: WithCookies, service: string): string {
  return `${service}_session_${URL.canParse(origin) ? new URL(origin).port : ''}`
}
