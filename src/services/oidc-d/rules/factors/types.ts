import type { RecordContext } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import { FACTOR_TYPES, type Factor, type FactorType, type User } from '#oidc-d/schema.ts'
import type { IdPrefix } from '../identifiers.ts'
import { enrollmentFor, type Enrollment } from '../policies/evaluation.ts'

/** A kind of factor: what a user can enroll. */
export interface FactorKind {
  readonly factorType: FactorType
  readonly provider: Factor['provider']
  /** The beginning of the ids of such factors. */
  readonly prefix: IdPrefix
  /** The key of the authenticator in policies, and the older name of the factor. */
  readonly authenticator: string
  readonly policyFactor: string
}

/** The kinds of factors, in the vendor's order. */
export const FACTOR_KINDS: readonly FactorKind[] = [
  kind('question', 'OKTA', 'ufs', 'security_question', 'okta_question'),
  kind('token:software:totp', 'OKTA', 'ost', 'okta_verify', 'okta_otp'),
  kind('token:software:totp', 'GOOGLE', 'uft', 'google_otp', 'google_otp'),
  kind('sms', 'OKTA', 'sms', 'phone_number', 'okta_sms'),
  kind('call', 'OKTA', 'clf', 'phone_number', 'okta_call'),
  kind('push', 'OKTA', 'opf', 'okta_verify', 'okta_push'),
  kind('email', 'OKTA', 'emf', 'okta_email', 'okta_email'),
]

function kind(
  factorType: FactorType,
  provider: Factor['provider'],
  prefix: IdPrefix,
  authenticator: string,
  policyFactor: string,
): FactorKind {
  return { factorType, provider, prefix, authenticator, policyFactor }
}

/** The vendor's providers of factors. */
const PROVIDERS = ['OKTA', 'GOOGLE', 'RSA', 'SYMANTEC', 'YUBICO', 'DUO', 'FIDO', 'CUSTOM']

/**
 * Returns the kind of factor that a body names.
 *
 * @throws 400 for a type and a provider that users cannot enroll.
 */
export function factorKind(factorType: string, provider: string): FactorKind {
  if (!PROVIDERS.includes(provider)) throw enrollmentFailed('Invalid Provider.')
  const found = FACTOR_KINDS.find((each) => each.factorType === factorType && each.provider === provider)
  if (found !== undefined) return found
  const isKnown =
    FACTOR_TYPES.some((each) => each === factorType) || factorType.startsWith('token') || factorType === 'webauthn'
  throw enrollmentFailed(isKnown ? 'Factor not enabled.' : 'Invalid factor type.')
}

/** Returns the kind of a factor. */
export function kindOf({ factorType, provider }: Pick<Factor, 'factorType' | 'provider'>): FactorKind {
  return factorKind(factorType, provider)
}

/** Returns how the policy lets a user enroll a kind of factor. */
export function enrollmentOf(
  context: RecordContext,
  user: User,
  { authenticator, policyFactor }: FactorKind,
): Enrollment {
  return enrollmentFor(context, user, authenticator, policyFactor)
}

/** Creates the failure 400 of an enrollment; the cause is a sentence. */
export function enrollmentFailed(cause: string) {
  return validationFailed('factorEnrollRequest', cause)
}
