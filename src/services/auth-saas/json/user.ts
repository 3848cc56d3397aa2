import { enterpriseAccountJson } from './enterprise.ts'
import { verificationJson } from './verification.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import type { EmailAddress, ExternalAccount, PhoneNumber, User, Web3Wallet } from '#auth-saas/schema/people.ts'
import { hasSecondFactor } from '#auth-saas/rules/users/second-factors.ts'
import { byAge } from '#auth-saas/rules/by-age.ts'
import { passkeysOf } from '#auth-saas/rules/passkeys/passkeys.ts'
import { passkeyJson } from './passkey.ts'
import { imageUrl } from '#auth-saas/rules/images.ts'

/** The part of a call or a context that JSON is made from. */
type JsonContext = Pick<AuthContext, 'rows' | 'clock' | 'origin' | 'urls'>

/** Returns a user as the backend API shows it. */
export function userJson(context: JsonContext, user: User) {
  return { ...ownUserJson(context, user), private_metadata: user.privateMetadata }
}

/** Returns a user as the frontend API shows it to the user: without the private metadata. */
export function ownUserJson(context: JsonContext, user: User) {
  const { rows } = context
  const { id } = user
  return {
    id,
    object: 'user',
    external_id: user.externalId,
    primary_email_address_id: user.primaryEmailAddressId,
    primary_phone_number_id: user.primaryPhoneNumberId,
    primary_web3_wallet_id: user.primaryWeb3WalletId,
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    locale: user.locale,
    profile_image_url: imageUrl(context, id),
    image_url: imageUrl(context, id),
    has_image: user.hasImage,
    public_metadata: user.publicMetadata,
    unsafe_metadata: user.unsafeMetadata,
    email_addresses: byAge(rows.emailAddresses.referring('userId', id)).map(emailAddressJson),
    phone_numbers: byAge(rows.phoneNumbers.referring('userId', id)).map((each) => phoneNumberJson(each)),
    web3_wallets: byAge(rows.web3Wallets.referring('userId', id)).map((row) => web3WalletJson(context, row)),
    passkeys: passkeysOf(context, id).map((row) => passkeyJson(context, row)),
    external_accounts: byAge(rows.externalAccounts.referring('userId', id)).map(externalAccountJson),
    saml_accounts: [],
    enterprise_accounts: enterpriseAccountsJson(context, id),
    password_enabled: user.password !== null,
    password_last_updated_at: user.passwordUpdatedAt,
    two_factor_enabled: hasSecondFactor(context, user),
    totp_enabled: user.totpVerified,
    backup_code_enabled: user.backupCodes.length > 0,
    mfa_enabled_at: user.mfaEnabledAt,
    mfa_disabled_at: user.mfaDisabledAt,
    last_sign_in_at: user.lastSignInAt,
    banned: user.banned,
    locked: user.locked,
    lockout_expires_in_seconds: lockoutSeconds(context, user),
    verification_attempts_remaining: attemptsRemaining(context, user),
    delete_self_enabled: user.deleteSelfEnabled,
    create_organization_enabled: user.createOrganizationEnabled,
    create_organizations_limit: user.createOrganizationsLimit,
    bypass_client_trust: user.bypassClientTrust,
    last_active_at: user.lastActiveAt,
    legal_accepted_at: user.legalAcceptedAt,
    deprovisioned: user.deprovisioned === true,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  }
}

function enterpriseAccountsJson({ rows }: JsonContext, userId: string) {
  return byAge(rows.enterpriseAccounts.referring('userId', userId)).map((row) => enterpriseAccountJson({ rows }, row))
}

/** Returns for how many seconds a user is still locked out; null for one who is not. */
function lockoutSeconds({ clock }: JsonContext, { lockoutExpiresAt }: User): number | null {
  return lockoutExpiresAt === null ? null : Math.max(0, Math.ceil((lockoutExpiresAt - clock.now()) / 1000))
}

function attemptsRemaining({ rows }: JsonContext, { failedAttempts }: User): number | null {
  const most = rows.settings.get()?.lockoutAttempts ?? 0
  return most === 0 ? null : Math.max(0, most - failedAttempts)
}

/** Returns an e-mail address. */
export function emailAddressJson(row: EmailAddress) {
  return {
    id: row.id,
    object: 'email_address',
    email_address: row.emailAddress,
    reserved: row.reserved,
    verification: verificationJson(row.verification),
    linked_to: row.linkedTo,
    matches_sso_connection: false,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a phone number, with the backup codes that its first reservation for the second factor made. */
export function phoneNumberJson(row: PhoneNumber, backupCodes: readonly string[] | null = null) {
  return {
    id: row.id,
    object: 'phone_number',
    phone_number: row.phoneNumber,
    reserved_for_second_factor: row.reservedForSecondFactor,
    default_second_factor: row.defaultSecondFactor,
    reserved: row.reserved,
    verification: verificationJson(row.verification),
    linked_to: row.linkedTo,
    backup_codes: backupCodes,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns a wallet; one that waits for its signature has the message to sign. */
export function web3WalletJson({ rows }: Pick<AuthContext, 'rows'>, row: Web3Wallet) {
  const challenge = rows.walletChallenges.get(row.id)
  const message = challenge === undefined ? {} : { nonce: challenge.nonce, message: challenge.message }
  const verification = verificationJson(row.verification)
  return {
    id: row.id,
    object: 'web3_wallet',
    web3_wallet: row.web3Wallet,
    verification: verification === null ? null : { ...verification, ...message },
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Returns an external account. */
export function externalAccountJson(row: ExternalAccount) {
  return {
    object: 'external_account',
    id: row.id,
    provider: `oauth_${row.provider}`,
    identification_id: row.identificationId,
    // An account that is being connected has no id yet.
    provider_user_id: row.emailAddress === '' && row.providerUserId === row.id ? '' : row.providerUserId,
    approved_scopes: row.approvedScopes,
    email_address: row.emailAddress,
    email_address_verified: row.emailAddress === '' ? null : true,
    first_name: row.firstName,
    last_name: row.lastName,
    avatar_url: '',
    image_url: '',
    username: row.username,
    phone_number: null,
    public_metadata: row.publicMetadata,
    label: row.label,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    verification: verificationJson(row.verification),
  }
}
