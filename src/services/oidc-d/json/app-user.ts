import type { Site } from '#oidc-d/call.ts'
import type { AppGroup, AppUser } from '#oidc-d/schema.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { groupJson } from './group.ts'
import { userJson } from './user.ts'

/** Returns the assignment of an app to a user; with `user` it embeds the user. */
export function appUserJson(site: Site, assignment: AppUser, { user = false } = {}) {
  const { origin, rows } = site
  const { appId, userId, scope } = assignment
  const app = rows.apps.require(appId)
  return {
    id: userId,
    externalId: null,
    created: date(assignment.created),
    lastUpdated: date(assignment.lastUpdated),
    scope,
    status: app.client === null ? 'PROVISIONED' : 'ACTIVE',
    statusChanged: date(assignment.statusChanged),
    passwordChanged: date(assignment.passwordChanged),
    syncState: 'DISABLED',
    credentials: { userName: assignment.userName, ...(assignment.hasPassword ? { password: {} } : {}) },
    profile: assignment.profile,
    ...(user ? { _embedded: { user: userJson(site, rows.users.require(userId)) } } : {}),
    _links: {
      app: { href: `${origin}/api/v1/apps/${appId}` },
      user: { href: `${origin}/api/v1/users/${userId}` },
    },
  }
}

/** Returns the assignment of an app to a group; with `group` it embeds the group. */
export function appGroupJson(site: Site, assignment: AppGroup, { group = false } = {}) {
  const { origin, rows } = site
  const { appId, groupId } = assignment
  return {
    id: groupId,
    lastUpdated: date(assignment.lastUpdated),
    priority: assignment.priority,
    profile: assignment.profile,
    ...(group ? { _embedded: { group: groupJson(site, rows.groups.require(groupId)) } } : {}),
    _links: {
      app: { href: `${origin}/api/v1/apps/${appId}` },
      self: { href: `${origin}/api/v1/apps/${appId}/groups/${groupId}` },
      group: { href: `${origin}/api/v1/groups/${groupId}` },
    },
  }
}

/** Returns the link to an app on a user's dashboard; null for an app that is hidden there. */
export function appLinkJson({ rows, origin }: Site, { appId, userId }: AppUser) {
  const app = rows.apps.require(appId)
  const { hide } = app.visibility as { hide?: { web?: boolean } } // rules/apps.ts sets it
  if (app.status !== 'ACTIVE' || hide?.web === true) return null
  return {
    id: `${appId}.${userId}`,
    label: app.label,
    linkUrl: `${origin}/home/${app.name}/${appId}`,
    logoUrl: `${origin}/assets/img/logos/default.png`,
    appName: app.name,
    appInstanceId: appId,
    appAssignmentId: `${appId}.${userId}`,
    credentialsSetup: false,
    hidden: false,
  }
}
