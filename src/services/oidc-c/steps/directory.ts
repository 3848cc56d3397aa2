import { findObject, type DirectoryObject } from '#oidc-c/rules/objects.ts'
import { badRequest, noSuchObject } from '#oidc-c/errors.ts'
import {
  hasPermission,
  READ_GROUPS,
  READ_ME,
  READ_MEMBERSHIPS,
  requirePermission,
} from '#oidc-c/rules/users/permissions.ts'
import type { Group } from '#oidc-c/schema.ts'
import { loadMe, loadUser, type GraphCall } from './users.ts'

/** A step that refuses a token without one of these permissions. */
export function requireAny(accepted: readonly string[]): (call: GraphCall) => void {
  return ({ token }) => requirePermission(token, accepted)
}

/**
 * A step that adds the tenant's group with the object id of the path.
 *
 * @throws Failure when there is none.
 */
export function loadGroup({ rows, params, tenantId }: GraphCall & { readonly params: { readonly id: string } }): {
  readonly group: Group
  readonly subject: DirectoryObject
} {
  const group = rows.groups.get(params.id) ?? rows.groups.get(params.id.toLowerCase())
  if (group === undefined || group.tenantId !== tenantId) throw noSuchObject(params.id)
  return { group, subject: { kind: 'group', row: group } }
}

interface WithSubject {
  readonly subject: DirectoryObject
}

/** A step that adds the user of the token as the object whose relationships are read. */
export function loadMySubject(call: GraphCall): WithSubject {
  return { subject: { kind: 'user', row: loadMe(call).account } }
}

/** A step that adds the user of the path as the object whose relationships are read. */
export function loadUserSubject(call: GraphCall & { readonly params: { readonly id: string } }): WithSubject {
  return { subject: { kind: 'user', row: loadUser(call).account } }
}

/** A step that adds the user or group of the path as the object whose relationships are read. */
export function loadSubject({
  rows,
  tenantId,
  params,
}: GraphCall & { readonly params: { readonly id: string } }): WithSubject {
  return { subject: findObject(rows, tenantId, params.id) }
}

/** A step that refuses a token without the permission to read the groups that the object is in. */
export function requireReadMemberships({ token, user, subject }: GraphCall & WithSubject): void {
  if (subject.kind === 'group') requirePermission(token, READ_GROUPS)
  else if (subject.row.id !== user?.id) requirePermission(token, READ_MEMBERSHIPS)
  else if (!hasPermission(token, READ_GROUPS)) requirePermission(token, READ_ME)
}

/** The types of objects that Graph has beside users and groups. There are none of them here. */
const OTHER_TYPES: readonly string[] = [
  'administrativeUnit',
  'application',
  'device',
  'directoryRole',
  'orgContact',
  'servicePrincipal',
]

/**
 * Returns the type that the last segment of a path restricts a list to: `microsoft.graph.group`. Null: it has no such
 * segment.
 *
 * @throws Failure for a type that Graph does not have.
 */
export function castOf(cast: string | undefined): DirectoryObject['kind'] | 'other' | null {
  if (cast === undefined) return null
  if (cast === 'microsoft.graph.user') return 'user'
  if (cast === 'microsoft.graph.group') return 'group'
  if (OTHER_TYPES.some((type) => cast === `microsoft.graph.${type}`)) return 'other'
  throw badRequest(`Resource not found for the segment '${cast}'.`)
}
