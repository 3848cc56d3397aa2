import { connectionFor, strategyOf } from '#auth-saas/rules/enterprise/connections.ts'
import { ENTERPRISE_SSO } from '#auth-saas/rules/enterprise/requests.ts'
import { PASSKEY } from '#auth-saas/rules/passkeys/passkeys.ts'
import { requestNonce } from '../passkey.ts'
import { deviceChallengeJson } from '../trusted-device.ts'
import { TRUSTED_DEVICE } from '#auth-saas/rules/users/trusted-devices.ts'
import type { DeviceChallenge } from '#auth-saas/schema/trusted-devices.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { imageUrl } from '#auth-saas/rules/images.ts'
import { verificationJson } from '../verification.ts'
import { signInFactors } from '#auth-saas/rules/attempts/sign-in-factors.ts'
import { missingFields, unverifiedFields } from '#auth-saas/rules/attempts/sign-up-fields.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import { isWeb3 } from '#auth-saas/rules/web3/wallets.ts'
import type { Verification, WalletChallenge } from '#auth-saas/schema/people.ts'

/** Where a person goes on who is verified elsewhere, and as whom. */
interface ExternalPage {
  readonly url: string
  /** The address by which the company of the person is known; null for none. */
  readonly identifier?: string | null
  readonly transferError?: object
  /** The options for the browser, where a passkey is awaited. */
  readonly nonce?: string
  /** The challenge for a trusted device. */
  readonly challenge?: DeviceChallenge | undefined
  /** The message for a wallet. */
  readonly message?: WalletChallenge | undefined
}

/** Returns the strategy of the connection of an address. */
function companyStrategy({ rows }: AuthCall, address: string | null): string {
  const connection = connectionFor(rows, address ?? '')
  return connection === undefined ? 'saml' : strategyOf(connection)
}

/**
 * Returns a verification; one at a social provider has the provider's page, and `transferError` when the attempt must
 * be transferred to one of the other kind.
 */
export function attemptVerificationJson(
  call: AuthCall,
  verification: Verification | null,
  { url, identifier = null, transferError = NO_ACCOUNT, nonce, challenge, message }: ExternalPage,
) {
  if (verification === null) return null
  const isEnterprise = verification.strategy === ENTERPRISE_SSO
  const isSocial = verification.strategy.startsWith('oauth_') || isEnterprise
  return {
    ...verificationJson(isEnterprise ? { ...verification, strategy: companyStrategy(call, identifier) } : verification),
    ...(isSocial ? { external_verification_redirect_url: `${call.origin}${url}` } : {}),
    ...(isSocial && verification.status === 'transferable' ? { error: transferError } : {}),
    ...(nonce === undefined || verification.strategy !== PASSKEY ? {} : { nonce }),
    ...(message === undefined || !isWeb3(verification.strategy)
      ? {}
      : { nonce: message.nonce, message: message.message }),
    ...(challenge === undefined || verification.strategy !== TRUSTED_DEVICE
      ? {}
      : { trusted_device_challenge: deviceChallengeJson(challenge) }),
    ...(isEnterprise && verification.status === 'failed' ? { error: DOMAIN_MISMATCH } : {}),
  }
}

/** The error of a connection to an account that another user has. */
export const ACCOUNT_EXISTS = {
  code: 'external_account_exists',
  message: 'already exists',
  long_message: 'This external account already exists.',
  meta: {},
}

/** The error of a person whose address is not of the connection's domains. */
const DOMAIN_MISMATCH = {
  code: 'enterprise_sso_email_address_domain_mismatch',
  message: 'Email address domain mismatch',
  long_message: 'The email address of the account does not match the domain of the connection.',
  meta: {},
}

const NO_ACCOUNT = {
  code: 'external_account_not_found',
  message: 'Invalid external account',
  long_message: 'The External Account was not found.',
}

