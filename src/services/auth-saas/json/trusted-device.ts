import type { DeviceChallenge, TrustedDevice } from '#auth-saas/schema/trusted-devices.ts'

/** Returns a trusted device. */
export function trustedDeviceJson(row: TrustedDevice) {
  return {
    id: row.id,
    object: 'trusted_device',
    platform: row.platform,
    app_identifier: row.appIdentifier,
    name: row.name,
    algorithm: 'ES256',
    status: row.status,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    last_used_at: row.lastUsedAt,
    revoked_at: row.revokedAt,
  }
}

/** Returns a challenge for the key of a device. */
export function deviceChallengeJson(row: DeviceChallenge) {
  return {
    object: 'trusted_device_challenge',
    challenge: row.challenge,
    challenge_id: row.challengeId,
    ...(row.deviceId === null ? {} : { trusted_device_id: row.deviceId }),
    client_data: row.clientData,
    expires_at: row.expiresAt,
    algorithm: 'ES256',
  }
}
