import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { errorMessage } from '#core/error-message.ts'
import { isRecord } from '#core/objects.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { PasskeyCredential } from '#auth-saas/schema/passkeys.ts'
import { readCbor, type Cbor } from './cbor.ts'

// The ceremonies of Web Authentication Level 3, sections 7.1 and 7.2: https://www.w3.org/TR/webauthn-3/

/** Thrown for a credential that does not prove what it should. */
export class WebAuthnFlaw extends Error {
  override name = 'WebAuthnFlaw'
}

/** The challenge that an authenticator had to sign, and the relying party. */
export interface Expected {
  readonly challenge: string
  readonly rpId: string
}

/** A credential as browsers send it, with base64url in place of bytes. */
export interface SentCredential {
  readonly id: string
  readonly response: Readonly<Record<string, unknown>>
}

/** @throws WebAuthnFlaw for text that is no credential. */
export function sentCredential(text: string): SentCredential {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw new WebAuthnFlaw('it is not JSON')
  }
  if (!isRecord(value) || typeof value['id'] !== 'string' || !isRecord(value['response'])) {
    throw new WebAuthnFlaw('it lacks its id or its response')
  }
  return { id: value['id'], response: value['response'] }
}

/** The algorithms that are offered, in the order of preference: ES256, EdDSA, RS256. COSE's numbers. */
export const ALGORITHMS = [-7, -8, -257] as const

/**
 * Checks a credential that an authenticator has made, and returns what is kept of it. Attestation `none` is asked for,
 * so an authenticator is only believed to be the owner of its key: `none`, or `packed` signed by the key itself.
 *
 * @throws WebAuthnFlaw for any other credential.
 */
export function verifyAttestation(sent: SentCredential, expected: Expected): PasskeyCredential {
  const { hash: clientHash } = requireClient(sent, 'webauthn.create', expected)
  const { value: object } = reading(() => readCbor(bytesOf(sent.response, 'attestationObject')))
  if (!(object instanceof Map)) throw new WebAuthnFlaw('the attestation is no map')
  const data = object.get('authData')
  if (!Buffer.isBuffer(data)) throw new WebAuthnFlaw('the attestation has no authenticator data')
  const { flags, signCount } = requireAuthenticator(data, expected.rpId)
  if ((flags & 0x40) === 0) throw new WebAuthnFlaw('the authenticator has made no credential')
  const credential = reading(() => attestedCredential(data))
  if (credential.id.toString('base64url') !== sent.id) throw new WebAuthnFlaw('the credential has another id')
  const key = keyOf(credential.key)
  const statement = object.get('attStmt')
  if (object.get('fmt') === 'packed' && statement instanceof Map && !statement.has('x5c')) {
    const signature = statement.get('sig')
    const isRight = Buffer.isBuffer(signature) && isSigned(key, Buffer.concat([data, clientHash]), signature)
    if (!isRight) throw new WebAuthnFlaw('the signature of the attestation is wrong')
  } else if (object.get('fmt') !== 'none' || !(statement instanceof Map) || statement.size > 0) {
    throw new WebAuthnFlaw('its attestation is neither none nor that of its own key')
  }
  const transports = sent.response['transports']
  return {
    credentialId: sent.id,
    ...key,
    signCount,
    transports: Array.isArray(transports) ? transports.filter((each) => typeof each === 'string') : [],
  }
}

/**
 * Checks that a credential has signed the challenge.
 *
 * @returns the authenticator's count of signatures.
 * @throws WebAuthnFlaw for one that has not, and for a count that does not grow, which a copied authenticator has.
 */
export function verifyAssertion(sent: SentCredential, known: PasskeyCredential, expected: Expected): number {
  const { hash } = requireClient(sent, 'webauthn.get', expected)
  const data = bytesOf(sent.response, 'authenticatorData')
  const { signCount } = requireAuthenticator(data, expected.rpId)
  const signature = bytesOf(sent.response, 'signature')
  if (!isSigned(known, Buffer.concat([data, hash]), signature)) throw new WebAuthnFlaw('its signature is wrong')
  if ((signCount > 0 || known.signCount > 0) && signCount <= known.signCount) {
    throw new WebAuthnFlaw('its count of signatures has not grown')
  }
  return signCount
}

