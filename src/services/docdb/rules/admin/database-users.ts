import type { DocdbContext } from '#docdb/call.ts'
import { invalidAttribute, missingAttribute, userAlreadyExists } from '#docdb/errors/admin.ts'
import type { DatabaseUser, Project } from '#docdb/schema/admin.ts'
import { newObjectId } from './object-id.ts'

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
