import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { projectMemberJson } from '#deployhost/json/user.ts'
import { addProjectMember, findProjectMember, removeProjectMember } from '#deployhost/rules/project-members.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import type { Membership, Project, ProjectRole } from '#deployhost/schema.ts'
import { loadProject, requireProjectAdmin } from '#deployhost/steps/projects.ts'
import { sortedRows } from '#deployhost/rules/sort-keys.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const role = v.picklist(['ADMIN', 'PROJECT_DEVELOPER', 'PROJECT_VIEWER'])
const MemberInput = v.object({
  uid: v.optional(v.string()),
  username: v.optional(v.string()),
  email: v.optional(v.string()),
  role,
})
/** The largest number of members of one request. */
const MOST_MEMBERS = 100
const MembersInput = v.object({ members: v.pipe(v.array(MemberInput), v.maxLength(MOST_MEMBERS)) })
const MemberChanges = v.object({ members: v.array(v.object({ uid: v.string(), role })) })
const RemovedMembers = v.object({ members: v.array(v.string()) })

const list = '/v1/projects/:idOrName/members'

/** Members of a project. https://vercel.com/docs/rest-api/reference/endpoints/projectmembers */
export const projectMembersRoutes = [
  get('getProjectMembers', list, loadProject, (call) => {
    const { project, rows: all } = call
    const { rows, pagination } = pageOf(pageQuery(call), sortedRows(requestedMembers(call, project)))
    const members = rows.map((each) =>
      projectMemberJson(all.users.require(each.userId), project, each, projectRole(project, each) ?? 'PROJECT_VIEWER'),
    )
    const { count, next, prev } = pagination
    return json({ members, pagination: { hasNext: next !== null, count, next, prev } })
  }),
  post('addProjectMember', list, requireProjectAdmin, body(MemberInput), ({ rows, project, body }) => {
    addProjectMember(rows, project, body)
    return json({ id: project.id })
  }),
  del('removeProjectMember', `${list}/:uid`, requireProjectAdmin, ({ rows, project, params }) => {
    removeProjectMember(rows, project, params.uid)
    return json({ id: project.id })
  }),
  // The three requests for several members are those of the vendor's Terraform provider.
  post('addProjectMembers', `${list}/batch`, requireProjectAdmin, body(MembersInput), ({ rows, project, body }) => {
    for (const member of body.members) addProjectMember(rows, project, member)
    return json({ id: project.id })
  }),
  patch('updateProjectMembers', list, requireProjectAdmin, body(MemberChanges), ({ rows, project, body }) => {
    // Each must be a member before any of them changes.
    for (const { uid } of body.members) findProjectMember(rows, project, uid)
    for (const member of body.members) addProjectMember(rows, project, member)
    return json({ id: project.id })
  }),
  del('removeProjectMembers', `${list}/batch`, requireProjectAdmin, body(RemovedMembers), (call) => {
    for (const uid of call.body.members) removeProjectMember(call.rows, call.project, uid)
    return empty()
  }),
]

function requestedMembers({ rows, query }: DeployhostCall, project: Project): Membership[] {
  if (project.teamId === null) return []
  const search = query.get('search')?.toLowerCase()
  return rows.memberships.list('byTeam', project.teamId).filter((each) => {
    if (!each.confirmed || projectRole(project, each) === null) return false
    const { username, name, email } = rows.users.require(each.userId)
    return search === undefined || [username, name ?? '', email].some((text) => text.toLowerCase().includes(search))
  })
}

/**
 * Returns a member's role in a project; null when the member has no access to it.
 * https://vercel.com/docs/rbac/access-roles
 */
function projectRole(project: Project, { role, projects }: Membership): ProjectRole | null {
  const own = projects[project.id]
  if (role === 'OWNER' || role === 'MEMBER') return 'ADMIN'
  if (role === 'DEVELOPER') return own ?? 'PROJECT_DEVELOPER'
  if (role === 'CONTRIBUTOR') return own ?? null
  return own ?? 'PROJECT_VIEWER'
}
