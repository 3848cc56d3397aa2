import type { AuthCall } from '#auth-saas/call.ts'
import { publicUserJson } from '../organization.ts'
import { verificationJson } from '../user.ts'
import { signInFactors } from '#auth-saas/rules/attempts/sign-in-factors.ts'
import { missingFields, unverifiedFields } from '#auth-saas/rules/attempts/sign-up-fields.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import type { Verification } from '#auth-saas/schema/people.ts'

/**
 * Returns a verification; one at a social provider has the provider's page, and `transferError` when the attempt must
 * be transferred to one of the other kind.
 */
export function attemptVerificationJson(
  call: AuthCall,
  verification: Verification | null,
  url: string,
  transferError: object = NO_ACCOUNT,
): object | null {
  if (verification === null) return null
  const isSocial = verification.strategy.startsWith('oauth_')
  return {
    ...verificationJson(verification),
    ...(isSocial ? { external_verification_redirect_url: `${call.origin}${url}` } : {}),
    ...(isSocial && verification.status === 'transferable' ? { error: transferError } : {}),
  }
}

/** The error of a connection to an account that another user has. */
export const ACCOUNT_EXISTS = {
  code: 'external_account_exists',
  message: 'already exists',
  long_message: 'This external account already exists.',
  meta: {},
}

const NO_ACCOUNT = {
  code: 'external_account_not_found',
  message: 'Invalid external account',
  long_message: 'The External Account was not found.',
}

/** Returns an attempt to sign in. */
export function signInJson(call: AuthCall, row: SignIn): object {
  const { rows } = call
  const user = rows.users.get(row.userId)
  const { first, second } = signInFactors(call, user)
  return {
    object: 'sign_in',
    id: row.id,
    status: row.status,
    supported_identifiers: ['email_address', 'phone_number', 'username'],
    supported_first_factors: user === undefined ? null : first,
    supported_second_factors: row.status === 'needs_second_factor' ? second : null,
    first_factor_verification: attemptVerificationJson(call, row.firstFactor, `/oauth/sign-in/${row.id}`),
    second_factor_verification: verificationJson(row.secondFactor),
    identifier: row.identifier,
    user_data:
      user === undefined
        ? null
        : { first_name: user.firstName, last_name: user.lastName, ...publicUserJson(call, user) },
    created_session_id: row.createdSessionId,
    abandon_at: row.abandonAt,
    client_trust_state: 'known',
    timezone: null,
  }
}

/** Returns an attempt to sign up. */
export function signUpJson(call: AuthCall, row: SignUp): object {
  const { requiredFields } = settingsOf(call.rows)
  return {
    object: 'sign_up_attempt',
    id: row.id,
    status: row.status,
    required_fields: requiredFields,
    optional_fields: ['first_name', 'last_name', 'username', 'phone_number'].filter(
      (name) => !requiredFields.includes(name),
    ),
    missing_fields: missingFields(call, row),
    unverified_fields: unverifiedFields(row),
    verifications: signUpVerifications(call, row),
    username: row.username,
    email_address: row.emailAddress,
    phone_number: row.phoneNumber,
    web3_wallet: null,
    has_password: row.password !== null,
    password_enabled: row.password !== null,
    first_name: row.firstName,
    last_name: row.lastName,
    unsafe_metadata: row.unsafeMetadata,
    public_metadata: row.publicMetadata,
    custom_action: false,
    external_id: row.externalId,
    external_account: null,
    external_account_strategy: row.externalProvider === null ? null : `oauth_${row.externalProvider}`,
    created_session_id: row.createdSessionId,
    created_user_id: row.createdUserId,
    abandon_at: row.abandonAt,
    legal_accepted_at: row.legalAcceptedAt,
    locale: row.locale,
    timezone: null,
  }
}

function signUpVerifications(call: AuthCall, row: SignUp): object {
  const { emailAddress, phoneNumber, emailVerification, phoneVerification, externalVerification } = row
  return {
    email_address: identifierVerification(emailVerification, emailAddress, ['email_code', 'email_link']),
    phone_number: identifierVerification(phoneVerification, phoneNumber, ['phone_code']),
    web3_wallet: null,
    external_account: attemptVerificationJson(call, externalVerification, `/oauth/sign-up/${row.id}`, ACCOUNT_EXISTS),
  }
}

/** Returns how far the verification of an identifier has come; null for an attempt without the identifier. */
function identifierVerification(
  verification: Verification | null,
  identifier: string | null,
  strategies: readonly string[],
): object | null {
  if (identifier === null) return null
  return {
    status: verification?.status ?? 'unverified',
    strategy: verification?.strategy ?? strategies[0],
    attempts: verification?.attempts ?? 0,
    expire_at: verification?.expireAt ?? null,
    next_action: verification?.status === 'verified' ? '' : verification === null ? 'needs_prepare' : 'needs_attempt',
    supported_strategies: strategies,
  }
}
