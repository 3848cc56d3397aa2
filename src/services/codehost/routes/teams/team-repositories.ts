import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { loadRepo, requireScopes } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { forbidden, mustHaveAdminRights, notFound, unprocessable } from '#codehost/errors.ts'
import { teamJson, teamRepositoryJson } from '#codehost/json/teams/team.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import { chosenPermission, grantRepository, revokeRepository } from '#codehost/rules/teams/changes.ts'
import {
  canSeeTeam,
  canMaintain,
  READ_ORGANIZATION,
  teamPermission,
  teamRepositories,
  withChildren,
} from '#codehost/rules/teams/teams.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { addressedById, legacy } from './team-addresses.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { loadTeam } from '#codehost/steps/teams.ts'

const { get, put, del } = routesFor<CodehostCall>()

const TeamRepositoryInput = v.object({ permission: v.optional(v.string()) })

/** The scopes, each of which lets a token change a team's access to repositories. */
const CHANGE = ['admin:org', 'repo', 'write:org'] as const

const REPOSITORY = '/orgs/:org/teams/:team_slug/repos/:owner/:repo'

const bySlug = [
  get('teams/list-repos-in-org', '/orgs/:org/teams/:team_slug/repos', loadTeam, (call) =>
    answerPage(
      call,
      teamRepositories(call.rows, call.team).filter(({ repo }) => canRead(call, repo)),
      ({ repo, permission }) => teamRepositoryJson(call, repo, permission),
    ),
  ),
  get('teams/check-permissions-for-repo-in-org', REPOSITORY, loadTeam, (call) => {
    const repo = repositoryOf(call, READ_ORGANIZATION)
    const permission = teamPermission(call.rows, call.team, repo)
    if (permission === null || !canRead(call, repo)) throw notFound()
    const wantsJson = (call.header('accept') ?? '').includes('repository+json')
    return wantsJson ? json(teamRepositoryJson(call, repo, permission)) : empty()
  }),
  put('teams/add-or-update-repo-permissions-in-org', REPOSITORY, loadTeam, body(TeamRepositoryInput), (call) => {
    const { org, team, user, body } = call
    const repo = repositoryOf(call, CHANGE)
    const isOwn = repo.ownerId === org.id || call.rows.repos.get(repo.parentId)?.ownerId === org.id
    if (!isOwn) throw unprocessable('Validation Failed')
    if (!permissionIncludes(permissionOf(call.rows, repo, user), 'admin')) throw mustHaveAdminRights()
    grantRepository(call, team, repo, chosenPermission(team, body.permission), user)
    return empty()
  }),
  del('teams/remove-repo-in-org', REPOSITORY, loadTeam, (call) => {
    const repo = repositoryOf(call, CHANGE)
    const isAdmin = permissionIncludes(permissionOf(call.rows, repo, call.user), 'admin')
    if (!isAdmin && !canMaintain(call.rows, call)) throw forbidden('Must have admin rights to Team.')
    revokeRepository(call, call.team, repo, call.user)
    return empty()
  }),
]

/** Repositories of teams. https://docs.github.com/rest/teams/teams */
export const teamRepositoriesRoutes = [
  get('repos/list-teams', '/repos/:owner/:repo/teams', loadRepo, (call) => {
    const { user } = requireScopes(call, call.repo.private ? ['repo'] : ['public_repo', 'repo'])
    return listTeams(call, call.repo, user)
  }),
  ...bySlug,
  ...bySlug.map(addressedById),
  ...legacy(bySlug),
]

/**
 * Lists the teams with direct access to a repository; for a private one, teams that inherit access from a parent too.
 */
function listTeams(call: CodehostCall, repo: Repo, user: Account): Answer {
  const { rows } = call
  const held = new Map<Team, Permission>()
  for (const { teamId } of rows.teamRepos.referring('repoId', repo.id)) {
    const team = rows.teams.require(teamId)
    for (const each of repo.private ? withChildren(rows, team) : [team]) {
      const permission = teamPermission(rows, each, repo)
      if (permission !== null && canSeeTeam(rows, each, user)) held.set(each, permission)
    }
  }
  return answerPage(call, [...held], ([team, permission]) => teamJson(call, team, permission))
}

/**
 * Returns the repository of the path.
 *
 * @throws 404 when it does not exist or the principal may not read it.
 */
function repositoryOf(
  call: CodehostCall & { readonly params: { readonly owner: string; readonly repo: string } },
  scopes: readonly string[],
): Repo {
  const { rows, params } = call
  const owner = findAccount(rows, params.owner)
  const repo = rows.repos.find('name', owner.id, params.repo.toLowerCase())
  if (repo === undefined) throw notFound()
  const { user } = requireScopes(call, scopes)
  if (repo.private && permissionOf(rows, repo, user) === null) throw notFound()
  return repo
}
