import * as v from 'valibot'
import type { Rows, RecordContext } from '#oidc-d/call.ts'
import { credentialsNotUpdated, notFound, validationFailed } from '#oidc-d/errors.ts'
import { createId } from '../identifiers.ts'
import { PROVIDERS, type JsonObject, type PasswordHash, type User, type UserStatus } from '#oidc-d/schema.ts'
import { applyGroupRules } from '../groups/group-rules.ts'
import { addMember, joinEveryone } from '../groups/groups.ts'
import { recordEvent, userEntity } from '../system-log/entries.ts'
import { MINUTE } from '#core/duration.ts'
import { passwordRequirements, passwordRequirementsFor, type PasswordRequirements } from '../policies/evaluation.ts'
import { checkComplexity } from './passwords.ts'
import { checkedProfile } from './profiles.ts'

const number = v.nullish(v.number(), null)
const text = v.nullish(v.string(), null)

const Hash = v.object({
  algorithm: v.picklist(['BCRYPT', 'SHA-512', 'SHA-256', 'SHA-1', 'MD5', 'PBKDF2']),
  value: v.string(),
  salt: text,
  saltOrder: text,
  iterationCount: number,
  keySize: number,
  digestAlgorithm: text,
})

/** The schema of a new password in a body. */
export const NewPassword = v.object({ value: v.pipe(v.string(), v.minLength(1)) })

/** The schema of a recovery question and its answer in a body. */
export const RecoveryQuestion = v.object({
  question: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank'), v.maxLength(100)),
  answer: v.pipe(
    v.string(),
    v.minLength(4, 'The security question answer must be at least 4 characters in length'),
    v.maxLength(100),
  ),
})

/**
 * The schema of credentials in a body. The form in which answers show them (`password: {}`, a question alone) changes
 * nothing.
 */
export const Credentials = v.object({
  password: v.optional(
    v.object({ value: v.optional(v.string()), hash: v.optional(Hash), hook: v.optional(v.unknown()) }),
  ),
  recovery_question: v.optional(
    v.union([RecoveryQuestion, v.object({ question: v.string(), answer: v.optional(v.undefined()) })]),
  ),
  provider: v.optional(v.object({ type: v.picklist(PROVIDERS), name: v.optional(v.string()) })),
})

/** The credentials of a checked body. */
type CredentialsInput = v.InferOutput<typeof Credentials>

/** The members of a new user. */
export interface NewUser {
  readonly profile: JsonObject
  readonly credentials?: CredentialsInput | undefined
  readonly groupIds?: readonly string[] | undefined
  /** Default: the type that always exists */
  readonly typeId?: string | undefined
  /** True activates the user at once. */
  readonly activate: boolean
  /** True when the user must change the password at the first sign-in. */
  readonly changePassword: boolean
}

/**
 * Creates a user.
 *
 * @throws 400 for an invalid profile, password or group.
 */
export function createUser(context: RecordContext, input: NewUser): User {
  const { rows } = context
  const { typeId } = input
  if (typeId !== undefined && rows.userTypes.get(typeId) === undefined) throw notFound('CVDType', typeId)
  const profile = checkedProfile(rows, input.profile, null, typeId)
  const groups = (input.groupIds ?? []).map((id) => {
    const group = rows.groups.get(id)
    if (group === undefined) throw notFound('UserGroup', id)
    return group
  })
  const everyone = rows.groups.list('byType', 'BUILT_IN')
  const policy = passwordRequirements(
    context,
    [...groups, ...everyone].map(({ id }) => id),
  )
  const credentials = credentialsFrom(input.credentials ?? {}, profile, policy)
  const set = credentials.password !== undefined || credentials.passwordHash !== undefined
  if (input.changePassword && !(input.activate && set)) {
    throw validationFailed('nextLogin', 'nextLogin: changePassword needs activate=true and a password')
  }
  const status = statusOfNew(input, set, credentials.provider?.type)
  const user = insertUser(context, { profile, status, ...credentials, ...(typeId === undefined ? {} : { typeId }) })
  for (const group of groups) if (group.type === 'OKTA_GROUP') addMember(context, group, user)
  applyGroupRules(context, user.id)
  return user
}

