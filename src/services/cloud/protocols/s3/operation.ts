import type { Identified } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidUri } from '#cloud/errors/s3.ts'
import { withQueryHeaders } from './query-headers.ts'
import { bucketOfCall, isWebsiteHost } from './host.ts'

/**
 * The operations of a bucket by method and subresource; `-` stands for no subresource, and `id` for the parameter that
 * names one configuration of several.
 */
const BUCKET: Readonly<Record<string, string>> = {
  'GET -': 'ListObjects',
  'GET list-type': 'ListObjectsV2',
  'GET location': 'GetBucketLocation',
  'GET versioning': 'GetBucketVersioning',
  'GET versions': 'ListObjectVersions',
  'GET uploads': 'ListMultipartUploads',
  'GET tagging': 'GetBucketTagging',
  'GET cors': 'GetBucketCors',
  'GET policy': 'GetBucketPolicy',
  'GET policyStatus': 'GetBucketPolicyStatus',
  'GET lifecycle': 'GetBucketLifecycleConfiguration',
  'GET publicAccessBlock': 'GetPublicAccessBlock',
  'GET ownershipControls': 'GetBucketOwnershipControls',
  'GET encryption': 'GetBucketEncryption',
  'GET website': 'GetBucketWebsite',
  'GET notification': 'GetBucketNotificationConfiguration',
  'GET acl': 'GetBucketAcl',
  'GET object-lock': 'GetObjectLockConfiguration',
  'GET accelerate': 'GetBucketAccelerateConfiguration',
  'GET logging': 'GetBucketLogging',
  'GET requestPayment': 'GetBucketRequestPayment',
  'GET replication': 'GetBucketReplication',
  'GET analytics': 'ListBucketAnalyticsConfigurations',
  'GET analytics id': 'GetBucketAnalyticsConfiguration',
  'GET intelligent-tiering': 'ListBucketIntelligentTieringConfigurations',
  'GET intelligent-tiering id': 'GetBucketIntelligentTieringConfiguration',
  'GET inventory': 'ListBucketInventoryConfigurations',
  'GET inventory id': 'GetBucketInventoryConfiguration',
  'GET metrics': 'ListBucketMetricsConfigurations',
  'GET metrics id': 'GetBucketMetricsConfiguration',
  'HEAD -': 'HeadBucket',
  'PUT -': 'CreateBucket',
  'PUT versioning': 'PutBucketVersioning',
  'PUT tagging': 'PutBucketTagging',
  'PUT cors': 'PutBucketCors',
  'PUT policy': 'PutBucketPolicy',
  'PUT lifecycle': 'PutBucketLifecycleConfiguration',
  'PUT publicAccessBlock': 'PutPublicAccessBlock',
  'PUT ownershipControls': 'PutBucketOwnershipControls',
  'PUT encryption': 'PutBucketEncryption',
  'PUT website': 'PutBucketWebsite',
  'PUT notification': 'PutBucketNotificationConfiguration',
  'PUT acl': 'PutBucketAcl',
  'PUT object-lock': 'PutObjectLockConfiguration',
  'PUT accelerate': 'PutBucketAccelerateConfiguration',
  'PUT logging': 'PutBucketLogging',
  'PUT requestPayment': 'PutBucketRequestPayment',
  'PUT replication': 'PutBucketReplication',
  'PUT analytics': 'PutBucketAnalyticsConfiguration',
  'PUT intelligent-tiering': 'PutBucketIntelligentTieringConfiguration',
  'PUT inventory': 'PutBucketInventoryConfiguration',
  'PUT metrics': 'PutBucketMetricsConfiguration',
  'DELETE -': 'DeleteBucket',
  'DELETE tagging': 'DeleteBucketTagging',
  'DELETE cors': 'DeleteBucketCors',
  'DELETE policy': 'DeleteBucketPolicy',
  'DELETE lifecycle': 'DeleteBucketLifecycle',
  'DELETE publicAccessBlock': 'DeletePublicAccessBlock',
  'DELETE ownershipControls': 'DeleteBucketOwnershipControls',
  'DELETE encryption': 'DeleteBucketEncryption',
  'DELETE website': 'DeleteBucketWebsite',
  'DELETE replication': 'DeleteBucketReplication',
  'DELETE analytics': 'DeleteBucketAnalyticsConfiguration',
  'DELETE intelligent-tiering': 'DeleteBucketIntelligentTieringConfiguration',
  'DELETE inventory': 'DeleteBucketInventoryConfiguration',
  'DELETE metrics': 'DeleteBucketMetricsConfiguration',
  'POST delete': 'DeleteObjects',
  'POST -': 'PostObject',
}

