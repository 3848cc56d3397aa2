import type { AuthContext } from '#auth-saas/call.ts'
import type { ExternalAccount, Verification } from '#auth-saas/schema/people.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { begun, succeeded } from '../attempts/verifications.ts'
import { addEmailAddress, linkAddress, updateUser } from './users.ts'

/** The members of a new external account. */
interface NewExternalAccount {
  readonly userId: string
  /** `google`, `github`, `custom_example`. */
  readonly provider: string
  readonly emailAddress: string
  readonly identificationId: string
  /** Default: the address */
  readonly providerUserId?: string
  /** Separated by spaces. Default: `email profile` */
  readonly approvedScopes?: string
  /** Default: none */
  readonly username?: string | null
  /** The access token that the provider issued. Default: a new one */
  readonly accessToken?: string
}

/** Returns the external account that has this id at a provider; undefined for none. */
export function accountAt(
  { rows }: Pick<AuthContext, 'rows'>,
  provider: string,
  providerUserId: string,
): ExternalAccount | undefined {
  return rows.externalAccounts.find('account', provider, providerUserId)
}

/**
 * Adds an account at a social provider to a user, and links the user's address to it. Does nothing for an account that
 * a user has.
 */
export function addExternalAccount(context: AuthContext, account: NewExternalAccount): void {
  const { rows, clock, ids } = context
  const { userId, provider, emailAddress, providerUserId = emailAddress } = account
  if (accountAt(context, provider, providerUserId) !== undefined) return
  const strategy = `oauth_${provider}`
  const { firstName, lastName } = rows.users.require(userId)
  const added = insertAccount(context, userId, strategy, {
    identificationId: account.identificationId,
    providerUserId,
    approvedScopes: account.approvedScopes ?? 'email profile',
    emailAddress,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    username: account.username ?? null,
    verification: { status: 'verified', strategy, attempts: null, expireAt: clock.now() },
    accessToken: account.accessToken ?? ids.secret.base62(40),
  })
  linkAddress(context, added)
}

/**
 * Begins to connect a user with an account at a social provider. The person names the account at the provider's page.
 */
export function beginConnection(
  context: AuthContext,
  userId: string,
  strategy: string,
  redirectUrl: string | null,
): ExternalAccount {
  return insertAccount(context, userId, strategy, { verification: begun(context, strategy), connectUrl: redirectUrl })
}

/** Inserts the row of an external account. Members that are not known yet are empty. */
function insertAccount(
  context: AuthContext,
  userId: string,
  strategy: string,
  members: Pick<ExternalAccount, 'verification'> & Partial<ExternalAccount>,
): ExternalAccount {
  const stamped = commonFields(context, 'eac')
  return context.rows.externalAccounts.insert({
    ...stamped,
    userId,
    provider: strategy.replace(/^oauth_/, ''),
    identificationId: '',
    // The accounts of a provider differ by this id. The provider's own is known once the person has signed in there.
    providerUserId: stamped.id,
    approvedScopes: '',
    emailAddress: '',
    firstName: '',
    lastName: '',
    username: null,
    publicMetadata: {},
    label: null,
    connectUrl: null,
    accessToken: '',
    tokenExpiresAt: null,
    ...members,
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
    ...updatedNow(context),
  })
}

/**
 * Connects the account that the provider has named. Its e-mail address becomes one of the user's, unless another user
 * has it. The verification fails when the account belongs to another user.
 */
export function completeConnection(context: AuthContext, account: ExternalAccount, email: string): void {
  const { rows, ids } = context
  const { id, userId, provider } = account
  const { strategy } = account.verification
  const owner = accountAt(context, provider, email)
  if (owner !== undefined && owner.id !== id) {
    const failed: Verification = { ...account.verification, status: 'failed' }
    rows.externalAccounts.update(id, { verification: failed, ...updatedNow(context) })
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
    ...updatedNow(context),
  })
  linkAddress(context, connected)
  updateUser(context, userId, {})
}
