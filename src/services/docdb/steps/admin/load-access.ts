import type { DocdbCall } from '#docdb/call.ts'
import { accessEntryNotFound, customRoleNotFound, usernameNotFound } from '#docdb/errors/admin.ts'
import type { AccessEntry, CustomRole, DatabaseUser, Project } from '#docdb/schema/admin.ts'

type ProjectCall<P extends string> = Pick<DocdbCall, 'rows'> & {
  readonly project: Project
  readonly params: Readonly<Record<P, string>>
}

/**
 * A step after `loadProject` that loads the database user of the path.
 *
 * @throws 404.
 */
export function loadDatabaseUser({ rows, project, params }: ProjectCall<'databaseName' | 'username'>): {
  readonly user: DatabaseUser
} {
  const user = rows.databaseUsers.find('name', project.id, params.databaseName, params.username)
  if (user === undefined) throw usernameNotFound(params.username)
  return { user }
}

/**
 * A step after `loadProject` that loads the entry of the access list that the path names.
 *
 * @throws 404.
 */
export function loadAccessEntry({ rows, project, params }: ProjectCall<'entryValue'>): { readonly entry: AccessEntry } {
  const { entryValue } = params
  const entry =
    rows.accessEntries.find('entry', project.id, entryValue) ??
    rows.accessEntries.referring('projectId', project.id).find((each) => each.ipAddress === entryValue)
  if (entry === undefined) throw accessEntryNotFound(entryValue, project.id)
  return { entry }
}

/**
 * A step after `loadProject` that loads the custom role of the path.
 *
 * @throws 404.
 */
export function loadCustomRole({ rows, project, params }: ProjectCall<'roleName'>): { readonly role: CustomRole } {
  const role = rows.customRoles.find('name', project.id, params.roleName)
  if (role === undefined) throw customRoleNotFound(params.roleName)
  return { role }
}
