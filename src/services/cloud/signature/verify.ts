import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { CloudCall } from '../call.ts'
import {
  expiredToken,
  headersNotSigned,
  invalidAccessKey,
  invalidToken,
  requestExpired,
  requestTimeTooSkewed,
  signatureDoesNotMatch,
} from '../errors-access.ts'
import { contentSha256Mismatch, invalidRequest } from '../errors-s3.ts'
import type { Credential } from '../schema-iam.ts'
import { isStrict, settingsOf } from '../settings.ts'
import type { Presented } from './presented.ts'
import { canonicalRequest, sha256, signatureOf, signingKey, stringToSign } from './sign.ts'

// A test that installs fake timers does not change when its clients sign: keep the real one.
const wallNow = Date.now

/** How far a signature may be from the present, in milliseconds. */
const SKEW = 900_000

/**
 * The credential whose key signed the request; null for a key that is unknown, where any is accepted. Throws the vendor's failure for
 * a signature that is wrong or over, and for a body that is not the one signed. Only large bodies are waited for.
 */
export function verify(call: CloudCall, presented: Presented): Credential | null | Promise<Credential | null> {
  checkTime(call, presented)
  const credential = credentialOf(call, presented)
  if (presented.place === 'query' && presented.service === 's3') {
    const declared = call.header('x-amz-content-sha256') ?? call.query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD'
    checkSignature(call, presented, credential, declared)
    return credential
  }
  const declared = call.header('x-amz-content-sha256')
  if (declared === undefined && presented.service === 's3') {
    throw invalidRequest('Missing required header for this request: x-amz-content-sha256')
  }
  if (declared !== undefined && !/^[\da-f]{64}$/i.test(declared)) {
    checkSignature(call, presented, credential, declared)
    return credential
  }
  const accept = (computed: string): Credential | null => {
    checkSignature(call, presented, credential, declared ?? computed)
    if (declared !== undefined && declared.toLowerCase() !== computed) throw contentSha256Mismatch(declared, computed)
    return credential
  }
  return call.file === null ? accept(sha256(call.bytes)) : fileSha256(call.file.path).then(accept)
}

/** Clients sign by the wall clock, which a test that moves the instance's clock does not move: both count as the present. */
function checkTime(call: CloudCall, { at, signedAt, expires }: Presented): void {
  const now = call.clock.now()
  const nearest = [now, wallNow()].map((each) => at - each).toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0
  if (expires === null) {
    if (Math.abs(nearest) > SKEW) throw requestTimeTooSkewed(call, signedAt, now)
    return
  }
  if (nearest > SKEW) throw requestTimeTooSkewed(call, signedAt, now)
  const end = at + expires * 1000
  if (now > end) throw requestExpired(call, expires, end, now)
}

/**
 * The credential of an access key; null for one that nobody knows, where any is accepted. Throws the vendor's failure for one that
 * does not work, or not with this token.
 */
export function credentialOf(
  call: CloudCall,
  { accessKeyId, token }: Pick<Presented, 'accessKeyId' | 'token'>,
): Credential | null {
  const credential = call.rows.credentials.get(accessKeyId)
  if (credential === undefined) {
    if (isStrict(settingsOf(call)) || !/^[\w-]{3,128}$/.test(accessKeyId)) throw invalidAccessKey(call, accessKeyId)
    return null
  }
  if (credential.status !== 'Active') throw invalidAccessKey(call, accessKeyId)
  if (credential.token !== null) {
    if (token !== credential.token) throw invalidToken(call, token)
    if (credential.expiresAt !== null && call.clock.now() >= credential.expiresAt) throw expiredToken(call, token)
  }
  return credential
}

function checkSignature(call: CloudCall, presented: Presented, credential: Credential | null, payload: string): void {
  // Nobody knows the secret of an unknown key: its signature cannot be wrong.
  if (credential === null) return
  const canonical = canonicalRequest(call, presented, payload)
  const text = stringToSign(presented, canonical)
  const expected = signatureOf(signingKey(credential.secret, presented.scope), text)
  if (sameText(expected, presented.signature)) {
    checkHeaders(call, presented)
    return
  }
  throw signatureDoesNotMatch(call, {
    accessKeyId: credential.id,
    signature: presented.signature,
    stringToSign: text,
    canonicalRequest: canonical,
  })
}

/** Throws `AccessDenied` for a header of the vendor's that the signature does not cover: S3 takes none on trust. */
function checkHeaders(call: CloudCall, { service, signedHeaders }: Presented): void {
  if (service !== 's3') return
  const unsigned = Object.keys(call.headers).filter(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name),
  )
  if (unsigned.length > 0) throw headersNotSigned(unsigned)
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer) // a stream without an encoding
  return hash.digest('hex')
}
