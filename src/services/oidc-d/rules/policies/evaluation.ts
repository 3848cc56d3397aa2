import type { RecordContext } from '#oidc-d/call.ts'
import type { JsonObject, OrgPolicy, PolicyType, Recovery, RecoveryFactor, User } from '#oidc-d/schema.ts'
import { numberOr, objectAt, textsIn } from '../json-objects.ts'
import { isInZones } from '../network-zones.ts'

// Which policy and rule apply to a person: the first active ones, by priority, whose conditions match.
// https://developer.okta.com/docs/concepts/policies/

/** Returns the policy of a type that applies to the members of these groups. */
function policyFor({ rows }: RecordContext, type: PolicyType, groupIds: readonly string[]): OrgPolicy | undefined {
  return rows.orgPolicies.list('byPriority', type).find((policy) => {
    if (policy.status !== 'ACTIVE') return false
    if (policy.system) return true
    const groups = textsIn(objectAt(policy.conditions, 'people', 'groups')['include'])
    const provider = objectAt(policy.conditions, 'authProvider')['provider'] ?? 'OKTA'
    return provider === 'OKTA' && groups.some((id) => groupIds.includes(id))
  })
}

function groupsOf({ rows }: RecordContext, { id }: Pick<User, 'id'>): string[] {
  return rows.memberships.list('byUser', id).map(({ groupId }) => groupId)
}

/** Returns the actions of the rule that applies to a user; undefined when no rule does. */
function actionsFor(context: RecordContext, type: PolicyType, user: User): JsonObject | undefined {
  const policy = policyFor(context, type, groupsOf(context, user))
  if (policy === undefined) return undefined
  const rules = context.rows.orgPolicyRules.list('byPriority', policy.id)
  return rules.find(({ status, conditions }) => status === 'ACTIVE' && isMatch(context, conditions, user))?.actions
}

/** Returns whether the conditions of a rule match a user, and the request. */
export function isMatch(context: RecordContext, conditions: JsonObject | null, user: User): boolean {
  const { users, groups } = objectAt(conditions, 'people')
  const memberOf = groupsOf(context, user)
  const isIn = (ids: unknown): boolean => textsIn(ids).some((id) => memberOf.includes(id))
  const { include: named, exclude } = objectAt(users)
  const { include: within, exclude: outside } = objectAt(groups)
  if (textsIn(exclude).includes(user.id) || isIn(outside)) return false
  const isLimited = textsIn(named).length > 0 || textsIn(within).length > 0
  if (isLimited && !textsIn(named).includes(user.id) && !isIn(within)) return false
  // The service has no RADIUS agent, so such a rule applies to no sign-in.
  if (objectAt(conditions, 'authContext')['authType'] === 'RADIUS') return false
  const { connection, include, exclude: without } = objectAt(conditions, 'network')
  if (connection !== 'ZONE') return true
  const isListed = textsIn(include).length === 0 || isInZones(context, textsIn(include))
  return isListed && !isInZones(context, textsIn(without))
}

/** The demands of the sign-on policy on a user. Times are in minutes. */
export interface SignOn {
  readonly isAllowed: boolean
  readonly requiresFactor: boolean
  readonly sessionIdle: number
  /** How long a device on which a factor was verified may be remembered; 0 when it may not. */
  readonly factorLifetime: number
  readonly rememberDeviceByDefault: boolean
}

/** Returns what the sign-on policy asks of a user. A user to whom no rule applies may not sign in. */
export function signOnFor(context: RecordContext, user: User): SignOn {
  const actions = actionsFor(context, 'OKTA_SIGN_ON', user)
  const { access, requireFactor, factorLifetime, rememberDeviceByDefault, session } = objectAt(actions, 'signon')
  return {
    isAllowed: actions !== undefined && access !== 'DENY',
    requiresFactor: requireFactor === true,
    sessionIdle: numberOr(objectAt(session)['maxSessionIdleMinutes'], 120),
    factorLifetime: numberOr(factorLifetime, 0),
    rememberDeviceByDefault: rememberDeviceByDefault === true,
  }
}

/** The demands of the password policy on the passwords of a user. */
export interface PasswordRequirements {
  readonly complexity: {
    readonly minLength: number
    readonly minLowerCase: number
    readonly minUpperCase: number
    readonly minNumber: number
    readonly minSymbol: number
    readonly excludeUsername: boolean
  }
  /** The names of the profile attributes that a password may not contain. */
  readonly excludeAttributes: readonly string[]
  readonly excludeCommon: boolean
  readonly maxAgeDays: number
  /** The number of days before the expiry from which a sign-in warns of it; 0 for none. */
  readonly expireWarnDays: number
  readonly minAgeMinutes: number
  readonly historyCount: number
  /** The number of consecutive wrong passwords that locks a user out; 0 disables lockouts. */
  readonly maxAttempts: number
  readonly autoUnlockMinutes: number
  /** True when a locked-out user who signs in gets the answer that the account is locked. */
  readonly showLockoutFailures: boolean
}

