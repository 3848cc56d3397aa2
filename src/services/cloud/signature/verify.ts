import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { CloudCall } from '#cloud/call.ts'
import {
  expiredToken,
  headersNotSigned,
  invalidAccessKey,
  invalidToken,
  redirectedKey,
  requestExpired,
  requestTimeTooSkewed,
  signatureDoesNotMatch,
} from '#cloud/errors/access.ts'
import { contentSha256Mismatch, invalidRequest } from '#cloud/errors/s3.ts'
import type { Credential } from '#cloud/schema/iam.ts'
import { targetOf } from '#cloud/protocols/s3/operation.ts'
import { partitionOf } from '#cloud/rules/account.ts'
import { isStrict, settingsOf } from '#cloud/rules/settings.ts'
import type { RequestSignature } from './request-signature.ts'
import { canonicalRequest, sha256, signatureOf, signingKey, stringToSign } from './sign.ts'
import { wallNow } from '#core/real-time.ts'

/** The largest difference between the time of signing and the present, in milliseconds. */
const SKEW = 900_000

const CONTENT_HASH = 'x-amz-content-sha256'

/**
 * Verifies a signature and returns the credential that signed; null for an unknown access key where those are accepted.
 * Only large bodies make the result a promise.
 *
 * @throws the vendor's failure for a wrong or expired signature, and for a body that does not match the signed hash.
 */
export function verify(call: CloudCall, signed: RequestSignature): Credential | null | Promise<Credential | null> {
  checkTime(call, signed)
  const credential = credentialOf(call, signed)
  if (signed.place === 'query' && signed.service === 's3') {
    checkSignature(call, signed, credential, hashOfUrl(call, signed))
    return credential
  }
  const declared = call.header(CONTENT_HASH)
  if (declared === undefined && signed.service === 's3') {
    throw invalidRequest('Missing required header for this request: x-amz-content-sha256')
  }
  if (declared !== undefined && !/^[\da-f]{64}$/i.test(declared)) {
    checkSignature(call, signed, credential, declared)
    return credential
  }
  const accept = (computed: string): Credential | null => {
    checkSignature(call, signed, credential, declared ?? computed)
    if (declared !== undefined && declared.toLowerCase() !== computed) throw contentSha256Mismatch(declared, computed)
    return credential
  }
  return call.file === null ? accept(sha256(call.bytes)) : fileSha256(call.file.path).then(accept)
}

/**
 * Verifies the signature of a request to S3 by its head, which has the hash of the body. Returns as {@link verify}
 * does.
 *
 * @throws the vendor's failure for a wrong or expired signature.
 */
export function verifyHead(call: CloudCall, signed: RequestSignature): Credential | null {
  checkTime(call, signed)
  const credential = credentialOf(call, signed)
  const declared = signed.place === 'query' ? hashOfUrl(call, signed) : call.header(CONTENT_HASH)
  if (declared === undefined) throw invalidRequest('Missing required header for this request: x-amz-content-sha256')
  checkSignature(call, signed, credential, declared)
  return credential
}

/** Returns the hash of the body that a presigned URL of S3 covers, where a header counts only if it is signed. */
function hashOfUrl({ header, query }: CloudCall, { signedHeaders }: RequestSignature): string {
  const inHeader = signedHeaders.includes(CONTENT_HASH) ? header(CONTENT_HASH) : undefined
  return inHeader ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD'
}

/**
 * Checks the time of signing against both the instance's clock and the wall clock: clients sign by the wall clock,
 * which a test that moves the instance's clock leaves alone.
 *
 * @throws `RequestTimeTooSkewed`, and `AccessDenied` for a presigned URL that has expired.
 */
export function checkTime(
  call: CloudCall,
  { at, signedAt, expires }: Pick<RequestSignature, 'at' | 'signedAt' | 'expires'>,
): void {
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
 * Returns the credential of an access key; null for an unknown key where those are accepted.
 *
 * @throws the vendor's failure for a key that is inactive or expired, or that came with another session token.
 */
export function credentialOf(
  call: CloudCall,
  { accessKeyId, token, region }: Pick<RequestSignature, 'accessKeyId' | 'token'> & { readonly region?: string },
): Credential | null {
  const credential = call.rows.credentials.get(accessKeyId)
  if (credential === undefined) {
    if (isStrict(settingsOf(call)) || !/^[\w-]{3,128}$/.test(accessKeyId)) throw invalidAccessKey(call, accessKeyId)
    return null
  }
  if (credential.status !== 'Active') throw invalidAccessKey(call, accessKeyId)
  // The keys of root work in every partition; all others are of the partition in which they were made.
  const isRoot = (credential.userId ?? credential.roleId ?? credential.session) === null
  if (!isRoot && region !== undefined && !credential.account.startsWith(`arn:${partitionOf(region)}:`)) {
    throw invalidAccessKey(call, accessKeyId)
  }
  if (credential.token !== null) {
    if (token !== credential.token) throw invalidToken(call, token)
    if (credential.expiresAt !== null && call.clock.now() >= credential.expiresAt) throw expiredToken(call, token)
  }
  return credential
}

function checkSignature(
  call: CloudCall,
  signed: RequestSignature,
  credential: Credential | null,
  payload: string,
): void {
  // The secret of an unknown key is unknown too, so its signature cannot be checked.
  if (credential === null) return
  checkHeaders(call, signed)
  const key = signingKey(credential.secret, signed.scope)
  const isSigned = (text: string): boolean => sameText(signatureOf(key, text), signed.signature)
  const canonical = canonicalRequest(call, signed, payload)
  const text = stringToSign(signed, canonical)
  if (isSigned(text)) return
  const sent = pathBeforeRedirect(call)
  if (sent !== null && isSigned(stringToSign(signed, canonicalRequest(call, signed, payload, sent)))) {
    // A slash belongs to the key of an object. Of all else it changes nothing.
    if (signed.service === 's3' && targetOf(call).key !== '') throw redirectedKey(sent)
    return
  }
  throw signatureDoesNotMatch(call, {
    accessKeyId: credential.id,
    signature: signed.signature,
    stringToSign: text,
    canonicalRequest: canonical,
  })
}

/**
 * Returns the path that a client may have sent and signed before the server of an application redirected it, with or
 * without a slash at the end; null for an instance that is not mounted in an application.
 */
function pathBeforeRedirect({ mountPath, path }: CloudCall): string | null {
  if (mountPath === '') return null
  return path.endsWith('/') ? mountPath + path.slice(0, -1) : `${mountPath}${path}/`
}

/**
 * S3 only.
 *
 * @throws `AccessDenied` for an `x-amz-` header that the signature does not cover. The hash of the body may come with a
 *   presigned URL that does not cover it, for which it has no meaning.
 */
function checkHeaders(call: CloudCall, { service, signedHeaders, place }: RequestSignature): void {
  if (service !== 's3') return
  const unsigned = Object.keys(call.headers).filter(
    (name) =>
      name.startsWith('x-amz-') && !signedHeaders.includes(name) && !(place === 'query' && name === CONTENT_HASH),
  )
  if (unsigned.length > 0) throw headersNotSigned(unsigned)
}

/** Compares two texts in constant time. */
export function sameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer) // a stream without an encoding yields buffers
  return hash.digest('hex')
}
