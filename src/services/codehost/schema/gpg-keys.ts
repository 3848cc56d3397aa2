import { collection } from '#core/store.ts'
import type { PgpFlags } from '#codehost/git/open-pgp.ts'
import { cascade } from './keys.ts'

/** A GPG key that a user signs commits with, or a subkey of one. */
export interface GpgKey {
  readonly id: number
  readonly userId: number
  /** The key whose subkey it is; null for a key itself. */
  readonly primaryId: number | null
  readonly name: string | null
  /** 16 hexadecimal digits in upper case. */
  readonly keyId: string
  /** The packet of OpenPGP, in base64. */
  readonly packet: string
  /** The text that the user sent; null for a subkey. */
  readonly armored: string | null
  /** The addresses of its user ids. */
  readonly emails: readonly string[]
  readonly flags: PgpFlags
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revoked: boolean
}

/** The collection of GPG keys. */
export const gpgKeyCollections = {
  gpgKeys: collection<GpgKey>()({
    unique: { keyId: ['keyId'] },
    indexes: { byUser: ['userId', 'primaryId'] },
    references: { userId: cascade('accounts'), primaryId: cascade('gpgKeys') },
  }),
}