function statusOfNew({ activate, changePassword }: NewUser, set: boolean, provider: string | undefined): UserStatus {
  if (!activate) return 'STAGED'
  if (changePassword) return 'PASSWORD_EXPIRED'
  // Users of these providers have their passwords there.
  return set || provider === 'FEDERATION' || provider === 'SOCIAL' ? 'ACTIVE' : 'PROVISIONED'
}

/** The parameters of {@link insertUser}. */
export type UserFields = Pick<User, 'profile' | 'status'> & Partial<Omit<User, 'id'>>

/** Inserts a user into the store and the group of all users. Absent fields get the defaults of a new user. */
export function insertUser(context: RecordContext, { profile, status, ...rest }: UserFields, seeded = false): User {
  const { rows, clock } = context
  const now = clock.now()
  const wasActivated = status === 'STAGED' ? null : now
  const set = rest.password != null || rest.passwordHash != null
  const user = rows.users.insert({
    id: createId(context, '00u', seeded ? profile.login : undefined),
    status,
    profile,
    password: null,
    passwordHash: null,
    recoveryQuestion: null,
    provider: { type: 'OKTA', name: 'OKTA' },
    failedSignIns: 0,
    created: now,
    activated: wasActivated,
    // The vendor counts a password as a change of the status of a staged user.
    statusChanged: set ? now : wasActivated,
    lastLogin: null,
    lastUpdated: now,
    passwordChanged: set ? now : null,
    ...rest,
  })
  recordEvent(context, 'user.lifecycle.create', { target: [userEntity(user)] })
  if (status !== 'STAGED') recordEvent(context, 'user.lifecycle.activate', { target: [userEntity(user)] })
  joinEveryone(context, user)
  return user
}

/** The fields of a user that the credentials of a body set. */
type CredentialFields = Partial<Pick<User, 'password' | 'passwordHash' | 'recoveryQuestion' | 'provider'>>

/**
 * Returns the fields that credentials set.
 *
 * @throws 400 for an invalid password.
 */
function credentialsFrom(
  { password, recovery_question, provider }: CredentialsInput,
  profile: User['profile'],
  policy: PasswordRequirements,
): CredentialFields {
  const fields: { -readonly [K in keyof CredentialFields]: CredentialFields[K] } = {}
  if (password?.value !== undefined) {
    checkComplexity(password.value, profile, policy)
    Object.assign(fields, { password: password.value, passwordHash: null })
  } else if (password?.hash !== undefined) {
    const hash: PasswordHash = password.hash
    Object.assign(fields, { password: null, passwordHash: hash, provider: { type: 'IMPORT', name: 'IMPORT' } })
  } else if (password?.hook !== undefined) {
    throw validationFailed('password', 'password: Password import inline hooks are not supported by this stand-in')
  }
  if (recovery_question?.answer !== undefined) {
    fields.recoveryQuestion = { question: recovery_question.question, answer: recovery_question.answer }
  }
  if (provider !== undefined && fields.passwordHash == null) {
    if (provider.type === 'FEDERATION' || provider.type === 'SOCIAL') {
      if (fields.password != null || fields.recoveryQuestion != null) {
        throw validationFailed('credentials', `credentials: a user of the provider ${provider.type} has no password`)
      }
    }
    fields.provider = { type: provider.type, name: provider.name ?? provider.type }
  }
  return fields
}

/** The changes of an update; a profile replaces the old one. */
export interface UserChanges {
  readonly profile?: JsonObject | undefined
  readonly credentials?: CredentialsInput | undefined
}

