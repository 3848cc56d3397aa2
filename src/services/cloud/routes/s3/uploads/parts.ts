import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { objectOwners } from '#cloud/rules/s3/access/object-owner.ts'
import type { CloudCall } from '#cloud/call.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { partsPage } from '#cloud/rules/s3/lists/parts-page.ts'
import { checksumMembers } from '#cloud/rules/s3/uploads/checksums.ts'
import { storeSegment } from '#core/content.ts'
import { copySourceVersion, requireSameVersion } from '#cloud/rules/s3/objects/copy.ts'
import { entityTag } from '#cloud/rules/s3/objects/entity-tag.ts'
import { checksumNames, putPart, visibleChecksums, findUpload } from '#cloud/rules/s3/uploads/multipart-upload.ts'
import { loadUpload, receivePart, copyPart } from '#cloud/steps/s3/part.ts'
import { initiatorXml, partXml } from '#cloud/xml/multipart.ts'
import { abortHeaders, encryptionHeaders } from '#cloud/xml/object-headers.ts'
import { isoSecond } from '#cloud/protocols/time.ts'
import { loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'
import { loadCopySource } from '#cloud/steps/s3/copy-source.ts'

const { get, put } = routesFor<CloudCall>()

/** Parts of multipart uploads. https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export const partRoutes = [
  put('s3:UploadPart', '/:bucket/:key?uploadId', loadBucketAndKey('s3:PutObject'), loadUpload, receivePart, (call) => {
    const { multipartUpload: upload, number, sent } = call
    const content = [storeSegment(call, sent.segment)]
    const { size, md5, checksums } = sent
    const part = putPart(call, upload, { number, size, etag: entityTag(call, upload, md5), checksums, content })
    const algorithm = upload.checksumAlgorithm ?? sent.algorithm
    const sum = algorithm === null ? undefined : part.checksums[algorithm]
    return empty(200, {
      etag: `"${part.etag}"`,
      ...(sum === undefined ? {} : { [`x-amz-checksum-${algorithm}`]: sum }),
      ...encryptionHeaders(upload),
    })
  }),

  put(
    's3:UploadPartCopy',
    '/:bucket/:key?uploadId',
    loadBucketAndKey('s3:PutObject'),
    loadUpload,
    loadCopySource,
    copyPart,
    (call) => {
      const { multipartUpload: upload, source, number, copied } = call
      const { size, md5, checksums } = copied
      requireSameVersion(source, copied.version)
      const content = copied.content.map((segment) => storeSegment(call, segment))
      const part = putPart(call, upload, { number, size, etag: entityTag(call, upload, md5), checksums, content })
      return xmlAnswer(
        'CopyPartResult',
        {
          LastModified: isoSecond(part.modifiedAt),
          ETag: `"${part.etag}"`,
          ...checksumMembers(visibleChecksums(upload, part)),
        },
        { ...copySourceVersion(source), ...encryptionHeaders(upload) },
      )
    },
  ),

  get('s3:ListParts', '/:bucket/:key?uploadId', loadBucketAndKey('s3:ListMultipartUploadParts'), (call) => {
    const { bucket, key, rows, query } = call
    const upload = findUpload(call, bucket, key)
    const { limit, marker } = partsPage((name) => query.get(name))
    const passed = rows.uploadedParts.countBefore('numbered', [upload.id], marker + 1)
    const { rows: parts, total } = rows.uploadedParts.page('numbered', [upload.id], { offset: passed, limit })
    return xmlAnswer(
      'ListPartsResult',
      {
        Bucket: bucket.id,
        Key: key,
        UploadId: upload.uploadId,
        ...initiatorXml(upload, objectOwners(bucket)(upload)),
        StorageClass: upload.storageClass,
        PartNumberMarker: marker,
        NextPartNumberMarker: parts.at(-1)?.number ?? 0,
        MaxParts: limit,
        IsTruncated: passed + parts.length < total,
        ...checksumNames(upload),
        Part: parts.map((part) => partXml(upload, part)),
      },
      abortHeaders(bucket, upload),
    )
  }),
]
