import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { projectMemberJson } from '#deployhost/json/user.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import type { Membership, Project, ProjectRole } from '#deployhost/schema.ts'
import { loadProject } from '#deployhost/steps/projects.ts'
import { sortedRows } from '#deployhost/rules/sort-keys.ts'

const { get } = routesFor<DeployhostCall>()

/** Members of a project. https://vercel.com/docs/rest-api/reference/endpoints/projectmembers */
export const projectMembersRoutes = [
  get('getProjectMembers', '/v1/projects/:idOrName/members', loadProject, (call) => {
    const { project, rows: all } = call
    const { rows, pagination } = pageOf(pageQuery(call), sortedRows(requestedMembers(call, project)))
    const members = rows.map((each) =>
      projectMemberJson(all.users.require(each.userId), project, each, projectRole(project, each) ?? 'PROJECT_VIEWER'),
    )
    const { count, next, prev } = pagination
    return json({ members, pagination: { hasNext: next !== null, count, next, prev } })
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
