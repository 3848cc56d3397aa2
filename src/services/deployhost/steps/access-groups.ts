import type { CallWithParams, DeployhostCall } from '#deployhost/call.ts'
import { badRequest, forbidden } from '#deployhost/errors.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import { findAccessGroup } from '#deployhost/rules/access-groups.ts'
import type { AccessGroup, Team } from '#deployhost/schema.ts'
import { loadAccount, requireScope } from './accounts.ts'

/** A request's user, and the team that it is about. */
export type GroupTeamAccess = AccountAccess & { readonly team: Team }

/** A request's user, team and group. */
export type AccessGroupAccess = GroupTeamAccess & { readonly group: AccessGroup }

/**
 * A step that loads the team of the query.
 *
 * @throws 403 for a team that the user is not in, 400 without a team.
 */
export function loadGroupTeam(call: DeployhostCall): GroupTeamAccess {
  const access = loadAccount(call)
  if (access.account.team === null) throw badRequest('Access Groups belong to teams.')
  return { ...access, team: access.account.team }
}

/**
 * A step for a change that loads the team of the query.
 *
 * @throws 403 without the scope or when the user is not an owner, 400 without a team.
 */
export function requireGroupTeamOwner(call: DeployhostCall): GroupTeamAccess {
  const access = loadGroupTeam(call)
  requireScope(call, 'admin:org')
  if (access.account.membership?.role !== 'OWNER') throw forbidden()
  return access
}

/**
 * A step that loads the group of the path, by id or name.
 *
 * @throws 404 for the group, and as {@link loadGroupTeam} does.
 */
export function loadAccessGroup(call: CallWithParams<'group'>): AccessGroupAccess {
  const access = loadGroupTeam(call)
  return { ...access, group: findAccessGroup(call.rows, access.team, call.params.group) }
}

/**
 * A step for a change that loads the group of the path, by id or name.
 *
 * @throws 404 for the group, and as {@link requireGroupTeamOwner} does.
 */
export function requireAccessGroupOwner(call: CallWithParams<'group'>): AccessGroupAccess {
  const access = requireGroupTeamOwner(call)
  return { ...access, group: findAccessGroup(call.rows, access.team, call.params.group) }
}
