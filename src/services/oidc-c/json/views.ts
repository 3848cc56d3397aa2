import type { Rows } from '#oidc-c/call.ts'
import { groupsOf, relatedTo, transitiveGroupsOf, transitiveMembersOf } from '#oidc-c/rules/groups/memberships.ts'
import type { Expansion } from '#oidc-c/rules/lists/query.ts'
import type { DirectoryObject } from '#oidc-c/rules/objects.ts'
import {
  BASIC_PROPERTIES,
  hasPermission,
  READ_BASIC,
  READ_GROUPS,
  READ_USERS,
} from '#oidc-c/rules/users/permissions.ts'
import type { Group, User } from '#oidc-c/schema.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import { directoryObjectJson, hiddenObjectJson, type ObjectJson } from './objects.ts'

/** The reader of an object: the token, and its user or null. */
export interface Viewer {
  readonly token: OAuthAccessToken
  readonly user: User | null
}

/** The most objects of a relationship that `$expand` answers. */
const MOST_EXPANDED = 20

/** An object as the token may read it: all of it, the basic properties of a user, or its id alone. */
export function visibleJson(
  { token, user }: Viewer,
  object: DirectoryObject,
  selected: readonly string[] | null,
): ObjectJson {
  if (object.kind === 'group') {
    return hasPermission(token, READ_GROUPS)
      ? directoryObjectJson(object, selected)
      : hiddenObjectJson(object, selected)
  }
  if (object.row.id === user?.id || hasPermission(token, READ_USERS)) return directoryObjectJson(object, selected)
  if (!hasPermission(token, READ_BASIC)) return hiddenObjectJson(object, selected)
  const isBasic = (name: string): boolean => BASIC_PROPERTIES.some((each) => each === name)
  return directoryObjectJson(object, selected === null ? BASIC_PROPERTIES : selected.filter(isBasic))
}

/** The member of an object with the related objects that `$expand` names; none for a user without a manager. */
export function expandedJson(
  context: Viewer & { readonly rows: Rows },
  object: DirectoryObject,
  { name, select }: Expansion,
): ObjectJson {
  const { rows } = context
  if (name === 'manager') {
    const manager = object.kind === 'user' ? rows.users.get(object.row.managerId) : undefined
    return manager === undefined ? {} : { manager: visibleJson(context, { kind: 'user', row: manager }, select) }
  }
  const related = relatedObjects(rows, object, name).slice(0, MOST_EXPANDED)
  return { [name]: related.map((each) => visibleJson(context, each, select)) }
}

/** Returns the objects of a relationship with several. */
function relatedObjects(rows: Rows, object: DirectoryObject, name: string): DirectoryObject[] {
  const { id } = object.row
  if (name === 'memberOf') return groupsOf(rows, id).map(asObject)
  if (name === 'transitiveMemberOf') return transitiveGroupsOf(rows, id).map(asObject)
  if (object.kind === 'user') return rows.users.list('byManager', id).map((row) => ({ kind: 'user', row }))
  if (name === 'transitiveMembers') return transitiveMembersOf(rows, object.row)
  return relatedTo(rows, object.row, name === 'owners' ? 'owners' : 'members')
}

/** Returns a group as an object of a list of several types. */
export function asObject(row: Group): DirectoryObject {
  return { kind: 'group', row }
}
