import type { OidcCall } from '#oidc-d/call.ts'
import { found } from '#oidc-d/rules/records.ts'
import type { App, Group, RoleAssignment, User } from '#oidc-d/schema.ts'

type WithRole = OidcCall & { readonly params: { readonly roleId: string } }

/**
 * A step that loads the role of the path, which the user has.
 *
 * @throws 404.
 */
export function loadUserRole({ rows, user, params }: WithRole & { readonly user: User }): {
  readonly role: RoleAssignment
} {
  return { role: found('RoleAssignment', params.roleId, rows.roleAssignments.get(`${user.id}.${params.roleId}`)) }
}

/**
 * A step that loads the role of the path, which the group has.
 *
 * @throws 404.
 */
export function loadGroupRole({ rows, group, params }: WithRole & { readonly group: Group }): {
  readonly role: RoleAssignment
} {
  return { role: found('RoleAssignment', params.roleId, rows.roleAssignments.get(`${group.id}.${params.roleId}`)) }
}

/**
 * A step that loads the group that a role is limited to.
 *
 * @throws 404.
 */
export function loadTargetGroup({ rows, params }: OidcCall & { params: { readonly targetGroupId: string } }): {
  readonly targetGroup: Group
} {
  return { targetGroup: found('UserGroup', params.targetGroupId, rows.groups.get(params.targetGroupId)) }
}

/**
 * A step that loads the app that a role is limited to.
 *
 * @throws 404.
 */
export function loadTargetApp({ rows, params }: OidcCall & { params: { readonly targetAppId: string } }): {
  readonly targetApp: App
} {
  return { targetApp: found('AppInstance', params.targetAppId, rows.apps.get(params.targetAppId)) }
}
