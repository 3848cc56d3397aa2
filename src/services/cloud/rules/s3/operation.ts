import type { Identified } from '../../../../core/routes.ts'
import type { CloudCall } from '../../call.ts'
import { invalidUri } from '../../errors-s3.ts'
import { withHoisted } from './hoisted.ts'
import { bucketOfHost } from './host.ts'

/** The operations of a bucket or an object by method and subresource; `-` where there is none. */
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
  'GET notification': 'GetBucketNotificationConfiguration',
  'GET acl': 'GetBucketAcl',
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
  'PUT notification': 'PutBucketNotificationConfiguration',
  'PUT acl': 'PutBucketAcl',
  'DELETE -': 'DeleteBucket',
  'DELETE tagging': 'DeleteBucketTagging',
  'DELETE cors': 'DeleteBucketCors',
  'DELETE policy': 'DeleteBucketPolicy',
  'DELETE lifecycle': 'DeleteBucketLifecycle',
  'DELETE publicAccessBlock': 'DeletePublicAccessBlock',
  'DELETE ownershipControls': 'DeleteBucketOwnershipControls',
  'DELETE encryption': 'DeleteBucketEncryption',
  'POST delete': 'DeleteObjects',
  'POST -': 'PostObject',
}

const OBJECT: Readonly<Record<string, string>> = {
  'GET -': 'GetObject',
  'GET tagging': 'GetObjectTagging',
  'GET acl': 'GetObjectAcl',
  'GET attributes': 'GetObjectAttributes',
  'GET uploadId': 'ListParts',
  'HEAD -': 'HeadObject',
  'PUT -': 'PutObject',
  'PUT copy': 'CopyObject',
  'PUT uploadId': 'UploadPart',
  'PUT uploadId copy': 'UploadPartCopy',
  'PUT tagging': 'PutObjectTagging',
  'PUT acl': 'PutObjectAcl',
  'DELETE -': 'DeleteObject',
  'DELETE tagging': 'DeleteObjectTagging',
  'DELETE uploadId': 'AbortMultipartUpload',
  'POST uploads': 'CreateMultipartUpload',
  'POST uploadId': 'CompleteMultipartUpload',
}

/** Query parameters that make a request one about something else than the bucket's or object's content. */
const SUBRESOURCES = [
  ...new Set([...Object.keys(BUCKET), ...Object.keys(OBJECT)].map((key) => key.split(' ')[1] ?? '')),
  // Not implemented: told apart, so that asking for them is not taken for asking for the content.
  'abac',
  'accelerate',
  'analytics',
  'annotation',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'logging',
  'metadataAnnotationTable',
  'metadataConfiguration',
  'metadataInventoryTable',
  'metadataJournalTable',
  'metadataTable',
  'metrics',
  'object-lock',
  'renameObject',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'session',
  'torrent',
  'website',
].filter((name) => name !== '-' && name !== 'copy')

/** The subresources that a method has, of the bucket or the object that a request is about; in the order of the alphabet. */
export function subresources(call: CloudCall): string[] {
  const table = targetOf(call).key === '' ? BUCKET : OBJECT
  const given = Object.keys(table).flatMap((each) => {
    const [method, name = '-', copy] = each.split(' ')
    return method === call.method && copy === undefined && name !== '-' && name !== 'copy' ? [name] : []
  })
  return given.toSorted()
}

/** Where a request points to in S3; no bucket is the account, no key is the bucket. */
export interface S3Target {
  readonly bucket: string
  readonly key: string
}

/** The bucket and key that a request names, by its host and path. Throws `InvalidURI` for what is not well encoded. */
export function targetOf(call: Pick<CloudCall, 'path' | 'header' | 'origin'>): S3Target {
  const host = bucketOfHost(call.header('host') ?? '', call.origin)
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

/** The operation of S3 that a request is; null when it is none that is implemented. */
export function s3Operation(call: CloudCall): Identified | null {
  const target = targetOf(call)
  const { bucket, key } = target
  const params = { bucket, key }
  if (bucket === '') {
    return call.method === 'GET' && key === '' ? { operation: 's3:ListBuckets', params } : null
  }
  const name = key === '' ? BUCKET[`${call.method} ${subresourceOf(call)}`] : objectOperation(call)
  return name === undefined ? null : { operation: `s3:${name}`, params }
}

function objectOperation(call: CloudCall): string | undefined {
  const copy = call.method === 'PUT' && withHoisted(call).header('x-amz-copy-source') !== undefined
  const subresource = subresourceOf(call)
  if (copy && subresource === '-') return OBJECT['PUT copy']
  return OBJECT[`${call.method} ${subresource}${copy ? ' copy' : ''}`]
}

function subresourceOf({ search, query }: CloudCall): string {
  if (search.length < 2) return '-'
  return SUBRESOURCES.find((name) => query.has(name)) ?? '-'
}
