import {
  headerNotImplemented,
  invalidRequest,
  invalidStorageClass,
  metadataTooLarge,
  notImplemented,
} from '#cloud/errors/s3.ts'
import type { Bucket, ObjectDetails } from '#cloud/schema/s3.ts'
import { settingsOf } from '../../settings.ts'
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
 * @throws the vendor's failure for invalid ones.
 */
export function detailsOf(call: HeaderSource, bucket: Bucket): ObjectDetails {
  refuseLocks(call)
  if (call.header('x-amz-write-offset-bytes') !== undefined) throw headerNotImplemented('x-amz-write-offset-bytes')
  return {
    headers: { ...systemHeaders(call), ...encryptionHeaders(call, bucket) },
    metadata: metadataOf(call),
    storageClass: storageClassOf(call),
    tags: tagsOfHeader(call.header('x-amz-tagging')),
    acl: requestedAcl(call),
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
  const encodings = header('content-encoding')
    ?.split(',')
    .map((each) => each.trim())
  return encodings?.filter((each) => each !== 'aws-chunked' && each !== '').join(',')
}

/**
 * Returns the encryption headers of an object. Every object is encrypted: with the key of the request, otherwise as the
 * bucket's configuration says, otherwise with the vendor's key.
 */
function encryptionHeaders({ header, rows }: HeaderSource, bucket: Bucket): Record<string, string> {
  if (header('x-amz-server-side-encryption-customer-algorithm') !== undefined) {
    throw notImplemented("backlot's cloud does not encrypt with keys that clients provide (SSE-C)")
  }
  const algorithm = header('x-amz-server-side-encryption')
  const byDefault = bucketEncryption(bucket)
  const chosen = algorithm ?? byDefault.algorithm
  if (!['AES256', 'aws:kms', 'aws:kms:dsse'].includes(chosen)) {
    throw invalidRequest('The encryption method specified is not supported')
  }
  if (chosen === 'AES256') return { 'x-amz-server-side-encryption': chosen }
  const { region, accountId } = settingsOf({ rows })
  const key = header('x-amz-server-side-encryption-aws-kms-key-id') ?? byDefault.key
  return {
    'x-amz-server-side-encryption': chosen,
    'x-amz-server-side-encryption-aws-kms-key-id': key ?? `arn:aws:kms:${region}:${accountId}:alias/aws/s3`,
    ...((header(BUCKET_KEY) ?? byDefault.bucketKey).toLowerCase() === 'true' ? { [BUCKET_KEY]: 'true' } : {}),
  }
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

function metadataOf({ headers }: HeaderSource): Record<string, string> {
  const metadata: Record<string, string> = {}
  let size = 0
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('x-amz-meta-') || value === undefined) continue
    const key = name.slice('x-amz-meta-'.length)
    const text = metadataText(String(value))
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

/** Refuses Object Lock headers, because no bucket has Object Lock. */
function refuseLocks({ headers }: HeaderSource): void {
  if (Object.keys(headers).some((name) => name.startsWith('x-amz-object-lock-'))) {
    throw invalidRequest('Bucket is missing Object Lock Configuration')
  }
}
