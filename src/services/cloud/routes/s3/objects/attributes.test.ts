import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { md5, usePhotos } from './objects.fixture.ts'

const photos = usePhotos()
const { put } = photos

describe('the attributes of an object', () => {
  it('are those that the request names', async () => {
    await put('a', 'content', { ChecksumAlgorithm: 'SHA1' })
    const attributes = await photos.s3.send(
      new GetObjectAttributesCommand({
        Bucket: 'photos',
        Key: 'a',
        ObjectAttributes: ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'],
      }),
    )
    expect(attributes).toMatchObject({
      ETag: md5('content'),
      Checksum: {
        ChecksumSHA1: createHash('sha1').update('content').digest('base64'),
        ChecksumType: 'FULL_OBJECT',
      },
      StorageClass: 'STANDARD',
      ObjectSize: 7,
    })
    expect(attributes.ObjectParts).toBeUndefined()
    const size = await photos.s3.send(
      new GetObjectAttributesCommand({ Bucket: 'photos', Key: 'a', ObjectAttributes: ['ObjectSize'] }),
    )
    expect([size.ObjectSize, size.ETag]).toEqual([7, undefined])
  })

  it('must be named by the request', async () => {
    await put('a', 'a')
    await expect(
      photos.s3.send(
        new GetObjectAttributesCommand({
          Bucket: 'photos',
          Key: 'a',
          ObjectAttributes: ['Weight' as 'ETag'], // not one that the client knows
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidArgument' })
  })

  it.each([
    [{ 'x-amz-object-attributes': ' ' }, 'specifying the attributes to be retrieved is either missing or empty'],
    [{ 'x-amz-max-parts': 'few' }, 'Provided max-parts not an integer or within integer range'],
    [{ 'x-amz-part-number-marker': '-1' }, 'Argument part-number-marker must be an integer between 0 and 2147483647'],
  ])('are refused for the headers %j', async (headers, message) => {
    const sums = { ChecksumAlgorithm: 'SHA256' } as const
    const object = { Bucket: 'photos', Key: 'a' }
    const { UploadId } = await photos.s3.send(new CreateMultipartUploadCommand({ ...object, ...sums }))
    const upload = { ...object, UploadId }
    const part = await photos.s3.send(new UploadPartCommand({ ...upload, ...sums, PartNumber: 1, Body: 'a' }))
    const Parts = [{ PartNumber: 1, ETag: part.ETag, ChecksumSHA256: part.ChecksumSHA256 }]
    await photos.s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    const refused = await fetch(`${photos.emulator.url}/photos/a?attributes`, {
      headers: { 'x-amz-object-attributes': 'ObjectParts', ...headers },
    })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(message)])
  })
})
