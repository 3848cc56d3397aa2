import type { XmlMembers } from '#cloud/protocols/xml.ts'
import type { Encode } from '#cloud/rules/s3/lists/list-query.ts'
import type { ObjectVersion } from '#cloud/schema/s3.ts'
import { objectXml } from './object.ts'
import { isoSecond } from '#cloud/protocols/time.ts'

/** Returns a version as lists show it. `owner` is a canonical user id. */
export function versionXml(version: ObjectVersion, encode: Encode, owner: string): XmlMembers {
  const { Owner, StorageClass, ...object } = objectXml(version, encode, owner)
  return { ...object, StorageClass, VersionId: version.versionId, IsLatest: version.isLatest, Owner }
}

/** Returns a delete marker as lists show it. */
export function deleteMarkerXml(
  { key, versionId, isLatest, modifiedAt }: ObjectVersion,
  encode: Encode,
  owner: string,
): XmlMembers {
  return {
    Owner: { ID: owner },
    Key: encode(key),
    VersionId: versionId,
    IsLatest: isLatest,
    LastModified: isoSecond(modifiedAt),
  }
}
