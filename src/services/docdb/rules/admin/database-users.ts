import type { DocdbCall, DocdbContext } from '#docdb/call.ts'
import {
  accessEntryNotFound,
  customRoleNotFound,
  invalidAttribute,
  missingAttribute,
  userAlreadyExists,
  usernameNotFound,
} from '#docdb/errors/admin.ts'
import type { AccessEntry, CustomRole, DatabaseUser, Project } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'

type ProjectCall<P extends string> = Pick<DocdbCall, 'rows'> & {
  readonly project: Project
  readonly params: Readonly<Record<P, string>>
}

/** The fields of a new database user. */
export type DatabaseUserInput = Omit<DatabaseUser, 'id' | 'projectId'>

/**
 * Adds a database user. A user with a password is in the database `admin`; one who signs in otherwise is in
 * `$external`, certificates that the vendor manages included.
 *
 * @throws 400 for a user of neither kind, 409 for a name that is taken.
 */
export function addDatabaseUser(context: DocdbContext, project: Project, input: DatabaseUserInput): DatabaseUser {
  const { rows } = context
  const { username, databaseName, password, awsIAMType, ldapAuthType, oidcAuthType, x509Type } = input
  const isExternal = [awsIAMType, ldapAuthType, oidcAuthType, x509Type].some((each) => each !== 'NONE')
  if (!isExternal && password === null) throw missingAttribute('password')
  if (isExternal && password !== null) throw invalidAttribute('password')
  if (databaseName === '$external' && !isExternal) throw invalidAttribute('databaseName')
  if (rows.databaseUsers.find('name', project.id, databaseName, username) !== undefined) throw userAlreadyExists()
  const user = rows.databaseUsers.insert({ id: newObjectId(context), projectId: project.id, ...input })
  expireDatabaseUser(context, user)
  return user
}

/** Deletes a user when their time is over. */
export function expireDatabaseUser({ clock, schedule }: DocdbContext, { id, deleteAfter }: DatabaseUser): void {
  if (deleteAfter !== null) schedule(Math.max(0, deleteAfter - clock.now()), 'deleteDatabaseUser', { userId: id })
}

/** The timer's action: deletes a user whose time is over and has not been prolonged. */
export function deleteExpiredUser(
  { rows, clock }: Pick<DocdbContext, 'rows' | 'clock'>,
  { userId }: { readonly userId: string },
): void {
  const user = rows.databaseUsers.get(userId)
  if (user !== undefined && user.deleteAfter !== null && user.deleteAfter <= clock.now())
    rows.databaseUsers.delete(userId)
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