/** Returns an attempt to sign in. */
export function signInJson(call: AuthCall, row: SignIn) {
  const { rows } = call
  const user = rows.users.get(row.userId)
  const { first, second } = signInFactors(call, user, row.identifier)
  return {
    object: 'sign_in_attempt',
    id: row.id,
    status: row.status,
    supported_identifiers: [
      'email_address',
      'phone_number',
      'username',
      ...(settingsOf(rows).web3Strategies.length > 0 ? ['web3_wallet'] : []),
      ...(settingsOf(rows).passkeys ? [PASSKEY] : []),
    ],
    supported_first_factors: first.length === 0 && user === undefined ? null : first,
    supported_second_factors: row.status === 'needs_second_factor' ? second : null,
    first_factor_verification: attemptVerificationJson(call, row.firstFactor, {
      url: pageOf(row.firstFactor, 'sign-in', row.id),
      identifier: row.identifier,
      ...requestNonce(call, row.id, row.userId),
      challenge: rows.deviceChallenges.get(row.id),
      message: rows.walletChallenges.get(row.id),
    }),
    second_factor_verification: verificationJson(row.secondFactor),
    identifier: row.identifier,
    user_data:
      user === undefined
        ? null
        : {
            first_name: user.firstName,
            last_name: user.lastName,
            image_url: imageUrl(call, user.id),
            has_image: user.hasImage,
            profile_image_url: imageUrl(call, user.id),
          },
    created_session_id: row.createdSessionId,
    abandon_at: row.abandonAt,
    client_trust_state: 'known',
  }
}

/** Returns an attempt to sign up, as the browser's library reads it. */
export function signUpJson(call: AuthCall, row: SignUp) {
  return {
    ...backendSignUpJson(call, row),
    has_password: row.password !== null,
    external_account_strategy: externalStrategyOf(row),
  }
}

/** Returns an attempt to sign up, as the backend API shows it. */
export function backendSignUpJson(call: AuthCall, row: SignUp) {
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
    password_enabled: row.password !== null,
    first_name: row.firstName,
    last_name: row.lastName,
    unsafe_metadata: row.unsafeMetadata,
    public_metadata: row.publicMetadata,
    custom_action: false,
    external_id: row.externalId,
    external_account: null,
    created_session_id: row.createdSessionId,
    created_user_id: row.createdUserId,
    abandon_at: row.abandonAt,
    legal_accepted_at: row.legalAcceptedAt,
    locale: row.locale,
  }
}

function externalStrategyOf({ externalProvider }: SignUp): string | null {
  if (externalProvider === null || externalProvider === ENTERPRISE_SSO) return externalProvider
  return `oauth_${externalProvider}`
}

/** Returns the path of the page at which the person of an attempt goes on. */
function pageOf(verification: Verification | null, kind: 'sign-in' | 'sign-up', id: string): string {
  return verification?.strategy === ENTERPRISE_SSO ? `/oauth/enterprise/${id}` : `/oauth/${kind}/${id}`
}

function signUpVerifications(call: AuthCall, row: SignUp) {
  const emailStrategies = settingsOf(call.rows).emailLinks ? ['email_code', 'email_link'] : ['email_code']
  const { emailAddress, phoneNumber, emailVerification, phoneVerification, externalVerification } = row
  return {
    email_address: identifierVerification(emailVerification, emailAddress, emailStrategies),
    phone_number: identifierVerification(phoneVerification, phoneNumber, ['phone_code']),
    web3_wallet: null,
    external_account: attemptVerificationJson(call, externalVerification, {
      url: pageOf(externalVerification, 'sign-up', row.id),
      identifier: emailAddress,
      transferError: ACCOUNT_EXISTS,
    }),
  }
}

/**
 * Returns how far the verification of an identifier has come; null for an attempt without the identifier. Before a code
 * or link is sent it has no status and no strategy: the vendor's components send one only then.
 */
function identifierVerification(
  verification: Verification | null,
  identifier: string | null,
  strategies: readonly string[],
) {
  if (identifier === null) return null
  return {
    ...verificationJson(verification),
    next_action: verification?.status === 'verified' ? '' : verification === null ? 'needs_prepare' : 'needs_attempt',
    supported_strategies: strategies,
  }
}
