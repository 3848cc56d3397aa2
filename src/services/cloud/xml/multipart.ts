import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { checksumMembers } from '#cloud/rules/s3/uploads/checksums.ts'
import type { Encode } from '#cloud/rules/s3/lists/list-query.ts'
import { checksumNames, visibleChecksums } from '#cloud/rules/s3/uploads/multipart-upload.ts'
import type { MultipartUpload, UploadedPart } from '#cloud/schema/s3.ts'
import { isoSecond } from '#cloud/protocols/time.ts'

/** Returns a multipart upload as lists show it. `owner` is a canonical user id. */
export function uploadXml(upload: MultipartUpload, encode: Encode, owner: string): XmlMembers {
  return {
    Key: encode(upload.key),
    UploadId: upload.uploadId,
    ...initiatorXml(upload, owner),
    StorageClass: upload.storageClass,
    Initiated: isoSecond(upload.initiatedAt),
    ...checksumNames(upload),
  }
}

/** Returns the initiator of a multipart upload and the owner of the future object. */
export function initiatorXml({ initiator }: MultipartUpload, owner: string): XmlMembers {
  const isUser = initiator !== null && !initiator.endsWith(':root')
  return {
    Initiator: isUser ? { ID: initiator, DisplayName: displayName(initiator) } : { ID: owner },
    Owner: { ID: owner },
  }
}

/** Returns the name of a principal without its path: `ada` of `…:user/web/ada`, `worker/build` of a session. */
function displayName(arn: string): string {
  const [kind = '', ...names] = arn.slice(arn.lastIndexOf(':') + 1).split('/')
  return names.slice(kind === 'user' ? -1 : 0).join('/')
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
