import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { lastEntry, listedObjects, listPage } from '#cloud/rules/s3/lists/list-objects.ts'
import {
  continuationToken,
  listParameters,
  startOfFirstVersion,
  startOfSecondVersion,
  type ListParameters,
} from '#cloud/rules/s3/lists/list-query.ts'
import { objectOwners } from '#cloud/rules/s3/access/object-owner.ts'
import type { Walk } from '#core/walk-keys.ts'
import type { Bucket, ObjectVersion } from '#cloud/schema/s3.ts'
import { objectXml } from '#cloud/xml/object.ts'
import { loadBucket } from '#cloud/steps/s3/load-bucket.ts'

const { get } = routesFor<CloudCall>()

/** ListObjects and ListObjectsV2. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export const listRoutes = [
  get('s3:ListObjectsV2', '/:bucket?list-type=2', loadBucket('s3:ListBucket'), (call) => {
    const { bucket, query } = call
    const parameters = listParameters(call)
    const { encode } = parameters
    const page = listPage(listedObjects(call, bucket.id), parameters, startOfSecondVersion(call))
    const last = lastEntry(page)
    const owners = query.get('fetch-owner') === 'true' ? bucket : null
    const startAfter = query.get('start-after')
    return listAnswer(bucket, {
      Prefix: encode(parameters.prefix),
      // Beside a token the key is ignored.
      StartAfter: startAfter === null || query.has('continuation-token') ? null : encode(startAfter),
      ContinuationToken: query.get('continuation-token'),
      NextContinuationToken: last === null ? null : continuationToken(last),
      KeyCount: page.rows.length + page.commonPrefixes.length,
      ...entriesXml(parameters, page, owners),
    })
  }),

  get('s3:ListObjects', '/:bucket', loadBucket('s3:ListBucket'), (call) => {
    const { bucket, query, principal } = call
    const parameters = listParameters(call)
    const { encode } = parameters
    const page = listPage(listedObjects(call, bucket.id), parameters, startOfFirstVersion(call, parameters))
    const last = lastEntry(page)
    const next = last === null ? null : 'key' in last ? last.key : last.commonPrefix
    return listAnswer(bucket, {
      Prefix: encode(parameters.prefix),
      Marker: encode(query.get('marker') ?? ''),
      // Without a delimiter, clients continue after the last key.
      NextMarker: next === null || parameters.delimiter === '' ? null : encode(next),
      // A request without a signature is not told the owners.
      ...entriesXml(parameters, page, (principal?.accessKeyId ?? null) === null ? null : bucket),
    })
  }),
]

/** Returns a list's answer, with the bucket's region in a header. */
function listAnswer({ id, region }: Bucket, content: XmlMembers): Answer {
  return xmlAnswer('ListBucketResult', { Name: id, ...content }, { 'x-amz-bucket-region': region })
}

/** Returns the members that both versions of ListObjects share; with the owners of objects in the bucket `owners`. */
function entriesXml(
  { maxKeys, delimiter, encodingType, encode }: ListParameters,
  { rows, commonPrefixes, last }: Walk<ObjectVersion>,
  owners: Bucket | null,
): XmlMembers {
  const ownerOf = owners === null ? () => null : objectOwners(owners)
  return {
    MaxKeys: maxKeys,
    Delimiter: delimiter === '' ? null : encode(delimiter),
    EncodingType: encodingType,
    IsTruncated: last !== null,
    Contents: rows.map((object) => objectXml(object, encode, ownerOf(object))),
    CommonPrefixes: commonPrefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  }
}
