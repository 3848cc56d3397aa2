import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type CompletedPart,
  type CompleteMultipartUploadCommandInput,
  type CreateMultipartUploadCommandInput,
  type S3Client,
  type UploadPartCommandInput,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { s3Client, cloudTest } from '#cloud/cloud.fixture.ts'
import { base64OfSum } from '#cloud/rules/s3/uploads/checksums.ts'

const Bucket = 'photos'
const Key = 'film.mp4'
/** The smallest size of a part that is not the last. */
const large = randomBytes(5 * 1024 * 1024)
const small = Buffer.from('the end')
const whole = Buffer.concat([large, small])

const it = cloudTest({ s3: { buckets: [{ name: Bucket }, { name: 'other' }] } }).extend('s3', ({ cloud }) =>
  s3Client(cloud, { requestChecksumCalculation: 'WHEN_REQUIRED' }),
)

async function begin(s3: S3Client, options: Partial<CreateMultipartUploadCommandInput> = {}): Promise<string> {
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...options }))
  return UploadId ?? ''
}

async function part(
  s3: S3Client,
  UploadId: string,
  PartNumber: number,
  Body: Buffer,
  options: Partial<UploadPartCommandInput> = {},
) {
  const { $metadata: _, ...sent } = await s3.send(
    new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ...options }),
  )
  return { PartNumber, ...sent } satisfies CompletedPart
}

function complete(
  s3: S3Client,
  UploadId: string,
  Parts: CompletedPart[],
  options: Partial<CompleteMultipartUploadCommandInput> = {},
) {
  return s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...options }))
}

const get = (s3: S3Client, options: object = {}) => s3.send(new GetObjectCommand({ Bucket, Key, ...options }))
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest()
const etagOf = (...parts: Buffer[]) => `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}"`

