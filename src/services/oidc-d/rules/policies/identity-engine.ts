import type { RecordContext } from '#oidc-d/call.ts'
import type { JsonObject, OrgPolicy, User } from '#oidc-d/schema.ts'
import { objectAt, textsIn } from '../json-objects.ts'
import { systemPolicy } from './app-policies.ts'
import { isMatch } from './evaluation.ts'

// The demands of the policies that only the Identity Engine knows.
// https://developer.okta.com/docs/concepts/policies/

/** The first proof of a person: the password, or any authenticator. */
export type PrimaryFactor = 'PASSWORD_IDP' | 'PASSWORD_IDP_ANY_FACTOR'

/** Returns what the sign-on policy wants first, as the page shows it before the person is known. */
export function primaryFactor(context: Pick<RecordContext, 'rows'>): PrimaryFactor {
  const { primaryFactor: wanted } = objectAt(firstActions(context, systemPolicy(context, 'OKTA_SIGN_ON')), 'signon')
  return wanted === 'PASSWORD_IDP' ? wanted : 'PASSWORD_IDP_ANY_FACTOR'
}

/** Returns whether the password policy that always exists lets people unlock their accounts themselves. */
export function offersUnlocking(context: Pick<RecordContext, 'rows'>): boolean {
  const actions = firstActions(context, systemPolicy(context, 'PASSWORD'))
  return objectAt(actions, 'selfServiceUnlock')['access'] === 'ALLOW'
}

/** The demands of the policy of an app. */
export interface AppSignOn {
  readonly isAllowed: boolean
  readonly factorMode: '1FA' | '2FA'
}

/**
 * Returns what the policy of an app asks of a user. An app that was assigned none asks for nothing beside the sign-on
 * policy, although the vendor's default policy of apps wants two factors.
 */
export function appSignOnFor(context: RecordContext, clientId: string, user: User): AppSignOn {
  const { rows } = context
  const policyId = rows.apps.find('clientId', clientId)?.accessPolicyId
  if (policyId === undefined) return { isAllowed: true, factorMode: '1FA' }
  const rules = rows.orgPolicyRules.list('byPriority', policyId)
  const rule = rules.find(({ status, conditions }) => status === 'ACTIVE' && isMatch(context, conditions, user))
  const { access, verificationMethod } = objectAt(rule?.actions, 'appSignOn')
  return {
    isAllowed: rule !== undefined && access !== 'DENY',
    factorMode: objectAt(verificationMethod)['factorMode'] === '2FA' ? '2FA' : '1FA',
  }
}

/** An attribute of the profile that a person fills in who registers. */
interface RegistrationAttribute {
  readonly name: string
  readonly label: string
  readonly required: boolean
}

/** How people register themselves. */
export interface Registration {
  readonly isAllowed: boolean
  readonly attributes: readonly RegistrationAttribute[]
  /** True when the person has to prove the e-mail address. */
  readonly confirmsEmail: boolean
  /** The groups that the new user joins. */
  readonly groupIds: readonly string[]
}

/** The attributes without which there is no user, besides those that the policy lists. */
const NEEDED: readonly RegistrationAttribute[] = [
  { name: 'email', label: 'Email', required: true },
  { name: 'firstName', label: 'First name', required: true },
  { name: 'lastName', label: 'Last name', required: true },
]

/** Returns how people register themselves, as the policy about the enrollment of profiles says. */
export function registrationFor(context: Pick<RecordContext, 'rows'>): Registration {
  const actions = firstActions(context, systemPolicy(context, 'PROFILE_ENROLLMENT'))
  const enrollment = objectAt(actions, 'profileEnrollment')
  const listed = attributesIn(enrollment['profileAttributes'])
  const missing = NEEDED.filter(({ name }) => !listed.some((each) => each.name === name))
  return {
    isAllowed: enrollment['access'] === 'ALLOW' && enrollment['unknownUserAction'] === 'REGISTER',
    attributes: [...listed, ...missing],
    confirmsEmail: objectAt(enrollment, 'activationRequirements')['emailVerification'] === true,
    groupIds: textsIn(enrollment['targetGroupIds']),
  }
}

function attributesIn(value: unknown): readonly RegistrationAttribute[] {
  if (!Array.isArray(value)) return []
  return value.map((each) => {
    const { name, label, required } = objectAt(each)
    return { name: String(name), label: typeof label === 'string' ? label : String(name), required: required === true }
  })
}

/** Returns the actions of the first active rule of a policy; undefined without one. */
function firstActions({ rows }: Pick<RecordContext, 'rows'>, policy: OrgPolicy | undefined): JsonObject | undefined {
  const rules = policy === undefined ? [] : rows.orgPolicyRules.list('byPriority', policy.id)
  return rules.find(({ status }) => status === 'ACTIVE')?.actions
}
