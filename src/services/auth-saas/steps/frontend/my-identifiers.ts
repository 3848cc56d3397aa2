import type { AuthCall } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import { findPasskey } from '#auth-saas/rules/passkeys/passkeys.ts'
import type { Passkey } from '#auth-saas/schema/passkeys.ts'
import type { EmailAddress, PhoneNumber } from '#auth-saas/schema/people.ts'
import type { SignedInBrowser } from './sessions.ts'

/**
 * Adds the e-mail address that the path names.
 *
 * @throws 404 for one of another user.
 */
export const loadOwnEmailAddress = (call: AuthCall & SignedInBrowser): { readonly address: EmailAddress } => {
  const id = call.params['email_address_id'] ?? ''
  const address = call.rows.emailAddresses.get(id)
  if (address === undefined || address.userId !== call.user.id) throw noSuch('email address', id)
  return { address }
}

/**
 * Adds the phone number that the path names.
 *
 * @throws 404 for one of another user.
 */
export const loadOwnPhoneNumber = (call: AuthCall & SignedInBrowser): { readonly number: PhoneNumber } => {
  const id = call.params['phone_number_id'] ?? ''
  const number = call.rows.phoneNumbers.get(id)
  if (number === undefined || number.userId !== call.user.id) throw noSuch('phone number', id)
  return { number }
}

/**
 * Adds the passkey that the path names.
 *
 * @throws 404 for one of another user.
 */
export const loadOwnPasskey = (call: AuthCall & SignedInBrowser): { readonly passkey: Passkey } => ({
  passkey: findPasskey(call, call.user.id, call.params['passkey_id'] ?? ''),
})
