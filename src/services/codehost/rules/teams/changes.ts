import * as v from 'valibot'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { TeamSubject } from '#codehost/schema/events.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { canSeeTeam, withChildren, wrongTeam } from './teams.ts'

/** The parent of a team in a request body, by id or by slug. */
export interface ParentInput {
  readonly parent_team_id?: number | null | undefined
  readonly parent_team_slug?: string | null | undefined
}

/**
 * Returns the parent that a body names: null for none, undefined when the body does not say.
 *
 * @throws 422 for an invalid parent.
 */
export function chosenParent(
  rows: Rows,
  org: Account,
  user: Account,
  { parent_team_id: id, parent_team_slug: slug }: ParentInput,
): Team | null | undefined {
  const named = id ?? slug
  if (named === null || named === undefined) return id === null || slug === null ? null : undefined
  const parent =
    typeof named === 'number' ? rows.teams.get(named) : rows.teams.find('slug', org.id, named.toLowerCase())
  if (parent === undefined || parent.orgId !== org.id || !canSeeTeam(rows, parent, user)) {
    throw wrongTeam('Parent team not found')
  }
  if (parent.privacy === 'secret') throw wrongTeam('Parent team must be visible')
  return parent
}

/** @throws 422 when another team of the organization has this slug. */
export function refuseTakenName(rows: Rows, org: Account, slug: string, except?: Team): void {
  const holder = rows.teams.find('slug', org.id, slug)
  if (holder !== undefined && holder.id !== except?.id) throw wrongTeam('Name must be unique for this org')
}

/**
 * @throws 422 for a contradictory place in the tree of teams: a team below itself, or a secret team with a parent or
 * children.
 */
export function refuseContradiction(
  rows: Rows,
  team: Team | null,
  parent: Team | null,
  privacy: Team['privacy'],
): void {
  if (team !== null && parent !== null && withChildren(rows, team).some(({ id }) => id === parent.id)) {
    throw wrongTeam('A team cannot be a child of itself or of one of its children')
  }
  const nested = parent !== null || (team !== null && rows.teams.countReferring('parentId', team.id) > 0)
  if (privacy === 'secret' && nested) throw wrongTeam('Nested teams must be visible')
}

/**
 * Returns the permission that a body names; default: the team's own.
 *
 * @throws 422 for an unknown one.
 */
export function chosenPermission(team: Team, name: string | undefined): Permission {
  if (name === undefined) return team.permission
  const parsed = v.safeParse(v.picklist(['pull', 'triage', 'push', 'maintain', 'admin']), name)
  if (!parsed.success) throw unprocessable('Validation Failed')
  return parsed.output
}

/**
 * Returns the repository of an organization that a body names as `org/name`.
 *
 * @throws 404.
 */
export function repositoryNamed(rows: Rows, org: Account, fullName: string): Repo {
  const name = fullName.slice(fullName.indexOf('/') + 1)
  const repo = rows.repos.find('name', org.id, name.toLowerCase())
  if (
    repo === undefined ||
    (fullName.includes('/') && !fullName.toLowerCase().startsWith(`${org.login.toLowerCase()}/`))
  ) {
    throw notFound()
  }
  return repo
}

/** Gives a team a permission on a repository. Emits `team.added_to_repository` and `team_add`, or `team.edited`. */
export function grantRepository(
  call: CodehostCall,
  team: Team,
  repo: Repo,
  permission: Permission,
  sender: Account,
): void {
  const { rows } = call
  const existing = rows.teamRepos.find('repo', team.id, repo.id)
  if (existing === undefined) {
    rows.teamRepos.insert({ teamId: team.id, repoId: repo.id, permission })
    emitTeam(call, 'added_to_repository', team, sender, { accessTo: repo, permission })
    call.emit({ event: 'team_add', repo, sender, team, permission })
  } else if (existing.permission !== permission) {
    rows.teamRepos.update(existing.id, { permission })
    const formerPermission = existing.permission
    emitTeam(call, 'edited', team, sender, { accessTo: repo, permission, formerPermission })
  }
}

/** Removes a team's access to a repository. Emits `team.removed_from_repository`. */
export function revokeRepository(call: CodehostCall, team: Team, repo: Repo, sender: Account): void {
  const held = call.rows.teamRepos.find('repo', team.id, repo.id)
  if (held === undefined) return
  call.rows.teamRepos.delete(held.id)
  emitTeam(call, 'removed_from_repository', team, sender, { accessTo: repo, permission: held.permission })
}

/** Deletes a team and its child teams, children first. Emits `team.deleted` for each. */
export function deleteTeam(call: CodehostCall, team: Team, sender: Account): void {
  for (const each of withChildren(call.rows, team).toReversed()) {
    emitTeam(call, 'deleted', each, sender)
    call.rows.teams.delete(each.id)
  }
}

/** Emits a team event to the organization's hooks. Hooks of a repository do not receive team events. */
export function emitTeam(
  call: CodehostCall,
  action: 'created' | 'edited' | 'deleted' | 'added_to_repository' | 'removed_from_repository',
  team: Team,
  sender: Account,
  subject: TeamSubject = {},
): void {
  call.emit({ event: 'team', action, org: call.rows.accounts.require(team.orgId), sender, team, ...subject })
}
