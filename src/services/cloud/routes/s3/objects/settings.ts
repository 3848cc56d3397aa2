import * as v from 'valibot'
import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { s3Arn } from '#cloud/rules/s3/arn.ts'
import type { CloudCall } from '#cloud/call.ts'
import { methodNotAllowed } from '#cloud/errors/s3.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { defaultAcl } from '#cloud/rules/s3/access/acl.ts'
import { checkPublicAcl } from '#cloud/rules/s3/access/check-acl.ts'
import { findVersion, versionHeader } from '#cloud/rules/s3/objects/find-version.ts'
import { isOwnerEnforced } from '#cloud/rules/s3/access/public-access.ts'
import { emitObjectEvent } from '#cloud/rules/s3/events/emit-event.ts'
import { restore, restoreSchema } from '#cloud/rules/s3/objects/archive.ts'
import { checkTags, TAG_OWNERS } from '#cloud/rules/s3/objects/tags.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'
import { parseAcl, requireAcls } from '#cloud/steps/s3/acl.ts'
import { xmlBody } from '#cloud/steps/s3/xml-body.ts'

const { get, put, post, del } = routesFor<CloudCall>()

/** The schema of a tagging document. */
export const tagging = element({
  TagSet: v.optional(element({ Tag: elements(element({ Key: v.string(), Value: v.string() })) }), { Tag: [] }),
})

/** Tags and ACLs of objects. https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
export const objectSettingsRoutes = [
  get('s3:GetObjectTagging', '/:bucket/:key?tagging', loadBucketAndKey('s3:GetObjectTagging'), (call) => {
    const version = taggedVersion(call)
    return xmlAnswer('Tagging', { TagSet: { Tag: version.tags } }, versionHeader(call.bucket, version))
  }),

  put(
    's3:PutObjectTagging',
    '/:bucket/:key?tagging',
    loadBucketAndKey('s3:PutObjectTagging'),
    xmlBody('Tagging', tagging),
    (call) => {
      const version = taggedVersion(call)
      call.rows.objects.update(version.id, { tags: checkTags(call.body.TagSet.Tag, TAG_OWNERS.object) })
      emitObjectEvent(call, call.bucket, 'ObjectTagging:Put', version)
      return empty(200, versionHeader(call.bucket, version))
    },
  ),

  del('s3:DeleteObjectTagging', '/:bucket/:key?tagging', loadBucketAndKey('s3:DeleteObjectTagging'), (call) => {
    const version = taggedVersion(call)
    call.rows.objects.update(version.id, { tags: [] })
    emitObjectEvent(call, call.bucket, 'ObjectTagging:Delete', version)
    return empty(204, versionHeader(call.bucket, version))
  }),

  post(
    's3:RestoreObject',
    '/:bucket/:key?restore',
    loadBucketAndKey('s3:RestoreObject'),
    xmlBody('RestoreRequest', restoreSchema),
    (call) => {
      const version = requestedVersion(call)
      const started = restore(call, version, call.body) === 'started'
      if (started) emitObjectEvent(call, call.bucket, 'ObjectRestore:Post', version)
      return empty(started ? 202 : 200)
    },
  ),

  get('s3:GetObjectAcl', '/:bucket/:key?acl', loadBucketAndKey('s3:GetObjectAcl'), (call) => {
    const { acl, ownerId } = requestedVersion(call)
    const { accountId } = call.bucket
    if (isOwnerEnforced(call.bucket)) return xmlAnswer('AccessControlPolicy', defaultAcl(accountId))
    return xmlAnswer('AccessControlPolicy', acl ?? defaultAcl(ownerId ?? accountId))
  }),

  put('s3:PutObjectAcl', '/:bucket/:key?acl', loadBucketAndKey('s3:PutObjectAcl'), parseAcl, requireAcls, (call) => {
    refuseMarker(call)
    const version = requestedVersion(call)
    checkPublicAcl(call, call.bucket, call.acl, 's3:PutObjectAcl', s3Arn(call.bucket, call.key))
    call.rows.objects.update(version.id, { acl: call.acl })
    emitObjectEvent(call, call.bucket, 'ObjectAcl:Put', version)
    return empty(200, versionHeader(call.bucket, version))
  }),
]

/** For a deleted object these operations answer MethodNotAllowed, where other operations answer NoSuchKey. */
function refuseMarker({
  rows,
  bucket,
  key,
  query,
  method,
}: CloudCall & { readonly bucket: Bucket; readonly key: string }): void {
  if (query.has('versionId') || rows.objects.find('latest', bucket.id, key)?.isDeleteMarker !== true) return
  throw methodNotAllowed(method, 'DeleteMarker', { allow: 'DELETE' })
}

/**
 * Returns the version whose tags a request reads or changes.
 *
 * @throws as {@link requestedVersion} does, and `MethodNotAllowed` for a delete marker.
 */
function taggedVersion(call: CloudCall & { readonly bucket: Bucket; readonly key: string }): ObjectVersion {
  refuseMarker(call)
  return requestedVersion(call)
}

/**
 * Returns the requested version of the object.
 *
 * @throws as {@link findVersion} does.
 */
function requestedVersion(call: CloudCall & { readonly bucket: Bucket; readonly key: string }): ObjectVersion {
  return findVersion(call, call.bucket, call.key, call.query.get('versionId'))
}
