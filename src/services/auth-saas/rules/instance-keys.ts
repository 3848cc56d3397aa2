import { createHash, createPublicKey } from 'node:crypto'
import type { SigningKey } from '#oauth/jwt/jwt.ts'
import { rsaOne } from '#oauth/jwt/keys.ts'

/** The id of every instance, which is also the id of its key. */
export const INSTANCE_ID = 'ins_2backlotAuthSaas00000000000'

/** The key that signs the tokens of every instance. */
export const signingKey: SigningKey = { alg: 'RS256', kid: INSTANCE_ID, pair: rsaOne }

/** Returns the public key as PEM, for `CLERK_JWT_KEY`. */
export function publicKeyPem(): string {
  const { kty, n, e } = rsaOne.jwk as { kty: string; n: string; e: string } // an RSA key has these
  return String(createPublicKey({ key: { kty, n, e }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })).trim()
}

/** Returns the publishable key of the instance at an origin: its host in base64. */
export function publishableKey(origin: string): string {
  return `pk_test_${Buffer.from(`${frontendHost(origin)}$`)
    .toString('base64')
    .replace(/=+$/, '')}`
}

/** Returns the suffix of the cookies that several applications at one host keep apart by it. */
export function cookieSuffix(origin: string): string {
  const digest = createHash('sha1').update(publishableKey(origin)).digest('base64')
  return digest.replaceAll('+', '-').replaceAll('/', '_').slice(0, 8)
}

/**
 * Returns the host of the frontend API. The vendor's clients refuse a host without a dot, and a key has no path: below
 * a path, it is the host by which the services of one port are told apart too, `auth-saas.localhost:4000`.
 */
function frontendHost(origin: string): string {
  const { hostname, host, port, pathname } = new URL(origin)
  const service = pathname.split('/').at(-1) ?? ''
  if (service !== '' && !hostname.includes('.')) return `${service}.${host}`
  return hostname.includes('.') ? host : `127.0.0.1${port === '' ? '' : `:${port}`}`
}
