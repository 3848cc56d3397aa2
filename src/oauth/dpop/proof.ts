import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto'
import { isRecord } from '#core/objects.ts'
import { decodeJwt, isSignedBy, JwtFlaw, type DecodedJwt } from '../jwt/jwt.ts'

/** The signatures that a proof may have, as discovery documents list them. */
export const PROOF_ALGORITHMS: readonly string[] = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512']

/** The request that a proof is sent with. */
export interface ProvedRequest {
  readonly method: string
  /** The address of the request under each name of its host, without query and fragment. */
  readonly urls: readonly string[]
  /** The access token that the request presents; absent at the token endpoint, where there is none yet. */
  readonly accessToken?: string
}

/** A proof that its client holds the private half of a key. https://datatracker.ietf.org/doc/html/rfc9449#section-4 */
export interface Proof {
  /** The thumbprint of the key, as tokens that are bound to it have it. */
  readonly jkt: string
  /** Null when the proof has none. */
  readonly nonce: string | null
  /** Null when the proof has none. */
  readonly jti: string | null
}

/** Thrown for a proof that proves nothing. */
export class ProofFlaw extends Error {
  override name = 'ProofFlaw'
  /** The claim that is wrong; null when it is another part. */
  readonly claim: 'htm' | 'htu' | 'iat' | 'ath' | null

  /** @param message What was expected and what came. */
  constructor(claim: ProofFlaw['claim'], message: string) {
    super(message)
    this.claim = claim
  }
}

/**
 * Checks the value of a `DPoP` header: its type, its signature by the key that it names, and that it was made for this
 * request. Whether it was used before, its nonce and its age are left to the vendor's rules.
 *
 * @throws ProofFlaw
 */
export function checkProof(value: string, { method, urls, accessToken }: ProvedRequest): Proof {
  const decoded = decodedProof(value)
  const { header, claims } = decoded
  const jkt = signerOf(decoded)
  if (header['typ'] !== 'dpop+jwt') throw new ProofFlaw(null, `typ is ${String(header['typ'])}; expected dpop+jwt`)
  const { htm, htu, iat, ath, nonce, jti } = claims
  if (htm !== method) throw new ProofFlaw('htm', `it is ${String(htm)}; expected ${method}`)
  if (typeof htu !== 'string' || !urls.includes(htu.replace(/[?#].*$/s, ''))) {
    throw new ProofFlaw('htu', `it is ${String(htu)}; expected ${urls[0] ?? ''}`)
  }
  if (typeof iat !== 'number') throw new ProofFlaw('iat', `it is ${String(iat)}; expected seconds since 1970`)
  if (accessToken !== undefined && ath !== hashOf(accessToken)) {
    throw new ProofFlaw('ath', `it is ${String(ath)}; expected the SHA-256 of the access token in base64url`)
  }
  return { jkt, nonce: typeof nonce === 'string' ? nonce : null, jti: typeof jti === 'string' ? jti : null }
}

function decodedProof(value: string): DecodedJwt {
  try {
    return decodeJwt(value)
  } catch (error) {
    if (error instanceof JwtFlaw) throw new ProofFlaw(null, error.message)
    throw error
  }
}

/** Returns the thumbprint of the public key that a proof names and is signed with. */
function signerOf(decoded: DecodedJwt): string {
  const { alg, jwk } = decoded.header
  if (!PROOF_ALGORITHMS.includes(String(alg))) {
    throw new ProofFlaw(null, `it is signed with ${String(alg)}; expected ${PROOF_ALGORITHMS.join(' or ')}`)
  }
  if (!isRecord(jwk) || 'd' in jwk) throw new ProofFlaw(null, 'its header has no jwk that is a public key')
  const key: JsonWebKey = jwk
  let thumbprint: string
  try {
    thumbprint = thumbprintOf(createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' }))
    if (isSignedBy(decoded, key)) return thumbprint
  } catch {
    throw new ProofFlaw(null, 'the jwk of its header is no RSA or EC key')
  }
  throw new ProofFlaw(null, 'it is not signed with the key of its header')
}

/** Returns the thumbprint of a public key: the hash of its required members, in order. RFC 7638 */
function thumbprintOf({ kty, n, e, crv, x, y }: JsonWebKey): string {
  return hashOf(JSON.stringify(kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y }))
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
