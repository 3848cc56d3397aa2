import type { AuthContext } from '../../call.ts'
import type { ExternalAccount } from '../../schema/people.ts'
import { stamp, touched } from '../../stamp.ts'
import { begun, succeeded } from '../attempts/sign-in-attempts.ts'
import { addEmailAddress, linkAddress, updateUser } from './users.ts'

/** Begins to connect a user with an account at a social provider. The person names the account at the provider's page. */
export function beginConnection(
  context: AuthContext,
  userId: string,
  strategy: string,
  redirectUrl: string | null,
): ExternalAccount {
  const row = stamp(context, 'eac')
  return context.rows.externalAccounts.insert({
    ...row,
    userId,
    provider: strategy.replace(/^oauth_/, ''),
    identificationId: '',
    // The accounts of a provider differ by this id. The provider's own is known once the person has signed in there.
    providerUserId: row.id,
    approvedScopes: '',
    emailAddress: '',
    firstName: '',
    lastName: '',
    username: null,
    publicMetadata: {},
    label: null,
    verification: begun(context, strategy),
    connectUrl: redirectUrl,
    accessToken: '',
    tokenExpiresAt: null,
  })
}

/** Begins to connect an account again, so that the person signs in at the provider once more. */
export function beginAgain(
  context: AuthContext,
  account: ExternalAccount,
  redirectUrl: string | null,
): ExternalAccount {
  const verification = begun(context, account.verification.strategy)
  return context.rows.externalAccounts.update(account.id, {
    verification,
    connectUrl: redirectUrl,
    ...touched(context),
  })
}

/**
 * Connects the account that the provider has named. Its e-mail address becomes one of the user's, unless somebody has it. The verification
 * fails when the account belongs to another user.
 */
export function completeConnection(context: AuthContext, account: ExternalAccount, email: string): void {
  const { rows, ids } = context
  const { id, userId, provider } = account
  const { strategy } = account.verification
  const owner = rows.externalAccounts.find('account', provider, email)
  if (owner !== undefined && owner.id !== id) {
    rows.externalAccounts.update(id, {
      verification: { ...account.verification, status: 'failed' },
      ...touched(context),
    })
    return
  }
  const user = rows.users.require(userId)
  const address =
    rows.emailAddresses.find('emailAddress', email) ??
    addEmailAddress(context, userId, email, { verification: succeeded(context, `from_${strategy}`) })
  const connected = rows.externalAccounts.update(id, {
    identificationId: address.userId === userId ? address.id : '',
    providerUserId: email,
    approvedScopes: 'email profile',
    emailAddress: email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    verification: succeeded(context, strategy),
    accessToken: ids.secret.base62(40),
    ...touched(context),
  })
  linkAddress(context, connected)
  updateUser(context, userId, {})
}
