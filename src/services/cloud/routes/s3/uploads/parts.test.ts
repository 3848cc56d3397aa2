import { createHash, randomBytes } from 'node:crypto'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
  type UploadPartCopyCommandInput,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { ownTemporaryFolder, s3Client, cloudTest, temporaryFiles } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const Key = 'film.mp4'

let emulator: Emulator<'cloud'>
let s3: S3Client
let UploadId: string
// The instance starts after it, and keeps large bodies in it.
const temporary = ownTemporaryFolder()
const it = cloudTest({
  s3: { buckets: [{ name: Bucket, objects: [{ key: 'a b/ü.txt', body: '0123456789' }] }, { name: 'other' }] },
})
it.beforeAll(({ cloud }) => {
  emulator = cloud
  s3 = s3Client(emulator)
})
it.afterAll(() => temporary.remove())
it.beforeEach(async () => {
  emulator.reset()
  const begun = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  UploadId = begun.UploadId ?? ''
})

const send = (PartNumber: number, Body: Buffer | string) =>
  s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
const list = (options: object = {}) => s3.send(new ListPartsCommand({ Bucket, Key, UploadId, ...options }))
const numbers = async (options: object = {}) => ((await list(options)).Parts ?? []).map(({ PartNumber }) => PartNumber)
const md5 = (bytes: Uint8Array | string) => createHash('md5').update(bytes).digest('hex')

describe('a part', () => {
  it.for(['0', '10001', 'one', ''])('cannot have the number %j', async (number) => {
    const url = `${emulator.url}/${Bucket}/${Key}?partNumber=${number}&uploadId=${UploadId}`
    const response = await fetch(url, { method: 'PUT', body: 'x' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(
      '<Message>Part number must be an integer between 1 and 10000, inclusive</Message>',
    )
  })

  it('of an upload without an algorithm is answered with the checksum that came with it', async () => {
    const part = { Bucket, Key, UploadId, PartNumber: 1, Body: 'x', ChecksumAlgorithm: 'SHA1' } as const
    expect(await s3.send(new UploadPartCommand(part))).toMatchObject({
      ChecksumSHA1: createHash('sha1').update('x').digest('base64'),
    })
  })

  it('of a missing upload is refused', async () => {
    const lost = new UploadPartCommand({ Bucket, Key, UploadId: 'lost', PartNumber: 1, Body: 'x' })
    await expect(s3.send(lost)).rejects.toMatchObject({ name: 'NoSuchUpload', $metadata: { httpStatusCode: 404 } })
  })

  it('goes to a file of its own when it is large', async () => {
    const files = () => temporaryFiles(temporary).length
    const before = files()
    const sent = [randomBytes(5 << 20), randomBytes(5 << 20), Buffer.from('small')]
    const parts = []
    for (const [index, bytes] of sent.entries()) {
      parts.push({ PartNumber: index + 1, ETag: (await send(index + 1, bytes)).ETag })
    }
    expect(files()).toBe(before + 2)
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }))
    expect(files()).toBe(before + 2)
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
    expect(md5((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(md5(Buffer.concat(sent)))
    emulator.reset()
    expect(files()).toBe(before)
  })
})

describe('the list of parts', () => {
  it('contains the sent parts', async () => {
    emulator.clock.freeze('2026-05-01T10:00:00Z')
    await send(3, 'three')
    const listed = await list()
    // The vendor tells no names of accounts since November 2025.
    expect(listed.Initiator).toStrictEqual({ ID: expect.stringMatching(/^[\da-f]{64}$/) as string })
    expect(listed).toMatchObject({
      Bucket,
      Key,
      UploadId,
      StorageClass: 'STANDARD',
      PartNumberMarker: '0',
      NextPartNumberMarker: '3',
      MaxParts: 1000,
      IsTruncated: false,
      Parts: [{ PartNumber: 3, Size: 5, ETag: `"${md5('three')}"`, LastModified: new Date('2026-05-01T10:00:00Z') }],
    })
    emulator.clock.resume()
  })

  it('contains checksums when the upload has an algorithm', async () => {
    const { UploadId: summed } = await s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'SHA1' }),
    )
    await s3.send(
      new UploadPartCommand({ Bucket, Key, UploadId: summed, PartNumber: 1, Body: 'x', ChecksumAlgorithm: 'SHA1' }),
    )
    expect(await list({ UploadId: summed })).toMatchObject({
      ChecksumAlgorithm: 'SHA1',
      ChecksumType: 'COMPOSITE',
      Parts: [{ ChecksumSHA1: createHash('sha1').update('x').digest('base64') }],
    })
  })

  it('comes in pages, by number', async () => {
    for (const number of [10, 2, 7, 1]) await send(number, String(number))
    expect(await numbers()).toEqual([1, 2, 7, 10])
    expect(await list({ MaxParts: 2 })).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2', MaxParts: 2 })
    expect(await numbers({ PartNumberMarker: '2', MaxParts: 2 })).toEqual([7, 10])
    expect(await numbers({ PartNumberMarker: '5' })).toEqual([7, 10])
    expect(await numbers({ PartNumberMarker: '10' })).toEqual([])
    await expect(list({ MaxParts: -1 })).rejects.toMatchObject({ name: 'InvalidArgument', ArgumentName: 'max-parts' })
    await expect(list({ UploadId: 'lost' })).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })
})