describe('a multipart upload', () => {
  it('becomes one object with a composite entity tag', async ({ cloud, s3 }) => {
    const UploadId = await begin(s3)
    const first = await part(s3, UploadId, 1, large)
    expect(first.ETag).toBe(`"${md5(large).toString('hex')}"`)
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchKey' })
    const done = await complete(s3, UploadId, [first, await part(s3, UploadId, 2, small)])
    expect(done).toMatchObject({ Bucket, Key, ETag: etagOf(large, small), ChecksumType: 'FULL_OBJECT' })
    expect(done.Location).toBe(`${cloud.url}/photos/film.mp4`)
    const object = await get(s3)
    expect(md5((await object.Body?.transformToByteArray()) ?? new Uint8Array())).toEqual(md5(whole))
    expect(object).toMatchObject({ ETag: etagOf(large, small), ContentLength: whole.length })
  })

  it('becomes an object with the details of CreateMultipartUpload', async ({ s3 }) => {
    const UploadId = await begin(s3, {
      ContentType: 'video/mp4',
      CacheControl: 'max-age=60',
      Metadata: { camera: 'a7' },
      StorageClass: 'STANDARD_IA',
      Tagging: 'kind=film',
      ServerSideEncryption: 'AES256',
    })
    await complete(s3, UploadId, [await part(s3, UploadId, 1, small)])
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({
      ContentType: 'video/mp4',
      CacheControl: 'max-age=60',
      Metadata: { camera: 'a7' },
      StorageClass: 'STANDARD_IA',
      TagCount: 1,
      ServerSideEncryption: 'AES256',
      ETag: etagOf(small),
    })
  })

  it('keeps the last part of each number, and uses those that the completion lists', async ({ s3 }) => {
    const UploadId = await begin(s3)
    await part(s3, UploadId, 2, Buffer.from('wrong'))
    const second = await part(s3, UploadId, 2, small)
    await part(s3, UploadId, 9, Buffer.from('not listed'))
    await complete(s3, UploadId, [second])
    expect(await (await get(s3)).Body?.transformToString()).toBe('the end')
  })

  it('creates a version in a versioned bucket', async ({ s3 }) => {
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }))
    const UploadId = await begin(s3)
    const { VersionId } = await complete(s3, UploadId, [await part(s3, UploadId, 1, small)])
    expect(VersionId).toMatch(/^\w{32}$/)
    expect(await get(s3, { VersionId })).toMatchObject({ VersionId })
  })

  it('can be completed twice with the same list and answer', async ({ s3 }) => {
    const UploadId = await begin(s3)
    const parts = [await part(s3, UploadId, 1, small)]
    const done = await complete(s3, UploadId, parts)
    await s3.send(new DeleteObjectCommand({ Bucket, Key }))
    expect(await complete(s3, UploadId, parts)).toMatchObject({ ETag: done.ETag, Location: done.Location })
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(complete(s3, UploadId, [{ PartNumber: 1, ETag: '"another"' }])).rejects.toMatchObject({
      name: 'NoSuchUpload',
    })
    await expect(part(s3, UploadId, 2, small)).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  it('checks the conditions of its completion, and stays open when one does not hold', async ({ s3 }) => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'there' }))
    const UploadId = await begin(s3)
    const parts = [await part(s3, UploadId, 1, small)]
    await expect(complete(s3, UploadId, parts, { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      Condition: 'If-None-Match',
      $metadata: { httpStatusCode: 412 },
    })
    await expect(complete(s3, UploadId, parts, { IfMatch: '"another"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    })
    expect(await (await get(s3)).Body?.transformToString()).toBe('there')
    await complete(s3, UploadId, parts, { IfMatch: `"${md5(Buffer.from('there')).toString('hex')}"` })
    expect(await (await get(s3)).Body?.transformToString()).toBe('the end')
  })

  it('cannot be completed on a condition once its object was written or deleted', async ({ s3 }) => {
    const write = () => s3.send(new PutObjectCommand({ Bucket, Key, Body: 'there' }))
    const IfMatch = `"${md5(Buffer.from('there')).toString('hex')}"`
    await write()
    const UploadId = await begin(s3)
    const parts = [await part(s3, UploadId, 1, small)]
    await write()
    await expect(complete(s3, UploadId, parts, { IfMatch })).rejects.toMatchObject({
      name: 'ConditionalRequestConflict',
      Condition: 'If-Match',
      Key,
      $metadata: { httpStatusCode: 409 },
    })
    await s3.send(new DeleteObjectCommand({ Bucket, Key }))
    await expect(complete(s3, UploadId, parts, { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'ConditionalRequestConflict',
      Condition: 'If-None-Match',
    })
    await complete(s3, UploadId, parts)
  })

  it('checks the size that its completion expects', async ({ s3 }) => {
    const UploadId = await begin(s3)
    const parts = [await part(s3, UploadId, 1, small)]
    await expect(complete(s3, UploadId, parts, { MpuObjectSize: 8 })).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: "The provided 'x-amz-mp-object-size' header value 8 does not match what was computed: 7",
    })
    await complete(s3, UploadId, parts, { MpuObjectSize: 7 })
  })

  it('refuses a list of wrong parts', async ({ s3 }) => {
    const UploadId = await begin(s3)
    const [one, two] = [await part(s3, UploadId, 1, small), await part(s3, UploadId, 2, small)]
    await expect(complete(s3, UploadId, [one, two])).rejects.toMatchObject({
      name: 'EntityTooSmall',
      message: 'Your proposed upload is smaller than the minimum allowed size',
      ProposedSize: '7',
      MinSizeAllowed: '5242880',
      PartNumber: '1',
    })
    await expect(complete(s3, UploadId, [two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder', UploadId })
    await expect(complete(s3, UploadId, [one, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' })
    await expect(complete(s3, UploadId, [{ ...one, PartNumber: 3 }])).rejects.toMatchObject({
      name: 'InvalidPart',
      PartNumber: '3',
    })
    await expect(complete(s3, UploadId, [{ ...one, ETag: '"0"' }])).rejects.toMatchObject({
      name: 'InvalidPart',
      ETag: '0',
    })
    await expect(complete(s3, UploadId, [{ ...one, PartNumber: 0 }])).rejects.toMatchObject({
      name: 'InvalidArgument',
      ArgumentName: 'partNumber',
    })
    await expect(complete(s3, UploadId, [])).rejects.toMatchObject({
      name: expect.stringMatching(/^(MalformedXML|InvalidRequest)$/) as string,
    })
    const nothing = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId })
    await expect(s3.send(nothing)).rejects.toMatchObject({ message: 'You must specify at least one part' })
    await complete(s3, UploadId, [one])
  })

  it.for([
    ['for another object', { Key: 'other' }],
    ['in another bucket', { Bucket: 'other' }],
  ] as const)('is not found %s', async ([_where, place], { s3 }) => {
    const UploadId = await begin(s3)
    const parts = [await part(s3, UploadId, 1, small)]
    await expect(complete(s3, UploadId, parts, place)).rejects.toMatchObject({
      name: 'NoSuchUpload',
      UploadId,
      $metadata: { httpStatusCode: 404 },
    })
  })

  it('can be aborted', async ({ s3 }) => {
    const UploadId = await begin(s3)
    const parts = [await part(s3, UploadId, 1, small)]
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    expect((await s3.send(abort)).$metadata.httpStatusCode).toBe(204)
    await expect(s3.send(abort)).rejects.toMatchObject({ name: 'NoSuchUpload' })
    await expect(complete(s3, UploadId, parts)).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  it('does not prevent the deletion of its bucket', async ({ s3 }) => {
    await part(s3, await begin(s3), 1, small)
    await s3.send(new DeleteBucketCommand({ Bucket }))
    await expect(s3.send(new ListMultipartUploadsCommand({ Bucket }))).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })

  it('is discarded by a reset and restored from a snapshot', async ({ cloud, s3 }) => {
    const UploadId = await begin(s3)
    const parts = [await part(s3, UploadId, 1, large), await part(s3, UploadId, 2, small)]
    const before = cloud.snapshot()
    cloud.reset()
    await expect(complete(s3, UploadId, parts)).rejects.toMatchObject({ name: 'NoSuchUpload' })
    cloud.restore(before)
    await complete(s3, UploadId, parts)
    expect(md5((await (await get(s3)).Body?.transformToByteArray()) ?? new Uint8Array())).toEqual(md5(whole))
  })
})

describe('the parts of an object', () => {
  it('are read by their position', async ({ s3 }) => {
    const UploadId = await begin(s3)
    await complete(s3, UploadId, [await part(s3, UploadId, 1, large), await part(s3, UploadId, 2, small)])
    const second = await get(s3, { PartNumber: 2 })
    expect(await second.Body?.transformToString()).toBe('the end')
    expect(second).toMatchObject({
      PartsCount: 2,
      ContentRange: `bytes ${large.length}-${whole.length - 1}/${whole.length}`,
      ContentLength: 7,
      $metadata: { httpStatusCode: 206 },
    })
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key, PartNumber: 1 }))).toMatchObject({
      PartsCount: 2,
      ContentLength: large.length,
    })
    await expect(get(s3, { PartNumber: 3 })).rejects.toMatchObject({
      name: 'InvalidPartNumber',
      $metadata: { httpStatusCode: 416 },
    })
    const across = await get(s3, { Range: `bytes=${large.length - 2}-${large.length + 2}` })
    expect(Buffer.from((await across.Body?.transformToByteArray()) ?? [])).toEqual(
      whole.subarray(large.length - 2, large.length + 3),
    )
  })

  it('are attributes of the object, with checksums when the checksum is composite, otherwise only counted', async ({
    s3,
  }) => {
    const attributes = () =>
      s3.send(
        new GetObjectAttributesCommand({
          Bucket,
          Key,
          ObjectAttributes: ['ObjectParts', 'Checksum', 'ETag', 'ObjectSize'],
        }),
      )
    const summed = await begin(s3, { ChecksumAlgorithm: 'SHA256' })
    const sums = { ChecksumAlgorithm: 'SHA256' } as const
    const parts = [await part(s3, summed, 1, large, sums), await part(s3, summed, 2, small, sums)]
    await complete(s3, summed, parts)
    expect(await attributes()).toMatchObject({
      ObjectSize: whole.length,
      ETag: etagOf(large, small).replaceAll('"', ''),
      Checksum: { ChecksumType: 'COMPOSITE', ChecksumSHA256: expect.stringMatching(/=$/) as string },
      ObjectParts: {
        TotalPartsCount: 2,
        IsTruncated: false,
        Parts: [
          { PartNumber: 1, Size: large.length, ChecksumSHA256: parts[0]?.ChecksumSHA256 },
          { PartNumber: 2, Size: 7 },
        ],
      },
    })
    const plain = await begin(s3)
    await complete(s3, plain, [await part(s3, plain, 1, small)])
    const { ObjectParts } = await attributes()
    expect(ObjectParts).toEqual({ TotalPartsCount: 1 })
  })
})

describe('the checksum of an object in parts', () => {
  const sumOfSums = (algorithm: 'sha1' | 'sha256') =>
    createHash(algorithm)
      .update(createHash(algorithm).update(large).digest())
      .update(createHash(algorithm).update(small).digest())
      .digest('base64')

  it.for([
    ['SHA1', sumOfSums('sha1')],
    ['SHA256', sumOfSums('sha256')],
    [
      'CRC32',
      base64OfSum(crc32(Buffer.concat([large, small].map((each) => Buffer.from(base64OfSum(crc32(each)), 'base64'))))),
    ],
  ] as const)('is by default the %s of the checksums of its parts', async ([ChecksumAlgorithm, sum], { s3 }) => {
    const created = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm }))
    expect(created).toMatchObject({ ChecksumAlgorithm, ChecksumType: 'COMPOSITE' })
    const UploadId = created.UploadId ?? ''
    const parts = [
      await part(s3, UploadId, 1, large, { ChecksumAlgorithm }),
      await part(s3, UploadId, 2, small, { ChecksumAlgorithm }),
    ]
    expect(await complete(s3, UploadId, parts)).toMatchObject({
      [`Checksum${ChecksumAlgorithm}`]: `${sum}-2`,
      ChecksumType: 'COMPOSITE',
    })
    const head = new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' })
    expect(await s3.send(head)).toMatchObject({
      [`Checksum${ChecksumAlgorithm}`]: `${sum}-2`,
      ChecksumType: 'COMPOSITE',
    })
  })

  it('is answered for one part, by part number or by its range', async ({ s3 }) => {
    const sums = { ChecksumAlgorithm: 'SHA256' } as const
    const UploadId = await begin(s3, sums)
    await complete(s3, UploadId, [await part(s3, UploadId, 1, large, sums), await part(s3, UploadId, 2, small, sums)])
    const expected = { ChecksumSHA256: createHash('sha256').update(small).digest('base64'), ChecksumType: 'COMPOSITE' }
    const ChecksumMode = 'ENABLED'
    const Range = `bytes=${large.length}-`
    // The client checks the bytes against the checksum.
    const found = await get(s3, { PartNumber: 2, ChecksumMode })
    expect(found).toMatchObject(expected)
    expect(await found.Body?.transformToString()).toBe('the end')
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key, PartNumber: 2, ChecksumMode }))).toMatchObject(expected)
    expect(await get(s3, { Range, ChecksumMode })).toMatchObject(expected)
    expect(await get(s3, { Range: 'bytes=0-1', ChecksumMode })).not.toHaveProperty('ChecksumSHA256')
  })

  it.for(['CRC32', 'CRC32C', 'CRC64NVME'] as const)(
    'is the %s of the whole object when the client asks for it',
    async (ChecksumAlgorithm, { s3 }) => {
      await s3.send(new PutObjectCommand({ Bucket, Key: 'whole', Body: whole, ChecksumAlgorithm }))
      const member = `Checksum${ChecksumAlgorithm}` as const
      const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'whole', ChecksumMode: 'ENABLED' }))
      const expected = head[member] ?? 'missing'
      const UploadId = await begin(s3, { ChecksumAlgorithm, ChecksumType: 'FULL_OBJECT' })
      const parts = [await part(s3, UploadId, 1, large), await part(s3, UploadId, 2, small, { ChecksumAlgorithm })]
      const wrong = Buffer.alloc(Buffer.from(expected, 'base64').length).toString('base64')
      await expect(complete(s3, UploadId, parts, { [member]: wrong })).rejects.toMatchObject({
        name: 'BadDigest',
        message: `The ${ChecksumAlgorithm.toLowerCase()} you specified did not match the calculated checksum.`,
      })
      await expect(complete(s3, UploadId, parts, { [member]: 'AAAA' })).rejects.toMatchObject({
        name: 'InvalidRequest',
      })
      expect(await complete(s3, UploadId, parts, { [member]: expected, ChecksumType: 'FULL_OBJECT' })).toMatchObject({
        [member]: expected,
        ChecksumType: 'FULL_OBJECT',
      })
    },
  )

  it('is a CRC64NVME of the whole object by default', async ({ s3 }) => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'whole', Body: whole, ChecksumAlgorithm: 'CRC64NVME' }))
    const { ChecksumCRC64NVME } = await s3.send(
      new HeadObjectCommand({ Bucket, Key: 'whole', ChecksumMode: 'ENABLED' }),
    )
    const UploadId = await begin(s3)
    // The CRC32 that current clients send with each part applies to the part only.
    const parts = [
      await part(s3, UploadId, 1, large, { ChecksumAlgorithm: 'CRC32' }),
      await part(s3, UploadId, 2, small),
    ]
    expect(parts[0]?.ChecksumCRC32).toBe(base64OfSum(crc32(large)))
    await expect(complete(s3, UploadId, parts)).rejects.toMatchObject({ name: 'InvalidPart' })
    const listed = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
    const done = await complete(s3, UploadId, listed)
    expect(done).toMatchObject({ ChecksumCRC64NVME, ChecksumType: 'FULL_OBJECT' })
    expect(done.ChecksumCRC32).toBeUndefined()
  })

  it.for([
    [
      { ChecksumAlgorithm: 'SHA1', ChecksumType: 'FULL_OBJECT' },
      'The FULL_OBJECT checksum type cannot be used with the sha1 checksum algorithm.',
    ],
    [
      { ChecksumAlgorithm: 'CRC64NVME', ChecksumType: 'COMPOSITE' },
      'The COMPOSITE checksum type cannot be used with the crc64nvme checksum algorithm.',
    ],
    [
      { ChecksumType: 'COMPOSITE' },
      'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
    ],
    [
      { ChecksumAlgorithm: 'XXHASH64' },
      expect.stringContaining('Checksum algorithm provided is unsupported.') as string,
    ],
  ] as const)('is refused with %o', async ([options, message], { s3 }) => {
    await expect(begin(s3, options)).rejects.toMatchObject({ name: 'InvalidRequest', message })
  })

  it('must come with each part, by the same algorithm', async ({ s3 }) => {
    const UploadId = await begin(s3, { ChecksumAlgorithm: 'SHA256' })
    await expect(part(s3, UploadId, 1, small)).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: 'Checksum Type mismatch occurred, expected checksum Type: sha256, actual checksum Type: null',
    })
    await expect(part(s3, UploadId, 1, small, { ChecksumAlgorithm: 'CRC32' })).rejects.toMatchObject({
      message: 'Checksum Type mismatch occurred, expected checksum Type: sha256, actual checksum Type: crc32',
    })
    const sent = await part(s3, UploadId, 1, small, { ChecksumAlgorithm: 'SHA256' })
    await expect(complete(s3, UploadId, [{ PartNumber: 1, ETag: sent.ETag }])).rejects.toMatchObject({
      name: 'InvalidRequest',
      message:
        'The upload was created using a sha256 checksum. The complete request must include the checksum for each part. ' +
        'It was missing for part 1 in the request.',
    })
    const wrong = createHash('sha256').update('other').digest('base64')
    await expect(complete(s3, UploadId, [{ ...sent, ChecksumSHA256: wrong }])).rejects.toMatchObject({
      name: 'InvalidPart',
    })
    await expect(complete(s3, UploadId, [sent], { ChecksumType: 'FULL_OBJECT' })).rejects.toMatchObject({
      message:
        'The upload was created using the COMPOSITE checksum mode. The complete request must use the same checksum mode.',
    })
    await expect(complete(s3, UploadId, [sent], { ChecksumSHA1: 'AAAA' })).rejects.toMatchObject({
      name: 'BadDigest',
      message: 'The sha256 you specified did not match the calculated checksum.',
    })
    await expect(complete(s3, UploadId, [{ ...sent, ChecksumCRC32: 'AAAAAA==' }])).rejects.toMatchObject({
      name: 'BadDigest',
      message: 'The crc32 you specified for part 1 did not match what we received.',
    })
    await complete(s3, UploadId, [sent])
  })

  it('requires part numbers without gaps', async ({ s3 }) => {
    const ChecksumAlgorithm = 'SHA256'
    const UploadId = await begin(s3, { ChecksumAlgorithm })
    const parts = [
      await part(s3, UploadId, 1, large, { ChecksumAlgorithm }),
      await part(s3, UploadId, 3, small, { ChecksumAlgorithm }),
    ]
    await expect(complete(s3, UploadId, parts)).rejects.toMatchObject({
      message: 'Part numbers must be consecutive and begin with 1 when a checksum is used.',
    })
  })

  it("of a part must match the part's bytes", async ({ s3 }) => {
    const UploadId = await begin(s3)
    await expect(part(s3, UploadId, 1, small, { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
      message: 'The CRC32 you specified did not match the calculated checksum.',
    })
    await expect(part(s3, UploadId, 1, small, { ContentMD5: md5(large).toString('base64') })).rejects.toMatchObject({
      name: 'BadDigest',
    })
    await expect(complete(s3, UploadId, [{ PartNumber: 1, ETag: '"0"' }])).rejects.toMatchObject({
      name: 'InvalidPart',
    })
  })
})

