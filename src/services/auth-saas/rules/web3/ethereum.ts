import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js'

/** Returns the hash of a message that a wallet signs. https://eips.ethereum.org/EIPS/eip-191 */
export function messageHash(message: string): Uint8Array {
  return keccak256(Buffer.from(`\u0019Ethereum Signed Message:\n${Buffer.byteLength(message)}${message}`))
}

/**
 * Returns the address of the account that has signed a message, in small letters; null for a signature that no account
 * can have made.
 *
 * @param signature 65 bytes as hexadecimal digits after `0x`.
 */
export function signerOf(message: string, signature: string): string | null {
  const digits = /^0x([0-9a-f]{130})$/i.exec(signature)?.[1]
  if (digits === undefined) return null
  const bytes = Buffer.from(digits, 'hex')
  const last = bytes[64] ?? 0
  try {
    const key = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
      // Ethereum counts from 27.
      .addRecoveryBit(last >= 27 ? last - 27 : last)
      .recoverPublicKey(messageHash(message))
    return `0x${Buffer.from(keccak256(key.toBytes(false).subarray(1)).subarray(12)).toString('hex')}`
  } catch {
    return null
  }
}
