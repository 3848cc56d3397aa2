import { createHash } from 'node:crypto'
import { invalidRequest, notSupplied, unprocessable } from '#codehost/errors.ts'
import type * as sealedBoxes from './sealed-boxes.ts'
import type { SettingKind } from '#codehost/schema/settings.ts'
import type { SettingTarget } from './targets.ts'

/** The functions for sealed boxes. */
export type SealedBoxes = typeof sealedBoxes

/** The members of a request body that carry a sealed secret. */
export interface SealedValue {
  readonly encrypted_value?: string | undefined
  readonly key_id?: string | undefined
}

/** Returns the public key with which clients seal the secrets of a repository or organization (X25519, base64). */
export function sealingKeyOf(
  sealedBoxes: SealedBoxes,
  kind: SettingKind,
  target: SettingTarget,
): { key_id: string; key: string } {
  const { id, keys } = keysOf(sealedBoxes, kind, target)
  return { key_id: id, key: Buffer.from(keys.publicKey).toString('base64') }
}

/**
 * Returns the value in a sealed box; null when there is no box.
 *
 * @throws 422 for a box that is invalid or was sealed with another key.
 */
export function openSealedValue(
  sealedBoxes: SealedBoxes,
  kind: SettingKind,
  target: SettingTarget,
  sealedValue: SealedValue,
): string | null {
  const { encrypted_value: sealed, key_id: keyId } = sealedValue
  if (sealed === undefined && keyId === undefined) return null
  if (sealed === undefined || keyId === undefined)
    throw missingSealedValue(sealed === undefined ? ['encrypted_value'] : ['key_id'])
  const { id, keys } = keysOf(sealedBoxes, kind, target)
  const bytes = keyId === id ? sealedBoxes.openSealedBox(Buffer.from(sealed, 'base64'), keys) : null
  if (bytes === null) throw improperlySealed()
  return Buffer.from(bytes).toString('utf8')
}

/** Returns the 422 for a new secret without its value or key id. */
export function missingSealedValue(missing: readonly string[] = ['encrypted_value', 'key_id']): Error {
  return invalidRequest(notSupplied(...missing))
}

function improperlySealed(): Error {
  return unprocessable('Bad request - validation failed due to an improperly encrypted secret')
}

/**
 * Returns the key pair of a repository or organization for one kind of settings. It is derived from the id and the kind
 * alone, so that every run with the same seed has the same key.
 */
function keysOf(sealedBoxes: SealedBoxes, kind: SettingKind, { repo, org, environment }: SettingTarget) {
  const owner = repo === null ? `organization ${org.id}` : `repository ${repo.id}`
  const whose = environment === undefined ? owner : `environment ${environment.id}`
  const seed = createHash('sha512').update(`${kind} of ${whose}`).digest()
  // The vendor's key ids have eighteen digits.
  const id = String(10n ** 17n + (seed.readBigUInt64BE(32) % (9n * 10n ** 17n)))
  return { id, keys: sealedBoxes.sealingKeysFrom(seed.subarray(0, 32)) }
}
