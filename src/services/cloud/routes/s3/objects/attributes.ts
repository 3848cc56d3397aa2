import { routesFor } from '#core/routes.ts'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, invalidRequest } from '#cloud/errors/s3.ts'
import { xmlAnswer } from '#cloud/protocols/rest-xml.ts'
import type { XmlMembers } from '#cloud/protocols/xml.ts'
import { partsPage } from '#cloud/rules/s3/lists/parts-page.ts'
import { checksumMembers } from '#cloud/rules/s3/uploads/checksums.ts'
import { checkCustomerKey } from '#cloud/rules/s3/objects/customer-key.ts'
import { findVersion, versionHeader } from '#cloud/rules/s3/objects/find-version.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import type { ObjectVersion } from '#cloud/schema/s3.ts'
import { httpTime } from '#cloud/protocols/time.ts'
import { loadBucketAndKey } from '#cloud/steps/s3/load-bucket.ts'

const { get } = routesFor<CloudCall>()

/** GetObjectAttributes requires this permission and s3:GetObject. */
const ACTION = 's3:GetObjectAttributes'

const ATTRIBUTES = new Set(['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'])

/**
 * The attributes of objects without their content.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html
 */
export const objectAttributesRoutes = [
  get(
    's3:GetObjectAttributes',
    '/:bucket/:key?attributes',
    loadBucketAndKey('s3:GetObject'),
    loadBucketAndKey(ACTION),
    (call) => {
      const { bucket, key, query } = call
      const requested = requestedAttributes(call)
      const version = findVersion(call, bucket, key, query.get('versionId'))
      checkCustomerKey(call, version)
      const { etag, checksums, checksumType, storageClass, size } = version
      const content = {
        ETag: requested.has('ETag') ? etag : null,
        Checksum: requested.has('Checksum')
          ? { ...checksumMembers(withoutCount(checksums)), ChecksumType: checksumType }
          : null,
        ObjectParts: requested.has('ObjectParts') ? partsXml(call, version) : null,
        StorageClass: requested.has('StorageClass') ? storageClass : null,
        ObjectSize: requested.has('ObjectSize') ? size : null,
      }
      return xmlAnswer('GetObjectAttributesResponse', content, {
        'last-modified': httpTime(version.modifiedAt),
        ...versionHeader(bucket, version),
      })
    },
  ),
]

/** Returns composite checksums as the vendor tells them here: without the number of parts. */
function withoutCount(checksums: ObjectVersion['checksums']): ObjectVersion['checksums'] {
  return Object.fromEntries(Object.entries(checksums).map(([algorithm, sum]) => [algorithm, sum.replace(/-\d+$/, '')]))
}

function requestedAttributes(call: CloudCall): ReadonlySet<string> {
  const attributes = withQueryHeaders(call).header('x-amz-object-attributes')
  if (attributes === undefined || attributes.trim() === '')
    throw invalidRequest(
      'The x-amz-object-attributes header specifying the attributes to be retrieved is either missing or empty',
    )
  const requested = new Set(attributes.split(',').map((each) => each.trim()))
  const unknown = [...requested].find((each) => !ATTRIBUTES.has(each))
  if (unknown !== undefined)
    throw invalidArgument('Invalid attribute name specified.', 'x-amz-object-attributes', unknown)
  return requested
}

/**
 * Returns the parts of an object that was uploaded in parts, after the marker; only their number when they have no
 * checksums.
 */
function partsXml(call: CloudCall, { parts }: ObjectVersion): XmlMembers | null {
  const { header } = withQueryHeaders(call)
  if (parts === null) return null
  if (parts.every(({ checksums }) => Object.keys(checksums).length === 0)) return { PartsCount: parts.length }
  const { limit, marker: after } = partsPage((name) => header(`x-amz-${name}`))
  const rest = parts.filter(({ number }) => number > after)
  const shown = rest.slice(0, limit)
  return {
    PartsCount: parts.length,
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.number ?? 0,
    MaxParts: limit,
    IsTruncated: shown.length < rest.length,
    Part: shown.map(({ number, size, checksums }) => ({
      ...checksumMembers(checksums),
      PartNumber: number,
      Size: size,
    })),
  }
}
