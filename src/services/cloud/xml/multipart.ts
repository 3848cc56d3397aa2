import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { objectOwnerId } from '#cloud/rules/s3/access/owner.ts'
import { checksumMembers } from '#cloud/rules/s3/uploads/checksums.ts'
import type { Encode } from '#cloud/rules/s3/lists/list-query.ts'
import { checksumNames, visibleChecksums } from '#cloud/rules/s3/uploads/multipart-upload.ts'
import type { Bucket, MultipartUpload, UploadedPart } from '#cloud/schema/s3.ts'
import { isoSecond } from '#cloud/protocols/time.ts'

/** Returns a multipart upload as lists show it. */
export function uploadXml(bucket: Bucket, upload: MultipartUpload, encode: Encode): XmlMembers {
  return {
    Key: encode(upload.key),
    UploadId: upload.uploadId,
    ...initiatorXml(bucket, upload),
    StorageClass: upload.storageClass,
    Initiated: isoSecond(upload.initiatedAt),
    ...checksumNames(upload),
  }
}

/** Returns the initiator of a multipart upload and the owner of the future object. */
export function initiatorXml(bucket: Bucket, upload: MultipartUpload): XmlMembers {
  const { initiator } = upload
  const owner = objectOwnerId(bucket, upload)
  const isUser = initiator !== null && !initiator.endsWith(':root')
  // The account's name stands for its root user.
  const DisplayName = isUser ? initiator.split('/').at(-1) : initiator?.split(':')[4]
  return { Initiator: { ID: isUser ? initiator : owner, DisplayName }, Owner: { ID: owner } }
}

/** Returns an uploaded part as lists show it. */
export function partXml(upload: MultipartUpload, part: UploadedPart): XmlMembers {
  return {
    PartNumber: part.number,
    LastModified: isoSecond(part.modifiedAt),
    ETag: `"${part.etag}"`,
    Size: part.size,
    ...checksumMembers(visibleChecksums(upload, part)),
  }
}
