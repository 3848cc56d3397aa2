import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import { listParameters } from '#cloud/rules/s3/lists/list-query.ts'
import { versionsPage } from '#cloud/rules/s3/lists/list-versions.ts'
import { objectOwners } from '#cloud/rules/s3/access/object-owner.ts'
import { deleteMarkerXml, versionXml } from '#cloud/xml/version.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'

const { get } = routesFor<CloudCall>()

/** Versions of objects. https://docs.aws.amazon.com/AmazonS3/latest/userguide/Versioning.html */
export const versionRoutes = [
  get('s3:ListObjectVersions', '/:bucket?versions', loadBucket('s3:ListBucketVersions'), (call) => {
    const { bucket, query } = call
    const parameters = listParameters(call)
    const { prefix, delimiter, maxKeys, encodingType, encode } = parameters
    const { rows: versions, commonPrefixes, last } = versionsPage(call, bucket, parameters)
    const ownerOf = objectOwners(bucket)
    return xmlAnswer('ListVersionsResult', {
      Name: bucket.id,
      Prefix: encode(prefix),
      KeyMarker: encode(query.get('key-marker') ?? ''),
      VersionIdMarker: query.get('version-id-marker') ?? '',
      NextKeyMarker: last === null ? null : encode('row' in last ? last.row.key : last.commonPrefix),
      NextVersionIdMarker: last !== null && 'row' in last ? last.row.versionId : null,
      MaxKeys: maxKeys,
      Delimiter: delimiter === '' ? null : encode(delimiter),
      EncodingType: encodingType,
      IsTruncated: last !== null,
      '': versions.map((each) =>
        each.isDeleteMarker
          ? { DeleteMarker: deleteMarkerXml(each, encode, ownerOf(each)) }
          : { Version: versionXml(each, encode, ownerOf(each)) },
      ),
      CommonPrefixes: commonPrefixes.map((each) => ({ Prefix: encode(each) })),
    })
  }),
]
