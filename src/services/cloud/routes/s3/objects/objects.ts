import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { checksumHeaders, checksumMembers } from '#cloud/rules/s3/uploads/checksums.ts'
import { checkNotArchived } from '#cloud/rules/s3/objects/archive.ts'
import { checkIfMatch, checkWrite } from '#cloud/rules/s3/objects/conditions.ts'
import { copySourceVersion, detailsOfCopy, requireSameVersion } from '#cloud/rules/s3/objects/copy.ts'
import { entityTag } from '#cloud/rules/s3/objects/entity-tag.ts'
import { deleteObject, deletionHeaders } from '#cloud/rules/s3/objects/delete-object.ts'
import { detailsOf } from '#cloud/rules/s3/objects/details.ts'
import { checkRetainedDigest } from '#cloud/rules/s3/objects/object-lock.ts'
import { findVersion, versionHeader } from '#cloud/rules/s3/objects/find-version.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { emitObjectEvent, emitDeletionEvents } from '#cloud/rules/s3/events/emit-event.ts'
import { putVersion } from '#cloud/rules/s3/objects/put-version.ts'
import { readObject } from './read-object.ts'
import { receiveUpload } from '#cloud/steps/s3/upload.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { encryptionHeaders, expirationHeader } from '#cloud/xml/object-headers.ts'
import { isoSecond } from '#cloud/protocols/time.ts'
import { loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'
import { copyDigests, loadCopySource } from '#cloud/steps/s3/copy-source.ts'

const { get, head, put, del } = routesFor<CloudCall>()

/**
 * Operations on objects.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
 */
export const objectRoutes = [
  put('s3:PutObject', '/:bucket/:key', loadBucketAndKey('s3:PutObject'), receiveUpload, (call) => {
    const { bucket, key, upload: sent } = call
    checkWrite(call, bucket, key)
    const source = withQueryHeaders(call)
    const details = detailsOf(source, bucket, call.clock.now())
    checkRetainedDigest(source, details.lock)
    const version = putVersion(call, bucket, key, {
      ...details,
      etag: entityTag(call, details, sent.md5),
      checksums: sent.checksums,
      checksumType: 'FULL_OBJECT',
      parts: null,
      content: [sent.segment],
    })
    emitObjectEvent(call, bucket, 'ObjectCreated:Put', version)
    return empty(200, {
      etag: `"${version.etag}"`,
      ...writtenVersion(bucket, version),
      ...expirationHeader(bucket, version),
      ...checksumHeaders(version.checksums, version.checksumType),
      ...encryptionHeaders(version),
    })
  }),

  put('s3:CopyObject', '/:bucket/:key', loadBucketAndKey('s3:PutObject'), loadCopySource, copyDigests, (call) => {
    const { bucket, key, source, digests } = call
    requireSameVersion(source, call.digested)
    checkWrite(call, bucket, key)
    const details = detailsOfCopy(call, bucket, key, source)
    const version = putVersion(call, bucket, key, {
      ...details,
      ...digests,
      etag: entityTag(call, details, digests.etag),
      parts: null,
      content: source.version.content.map((segment) => ({ stored: segment })),
    })
    emitObjectEvent(call, bucket, 'ObjectCreated:Copy', version)
    const headers = {
      ...copySourceVersion(source),
      ...versionHeader(bucket, version),
      ...expirationHeader(bucket, version),
      ...encryptionHeaders(version),
    }
    return xmlAnswer('CopyObjectResult', copyResult(version), headers)
  }),

  get('s3:GetObject', '/:bucket/:key', loadBucketAndKey('s3:GetObject'), (call) =>
    readObject(call, call.bucket, findReadableVersion(call)),
  ),

  head('s3:HeadObject', '/:bucket/:key', loadBucketAndKey('s3:GetObject'), (call) => {
    const { bucket, key, query } = call
    return readObject(call, bucket, findVersion(call, bucket, key, query.get('versionId')))
  }),

  del('s3:DeleteObject', '/:bucket/:key', loadBucketAndKey('s3:DeleteObject'), (call) => {
    const { bucket, key, query } = call
    const versionId = query.get('versionId')
    checkIfMatch(call, bucket, key)
    const deletion = deleteObject(call, bucket, key, versionId)
    emitDeletionEvents(call, bucket, deletion)
    return empty(204, deletionHeaders(deletion, versionId))
  }),
]

type ObjectCall = CloudCall & { readonly bucket: Bucket; readonly key: string }

/**
 * Finds the requested version.
 *
 * @throws `InvalidObjectState` for an archived one.
 */
function findReadableVersion(call: ObjectCall): ObjectVersion {
  const { bucket, key, query } = call
  const version = findVersion(call, bucket, key, query.get('versionId'))
  checkNotArchived(version, call.clock.now())
  return version
}

/** Returns the version header of a write, which only a bucket with versioning enabled sends. */
function writtenVersion(bucket: Bucket, version: ObjectVersion): Record<string, string> {
  return bucket.versioning === 'Enabled' ? versionHeader(bucket, version) : {}
}

function copyResult({ modifiedAt, etag, checksums, checksumType }: ObjectVersion): Record<string, string | undefined> {
  return {
    LastModified: isoSecond(modifiedAt),
    ETag: `"${etag}"`,
    ...checksumMembers(checksums),
    ChecksumType: checksumType,
  }
}
