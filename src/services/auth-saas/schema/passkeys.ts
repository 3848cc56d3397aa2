import type { JsonWebKey } from 'node:crypto'
import { collection } from '#core/store.ts'
import type { CommonFields, Verification } from './people.ts'

/** A credential by which an authenticator proves who its user is. */
export interface PasskeyCredential {
  /** Base64url. */
  readonly credentialId: string
  readonly publicKey: JsonWebKey
  readonly hash: 'sha256' | 'sha384' | 'sha512' | null
  /** How often the authenticator has signed, as far as it counts. */
  readonly signCount: number
  readonly transports: readonly string[]
}

/** A passkey of a user. It has no credential until the authenticator has made one. */
export interface Passkey extends CommonFields {
  readonly userId: string
  readonly name: string
  /** The id of the credential, base64url; null until there is one. */
  readonly credentialId: string | null
  readonly credential: PasskeyCredential | null
  readonly verification: Verification
  /** Epoch milliseconds; null before the first sign-in. */
  readonly lastUsedAt: number | null
}

/** A challenge for an authenticator to sign. `id` is that of the passkey, the attempt to sign in, or the session. */
export interface PasskeyChallenge {
  readonly id: string
  /** 33 bytes as base64url. */
  readonly challenge: string
  /** The relying party: the host of the application's page. */
  readonly rpId: string
}

/** The collections of passkeys. */
export const passkeyCollections = {
  passkeys: collection<Passkey>()({
    unique: { credentialId: ['credentialId'] },
    references: { userId: { to: 'users', onDelete: 'cascade' } },
  }),
  passkeyChallenges: collection<PasskeyChallenge>()({}),
}
