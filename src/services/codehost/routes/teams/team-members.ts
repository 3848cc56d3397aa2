import * as v from 'valibot'
import { empty, json, type Answer } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound, validationFailed } from '#codehost/errors.ts'
import { organizationInvitationJson } from '#codehost/json/repos/invitation.ts'
import { teamMemberJson, teamMembershipJson } from '#codehost/json/teams/team.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { joinTeam, leaveTeam } from '#codehost/rules/teams/members.ts'
import { teamMembers, teamMembership } from '#codehost/rules/teams/teams.ts'
import type { Team, TeamMember } from '#codehost/schema/teams.ts'
import { addressedById, legacy } from './team-addresses.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { loadTeam, requireTeamMaintainer } from '#codehost/steps/teams.ts'

const { get, put, del } = routesFor<CodehostCall>()

const TeamMembershipInput = v.object({ role: v.optional(v.picklist(['member', 'maintainer']), 'member') })

const MEMBERSHIP = '/orgs/:org/teams/:team_slug/memberships/:username'

const bySlug = [
  get('teams/list-members-in-org', '/orgs/:org/teams/:team_slug/members', loadTeam, (call) =>
    listMembers(call, call.team),
  ),
  get('teams/get-membership-for-user-in-org', MEMBERSHIP, loadTeam, (call) => {
    const { rows, org, team, params } = call
    const user = findAccount(rows, params.username)
    const member = teamMembership(rows, team, user)
    if (member === undefined) throw notFound()
    const role = roleInOrganization(rows, org, user) === 'admin' ? 'maintainer' : member.role
    return json(teamMembershipJson(call, team, { ...member, role }))
  }),
  put(
    'teams/add-or-update-membership-for-user-in-org',
    MEMBERSHIP,
    requireTeamMaintainer,
    body(TeamMembershipInput),
    (call) => {
      const { team, user, body, params } = call
      const member = joinTeam(call, team, findAccount(call.rows, params.username), body.role, user)
      return json(teamMembershipJson(call, team, member))
    },
  ),
  get('teams/list-pending-invitations-in-org', '/orgs/:org/teams/:team_slug/invitations', loadTeam, (call) => {
    const { rows, org, team } = call
    const pending = rows.teamMembers.list('byState', team.id, 'pending').flatMap(({ userId }) => {
      const membership = rows.memberships.find('member', org.id, userId)
      return membership === undefined ? [] : rows.organizationInvitations.referring('membershipId', membership.id)
    })
    return answerPage(call, pending, (invitation) => organizationInvitationJson(call, invitation))
  }),
  del('teams/remove-membership-for-user-in-org', MEMBERSHIP, requireTeamMaintainer, (call) => {
    const { rows, team, user, params } = call
    const member = rows.teamMembers.find('member', team.id, findAccount(rows, params.username).id)
    if (member === undefined) throw notFound()
    leaveTeam(call, team, member, user)
    return empty()
  }),
]

const MEMBER = '/orgs/:org/teams/:team_slug/members/:username'

/** Operations that only the oldest paths have. They add and remove members of the organization, and invite nobody. */
const membersByName = [
  get('teams/get-member-legacy', MEMBER, loadTeam, (call) => {
    const { rows, team, params } = call
    if (teamMembership(rows, team, findAccount(rows, params.username))?.state !== 'active') throw notFound()
    return empty()
  }),
  put('teams/add-member-legacy', MEMBER, requireTeamMaintainer, (call) => {
    const { rows, org, team, user, params } = call
    const member = findAccount(rows, params.username)
    if (member.type === 'User' && roleInOrganization(rows, org, member) === null) throw notInOrganization()
    joinTeam(call, team, member, 'member', user)
    return empty()
  }),
  del('teams/remove-member-legacy', MEMBER, requireTeamMaintainer, (call) => {
    const { rows, team, user, params } = call
    const member = rows.teamMembers.find('member', team.id, findAccount(rows, params.username).id)
    if (member === undefined) throw notFound()
    leaveTeam(call, team, member, user)
    return empty()
  }),
]

/** Members of teams. https://docs.github.com/rest/teams/members */
export const teamMembersRoutes = [...bySlug, ...bySlug.map(addressedById), ...legacy([...bySlug, ...membersByName])]

/** Lists the members of a team and of its child teams, only those of one role where the query names one. */
function listMembers(call: CodehostCall, team: Team): Answer {
  const { rows, query } = call
  const role = query.get('role') ?? 'all'
  const write = (member: TeamMember) => teamMemberJson(call, team, member)
  if (role === 'all' && rows.teams.countReferring('parentId', team.id) === 0) {
    return answerPage(call, viewOfIndex(rows.teamMembers, 'byState', [team.id, 'active']), write)
  }
  const all = teamMembers(rows, team)
  return answerPage(call, role === 'all' ? all : all.filter((member) => member.role === role), write)
}

function notInOrganization(): Error {
  return validationFailed({ resource: 'TeamMember', field: 'user', code: 'unaffiliated' })
}
