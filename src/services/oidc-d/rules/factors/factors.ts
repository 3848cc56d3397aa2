import type { RecordContext } from '#oidc-d/call.ts'
import { newTotpSecret } from '#core/totp.ts'
import { invalidPhoneNumber, notAllowedInStatus, validationFailed } from '#oidc-d/errors.ts'
import type { Factor, JsonObject, User } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { recordEvent, userEntity } from '../system-log/entries.ts'
import { SECURITY_QUESTIONS } from './questions.ts'
import { enrollmentFailed, enrollmentOf, FACTOR_KINDS, factorKind, kindOf, type FactorKind } from './types.ts'

/** A factor to enroll, as a body names it. */
export interface FactorInput {
  readonly factorType: string
  readonly provider: string
  readonly profile?: JsonObject | null | undefined
}

interface EnrollmentOptions {
  /** Default: false */
  readonly activate?: boolean
  /** The shared secret of an authenticator application, in base32. Default: a generated one */
  readonly secret?: string | undefined
}

/**
 * Enrolls a factor. A question is active at once, and with `activate` every factor; others wait for the answer to a
 * challenge.
 *
 * @throws 400 for a factor that the policy does not allow, one that the user has, and an invalid profile.
 */
export function enrollFactor(
  context: RecordContext,
  user: User,
  { factorType, provider, profile }: FactorInput,
  { activate = false, secret }: EnrollmentOptions = {},
): Factor {
  const kind = factorKind(factorType, provider)
  if (user.status === 'DEPROVISIONED') throw notAllowedInStatus()
  if (enrollmentOf(context, user, kind) === 'NOT_ALLOWED') {
    throw enrollmentFailed('Factor not allowed for the user based on the Multifactor policy.')
  }
  const present = factorsOf(context, user).filter(
    (each) => each.factorType === factorType && each.provider === provider,
  )
  if (present.some(({ status }) => status === 'ACTIVE')) {
    throw enrollmentFailed('A factor of this type is already set up.')
  }
  const fields = newProfile(context, user, kind, profile ?? {})
  const secrets = secret === undefined ? {} : { secret }
  for (const { id } of present) context.rows.factors.delete(id)
  const factor = insertFactor(context, user, kind, { ...fields, ...secrets })
  return activate || factorType === 'question' ? activateFactor(context, factor) : factor
}

type ProfileAndSecret = Pick<Factor, 'profile' | 'secret'>

function insertFactor(context: RecordContext, user: User, kind: FactorKind, fields: ProfileAndSecret): Factor {
  const now = context.clock.now()
  return context.rows.factors.insert({
    id: createId(context, kind.prefix),
    userId: user.id,
    factorType: kind.factorType,
    provider: kind.provider,
    status: 'PENDING_ACTIVATION',
    ...fields,
    lastCode: null,
    lastVerified: null,
    created: now,
    lastUpdated: now,
  })
}

function newProfile(context: RecordContext, user: User, kind: FactorKind, profile: JsonObject): ProfileAndSecret {
  switch (kind.factorType) {
    case 'question':
      return questionFrom(profile)
    case 'sms':
    case 'call':
      return { profile: phoneFrom(user, profile), secret: '' }
    case 'email':
      return { profile: { email: emailFrom(user, profile) }, secret: '' }
    case 'token:software:totp':
      return { profile: { credentialId: user.profile.login }, secret: newTotpSecret(context) }
    case 'push':
      return { profile: null, secret: '' }
  }
}

function questionFrom({ question, questionText, answer }: JsonObject): ProfileAndSecret {
  if (typeof question !== 'string' || question === '')
    throw enrollmentFailed('question: The field cannot be left blank')
  const text = question === 'custom' ? questionText : SECURITY_QUESTIONS[question]
  if (typeof text !== 'string' || text === '') throw enrollmentFailed('Invalid question.')
  if (typeof answer !== 'string' || answer.length < 4) {
    throw enrollmentFailed('The security question answer must be at least 4 characters in length')
  }
  return { profile: { question, questionText: text }, secret: answer }
}

