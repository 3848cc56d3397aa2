import { createHash } from 'node:crypto'
import { headerNotImplemented, invalidStorageClass, metadataTooLarge } from '#cloud/errors/s3.ts'
import type { Bucket, ObjectDetails } from '#cloud/schema/s3.ts'
import { kmsKeyNotApplicable, unknownEncryption } from '#cloud/errors/s3-encryption.ts'
import { partitionOf } from '../../account.ts'
import { ownerOfWrite } from '../access/object-owner.ts'
import { customerKeyOfWrite } from './customer-key.ts'
import { lockOfWrite } from './object-lock.ts'
import { requestedAcl } from '../access/acl.ts'
import type { HeaderSource } from '#cloud/protocols/s3/query-headers.ts'
import { metadataText } from '#cloud/protocols/s3/header-text.ts'
import { tagsOfHeader } from './tags.ts'

/** The headers of a write that are stored and returned with the object. */
const STORED_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
  'x-amz-website-redirect-location',
]

const STORAGE_CLASSES = new Set([
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER',
  'DEEP_ARCHIVE',
  'GLACIER_IR',
])

/**
 * Returns the object's details from the headers of a write.
 *
 * @param now epoch milliseconds
 * @throws the vendor's failure for invalid ones.
 */
export function detailsOf(call: HeaderSource, bucket: Bucket, now: number): ObjectDetails {
  if (call.header('x-amz-write-offset-bytes') !== undefined) throw headerNotImplemented('x-amz-write-offset-bytes')
  const ownerId = ownerOfWrite(call, bucket)
  return {
    headers: { ...systemHeaders(call), ...encryptionHeaders(call, bucket) },
    metadata: metadataOf(call),
    storageClass: storageClassOf(call),
    tags: tagsOfHeader(call.header('x-amz-tagging')),
    ownerId,
    acl: requestedAcl(call, ownerId ?? bucket.accountId, bucket.accountId),
    lock: lockOfWrite(call, bucket, now),
  }
}

function systemHeaders(call: HeaderSource): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' }
  for (const name of STORED_HEADERS) {
    const value = name === 'content-encoding' ? contentEncoding(call) : call.header(name)
    if (value !== undefined && value !== '') headers[name] = value
  }
  return headers
}

/** Returns the content encoding without `aws-chunked`, which belongs to the transfer only. */
function contentEncoding({ header }: HeaderSource): string | undefined {
  const encodings = header('content-encoding')?.split(',')
  return encodings
    ?.filter((each) => each.trim() !== 'aws-chunked')
    .join(',')
    .trim()
}

/**
 * Returns the encryption headers of an object. Every object is encrypted: with the key of the request, otherwise as the
 * bucket's configuration says, otherwise with the vendor's key.
 */
function encryptionHeaders(source: HeaderSource, bucket: Bucket): Readonly<Record<string, string>> {
  const { header } = source
  const customers = customerKeyOfWrite(source)
  if (customers !== null) return customers
  const algorithm = header('x-amz-server-side-encryption')
  const requestedKey = header('x-amz-server-side-encryption-aws-kms-key-id')
  const byDefault = bucketEncryption(bucket)
  const chosen = algorithm ?? byDefault.algorithm
  if (!['AES256', 'aws:kms', 'aws:kms:dsse'].includes(chosen)) throw unknownEncryption(chosen)
  if (requestedKey !== undefined && (algorithm === undefined || chosen === 'AES256')) throw kmsKeyNotApplicable()
  if (chosen === 'AES256') return { 'x-amz-server-side-encryption': chosen }
  const key = requestedKey ?? (algorithm === undefined || algorithm === byDefault.algorithm ? byDefault.key : undefined)
  return {
    'x-amz-server-side-encryption': chosen,
    'x-amz-server-side-encryption-aws-kms-key-id': kmsKeyArn(bucket, key),
    ...((header(BUCKET_KEY) ?? byDefault.bucketKey).toLowerCase() === 'true' ? { [BUCKET_KEY]: 'true' } : {}),
  }
}

/** Returns the ARN of a KMS key, which clients may name by its id alone; by default the vendor's own for S3. */
function kmsKeyArn({ accountId, region }: Bucket, key: string | undefined): string {
  const start = `arn:${partitionOf(region)}:kms:${region}:${accountId}:key/`
  if (key === undefined) {
    const digits = createHash('sha256').update(`key aws/s3 ${region} ${accountId}`).digest('hex')
    const id = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
    return start + id
  }
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key) ? start + key : key
}

/** The header appears only when its value is true. */
const BUCKET_KEY = 'x-amz-server-side-encryption-bucket-key-enabled'

/** Returns the encryption settings of a bucket's configuration, which was checked when it was stored. */
function bucketEncryption({ configurations }: Bucket): {
  readonly algorithm: string
  readonly key: string | undefined
  readonly bucketKey: string
} {
  // encryptionSchema has checked the configuration.
  const { Rule } = (configurations.encryption ?? {}) as {
    Rule?: {
      ApplyServerSideEncryptionByDefault?: { SSEAlgorithm?: string; KMSMasterKeyID?: string }
      BucketKeyEnabled?: string
    }
  }
  const { SSEAlgorithm = 'AES256', KMSMasterKeyID } = Rule?.ApplyServerSideEncryptionByDefault ?? {}
  return { algorithm: SSEAlgorithm, key: KMSMasterKeyID, bucketKey: Rule?.BucketKeyEnabled ?? 'false' }
}

function metadataOf({ headers, isForm }: HeaderSource): Record<string, string> {
  const metadata: Record<string, string> = {}
  let size = 0
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('x-amz-meta-') || value === undefined) continue
    const key = name.slice('x-amz-meta-'.length)
    const text = isForm === true ? String(value) : metadataText(String(value))
    metadata[key] = text
    size += key.length + Buffer.byteLength(text)
  }
  if (size > 2048) throw metadataTooLarge(size)
  return metadata
}

/** Returns the storage class of a request, by default STANDARD. */
function storageClassOf({ header }: HeaderSource): string {
  const storageClass = header('x-amz-storage-class')
  if (storageClass === undefined) return 'STANDARD'
  if (!STORAGE_CLASSES.has(storageClass)) throw invalidStorageClass(storageClass)
  return storageClass
}
