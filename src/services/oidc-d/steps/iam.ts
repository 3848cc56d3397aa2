import type { OidcCall } from '#oidc-d/call.ts'
import { customRoleNamed } from '#oidc-d/rules/iam/roles.ts'
import { bindingOf, resourceSetNamed } from '#oidc-d/rules/iam/resource-sets.ts'
import { found } from '#oidc-d/rules/records.ts'
import type {
  BindingMember,
  CustomRole,
  ResourceSet,
  RoleBinding,
  RolePermission,
  SetResource,
} from '#oidc-d/schema.ts'

// Steps that load custom roles, sets of resources and what binds them.

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }
type OfSet = OidcCall & { readonly resourceSet: ResourceSet }

/**
 * A step that loads the custom role of the path, by id or label.
 *
 * @throws 404.
 */
export function loadCustomRole({ rows, params }: With<'roleIdOrLabel'>): { readonly customRole: CustomRole } {
  return { customRole: found('CustomRole', params.roleIdOrLabel, customRoleNamed(rows, params.roleIdOrLabel)) }
}

/**
 * A step that loads the permission of the path, which the role has.
 *
 * @throws 404.
 */
export function loadPermission(call: With<'permissionType'> & { readonly customRole: CustomRole }): {
  readonly permission: RolePermission
} {
  const { rows, customRole, params } = call
  const row = rows.rolePermissions.get(`${customRole.id}.${params.permissionType}`)
  return { permission: found('Permission', params.permissionType, row) }
}

/**
 * A step that loads the set of resources of the path, by id or label.
 *
 * @throws 404.
 */
export function loadResourceSet({ rows, params }: With<'resourceSetId'>): { readonly resourceSet: ResourceSet } {
  return { resourceSet: found('IAMPolicy', params.resourceSetId, resourceSetNamed(rows, params.resourceSetId)) }
}

/**
 * A step that loads the resource of the path, which is in the set.
 *
 * @throws 404.
 */
export function loadSetResource({ rows, resourceSet, params }: OfSet & With<'resourceId'>): {
  readonly resource: SetResource
} {
  const row = rows.setResources.get(params.resourceId)
  const isOfSet = row?.resourceSetId === resourceSet.id
  return { resource: found('IAMPolicyResource', params.resourceId, isOfSet ? row : undefined) }
}

/**
 * A step that loads the binding of the role of the path to the set of resources.
 *
 * @throws 404.
 */
export function loadBinding(call: OfSet & With<'roleIdOrLabel'>): { readonly binding: RoleBinding } {
  const { customRole } = loadCustomRole(call)
  const { rows, resourceSet, params } = call
  return { binding: found('IAMBinding', params.roleIdOrLabel, bindingOf(rows, resourceSet, customRole)) }
}

/**
 * A step that loads the member of the path, which the binding has.
 *
 * @throws 404.
 */
export function loadMember({ rows, binding, params }: With<'memberId'> & { readonly binding: RoleBinding }): {
  readonly member: BindingMember
} {
  const row = rows.bindingMembers.get(params.memberId)
  return { member: found('IAMBindingMember', params.memberId, row?.bindingId === binding.id ? row : undefined) }
}
