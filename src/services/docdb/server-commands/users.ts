import { CommandError } from '#docdb/errors/command-error.ts'
import { privilegesOf, withInherited } from '#docdb/rules/server-roles.ts'
import type { ServerUser } from '#docdb/schema/data.ts'
import { MECHANISMS } from '#docdb/schema/mechanisms.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { Binary, isDocument, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { pipelineContext, type Command, type CommandContext } from './context.ts'
import { hasRole, rolesIn, shownPrivileges, shownRoles } from './roles.ts'

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

function mechanismsIn(value: Value | undefined): readonly string[] {
  if (value === undefined) return MECHANISMS
  if (!Array.isArray(value) || value.length === 0)
    throw new CommandError('BadValue', 'mechanisms field must not be empty')
  return value.map((each) => {
    const known = MECHANISMS.find((name) => name === each)
    if (known === undefined) throw new CommandError('BadValue', `Unknown auth mechanism '${textOfAny(each)}'`)
    return known
  })
}

/** https://www.mongodb.com/docs/manual/reference/command/createUser/ */
const createUser: Command = (context) => {
  const { command, data, database } = context
  const name = nameIn(context)
  const password = passwordIn(context)
  const roles = rolesIn(context)
  if (data.rows.serverUsers.find('name', database, name) !== undefined)
    throw new CommandError(51_003, `User "${name}@${database}" already exists`)
  const mechanisms = password === null ? ['external'] : mechanismsIn(command['mechanisms'])
  const { id } = data.rows.serverUsers.insert({ database, name, password, mechanisms, roles, uuid: data.ids.hex(32) })
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
  const asked = mechanisms === undefined ? undefined : mechanismsIn(mechanisms)
  if (pwd === undefined && asked?.some((each) => !user.mechanisms.includes(each)) === true)
    throw new CommandError('BadValue', 'mechanisms field must be a subset of previously set mechanisms')
  data.rows.serverUsers.update(user.id, {
    ...(pwd === undefined ? {} : { password: passwordIn(context) }),
    ...(asked === undefined ? {} : { mechanisms: asked }),
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
  const granted = rolesIn(context).filter((each) => !hasRole(user.roles, each))
  context.data.rows.serverUsers.update(user.id, { roles: [...user.roles, ...granted] })
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/revokeRolesFromUser/ */
const revokeRolesFromUser: Command = (context) => {
  const user = findUser(context)
  const revoked = rolesIn(context)
  context.data.rows.serverUsers.update(user.id, { roles: user.roles.filter((each) => !hasRole(revoked, each)) })
  return {}
}

/** @throws CommandError for privileges of users who are not named one by one. */
function checkShown({ command }: CommandContext): void {
  if (command['showPrivileges'] !== true) return
  const { usersInfo: asked, filter } = command
  const isNamed =
    typeof asked === 'string' || Array.isArray(asked) || (isDocument(asked) && asked['user'] !== undefined)
  if (isNamed && filter === undefined) return
  throw new CommandError(
    'IllegalOperation',
    filter === undefined
      ? 'Can only get user details about one user at a time. Cannot get user details for all users in a db'
      : 'usersInfo cannot use a filter together with showPrivileges',
  )
}

/** https://www.mongodb.com/docs/manual/reference/command/usersInfo/ */
const usersInfo: Command = (context) => {
  const { command, data } = context
  checkShown(context)
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
      ...(customData === undefined || command['showCustomData'] === false ? {} : { customData }),
      roles: shownRoles(user.roles),
      ...(command['showPrivileges'] === true ? inheritedBy(context, user) : {}),
      mechanisms: [...user.mechanisms],
    }
  })
  return { users: test === null ? users : users.filter((each) => test(each, {})) }
}

/** Returns the roles and privileges that a user has by the roles of its roles. */
function inheritedBy({ data }: CommandContext, { roles }: ServerUser): Document {
  const inherited = withInherited(data, roles)
  const privileges = inherited.flatMap((each) => privilegesOf(data, each))
  return {
    inheritedRoles: shownRoles(inherited),
    inheritedPrivileges: shownPrivileges(privileges),
    inheritedAuthenticationRestrictions: [],
  }
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
