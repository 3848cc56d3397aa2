import { collection } from '#core/store.ts'
import type { HolderKind, Tag } from './iam.ts'

// Row types of the certificates, public keys, devices and reports of IAM. Times are epoch milliseconds.

/** A server certificate. https://docs.aws.amazon.com/IAM/latest/APIReference/API_ServerCertificate.html */
export interface ServerCertificate {
  readonly id: number
  readonly account: string
  readonly name: string
  readonly path: string
  /** `ASCA…` */
  readonly uniqueId: string
  /** The certificate as the client sent it. The private key is checked and not kept. */
  readonly body: string
  readonly chain: string | null
  readonly tags: readonly Tag[]
  readonly createdAt: number
  readonly expiresAt: number
}

/** A signing certificate of a user. https://docs.aws.amazon.com/IAM/latest/APIReference/API_SigningCertificate.html */
export interface SigningCertificate {
  /** 24 letters and digits. */
  readonly id: string
  readonly userId: number
  readonly body: string
  readonly status: 'Active' | 'Inactive'
  readonly createdAt: number
}

/** An SSH public key of a user. https://docs.aws.amazon.com/IAM/latest/APIReference/API_SSHPublicKey.html */
export interface SshPublicKey {
  /** `APKA…` */
  readonly id: string
  readonly userId: number
  /** The key in both encodings. */
  readonly body: { readonly SSH: string; readonly PEM: string }
  /** `a1:b2:…`, the MD5 of the key. */
  readonly fingerprint: string
  readonly status: 'Active' | 'Inactive'
  readonly createdAt: number
}

/**
 * A virtual device for multi-factor authentication.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_VirtualMFADevice.html
 */
export interface MfaDevice {
  /** The serial number: `arn:aws:iam::123456789012:mfa/phone`. */
  readonly id: string
  readonly account: string
  /** The secret in Base32. */
  readonly secret: string
  /** The user who uses the device; null while nobody does. */
  readonly userId: number | null
  readonly enabledAt: number | null
  /** The time step of the last code that was accepted, which no later code may precede; null before the first. */
  readonly lastStep: number | null
  readonly tags: readonly Tag[]
  readonly createdAt: number
}

/** The last use of a service by a user or a role. */
export interface ServiceUse {
  readonly id: number
  /** Never a group. */
  readonly holderKind: HolderKind
  readonly holderId: number
  /** `s3` */
  readonly service: string
  readonly region: string
  readonly at: number
}

/** A job of the access advisor. */
export interface AccessJob {
  /** A UUID. */
  readonly id: string
  /** The account that asked. */
  readonly account: string
  /** The user, group, role or policy that the job is about. */
  readonly arn: string
  readonly granularity: 'SERVICE_LEVEL' | 'ACTION_LEVEL'
  readonly createdAt: number
}

/** The collections of these rows. */
export const iamKeyCollections = {
  serverCertificates: collection<ServerCertificate>()({
    unique: { name: ['account', (certificate) => certificate.name.toLowerCase()] },
    indexes: { byName: ['account', (certificate) => certificate.name.toLowerCase()] },
  }),
  signingCertificates: collection<SigningCertificate>()({
    references: { userId: { to: 'users', onDelete: 'restrict' } },
  }),
  sshPublicKeys: collection<SshPublicKey>()({ references: { userId: { to: 'users', onDelete: 'restrict' } } }),
  mfaDevices: collection<MfaDevice>()({
    indexes: { byAccount: ['account'], inUse: [({ account, userId }) => (userId === null ? null : account)] },
    references: { userId: { to: 'users', onDelete: 'restrict' } },
  }),
  serviceUses: collection<ServiceUse>()({ unique: { service: ['holderKind', 'holderId', 'service'] } }),
  accessJobs: collection<AccessJob>()({}),
}
