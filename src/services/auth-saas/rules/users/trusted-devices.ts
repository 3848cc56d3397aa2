import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { MINUTE } from '#core/duration.ts'
import { isRecord } from '#core/objects.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramFormatInvalid, paramInvalid, verificationFailed } from '#auth-saas/errors.ts'
import type { DeviceChallenge, TrustedDevice } from '#auth-saas/schema/trusted-devices.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { settingsOf } from '../settings.ts'

// https://clerk.com/docs/reference/frontend-api/tag/trusted-devices

/** The vendor's name of the strategy. */
export const TRUSTED_DEVICE = 'trusted_device'

/** How long a challenge can be signed. The vendor publishes no number. */
const CHALLENGE_LIFETIME = 5 * MINUTE

/** The members by which an application names a device. */
export interface DeviceInput {
  readonly platform: string
  readonly appIdentifier: string
  readonly name: string | null
  readonly publicKeyJwk: string
}

/** @throws 403 for an instance without trusted devices. */
export function requireTrustedDevices({ rows }: Pick<AuthContext, 'rows'>): void {
  if (settingsOf(rows).trustedDevices) return
  const sentence = 'Trusted devices are not enabled for this instance.'
  throw clerkFailure(403, 'feature_not_enabled', 'not enabled', sentence)
}

/** Returns the devices of a user that may sign in, the newest first. */
export function devicesOf({ rows }: Pick<AuthContext, 'rows'>, userId: string): readonly TrustedDevice[] {
  return rows.trustedDevices
    .referring('userId', userId)
    .filter(({ status }) => status === 'active')
    .toSorted((one, other) => other.number - one.number)
}

/**
 * Finds an active device of a user.
 *
 * @throws 404 for one of another user, and for a revoked one.
 */
export function findDevice({ rows }: Pick<AuthContext, 'rows'>, userId: string, id: string): TrustedDevice {
  const device = rows.trustedDevices.get(id)
  if (device?.userId !== userId || device.status !== 'active') throw noSuch('trusted device', id)
  return device
}

/** Makes a challenge for a new device of a user, or for a device that signs in by an attempt. */
export function challengeDevice(
  { rows, ids, clock }: AuthContext,
  id: string,
  device: TrustedDevice | null,
): DeviceChallenge {
  if (rows.deviceChallenges.get(id) !== undefined) rows.deviceChallenges.delete(id)
  const challengeId = `tdch_${ids.base62(27)}`
  const challenge = ids.secret.base62(44)
  const expiresAt = clock.now() + CHALLENGE_LIFETIME
  const deviceId = device?.id ?? null
  const clientData = JSON.stringify({
    challenge,
    challenge_id: challengeId,
    expires_at: expiresAt,
    ...(deviceId === null ? {} : { trusted_device_id: deviceId }),
    type: deviceId === null ? 'trusted_device.enrollment' : 'trusted_device.sign_in',
  })
  return rows.deviceChallenges.insert({ id, challengeId, challenge, deviceId, clientData, expiresAt })
}

/** @throws 422 for a key that is none of P-256, and for an unknown platform. */
export function readDevice({ platform, appIdentifier, name, publicKeyJwk }: DeviceInput) {
  if (platform !== 'ios' && platform !== 'android') throw paramInvalid('platform', 'platform must be ios or android.')
  const parsed = parseJson(publicKeyJwk)
  const { kty, crv, x, y } = isRecord(parsed) ? parsed : {}
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') throw wrongKey()
  const publicKey: JsonWebKey = { kty, crv, x, y }
  try {
    createPublicKey({ key: publicKey, format: 'jwk' })
  } catch {
    throw wrongKey()
  }
  return { platform, appIdentifier, name, publicKey } as const
}

const wrongKey = () => paramFormatInvalid('public_key_jwk', 'public_key_jwk must be a public key on the curve P-256.')

/**
 * Adds a device of a user whose key has signed the challenge.
 *
 * @throws 400 for a challenge that has expired or another text, and for a wrong signature.
 */
export function addDevice(
  context: AuthContext,
  userId: string,
  input: DeviceInput,
  clientData: string,
  signature: string,
): TrustedDevice {
  const { rows } = context
  const device = readDevice(input)
  requireSigned(context, userId, { clientData, signature, publicKey: device.publicKey, deviceId: null })
  const state = { status: 'active', lastUsedAt: null, revokedAt: null } as const
  return rows.trustedDevices.insert({ ...commonFields(context, 'tdev'), userId, ...device, ...state })
}

/** A signature of a challenge. */
interface Signed {
  readonly clientData: string
  /** The two numbers of the signature as base64url. */
  readonly signature: string
  readonly publicKey: JsonWebKey
  readonly deviceId: string | null
}

/** Uses up the challenge of a user or an attempt. @throws 400 when it is not signed as it must be. */
function requireSigned({ rows, clock }: AuthContext, id: string, signed: Signed): void {
  const challenge = rows.deviceChallenges.get(id)
  const isOfDevice = challenge?.deviceId === signed.deviceId && challenge.clientData === signed.clientData
  if (!isOfDevice || challenge.expiresAt <= clock.now()) {
    throw verificationFailed('The challenge is unknown or has expired.')
  }
  const key = createPublicKey({ key: signed.publicKey, format: 'jwk' })
  const bytes = Buffer.from(signed.signature, 'base64url')
  if (!verify('sha256', Buffer.from(signed.clientData), { key, dsaEncoding: 'ieee-p1363' }, bytes)) {
    throw verificationFailed('The signature of the device is wrong.')
  }
  rows.deviceChallenges.delete(id)
}

/**
 * Checks that a device has signed the challenge of an attempt to sign in, and counts the device as used.
 *
 * @throws 404 for an unknown device, 400 for a challenge that it has not signed.
 */
export function useDevice(
  context: AuthContext,
  attemptId: string,
  deviceId: string,
  signed: Pick<Signed, 'clientData' | 'signature'>,
): TrustedDevice {
  const { rows, clock } = context
  const device = rows.trustedDevices.get(deviceId)
  if (device === undefined || device.status !== 'active') throw noSuch('trusted device', deviceId)
  requireSigned(context, attemptId, { ...signed, publicKey: device.publicKey, deviceId })
  return rows.trustedDevices.update(device.id, { lastUsedAt: clock.now(), ...updatedNow(context) })
}

/** Revokes a device, which then signs nobody in. */
export function revokeDevice(context: AuthContext, { id }: TrustedDevice): TrustedDevice {
  const { rows, clock } = context
  return rows.trustedDevices.update(id, { status: 'revoked', revokedAt: clock.now(), ...updatedNow(context) })
}