describe('a copied part', () => {
  const copy = (options: Partial<UploadPartCopyCommandInput> = {}) =>
    s3.send(
      new UploadPartCopyCommand({
        Bucket,
        Key,
        UploadId,
        PartNumber: 1,
        CopySource: `${Bucket}/${encodeURIComponent('a b/ü.txt')}`,
        ...options,
      }),
    )
  async function completed(): Promise<string | undefined> {
    const Parts = (await list()).Parts?.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
    await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
    return (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()
  }

  it('can be another object', async () => {
    const { CopyPartResult, CopySourceVersionId } = await copy()
    expect(CopyPartResult).toMatchObject({ ETag: `"${md5('0123456789')}"`, LastModified: expect.any(Date) as Date })
    expect(CopySourceVersionId).toBeUndefined()
    expect(await completed()).toBe('0123456789')
  })

  it('can be a range of another object', async () => {
    const { CopyPartResult } = await copy({ CopySourceRange: 'bytes=2-4' })
    expect(CopyPartResult?.ETag).toBe(`"${md5('234')}"`)
    expect(await completed()).toBe('234')
  })

  it('can be a range across the parts of a large object, sharing its files', async () => {
    const source = [randomBytes(5 << 20), randomBytes(6 << 20)]
    const { UploadId: first } = await s3.send(new CreateMultipartUploadCommand({ Bucket: 'other', Key: 'large' }))
    const Parts = []
    for (const [index, Body] of source.entries()) {
      const PartNumber = index + 1
      const target = { Bucket: 'other', Key: 'large', UploadId: first, PartNumber }
      Parts.push({ PartNumber, ETag: (await s3.send(new UploadPartCommand({ ...target, Body }))).ETag })
    }
    await s3.send(
      new CompleteMultipartUploadCommand({
        Bucket: 'other',
        Key: 'large',
        UploadId: first,
        MultipartUpload: { Parts },
      }),
    )
    const files = temporaryFiles(temporary).length
    const [from, to] = [(1 << 20) + 7, (9 << 20) + 1]
    const { CopyPartResult } = await copy({ CopySource: 'other/large', CopySourceRange: `bytes=${from}-${to - 1}` })
    const expected = md5(Buffer.concat(source).subarray(from, to))
    expect(CopyPartResult?.ETag).toBe(`"${expected}"`)
    // A range of a range shows that the files are read from the right position.
    await s3.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts: [{ PartNumber: 1, ETag: CopyPartResult?.ETag }] },
      }),
    )
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=1000-' }))
    expect(md5((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(
      md5(Buffer.concat(source).subarray(from + 1000, to)),
    )
    expect(temporaryFiles(temporary).length).toBe(files)
  })

  it('can name a version of its source', async () => {
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }))
    const { VersionId } = await s3.send(new PutObjectCommand({ Bucket, Key: 'v', Body: 'first' }))
    await s3.send(new PutObjectCommand({ Bucket, Key: 'v', Body: 'second' }))
    expect(await copy({ CopySource: `${Bucket}/v?versionId=${VersionId}` })).toMatchObject({
      CopySourceVersionId: VersionId,
    })
    expect(await completed()).toBe('first')
  })

  it.for(['bytes=4-2', 'bytes=-5', 'bytes=5-', '2-4'])('cannot be the range %s', async (CopySourceRange) => {
    await expect(copy({ CopySourceRange })).rejects.toMatchObject({
      name: 'InvalidArgument',
      ArgumentName: 'x-amz-copy-source-range',
      ArgumentValue: CopySourceRange,
    })
  })

  it('requires an existing source and range', async () => {
    await expect(copy({ CopySourceRange: 'bytes=5-10' })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Range specified is not valid for source object of size: 10',
    })
    await expect(copy({ CopySourceRange: 'bytes=10-20' })).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: 'The specified copy range is invalid for the source object size',
    })
    await expect(copy({ CopySource: `${Bucket}/nothing` })).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(copy({ CopySource: 'nowhere/nothing' })).rejects.toMatchObject({ name: 'NoSuchBucket' })
    await expect(copy({ UploadId: 'lost' })).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  it('requires that the conditions on its source hold', async () => {
    const etag = `"${md5('0123456789')}"`
    await copy({ CopySourceIfMatch: etag })
    await expect(copy({ CopySourceIfMatch: '"another"' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await expect(copy({ CopySourceIfNoneMatch: etag })).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await expect(copy({ CopySourceIfUnmodifiedSince: new Date(0) })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    })
    await expect(copy({ CopySourceIfModifiedSince: new Date() })).rejects.toMatchObject({ name: 'PreconditionFailed' })
  })
})