/** Returns what the password policy of the members of some groups asks. */
export function passwordRequirements(context: RecordContext, groupIds: readonly string[]): PasswordRequirements {
  const settings = objectAt(policyFor(context, 'PASSWORD', groupIds)?.settings, 'password')
  const {
    minLength,
    minLowerCase,
    minUpperCase,
    minNumber,
    minSymbol,
    excludeUsername,
    excludeAttributes,
    dictionary,
  } = objectAt(settings, 'complexity')
  const { maxAgeDays, expireWarnDays, minAgeMinutes, historyCount } = objectAt(settings, 'age')
  const { maxAttempts, autoUnlockMinutes, showLockoutFailures } = objectAt(settings, 'lockout')
  return {
    complexity: {
      minLength: numberOr(minLength, 8),
      minLowerCase: numberOr(minLowerCase, 1),
      minUpperCase: numberOr(minUpperCase, 1),
      minNumber: numberOr(minNumber, 1),
      minSymbol: numberOr(minSymbol, 0),
      excludeUsername: excludeUsername !== false,
    },
    excludeAttributes: textsIn(excludeAttributes),
    excludeCommon: objectAt(dictionary, 'common')['exclude'] === true,
    maxAgeDays: numberOr(maxAgeDays, 0),
    expireWarnDays: numberOr(expireWarnDays, 0),
    minAgeMinutes: numberOr(minAgeMinutes, 0),
    historyCount: numberOr(historyCount, 0),
    maxAttempts: numberOr(maxAttempts, 10),
    autoUnlockMinutes: numberOr(autoUnlockMinutes, 0),
    showLockoutFailures: showLockoutFailures === true,
  }
}

/** Returns what the password policy of a user asks. */
export function passwordRequirementsFor(context: RecordContext, user: Pick<User, 'id'>): PasswordRequirements {
  return passwordRequirements(context, groupsOf(context, user))
}

/** The means by which the password policy lets a user recover a password or an account. */
export interface RecoveryMeans {
  /** True when the user may do so without an administrator. */
  readonly isAllowed: boolean
  readonly factors: readonly RecoveryFactor[]
  /** True when the user has to answer the recovery question too. */
  readonly asksQuestion: boolean
  /** How long a token that is mailed is good, in minutes. */
  readonly mailLifetime: number
}

/** Returns how the password policy lets a user recover a password, or unlock an account. */
export function recoveryMeansFor(context: RecordContext, user: User, type: Recovery['type']): RecoveryMeans {
  const settings = objectAt(policyFor(context, 'PASSWORD', groupsOf(context, user))?.settings, 'recovery', 'factors')
  const isActive = (name: string): boolean => objectAt(settings, name)['status'] === 'ACTIVE'
  const action = type === 'PASSWORD' ? 'selfServicePasswordReset' : 'selfServiceUnlock'
  const lifetime = objectAt(settings, 'okta_email', 'properties', 'recoveryToken')['tokenLifetimeMinutes']
  const factors = (['EMAIL', 'SMS', 'CALL'] as const).filter((factor) => isActive(`okta_${factor.toLowerCase()}`))
  return {
    isAllowed: objectAt(actionsFor(context, 'PASSWORD', user), action)['access'] === 'ALLOW',
    factors,
    asksQuestion: isActive('recovery_question') && user.recoveryQuestion !== null,
    mailLifetime: numberOr(lifetime, 60),
  }
}

/** Returns whether the policy asks a user to enroll at a sign-in, which may require a factor. */
export function enrollsAtSignIn(context: RecordContext, user: User, requiresFactor: boolean): boolean {
  const { self } = objectAt(actionsFor(context, 'MFA_ENROLL', user), 'enroll')
  return self === 'LOGIN' || (self === 'CHALLENGE' && requiresFactor)
}

/** How a user may enroll an authenticator. */
export type Enrollment = 'NOT_ALLOWED' | 'OPTIONAL' | 'REQUIRED'

/** Returns how a user may enroll an authenticator, which policies name by `key`, or older ones by the factor. */
export function enrollmentFor(context: RecordContext, user: User, key: string, factor: string): Enrollment {
  if (context.rows.authenticators.find('key', key)?.status === 'INACTIVE') return 'NOT_ALLOWED'
  const settings = policyFor(context, 'MFA_ENROLL', groupsOf(context, user))?.settings
  const named =
    settings?.['authenticators'] === undefined
      ? objectAt(settings, 'factors')[factor]
      : authenticatorsIn(settings).find((each) => each['key'] === key)
  const { self } = objectAt(named, 'enroll')
  return self === 'OPTIONAL' || self === 'REQUIRED' ? self : 'NOT_ALLOWED'
}

/** Returns the keys of the authenticators that the settings of a policy let users enroll. */
export function authenticatorKeysIn(settings: JsonObject | null): readonly string[] {
  const allowed = authenticatorsIn(settings).filter((each) => objectAt(each, 'enroll')['self'] !== 'NOT_ALLOWED')
  return textsIn(allowed.map(({ key }) => key))
}

function authenticatorsIn(settings: JsonObject | null): readonly JsonObject[] {
  const { authenticators } = objectAt(settings)
  return Array.isArray(authenticators) ? authenticators.map((each) => objectAt(each)) : []
}
