import type { RecordContext } from '#oidc-d/call.ts'
import {
  AUTHENTICATOR_KEYS,
  type Authenticator,
  type AuthenticatorKey,
  type Factor,
  type FactorType,
  type User,
} from '#oidc-d/schema.ts'
import { activeFactors, enrollFactor } from '../factors/factors.ts'
import { FACTOR_KINDS, kindOf, type FactorKind } from '../factors/types.ts'
import { enrollmentFor, type Enrollment } from '../policies/evaluation.ts'
import { hasPassword } from '../users/passwords.ts'
import { operationNotAllowed } from './refusals.ts'

// The authenticators of the Identity Engine, each of which has one or more of the factors of the older API as methods.
// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Authenticator/

/** A method of an authenticator. */
export type MethodType = 'password' | 'email' | 'sms' | 'voice' | 'otp' | 'totp' | 'push' | 'security_question'

const METHODS: Readonly<Record<FactorType, MethodType>> = {
  question: 'security_question',
  'token:software:totp': 'otp',
  sms: 'sms',
  call: 'voice',
  push: 'push',
  email: 'email',
}

/** Returns the method that a kind of factor is. */
export function methodOf({ factorType, provider }: Pick<FactorKind, 'factorType' | 'provider'>): MethodType {
  return factorType === 'token:software:totp' && provider === 'OKTA' ? 'totp' : METHODS[factorType]
}

/** An authenticator that a person has enrolled. */
export interface EnrolledAuthenticator {
  readonly key: AuthenticatorKey
  /** The id of the enrollment. */
  readonly id: string
  readonly methods: readonly MethodType[]
  /** Its factors; none for the password, and for an e-mail address that was never used. */
  readonly factors: readonly Factor[]
}

/**
 * Returns the authenticators with which a person can prove who they are. The e-mail address of a person is one of them
 * without being enrolled, where the policy lets the person enroll it.
 */
export function enrolledBy(context: RecordContext, user: User): readonly EnrolledAuthenticator[] {
  const factors = activeFactors(context, user)
  return AUTHENTICATOR_KEYS.flatMap((key): readonly EnrolledAuthenticator[] => {
    if (authenticatorOf(context, key)?.status === 'INACTIVE') return []
    const own = factors.filter((factor) => kindOf(factor).authenticator === key)
    const [first] = own
    if (first !== undefined) return [{ key, id: first.id, methods: own.map(methodOf), factors: own }]
    const implied = impliedMethod(context, user, key)
    return implied === null ? [] : [{ key, factors: [], ...implied }]
  })
}

/** Returns the enrollment that a person has without a factor: of the password, or of the e-mail address. */
function impliedMethod(
  context: RecordContext,
  user: User,
  key: AuthenticatorKey,
): Pick<EnrolledAuthenticator, 'id' | 'methods'> | null {
  const number = user.id.slice(3)
  if (key === 'okta_password') return hasPassword(user) ? { id: `lae${number}`, methods: ['password'] } : null
  if (key !== 'okta_email' || enrollmentForKey(context, user, key) === 'NOT_ALLOWED') return null
  return { id: `eae${number}`, methods: ['email'] }
}

/** Returns the authenticators that a policy lets a person enroll, and the person has not; or only those it requires. */
export function enrollableBy(
  context: RecordContext,
  user: User,
  { required }: { readonly required: boolean },
): readonly AuthenticatorKey[] {
  const enrolled = enrolledBy(context, user).map(({ key }) => key)
  return AUTHENTICATOR_KEYS.filter((key) => {
    const enrollment = enrollmentForKey(context, user, key)
    return !enrolled.includes(key) && (enrollment === 'REQUIRED' || (!required && enrollment === 'OPTIONAL'))
  })
}

/** Returns how the policy lets a person enroll an authenticator. */
function enrollmentForKey(context: RecordContext, user: User, key: AuthenticatorKey): Enrollment {
  const allowed = kindsOf(key).map(({ policyFactor }) => enrollmentFor(context, user, key, policyFactor))
  const settings = allowed.length === 0 ? [enrollmentFor(context, user, key, key)] : allowed
  return settings.find((each) => each === 'REQUIRED') ?? settings.find((each) => each === 'OPTIONAL') ?? 'NOT_ALLOWED'
}

/** Returns the kinds of factors that an authenticator has as methods. */
function kindsOf(key: AuthenticatorKey): readonly FactorKind[] {
  return FACTOR_KINDS.filter(({ authenticator }) => authenticator === key)
}

/** Returns the methods of an authenticator of the organization. */
export function methodsOf(key: AuthenticatorKey): readonly MethodType[] {
  return key === 'okta_password' ? ['password'] : kindsOf(key).map(methodOf)
}

/** Returns the kind of factor that is a method of an authenticator. */
export function kindOfMethod(key: AuthenticatorKey, method: MethodType): FactorKind | undefined {
  return kindsOf(key).find((kind) => methodOf(kind) === method)
}

/** Returns the authenticator of the organization with a key. */
export function authenticatorOf(
  { rows }: Pick<RecordContext, 'rows'>,
  key: AuthenticatorKey,
): Authenticator | undefined {
  return rows.authenticators.find('key', key)
}

/** Returns the key of the authenticator with an id; undefined for none. */
export function keyOfAuthenticator({ rows }: RecordContext, id: string): AuthenticatorKey | undefined {
  const key = rows.authenticators.get(id)?.key
  return AUTHENTICATOR_KEYS.find((each) => each === key)
}

/**
 * Returns the factor by which a person answers a challenge of an authenticator, by one of its methods. The e-mail
 * address is enrolled when it is used first.
 *
 * @throws InteractionRefusal for an authenticator that the person cannot use.
 */
export function factorFor(
  context: RecordContext,
  user: User,
  { key, factors }: EnrolledAuthenticator,
  method: MethodType | undefined,
): Factor {
  if (key === 'okta_email' && factors.length === 0) {
    const input = { factorType: 'email', provider: 'OKTA' }
    return enrollFactor(context, user, input, { activate: true })
  }
  const found = factors.find((factor) => method === undefined || methodOf(factor) === method)
  if (found === undefined) throw operationNotAllowed()
  return found
}
