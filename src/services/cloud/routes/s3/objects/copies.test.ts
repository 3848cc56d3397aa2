import {
  CopyObjectCommand,
  DeleteObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { md5, usePhotos } from './objects.fixture.ts'

const photos = usePhotos()
const { get, head, put, remove, text } = photos

const copy = (CopySource: string, Key: string, more: object = {}) =>
  photos.s3.send(new CopyObjectCommand({ Bucket: photos.Bucket, CopySource, Key, ...more }))

describe('a copy', () => {
  beforeEach(() => put('a b', 'content', { ContentType: 'text/plain', Metadata: { one: '1' }, Tagging: 'team=blue' }))

  it('has the bytes, the metadata and the tags of its source', async () => {
    const { CopyObjectResult } = await copy('photos/a%20b', 'copy')
    expect(CopyObjectResult).toMatchObject({ ETag: `"${md5('content')}"`, ChecksumType: 'FULL_OBJECT' })
    expect(await get('copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { one: '1' }, TagCount: 1 })
    await remove('a b')
    expect(await text('copy')).toBe('content')
  })

  it('has the metadata and tags of the request when the directives say REPLACE', async () => {
    await copy('/photos/a%20b', 'copy', {
      MetadataDirective: 'REPLACE',
      Metadata: { two: '2' },
      ContentType: 'text/html',
      TaggingDirective: 'REPLACE',
      StorageClass: 'ONEZONE_IA',
    })
    const found = await head('copy')
    expect(found).toMatchObject({ ContentType: 'text/html', Metadata: { two: '2' }, StorageClass: 'ONEZONE_IA' })
    expect(found.TagCount).toBeUndefined()
  })

  it('of an object to itself must change something', async () => {
    await expect(copy('photos/a%20b', 'a b')).rejects.toMatchObject({ name: 'InvalidRequest' })
    await copy('photos/a%20b', 'a b', { MetadataDirective: 'REPLACE', Metadata: { two: '2' } })
    expect(await head('a b')).toMatchObject({ Metadata: { two: '2' } })
    expect(await text('a b')).toBe('content')
    await copy('photos/a%20b', 'a b', { StorageClass: 'GLACIER_IR' })
    await copy('photos/a%20b', 'a b', { StorageClass: 'GLACIER_IR' })
    expect(await head('a b')).toMatchObject({ StorageClass: 'GLACIER_IR', Metadata: { two: '2' } })
  })

  it('of an object to itself may add a checksum', async () => {
    await copy('photos/a%20b', 'a b', { ChecksumAlgorithm: 'SHA1' })
    expect(await get('a b', { ChecksumMode: 'ENABLED' })).toMatchObject({
      ChecksumSHA1: createHash('sha1').update('content').digest('base64'),
    })
  })

  it('may name its source with a plus for a space', async () => {
    await copy('photos/a+b', 'copy')
    expect(await text('copy')).toBe('content')
  })

  it("may name its source by a URL of the vendor's path style", async () => {
    await copy('https://s3.amazonaws.com/photos/a%20b', 'copy')
    expect(await text('copy')).toBe('content')
  })

  it('has the requested checksum', async () => {
    const { CopyObjectResult } = await copy('photos/a%20b', 'copy', { ChecksumAlgorithm: 'SHA256' })
    expect(CopyObjectResult?.ChecksumSHA256).toBe(createHash('sha256').update('content').digest('base64'))
  })

  it('requires that the conditions on its source hold', async () => {
    const ETag = `"${md5('content')}"`
    await expect(copy('photos/a%20b', 'copy', { CopySourceIfMatch: '"other"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      Condition: 'x-amz-copy-source-If-Match',
    })
    await expect(copy('photos/a%20b', 'copy', { CopySourceIfNoneMatch: ETag })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    })
    await copy('photos/a%20b', 'copy', { CopySourceIfMatch: ETag })
    await expect(copy('photos/a%20b', 'copy', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    })
  })

  it('tells the version of its source, unless that is the version null', async () => {
    const version = (Status: 'Enabled' | 'Suspended') =>
      photos.s3.send(new PutBucketVersioningCommand({ Bucket: photos.Bucket, VersioningConfiguration: { Status } }))
    await version('Enabled')
    expect((await copy('photos/a%20b', 'copy')).CopySourceVersionId).toBeUndefined()
    const { VersionId } = await put('a b', 'newer')
    expect((await copy('photos/a%20b', 'copy')).CopySourceVersionId).toBe(VersionId)
    await version('Suspended')
    await put('a b', 'newest')
    expect((await copy('photos/a%20b', 'copy')).CopySourceVersionId).toBeUndefined()
  })

  it('of an archived object is refused', async () => {
    await put('cold', 'x', { StorageClass: 'DEEP_ARCHIVE' })
    await expect(copy('photos/cold', 'copy')).rejects.toMatchObject({
      name: 'InvalidObjectState',
      StorageClass: 'DEEP_ARCHIVE',
    })
  })

  it('of a delete marker is refused', async () => {
    const deleted = { Bucket: 'archive', Key: 'a' }
    await photos.s3.send(new PutObjectCommand({ ...deleted, Body: 'a' }))
    const { VersionId } = await photos.s3.send(new DeleteObjectCommand(deleted))
    await expect(copy(`archive/a?versionId=${VersionId}`, 'copy')).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: 'The source of a copy request may not specifically refer to a delete marker by version id.',
      $metadata: { httpStatusCode: 400 },
    })
    await expect(copy('archive/a', 'copy')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('requires an existing source', async () => {
    await expect(copy('photos/nothing', 'copy')).rejects.toMatchObject({ name: 'NoSuchKey', Key: 'nothing' })
    await expect(copy('nope/a', 'copy')).rejects.toMatchObject({ name: 'NoSuchBucket' })
    await expect(copy('photos', 'copy')).rejects.toMatchObject({ name: 'InvalidArgument' })
    await expect(copy('photos/a%20b', 'copy', { MetadataDirective: 'MERGE' })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Unknown metadata directive.',
    })
  })
})
