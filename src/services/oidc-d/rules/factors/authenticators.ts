import type { RecordContext } from '#oidc-d/call.ts'
import { authenticatorInUse } from '#oidc-d/errors.ts'
import type { Authenticator } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'
import { authenticatorKeysIn } from '../policies/evaluation.ts'

/** The authenticators of an organization: key, kind and name. */
const AUTHENTICATORS = [
  ['okta_email', 'email', 'Email'],
  ['google_otp', 'app', 'Google Authenticator'],
  ['okta_verify', 'app', 'Okta Verify'],
  ['okta_password', 'password', 'Password'],
  ['phone_number', 'phone', 'Phone'],
  ['security_question', 'security_question', 'Security Question'],
] as const

/** Creates the authenticators of the organization, all active. */
export function createAuthenticators(context: RecordContext): void {
  const now = context.clock.now()
  for (const [key, type, name] of AUTHENTICATORS) {
    const id = createId(context, 'aut', key)
    context.rows.authenticators.insert({ id, type, key, name, status: 'ACTIVE', created: now, lastUpdated: now })
  }
}

/** Activates an authenticator. */
export function activateAuthenticator({ rows, clock }: RecordContext, { id }: Authenticator): Authenticator {
  return rows.authenticators.update(id, { status: 'ACTIVE', lastUpdated: clock.now() })
}

/**
 * Deactivates an authenticator, which nobody can enroll then.
 *
 * @throws 403 for one that a policy lets users enroll.
 */
export function deactivateAuthenticator(context: RecordContext, { id, key }: Authenticator): Authenticator {
  const { rows, clock } = context
  const policies = rows.orgPolicies.list('byPriority', 'MFA_ENROLL')
  const using = policies.filter(({ settings }) => authenticatorKeysIn(settings).includes(key))
  if (using.length > 0) throw authenticatorInUse(using.map(({ name }) => name))
  return rows.authenticators.update(id, { status: 'INACTIVE', lastUpdated: clock.now() })
}
