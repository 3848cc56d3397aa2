import { GetObjectAttributesCommand } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { md5, usePhotos } from './objects.fixture.ts'

const photos = usePhotos()
const { put } = photos

describe('the attributes of an object', () => {
  it('are those that were asked for', async () => {
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

  it('must be asked for by name', async () => {
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
})
