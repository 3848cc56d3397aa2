import { connectionFor } from '../enterprise/connections.ts'
import { ENTERPRISE_SSO } from '../enterprise/requests.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { byAge } from '../by-age.ts'
import { isSecondFactor } from '../users/identifiers.ts'
import type { User } from '#auth-saas/schema/people.ts'
import { PASSKEY, passkeysOf } from '../passkeys/passkeys.ts'
import { settingsOf } from '../settings.ts'
import { strategiesFor } from '../web3/wallets.ts'
import { devicesOf, TRUSTED_DEVICE } from '../users/trusted-devices.ts'

/** The ways in which a user can prove to be the owner of an account. */
interface Factors {
  readonly first: readonly object[]
  readonly second: readonly object[]
}

/**
 * Returns the factors of a user; none for an unknown one. A person whose address is of a company signs in at the
 * identity provider of the company only.
 */
export function signInFactors(
  context: Pick<AuthContext, 'rows'>,
  user: User | undefined,
  identifier: string | null = null,
): Factors {
  const { rows } = context
  const connection = identifier === null ? undefined : connectionFor(rows, identifier)
  const own = user === undefined ? { first: [], second: [] } : ownFactors(context, user)
  if (connection === undefined) return own
  const { id, name } = connection
  const factor = { strategy: ENTERPRISE_SSO, enterprise_connection_id: id, enterprise_connection_name: name }
  return { first: [factor], second: own.second }
}

function ownFactors({ rows }: Pick<AuthContext, 'rows'>, user: User): Factors {
  const isVerified = (row: { readonly verification: { readonly status: string } | null }): boolean =>
    row.verification?.status === 'verified'
  const addresses = byAge(rows.emailAddresses.referring('userId', user.id)).filter(isVerified)
  const numbers = byAge(rows.phoneNumbers.referring('userId', user.id)).filter(isVerified)
  const wallets = byAge(rows.web3Wallets.referring('userId', user.id)).filter(isVerified)
  const codeTo = (strategy: string) => (each: (typeof addresses)[number]) => ({
    strategy,
    email_address_id: each.id,
    safe_identifier: each.emailAddress,
    primary: each.id === user.primaryEmailAddressId,
  })
  const phoneCodeTo = (strategy: string) => (each: (typeof numbers)[number]) => ({
    strategy,
    phone_number_id: each.id,
    safe_identifier: each.phoneNumber,
    primary: each.id === user.primaryPhoneNumberId,
    default: each.defaultSecondFactor,
  })
  return {
    first: [
      ...(settingsOf(rows).passkeys && passkeysOf({ rows }, user.id).length > 0 ? [{ strategy: PASSKEY }] : []),
      ...(settingsOf(rows).trustedDevices
        ? devicesOf({ rows }, user.id).map(({ id }) => ({ strategy: TRUSTED_DEVICE, trusted_device_id: id }))
        : []),
      ...wallets.flatMap(({ id, web3Wallet }) =>
        strategiesFor(rows, web3Wallet).map((strategy) => ({
          strategy,
          web3_wallet_id: id,
          safe_identifier: web3Wallet,
          primary: id === user.primaryWeb3WalletId,
        })),
      ),
      ...(user.password === null ? [] : [{ strategy: 'password' }]),
      ...addresses.map(codeTo('email_code')),
      ...(settingsOf(rows).emailLinks ? addresses.map(codeTo('email_link')) : []),
      ...(user.password === null ? [] : addresses.map(codeTo('reset_password_email_code'))),
      ...numbers.filter((each) => !each.reservedForSecondFactor).map(phoneCodeTo('phone_code')),
      ...(user.password === null ? [] : numbers.map(phoneCodeTo('reset_password_phone_code'))),
      ...settingsOf(rows).socialProviders.map((strategy) => ({ strategy })),
    ],
    second: [
      ...(user.totpVerified ? [{ strategy: 'totp' }] : []),
      ...numbers.filter(isSecondFactor).map(phoneCodeTo('phone_code')),
      ...(user.backupCodes.length > 0 ? [{ strategy: 'backup_code' }] : []),
    ],
  }
}
