import { createHash } from 'node:crypto'
import type { SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaOne, rsaTwo, type KeyPair } from '#oauth/jwt/keys.ts'

/**
 * Returns the thumbprint of a certificate, which is the key's id at the vendor.
 * https://datatracker.ietf.org/doc/html/rfc7515#section-4.1.7
 */
function thumbprint({ certificate }: KeyPair): string {
  return createHash('sha1').update(Buffer.from(certificate, 'base64')).digest('base64url')
}

/** The keys of the key set, the current one first. */
export const KEYS = [rsaOne, rsaTwo].map((pair) => ({ kid: thumbprint(pair), pair }))

/** The key that signs ID tokens. */
export const ID_TOKEN_KEY: SigningKey = { alg: 'RS256', kid: thumbprint(rsaOne), pair: rsaOne }

/** The same key for access tokens, whose header names the certificate too. */
export const ACCESS_TOKEN_KEY: SigningKey = { ...ID_TOKEN_KEY, header: { x5t: thumbprint(rsaOne) } }
