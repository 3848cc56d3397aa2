import { isRecord } from '#core/objects.ts'
import {
  constants,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign as signBytes,
  timingSafeEqual,
  verify as verifyBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import type { KeyPair } from './keys.ts'

/** The claims of a token. JSON. */
export type Claims = Readonly<Record<string, unknown>>

/** A key that signs JWTs: a prebuilt pair under the vendor's key id, or a shared secret. */
export type SigningKey =
  | {
      readonly alg: 'RS256' | 'ES256'
      readonly kid: string
      readonly pair: KeyPair
      /** Further members of every token's header: `x5t`. */
      readonly header?: Readonly<Record<string, string>>
    }
  | { readonly alg: 'HS256'; readonly secret: string }

/** A decoded JWT, of which nothing has been verified. */
export interface DecodedJwt {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Claims
  readonly signed: string
  readonly signature: Buffer
}

/** Thrown for text that is not a JWT, and for a wrong signature. */
export class JwtFlaw extends Error {
  override name = 'JwtFlaw'
}

/**
 * Signs claims as a compact JWS (RFC 7515). Synchronous, because a token is stored in the transaction that issues it,
 * and because the commands of an emulator that return tokens are synchronous.
 */
export function signJwt(claims: Claims, key: SigningKey, header: Readonly<Record<string, string>> = {}): string {
  const own = key.alg === 'HS256' ? {} : { kid: key.kid, ...key.header }
  const signed = `${part({ alg: key.alg, ...own, typ: 'JWT', ...header })}.${part(claims)}`
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`
}

/**
 * Decodes a JWT.
 *
 * @throws JwtFlaw when the text is not a JWT.
 */
export function decodeJwt(token: string): DecodedJwt {
  const parts = token.split('.')
  const [header = '', claims = '', signature = ''] = parts
  if (parts.length !== 3) throw new JwtFlaw(`it has ${parts.length} parts; a signed JWT has 3`)
  return {
    header: objectOf(header, 'header'),
    claims: objectOf(claims, 'payload'),
    signed: `${header}.${claims}`,
    signature: Buffer.from(signature, 'base64url'),
  }
}

/**
 * Returns the claims of a JWT that one of these keys has signed; the first is the current key.
 *
 * @throws JwtFlaw when none has.
 */
export function verifyOwnJwt(token: string, ...keys: readonly [SigningKey, ...SigningKey[]]): Claims {
  const { header, claims, signed, signature } = decodeJwt(token)
  const key = keys.find((each) => each.alg !== 'HS256' && each.kid === header['kid']) ?? keys[0]
  if (header['alg'] !== key.alg) throw new JwtFlaw(`it is signed with ${String(header['alg'])}; expected ${key.alg}`)
  // All vendors, and all servers of one vendor, share the prebuilt keys, but each has its own key ids.
  if (key.alg !== 'HS256' && header['kid'] !== key.kid) {
    throw new JwtFlaw(`its kid is ${JSON.stringify(header['kid']) ?? 'missing'}; expected ${key.kid}`)
  }
  const right =
    key.alg === 'HS256'
      ? same(signature, signatureOf(signed, key))
      : isSigned(signed, signature, createPublicKey(privateKeyOf(key.pair)), key.alg)
  if (!right) throw new JwtFlaw('its signature is not of this server')
  return claims
}

/** A public key in the forms in which clients register it: a JWK, or PEM text. */
export type PublicKey = JsonWebKey | string

/** Returns whether the private half of `key` has signed this JWT. */
export function isSignedBy({ header, signed, signature }: DecodedJwt, key: PublicKey): boolean {
  const alg = String(header['alg'])
  if (!/^(?:RS|ES|PS)(?:256|384|512)$/.test(alg)) return false
  const object = typeof key === 'string' ? createPublicKey(key) : createPublicKey({ key, format: 'jwk' })
  if (object.asymmetricKeyType !== (alg.startsWith('ES') ? 'ec' : 'rsa')) return false
  return isSigned(signed, signature, object, alg)
}

/** Returns whether this JWT is signed with a client's secret (HS256). */
export function isSignedWithSecret({ header, signed, signature }: DecodedJwt, secret: string): boolean {
  return header['alg'] === 'HS256' && same(signature, signatureOf(signed, { alg: 'HS256', secret }))
}

/**
 * Returns the left half of a value's hash, for `at_hash` and `c_hash`.
 * https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken
 */
export function halfHash(value: string): string {
  // All signing algorithms here use SHA-256.
  return createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url')
}

/** Returns the public half of a pair as an entry of a key set (RFC 7517). */
export function publicJwk({ alg, jwk }: KeyPair, kid: string): Readonly<Record<string, string>> {
  const { kty = '', n = '', e = '', crv = '', x = '', y = '' } = jwk
  const key = kty === 'RSA' ? { n, e } : { crv, x, y }
  return { kty, alg, use: 'sig', kid, ...key }
}

/** Returns the certificate of a pair as PEM. */
export function certificatePem({ certificate }: KeyPair): string {
  const lines = certificate.match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** Returns the private half of a pair as PEM (PKCS #8), for the key files that a vendor hands out. */
export function privatePem(pair: KeyPair): string {
  return privateKeyOf(pair).export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns the RS256 signature of bytes. */
export function signatureWith(bytes: Uint8Array, pair: KeyPair): Buffer {
  return signBytes('sha256', bytes, privateKeyOf(pair))
}

// A cache of constants: parsing a key takes a millisecond.
const privateKeys = new WeakMap<KeyPair, KeyObject>()

function privateKeyOf(pair: KeyPair): KeyObject {
  let key = privateKeys.get(pair)
  if (key === undefined) privateKeys.set(pair, (key = createPrivateKey({ key: pair.jwk, format: 'jwk' })))
  return key
}

function signatureOf(signed: string, key: SigningKey): Buffer {
  if (key.alg === 'HS256') return createHmac('sha256', key.secret).update(signed).digest()
  return signBytes('sha256', Buffer.from(signed), { key: privateKeyOf(key.pair), dsaEncoding: 'ieee-p1363' })
}

function isSigned(signed: string, signature: Buffer, key: KeyObject, alg: string): boolean {
  const options = {
    key,
    ...(alg.startsWith('ES') ? { dsaEncoding: 'ieee-p1363' as const } : {}),
    // RFC 7518 section 3.5: the salt has the length of the hash.
    ...(alg.startsWith('PS')
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {}),
  }
  return verifyBytes(`sha${alg.slice(2)}`, Buffer.from(signed), options, signature)
}

function same(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function objectOf(text: string, name: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    throw new JwtFlaw(`its ${name} is not JSON in base64url`)
  }
  if (!isRecord(value)) throw new JwtFlaw(`its ${name} is no object`)
  return value
}
