import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { RoleAssignment, RoleTarget } from '#oidc-d/schema.ts'

/** Returns an admin role of a user or group, whose label the caller knows. */
export function roleJson({ origin }: Pick<Site, 'origin'>, role: RoleAssignment, label: string) {
  const assignee = role.userId === null ? `groups/${role.groupId ?? ''}` : `users/${role.userId}`
  return {
    id: role.roleId,
    label,
    type: role.type,
    status: 'ACTIVE',
    created: date(role.created),
    lastUpdated: date(role.lastUpdated),
    assignmentType: role.userId === null ? 'GROUP' : 'USER',
    _links: { assignee: { href: `${origin}/api/v1/${assignee}` } },
  }
}

/** Returns an app that a role is limited to: a kind of app of the catalog, or one app. */
export function appTargetJson({ origin, rows }: Site, { appName, appId }: RoleTarget) {
  const app = appId === null ? undefined : rows.apps.require(appId)
  if (app === undefined) {
    return {
      name: appName,
      displayName: appName,
      status: 'ACTIVE',
      _links: { self: { href: `${origin}/api/v1/catalog/apps/${appName ?? ''}` } },
    }
  }
  return {
    name: app.label,
    status: app.status,
    id: app.id,
    _links: { self: { href: `${origin}/api/v1/apps/${app.id}` } },
  }
}
