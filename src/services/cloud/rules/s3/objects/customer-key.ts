import { createHash, timingSafeEqual } from 'node:crypto'
import {
  customerKeyNotApplicable,
  customerKeyRequired,
  invalidCustomerKey,
  invalidEncryptionAlgorithm,
  partEncryptionRequired,
  twoEncryptions,
  wrongCustomerKey,
  wrongPartEncryption,
} from '#cloud/errors/s3-encryption.ts'
import type { CloudCall } from '#cloud/call.ts'
import { withQueryHeaders, type HeaderSource } from '#cloud/protocols/s3/query-headers.ts'
import type { ObjectDetails } from '#cloud/schema/s3.ts'

// Encryption with keys that clients provide (SSE-C). Only the digest of a key is stored, and nothing is encrypted.
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerSideEncryptionCustomerKeys.html

const NAME = 'x-amz-server-side-encryption-customer'
const ALGORITHM = `${NAME}-algorithm`
const DIGEST = `${NAME}-key-md5`

/** A key as a request names it; members are undefined where the request lacks them. */
interface KeyHeaders {
  readonly algorithm: string | undefined
  readonly key: string | undefined
  readonly digest: string | undefined
}

/** The names of a key's headers: of the object of a request, and of the source of a copy. */
const NAMES = {
  object: { algorithm: ALGORITHM, key: `${NAME}-key`, digest: DIGEST },
  source: {
    algorithm: 'x-amz-copy-source-server-side-encryption-customer-algorithm',
    key: 'x-amz-copy-source-server-side-encryption-customer-key',
    digest: 'x-amz-copy-source-server-side-encryption-customer-key-md5',
  },
}

/** Returns the headers of the key of an object, or of the source of a copy; null without any. */
function keyHeaders({ header }: Pick<HeaderSource, 'header'>, of: keyof typeof NAMES = 'object'): KeyHeaders | null {
  const names = NAMES[of]
  const algorithm = header(names.algorithm)
  const key = header(names.key)
  const digest = header(names.digest)
  return algorithm === undefined && key === undefined && digest === undefined ? null : { algorithm, key, digest }
}

/** @throws `InvalidEncryptionAlgorithmError`, and `InvalidArgument` for a key that cannot be used. */
function checkKey({ algorithm, key, digest }: KeyHeaders): void {
  if (algorithm === undefined) throw invalidCustomerKey('no algorithm')
  if (algorithm !== 'AES256') throw invalidEncryptionAlgorithm(algorithm)
  if (key === undefined) throw invalidCustomerKey('no key')
  const bytes = Buffer.from(key, 'base64')
  if (digest === undefined || bytes.length !== 32) throw invalidCustomerKey('invalid key')
  const expected = Buffer.from(digest, 'base64')
  const computed = createHash('md5').update(bytes).digest()
  if (expected.length !== computed.length || !timingSafeEqual(expected, computed)) {
    throw invalidCustomerKey('wrong digest')
  }
}

/**
 * Returns the headers that an object has because a write brings a customer's key; null for a write without one.
 *
 * @throws the vendor's failure for an incomplete or invalid key, and for one beside another encryption.
 */
export function customerKeyOfWrite(request: HeaderSource): Readonly<Record<string, string>> | null {
  const headers = keyHeaders(request)
  if (headers === null) return null
  const other = request.header('x-amz-server-side-encryption')
  if (other !== undefined) throw twoEncryptions(other)
  checkKey(headers)
  return { [ALGORITHM]: 'AES256', [DIGEST]: headers.digest ?? '' }
}

/**
 * Checks that a request may read an object: that it brings the key that the object was encrypted with, and no key
 * otherwise.
 *
 * @param of `source` for the source of a copy
 * @throws the vendor's failure for another key, or none.
 */
export function checkCustomerKey(
  call: CloudCall,
  { headers }: Pick<ObjectDetails, 'headers'>,
  of?: keyof typeof NAMES,
): void {
  const given = keyHeaders(withQueryHeaders(call), of)
  const stored = headers[DIGEST]
  if (given === null) {
    if (stored !== undefined) throw customerKeyRequired()
    return
  }
  if (given.algorithm !== undefined && given.algorithm !== 'AES256') throw invalidEncryptionAlgorithm(given.algorithm)
  if (stored === undefined) throw customerKeyNotApplicable()
  // A key that is not the object's is refused before its size is checked.
  if (given.digest === undefined || given.digest !== stored) throw wrongCustomerKey()
  checkKey(given)
}

/**
 * Checks that a part is encrypted as its upload.
 *
 * @throws the vendor's failure for another key, or none.
 */
export function checkPartKey(call: CloudCall, { headers }: Pick<ObjectDetails, 'headers'>): void {
  const given = keyHeaders(withQueryHeaders(call))
  const stored = headers[DIGEST]
  if (given === null && stored === undefined) return
  if (given === null || stored === undefined) throw partEncryptionRequired()
  checkKey(given)
  if (given.digest !== stored) throw wrongPartEncryption()
}

/** Returns whether an object or upload is encrypted with a key that the client has. */
export function isWithCustomerKey({ headers }: Pick<ObjectDetails, 'headers'>): boolean {
  return headers[ALGORITHM] !== undefined
}
