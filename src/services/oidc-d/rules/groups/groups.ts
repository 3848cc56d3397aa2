import type { RecordContext } from '#oidc-d/call.ts'
import { alreadyExists, unsupportedOperation, validationFailed } from '#oidc-d/errors.ts'
import { createId } from '../identifiers.ts'
import type { Group, JsonObject, LogEntity, User } from '#oidc-d/schema.ts'
import { updateAppsOfGroup } from '../apps/assignments.ts'
import { groupEntity, recordEvent, userEntity } from '../system-log/entries.ts'

/** The built-in group that contains all users. */
export const EVERYONE = 'Everyone'

/**
 * Creates a group.
 *
 * @throws 400 when another group of its type has the name.
 */
export function createGroup(
  context: RecordContext,
  profile: JsonObject,
  type: Group['type'] = 'OKTA_GROUP',
  seeded = false,
): Group {
  const now = context.clock.now()
  const checked = checkedProfile(context, profile, null)
  const group = context.rows.groups.insert({
    id: createId(context, '00g', seeded ? checked.name : undefined),
    type,
    profile: checked,
    created: now,
    lastUpdated: now,
    lastMembershipUpdated: now,
  })
  recordEvent(context, 'group.lifecycle.create', { target: [groupEntity(group)] })
  return group
}

/**
 * Replaces the profile of a group.
 *
 * @throws 501 for the built-in group, and 400 when another group has the name.
 */
export function replaceGroup(context: RecordContext, group: Group, profile: JsonObject): Group {
  requireOwn(group)
  const checked = checkedProfile(context, profile, group)
  const replaced = context.rows.groups.update(group.id, { profile: checked, lastUpdated: context.clock.now() })
  recordEvent(context, 'group.profile.update', { target: [groupEntity(replaced)] })
  return replaced
}

function checkedProfile({ rows }: RecordContext, profile: JsonObject, group: Group | null): Group['profile'] {
  const { name, ...rest } = profile
  if (typeof name !== 'string' || name.trim() === '') {
    throw validationFailed('name', 'name: The field cannot be left blank')
  }
  if (name.length > 255) throw validationFailed('name', 'name: The field is too long (maximum is 255 characters)')
  if (rows.groups.list('byName', name.toLowerCase()).some(({ id }) => id !== group?.id)) throw alreadyExists('name')
  return { name, description: null, ...rest }
}

/**
 * Deletes a group; its members lose the apps that it was assigned, and rules that assign users to it become invalid.
 *
 * @throws 501 for the built-in group.
 */
export function deleteGroup(context: RecordContext, group: Group): void {
  requireOwn(group)
  const { rows } = context
  const members = rows.memberships.list('byGroup', group.id)
  for (const { userId } of members) removeMember(context, group, userId)
  rows.groups.delete(group.id)
  recordEvent(context, 'group.lifecycle.delete', { target: [groupEntity(group)] })
  for (const rule of rows.groupRules.all()) {
    if (rule.groupIds.includes(group.id)) rows.groupRules.update(rule.id, { status: 'INVALID' })
  }
}

/** Adds a user to a group; does nothing for a member. `actor` is who did it, by default the principal. */
export function addMember(context: RecordContext, group: Group, user: User, actor?: LogEntity): void {
  const { rows, clock } = context
  const id = `${group.id}.${user.id}`
  if (rows.memberships.get(id) !== undefined) return
  rows.memberships.insert({ id, groupId: group.id, userId: user.id })
  rows.groups.update(group.id, { lastMembershipUpdated: clock.now() })
  // The vendor's log does not mention that a new user is in the group of all users.
  if (group.type !== 'BUILT_IN') {
    const target = [userEntity(user), groupEntity(group)]
    recordEvent(context, 'group.user_membership.add', { target, ...(actor === undefined ? {} : { actor }) })
  }
  updateAppsOfGroup(context, group.id, user.id)
}

/** Removes a user from a group; does nothing for a user who is not a member. `actor` is as in {@link addMember}. */
export function removeMember(context: RecordContext, group: Group, userId: string, actor?: LogEntity): void {
  const { rows, clock } = context
  if (!rows.memberships.delete(`${group.id}.${userId}`)) return
  rows.groups.update(group.id, { lastMembershipUpdated: clock.now() })
  const target = [userEntity(rows.users.require(userId)), groupEntity(group)]
  recordEvent(context, 'group.user_membership.remove', { target, ...(actor === undefined ? {} : { actor }) })
  updateAppsOfGroup(context, group.id, userId)
}

/** @throws 501 for a built-in group, whose profile and members cannot be changed. */
export function requireOwn({ type }: Group): void {
  if (type !== 'OKTA_GROUP') throw unsupportedOperation()
}

/** Adds a new user to the group of all users. */
export function joinEveryone(context: RecordContext, user: User): void {
  for (const group of context.rows.groups.list('byType', 'BUILT_IN')) addMember(context, group, user)
}
