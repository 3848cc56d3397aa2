import { DAY } from '#core/duration.ts'
import type { AuthContext, RequestContext } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { settingsOf } from '../settings.ts'
import { isSignedIn, tasksOf } from './tasks.ts'

/** How long a session may be unused before it counts as abandoned: 30 days, in milliseconds. */
const ABANDONED_AFTER = 30 * DAY

/** Adds a client without sessions. */
export function addClient(context: AuthContext, isNative = false): Client {
  return context.rows.clients.insert({
    signInId: null,
    signUpId: null,
    lastActiveSessionId: null,
    lastAuthenticationStrategy: null,
    isNative,
    ...commonFields(context, 'client'),
  })
}

/** The members of a new session. */
export interface NewSession {
  readonly userId: string
  readonly clientId: string
  readonly organizationId?: string | null
  readonly actor?: Metadata | null
  /** Milliseconds. Default: the instance's own lifetime */
  readonly lifetime?: number
  readonly secondFactor?: boolean
}

/**
 * Adds a session, active or pending with tasks, which becomes the last active one of its client, and emits the event.
 */
export function addSession(
  context: RequestContext,
  { userId, clientId, organizationId = null, actor = null, lifetime, secondFactor = false }: NewSession,
): Session {
  const { rows, ids } = context
  const common = commonFields(context, 'sess')
  // One reading of the clock, so that the lifetime is exact.
  const now = common.createdAt
  const session = rows.sessions.insert({
    ...common,
    userId,
    clientId,
    status:
      tasksOf(context, { userId, actor, activeOrganizationId: organizationId }).length === 0 ? 'active' : 'pending',
    actor,
    activeOrganizationId: organizationId,
    lastActiveAt: now,
    expireAt: now + (lifetime ?? settingsOf(rows).sessionLifetime),
    abandonAt: now + ABANDONED_AFTER,
    firstFactorAt: now,
    secondFactorAt: secondFactor ? now : null,
    refreshToken: `rt_${ids.secret.base62(40)}`,
    userAgent: context.header?.('user-agent') ?? '',
    ipAddress: context.clientAddress ?? '127.0.0.1',
  })
  rows.clients.update(clientId, { lastActiveSessionId: session.id, ...updatedNow(context) })
  if (actor === null) rows.users.update(userId, { lastSignInAt: now, lastActiveAt: now })
  context.emit({ event: session.status === 'pending' ? 'session.pending' : 'session.created', session })
  return session
}

/** Ends an active session in one of the ways in which the vendor names it, and emits the event. */
export function endSession(
  context: AuthContext,
  session: Session,
  status: 'ended' | 'removed' | 'revoked' | 'replaced',
): Session {
  const { rows } = context
  const ended = rows.sessions.update(session.id, { status, ...updatedNow(context) })
  const client = rows.clients.get(session.clientId)
  if (client?.lastActiveSessionId === session.id) {
    const other = rows.sessions.referring('clientId', client.id).find(isSignedIn)
    rows.clients.update(client.id, { lastActiveSessionId: other?.id ?? null, ...updatedNow(context) })
  }
  if (status !== 'replaced') context.emit({ event: `session.${status}`, session: ended })
  return ended
}

/**
 * Finds a session by id.
 *
 * @throws 404 for an unknown one.
 */
export function findSession(context: AuthContext, id: string): Session {
  const session = context.rows.sessions.get(id)
  if (session === undefined) throw noSuch('session', id)
  return current(context, session)
}

/** Returns a session with the status that it has by now: an active one expires, or is abandoned. */
export function current({ clock }: Pick<AuthContext, 'clock'>, session: Session): Session {
  if (!isSignedIn(session)) return session
  const now = clock.now()
  if (session.expireAt <= now) return { ...session, status: 'expired' }
  return session.abandonAt <= now ? { ...session, status: 'abandoned' } : session
}

/** Records that a session was used. */
export function touchSession(context: AuthContext, session: Session): Session {
  const now = context.clock.now()
  context.rows.users.update(session.userId, { lastActiveAt: now })
  return context.rows.sessions.update(session.id, {
    lastActiveAt: now,
    abandonAt: now + ABANDONED_AFTER,
    updatedAt: now,
  })
}
