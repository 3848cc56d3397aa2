import type { Rows } from '#deployhost/call.ts'
import type { AccessGroup, AccessGroupMember, AccessGroupProject } from '#deployhost/schema.ts'

/** An access group. https://vercel.com/docs/rest-api/access-groups */
export function accessGroupJson(rows: Rows, group: AccessGroup) {
  return {
    isDsyncManaged: false,
    name: group.name,
    createdAt: String(group.createdAt),
    teamId: group.teamId,
    updatedAt: String(group.updatedAt),
    accessGroupId: group.id,
    membersCount: rows.accessGroupMembers.count('byGroup', group.id),
    projectsCount: rows.accessGroupProjects.count('byGroup', group.id),
  }
}

/** An access group as the answer to its creation and changes. */
export function changedAccessGroupJson(rows: Rows, group: AccessGroup) {
  const { isDsyncManaged: _, ...rest } = accessGroupJson(rows, group)
  return { ...rest, entitlements: [] }
}

/** A member of an access group, with the role in the team. */
export function accessGroupMemberJson(rows: Rows, { groupId, userId, createdAt }: AccessGroupMember) {
  const user = rows.users.require(userId)
  const { teamId } = rows.accessGroups.require(groupId)
  return {
    ...(user.avatar === null ? {} : { avatar: user.avatar }),
    email: user.email,
    uid: user.id,
    username: user.username,
    ...(user.name === null ? {} : { name: user.name }),
    createdAt: String(createdAt),
    teamRole: rows.memberships.find('member', teamId, userId)?.role ?? 'MEMBER',
  }
}

/** The role of a group's members in a project. */
export function accessGroupProjectJson(
  rows: Rows,
  { groupId, projectId, role, createdAt, updatedAt }: AccessGroupProject,
) {
  return {
    teamId: rows.accessGroups.require(groupId).teamId,
    accessGroupId: groupId,
    projectId,
    role,
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
  }
}

/** A project in the list of a group. */
export function listedGroupProjectJson(rows: Rows, { projectId, role, createdAt, updatedAt }: AccessGroupProject) {
  const { name, framework } = rows.projects.require(projectId)
  const latest = rows.deployments.page('byProject', [projectId], { offset: 0, limit: 1, descending: true }).rows[0]
  return {
    projectId,
    role,
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
    project: { name, framework, ...(latest === undefined ? {} : { latestDeploymentId: latest.id }) },
  }
}
