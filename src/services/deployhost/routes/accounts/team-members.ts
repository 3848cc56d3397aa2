import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { teamByIdOrSlug } from '#deployhost/rules/access.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { badRequest, forbidden, invalidRequest, notFound } from '#deployhost/errors.ts'
import { invitedJson, memberJson } from '#deployhost/json/user.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { addMember, createUser, lastOwner } from '#deployhost/rules/accounts.ts'
import { PROJECT_ROLES, TEAM_ROLES } from '#deployhost/schema/accounts.ts'
import type { Membership, ProjectRole, Team, User } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { requireTeamOwner, loadTeam } from '#deployhost/steps/teams.ts'
import { requireScope, requireUser } from '#deployhost/steps/accounts.ts'
import { sortedRows, type SortedList } from '#deployhost/rules/sort-keys.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const projectRole = v.strictObject({ projectId: v.string(), role: v.nullable(v.picklist(PROJECT_ROLES)) })

const InvitationInput = v.strictObject({
  email: v.optional(v.pipe(v.string(), v.email('should match format "email"'))),
  uid: v.optional(v.string()),
  role: v.optional(v.picklist(TEAM_ROLES), 'MEMBER'),
  projects: v.optional(v.array(projectRole), []),
})

const MemberChanges = v.strictObject({
  role: v.optional(v.picklist(TEAM_ROLES)),
  confirmed: v.optional(v.literal(true)),
  teamPermissions: v.optional(v.array(v.string())),
  projects: v.optional(v.array(projectRole)),
  joinedFrom: v.optional(v.unknown()),
})

const JoinInput = v.strictObject({ inviteCode: v.optional(v.string()), teamId: v.optional(v.string()) })

/** Members of a team. https://vercel.com/docs/rest-api/reference/endpoints/teams/list-team-members */
export const teamMembersRoutes = [
  ...atPaths(['/v3/teams/:team/members', '/v2/teams/:team/members', '/v1/teams/:team/members'], (path) =>
    get('getTeamMembers', path, loadTeam, (call) => {
      const { rows, team } = call
      const { rows: page, pagination } = pageOf(pageQuery(call), requestedMembers(call, team))
      const members = page.map((each) =>
        memberJson(rows.users.require(each.userId), each, (id) => rows.projects.get(id)),
      )
      const { count, next, prev } = pagination
      return json({ members, emailInviteCodes: [], pagination: { hasNext: next !== null, count, next, prev } })
    }),
  ),
  // The path without a version is the command line's.
  ...atPaths(['/v2/teams/:team/members', '/v1/teams/:team/members', '/teams/:team/members'], (path) =>
    post(
      'inviteUserToTeam',
      path,
      requireTeamOwner,
      body(v.union([v.array(InvitationInput), InvitationInput])),
      (call) => {
        const { team, body } = call
        const all = Array.isArray(body) ? body : [body]
        if (all.length === 0) throw invalidRequest('should NOT have fewer than 1 items')
        const invited = all.map((each) => invite(call, team, each))
        // The answer is one object even for several invitations: the vendor describes it so, and its client reads it
        // so.
        return json(invited[0])
      },
    ),
  ),
  // Joins the team with the invite code in the body.
  post('joinTeam', '/v1/teams/:team/members/teams/join', requireUser('admin:org'), body(JoinInput), (call) => {
    const { rows, user, params, body } = call
    const team = teamByIdOrSlug(rows, params.team)
    if (team === undefined) throw notFound('Team')
    const membership = rows.memberships.find('member', team.id, user.id)
    if (membership === undefined && body.inviteCode !== team.inviteCode) throw forbidden()
    const confirmed = { role: membership?.role ?? 'MEMBER', confirmed: true, origin: 'link' } as const
    if (membership === undefined) addMember(call, team, user, confirmed)
    else rows.memberships.update(membership.id, { confirmed: true })
    return json({ teamId: team.id, slug: team.slug, name: team.name, from: confirmed.origin })
  }),
  patch('updateTeamMember', '/v1/teams/:team/members/:uid', requireTeamOwner, body(MemberChanges), (call) => {
    const { rows, team, params, body } = call
    const member = findMember(rows, team, params.uid)
    const { role = member.role, confirmed = member.confirmed, teamPermissions = member.teamPermissions } = body
    if (role !== 'OWNER' && lastOwner(rows, member)) throw badRequest('The team must have at least one owner.')
    const projects = body.projects === undefined ? member.projects : rolesOf(rows, team, body.projects, member.projects)
    rows.memberships.update(member.id, { role, confirmed, teamPermissions, projects })
    return json({ id: team.id })
  }),
  ...atPaths(['/v1/teams/:team/members/:uid', '/v2/teams/:team/members/:uid'], (path) =>
    del('removeTeamMember', path, loadTeam, (call) => {
      const { rows, team, membership, params } = call
      const member = findMember(rows, team, params.uid)
      requireScope(call, 'admin:org')
      // Every member may leave; only owners may remove others.
      if (member.id !== membership.id && membership.role !== 'OWNER') throw forbidden()
      if (lastOwner(rows, member)) throw forbidden('Cannot remove the last owner of the team.')
      rows.memberships.delete(member.id)
      return json({ id: team.id })
    }),
  ),
]

