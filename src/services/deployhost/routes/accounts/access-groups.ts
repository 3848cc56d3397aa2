import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { invalidRequest } from '#deployhost/errors.ts'
import {
  accessGroupJson,
  accessGroupMemberJson,
  accessGroupProjectJson,
  changedAccessGroupJson,
  listedGroupProjectJson,
} from '#deployhost/json/access-group.ts'
import { findProject } from '#deployhost/rules/access.ts'
import {
  changeGroup,
  createAccessGroup,
  findGroupProject,
  putGroupProject,
  requireFreeGroupName,
} from '#deployhost/rules/access-groups.ts'
import { PROJECT_ROLES } from '#deployhost/schema/accounts.ts'
import {
  loadAccessGroup,
  loadGroupTeam,
  requireAccessGroupOwner,
  requireGroupTeamOwner,
} from '#deployhost/steps/access-groups.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const role = v.picklist(PROJECT_ROLES)
const name = v.pipe(
  v.string(),
  v.minLength(1, 'should NOT be shorter than 1 characters'),
  v.maxLength(50, 'should NOT be longer than 50 characters'),
)
const projects = v.optional(v.array(v.object({ projectId: v.string(), role: v.nullable(role) })))
const users = v.optional(v.array(v.string()))

const AccessGroupInput = v.object({ name, projects, membersToAdd: users })
const AccessGroupChanges = v.object({ name: v.optional(name), projects, membersToAdd: users, membersToRemove: users })
const GroupProjectInput = v.object({ projectId: v.string(), role })
const GroupProjectChanges = v.object({ role })

/** The number of rows on a page, and the largest that a client may set. */
const PAGE = 20
const LARGEST_PAGE = 100

/** The access groups of a team. https://vercel.com/docs/rest-api/access-groups */
export const accessGroupsRoutes = [
  get('listAccessGroups', '/v1/access-groups', loadGroupTeam, ({ rows, team, query }) => {
    const projectId = query.get('projectId')
    const search = (query.get('search') ?? '').toLowerCase()
    const groups = rows.accessGroups.list('byTeam', team.id).filter(({ id, name }) => {
      if (!name.toLowerCase().includes(search)) return false
      return projectId === null || rows.accessGroupProjects.find('project', id, projectId) !== undefined
    })
    const { page, pagination } = cut(query, groups)
    return json({ accessGroups: page.map((group) => accessGroupJson(rows, group)), pagination })
  }),
  post('createAccessGroup', '/v1/access-groups', requireGroupTeamOwner, body(AccessGroupInput), (call) => {
    const { rows, team, body } = call
    requireFreeGroupName(rows, team, body.name)
    const group = changeGroup(call, team, createAccessGroup(call, team, body.name), body)
    return json(changedAccessGroupJson(rows, group))
  }),
  get('readAccessGroup', '/v1/access-groups/:group', loadAccessGroup, ({ rows, group }) =>
    json(accessGroupJson(rows, group)),
  ),
  post('updateAccessGroup', '/v1/access-groups/:group', requireAccessGroupOwner, body(AccessGroupChanges), (call) => {
    const { rows, team, group, body } = call
    if (body.name !== undefined) {
      requireFreeGroupName(rows, team, body.name, group)
      rows.accessGroups.update(group.id, { name: body.name })
    }
    return json(changedAccessGroupJson(rows, changeGroup(call, team, group, body)))
  }),
  del('deleteAccessGroup', '/v1/access-groups/:group', requireAccessGroupOwner, ({ rows, group }) => {
    rows.accessGroups.delete(group.id)
    return empty(200)
  }),
  get('listAccessGroupMembers', '/v1/access-groups/:group/members', loadAccessGroup, ({ rows, group, query }) => {
    const search = (query.get('search') ?? '').toLowerCase()
    const members = rows.accessGroupMembers.list('byGroup', group.id).filter(({ userId }) => {
      const { username, name, email } = rows.users.require(userId)
      return [username, name ?? '', email].some((each) => each.toLowerCase().includes(search))
    })
    const { page, pagination } = cut(query, members)
    return json({ members: page.map((member) => accessGroupMemberJson(rows, member)), pagination })
  }),
  get('listAccessGroupProjects', '/v1/access-groups/:group/projects', loadAccessGroup, ({ rows, group, query }) => {
    const { page, pagination } = cut(query, rows.accessGroupProjects.list('byGroup', group.id))
    return json({ projects: page.map((project) => listedGroupProjectJson(rows, project)), pagination })
  }),
  post(
    'createAccessGroupProject',
    '/v1/access-groups/:group/projects',
    requireAccessGroupOwner,
    body(GroupProjectInput),
    (call) => {
      const { rows, team, group, body } = call
      const { id } = findProject(rows, team, body.projectId)
      return json(accessGroupProjectJson(rows, putGroupProject(call, group, id, body.role)))
    },
  ),
  get(
    'readAccessGroupProject',
    '/v1/access-groups/:group/projects/:projectId',
    loadAccessGroup,
    ({ rows, group, params }) => json(accessGroupProjectJson(rows, findGroupProject(rows, group, params.projectId))),
  ),
  patch(
    'updateAccessGroupProject',
    '/v1/access-groups/:group/projects/:projectId',
    requireAccessGroupOwner,
    body(GroupProjectChanges),
    (call) => {
      const { rows, group, params, body } = call
      const { projectId } = findGroupProject(rows, group, params.projectId)
      return json(accessGroupProjectJson(rows, putGroupProject(call, group, projectId, body.role)))
    },
  ),
  del(
    'deleteAccessGroupProject',
    '/v1/access-groups/:group/projects/:projectId',
    requireAccessGroupOwner,
    ({ rows, group, params }) => {
      rows.accessGroupProjects.delete(findGroupProject(rows, group, params.projectId).id)
      return empty(200)
    },
  ),
]

/**
 * Returns the page of rows that a query asks for with `limit` and `next`, the id of the last row before it.
 *
 * @throws 400 for a limit beyond the largest.
 */
function cut<R extends { readonly id: string | number }>(query: URLSearchParams, all: readonly R[]) {
  const limit = Number(query.get('limit') ?? PAGE)
  if (!(limit >= 1 && limit <= LARGEST_PAGE)) throw invalidRequest(`\`limit\` should be <= ${LARGEST_PAGE}`)
  const next = query.get('next')
  const start = next === null ? 0 : all.findIndex(({ id }) => String(id) === next) + 1
  const page = all.slice(start, start + limit)
  const last = page.at(-1)
  const hasMore = start + limit < all.length && last !== undefined
  return { page, pagination: { count: page.length, next: hasMore ? String(last.id) : null } }
}
