import { merged } from '#core/objects.ts'
import type { JsonObject, PolicyType } from '#oidc-d/schema.ts'
import { objectAt } from '../json-objects.ts'

// The members that the vendor adds to policies and rules which leave them out.
// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/

/** The names of the policy and the rule of each type that always exist. */
export const SYSTEM_NAMES: Readonly<Record<PolicyType, readonly [policy: string, rule: string]>> = {
  OKTA_SIGN_ON: ['Default Policy', 'Default Rule'],
  PASSWORD: ['Default Policy', 'Default Rule'],
  MFA_ENROLL: ['Default Policy', 'Default Rule'],
  ACCESS_POLICY: ['Any two factors', 'Catch-all Rule'],
  IDP_DISCOVERY: ['Idp Discovery Policy', 'Default Rule'],
  PROFILE_ENROLLMENT: ['Default Policy', 'Catch-all Rule'],
}

/** The descriptions of the policies that always exist. */
export const SYSTEM_DESCRIPTIONS: Readonly<Record<PolicyType, string>> = {
  OKTA_SIGN_ON: 'The default policy applies in all situations if no other policy applies.',
  PASSWORD: 'The default policy applies in all situations if no other policy applies.',
  MFA_ENROLL: 'The default policy applies in all situations if no other policy applies.',
  ACCESS_POLICY: 'Require two factors to access.',
  IDP_DISCOVERY: 'The default IdP Discovery Policy',
  PROFILE_ENROLLMENT: 'The default policy applies in all situations if no other policy applies.',
}

/** Returns whether a policy of this type ends with a catch-all rule, and stands alone instead of among others. */
export function isAppPolicy(type: PolicyType): boolean {
  return type === 'ACCESS_POLICY' || type === 'PROFILE_ENROLLMENT'
}

/** The keys of the authenticators that a policy about enrollment names, each with the vendor's default. */
const AUTHENTICATORS: Readonly<Record<string, string>> = {
  google_otp: 'OPTIONAL',
  okta_email: 'OPTIONAL',
  okta_password: 'REQUIRED',
  okta_verify: 'OPTIONAL',
  phone_number: 'OPTIONAL',
  security_question: 'OPTIONAL',
}

const PASSWORD_SETTINGS: JsonObject = {
  password: {
    complexity: {
      minLength: 8,
      minLowerCase: 1,
      minUpperCase: 1,
      minNumber: 1,
      minSymbol: 0,
      excludeUsername: true,
      dictionary: { common: { exclude: false } },
      excludeAttributes: [],
    },
    age: { maxAgeDays: 0, expireWarnDays: 0, minAgeMinutes: 0, historyCount: 4 },
    lockout: {
      maxAttempts: 10,
      autoUnlockMinutes: 0,
      userLockoutNotificationChannels: [],
      showLockoutFailures: false,
    },
    breachedProtection: { expireAfterDays: null, logoutEnabled: false, delegatedWorkflowId: null },
  },
  recovery: {
    factors: {
      recovery_question: { status: 'ACTIVE', properties: { complexity: { minLength: 4 } } },
      okta_email: { status: 'ACTIVE', properties: { recoveryToken: { tokenLifetimeMinutes: 60 } } },
      okta_sms: { status: 'INACTIVE' },
      okta_call: { status: 'INACTIVE' },
    },
  },
  delegation: { options: { skipUnlock: false } },
}

/** The settings of the policy about enrollment that always exists: every authenticator may be enrolled. */
export const ENROLLMENT_SETTINGS: JsonObject = {
  type: 'AUTHENTICATORS',
  authenticators: Object.entries(AUTHENTICATORS).map(([key, self]) => ({ key, enroll: { self } })),
}

/** The settings in which the password policy that always exists differs from others. */
export const SYSTEM_PASSWORD_SETTINGS: JsonObject = {
  password: { breachedProtection: { expireAfterDays: 0, logoutEnabled: true, delegatedWorkflowId: null } },
}

/** Returns the settings of a policy, completed from what a body has; null for a type without settings. */
export function settingsOf(type: PolicyType, settings: JsonObject): JsonObject | null {
  if (type === 'PASSWORD') return merged(PASSWORD_SETTINGS, settings)
  if (type !== 'MFA_ENROLL') return null
  const { authenticators } = settings
  if (!Array.isArray(authenticators)) return settings['factors'] === undefined ? ENROLLMENT_SETTINGS : settings
  const named: readonly JsonObject[] = authenticators.map((each) => objectAt(each))
  const others = Object.keys(AUTHENTICATORS).filter((key) => !named.some((each) => each['key'] === key))
  return {
    type: 'AUTHENTICATORS',
    authenticators: [...named, ...others.map((key) => ({ key, enroll: { self: 'NOT_ALLOWED' } }))],
  }
}

