import { isSignedIn, settleTasks } from './tasks.ts'
import type { Organization } from '#auth-saas/schema/organizations.ts'
import { organizationNamed } from '../organizations/organizations.ts'
import { JwtFlaw, verifyOwnJwt } from '#oauth/jwt/jwt.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { signingKey } from '../instance-keys.ts'
import { current } from './sessions.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { updatedNow } from '../common-fields.ts'

/**
 * Changes the active organization of a session; an empty name is the personal account.
 *
 * @throws 404 without membership.
 */
export function activate(call: AuthCall, session: Session, idOrSlug: string): Session {
  if (idOrSlug === '' || idOrSlug === 'null') return settled(call, session, null)
  const organization = ownOrganization(call, session, idOrSlug)
  if (organization === undefined) {
    throw clerkFailure(404, 'organization_not_found_or_unauthorized', 'not found', 'Given organization not found.')
  }
  return settled(call, session, organization.id)
}

/** Changes the active organization, which may be the task that a session waits for. */
function settled(call: AuthCall, { id, userId }: Session, activeOrganizationId: string | null): Session {
  call.rows.sessions.update(id, { activeOrganizationId, ...updatedNow(call) })
  settleTasks(call, userId)
  return call.rows.sessions.require(id)
}

/** Returns the organization with an id or a slug, if the user of a session is a member; undefined otherwise. */
function ownOrganization(call: AuthCall, { userId }: Session, idOrSlug: string): Organization | undefined {
  const organization = organizationNamed(call, idOrSlug)
  const isMember = organization && call.rows.memberships.find('member', organization.id, userId) !== undefined
  return isMember === true ? organization : undefined
}

/** Returns the session that a handshake brings to the application's host, in the organization that it asks for. */
export function handshakeSession(call: AuthCall, client: Client | undefined): Session | null {
  const { rows, query } = call
  const last = rows.sessions.get(client?.lastActiveSessionId)
  const session = last !== undefined && isSignedIn(current(call, last)) ? last : null
  const idOrSlug = query.get('organization_id')
  return session === null || idOrSlug === null ? session : activeOrSame(call, session, idOrSlug)
}

/**
 * Returns the client of a handshake: that of the browser's token, else that of the session token which the
 * application's back end sends along. Browsers that keep the cookies of this instance for each site are known by the
 * latter only.
 */
export function handshakeClient(call: AuthCall, client: Client | undefined, devBrowser: string): Client | undefined {
  const { rows, query } = call
  const last = rows.sessions.get(client?.lastActiveSessionId)
  if (last !== undefined && isSignedIn(current(call, last))) return client
  const applicationSession = rows.sessions.get(sessionIdOf(query.get('__session')))
  if (applicationSession === undefined || !isSignedIn(current(call, applicationSession))) return client
  rows.clientTokens.update(devBrowser, { clientId: applicationSession.clientId })
  return rows.clients.get(applicationSession.clientId)
}

/**
 * Returns the id of the session of a token that this instance has signed, even an expired one; undefined for any other
 * text.
 */
function sessionIdOf(token: string | null): string | undefined {
  if (token === null || token === '') return undefined
  try {
    const { sid } = verifyOwnJwt(token, signingKey)
    return typeof sid === 'string' ? sid : undefined
  } catch (error) {
    if (error instanceof JwtFlaw) return undefined
    throw error
  }
}

/** Activates an organization in a session; leaves the session as it is where the user is no member. */
function activeOrSame(call: AuthCall, session: Session, idOrSlug: string): Session {
  const isKnown = idOrSlug === '' || ownOrganization(call, session, idOrSlug) !== undefined
  return isKnown ? activate(call, session, idOrSlug) : session
}
