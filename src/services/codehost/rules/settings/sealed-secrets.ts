import { createHash } from 'node:crypto'
import type sodium from 'libsodium-wrappers'
import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { notSupplied } from '#codehost/steps/strict-body.ts'
import type { Target } from '../repos/targets.ts'

type Sodium = typeof sodium
type SealingCall = CodehostCall & { readonly target: Target; readonly sodium: Sodium }

/** The members of a request body that carry a sealed secret. */
interface SealedBody {
  readonly body: { readonly encrypted_value?: string | undefined; readonly key_id?: string | undefined }
}

/**
 * A step: loads the library for sealed boxes. It comes before all other steps, because rows that a step found before
 * this wait could be gone after it.
 */
export async function loadSodium(): Promise<{ readonly sodium: Sodium }> {
  // The library has half a megabyte, so it is loaded only when a request needs it.
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  return { sodium }
}

/**
 * A step: returns the public key with which clients seal the secrets of a repository or organization (X25519, base64).
 * https://docs.github.com/rest/guides/encrypting-secrets-for-the-rest-api
 */
export function loadSealingKey({ sodium, target }: SealingCall): { readonly key: { key_id: string; key: string } } {
  const { id, publicKey } = keyPairOf(sodium, target)
  return { key: { key_id: id, key: Buffer.from(publicKey).toString('base64') } }
}

/**
 * A step: opens the sealed box in the body; null for a body without one.
 *
 * @throws 422 for a box that is invalid or was sealed with another key.
 */
export function openSealedValue({ sodium, target, body }: SealingCall & SealedBody): { readonly value: string | null } {
  const { encrypted_value: sealed, key_id: keyId } = body
  if (sealed === undefined && keyId === undefined) return { value: null }
  if (sealed === undefined || keyId === undefined)
    throw missingSealedValue(sealed === undefined ? ['encrypted_value'] : ['key_id'])
  const { id, publicKey, privateKey } = keyPairOf(sodium, target)
  if (keyId !== id) throw improperlySealed()
  try {
    const bytes = sodium.crypto_box_seal_open(Buffer.from(sealed, 'base64'), publicKey, privateKey)
    return { value: Buffer.from(bytes).toString('utf8') }
  } catch {
    throw improperlySealed()
  }
}

/** Returns the 422 for a new secret without its value or key id. */
export function missingSealedValue(missing: readonly string[] = ['encrypted_value', 'key_id']): Error {
  return unprocessable(`Invalid request.\n\n${notSupplied(...missing)}`)
}

function improperlySealed(): Error {
  return unprocessable('Bad request - validation failed due to an improperly encrypted secret')
}

/**
 * Returns the key pair of a repository or organization. It is derived from the id alone, so that every run with the
 * same seed has the same key.
 */
function keyPairOf(sodium: Sodium, { repo, org }: Target) {
  const whose = repo === null ? `organization ${org.id}` : `repository ${repo.id}`
  const seed = createHash('sha512').update(`secrets of ${whose}`).digest()
  const { publicKey, privateKey } = sodium.crypto_box_seed_keypair(seed.subarray(0, 32))
  // The vendor's key ids have eighteen digits.
  const id = String(10n ** 17n + (seed.readBigUInt64BE(32) % (9n * 10n ** 17n)))
  return { id, publicKey, privateKey }
}
