import { SeedProblem } from '#core/service.ts'
import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { hashPassword } from '#auth-saas/rules/users/passwords.ts'
import { accountAt, addExternalAccount } from '#auth-saas/rules/users/external-accounts.ts'
import { addEmailAddress, addPhoneNumber, addUser, VERIFIED_BY_ADMIN } from '#auth-saas/rules/users/users.ts'
import type { Section } from '#auth-saas/seed.ts'

/**
 * Creates a user with the addresses, numbers and external accounts that the seed lists.
 *
 * @throws {@link SeedProblem} for what another user has.
 */
export function seedUser(context: AuthContext, user: Section['users'][number], index: number): void {
  const { rows } = context
  requireUnique(rows, user, index)
  const { id } = addUser(context, {
    ...(user.id === undefined ? {} : { id: user.id }),
    externalId: user.external_id ?? null,
    username: user.username ?? null,
    firstName: user.first_name ?? null,
    lastName: user.last_name ?? null,
    password: user.password === undefined ? null : hashPassword(context, user.password),
    totpSecret: user.totp_secret ?? null,
    backupCodes: user.backup_codes,
    publicMetadata: user.public_metadata,
    privateMetadata: user.private_metadata,
    unsafeMetadata: user.unsafe_metadata,
    banned: user.banned,
    locked: user.locked,
  })
  for (const address of user.email_addresses) addEmailAddress(context, id, address, { verification: VERIFIED_BY_ADMIN })
  for (const number of user.phone_numbers) addPhoneNumber(context, id, number, { verification: VERIFIED_BY_ADMIN })
  for (const [at, account] of user.external_accounts.entries()) seedAccount(context, id, account, [index, at])
}

function requireUnique(rows: Rows, user: Section['users'][number], index: number): void {
  const at = (...path: (string | number)[]): (string | number)[] => ['users', index, ...path]
  if (user.id !== undefined && rows.users.get(user.id) !== undefined) {
    throw new SeedProblem(at('id'), `${user.id}: another user has this id`)
  }
  if (user.username !== undefined && rows.users.find('username', user.username) !== undefined) {
    throw new SeedProblem(at('username'), `${user.username}: another user has this username`)
  }
  if (user.external_id !== undefined && rows.users.find('externalId', user.external_id) !== undefined) {
    throw new SeedProblem(at('external_id'), `${user.external_id}: another user has this external id`)
  }
  for (const [number, address] of user.email_addresses.entries()) {
    const isTaken = rows.emailAddresses.find('emailAddress', address) !== undefined
    if (isTaken || user.email_addresses.indexOf(address) < number) {
      throw new SeedProblem(at('email_addresses', number), `${address}: another user has this address`)
    }
  }
  for (const [number, phone] of user.phone_numbers.entries()) {
    const isTaken = rows.phoneNumbers.find('phoneNumber', phone) !== undefined
    if (isTaken || user.phone_numbers.indexOf(phone) < number) {
      throw new SeedProblem(at('phone_numbers', number), `${phone}: another user has this number`)
    }
  }
}

function seedAccount(
  context: AuthContext,
  userId: string,
  account: Section['users'][number]['external_accounts'][number],
  [index, at]: readonly [userIndex: number, accountIndex: number],
): void {
  const provider = account.provider.replace(/^oauth_/, '')
  if (accountAt(context, provider, account.provider_user_id) !== undefined) {
    const path = ['users', index, 'external_accounts', at, 'provider_user_id']
    throw new SeedProblem(path, `${account.provider_user_id}: another user has this account`)
  }
  addExternalAccount(context, {
    userId,
    provider,
    providerUserId: account.provider_user_id,
    emailAddress: account.email_address,
    identificationId: `idn_${context.ids.base62(27)}`,
    approvedScopes: account.scopes.join(' '),
    username: account.username,
    accessToken: account.token,
  })
}
