import type { RecordContext, Rows } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import type { CustomRole, JsonObject, RolePermission } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/RoleECustom/

/** Returns the custom role with an id or a label. */
export function customRoleNamed(rows: Rows, named: string): CustomRole | undefined {
  return rows.customRoles.get(named) ?? rows.customRoles.find('label', named)
}

/**
 * Creates a custom role with its permissions.
 *
 * @throws 400 for a taken label.
 */
export function createCustomRole(
  context: RecordContext,
  { permissions, ...fields }: Pick<CustomRole, 'label' | 'description'> & { readonly permissions: readonly string[] },
): CustomRole {
  const { rows, clock } = context
  refuseTakenLabel(rows, fields.label, null)
  const now = clock.now()
  const role = rows.customRoles.insert({ id: createId(context, 'cr0'), ...fields, created: now, lastUpdated: now })
  for (const label of new Set(permissions)) setPermission(context, role, label, null)
  return role
}

/**
 * Changes the label and the description of a custom role.
 *
 * @throws 400 for a taken label.
 */
export function replaceCustomRole(
  { rows, clock }: RecordContext,
  role: CustomRole,
  fields: Pick<CustomRole, 'label' | 'description'>,
): CustomRole {
  refuseTakenLabel(rows, fields.label, role.id)
  return rows.customRoles.update(role.id, { ...fields, lastUpdated: clock.now() })
}

function refuseTakenLabel(rows: Rows, label: string, id: string | null): void {
  const holder = rows.customRoles.find('label', label)
  if (holder === undefined || holder.id === id) return
  throw validationFailed('label', 'label: There is already an admin role with this name.')
}

/** Gives a custom role a permission, or changes its conditions. */
export function setPermission(
  { rows, clock }: RecordContext,
  role: CustomRole,
  label: string,
  conditions: JsonObject | null,
): RolePermission {
  const id = `${role.id}.${label}`
  const now = clock.now()
  if (rows.rolePermissions.get(id) !== undefined) {
    return rows.rolePermissions.update(id, { conditions, lastUpdated: now })
  }
  return rows.rolePermissions.insert({ id, roleId: role.id, label, conditions, created: now, lastUpdated: now })
}
