import { createHash } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'
import nacl from 'tweetnacl'

/** A pair of keys of X25519, of 32 bytes each. */
export interface SealingKeys {
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
}

/** Returns the keys that follow from a seed of 32 bytes. */
export function sealingKeysFrom(seed: Uint8Array): SealingKeys {
  const { publicKey, secretKey } = nacl.box.keyPair.fromSecretKey(
    createHash('sha512').update(seed).digest().subarray(0, nacl.box.secretKeyLength),
  )
  return { publicKey, privateKey: secretKey }
}

/**
 * Returns the content of a sealed box; null for bytes that are none, or that were sealed for other keys.
 *
 * @see https://doc.libsodium.org/public-key_cryptography/sealed_boxes
 */
export function openSealedBox(box: Uint8Array, { publicKey, privateKey }: SealingKeys): Uint8Array | null {
  if (box.length < nacl.box.publicKeyLength + nacl.box.overheadLength) return null
  const sender = box.subarray(0, nacl.box.publicKeyLength)
  const nonce = blake2b(Buffer.concat([sender, publicKey]), { dkLen: nacl.box.nonceLength })
  return nacl.box.open(box.subarray(nacl.box.publicKeyLength), nonce, sender, privateKey)
}
