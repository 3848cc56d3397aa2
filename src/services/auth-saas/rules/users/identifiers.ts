import type { Rows } from '#auth-saas/call.ts'
import type { User } from '#auth-saas/schema/people.ts'

/** Returns the identifier by which people know a user: the primary address, else the number, else the username. */
export function identifierOf(rows: Rows, user: User): string | null {
  return (
    rows.emailAddresses.get(user.primaryEmailAddressId)?.emailAddress ??
    rows.phoneNumbers.get(user.primaryPhoneNumberId)?.phoneNumber ??
    user.username ??
    rows.web3Wallets.get(user.primaryWeb3WalletId)?.web3Wallet ??
    null
  )
}

/** Returns the first and the last name of a user; an empty text for a user without names. */
export function fullNameOf({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((name) => name !== null).join(' ')
}

/** Returns the user that an address, a number, a username or a wallet names; undefined for none. */
export function userByIdentifier(rows: Rows, identifier: string): User | undefined {
  const word = identifier.trim()
  const address = rows.emailAddresses.find('emailAddress', word.toLowerCase())
  const number = rows.phoneNumbers.find('phoneNumber', word.replaceAll(/[\s().-]/g, ''))
  const wallet = rows.web3Wallets.find('web3Wallet', word)
  const userId = address?.userId ?? number?.userId ?? wallet?.userId
  return userId === undefined ? rows.users.find('username', word.toLowerCase()) : rows.users.get(userId)
}
