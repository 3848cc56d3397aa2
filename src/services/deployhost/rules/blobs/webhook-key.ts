import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { BlobStore } from '#deployhost/schema.ts'

/** The bytes before the 32 of an Ed25519 key in PKCS #8. RFC 8410 section 7 */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the public key, in PEM, that verifies what a store tells of uploads by signed URLs. */
export function webhookPublicKey(store: Pick<BlobStore, 'token'>): string {
  return createPublicKey(privateKey(store)).export({ type: 'spki', format: 'pem' }).toString()
}

/** Returns the signature of a text with a store's key, in hexadecimal digits. */
export function signWithWebhookKey(store: Pick<BlobStore, 'token'>, text: string): string {
  return sign(null, Buffer.from(text), privateKey(store)).toString('hex')
}

function privateKey({ token }: Pick<BlobStore, 'token'>): KeyObject {
  const seed = createHash('sha256').update(`webhook ${token}`).digest()
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}
