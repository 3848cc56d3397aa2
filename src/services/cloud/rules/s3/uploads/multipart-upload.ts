import type { CloudCall, CloudContext } from '#cloud/call.ts'
import { invalidRequest } from '#cloud/errors/s3.ts'
import { invalidPartNumberArgument, noSuchUpload } from '#cloud/errors/s3-uploads.ts'
import type { Bucket, ChecksumAlgorithm, MultipartUpload, ObjectDetails, UploadedPart } from '#cloud/schema/s3.ts'
import { withQueryHeaders } from '#cloud/protocols/s3/query-headers.ts'
import { isCombinable } from './combine-checksums.ts'
import { CHECKSUM_NAMES, isChecksumAlgorithm } from './checksums.ts'
import { dropSegments } from '#core/content.ts'

/**
 * Finds the multipart upload that the query names.
 *
 * @throws `NoSuchUpload`.
 */
export function findUpload(
  { rows, query }: Pick<CloudCall, 'rows' | 'query'>,
  bucket: Bucket,
  key: string,
): MultipartUpload {
  const uploadId = query.get('uploadId') ?? ''
  const upload = rows.multipartUploads.find('uploadId', uploadId)
  if (upload === undefined || upload.bucket !== bucket.id || upload.key !== key) throw noSuchUpload(uploadId)
  return upload
}

/**
 * Returns the part number of a request.
 *
 * @throws `InvalidArgument` for an invalid one.
 */
export function partNumberOf({ query }: Pick<CloudCall, 'query'>): number {
  const text = query.get('partNumber') ?? ''
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > 10_000) throw invalidPartNumberArgument(text)
  return number
}

/** The checksum settings of a multipart upload. */
export type UploadChecksum = Pick<MultipartUpload, 'checksumAlgorithm' | 'checksumType'>

/**
 * Returns the checksum settings in the headers of CreateMultipartUpload.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html#Full-object-checksums
 *
 * @throws `InvalidRequest` for an invalid combination.
 */
export function requestedChecksum(call: CloudCall): UploadChecksum {
  const { header } = withQueryHeaders(call)
  const type = header('x-amz-checksum-type')
  const name = header('x-amz-checksum-algorithm')?.toLowerCase()
  if (type !== undefined && type !== 'COMPOSITE' && type !== 'FULL_OBJECT') {
    throw invalidRequest('Value for x-amz-checksum-type header is invalid.')
  }
  if (name === undefined) {
    if (type === undefined) return { checksumAlgorithm: null, checksumType: 'FULL_OBJECT' }
    throw invalidRequest('The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.')
  }
  if (!isChecksumAlgorithm(name)) {
    const known = 'CRC32, CRC32C, CRC64NVME, SHA1, SHA256'
    throw invalidRequest(
      `Checksum algorithm provided is unsupported. Please try again with any of the valid types: [${known}]`,
    )
  }
  const checksumType = type ?? (name === 'crc64nvme' ? 'FULL_OBJECT' : 'COMPOSITE')
  const possible = checksumType === 'FULL_OBJECT' ? isCombinable(name) : name !== 'crc64nvme'
  if (!possible)
    throw invalidRequest(`The ${checksumType} checksum type cannot be used with the ${name} checksum algorithm.`)
  return { checksumAlgorithm: name, checksumType }
}

/** Returns the object details that were set when the upload was created. */
export function detailsOfUpload({
  headers,
  metadata,
  storageClass,
  ownerId,
  tags,
  acl,
  lock,
}: MultipartUpload): ObjectDetails {
  return { headers, metadata, storageClass, ownerId, tags, acl, lock }
}

/** Returns the algorithm of the object's checksum: CRC64NVME when the client chose none. */
export function algorithmOf({ checksumAlgorithm }: UploadChecksum): ChecksumAlgorithm {
  return checksumAlgorithm ?? 'crc64nvme'
}

/** Returns the checksum settings as documents show them; null members when the client chose none. */
export function checksumNames({ checksumAlgorithm, checksumType }: UploadChecksum) {
  if (checksumAlgorithm === null) return { ChecksumAlgorithm: null, ChecksumType: null }
  return { ChecksumAlgorithm: CHECKSUM_NAMES[checksumAlgorithm], ChecksumType: checksumType }
}

/** Returns the checksum of a part that answers show: the one of the algorithm that the client chose for the upload. */
export function visibleChecksums(
  { checksumAlgorithm }: UploadChecksum,
  { checksums }: Pick<UploadedPart, 'checksums'>,
) {
  const sum = checksumAlgorithm === null ? undefined : checksums[checksumAlgorithm]
  return checksumAlgorithm === null || sum === undefined ? {} : { [checksumAlgorithm]: sum }
}

/** Stores a part, replacing one of the same number. */
export function putPart(
  context: CloudContext,
  upload: MultipartUpload,
  part: Omit<UploadedPart, 'id' | 'upload' | 'modifiedAt'>,
): UploadedPart {
  const { rows, clock } = context
  const before = rows.uploadedParts.find('number', upload.id, part.number)
  if (before !== undefined) dropSegments(context, before.content)
  const fields = { ...part, upload: upload.id, modifiedAt: clock.now() }
  return before === undefined ? rows.uploadedParts.insert(fields) : rows.uploadedParts.update(before.id, fields)
}

/** Deletes a multipart upload and its parts. */
export function removeUpload(context: Pick<CloudContext, 'rows'>, { id }: MultipartUpload): void {
  for (const { content } of context.rows.uploadedParts.list('numbered', id)) dropSegments(context, content)
  context.rows.multipartUploads.delete(id)
}

/** Deletes all multipart uploads of a bucket, because unfinished uploads do not prevent its deletion. */
export function removeUploads(context: Pick<CloudContext, 'rows'>, bucket: Bucket): void {
  for (const upload of context.rows.multipartUploads.list('listed', bucket.id)) removeUpload(context, upload)
}