/** Returns the profile of a phone, by default the user's mobile phone. The number becomes one of E.164. */
function phoneFrom(
  { profile: { mobilePhone } }: User,
  { phoneNumber = mobilePhone, phoneExtension }: JsonObject,
): JsonObject {
  if (typeof phoneNumber !== 'string') throw enrollmentFailed('phoneNumber: The field cannot be left blank')
  const digits = phoneNumber.replaceAll(/\D/g, '')
  if (digits.length < 7 || digits.length > 15 || /[a-z]/i.test(phoneNumber)) throw invalidPhoneNumber()
  // The vendor takes a number without a prefix for one of the United States.
  const number = phoneNumber.trim().startsWith('+') || digits.length > 10 ? `+${digits}` : `+1${digits}`
  return { phoneNumber: number, ...(phoneExtension === undefined ? {} : { phoneExtension }) }
}

function emailFrom({ profile }: User, { email = profile.email }: JsonObject): string {
  const own = [profile.email, profile['secondEmail'], profile.login]
  if (typeof email !== 'string' || !own.includes(email)) {
    throw enrollmentFailed('Only verified primary or secondary email can be enrolled.')
  }
  return email
}

/** Activates a factor. That of a device gets its profile. */
export function activateFactor(context: RecordContext, factor: Factor): Factor {
  const { rows, clock } = context
  const user = rows.users.require(factor.userId)
  const device = {
    credentialId: user.profile.login,
    deviceType: 'SmartPhone_IPhone',
    keys: [],
    name: 'backlot',
    platform: 'IOS',
    version: '17.0',
  }
  const activated = rows.factors.update(factor.id, {
    status: 'ACTIVE',
    lastUpdated: clock.now(),
    ...(factor.factorType === 'push' ? { profile: device } : {}),
  })
  recordEvent(context, 'user.mfa.factor.activate', { target: [userEntity(user)] })
  return activated
}

/**
 * Replaces the question and the answer of a factor.
 *
 * @throws 400 for a factor of another type, and an invalid profile.
 */
export function replaceQuestion(context: RecordContext, factor: Factor, profile: JsonObject): Factor {
  const { factorType, userId, id } = factor
  if (factorType !== 'question')
    throw validationFailed('factorType', `factorType: a factor of the type ${factorType} cannot be replaced`)
  const { rows, clock } = context
  recordEvent(context, 'user.mfa.factor.update', { target: [userEntity(rows.users.require(userId))] })
  return rows.factors.update(id, { ...questionFrom(profile), lastUpdated: clock.now() })
}

/** Removes a factor. */
export function removeFactor(context: RecordContext, factor: Factor): void {
  const { rows } = context
  rows.factors.delete(factor.id)
  recordEvent(context, 'user.mfa.factor.deactivate', { target: [userEntity(rows.users.require(factor.userId))] })
}

/** Removes every factor of a user, and forgets the devices on which they were verified. */
export function resetFactors(context: RecordContext, user: User): void {
  const { rows } = context
  for (const { id } of rows.factors.list('byUser', user.id)) rows.factors.delete(id)
  for (const { id } of rows.rememberedDevices.referring('userId', user.id)) rows.rememberedDevices.delete(id)
  recordEvent(context, 'user.mfa.factor.reset_all', { target: [userEntity(user)] })
}

/** Returns the factors of a user, in the order of their kinds. */
export function factorsOf({ rows }: Pick<RecordContext, 'rows'>, { id }: Pick<User, 'id'>): Factor[] {
  const placeOf = (factor: Factor): number => FACTOR_KINDS.indexOf(kindOf(factor))
  return rows.factors.list('byUser', id).toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Returns the active factors of a user. */
export function activeFactors(context: Pick<RecordContext, 'rows'>, user: Pick<User, 'id'>): Factor[] {
  return factorsOf(context, user).filter(({ status }) => status === 'ACTIVE')
}