/** Returns the team's members that match the query. */
function requestedMembers({ rows, query }: DeployhostCall, team: Team): SortedList<Membership> {
  const role = query.get('role')
  const search = query.get('search')?.toLowerCase()
  const excluded = query.get('excludeProject')
  // A list of ids that the vendor's Terraform provider sends; the vendor's page does not have it.
  const ids = query.get('filterByUserIds')?.split(',')
  if (role === null && search === undefined && excluded === null && ids === undefined)
    return viewOfIndex(rows.memberships, 'byTeam', [team.id])
  const members = rows.memberships.list('byTeam', team.id).filter((each) => {
    if (role !== null && each.role !== role) return false
    if (ids?.includes(each.userId) === false) return false
    if (excluded !== null && excluded in each.projects) return false
    const { username, name, email } = rows.users.require(each.userId)
    return search === undefined || [username, name ?? '', email].some((text) => text.toLowerCase().includes(search))
  })
  return sortedRows(members)
}

/** Adds an unconfirmed member. An address without a user gets one, so that the invitation can be accepted. */
function invite(call: DeployhostCall, team: Team, invitation: v.InferOutput<typeof InvitationInput>) {
  const { rows } = call
  const { email, uid, role, projects } = invitation
  if (email === undefined && uid === undefined) throw invalidRequest('missing required property `email`')
  const known = uid === undefined ? rows.users.find('email', (email ?? '').toLowerCase()) : rows.users.get(uid)
  if (known === undefined && uid !== undefined) throw notFound('User')
  const user =
    known ?? createUser(call, { username: freeUsername(rows, email ?? ''), name: null, email: email ?? null })
  if (rows.memberships.find('member', team.id, user.id) !== undefined) {
    throw badRequest('The user is already a member of the team.')
  }
  addMember(call, team, user, { role, confirmed: false, origin: 'mail', projects: rolesOf(rows, team, projects, {}) })
  return invitedJson(user, role)
}

function rolesOf(
  rows: Rows,
  team: Team,
  projectRoles: readonly v.InferOutput<typeof projectRole>[],
  before: Readonly<Record<string, ProjectRole>>,
): Record<string, ProjectRole> {
  const roles = { ...before }
  for (const { projectId, role } of projectRoles) {
    if (rows.projects.get(projectId)?.teamId !== team.id) throw notFound('Project')
    if (role === null) delete roles[projectId]
    else roles[projectId] = role
  }
  return roles
}

/**
 * Returns the member with this user id or username.
 *
 * @throws 404.
 */
function findMember(rows: Rows, team: Team, uid: string): Membership {
  const user: User | undefined = rows.users.get(uid) ?? rows.users.find('username', uid.toLowerCase())
  const membership = user === undefined ? undefined : rows.memberships.find('member', team.id, user.id)
  if (membership === undefined) throw notFound('Team member')
  return membership
}

/** Returns an unused username made from an address. */
function freeUsername(rows: Rows, email: string): string {
  const base = email.split('@')[0]?.replaceAll(/[^A-Za-z0-9-]/g, '-') ?? 'member'
  let name = base
  for (let count = 2; rows.users.find('username', name.toLowerCase()) !== undefined; count++) name = `${base}-${count}`
  return name
}
