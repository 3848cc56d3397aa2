import type { XmlMembers } from '../protocols/xml.ts'
import type { Encode } from '../rules/s3/list-query.ts'
import type { ObjectVersion } from '../schema-s3.ts'
import { objectXml } from './object.ts'
import { isoTime } from './time.ts'

/** A version in a list. `owner` is a canonical user id. */
export function versionXml(version: ObjectVersion, encode: Encode, owner: string): XmlMembers {
  const { Owner, StorageClass, ...object } = objectXml(version, encode, owner)
  return { ...object, StorageClass, VersionId: version.versionId, IsLatest: version.isLatest, Owner }
}

/** A delete marker in a list. */
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
    LastModified: isoTime(modifiedAt),
  }
}
