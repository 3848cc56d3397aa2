import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { CHECKSUM_NAMES, isChecksumAlgorithm } from '#cloud/rules/s3/uploads/checksums.ts'
import type { Encode } from '#cloud/rules/s3/lists/list-query.ts'
import type { ObjectVersion } from '#cloud/schema/s3.ts'
import { isoSecond } from '#cloud/protocols/time.ts'

/** Returns an object as lists show it; with its owner unless `owner` is null. */
export function objectXml(object: ObjectVersion, encode: Encode, owner: string | null): XmlMembers {
  const algorithms = Object.keys(object.checksums).filter(isChecksumAlgorithm)
  return {
    Key: encode(object.key),
    LastModified: isoSecond(object.modifiedAt),
    ETag: `"${object.etag}"`,
    ChecksumAlgorithm: algorithms.map((algorithm) => CHECKSUM_NAMES[algorithm]),
    ChecksumType: algorithms.length === 0 ? null : object.checksumType,
    Size: object.size,
    Owner: owner === null ? null : { ID: owner },
    StorageClass: object.storageClass,
  }
}
