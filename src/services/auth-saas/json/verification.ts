import { ownMember } from '#core/objects.ts'
import type { BackendVerification } from '#auth-saas/schema/attempts.ts'
import type { Verification } from '#auth-saas/schema/people.ts'

const OBJECTS: Readonly<Record<string, string>> = {
  admin: 'verification_admin',
  password: 'verification_password',
  totp: 'verification_totp',
  backup_code: 'verification_backup_code',
  passkey: 'verification_passkey',
  trusted_device: 'verification_trusted_device',
  saml: 'verification_saml',
  scim: 'verification_scim',
  google_one_tap: 'verification_google_one_tap',
  ticket: 'verification_ticket',
  email_link: 'verification_email_link',
  email_code: 'verification_otp',
  phone_code: 'verification_otp',
  reset_password_email_code: 'verification_otp',
}

/** Returns a verification; null for an identifier that nobody began to verify. */
export function verificationJson(verification: Verification | null) {
  if (verification === null) return null
  const { status, strategy, attempts, expireAt } = verification
  const object =
    ownMember(OBJECTS, strategy) ??
    (strategy.startsWith('from_oauth_')
      ? 'verification_from_oauth'
      : strategy.startsWith('web3_')
        ? 'verification_web3'
        : 'verification_oauth')
  return { object, status, strategy, attempts, expire_at: expireAt }
}

/** Returns a verification that an application's server drives. */
export function backendVerificationJson({ id, verification }: BackendVerification) {
  const { status, strategy, attempts, expireAt } = verification
  const channel = strategy === 'phone_code' ? 'sms' : null
  return { object: 'verification_otp', id, status, strategy, attempts, expire_at: expireAt, channel }
}
