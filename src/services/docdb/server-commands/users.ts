import { CommandError } from '#docdb/errors/command-error.ts'
import { isBuiltInRole } from '#docdb/rules/privileges.ts'
import type { ServerUser } from '#docdb/schema/data.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { Binary, isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { arrayIn, pipelineContext, type Command, type CommandContext } from './context.ts'

/** The authentication database of users who sign in elsewhere. */
const EXTERNAL = '$external'

function nameIn({ command, name }: CommandContext): string {
  const given = command[name]
  if (typeof given === 'string' && given !== '') return given
  throw new CommandError(
    given === '' ? 'BadValue' : 'TypeMismatch',
    given === ''
      ? "User document needs 'user' field to be non-empty"
      : `BSON field '${name}' is the wrong type '${typeOf(given)}', expected type 'string'`,
  )
}

function findUser(context: CommandContext): ServerUser {
  const { data, database } = context
  const name = nameIn(context)
  const user = data.rows.serverUsers.find('name', database, name)
  if (user === undefined) throw new CommandError('UserNotFound', `User '${name}@${database}' not found`)
  return user
}

/** Reads roles: names, which are those of the database of the command, or documents. */
function rolesIn({ command, name, database, data }: CommandContext, member = 'roles'): ServerUser['roles'] {
  return arrayIn(command, member, name).map((each) => {
    const role = typeof each === 'string' ? { role: each, db: database } : each
    if (!isDocument(role) || typeof role['role'] !== 'string' || typeof role['db'] !== 'string')
      throw new CommandError('BadValue', 'Role names must be either strings or objects')
    const isKnown =
      isBuiltInRole(role['role']) || data.rows.customRoles.all().some((own) => own.roleName === role['role'])
    if (!isKnown) throw new CommandError('RoleNotFound', `Could not find role: ${role['role']}@${role['db']}`)
    return { role: role['role'], db: role['db'] }
  })
}

function passwordIn({ command, database }: CommandContext): string | null {
  const { pwd } = command
  if (pwd === undefined && database !== EXTERNAL)
    throw new CommandError(
      'BadValue',
      "Must provide a 'pwd' field for all user documents, except those with '$external' as the user's source db",
    )
  if (pwd !== undefined && database === EXTERNAL)
    throw new CommandError('BadValue', "Cannot set the password for users defined on the '$external' database")
  if (pwd !== undefined && (typeof pwd !== 'string' || pwd === ''))
    throw new CommandError('BadValue', 'Password cannot be empty')
  return pwd ?? null
}

/** https://www.mongodb.com/docs/manual/reference/command/createUser/ */
const createUser: Command = (context) => {
  const { command, data, database } = context
  const name = nameIn(context)
  const password = passwordIn(context)
  const roles = rolesIn(context)
  if (data.rows.serverUsers.find('name', database, name) !== undefined)
    throw new CommandError(51_003, `User "${name}@${database}" already exists`)
  const { id } = data.rows.serverUsers.insert({ database, name, password, roles, uuid: data.ids.hex(32) })
  noteCustomData(context, id, command['customData'])
  return {}
}

function noteCustomData({ data }: CommandContext, id: number, customData: Value | undefined): void {
  if (isDocument(customData)) data.rows.userNotes.set(customData, id)
}

/** https://www.mongodb.com/docs/manual/reference/command/updateUser/ */
const updateUser: Command = (context) => {
  const { command, data } = context
  const user = findUser(context)
  const { pwd, roles, customData, mechanisms } = command
  if ([pwd, roles, customData, mechanisms].every((each) => each === undefined))
    throw new CommandError('BadValue', 'Must specify at least one field to update in updateUser')
  data.rows.serverUsers.update(user.id, {
    ...(pwd === undefined ? {} : { password: passwordIn(context) }),
    ...(roles === undefined ? {} : { roles: rolesIn(context) }),
  })
  noteCustomData(context, user.id, customData)
  return {}
}

function removeUser({ data }: CommandContext, { id }: ServerUser): void {
  data.rows.userNotes.delete(id)
  data.rows.serverUsers.delete(id)
}

/** https://www.mongodb.com/docs/manual/reference/command/dropUser/ */
const dropUser: Command = (context) => {
  removeUser(context, findUser(context))
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/dropAllUsersFromDatabase/ */
const dropAllUsersFromDatabase: Command = (context) => {
  const users = context.data.rows.serverUsers.list('database', context.database)
  for (const each of users) removeUser(context, each)
  return { n: users.length }
}

/** https://www.mongodb.com/docs/manual/reference/command/grantRolesToUser/ */
const grantRolesToUser: Command = (context) => {
  const user = findUser(context)
  const granted = rolesIn(context).filter((each) => !hasRole(user, each))
  context.data.rows.serverUsers.update(user.id, { roles: [...user.roles, ...granted] })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/revokeRolesFromUser/ */
const revokeRolesFromUser: Command = (context) => {
  const user = findUser(context)
  const revoked = { roles: rolesIn(context) }
  context.data.rows.serverUsers.update(user.id, { roles: user.roles.filter((each) => !hasRole(revoked, each)) })
  return {}
}

function hasRole({ roles }: Pick<ServerUser, 'roles'>, { role, db }: ServerUser['roles'][number]): boolean {
  return roles.some((each) => each.role === role && each.db === db)
}

/** https://www.mongodb.com/docs/manual/reference/command/usersInfo/ */
const usersInfo: Command = (context) => {
  const { command, data } = context
  const test = isDocument(command['filter'])
    ? compileQuery(command['filter'], pipelineContext(context, undefined, '').environment)
    : null
  const users = askedUsers(context).map((user): Document => {
    const customData = data.rows.userNotes.get(user.id)
    return {
      _id: `${user.database}.${user.name}`,
      userId: new Binary(Buffer.from(user.uuid, 'hex'), Binary.SUBTYPE_UUID),
      user: user.name,
      db: user.database,
      ...(customData === undefined ? {} : { customData }),
      roles: user.roles.map(({ role, db }) => ({ role, db })),
      mechanisms: user.password === null ? ['external'] : ['SCRAM-SHA-256'],
    }
  })
  return { users: test === null ? users : users.filter((each) => test(each, {})) }
}

function askedUsers({ command, data, database }: CommandContext): readonly ServerUser[] {
  const { serverUsers } = data.rows
  const asked = command['usersInfo']
  if (isDocument(asked) && asked['forAllDBs'] === true) return serverUsers.all()
  const list = Array.isArray(asked) ? asked : [asked ?? null]
  return list.flatMap((each) => {
    const one = typeof each === 'string' ? { user: each, db: database } : each
    if (!isDocument(one)) return serverUsers.list('database', database)
    const { user, db } = one
    const found = typeof user === 'string' && typeof db === 'string' ? serverUsers.find('name', db, user) : undefined
    return found === undefined ? [] : [found]
  })
}

/** Commands about users, who are apart from those of the administration API. */
export const userCommands: Readonly<Record<string, Command>> = {
  createUser,
  updateUser,
  dropUser,
  dropAllUsersFromDatabase,
  grantRolesToUser,
  revokeRolesFromUser,
  usersInfo,
}
