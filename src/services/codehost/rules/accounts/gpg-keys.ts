import * as v from 'valibot'
import type { CodehostCall } from '#codehost/call.ts'
import { validationFailed } from '#codehost/errors.ts'
import { MalformedPgp, readPgpPublicKey, type PgpKey, type PgpPublicKey } from '#codehost/git/open-pgp.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { GpgKey } from '#codehost/schema/gpg-keys.ts'

/** The request body of a new GPG key. */
export const GpgKeyInput = v.object({ name: v.optional(v.nullable(v.string()), null), armored_public_key: v.string() })

/**
 * Adds a GPG key of a user with its subkeys.
 *
 * @throws 422 for a text that is no public key, and for a key that is in use.
 */
export function addGpgKey(
  { rows, clock }: CodehostCall,
  user: Account,
  { name, armored_public_key: armored }: v.InferOutput<typeof GpgKeyInput>,
): GpgKey {
  const { emails, subkeys, ...primary } = readKey(armored)
  const isKnown = [primary, ...subkeys].some(({ keyId }) => rows.gpgKeys.find('keyId', keyId) !== undefined)
  if (isKnown) throw wrongKey('key_id', 'key_id already exists')
  const fieldsOf = ({ keyId, packet, flags, expiresAt, isRevoked }: PgpKey) =>
    ({ userId: user.id, keyId, packet, flags, expiresAt, revoked: isRevoked, createdAt: clock.now() }) as const
  const key = rows.gpgKeys.insert({ ...fieldsOf(primary), primaryId: null, name, armored, emails })
  for (const subkey of subkeys) {
    rows.gpgKeys.insert({ ...fieldsOf(subkey), primaryId: key.id, name: null, armored: null, emails: [] })
  }
  return key
}

function readKey(armored: string): PgpPublicKey {
  try {
    return readPgpPublicKey(armored)
  } catch (error) {
    if (!(error instanceof MalformedPgp)) throw error
    throw wrongKey(
      'armored_public_key',
      'We got an error adding your GPG key. Please verify the input is a valid GPG key.',
    )
  }
}

function wrongKey(field: string, message: string) {
  return validationFailed({ resource: 'GpgKey', field, code: 'custom', message })
}
