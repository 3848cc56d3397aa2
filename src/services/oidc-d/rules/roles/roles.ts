import type { RecordContext } from '#oidc-d/call.ts'
import { alreadyHasRole, validationFailed, wrongRoleType } from '#oidc-d/errors.ts'
import type { App, Group, RoleAssignment, RoleTarget, User } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { groupEntity, recordEvent, userEntity } from '../system-log/entries.ts'

/**
 * The standard admin roles, with their labels.
 * https://developer.okta.com/docs/api/openapi/okta-management/guides/roles/
 */
export const ROLES = {
  SUPER_ADMIN: 'Super Administrator',
  ORG_ADMIN: 'Organizational Administrator',
  API_ACCESS_MANAGEMENT_ADMIN: 'API Access Management Administrator',
  API_ADMIN: 'API Access Management Administrator',
  APP_ADMIN: 'Application Administrator',
  GROUP_MEMBERSHIP_ADMIN: 'Group Membership Administrator',
  HELP_DESK_ADMIN: 'Help Desk Administrator',
  MOBILE_ADMIN: 'Mobile Administrator',
  READ_ONLY_ADMIN: 'Read-only Administrator',
  REPORT_ADMIN: 'Report Administrator',
  USER_ADMIN: 'Group Administrator',
  WORKFLOWS_ADMIN: 'Workflows Administrator',
} as const

/** The name of a standard admin role. */
export type RoleType = keyof typeof ROLES

const WITH_GROUPS: readonly string[] = ['USER_ADMIN', 'HELP_DESK_ADMIN', 'GROUP_MEMBERSHIP_ADMIN']
const WITH_APPS: readonly string[] = ['APP_ADMIN']

/** The user or the group that has a role. */
export type Assignee = { readonly user: User } | { readonly group: Group }

/** Returns the roles of a user or group. */
export function rolesOf({ rows }: Pick<RecordContext, 'rows'>, assignee: Assignee): RoleAssignment[] {
  return 'user' in assignee
    ? rows.roleAssignments.list('byUser', assignee.user.id)
    : rows.roleAssignments.list('byGroup', assignee.group.id)
}

/**
 * Gives a role to a user or a group.
 *
 * @throws 409 for a role that they have, and 400 for the group of all users.
 */
export function assignRole(context: RecordContext, assignee: Assignee, type: RoleType): RoleAssignment {
  const { rows, clock } = context
  if ('group' in assignee && assignee.group.type === 'BUILT_IN') {
    const { name } = assignee.group.profile
    throw validationFailed('group', `Roles cannot be granted to built-in groups: ${name}.`)
  }
  if (rolesOf(context, assignee).some((each) => each.type === type)) throw alreadyHasRole()
  const now = clock.now()
  const id = 'user' in assignee ? assignee.user.id : assignee.group.id
  const hasTargets = WITH_GROUPS.includes(type) || WITH_APPS.includes(type)
  const roleId = hasTargets ? base32(type) : createId(context, 'user' in assignee ? 'ra1' : 'gra')
  const made = rows.roleAssignments.insert({
    id: `${id}.${roleId}`,
    userId: 'user' in assignee ? id : null,
    groupId: 'user' in assignee ? null : id,
    roleId,
    type,
    created: now,
    lastUpdated: now,
  })
  recordRole(context, assignee, 'grant')
  return made
}

/** Takes a role from a user or a group. */
export function unassignRole(context: RecordContext, assignee: Assignee, role: RoleAssignment): void {
  context.rows.roleAssignments.delete(role.id)
  recordRole(context, assignee, 'revoke')
}

function recordRole(context: RecordContext, assignee: Assignee, step: 'grant' | 'revoke'): void {
  if ('user' in assignee) {
    recordEvent(context, `user.account.privilege.${step}`, { target: [userEntity(assignee.user)] })
  } else recordEvent(context, `group.privilege.${step}`, { target: [groupEntity(assignee.group)] })
}

/** Returns what a role is limited to. */
export function targetsOf({ rows }: Pick<RecordContext, 'rows'>, { id }: RoleAssignment): RoleTarget[] {
  return rows.roleTargets.list('byAssignment', id)
}

/**
 * Limits a role to a group, beside those that it is limited to.
 *
 * @throws 400 for a role that is not about groups.
 */
export function addGroupTarget(context: RecordContext, role: RoleAssignment, { id }: Group): void {
  if (!WITH_GROUPS.includes(role.type)) throw wrongRoleType()
  insertTarget(context, role, { key: id, targetGroupId: id, appName: null, appId: null })
}

/**
 * Limits a role to the apps of a name in the catalog, or to one of them, beside those that it is limited to.
 *
 * @throws 400 for a role that is not about apps.
 */
export function addAppTarget(context: RecordContext, role: RoleAssignment, name: string, app: App | null): void {
  if (!WITH_APPS.includes(role.type)) throw wrongRoleType()
  const appId = app?.id ?? null
  insertTarget(context, role, { key: appId ?? name, targetGroupId: null, appName: name, appId })
}

function insertTarget(
  { rows, clock }: RecordContext,
  role: RoleAssignment,
  { key, ...target }: Omit<RoleTarget, 'id' | 'assignmentId'> & { readonly key: string },
): void {
  const id = `${role.id}.${key}`
  if (rows.roleTargets.get(id) === undefined) rows.roleTargets.insert({ id, assignmentId: role.id, ...target })
  rows.roleAssignments.update(role.id, { lastUpdated: clock.now() })
}

/**
 * Removes a target of a role; a target that the role has not stays unmentioned.
 *
 * @throws 400 for the last one, without which the role would be for everything.
 */
export function removeTarget(context: RecordContext, role: RoleAssignment, key: string): void {
  const { rows } = context
  const id = `${role.id}.${key}`
  if (rows.roleTargets.get(id) === undefined) return
  if (targetsOf(context, role).length === 1) {
    throw validationFailed('target', 'The last target of a role cannot be removed: unassign the role')
  }
  rows.roleTargets.delete(id)
}

/** Lifts every limit of a role to apps. */
export function clearAppTargets(context: RecordContext, role: RoleAssignment): void {
  for (const { id, appName } of targetsOf(context, role)) if (appName !== null) context.rows.roleTargets.delete(id)
}

/** Returns the base32 of a text, without padding: RFC 4648. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(each.padEnd(5, '0'), 2)]).join('')
}
