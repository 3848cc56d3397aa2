import { empty, json, type Answer } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { organizationRoleJson } from '#codehost/json/accounts/role.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { simpleTeamJson, teamJson } from '#codehost/json/teams/team.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import {
  FINE_GRAINED_PERMISSIONS,
  ROLES,
  roleWithId,
  SECURITY_MANAGER,
  type OrganizationRole,
} from '#codehost/rules/accounts/roles.ts'
import { assign, revoke, usersWithRole, type Assignee } from '#codehost/rules/accounts/role-assignments.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { requireOrganizationOwner } from '#codehost/steps/access.ts'

const { get, put, del } = routesFor<CodehostCall>()

const all = '/orgs/:org/organization-roles'
const one = `${all}/:role_id` as const // the type of a path template
const ofTeam = `${all}/teams/:team_slug` as const // the same
const ofUser = `${all}/users/:username` as const // the same
const managers = '/orgs/:org/security-managers'
const requireOwner = requireOrganizationOwner('admin:org')

/** Roles of organizations, and security managers. https://docs.github.com/rest/orgs/organization-roles */
export const organizationRolesRoutes = [
  get('orgs/list-org-roles', all, requireOwner, (call) =>
    json({ total_count: ROLES.length, roles: ROLES.map((role) => organizationRoleJson(call, call.org, role)) }),
  ),
  get(
    'orgs/list-organization-fine-grained-permissions',
    '/orgs/:org/organization-fine-grained-permissions',
    requireOwner,
    () => json(FINE_GRAINED_PERMISSIONS),
  ),
  del('orgs/revoke-all-org-roles-team', ofTeam, requireOwner, loadAssignedTeam, (call) =>
    revokeAll(call, call.org, call.assignee),
  ),
  put('orgs/assign-team-to-org-role', `${ofTeam}/:role_id`, requireOwner, loadAssignedTeam, loadRole, (call) =>
    assignRole(call, call.org, call.assignee, call.role),
  ),
  del('orgs/revoke-org-role-team', `${ofTeam}/:role_id`, requireOwner, loadAssignedTeam, loadRole, (call) =>
    revokeRole(call, call.org, call.assignee, call.role),
  ),
  del('orgs/revoke-all-org-roles-user', ofUser, requireOwner, loadAssignedUser, (call) =>
    revokeAll(call, call.org, call.assignee),
  ),
  put('orgs/assign-user-to-org-role', `${ofUser}/:role_id`, requireOwner, loadAssignedUser, loadRole, (call) =>
    assignRole(call, call.org, call.assignee, call.role),
  ),
  del('orgs/revoke-org-role-user', `${ofUser}/:role_id`, requireOwner, loadAssignedUser, loadRole, (call) =>
    revokeRole(call, call.org, call.assignee, call.role),
  ),
  get('orgs/get-org-role', one, requireOwner, loadRole, (call) =>
    json(organizationRoleJson(call, call.org, call.role)),
  ),
  get('orgs/list-org-role-teams', `${one}/teams`, requireOwner, loadRole, (call) => {
    const { rows, org, role } = call
    const assigned = rows.roleAssignments.list('byRole', org.id, role.id).filter(({ teamId }) => teamId !== null)
    return answerPage(call, assigned, ({ teamId }) => ({
      assignment: 'direct',
      ...teamJson(call, rows.teams.require(teamId ?? 0)),
    }))
  }),
  get('orgs/list-org-role-users', `${one}/users`, requireOwner, loadRole, (call) =>
    answerPage(call, usersWithRole(call.rows, call.org, call.role), ({ user, direct, teams }) => ({
      ...simpleUserJson(call, user),
      assignment: teams.length === 0 ? 'direct' : direct ? 'mixed' : 'indirect',
      inherited_from: teams.map((team) => simpleTeamJson(call, team)),
    })),
  ),
  get('orgs/list-security-manager-teams', managers, requireOwner, (call) => {
    const { rows, org } = call
    const assigned = viewOfIndex(rows.roleAssignments, 'byRole', [org.id, SECURITY_MANAGER])
    const teams = assigned.slice(0, assigned.total).flatMap(({ teamId }) => rows.teams.get(teamId) ?? [])
    return json(teams.map((team) => simpleTeamJson(call, team)))
  }),
  put('orgs/add-security-manager-team', `${managers}/teams/:team_slug`, requireOwner, loadAssignedTeam, (call) => {
    assign(call.rows, call.org, call.assignee, SECURITY_MANAGER)
    return empty()
  }),
  del('orgs/remove-security-manager-team', `${managers}/teams/:team_slug`, requireOwner, loadAssignedTeam, (call) => {
    revoke(call.rows, call.org, call.assignee, SECURITY_MANAGER)
    return empty()
  }),
]

type OwnerCall = CodehostCall & { readonly org: Account }

function assignRole({ rows }: CodehostCall, org: Account, assignee: Assignee, role: OrganizationRole): Answer {
  assign(rows, org, assignee, role.id)
  return empty()
}

function revokeRole({ rows }: CodehostCall, org: Account, assignee: Assignee, role: OrganizationRole): Answer {
  revoke(rows, org, assignee, role.id)
  return empty()
}

function revokeAll({ rows }: CodehostCall, org: Account, assignee: Assignee): Answer {
  for (const { id } of ROLES) revoke(rows, org, assignee, id)
  return empty()
}

/** A step: loads the role that the path names. @throws 404. */
function loadRole({ params }: OwnerCall & { readonly params: { readonly role_id: string } }): {
  readonly role: OrganizationRole
} {
  const role = roleWithId(wholeNumber(params.role_id))
  if (role === undefined) throw notFound()
  return { role }
}

/** A step: loads the team that the path names. @throws 404. */
function loadAssignedTeam({ rows, org, params }: OwnerCall & { readonly params: { readonly team_slug: string } }): {
  readonly assignee: Assignee
} {
  const team = rows.teams.find('slug', org.id, params.team_slug.toLowerCase())
  if (team === undefined) throw notFound()
  return { assignee: { kind: 'team', id: team.id } }
}

/** A step: loads the member that the path names. @throws 404 for other users. */
function loadAssignedUser({ rows, org, params }: OwnerCall & { readonly params: { readonly username: string } }): {
  readonly assignee: Assignee
} {
  const user = findAccount(rows, params.username)
  if (roleInOrganization(rows, org, user) === null) throw notFound()
  return { assignee: { kind: 'user', id: user.id } }
}
