import { deleteImage } from '../images.ts'
import { isPhoneNumber } from './addresses.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { identifierExists, noSuch, paramInvalid, clerkFailure } from '#auth-saas/errors.ts'
import { byAge } from '../by-age.ts'
import type {
  EmailAddress,
  ExternalAccount,
  IdentificationLink,
  Metadata,
  PasswordDigest,
  PhoneNumber,
  User,
  Verification,
} from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { enrollAddress } from '../organizations/enrollment.ts'
import { endSession } from '../sessions/sessions.ts'
import { isSignedIn } from '../sessions/tasks.ts'

/** A verification by somebody who administers the instance. */
export const VERIFIED_BY_ADMIN: Verification = {
  status: 'verified',
  strategy: 'admin',
  attempts: null,
  expireAt: null,
}

/** The members of a new user; those that are absent have the vendor's defaults. */
export interface NewUser {
  readonly id?: string
  readonly externalId?: string | null
  readonly username?: string | null
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly locale?: string | null
  readonly password?: PasswordDigest | null
  readonly totpSecret?: string | null
  readonly backupCodes?: readonly string[]
  readonly publicMetadata?: Metadata
  readonly privateMetadata?: Metadata
  readonly unsafeMetadata?: Metadata
  readonly deleteSelfEnabled?: boolean
  readonly createOrganizationEnabled?: boolean
  readonly createOrganizationsLimit?: number | null
  readonly bypassClientTrust?: boolean
  readonly banned?: boolean
  readonly locked?: boolean
  readonly legalAcceptedAt?: number | null
  /** Epoch milliseconds. Default: now */
  readonly createdAt?: number
}

/**
 * Adds a user without identifiers but the username.
 *
 * @throws 422 when the username or the external id is taken.
 */
export function addUser(context: AuthContext, fields: NewUser): User {
  const { rows, clock } = context
  const username = fields.username?.toLowerCase() ?? null
  requireFreeNames(context, { username, externalId: fields.externalId ?? null })
  const hasTotp = (fields.totpSecret ?? null) !== null
  const base = commonFields(context, 'user', fields.id)
  return rows.users.insert({
    externalId: fields.externalId ?? null,
    username,
    firstName: fields.firstName ?? null,
    lastName: fields.lastName ?? null,
    locale: fields.locale ?? null,
    password: fields.password ?? null,
    passwordUpdatedAt: (fields.password ?? null) === null ? null : clock.now(),
    passwordCompromised: false,
    hasImage: false,
    publicMetadata: fields.publicMetadata ?? {},
    privateMetadata: fields.privateMetadata ?? {},
    unsafeMetadata: fields.unsafeMetadata ?? {},
    primaryEmailAddressId: null,
    primaryPhoneNumberId: null,
    primaryWeb3WalletId: null,
    totpSecret: fields.totpSecret ?? null,
    totpVerified: hasTotp,
    backupCodes: fields.backupCodes ?? [],
    mfaEnabledAt: hasTotp ? clock.now() : null,
    mfaDisabledAt: null,
    banned: fields.banned ?? false,
    locked: fields.locked ?? false,
    lockoutExpiresAt: null,
    failedAttempts: 0,
    deleteSelfEnabled: fields.deleteSelfEnabled ?? true,
    createOrganizationEnabled: fields.createOrganizationEnabled ?? true,
    createOrganizationsLimit: fields.createOrganizationsLimit ?? null,
    bypassClientTrust: fields.bypassClientTrust ?? false,
    legalAcceptedAt: fields.legalAcceptedAt ?? null,
    lastSignInAt: null,
    lastActiveAt: null,
    // Last: in Node.js 20 a literal that adds thirty members behind a spread takes sixty times as long.
    ...(fields.createdAt === undefined ? base : { ...base, createdAt: fields.createdAt }),
  })
}

/** @throws 422 for a username that is too long, a phone number, or digits alone. */
function requireUsernameForm(username: string): void {
  const flaws: readonly (readonly [boolean, string, string])[] = [
    [
      username.length < 1 || username.length > 64,
      'form_username_invalid_length',
      'Username must have 1 to 64 characters.',
    ],
    [isPhoneNumber(username), 'form_username_cannot_be_phone_number', 'Username cannot be a phone number.'],
    [
      /^\d+$/.test(username),
      'form_username_needs_non_number_char',
      'Username must have one character that is no number.',
    ],
  ]
  const flaw = flaws.find(([applies]) => applies)
  if (flaw !== undefined) throw clerkFailure(422, flaw[1], 'is invalid', flaw[2], { param_name: 'username' })
}