function bytesOf(response: SentCredential['response'], name: string): Buffer {
  const text = response[name]
  if (typeof text !== 'string' || text === '') throw new WebAuthnFlaw(`its response lacks ${name}`)
  return Buffer.from(text, 'base64url')
}

/** Runs a reader of bytes; bytes that end too early are a flaw as well. */
function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new WebAuthnFlaw(errorMessage(error))
  }
}

/** Checks what the browser says about the page, and returns the hash that the authenticator has signed. */
function requireClient(sent: SentCredential, type: string, { challenge, rpId }: Expected): { readonly hash: Buffer } {
  const bytes = bytesOf(sent.response, 'clientDataJSON')
  const client = reading(() => parseJson(bytes.toString('utf8')))
  if (!isRecord(client) || client['type'] !== type) throw new WebAuthnFlaw(`its type is not ${type}`)
  if (client['challenge'] !== challenge) throw new WebAuthnFlaw('it is of another challenge')
  const origin = String(client['origin'])
  // Applications on devices name their package: android:apk-key-hash:…
  if (/^https?:/.test(origin)) {
    const host = URL.canParse(origin) ? new URL(origin).hostname : ''
    if (host !== rpId && !host.endsWith(`.${rpId}`)) throw new WebAuthnFlaw(`it is of ${origin}, not of ${rpId}`)
  }
  return { hash: createHash('sha256').update(bytes).digest() }
}

/** Checks that the authenticator works for this relying party, and that it has verified its user. */
function requireAuthenticator(data: Buffer, rpId: string): { readonly flags: number; readonly signCount: number } {
  if (data.length < 37) throw new WebAuthnFlaw('the authenticator data are too short')
  const isOurs = data.subarray(0, 32).equals(createHash('sha256').update(rpId).digest())
  if (!isOurs) throw new WebAuthnFlaw(`the authenticator data are not for ${rpId}`)
  const flags = data.readUInt8(32)
  if ((flags & 0x01) === 0) throw new WebAuthnFlaw('the user was not present')
  if ((flags & 0x04) === 0) throw new WebAuthnFlaw('the authenticator has not verified the user')
  return { flags, signCount: data.readUInt32BE(33) }
}

/** Reads the attested credential data: the authenticator's model, the id, and the public key. */
function attestedCredential(data: Buffer): { readonly id: Buffer; readonly key: Cbor } {
  const length = data.readUInt16BE(53)
  const id = data.subarray(55, 55 + length)
  return { id, key: readCbor(data, 55 + length).value }
}

type PublicKey = Pick<PasskeyCredential, 'publicKey' | 'hash'>

/** The hash of each algorithm of elliptic curves and RSA, and the curve. COSE's numbers, RFC 9053. */
const CURVES: ReadonlyMap<Cbor, readonly [string, PasskeyCredential['hash']]> = new Map([
  [1, ['P-256', 'sha256']],
  [2, ['P-384', 'sha384']],
  [3, ['P-521', 'sha512']],
])

/** Returns a key of COSE as a JWK. */
function keyOf(cose: Cbor): PublicKey {
  if (!(cose instanceof Map)) throw new WebAuthnFlaw('its public key is no map')
  const text = (label: number): string => {
    const value = cose.get(label)
    if (!Buffer.isBuffer(value)) throw new WebAuthnFlaw('its public key is not complete')
    return value.toString('base64url')
  }
  const key = (publicKey: JsonWebKey, hash: PasskeyCredential['hash']): PublicKey => ({ publicKey, hash })
  const curve = CURVES.get(cose.get(-1) ?? null)
  if (cose.get(1) === 2 && curve !== undefined) {
    return key({ kty: 'EC', crv: curve[0], x: text(-2), y: text(-3) }, curve[1])
  }
  if (cose.get(1) === 1 && cose.get(-1) === 6) return key({ kty: 'OKP', crv: 'Ed25519', x: text(-2) }, null)
  if (cose.get(1) === 3 && cose.get(3) === -257) return key({ kty: 'RSA', n: text(-1), e: text(-2) }, 'sha256')
  throw new WebAuthnFlaw('its public key is of another algorithm than was asked for')
}

function isSigned({ publicKey, hash }: PublicKey, signed: Buffer, signature: Buffer): boolean {
  return reading(() => verify(hash, signed, createPublicKey({ key: publicKey, format: 'jwk' }), signature))
}
