import type { RecordContext } from '#oidc-d/call.ts'
import type { App, AppUser, JsonObject, User } from '#oidc-d/schema.ts'
import { assignmentEntities, recordEvent } from '../system-log/entries.ts'

// The assignments of apps to users, directly or by a group. Both kinds are rows, so that reading a list costs only its
// page.

/** The settings of a direct assignment. */
export interface Assignment {
  readonly scope: AppUser['scope']
  readonly userName?: string | undefined
  readonly hasPassword?: boolean
  readonly profile?: JsonObject
}

/** Returns the assignment of an app to a user, or undefined. */
export function assignmentOf(
  { rows }: Pick<RecordContext, 'rows'>,
  appId: string,
  userId: string,
): AppUser | undefined {
  return rows.appUsers.get(`${appId}.${userId}`)
}

/** Assigns an app to a user, or changes the assignment. */
export function assign(
  context: RecordContext,
  app: App,
  user: User,
  { scope, userName, hasPassword, profile }: Assignment,
): AppUser {
  const { rows, clock } = context
  const now = clock.now()
  const before = assignmentOf(context, app.id, user.id)
  const changes = {
    scope,
    userName: userName ?? before?.userName ?? user.profile.login,
    hasPassword: hasPassword ?? before?.hasPassword ?? false,
    profile: { ...(before?.profile ?? profileFrom(app, user)), ...profile },
    lastUpdated: now,
  }
  if (before !== undefined) return rows.appUsers.update(before.id, changes)
  recordEvent(context, 'application.user_membership.add', { target: assignmentEntities(app, user, changes.userName) })
  return rows.appUsers.insert({
    id: `${app.id}.${user.id}`,
    appId: app.id,
    userId: user.id,
    created: now,
    statusChanged: now,
    passwordChanged: hasPassword === true ? now : null,
    ...changes,
  })
}

/**
 * Returns the app profile of a newly assigned user. That of an OAuth client has a member for each claim of OpenID
 * Connect, also for those that the user has no value for.
 */
function profileFrom({ client }: App, { profile }: User): JsonObject {
  const { email, firstName, lastName } = profile
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  const names = { name: name || null, given_name: firstName ?? null, family_name: lastName ?? null, email }
  if (client === null) return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== null))
  const attributes = Object.entries(OPENID_ATTRIBUTES).map(([claim, attribute]) => [claim, profile[attribute] ?? null])
  const { locale, timezone } = profile
  return {
    ...Object.fromEntries(attributes),
    zoneinfo: timezone ?? 'America/Los_Angeles',
    locale: locale ?? 'en_US',
    ...names,
  }
}

/** The attributes of the user's profile that claims of OpenID Connect come from; those that it has not are null. */
const OPENID_ATTRIBUTES: Readonly<Record<string, string>> = {
  street_address: 'streetAddress',
  country: 'countryCode',
  website: 'website',
  birthdate: 'birthdate',
  gender: 'gender',
  formatted: 'postalAddress',
  profile: 'profileUrl',
  locality: 'city',
  middle_name: 'middleName',
  picture: 'picture',
  nickname: 'nickName',
  phone_number: 'primaryPhone',
  region: 'state',
  postal_code: 'zipCode',
}

/**
 * Adds or removes a user's assignment by group: it exists when one of the user's groups has the app and no direct
 * assignment exists.
 */
function updateByGroups(context: RecordContext, appId: string, userId: string): void {
  const { rows } = context
  const user = rows.users.get(userId)
  const app = rows.apps.get(appId)
  if (user === undefined || app === undefined) return
  const has = assignmentOf(context, appId, userId)
  if (has?.scope === 'USER') return
  const byGroup =
    user.status !== 'DEPROVISIONED' &&
    rows.appGroups
      .list('byApp', appId)
      .some(({ groupId }) => rows.memberships.get(`${groupId}.${userId}`) !== undefined)
  if (byGroup && has === undefined) assign(context, app, user, { scope: 'GROUP' })
  if (!byGroup && has !== undefined) remove(context, has)
}

/** Updates the assignments of a user to all apps of a group, after the user joined or left it. */
export function updateAppsOfGroup(context: RecordContext, groupId: string, userId: string): void {
  for (const { appId } of context.rows.appGroups.list('byGroup', groupId)) updateByGroups(context, appId, userId)
}

/** Updates the assignments of all members of a group to an app, after the app was assigned to it or removed. */
export function updateMembersOfApp(context: RecordContext, appId: string, groupId: string): void {
  for (const { userId } of context.rows.memberships.list('byGroup', groupId)) updateByGroups(context, appId, userId)
}

/** Removes all assignments of a user. */
export function unassignAll(context: RecordContext, userId: string): void {
  for (const assignment of context.rows.appUsers.list('byUser', userId)) remove(context, assignment)
}

function remove(context: RecordContext, { id, appId, userId, userName }: AppUser): void {
  const { rows } = context
  rows.appUsers.delete(id)
  const target = assignmentEntities(rows.apps.require(appId), rows.users.require(userId), userName)
  recordEvent(context, 'application.user_membership.remove', { target })
}

/** Removes a direct assignment; an assignment by group takes its place where there is one. */
export function unassign(context: RecordContext, assignment: AppUser): void {
  remove(context, assignment)
  updateByGroups(context, assignment.appId, assignment.userId)
}