/** Updates a user. A password that an administrator sets ends a lockout and an expiry of the old one. */
export function updateUser(context: RecordContext, user: User, { profile, credentials = {} }: UserChanges): User {
  const { rows, clock } = context
  const now = clock.now()
  const checked = profile === undefined ? user.profile : checkedProfile(rows, profile, user)
  const fields = credentialsFrom(credentials, checked, passwordRequirementsFor(context, user))
  const set = fields.password !== undefined || fields.passwordHash !== undefined
  const activates =
    set && (user.status === 'PROVISIONED' || user.status === 'RECOVERY' || user.status === 'PASSWORD_EXPIRED')
  const updated = rows.users.update(user.id, {
    profile: checked,
    ...fields,
    ...(set ? { passwordChanged: now, passwordHistory: historyOf(user) } : {}),
    ...(activates ? { status: 'ACTIVE', statusChanged: now } : {}),
    lastUpdated: now,
  })
  const target = [userEntity(updated)]
  if (profile !== undefined) recordEvent(context, 'user.account.update_profile', { target })
  if (set) recordEvent(context, 'user.account.update_password', { target })
  applyGroupRules(context, user.id)
  return updated
}

/** Finds the user that a path names: by id, by login, or by the part of the login before the @ if it is unique. */
export function findUser(rows: Rows, named: string): User | undefined {
  const exact = rows.users.get(named) ?? rows.users.find('login', named.toLowerCase())
  if (exact !== undefined || named.includes('@')) return exact
  const { rows: found, total } = rows.users.page('byShortname', [named.toLowerCase()], { offset: 0, limit: 1 })
  return total === 1 ? found[0] : undefined
}

/** The number of earlier passwords that are kept: the most that a policy can compare with. */
const LONGEST_HISTORY = 30

/** Returns the passwords that a user had before the next one, the last one first. */
function historyOf({ password, passwordHistory = [] }: User): readonly string[] {
  return (password === null ? passwordHistory : [password, ...passwordHistory]).slice(0, LONGEST_HISTORY)
}

/**
 * Sets a password after the user has given the old one or the answer to the recovery question.
 *
 * @throws 400 for a password that violates the policy of the user, 403 for one that the user had before, and for a
 * change that comes too soon after the last one.
 */
export function setPassword(context: RecordContext, user: User, password: string): User {
  const { rows, clock } = context
  const policy = passwordRequirementsFor(context, user)
  checkComplexity(password, user.profile, policy)
  if (user.password === password) throw credentialsNotUpdated('Password cannot be your current password')
  const { historyCount, minAgeMinutes } = policy
  if (historyOf(user).slice(0, historyCount).includes(password)) {
    throw credentialsNotUpdated(`Your password cannot be any of your last ${historyCount} passwords`)
  }
  const isYoung = user.status === 'ACTIVE' && clock.now() < (user.passwordChanged ?? 0) + minAgeMinutes * MINUTE
  if (isYoung) throw credentialsNotUpdated(`Your password cannot be changed within ${minAgeMinutes} minutes`)
  const now = clock.now()
  const active = user.status === 'STAGED' || user.status === 'ACTIVE'
  const actor = context.principal === null ? { actor: userEntity(user) } : {}
  recordEvent(context, 'user.account.update_password', { target: [userEntity(user)], ...actor })
  return rows.users.update(user.id, {
    password,
    passwordHash: null,
    passwordHistory: historyOf(user),
    failedSignIns: 0,
    passwordChanged: now,
    lastUpdated: now,
    ...(active ? {} : { status: 'ACTIVE', statusChanged: now, activated: user.activated ?? now }),
  })
}

/** Changes the status of a user. */
export function setStatus(
  { rows, clock }: RecordContext,
  user: User,
  status: UserStatus,
  changes: Partial<User> = {},
): User {
  const now = clock.now()
  const activated = status === 'ACTIVE' || status === 'PROVISIONED' ? (user.activated ?? now) : user.activated
  return rows.users.update(user.id, { status, statusChanged: now, lastUpdated: now, activated, ...changes })
}
