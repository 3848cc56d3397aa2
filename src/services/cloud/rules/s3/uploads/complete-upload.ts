import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { CloudCall } from '#cloud/call.ts'
import { badChecksum, invalidRequest } from '#cloud/errors/s3.ts'
import {
  badPartChecksum,
  invalidPart,
  invalidPartNumberArgument,
  invalidPartOrder,
  partTooSmall,
} from '#cloud/errors/s3-uploads.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { Bucket, MultipartUpload, ObjectVersion, UploadedPart } from '#cloud/schema/s3.ts'
import { CHECKSUM_ALGORITHMS, CHECKSUM_NAMES, type Checksum } from './checksums.ts'
import { isWithCustomerKey } from '../objects/customer-key.ts'
import { combineChecksums } from './combine-checksums.ts'
import { algorithmOf, visibleChecksums, findUpload } from './multipart-upload.ts'

/** The minimum size of every part but the last, in bytes. */
const MIN_PART_SIZE = 5 * 1024 * 1024

const sum = v.optional(v.string())
const listedPart = element({
  PartNumber: v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number)),
  ETag: v.string(),
  ChecksumCRC32: sum,
  ChecksumCRC32C: sum,
  ChecksumCRC64NVME: sum,
  ChecksumSHA1: sum,
  ChecksumSHA256: sum,
  ChecksumSHA512: sum,
  ChecksumMD5: sum,
})
/** The schema of the document that lists the parts. */
export const completionDocument = element({ Part: v.pipe(elements(listedPart), v.minLength(1)) })

type ListedPart = v.InferOutput<typeof listedPart>

/** The parts of an object as the client lists them. */
export interface Completion {
  readonly listed: readonly ListedPart[]
  /** Computes the checksum of checksums; null for a full-object checksum. */
  readonly composite: Checksum | null
}

type ObjectCall = CloudCall & { readonly bucket: Bucket; readonly key: string }

/** Returns the list in the form in which it is stored, so that a repetition is recognised. */
export function partListKeys({ listed }: Completion): string[] {
  return listed.map(({ PartNumber, ETag }) => `${PartNumber} ${withoutQuotes(ETag)}`)
}

/**
 * Returns the parts that a completion lists.
 *
 * @throws the vendor's failure for a wrong list.
 */
export function findListedParts(call: CloudCall, upload: MultipartUpload, { listed }: Completion): UploadedPart[] {
  const { rows } = call
  const { uploadId, checksumAlgorithm } = upload
  checkType(call, upload)
  const chosen: UploadedPart[] = []
  for (const each of listed) {
    const { PartNumber: number, ETag } = each
    if (number < 1 || number > 10_000) throw invalidPartNumberArgument(String(number))
    if (number <= (chosen.at(-1)?.number ?? 0)) throw invalidPartOrder(uploadId)
    const part = rows.uploadedParts.find('number', upload.id, number)
    if (part === undefined || part.etag !== withoutQuotes(ETag))
      throw invalidPart(uploadId, number, withoutQuotes(ETag))
    checkListedSum(upload, each, part)
    chosen.push(part)
  }
  for (const { size, number, etag } of chosen.slice(0, -1)) {
    if (size < MIN_PART_SIZE) throw partTooSmall(size, MIN_PART_SIZE, number, etag)
  }
  if (checksumAlgorithm !== null && chosen.some(({ number }, index) => number !== index + 1)) {
    throw invalidRequest('Part numbers must be consecutive and begin with 1 when a checksum is used.')
  }
  return chosen
}

function checkListedSum(upload: MultipartUpload, listed: ListedPart, part: UploadedPart): void {
  const { uploadId, checksumAlgorithm, checksumType } = upload
  for (const algorithm of CHECKSUM_ALGORITHMS) {
    const sum = listed[`Checksum${CHECKSUM_NAMES[algorithm]}` as keyof ListedPart] // each algorithm has a member
    if (sum === undefined) continue
    const isOther = checksumAlgorithm !== null && algorithm !== checksumAlgorithm
    if (isOther) throw badPartChecksum(algorithm, part.number)
    // An upload without an algorithm of the client's choice takes no checksums of parts.
    if (checksumAlgorithm === null || sum !== part.checksums[algorithm]) {
      throw invalidPart(uploadId, part.number, part.etag)
    }
  }
  if (checksumAlgorithm === null || checksumType === 'FULL_OBJECT') return
  const name = CHECKSUM_NAMES[checksumAlgorithm]
  if (listed[`Checksum${name}` as keyof ListedPart] !== undefined) return // each algorithm has a member
  throw invalidRequest(
    `The upload was created using a ${checksumAlgorithm} checksum. The complete request must include the checksum for each ` +
      `part. It was missing for part ${part.number} in the request.`,
  )
}

