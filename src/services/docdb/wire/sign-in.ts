import { textOfAny } from '#docdb/values/show.ts'
import type { DocdbContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { DatabaseUser } from '#docdb/schema/admin.ts'
import { MECHANISMS, type Mechanism } from '#docdb/schema/mechanisms.ts'
import { Binary, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { beginScram, finishScram, usernameIn, type Conversation } from './scram.ts'

/** The user of a connection, and the sign-in under way. */
export interface SignIn {
  username: string | null
  database: string
  conversation: Conversation | null
}

/** A user by whom a driver signs in. */
export type SigningUser = Pick<DatabaseUser, 'password' | 'roles' | 'scopes' | 'projectId'> & {
  readonly mechanisms: readonly string[]
}

/**
 * Returns the user of a sign-in: one of any project, or one that a client has created in the authentication database.
 */
export function findUser(
  { rows }: Pick<DocdbContext, 'rows'>,
  { username, database }: Pick<SignIn, 'username' | 'database'>,
): SigningUser | undefined {
  const user = rows.databaseUsers.all().find((each) => each.username === username && each.password !== null)
  if (user !== undefined) return { ...user, mechanisms: MECHANISMS }
  if (username === null) return undefined
  const own = rows.serverUsers.find('name', database, username)
  if (own === undefined) return undefined
  const roles = own.roles.map(({ role, db }) => ({ roleName: role, databaseName: db }))
  return { password: own.password, roles, scopes: [], projectId: '', mechanisms: own.mechanisms }
}

/** Returns whether drivers must sign in: as soon as there is a user with a password. */
export function requiresSignIn({ rows }: Pick<DocdbContext, 'rows'>): boolean {
  return rows.databaseUsers.size > 0 && rows.databaseUsers.all().some(({ password }) => password !== null)
}

function mechanismOf({ mechanism }: Document): Mechanism | undefined {
  return MECHANISMS.find((each) => each === mechanism)
}

/** Returns the mechanisms of the user that a driver asks about: `admin.ada`. */
function mechanismsOf(context: DocdbContext, name: string): readonly string[] | undefined {
  const dot = name.indexOf('.')
  return findUser(context, { database: name.slice(0, dot), username: name.slice(dot + 1) })?.mechanisms
}

function payloadOf(command: Document): Buffer {
  const payload = command['payload']
  if (payload instanceof Binary) return Buffer.from(payload.value())
  if (typeof payload === 'string') return Buffer.from(payload, 'base64')
  throw new CommandError('TypeMismatch', "BSON field 'payload' is the wrong type")
}

/** Returns the user whom a command begins to sign in; null for any other command. */
export function userInSaslStart(command: Document): Pick<SignIn, 'username' | 'database'> | null {
  if (mechanismOf(command) === undefined || command['saslStart'] === undefined) return null
  return { username: usernameIn(payloadOf(command)), database: authenticationDatabase(command) }
}

function authenticationDatabase(command: Document): string {
  return textOfAny(command['$db'] ?? command['db'] ?? 'admin')
}

/** https://www.mongodb.com/docs/manual/reference/command/saslStart/ */
export function saslStart(context: DocdbContext, command: Document, signIn: SignIn): Document {
  const mechanism = mechanismOf(command)
  if (mechanism === undefined) {
    throw new CommandError(
      'MechanismUnavailable',
      `Received authentication for mechanism ${textOfAny(command['mechanism'])} which is not enabled`,
    )
  }
  const database = authenticationDatabase(command)
  const passwordOf = (username: string): string | null => {
    const user = findUser(context, { username, database })
    return user?.mechanisms.includes(mechanism) === true ? user.password : null
  }
  const conversation = beginScram(mechanism, payloadOf(command), database, passwordOf, context.ids.secret.base62(24))
  signIn.conversation = conversation
  return { conversationId: 1, done: false, payload: new Binary(Buffer.from(conversation.serverFirst)) }
}

/** https://www.mongodb.com/docs/manual/reference/command/saslContinue/ */
export function saslContinue(command: Document, signIn: SignIn): Document {
  const { conversation } = signIn
  if (conversation === null) throw new CommandError('ProtocolError', 'No SASL session state found')
  if (conversation.state === 'final') {
    signIn.conversation = null
    return { conversationId: 1, done: true, payload: new Binary(Buffer.alloc(0)) }
  }
  const signature = finishScram(conversation, payloadOf(command))
  signIn.username = conversation.username
  signIn.database = conversation.database
  conversation.state = 'final'
  return { conversationId: 1, done: true, payload: new Binary(Buffer.from(signature)) }
}

/** Adds to the reply of a driver's first message what it needs to sign in. */
export function helloExtras(context: DocdbContext, command: Document, signIn: SignIn): Document {
  const extras: Document = {}
  const { saslSupportedMechs: asked } = command
  const mechanisms = typeof asked === 'string' ? mechanismsOf(context, asked) : undefined
  if (mechanisms !== undefined) extras['saslSupportedMechs'] = [...mechanisms]
  const begun = beginSpeculatively(context, command['speculativeAuthenticate'], signIn)
  if (begun !== null) extras['speculativeAuthenticate'] = begun
  const compression = command['compression']
  if (Array.isArray(compression) && compression.includes('zlib')) extras['compression'] = ['zlib']
  return extras
}

/**
 * Begins the sign-in that a driver sends with its first message. Returns null where the server refuses it: the driver
 * then begins anew, with a mechanism that the user has.
 */
function beginSpeculatively(context: DocdbContext, command: Value | undefined, signIn: SignIn): Document | null {
  if (!isDocument(command) || mechanismOf(command) === undefined) return null
  try {
    return saslStart(context, command, signIn)
  } catch (error) {
    if (error instanceof CommandError) return null
    throw error
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/connectionStatus/ */
export function connectionStatus({ username, database }: SignIn, user: SigningUser | undefined): Document {
  const roles = (user?.roles ?? []).map(({ roleName, databaseName }) => ({ role: roleName, db: databaseName }))
  return {
    authInfo: {
      authenticatedUsers: username === null ? [] : [{ user: username, db: database }],
      authenticatedUserRoles: roles,
    },
  }
}
