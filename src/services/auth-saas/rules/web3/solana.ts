import { createPublicKey, verify } from 'node:crypto'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Returns the 32 bytes of an address of Solana; null for a text that is none. */
export function solanaKey(address: string): Buffer | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return null
  const value = [...address].reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n)
  const digits = value.toString(16)
  return digits.length > 64 ? null : Buffer.from(digits.padStart(64, '0'), 'hex')
}

/** Returns whether the account of an address has signed a message. @param signature as base64 */
export function isSignedBySolana(address: string, message: string, signature: string): boolean {
  const bytes = solanaKey(address)
  if (bytes === null) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    return verify(null, Buffer.from(message), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