/** @throws 422 when another user has the username or the external id. */
export function requireFreeNames(
  { rows }: Pick<AuthContext, 'rows'>,
  { username, externalId }: { readonly username?: string | null; readonly externalId?: string | null },
  owner?: string,
): void {
  if (username !== null && username !== undefined) {
    requireUsernameForm(username)
    if (!/^[a-z0-9_.-]+$/.test(username)) {
      const sentence = 'Username can only contain letters, numbers and these special characters: "-", "_", ".".'
      throw clerkFailure(422, 'form_username_invalid_character', 'is invalid', sentence, { param_name: 'username' })
    }
    const holder = rows.users.find('username', username)
    if (holder !== undefined && holder.id !== owner) throw identifierExists('username')
  }
  if (externalId === null || externalId === undefined) return
  const holder = rows.users.find('externalId', externalId)
  if (holder !== undefined && holder.id !== owner) {
    const sentence = 'external_id is already in use by another user.'
    throw clerkFailure(422, 'form_identifier_exists', 'is already in use', sentence, { param_name: 'external_id' })
  }
}

/** The members of a new e-mail address or phone number. */
export interface NewIdentifier {
  readonly verification: Verification | null
  readonly primary?: boolean
  readonly reserved?: boolean
  readonly linkedTo?: readonly IdentificationLink[]
  readonly id?: string
}

/**
 * Adds an e-mail address to a user; the first verified one becomes the primary.
 *
 * @throws 422 when it is taken.
 */
export function addEmailAddress(
  context: AuthContext,
  userId: string,
  emailAddress: string,
  { verification, primary, reserved = false, linkedTo = [], id }: NewIdentifier,
): EmailAddress {
  const { rows } = context
  if (rows.emailAddresses.find('emailAddress', emailAddress) !== undefined) throw identifierExists('email_address')
  const added = rows.emailAddresses.insert({
    userId,
    emailAddress,
    reserved,
    verification,
    linkedTo,
    ...commonFields(context, 'idn', id),
  })
  const isFirst = rows.users.require(userId).primaryEmailAddressId === null && verification?.status === 'verified'
  if (primary ?? isFirst) rows.users.update(userId, { primaryEmailAddressId: added.id })
  enrollAddress(context, added)
  return added
}

/** Links the user's address that an external account brought, or has as well, to the account. */
export function linkAddress({ rows }: Pick<AuthContext, 'rows'>, account: ExternalAccount): void {
  const address = rows.emailAddresses.find('emailAddress', account.emailAddress.toLowerCase())
  if (address === undefined || address.userId !== account.userId) return
  const link = { type: `oauth_${account.provider}`, id: account.id }
  rows.emailAddresses.update(address.id, { linkedTo: [...address.linkedTo, link] })
}

/**
 * Changes the verification of an e-mail address; a verified one enrolls its user in the organizations that have its
 * domain.
 */
export function verifyEmailAddress(context: AuthContext, id: string, verification: Verification | null): EmailAddress {
  const changed = context.rows.emailAddresses.update(id, { verification, ...updatedNow(context) })
  enrollAddress(context, changed)
  return changed
}

/**
 * Adds a phone number to a user; the first verified one becomes the primary.
 *
 * @throws 422 when it is taken.
 */
export function addPhoneNumber(
  context: AuthContext,
  userId: string,
  phoneNumber: string,
  fields: NewIdentifier & { readonly reservedForSecondFactor?: boolean },
): PhoneNumber {
  const { rows } = context
  const { verification, primary, reserved = false, linkedTo = [], reservedForSecondFactor = false } = fields
  if (rows.phoneNumbers.find('phoneNumber', phoneNumber) !== undefined) throw identifierExists('phone_number')
  const added = rows.phoneNumbers.insert({
    userId,
    phoneNumber,
    reserved,
    reservedForSecondFactor,
    defaultSecondFactor: reservedForSecondFactor,
    verification,
    linkedTo,
    ...commonFields(context, 'idn', fields.id),
  })
  const isFirst = rows.users.require(userId).primaryPhoneNumberId === null && verification?.status === 'verified'
  if (primary ?? isFirst) rows.users.update(userId, { primaryPhoneNumberId: added.id })
  return added
}