const OBJECT: Readonly<Record<string, string>> = {
  'GET -': 'GetObject',
  'GET tagging': 'GetObjectTagging',
  'GET acl': 'GetObjectAcl',
  'GET attributes': 'GetObjectAttributes',
  'GET retention': 'GetObjectRetention',
  'GET legal-hold': 'GetObjectLegalHold',
  'GET uploadId': 'ListParts',
  'HEAD -': 'HeadObject',
  'PUT -': 'PutObject',
  'PUT copy': 'CopyObject',
  'PUT uploadId': 'UploadPart',
  'PUT uploadId copy': 'UploadPartCopy',
  'PUT tagging': 'PutObjectTagging',
  'PUT acl': 'PutObjectAcl',
  'PUT retention': 'PutObjectRetention',
  'PUT legal-hold': 'PutObjectLegalHold',
  'DELETE -': 'DeleteObject',
  'DELETE tagging': 'DeleteObjectTagging',
  'DELETE uploadId': 'AbortMultipartUpload',
  'POST uploads': 'CreateMultipartUpload',
  'POST uploadId': 'CompleteMultipartUpload',
  'POST restore': 'RestoreObject',
  'POST select': 'SelectObjectContent',
}

/** The query parameters that address a subresource instead of a bucket's or object's content. */
const SUBRESOURCES = [
  ...new Set([...Object.keys(BUCKET), ...Object.keys(OBJECT)].map((key) => key.split(' ')[1] ?? '')),
  // Subresources without an implementation. They are listed so that a request for one is not mistaken for one for the
  // content.
  'abac',
  'annotation',
  'metadataAnnotationTable',
  'metadataConfiguration',
  'metadataInventoryTable',
  'metadataJournalTable',
  'metadataTable',
  'renameObject',
  'select',
  'session',
  'torrent',
].filter((name) => name !== '-' && name !== 'copy')

/** Returns the implemented subresources of the request's bucket or object for its method, in alphabetical order. */
export function subresources(call: CloudCall): string[] {
  const table = targetOf(call).key === '' ? BUCKET : OBJECT
  const names = Object.keys(table).flatMap((each) => {
    const [method, name = '-', copy] = each.split(' ')
    return method === call.method && copy === undefined && name !== '-' && name !== 'copy' ? [name] : []
  })
  return names.toSorted()
}

/** The target of a request to S3. Without a bucket it is the account, without a key the bucket. */
export interface S3Target {
  readonly bucket: string
  readonly key: string
}

/**
 * Returns the bucket and key of a request's host and path.
 *
 * @throws `InvalidURI` for malformed percent-encoding.
 */
export function targetOf(call: Pick<CloudCall, 'path' | 'header' | 'origin' | 'host'>): S3Target {
  const host = bucketOfCall(call)
  const path = call.path.slice(1)
  const slash = path.indexOf('/')
  const [bucket, key] =
    host === null ? (slash < 0 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)]) : [host, path]
  try {
    return { bucket: decodeURIComponent(bucket), key: decodeURIComponent(key) }
  } catch {
    throw invalidUri()
  }
}

/** Returns the S3 operation of a request; null when it is not implemented. */
export function s3Operation(call: CloudCall): Identified | null {
  const target = targetOf(call)
  const { bucket, key } = target
  const params = { bucket, key }
  if (isWebsiteHost(call)) return { operation: 's3:ServeWebsite', params }
  if (bucket === '') {
    return call.method === 'GET' && key === '' ? { operation: 's3:ListBuckets', params } : null
  }
  const name = key === '' ? bucketOperation(call) : objectOperation(call)
  return name === undefined ? null : { operation: `s3:${name}`, params }
}

function bucketOperation(call: CloudCall): string | undefined {
  const resource = `${call.method} ${subresourceOf(call)}`
  return (call.query.has('id') ? BUCKET[`${resource} id`] : undefined) ?? BUCKET[resource]
}

function objectOperation(call: CloudCall): string | undefined {
  const copy = call.method === 'PUT' && withQueryHeaders(call).header('x-amz-copy-source') !== undefined
  const subresource = subresourceOf(call)
  if (copy && subresource === '-') return OBJECT['PUT copy']
  return OBJECT[`${call.method} ${subresource}${copy ? ' copy' : ''}`]
}

function subresourceOf({ search, query }: CloudCall): string {
  if (search.length < 2) return '-'
  return SUBRESOURCES.find((name) => query.has(name)) ?? '-'
}
