import { collection, value } from '#core/store.ts'

/** JSON of the application's own: metadata, claims, an actor. */
export type Metadata = Readonly<Record<string, unknown>>

/** The members that every record of the vendor has. */
export interface CommonFields {
  /** The vendor's id: a prefix and 27 letters. */
  readonly id: string
  /** The position in the order of creation, across all collections. */
  readonly number: number
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds. */
  readonly updatedAt: number
}

/** The proof that an identifier belongs to its user. */
export interface Verification {
  readonly status: 'unverified' | 'verified' | 'failed' | 'expired' | 'transferable'
  /** `admin`, `email_code`, `phone_code`, `ticket`, `from_oauth_google`, … */
  readonly strategy: string
  readonly attempts: number | null
  /** Epoch milliseconds; null where the proof does not expire. */
  readonly expireAt: number | null
}

/** A password as a hash, by the algorithm of `hasher`. */
export interface PasswordDigest {
  readonly hasher: string
  readonly digest: string
}

/** A user. */
export interface User extends CommonFields {
  readonly externalId: string | null
  readonly username: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly locale: string | null
  readonly password: PasswordDigest | null
  readonly passwordUpdatedAt: number | null
  /** True when the next sign-in has to choose another password. */
  readonly passwordCompromised: boolean
  readonly hasImage: boolean
  readonly publicMetadata: Metadata
  readonly privateMetadata: Metadata
  readonly unsafeMetadata: Metadata
  readonly primaryEmailAddressId: string | null
  readonly primaryPhoneNumberId: string | null
  readonly primaryWeb3WalletId: string | null
  /** Base32; null without an authenticator application. */
  readonly totpSecret: string | null
  readonly totpVerified: boolean
  readonly backupCodes: readonly string[]
  readonly mfaEnabledAt: number | null
  readonly mfaDisabledAt: number | null
  readonly banned: boolean
  /** True when the directory of a company has deactivated the user. Absent: false */
  readonly deprovisioned?: boolean
  readonly locked: boolean
  /** The end of a lockout, epoch milliseconds; null for a lock without an end. */
  readonly lockoutExpiresAt: number | null
  /** Wrong passwords and codes since the last right one. */
  readonly failedAttempts: number
  readonly deleteSelfEnabled: boolean
  readonly createOrganizationEnabled: boolean
  readonly createOrganizationsLimit: number | null
  readonly bypassClientTrust: boolean
  readonly legalAcceptedAt: number | null
  readonly lastSignInAt: number | null
  readonly lastActiveAt: number | null
}

/** A link from an identifier to the external account that brought it. */
export interface IdentificationLink {
  readonly type: string
  readonly id: string
}

/** An e-mail address of a user. */
export interface EmailAddress extends CommonFields {
  readonly userId: string
  /** Lower case. */
  readonly emailAddress: string
  readonly reserved: boolean
  readonly verification: Verification | null
  readonly linkedTo: readonly IdentificationLink[]
}

/** A phone number of a user. */
export interface PhoneNumber extends CommonFields {
  readonly userId: string
  /** E.164: `+15555550100`. */
  readonly phoneNumber: string
  readonly reserved: boolean
  readonly reservedForSecondFactor: boolean
  readonly defaultSecondFactor: boolean
  readonly verification: Verification | null
  readonly linkedTo: readonly IdentificationLink[]
}

/** A web3 wallet of a user. */
export interface Web3Wallet extends CommonFields {
  readonly userId: string
  readonly web3Wallet: string
  readonly verification: Verification | null
}

/** A message for a wallet to sign. `id` is that of the wallet, or of the attempt to sign in. */
export interface WalletChallenge {
  readonly id: string
  readonly walletId: string
  readonly nonce: string
  readonly message: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** An account at a social provider, with the tokens that the provider issued. */
export interface ExternalAccount extends CommonFields {
  readonly userId: string
  /** `google`, `github`, `custom_example`. */
  readonly provider: string
  readonly identificationId: string
  readonly providerUserId: string
  readonly approvedScopes: string
  readonly emailAddress: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string | null
  readonly publicMetadata: Metadata
  readonly label: string | null
  readonly verification: Verification
  /**
   * The URL of the application to which the provider's page leads while the account is being connected; null for none.
   */
  readonly connectUrl: string | null
  readonly accessToken: string
  /** Epoch milliseconds; null for a token that does not expire. */
  readonly tokenExpiresAt: number | null
}

const newest = { newest: ['createdAt', 'number'] } as const
const ofUser = { references: { userId: { to: 'users', onDelete: 'cascade' } } } as const

/** The collections of users and their identifiers. */
export const peopleCollections = {
  users: collection<User>()({
    unique: { username: [(user) => user.username?.toLowerCase()], externalId: ['externalId'] },
    indexes: newest,
  }),
  emailAddresses: collection<EmailAddress>()({
    unique: { emailAddress: ['emailAddress'] },
    indexes: newest,
    ...ofUser,
  }),
  phoneNumbers: collection<PhoneNumber>()({ unique: { phoneNumber: ['phoneNumber'] }, indexes: newest, ...ofUser }),
  walletChallenges: collection<WalletChallenge>()({}),
  web3Wallets: collection<Web3Wallet>()({ unique: { web3Wallet: ['web3Wallet'] }, indexes: newest, ...ofUser }),
  externalAccounts: collection<ExternalAccount>()({
    unique: { account: ['provider', 'providerUserId'] },
    indexes: newest,
    ...ofUser,
  }),
  /** The bytes of images, by the id of the user or organization. */
  imageBytes: value<Uint8Array, [ownerId: string]>(),
  /** The content types of images, by the id of the user or organization. */
  imageTypes: value<string, [ownerId: string]>(),
}
