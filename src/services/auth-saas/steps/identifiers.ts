import type { AuthCall } from '#auth-saas/call.ts'
import { noSuch } from '#auth-saas/errors.ts'
import type { EmailAddress, PhoneNumber } from '#auth-saas/schema/people.ts'

/**
 * Adds the e-mail address that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadEmailAddress = ({ rows, params }: AuthCall): { readonly address: EmailAddress } => {
  const address = rows.emailAddresses.get(params['email_address_id'])
  if (address === undefined) throw noSuch('email address', params['email_address_id'] ?? '')
  return { address }
}

/**
 * Adds the phone number that the path names.
 *
 * @throws 404 for an unknown one.
 */
export const loadPhoneNumber = ({ rows, params }: AuthCall): { readonly number: PhoneNumber } => {
  const number = rows.phoneNumbers.get(params['phone_number_id'])
  if (number === undefined) throw noSuch('phone number', params['phone_number_id'] ?? '')
  return { number }
}
