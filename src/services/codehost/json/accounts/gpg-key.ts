import type { Site } from '#codehost/call.ts'
import type { GpgKey } from '#codehost/schema/gpg-keys.ts'
import { time, timeOrNull, withMillis } from '../format.ts'

/** A GPG key with its subkeys: `gpg-key`. */
export function gpgKeyJson({ rows }: Pick<Site, 'rows'>, key: GpgKey) {
  const subkeys = rows.gpgKeys.referring('primaryId', key.id)
  return {
    id: key.id,
    name: key.name,
    ...keyJson(key),
    raw_key: key.armored,
    emails: key.emails.map((email) => {
      const known = rows.emails.find('email', email.toLowerCase())
      return { email, verified: known?.userId === key.userId && known.verified }
    }),
    subkeys: subkeys.map((subkey) => ({ id: subkey.id, ...keyJson(subkey), raw_key: null, emails: [], subkeys: [] })),
  }
}

function keyJson({ primaryId, keyId, packet, flags, createdAt, expiresAt, revoked }: GpgKey) {
  return {
    primary_key_id: primaryId,
    key_id: keyId,
    public_key: packet,
    can_sign: flags.sign,
    can_encrypt_comms: flags.encryptComms,
    can_encrypt_storage: flags.encryptStorage,
    can_certify: flags.certify,
    created_at: withMillis(time(createdAt)),
    expires_at: timeOrNull(expiresAt),
    revoked,
  }
}
