import type { JsonWebKey } from 'node:crypto'
import { collection } from '#core/store.ts'
import type { CommonFields } from './people.ts'

/** A phone of a user, whose key signs the user in. */
export interface TrustedDevice extends CommonFields {
  readonly userId: string
  readonly platform: 'ios' | 'android'
  /** The bundle identifier or package name of the application. */
  readonly appIdentifier: string
  readonly name: string | null
  /** On the curve P-256. */
  readonly publicKey: JsonWebKey
  readonly status: 'active' | 'revoked'
  /** Epoch milliseconds; null before the first sign-in. */
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** A challenge for the key of a device to sign. `id` is that of the user, or of the attempt to sign in. */
export interface DeviceChallenge {
  readonly id: string
  readonly challengeId: string
  readonly challenge: string
  /** The device that signs in; null for one that is enrolled. */
  readonly deviceId: string | null
  /** The exact text to sign. */
  readonly clientData: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** The collections of trusted devices. */
export const trustedDeviceCollections = {
  trustedDevices: collection<TrustedDevice>()({
    indexes: { newest: ['createdAt', 'number'] },
    references: { userId: { to: 'users', onDelete: 'cascade' } },
  }),
  deviceChallenges: collection<DeviceChallenge>()({}),
}
