import { DAY } from '#core/duration.ts'
import type { OidcContext, Rows } from '#oidc-c/call.ts'
import { conflict, noSuchObject } from '#oidc-c/errors.ts'
import { GROUP_TYPE } from './groups/properties.ts'
import { typeOfProperty, valueOf, type ObjectType, type Property } from './lists/object-type.ts'
import { USER_TYPE } from './users/properties.ts'
import type { DeletedObject, Membership } from '#oidc-c/schema.ts'

/** How long a deleted object can be restored. Milliseconds. */
const RESTORABLE = 30 * DAY

/** A user or a group. */
export type DirectoryObject = DeletedObject['object']

/** The objects of a list of several types, with the properties of all of them. */
export const DIRECTORY_TYPE: ObjectType<DirectoryObject> = {
  resource: 'DirectoryObject',
  odata: 'directoryObject',
  set: 'directoryObjects',
  properties: Object.fromEntries(
    [...new Set([...Object.keys(USER_TYPE.properties), ...Object.keys(GROUP_TYPE.properties)])].map((name) => [
      name,
      propertyNamed(name),
    ]),
  ),
  usual: ['id'],
  relationships: [],
}

function propertyNamed(name: string): Property<DirectoryObject> {
  return {
    type: typeOfProperty(USER_TYPE, name) ?? typeOfProperty(GROUP_TYPE, name) ?? 'text',
    of: (object) =>
      object.kind === 'user' ? valueOf(USER_TYPE, object.row, name) : valueOf(GROUP_TYPE, object.row, name),
  }
}

/** Returns the type of an object. */
export function typeOf({ kind }: DirectoryObject): ObjectType {
  return kind === 'user' ? USER_TYPE : GROUP_TYPE
}

/** Returns the user or group of a tenant with this object id; undefined when there is none. */
function objectWithId({ users, groups }: Rows, tenantId: string, id: string): DirectoryObject | undefined {
  const key = id.toLowerCase()
  const user = users.get(key)
  if (user !== undefined) return user.tenantId === tenantId ? { kind: 'user', row: user } : undefined
  const group = groups.get(id) ?? groups.get(key)
  return group === undefined || group.tenantId !== tenantId ? undefined : { kind: 'group', row: group }
}

/**
 * Returns the user or group of a tenant with this object id.
 *
 * @throws Failure Request_ResourceNotFound when there is none.
 */
export function findObject(rows: Rows, tenantId: string, id: string): DirectoryObject {
  const found = objectWithId(rows, tenantId, id)
  if (found === undefined) throw noSuchObject(id)
  return found
}

/** Returns the objects with these ids, in their order. */
export function objectsOf(rows: Rows, tenantId: string, ids: readonly string[]): DirectoryObject[] {
  return ids.map((id) => objectWithId(rows, tenantId, id)).filter((object) => object !== undefined)
}

/**
 * Deletes a user or group. A user and a group of Microsoft 365 can be restored; a security group is gone.
 * https://learn.microsoft.com/graph/api/resources/directory
 */
export function deleteObject({ rows, clock }: Pick<OidcContext, 'rows' | 'clock'>, object: DirectoryObject): void {
  const { id, tenantId } = object.row
  const memberships = membershipsWith(rows, id)
  for (const membership of memberships) rows.memberships.delete(membership.id)
  for (const report of rows.users.list('byManager', id)) rows.users.update(report.id, { managerId: null })
  if (object.kind === 'user' || object.row.groupTypes.includes('Unified')) {
    const kept = memberships.map(({ groupId, objectId, relation }) => ({ groupId, objectId, relation }))
    rows.deletedObjects.insert({ id, tenantId, object, memberships: kept, deletedAt: clock.now() })
  }
  if (object.kind === 'user') rows.users.delete(id)
  else rows.groups.delete(id)
}

function membershipsWith({ memberships }: Rows, id: string): Membership[] {
  const relations = ['members', 'owners'] as const
  return relations.flatMap((relation) => [
    ...memberships.list('byObject', relation, id),
    ...memberships.list('byGroup', relation, id),
  ])
}

/** Returns the deleted objects of a tenant that can be restored, the first deleted first. */
export function deletedObjects(
  { rows, clock }: Pick<OidcContext, 'rows' | 'clock'>,
  tenantId: string,
): DeletedObject[] {
  const since = clock.now() - RESTORABLE
  return rows.deletedObjects.list('byTenant', tenantId).filter(({ deletedAt }) => deletedAt > since)
}

/**
 * Restores a deleted object, with its memberships.
 *
 * @throws Failure when another user has the address by now.
 */
export function restoreObject({ rows }: Pick<OidcContext, 'rows'>, { id, object, memberships }: DeletedObject): void {
  if (object.kind === 'user') {
    const { userPrincipalName, mail } = object.row
    if (rows.users.find('userPrincipalName', userPrincipalName.toLowerCase()) !== undefined) {
      throw conflict('userPrincipalName')
    }
    if (mail !== null && rows.users.find('mail', mail.toLowerCase()) !== undefined) throw conflict('mail')
    const manager = rows.users.get(object.row.managerId)
    rows.users.insert({ ...object.row, managerId: manager?.id ?? null })
  } else {
    rows.groups.insert(object.row)
  }
  rows.deletedObjects.delete(id)
  for (const membership of memberships) {
    const { groupId, objectId } = membership
    const isThere = rows.users.get(objectId) !== undefined || rows.groups.get(objectId) !== undefined
    if (isThere && rows.groups.get(groupId) !== undefined) rows.memberships.insert(membership)
  }
}
