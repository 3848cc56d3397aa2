import { forbidden, notAuthorizedForTeam, notFound } from '#deployhost/errors.ts'
import { canReach, membershipOf, teamByIdOrSlug } from '#deployhost/rules/access.ts'
import type { Membership, Team, User } from '#deployhost/schema.ts'
import { requireScope, requireUser } from './accounts.ts'
import type { CallWithParams } from '#deployhost/call.ts'

/**
 * A step for reading that loads the team of the path, by id or slug, and the user's membership.
 *
 * @throws 404 for an unknown team, 403 when the user is not a member.
 */
export function loadTeam(call: CallWithParams<'team'>): {
  readonly user: User
  readonly team: Team
  readonly membership: Membership
} {
  const { user } = requireUser()(call)
  const team = teamByIdOrSlug(call.rows, call.params.team)
  if (team === undefined) throw notFound('Team')
  const membership = membershipOf(call.rows, team, user)
  if (membership === undefined || !canReach(call, team)) throw notAuthorizedForTeam(call.params.team)
  return { user, team, membership }
}

/**
 * A step for a change that loads the team of the path.
 *
 * @throws 404 for an unknown team, 403 without the scope or when the user is not an owner.
 */
export function requireTeamOwner(call: CallWithParams<'team'>) {
  const access = loadTeam(call)
  requireScope(call, 'admin:org')
  if (access.membership.role !== 'OWNER') throw forbidden()
  return access
}