/** Returns the conditions of a policy, completed from what a body has; null for none, which match nobody. */
export function conditionsOf(type: PolicyType, conditions: JsonObject | null): JsonObject | null {
  if (isAppPolicy(type) || type === 'IDP_DISCOVERY') return null
  if (type !== 'PASSWORD') return conditions
  const { people, ...others } = conditions ?? {}
  return { ...(people === undefined ? {} : { people }), authProvider: { provider: 'OKTA' }, ...others }
}

const ANYWHERE = { connection: 'ANYWHERE' }
const NOBODY = { users: { exclude: [] } }

/** The conditions of rules; those of a body take the place of the members of the same name. */
const RULE_CONDITIONS: Readonly<Record<PolicyType, JsonObject>> = {
  OKTA_SIGN_ON: {
    people: NOBODY,
    network: ANYWHERE,
    authContext: { authType: 'ANY' },
    identityProvider: { provider: 'ANY' },
  },
  PASSWORD: { people: NOBODY, network: ANYWHERE },
  MFA_ENROLL: { people: NOBODY, network: ANYWHERE },
  ACCESS_POLICY: {
    people: NOBODY,
    network: ANYWHERE,
    riskScore: { level: 'ANY' },
    userType: { include: [], exclude: [] },
  },
  IDP_DISCOVERY: { network: ANYWHERE, userIdentifier: { patterns: [] }, app: { include: [], exclude: [] } },
  PROFILE_ENROLLMENT: {},
}

/** Returns the conditions of a rule, completed from what a body has; null for a catch-all rule. */
export function ruleConditionsOf(type: PolicyType, conditions: JsonObject | null): JsonObject | null {
  if (type === 'PROFILE_ENROLLMENT') return null
  const { platform, ...others } = conditions ?? {}
  return { ...RULE_CONDITIONS[type], ...others, ...platformOf(objectAt(platform)) }
}

/** Returns the condition about platforms. Without platforms there is none, and an operating system has no null. */
function platformOf({ include, exclude = [] }: JsonObject): JsonObject {
  if (!Array.isArray(include)) return {}
  const included = include.map((each) => {
    const { os, ...rest } = objectAt(each)
    const { expression, ...system } = objectAt(os)
    return { ...rest, os: expression == null ? system : { ...system, expression } }
  })
  return { platform: { include: included, exclude } }
}

const RULE_ACTIONS: Readonly<Record<PolicyType, JsonObject>> = {
  OKTA_SIGN_ON: {
    signon: {
      access: 'ALLOW',
      requireFactor: false,
      primaryFactor: 'PASSWORD_IDP_ANY_FACTOR',
      rememberDeviceByDefault: false,
      session: { usePersistentCookie: false, maxSessionIdleMinutes: 120, maxSessionLifetimeMinutes: 120 },
    },
  },
  PASSWORD: {
    passwordChange: { access: 'ALLOW' },
    selfServicePasswordReset: { access: 'ALLOW' },
    selfServiceUnlock: { access: 'DENY' },
  },
  MFA_ENROLL: { enroll: { self: 'CHALLENGE' } },
  ACCESS_POLICY: {
    appSignOn: {
      access: 'ALLOW',
      verificationMethod: { factorMode: '2FA', type: 'ASSURANCE', reauthenticateIn: 'PT12H' },
      keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
    },
  },
  IDP_DISCOVERY: { idp: { providers: [{ type: 'OKTA' }] } },
  PROFILE_ENROLLMENT: {
    profileEnrollment: {
      access: 'ALLOW',
      preRegistrationInlineHooks: null,
      profileAttributes: [
        { name: 'firstName', label: 'First name', required: true },
        { name: 'email', label: 'Primary email', required: true },
      ],
      targetGroupIds: null,
      unknownUserAction: 'REGISTER',
      activationRequirements: { emailVerification: true },
      progressiveProfilingAction: 'ENABLED',
      allowedIdentifiers: ['login'],
    },
  },
}

/** Returns the actions of a rule, completed from what a body has. */
export function ruleActionsOf(type: PolicyType, actions: JsonObject): JsonObject {
  const method = objectAt(actions, 'appSignOn', 'verificationMethod')
  const all = merged(RULE_ACTIONS[type], actions)
  if (type !== 'ACCESS_POLICY' || (method['type'] ?? 'ASSURANCE') === 'ASSURANCE') return all
  // The defaults are those of one method only.
  return { ...all, appSignOn: { ...objectAt(all, 'appSignOn'), verificationMethod: method } }
}
