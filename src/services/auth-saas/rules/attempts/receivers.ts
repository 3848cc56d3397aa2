import type { AuthCall } from '#auth-saas/call.ts'
import { strategyForUserInvalid } from '#auth-saas/errors.ts'
import type { User } from '#auth-saas/schema/people.ts'

/**
 * Returns the address or number to which a code goes: the one that the form names, else the primary one.
 *
 * @throws 422 for none.
 */
export function receiverOf(call: Pick<AuthCall, 'rows'>, user: User, strategy: string, form: URLSearchParams): string {
  const { rows } = call
  if (strategy.endsWith('email_code') || strategy === 'email_link') {
    const address = rows.emailAddresses.get(form.get('email_address_id') ?? user.primaryEmailAddressId)
    if (address?.userId === user.id) return address.emailAddress
  } else if (strategy.endsWith('phone_code') || strategy === 'second') {
    const own = rows.phoneNumbers.referring('userId', user.id)
    const fallback =
      strategy === 'second' ? own.find((each) => each.reservedForSecondFactor)?.id : user.primaryPhoneNumberId
    const number = rows.phoneNumbers.get(form.get('phone_number_id') ?? fallback)
    if (number?.userId === user.id) return number.phoneNumber
  }
  throw strategyForUserInvalid()
}