/** The digests of an object that was uploaded in parts. */
export type MultipartDigests = Pick<ObjectVersion, 'etag' | 'checksums' | 'checksumType' | 'parts'>

/**
 * Computes the digests of the object from those of its parts.
 *
 * @throws `BadDigest` when the client expects another checksum.
 */
export function digestsOf(
  call: CloudCall,
  upload: MultipartUpload,
  parts: readonly UploadedPart[],
  { composite }: Completion,
): MultipartDigests {
  const { checksumAlgorithm } = upload
  const algorithm = algorithmOf(upload)
  const hash = createHash('md5')
  for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'))
  const whole =
    composite === null
      ? combineChecksums(
          algorithm,
          parts.map(({ checksums, size }) => ({ sum: checksums[algorithm] ?? '', size })),
        )
      : `${compositeOf(composite, parts)}-${parts.length}`
  checkObjectHeaders(call, upload, parts, whole)
  return {
    etag: `${hash.digest('hex')}-${parts.length}`,
    // The vendor computes none of its own where the client has the key.
    checksums: checksumAlgorithm === null && isWithCustomerKey(upload) ? {} : { [algorithm]: whole },
    checksumType: upload.checksumType,
    parts: parts.map((part) => ({
      number: part.number,
      size: part.size,
      checksums: upload.checksumType === 'COMPOSITE' ? visibleChecksums(upload, part) : {},
    })),
  }
}

function compositeOf(composite: Checksum, parts: readonly UploadedPart[]): string {
  for (const { checksums } of parts) composite.update(Buffer.from(checksums[composite.algorithm] ?? '', 'base64'))
  const digest = composite.digest()
  if (typeof digest !== 'string') throw new Error(`no checksum of checksums is computed with ${composite.algorithm}`)
  return digest
}

/** @throws `InvalidRequest` for a completion whose checksum type is not that of the upload. */
function checkType({ header }: CloudCall, { checksumAlgorithm, checksumType }: MultipartUpload): void {
  const type = header('x-amz-checksum-type')
  const expected = checksumAlgorithm === null ? null : checksumType
  if (type === undefined || type === expected) return
  throw invalidRequest(
    `The upload was created using the ${expected} checksum mode. The complete request must use the same checksum mode.`,
  )
}

/** Checks the object against the size and checksums in the headers of a completion. */
function checkObjectHeaders(
  { header }: CloudCall,
  { checksumAlgorithm, checksumType }: MultipartUpload,
  parts: readonly UploadedPart[],
  whole: string,
): void {
  const size = parts.reduce((total, part) => total + part.size, 0)
  const expectedSize = header('x-amz-mp-object-size')
  if (expectedSize !== undefined && Number(expectedSize) !== size) {
    throw invalidRequest(
      `The provided 'x-amz-mp-object-size' header value ${expectedSize} does not match what was computed: ${size}`,
    )
  }
  // When the client chose no algorithm for the upload, the vendor computes its own checksum and ignores the
  // completion's.
  if (checksumAlgorithm === null) return
  for (const algorithm of CHECKSUM_ALGORITHMS) {
    const announced = header(`x-amz-checksum-${algorithm}`)
    if (announced === undefined) continue
    // Without its type a checksum is taken for a composite one, where the algorithm has them.
    const isComposite = header('x-amz-checksum-type') === undefined && algorithm !== 'crc64nvme'
    const isOther = algorithm !== checksumAlgorithm || (isComposite && checksumType === 'FULL_OBJECT')
    if (algorithm === checksumAlgorithm && lengthOf(announced) !== lengthOf(whole)) {
      throw invalidRequest(`Value for x-amz-checksum-${algorithm} header is invalid.`)
    }
    if (isOther || announced !== whole) {
      throw badChecksum(checksumAlgorithm)
    }
  }
}

/** Returns the number of bytes of a checksum in Base64, with or without the number of parts. */
function lengthOf(sum: string): number {
  return Buffer.from(sum.replace(/-\d+$/, ''), 'base64').length
}

function withoutQuotes(etag: string): string {
  return etag.replaceAll('"', '')
}

/**
 * Returns the upload that a list completes; null when the same list has completed it before.
 *
 * @throws `NoSuchUpload`.
 */
export function findOpenUpload(call: ObjectCall, completion: Completion): MultipartUpload | null {
  const completed = call.rows.completedUploads.find('uploadId', call.query.get('uploadId') ?? '')
  const same =
    completed?.bucket === call.bucket.id &&
    completed.key === call.key &&
    completed.listed.join() === partListKeys(completion).join()
  return same ? null : findUpload(call, call.bucket, call.key)
}
