import type { Rows, Site } from '#codehost/call.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import type { Team, TeamMember } from '#codehost/schema/teams.ts'
import { teamMembers, teamRepositories } from '#codehost/rules/teams/teams.ts'
import { organizationJson, simpleUserJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'
import { permissionsJson, repositoryJson } from '../repos/repository.ts'

/** A team in a webhook payload. `permission` is the team's permission for the repository that the event is about. */
export function eventTeamJson(site: Site, team: Team, permission: Permission = team.permission) {
  const parent = site.rows.teams.get(team.parentId)
  return { ...core(site, team, permission), parent: parent === undefined ? null : core(site, parent) }
}

/** A team as a reviewer or a parent team: `team-simple`. */
export function simpleTeamJson(site: Site, team: Team) {
  return { ...core(site, team), type: 'organization', organization_id: team.orgId }
}

/** A team in a list: `team`. `permission` is its permission for the repository whose teams are listed. */
export function teamJson(site: Site, team: Team, permission: Permission | null = null) {
  const parent = site.rows.teams.get(team.parentId)
  return {
    ...core(site, team, permission ?? team.permission),
    type: 'organization',
    organization_id: team.orgId,
    ...(permission === null ? {} : { permissions: permissionsJson(permission) }),
    parent: parent === undefined ? null : simpleTeamJson(site, parent),
  }
}

/** A team on its own: `team-full`. Its counts include members of child teams and repositories of parent teams. */
export function fullTeamJson(site: Site, team: Team) {
  const { rows } = site
  return {
    ...teamJson(site, team),
    created_at: time(team.createdAt),
    updated_at: time(team.updatedAt),
    members_count: teamMembers(rows, team).length,
    repos_count: teamRepositories(rows, team).length,
    organization: organizationJson(site, rows.accounts.require(team.orgId), { owner: false }),
  }
}

/** A user's membership of a team: `team-membership`. */
export function teamMembershipJson(site: Site, team: Team, { userId, role, state }: Omit<TeamMember, 'id'>) {
  const user = site.rows.accounts.require(userId)
  return {
    url: `${site.base}/organizations/${team.orgId}/team/${team.id}/memberships/${user.login}`,
    role,
    state,
  }
}

/** A member in the list of a team: `team-member`. A member of a child team is an inherited member. */
export function teamMemberJson(site: Site, team: Team, { userId, role, teamId }: TeamMember) {
  return { ...simpleUserJson(site, site.rows.accounts.require(userId)), role, inherited: teamId !== team.id }
}

/** A repository and the permission that a team has for it: `team-repository`. */
export function teamRepositoryJson(site: Site, repo: Repo, permission: Permission) {
  return { ...repositoryJson(site, repo), permissions: permissionsJson(permission), role_name: ROLES[permission] }
}

const ROLES: Readonly<Record<Permission, string>> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
}

function core(site: Pick<Site, 'base' | 'origin' | 'urls'> & { rows: Rows }, team: Team, permission = team.permission) {
  const url = `${site.base}/organizations/${team.orgId}/team/${team.id}`
  const org = site.rows.accounts.require(team.orgId)
  return {
    name: team.name,
    id: team.id,
    node_id: nodeId('T', team.id),
    slug: team.slug,
    description: team.description,
    privacy: team.privacy,
    notification_setting: team.notificationSetting,
    url,
    html_url: `${site.origin}/orgs/${org.login}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    permission,
  }
}