describe('the list of multipart uploads', () => {
  const uploads = async (s3: S3Client, options: object = {}) => {
    const list = await s3.send(new ListMultipartUploadsCommand({ Bucket, ...options }))
    return {
      ...list,
      ids: (list.Uploads ?? []).map(({ UploadId }) => UploadId),
      prefixes: (list.CommonPrefixes ?? []).map(({ Prefix }) => Prefix),
    }
  }

  it('contains initiator and time', async ({ cloud, s3 }) => {
    cloud.clock.freeze('2026-05-01T10:00:00Z')
    const UploadId = await begin(s3, { StorageClass: 'STANDARD_IA', ChecksumAlgorithm: 'CRC32' })
    const list = await uploads(s3)
    expect(list).toMatchObject({ Bucket, IsTruncated: false, MaxUploads: 1000 })
    expect(list.Uploads).toMatchObject([
      {
        Key,
        UploadId,
        Initiated: new Date('2026-05-01T10:00:00Z'),
        StorageClass: 'STANDARD_IA',
        ChecksumAlgorithm: 'CRC32',
        ChecksumType: 'COMPOSITE',
        Owner: { ID: expect.stringMatching(/^[\da-f]{64}$/) as string },
      },
    ])
    cloud.clock.resume()
  })

  it('is ordered by key and then by age, and comes in pages', async ({ s3 }) => {
    const b1 = await begin(s3, { Key: 'b' })
    const a = await begin(s3, { Key: 'a' })
    const b2 = await begin(s3, { Key: 'b' })
    const c = await begin(s3, { Key: 'c' })
    expect((await uploads(s3)).ids).toEqual([a, b1, b2, c])
    const first = await uploads(s3, { MaxUploads: 2 })
    expect(first).toMatchObject({ IsTruncated: true, NextKeyMarker: 'b', NextUploadIdMarker: b1, ids: [a, b1] })
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = first
    expect((await uploads(s3, { KeyMarker, UploadIdMarker })).ids).toEqual([b2, c])
    // The marker's upload may have ended in between.
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'b', UploadId: b1 }))
    expect((await uploads(s3, { KeyMarker, UploadIdMarker })).ids).toEqual([b2, c])
    expect((await uploads(s3, { KeyMarker: 'b' })).ids).toEqual([c])
    expect(await uploads(s3, { MaxUploads: 0 })).toMatchObject({ ids: [], IsTruncated: false })
    await expect(uploads(s3, { MaxUploads: -1 })).rejects.toMatchObject({
      message: 'Argument max-uploads must be an integer between 0 and 2147483647',
      ArgumentName: 'max-uploads',
    })
  })

  it('can be limited to a prefix and grouped by a delimiter', async ({ s3 }) => {
    for (const each of ['a/1', 'a/2', 'b', 'c d/1']) await begin(s3, { Key: each })
    expect(await uploads(s3, { Delimiter: '/' })).toMatchObject({ prefixes: ['a/', 'c d/'], Delimiter: '/' })
    const page = await uploads(s3, { Delimiter: '/', MaxUploads: 1 })
    expect(page).toMatchObject({ IsTruncated: true, NextKeyMarker: '', prefixes: ['a/'], ids: [] })
    expect(await uploads(s3, { Delimiter: '/', KeyMarker: 'a/1' })).toMatchObject({ prefixes: ['c d/'] })
    expect(await uploads(s3, { Delimiter: '/', KeyMarker: 'a/' })).toMatchObject({ prefixes: ['c d/'] })
    expect((await uploads(s3, { Prefix: 'a/' })).Uploads?.map((each) => each.Key)).toEqual(['a/1', 'a/2'])
    expect((await uploads(s3, { Prefix: 'c', EncodingType: 'url' })).Uploads?.map((each) => each.Key)).toEqual([
      'c+d/1',
    ])
    await expect(uploads(s3, { EncodingType: 'other' })).rejects.toMatchObject({ name: 'InvalidArgument' })
  })
})
