import type { Rows } from '#oidc-c/call.ts'
import { badRequest } from '#oidc-c/errors.ts'
import { objectsOf, type DirectoryObject } from '#oidc-c/rules/objects.ts'
import type { Group, Membership } from '#oidc-c/schema.ts'

/** How an object belongs to a group. */
export type Relation = Membership['relation']

/** Returns the groups that an object is a direct member of, in the order in which it was added. */
export function groupsOf({ memberships, groups }: Rows, objectId: string): Group[] {
  return memberships.list('byObject', 'members', objectId).map(({ groupId }) => groups.require(groupId))
}

/** Returns the groups that an object is a member of, directly or through other groups, the direct ones first. */
export function transitiveGroupsOf(rows: Rows, objectId: string): Group[] {
  const found = new Map<string, Group>()
  let next = groupsOf(rows, objectId)
  while (next.length > 0) {
    const fresh = next.filter(({ id }) => !found.has(id))
    for (const group of fresh) found.set(group.id, group)
    next = fresh.flatMap(({ id }) => groupsOf(rows, id))
  }
  return [...found.values()]
}

/** Returns the members or owners of a group, in the order in which they were added. */
export function relatedTo(rows: Rows, { id, tenantId }: Group, relation: Relation): DirectoryObject[] {
  const ids = rows.memberships.list('byGroup', relation, id).map(({ objectId }) => objectId)
  return objectsOf(rows, tenantId, ids)
}

/** Returns the members of a group and of the groups in it, the direct ones first. */
export function transitiveMembersOf(rows: Rows, group: Group): DirectoryObject[] {
  const found = new Map<string, DirectoryObject>()
  let next = relatedTo(rows, group, 'members')
  while (next.length > 0) {
    const fresh = next.filter(({ row }) => !found.has(row.id))
    for (const object of fresh) found.set(object.row.id, object)
    next = fresh.flatMap((object) => (object.kind === 'group' ? relatedTo(rows, object.row, 'members') : []))
  }
  return [...found.values()]
}

/**
 * Adds an object to the members or owners of a group.
 *
 * @throws Failure when it is there already, and for a group as an owner.
 */
export function addToGroup(rows: Rows, group: Group, object: DirectoryObject, relation: Relation): void {
  const objectId = object.row.id
  if (relation === 'owners' && object.kind === 'group') {
    const message = "The group owner must be a user or a service principal: a group cannot be among the 'owners'."
    throw badRequest(message, 'Request_BadRequest')
  }
  if (rows.memberships.find('pair', relation, group.id, objectId) !== undefined) {
    const message = `One or more added object references already exist for the following modified properties: '${relation}'.`
    throw badRequest(message, 'Request_BadRequest')
  }
  rows.memberships.insert({ groupId: group.id, objectId, relation })
}

/**
 * Takes an object out of the members or owners of a group.
 *
 * @throws Failure when it is not there, and for the last owner.
 */
export function removeFromGroup(rows: Rows, group: Group, object: DirectoryObject, relation: Relation): void {
  const membership = rows.memberships.find('pair', relation, group.id, object.row.id)
  if (membership === undefined) {
    const message = `One or more removed object references do not exist for the following modified properties: '${relation}'.`
    throw badRequest(message, 'Request_BadRequest')
  }
  if (relation === 'owners' && rows.memberships.count('byGroup', 'owners', group.id) === 1) {
    const message = 'The group must have at least one owner, hence this owner cannot be removed.'
    throw badRequest(message, 'Request_BadRequest')
  }
  rows.memberships.delete(membership.id)
}
