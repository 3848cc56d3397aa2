import type { Work } from '../call.ts'
import { alreadyExists, unsupportedOperation, validationFailed } from '../errors.ts'
import { createId } from '../identifiers.ts'
import type { Group, JsonObject, User } from '../schema.ts'
import { followGroup } from './assignments.ts'

/** The group in which everybody is. */
export const EVERYONE = 'Everyone'

/** Makes a group. Throws 400 where another of its kind has the name. */
export function createGroup(
  work: Work,
  profile: JsonObject,
  type: Group['type'] = 'OKTA_GROUP',
  seeded = false,
): Group {
  const now = work.clock.now()
  const checked = checkedProfile(work, profile, null)
  return work.rows.groups.insert({
    id: createId(work, '00g', seeded ? checked.name : undefined),
    type,
    profile: checked,
    created: now,
    lastUpdated: now,
    lastMembershipUpdated: now,
  })
}

/** Replaces the profile of a group. Throws 501 for the built-in one, and 400 where another has the name. */
export function replaceGroup(work: Work, group: Group, profile: JsonObject): Group {
  requireOwn(group)
  const checked = checkedProfile(work, profile, group)
  return work.rows.groups.update(group.id, { profile: checked, lastUpdated: work.clock.now() })
}

function checkedProfile({ rows }: Work, profile: JsonObject, group: Group | null): Group['profile'] {
  const { name, ...rest } = profile
  if (typeof name !== 'string' || name.trim() === '') {
    throw validationFailed('name', 'name: The field cannot be left blank')
  }
  if (name.length > 255) throw validationFailed('name', 'name: The field is too long (maximum is 255 characters)')
  if (rows.groups.list('byName', name.toLowerCase()).some(({ id }) => id !== group?.id)) throw alreadyExists('name')
  return { name, description: null, ...rest }
}

/** Deletes a group; its members lose what they had by it. Throws 501 for the built-in one. */
export function deleteGroup(work: Work, group: Group): void {
  requireOwn(group)
  const { rows } = work
  const members = rows.memberships.list('byGroup', group.id)
  for (const { userId } of members) removeMember(work, group, userId)
  rows.groups.delete(group.id)
}

/** Puts a user in a group; one who is in it stays. */
export function addMember(work: Work, group: Group, user: User): void {
  const { rows, clock } = work
  const id = `${group.id}.${user.id}`
  if (rows.memberships.get(id) !== undefined) return
  rows.memberships.insert({ id, groupId: group.id, userId: user.id })
  rows.groups.update(group.id, { lastMembershipUpdated: clock.now() })
  followGroup(work, group.id, user.id)
}

/** Takes a user out of a group; one who is not in it is left alone. */
export function removeMember(work: Work, group: Group, userId: string): void {
  const { rows, clock } = work
  if (!rows.memberships.delete(`${group.id}.${userId}`)) return
  rows.groups.update(group.id, { lastMembershipUpdated: clock.now() })
  followGroup(work, group.id, userId)
}

/** Throws 501 for a group whose profile and members are not the organization's to change. */
export function requireOwn({ type }: Group): void {
  if (type !== 'OKTA_GROUP') throw unsupportedOperation()
}

/** Puts a new user where everybody is. */
export function joinEveryone(work: Work, user: User): void {
  for (const group of work.rows.groups.list('byType', 'BUILT_IN')) addMember(work, group, user)
}
