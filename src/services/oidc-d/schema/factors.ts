import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'
import type { FactorType } from './factor-types.ts'

/**
 * A second factor that a user has enrolled.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserFactor/
 */
export interface Factor {
  readonly id: string
  readonly userId: string
  readonly factorType: FactorType
  readonly provider: 'OKTA' | 'GOOGLE'
  readonly status: 'PENDING_ACTIVATION' | 'ACTIVE'
  /** The members that everybody may read: the phone number, the question. Null until a device is known. */
  readonly profile: JsonObject | null
  /** The answer to the question, or the shared secret in base32; empty for other types. */
  readonly secret: string
  /** The last one-time password of an authenticator application, which counts once. */
  readonly lastCode: string | null
  readonly lastVerified: number | null
  readonly created: number
  readonly lastUpdated: number
}

/** A code that was sent, or a question to a device, which the person answers to activate or to verify a factor. */
export interface FactorChallenge {
  /** The id of the transaction that the vendor polls. */
  readonly id: string
  readonly factorId: string
  /** Null for a device. */
  readonly code: string | null
  readonly result: 'WAITING' | 'SUCCESS' | 'REJECTED' | 'CANCELLED'
  readonly expiresAt: number
}

/** A one-time code that was sent to a phone or an address. */
export interface SentCode {
  readonly id: number
  readonly channel: 'sms' | 'call' | 'email'
  readonly to: string
  readonly code: string
  /** The factor of an e-mail address, whose mail has a link beside the code. Absent for other codes. */
  readonly factorId?: string
  readonly sentAt: number
  /** True when `codes.next` has returned it. */
  readonly seen: boolean
}

/** A device on which a user has verified a factor, and need not again for a while; `id` is `<user>.<device token>`. */
export interface RememberedDevice {
  readonly id: string
  readonly userId: string
  readonly expiresAt: number
}

const ofUser = { userId: { to: 'users', onDelete: 'cascade' } } as const

/** The collections of factors. */
export const factorCollections = {
  factors: collection<Factor>()({ indexes: { byUser: ['userId'] }, references: ofUser }),
  factorChallenges: collection<FactorChallenge>()({
    indexes: { byFactor: ['factorId'] },
    references: { factorId: { to: 'factors', onDelete: 'cascade' } },
  }),
  sentCodes: collection<SentCode>()({ indexes: { all: [] } }),
  rememberedDevices: collection<RememberedDevice>()({ references: ofUser }),
}
