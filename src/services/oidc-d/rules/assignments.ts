import type { Work } from '../call.ts'
import type { App, AppUser, JsonObject, User } from '../schema.ts'

// Who has which app: assigned to themselves, or to a group that they are in. Both are rows, so that lists cost the page.

/** What an assignment of a user's own says. */
export interface Assignment {
  readonly scope: AppUser['scope']
  readonly userName?: string | undefined
  readonly hasPassword?: boolean
  readonly profile?: JsonObject
}

/** The assignment of an app to a user, or undefined. */
export function assignmentOf({ rows }: Pick<Work, 'rows'>, appId: string, userId: string): AppUser | undefined {
  return rows.appUsers.get(`${appId}.${userId}`)
}

/** Assigns an app to a user, or changes how it is. */
export function assign(
  work: Work,
  app: App,
  user: User,
  { scope, userName, hasPassword, profile }: Assignment,
): AppUser {
  const { rows, clock } = work
  const now = clock.now()
  const before = assignmentOf(work, app.id, user.id)
  const changes = {
    scope,
    userName: userName ?? before?.userName ?? user.profile.login,
    hasPassword: hasPassword ?? before?.hasPassword ?? false,
    profile: profile ?? before?.profile ?? profileFrom(user),
    lastUpdated: now,
  }
  if (before !== undefined) return rows.appUsers.update(before.id, changes)
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

/** What an app knows of a user who is new to it. */
function profileFrom({ profile }: User): JsonObject {
  const { email, firstName, lastName } = profile
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return {
    ...(name === '' ? {} : { name }),
    ...(firstName == null ? {} : { given_name: firstName }),
    ...(lastName == null ? {} : { family_name: lastName }),
    email,
  }
}

/** Has a user have an app by their groups exactly when one of these has it, and no assignment of their own is there. */
function follow(work: Work, appId: string, userId: string): void {
  const { rows } = work
  const user = rows.users.get(userId)
  const app = rows.apps.get(appId)
  if (user === undefined || app === undefined) return
  const has = assignmentOf(work, appId, userId)
  if (has?.scope === 'USER') return
  const byGroup =
    user.status !== 'DEPROVISIONED' &&
    rows.appGroups
      .list('byApp', appId)
      .some(({ groupId }) => rows.memberships.get(`${groupId}.${userId}`) !== undefined)
  if (byGroup && has === undefined) assign(work, app, user, { scope: 'GROUP' })
  if (!byGroup && has !== undefined) rows.appUsers.delete(has.id)
}

/** {@link follow} for every app of a group, after a user came or went. */
export function followGroup(work: Work, groupId: string, userId: string): void {
  for (const { appId } of work.rows.appGroups.list('byGroup', groupId)) follow(work, appId, userId)
}

/** {@link follow} for every member of a group, after an app came or went. */
export function followMembers(work: Work, appId: string, groupId: string): void {
  for (const { userId } of work.rows.memberships.list('byGroup', groupId)) follow(work, appId, userId)
}

/** Takes every app from a user. */
export function unassignAll({ rows }: Pick<Work, 'rows'>, userId: string): void {
  for (const { id } of rows.appUsers.list('byUser', userId)) rows.appUsers.delete(id)
}

/** Takes back an assignment of a user's own; what they have by their groups they keep. */
export function unassign(work: Work, assignment: AppUser): void {
  work.rows.appUsers.delete(assignment.id)
  follow(work, assignment.appId, assignment.userId)
}
