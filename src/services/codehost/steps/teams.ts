import type { CodehostCall } from '#codehost/call.ts'
import {
  type TeamContext,
  READ_ORGANIZATION,
  WRITE_ORGANIZATION,
  canMaintain,
  canSeeTeam,
} from '#codehost/rules/teams/teams.ts'
import { forbidden, notFound } from '#codehost/errors.ts'
import { requireOrganizationMember } from './access.ts'

type TeamCall = CodehostCall & { readonly params: { readonly org: string; readonly team_slug: string } }

/**
 * A step: loads the team that the path names.
 *
 * @throws 404 for users who cannot see it, 403 without the scope.
 */
export function loadTeam(call: TeamCall): TeamContext {
  return findTeam(call, READ_ORGANIZATION)
}

/**
 * A step like {@link loadTeam}, for owners of the organization and maintainers of the team.
 *
 * @throws 403 for other members.
 */
export function requireTeamMaintainer(call: TeamCall): TeamContext {
  const found = findTeam(call, WRITE_ORGANIZATION)
  if (!canMaintain(call.rows, found)) throw forbidden('Must have admin rights to Team.')
  return found
}

function findTeam(call: TeamCall, scopes: readonly string[]): TeamContext {
  const { org, user } = requireOrganizationMember(...scopes)(call)
  const team = call.rows.teams.find('slug', org.id, call.params.team_slug.toLowerCase())
  if (team === undefined || !canSeeTeam(call.rows, team, user)) throw notFound()
  return { org, user, team }
}