/** Changes a user and emits the event. */
export function updateUser(context: AuthContext, id: string, changes: Partial<Omit<User, 'id'>>): User {
  const changed = context.rows.users.update(id, { ...changes, ...updatedNow(context) })
  context.emit({ event: 'user.updated', user: changed })
  return changed
}

/**
 * Finds a user by id.
 *
 * @throws 404 for an unknown one.
 */
export function findUser({ rows }: Pick<AuthContext, 'rows'>, id: string): User {
  const user = rows.users.get(id)
  if (user === undefined) throw noSuch('user', id)
  return user
}

/** Deletes a user with everything of theirs, and emits the events. */
export function deleteUser(context: AuthContext, user: User): void {
  const { rows } = context
  for (const session of rows.sessions.referring('userId', user.id)) {
    if (isSignedIn(session)) endSession(context, session, 'removed')
  }
  const { id } = user
  rows.users.delete(id)
  deleteImage(context, id)
  context.emit({ event: 'user.deleted', user })
}

/** Bans a user, which ends all sessions, or lifts the ban. */
export function setBanned(context: AuthContext, id: string, banned: boolean): User {
  if (banned) revokeSessions(context, id)
  return updateUser(context, id, { banned })
}

/** Revokes all active sessions of a user, but one when `except` names it. */
export function revokeSessions(context: AuthContext, userId: string, except?: string): void {
  for (const session of context.rows.sessions.referring('userId', userId)) {
    if (isSignedIn(session) && session.id !== except) endSession(context, session, 'revoked')
  }
}

/** Locks or unlocks a user. */
export function setLocked(context: AuthContext, id: string, locked: boolean): User {
  return updateUser(context, id, { locked, lockoutExpiresAt: null, failedAttempts: 0 })
}

/** Turns every second factor of a user off. */
export function disableMfa(context: AuthContext, id: string): User {
  const { rows, clock } = context
  for (const number of rows.phoneNumbers.referring('userId', id)) {
    if (number.reservedForSecondFactor) {
      rows.phoneNumbers.update(number.id, {
        reservedForSecondFactor: false,
        defaultSecondFactor: false,
        ...updatedNow(context),
      })
    }
  }
  return updateUser(context, id, {
    totpSecret: null,
    totpVerified: false,
    backupCodes: [],
    mfaEnabledAt: null,
    mfaDisabledAt: clock.now(),
  })
}

/** Returns new backup codes. */
export function newBackupCodes({ ids }: Pick<AuthContext, 'ids'>): string[] {
  return Array.from({ length: 10 }, () => ids.secret.from('abcdefghijklmnopqrstuvwxyz0123456789', 8))
}

/**
 * Makes the next verified identifier of a user the primary one, after the primary one is gone.
 *
 * @returns the changes to the user; none when the primary one is still there.
 */
export function primariesWithout({ rows }: Pick<AuthContext, 'rows'>, user: User, identifierId: string): Partial<User> {
  const next = (list: readonly (EmailAddress | PhoneNumber)[]): string | null =>
    byAge(list).find(({ id, verification }) => id !== identifierId && verification?.status === 'verified')?.id ?? null
  return {
    ...(user.primaryEmailAddressId === identifierId
      ? { primaryEmailAddressId: next(rows.emailAddresses.referring('userId', user.id)) }
      : {}),
    ...(user.primaryPhoneNumberId === identifierId
      ? { primaryPhoneNumberId: next(rows.phoneNumbers.referring('userId', user.id)) }
      : {}),
  }
}

/** @throws 422 unless an identifier is the user's own and verified, so that it can be the primary one. */
export function requireOwnVerified(row: EmailAddress | PhoneNumber | undefined, userId: string, name: string): void {
  if (row === undefined || row.userId !== userId) throw paramInvalid(name, `${name} does not belong to the user.`)
  if (row.verification?.status !== 'verified') {
    throw clerkFailure(422, 'form_param_value_invalid', 'is invalid', `${name} must be of a verified identifier.`, {
      param_name: name,
    })
  }
}
