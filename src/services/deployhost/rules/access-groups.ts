import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest, conflict, notFound } from '#deployhost/errors.ts'
import type { AccessGroup, AccessGroupProject, ProjectRole, Team } from '#deployhost/schema.ts'
import { findProject } from './access.ts'
import { nextSortKey } from './sort-keys.ts'

type ChangeContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** A project of a group in a request, with the role; a role of null takes the project from the group. */
interface GroupProjectInput {
  readonly projectId: string
  readonly role: ProjectRole | null
}

/** The changes of a group's members and projects. */
export interface GroupContent {
  readonly projects?: readonly GroupProjectInput[] | undefined
  /** The ids of users. */
  readonly membersToAdd?: readonly string[] | undefined
  readonly membersToRemove?: readonly string[] | undefined
}

/**
 * Returns the team's group with this id or name.
 *
 * @throws 404.
 */
export function findAccessGroup(rows: Rows, team: Team, idOrName: string): AccessGroup {
  const byId = rows.accessGroups.get(idOrName)
  const group = byId?.teamId === team.id ? byId : rows.accessGroups.find('name', team.id, idOrName)
  if (group === undefined) throw notFound('Access Group')
  return group
}

/**
 * Returns a project of a group.
 *
 * @throws 404.
 */
export function findGroupProject(rows: Rows, group: AccessGroup, projectId: string): AccessGroupProject {
  const project = rows.accessGroupProjects.find('project', group.id, projectId)
  if (project === undefined) throw notFound('Access Group project')
  return project
}

/** @throws 409 when another group of the team has the name. */
export function requireFreeGroupName(rows: Rows, team: Team, name: string, except?: AccessGroup): void {
  const holder = rows.accessGroups.find('name', team.id, name)
  if (holder !== undefined && holder.id !== except?.id)
    throw conflict(`An Access Group named "${name}" already exists.`)
}

/** Adds a group without members and projects to a team. */
export function createAccessGroup({ rows, clock, ids }: ChangeContext, team: Team, name: string): AccessGroup {
  const now = Math.floor(clock.now())
  return rows.accessGroups.insert({
    id: `ag_${ids.base62(28)}`,
    sortKey: nextSortKey(rows.accessGroups, now),
    teamId: team.id,
    name,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Changes the members and the projects of a group.
 *
 * @throws 400 for a user who is not in the team, 404 for a project that is not the team's.
 */
export function changeGroup(
  context: ChangeContext,
  team: Team,
  group: AccessGroup,
  content: GroupContent,
): AccessGroup {
  const { rows, clock } = context
  const { projects = [], membersToAdd = [], membersToRemove = [] } = content
  for (const { projectId, role } of projects) {
    const project = findProject(rows, team, projectId)
    if (role === null) removeProject(rows, group, project.id)
    else putGroupProject(context, group, project.id, role)
  }
  for (const userId of membersToAdd) addMember(context, team, group, userId)
  for (const userId of membersToRemove) {
    const member = rows.accessGroupMembers.find('member', group.id, userId)
    if (member !== undefined) rows.accessGroupMembers.delete(member.id)
  }
  return rows.accessGroups.update(group.id, { updatedAt: Math.floor(clock.now()) })
}

/** Gives the members of a group a role in a project, in place of the one that they had from it. */
export function putGroupProject(
  { rows, clock }: ChangeContext,
  group: AccessGroup,
  projectId: string,
  role: ProjectRole,
): AccessGroupProject {
  const now = Math.floor(clock.now())
  const present = rows.accessGroupProjects.find('project', group.id, projectId)
  if (present !== undefined) return rows.accessGroupProjects.update(present.id, { role, updatedAt: now })
  return rows.accessGroupProjects.insert({
    sortKey: nextSortKey(rows.accessGroupProjects, now),
    groupId: group.id,
    projectId,
    role,
    createdAt: now,
    updatedAt: now,
  })
}

function addMember({ rows, clock }: ChangeContext, team: Team, group: AccessGroup, userId: string): void {
  if (rows.memberships.find('member', team.id, userId) === undefined) {
    throw badRequest(`The user "${userId}" is not a member of the team.`)
  }
  if (rows.accessGroupMembers.find('member', group.id, userId) !== undefined) return
  const now = Math.floor(clock.now())
  const sortKey = nextSortKey(rows.accessGroupMembers, now)
  rows.accessGroupMembers.insert({ sortKey, groupId: group.id, userId, createdAt: now })
}

function removeProject(rows: Rows, group: AccessGroup, projectId: string): void {
  const present = rows.accessGroupProjects.find('project', group.id, projectId)
  if (present !== undefined) rows.accessGroupProjects.delete(present.id)
}
