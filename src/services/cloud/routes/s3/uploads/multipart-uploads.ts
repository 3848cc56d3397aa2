import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { objectOwners } from '#cloud/rules/s3/access/object-owner.ts'
import type { CloudCall } from '#cloud/call.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { CHECKSUM_NAMES, checksumMembers } from '#cloud/rules/s3/uploads/checksums.ts'
import { digestsOf, partListKeys, findListedParts, findOpenUpload } from '#cloud/rules/s3/uploads/complete-upload.ts'
import { checkCompletion, currentObject } from '#cloud/rules/s3/objects/conditions.ts'
import { checkPartKey, isWithCustomerKey } from '#cloud/rules/s3/objects/customer-key.ts'
import { detailsOf } from '#cloud/rules/s3/objects/details.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { listParameters } from '#cloud/rules/s3/lists/list-query.ts'
import { uploadsPage } from '#cloud/rules/s3/lists/list-uploads.ts'
import {
  detailsOfUpload,
  removeUpload,
  requestedChecksum,
  findUpload,
} from '#cloud/rules/s3/uploads/multipart-upload.ts'
import { emitObjectEvent } from '#cloud/rules/s3/events/emit-event.ts'
import { objectUrl } from '#cloud/rules/s3/objects/object-url.ts'
import { putVersion } from '#cloud/rules/s3/objects/put-version.ts'
import type { Bucket, CompletedUpload, MultipartUpload } from '#cloud/schema/s3.ts'
import { uploadXml } from '#cloud/xml/multipart.ts'
import { abortHeaders, encryptionHeaders } from '#cloud/xml/object-headers.ts'
import { loadBucket, loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'
import { parseCompletion } from '#cloud/steps/s3/completion.ts'

const { get, post, del } = routesFor<CloudCall>()

/** Multipart uploads. https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
export const multipartUploadRoutes = [
  post('s3:CreateMultipartUpload', '/:bucket/:key?uploads', loadBucketAndKey('s3:PutObject'), (call) => {
    const { bucket, key, rows, clock, principal } = call
    const upload = rows.multipartUploads.insert({
      ...detailsOf(withQueryHeaders(call), bucket, clock.now()),
      ...requestedChecksum(call),
      bucket: bucket.id,
      key,
      uploadId: newUploadId(call),
      initiator: principal?.arn ?? null,
      initiatedAt: clock.now(),
      began: currentObject(call, bucket, key)?.sequence ?? null,
    })
    const content = { Bucket: bucket.id, Key: key, UploadId: upload.uploadId }
    return xmlAnswer('InitiateMultipartUploadResult', content, {
      ...encryptionHeaders(upload),
      ...abortHeaders(bucket, upload),
      ...chosenChecksumHeaders(upload),
    })
  }),

  post(
    's3:CompleteMultipartUpload',
    '/:bucket/:key?uploadId',
    loadBucketAndKey('s3:PutObject'),
    parseCompletion,
    (call) => {
      const { bucket, key, rows, completion } = call
      const upload = findOpenUpload(call, completion)
      if (upload === null) return completedAnswer(call)
      // Only an upload with checksums is read again with its key.
      if (isWithCustomerKey(upload) && upload.checksumAlgorithm !== null) checkPartKey(call, upload)
      const parts = findListedParts(call, upload, completion)
      const digests = digestsOf(call, upload, parts, completion)
      checkCompletion(call, bucket, upload)
      const version = putVersion(call, bucket, key, {
        ...detailsOfUpload(upload),
        ...digests,
        content: parts.flatMap(({ content }) => content.map((stored) => ({ stored }))),
      })
      removeUpload(call, upload)
      const { versionId, etag, checksums, checksumType, headers } = version
      const object = { versionId, etag, checksums, checksumType, headers }
      const { uploadId } = upload
      rows.completedUploads.insert({ bucket: bucket.id, key, uploadId, listed: partListKeys(completion), object })
      emitObjectEvent(call, bucket, 'ObjectCreated:CompleteMultipartUpload', version)
      return completedAnswer(call)
    },
  ),

  del('s3:AbortMultipartUpload', '/:bucket/:key?uploadId', loadBucketAndKey('s3:AbortMultipartUpload'), (call) => {
    removeUpload(call, findUpload(call, call.bucket, call.key))
    return empty()
  }),

  get('s3:ListMultipartUploads', '/:bucket?uploads', loadBucket('s3:ListBucketMultipartUploads'), (call) => {
    const { bucket, query } = call
    const parameters = listParameters(call, 'max-uploads')
    const { prefix, delimiter, maxKeys, encodingType, encode } = parameters
    const { rows: uploads, commonPrefixes, last } = uploadsPage(call, bucket, parameters)
    const ownerOf = objectOwners(bucket)
    const final = uploads.at(-1)
    return xmlAnswer('ListMultipartUploadsResult', {
      Bucket: bucket.id,
      KeyMarker: encode(query.get('key-marker') ?? ''),
      // Without a key it marks nothing.
      UploadIdMarker: (query.get('key-marker') ?? '') === '' ? '' : (query.get('upload-id-marker') ?? ''),
      // The last upload is told on the last page too.
      NextKeyMarker: last !== null && 'commonPrefix' in last ? '' : encode(final?.key ?? ''),
      NextUploadIdMarker: last !== null && 'commonPrefix' in last ? '' : (final?.uploadId ?? ''),
      Delimiter: delimiter === '' ? null : encode(delimiter),
      Prefix: prefix === '' ? null : encode(prefix),
      EncodingType: encodingType,
      MaxUploads: maxKeys,
      IsTruncated: last !== null,
      Upload: uploads.map((upload) => uploadXml(upload, encode, ownerOf(upload))),
      CommonPrefixes: commonPrefixes.map((each) => ({ Prefix: encode(each) })),
    })
  }),
]

/** Returns a new upload id. Ids ascend, because lists are ordered by them. */
function newUploadId({ rows, ids }: CloudCall): string {
  return `${String(rows.uploadNumbers.next()).padStart(10, '0')}.${ids.base62(96)}`
}

function chosenChecksumHeaders({ checksumAlgorithm, checksumType }: MultipartUpload): Record<string, string> {
  if (checksumAlgorithm === null) return {}
  return { 'x-amz-checksum-algorithm': CHECKSUM_NAMES[checksumAlgorithm], 'x-amz-checksum-type': checksumType }
}

/** Returns the answer to a completion, which is the same for a repetition. */
function completedAnswer(call: CloudCall & { readonly bucket: Bucket; readonly key: string }) {
  const { bucket, key, rows, query } = call
  const { object } = completedUpload(rows.completedUploads.find('uploadId', query.get('uploadId') ?? ''))
  const content = {
    Location: objectUrl(call, bucket.id, key),
    Bucket: bucket.id,
    Key: key,
    ETag: `"${object.etag}"`,
    ...checksumMembers(object.checksums),
    ChecksumType: Object.keys(object.checksums).length === 0 ? null : object.checksumType,
  }
  const version = object.versionId === 'null' ? {} : { 'x-amz-version-id': object.versionId }
  return xmlAnswer('CompleteMultipartUploadResult', content, { ...version, ...encryptionHeaders(object) })
}

function completedUpload(upload: CompletedUpload | undefined): CompletedUpload {
  if (upload === undefined) throw new Error('the upload was not completed')
  return upload
}
