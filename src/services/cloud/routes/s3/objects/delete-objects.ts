import * as v from 'valibot'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import { isAllowed } from '#cloud/rules/iam/permission.ts'
import type { CloudCall } from '#cloud/call.ts'
import { accessDenied } from '#cloud/errors/access.ts'
import { invalidRequest, keyTooLong, noSuchKey, noSuchVersion, preconditionFailed } from '#cloud/errors/s3.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { checkRegion, findBucket } from '#cloud/rules/s3/buckets/find-bucket.ts'
import { isVersionId } from '#cloud/rules/s3/objects/version-id.ts'
import { deleteObject } from '#cloud/rules/s3/objects/delete-object.ts'
import { hasDigest } from '#cloud/rules/s3/uploads/checksums.ts'
import { checkBypass } from '#cloud/rules/s3/objects/object-lock.ts'
import { emitDeletionEvents, emitMissingDeletion } from '#cloud/rules/s3/events/emit-event.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { post } = routesFor<CloudCall>()

const identifier = element({
  Key: v.pipe(v.string(), v.minLength(1)),
  VersionId: v.optional(v.string()),
  ETag: v.optional(v.string()),
})
const request = element({
  Object: v.pipe(elements(identifier), v.minLength(1), v.maxLength(1000)),
  Quiet: v.optional(v.picklist(['true', 'false']), 'false'),
})

/**
 * DeleteObjects: up to 1000 deletions at once. https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html
 */
export const deleteObjectsRoutes = [
  post('s3:DeleteObjects', '/:bucket?delete', requireDigest, xmlBody('Delete', request), (call) => {
    const bucket = findBucket(call, call.params.bucket)
    checkRegion(call, bucket)
    checkBypass(call, bucket)
    const results = call.body.Object.map((each) => deleteOne(call, bucket, each))
    const quiet = call.body.Quiet === 'true'
    return xmlAnswer('DeleteResult', {
      Deleted: quiet ? [] : results.flatMap((result) => ('deleted' in result ? [result.deleted] : [])),
      Error: results.flatMap((result) => ('error' in result ? [result.error] : [])),
    })
  }),
]

/** A step that refuses a body without a digest or checksum. */
function requireDigest({ headers }: CloudCall): void {
  if (!hasDigest(headers)) {
    throw invalidRequest('Missing required header for this request: Content-MD5 OR x-amz-checksum-*')
  }
}

type Result = { readonly deleted: XmlMembers } | { readonly error: XmlMembers }

/** Deletes one object. A failure becomes part of the answer and does not affect the others. */
function deleteOne(
  call: CloudCall,
  bucket: Bucket,
  { Key, VersionId, ETag }: v.InferOutput<typeof identifier>,
): Result {
  try {
    const action = VersionId === undefined ? 's3:DeleteObject' : 's3:DeleteObjectVersion'
    if (!isAllowed(call, action, s3Arn(bucket, Key))) throw accessDenied(call)
    const size = Buffer.byteLength(Key)
    if (size > 1024) throw keyTooLong(size)
    checkEtag(call, bucket, Key, ETag)
    if (VersionId !== undefined && isForeignVersion(bucket, VersionId)) throw noSuchVersion(Key, VersionId)
    const deletion = deleteObject(call, bucket, Key, VersionId ?? null)
    const { removed, marker } = deletion
    if (removed === null && marker === null) emitMissingDeletion(call, bucket, Key)
    else emitDeletionEvents(call, bucket, deletion)
    return {
      deleted: {
        Key,
        VersionId,
        DeleteMarker: marker !== null || removed?.isDeleteMarker === true ? true : null,
        DeleteMarkerVersionId: marker?.versionId ?? (removed?.isDeleteMarker === true ? removed.versionId : null),
      },
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { error: { Key, VersionId, Code: String(error.details['code']), Message: error.message } }
  }
}

/**
 * Returns whether an id has the form of the vendor's and is of no version that the bucket ever had. Only an id without
 * that form is an invalid argument here.
 */
function isForeignVersion({ versioning }: Bucket, versionId: string): boolean {
  return /^\w{32}$/.test(versionId) && (versioning === null || !isVersionId(versionId))
}

function checkEtag({ rows }: CloudCall, bucket: Bucket, key: string, etag: string | undefined): void {
  if (etag === undefined) return
  const latest = rows.objects.find('latest', bucket.id, key)
  if (latest === undefined || latest.isDeleteMarker) throw noSuchKey(key)
  if (etag !== '*' && etag.replaceAll('"', '') !== latest.etag) throw preconditionFailed('If-Match')
}
