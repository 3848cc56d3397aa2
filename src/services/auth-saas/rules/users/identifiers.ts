import type { Rows, AuthCall } from '#auth-saas/call.ts'
import type { User, PhoneNumber } from '#auth-saas/schema/people.ts'
import { clerkFailure } from '#auth-saas/errors.ts'

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
  const wallet = rows.web3Wallets.find('web3Wallet', word) ?? rows.web3Wallets.find('web3Wallet', word.toLowerCase())
  const userId = address?.userId ?? number?.userId ?? wallet?.userId
  return userId === undefined ? rows.users.find('username', word.toLowerCase()) : rows.users.get(userId)
}

/** @throws 400 for the only identifier of a user. */
export function requireOtherIdentifier({ rows }: Pick<AuthCall, 'rows'>, userId: string, what: string): void {
  const user = rows.users.require(userId)
  const count =
    rows.emailAddresses.countReferring('userId', userId) +
    rows.phoneNumbers.countReferring('userId', userId) +
    rows.web3Wallets.countReferring('userId', userId) +
    (user.username === null ? 0 : 1)
  if (count > 1) return
  const sentence = `You need to have at least one identifier. You cannot delete your last ${what}.`
  throw clerkFailure(400, 'last_required_identification_deletion_failed', 'deletion failed', sentence)
}

/** Returns whether a phone number receives codes of the second factor. */
export function isSecondFactor({ reservedForSecondFactor, verification }: PhoneNumber): boolean {
  return reservedForSecondFactor && verification?.status === 'verified'
}
