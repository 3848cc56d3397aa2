import {
  CopyObjectCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  DeleteObjectTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const Key = 'a.txt'

const it = cloudTest({
  s3: {
    buckets: [
      { name: Bucket, objects: [{ key: 'old.txt', body: 'before versions' }] },
      { name: 'kept', versioning: true },
    ],
  },
})

const versioning = (s3: S3Client, Status: 'Enabled' | 'Suspended') =>
  s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }))
const put = async (s3: S3Client, Body: string, key = Key) =>
  (await s3.send(new PutObjectCommand({ Bucket, Key: key, Body }))).VersionId
const get = (s3: S3Client, options: object = {}) => s3.send(new GetObjectCommand({ Bucket, Key, ...options }))
const text = async (s3: S3Client, options: object = {}) => (await get(s3, options)).Body?.transformToString()
const remove = (s3: S3Client, options: object = {}) => s3.send(new DeleteObjectCommand({ Bucket, Key, ...options }))
const list = (s3: S3Client, options: object = {}) => s3.send(new ListObjectVersionsCommand({ Bucket, ...options }))

describe('a versioned bucket', () => {
  it.beforeEach(({ s3 }) => versioning(s3, 'Enabled'))

  it('keeps earlier versions', async ({ s3 }) => {
    const first = await put(s3, 'first')
    const second = await put(s3, 'second')
    expect(first).toMatch(/^\w{32}$/)
    expect(second).not.toBe(first)
    expect(await text(s3)).toBe('second')
    expect(await text(s3, { VersionId: first })).toBe('first')
    expect(await get(s3)).toMatchObject({ VersionId: second })
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key, VersionId: first }))).toMatchObject({
      VersionId: first,
      ContentLength: 5,
    })
    const attributes = new GetObjectAttributesCommand({
      Bucket,
      Key,
      VersionId: first,
      ObjectAttributes: ['ObjectSize'],
    })
    expect(await s3.send(attributes)).toMatchObject({ VersionId: first, ObjectSize: 5 })
  })

  it('keeps an object from before versioning as the version null', async ({ s3 }) => {
    const key = { Key: 'old.txt' }
    expect(await get(s3, key)).toMatchObject({ VersionId: 'null' })
    const VersionId = await put(s3, 'with versions', 'old.txt')
    expect(await text(s3, { ...key, VersionId: 'null' })).toBe('before versions')
    expect(await text(s3, { ...key, VersionId })).toBe('with versions')
    expect(await remove(s3, { ...key, VersionId: 'null' })).toMatchObject({ VersionId: 'null' })
    await expect(text(s3, { ...key, VersionId: 'null' })).rejects.toMatchObject({ name: 'NoSuchVersion' })
  })

  it('adds a delete marker for a deletion', async ({ cloud, s3 }) => {
    const first = await put(s3, 'first')
    const marker = await remove(s3)
    expect(marker).toMatchObject({ DeleteMarker: true, VersionId: expect.stringMatching(/^\w{32}$/) as string })
    const deletedAnswer = await fetch(`${cloud.url}/${Bucket}/${Key}`)
    expect(deletedAnswer.status).toBe(404)
    expect(Object.fromEntries(deletedAnswer.headers)).toMatchObject({
      'x-amz-delete-marker': 'true',
      'x-amz-version-id': marker.VersionId,
    })
    await expect(get(s3)).rejects.toMatchObject({ name: 'NoSuchKey' })
    expect(await text(s3, { VersionId: first })).toBe('first')
    expect((await s3.send(new ListObjectsV2Command({ Bucket, Prefix: Key }))).KeyCount).toBe(0)
    // Each deletion adds another delete marker.
    expect((await remove(s3)).VersionId).not.toBe(marker.VersionId)
    expect((await list(s3, { Prefix: Key })).DeleteMarkers).toHaveLength(2)
  })

  it('adds a delete marker for a key that never existed', async ({ s3 }) => {
    expect(await remove(s3, { Key: 'never' })).toMatchObject({ DeleteMarker: true })
  })

  it('tells a version that is gone from an id that never was one', async ({ s3 }) => {
    const VersionId = (await put(s3, 'gone')) ?? ''
    await remove(s3, { VersionId })
    await expect(get(s3, { VersionId })).rejects.toMatchObject({ name: 'NoSuchVersion' })
    expect((await remove(s3, { VersionId })).$metadata.httpStatusCode).toBe(204)
    await expect(remove(s3, { VersionId: `${VersionId.slice(0, -4)}ABCD` })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Invalid version id specified',
    })
  })

  it('refuses an empty version id', async ({ cloud, s3 }) => {
    await put(s3, 'first')
    const refused = await fetch(`${cloud.url}/${Bucket}/${Key}?versionId=`)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining(
        '<Code>InvalidArgument</Code><Message>Version id cannot be the empty string</Message><ArgumentName>versionId</ArgumentName>',
      ),
    ])
  })

  it('does not return content for a delete marker', async ({ cloud, s3 }) => {
    await put(s3, 'first')
    const { VersionId } = await remove(s3)
    const response = await fetch(`${cloud.url}/${Bucket}/${Key}?versionId=${VersionId}`)
    expect(response.status).toBe(405)
    expect(response.headers.get('x-amz-delete-marker')).toBe('true')
    expect(response.headers.get('allow')).toBe('DELETE')
    expect(response.headers.get('last-modified')).not.toBeNull()
    expect(await response.text()).toContain('<Code>MethodNotAllowed</Code>')
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key, VersionId }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 405 },
    })
    await expect(s3.send(new GetObjectTaggingCommand({ Bucket, Key, VersionId }))).rejects.toMatchObject({
      name: 'MethodNotAllowed',
    })
  })

  it('returns the object again once its delete marker is deleted', async ({ s3 }) => {
    await put(s3, 'first')
    const { VersionId } = await remove(s3)
    expect(await remove(s3, { VersionId })).toMatchObject({ DeleteMarker: true, VersionId })
    expect(await text(s3)).toBe('first')
  })

  it('returns the previous version once the latest is permanently deleted', async ({ s3 }) => {
    const first = await put(s3, 'first')
    const second = await put(s3, 'second')
    const deletedAnswer = await remove(s3, { VersionId: second })
    expect(deletedAnswer).toMatchObject({ VersionId: second })
    expect(deletedAnswer.DeleteMarker).toBeUndefined()
    expect(await get(s3)).toMatchObject({ VersionId: first })
    await expect(get(s3, { VersionId: second })).rejects.toMatchObject({
      name: 'NoSuchVersion',
      message: 'The specified version does not exist.',
      VersionId: second,
      $metadata: { httpStatusCode: 404 },
    })
    await expect(get(s3, { VersionId: 'short' })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Invalid version id specified',
    })
    expect(await remove(s3, { VersionId: second })).toMatchObject({ $metadata: { httpStatusCode: 204 } })
  })

  it('copies a named version, to restore it', async ({ s3 }) => {
    const first = await put(s3, 'first')
    await put(s3, 'second')
    const copied = await s3.send(
      new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${Key}?versionId=${first}` }),
    )
    expect(copied).toMatchObject({ CopySourceVersionId: first, VersionId: expect.stringMatching(/^\w{32}$/) as string })
    expect(await text(s3)).toBe('first')
    expect(await get(s3)).toMatchObject({ VersionId: copied.VersionId })
  })

  it('tags one version', async ({ s3 }) => {
    const first = await put(s3, 'first')
    await put(s3, 'second')
    const tags = async (VersionId?: string) =>
      (await s3.send(new GetObjectTaggingCommand({ Bucket, Key, VersionId }))).TagSet
    const Tagging = { TagSet: [{ Key: 'of', Value: 'first' }] }
    const tagged = await s3.send(new PutObjectTaggingCommand({ Bucket, Key, VersionId: first, Tagging }))
    expect(tagged.VersionId).toBe(first)
    expect(await tags(first)).toEqual(Tagging.TagSet)
    expect(await tags()).toEqual([])
    await s3.send(new DeleteObjectTaggingCommand({ Bucket, Key, VersionId: first }))
    expect(await tags(first)).toEqual([])
  })

  it('deletes many versions and objects at once', async ({ s3 }) => {
    const first = await put(s3, 'first')
    const second = await put(s3, 'second')
    const { VersionId: marker } = await remove(s3)
    await put(s3, 'b', 'b.txt')
    const Objects = [
      { Key, VersionId: first },
      { Key, VersionId: marker },
      { Key: 'b.txt' },
      { Key: 'c.txt', VersionId: 'short' },
    ]
    const { Deleted, Errors } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    expect(Deleted).toEqual([
      { Key, VersionId: first },
      { Key, VersionId: marker, DeleteMarker: true, DeleteMarkerVersionId: marker },
      { Key: 'b.txt', DeleteMarker: true, DeleteMarkerVersionId: expect.stringMatching(/^\w{32}$/) as string },
    ])
    expect(Errors).toMatchObject([{ Key: 'c.txt', VersionId: 'short', Code: 'InvalidArgument' }])
    expect(await get(s3)).toMatchObject({ VersionId: second })
  })

  it('can be deleted only without any version', async ({ s3 }) => {
    const emptied = async () => {
      for (const { Key: key, VersionId } of [
        ...((await list(s3)).Versions ?? []),
        ...((await list(s3)).DeleteMarkers ?? []),
      ]) {
        await remove(s3, { Key: key, VersionId })
      }
    }
    await remove(s3, { Key: 'old.txt' })
    await expect(s3.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject({ name: 'BucketNotEmpty' })
    await emptied()
    await s3.send(new DeleteBucketCommand({ Bucket }))
  })
})

describe('a bucket with suspended versioning', () => {
  it.beforeEach(async ({ s3 }) => {
    await versioning(s3, 'Enabled')
    await put(s3, 'first')
    await versioning(s3, 'Suspended')
  })

  it('overwrites the version null and keeps the others', async ({ s3 }) => {
    expect(await put(s3, 'null 1')).toBeUndefined()
    await put(s3, 'null 2')
    expect(await get(s3)).toMatchObject({ VersionId: 'null' })
    const { Versions } = await list(s3, { Prefix: Key })
    expect(Versions?.map(({ VersionId, IsLatest }) => [VersionId === 'null', IsLatest])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('replaces the version null by a delete marker', async ({ s3 }) => {
    await put(s3, 'null')
    expect(await remove(s3)).toMatchObject({ DeleteMarker: true, VersionId: 'null' })
    const { Versions, DeleteMarkers } = await list(s3, { Prefix: Key })
    expect(DeleteMarkers).toMatchObject([{ VersionId: 'null', IsLatest: true }])
    expect(Versions).toHaveLength(1)
    // The next object replaces the delete marker.
    await put(s3, 'again')
    expect((await list(s3, { Prefix: Key })).DeleteMarkers).toBeUndefined()
    expect(await text(s3)).toBe('again')
  })
})

describe('the versioning configuration', () => {
  it('stores the MFA delete setting', async ({ s3 }) => {
    const status = async () => {
      const { Status, MFADelete } = await s3.send(new GetBucketVersioningCommand({ Bucket }))
      return [Status, MFADelete]
    }
    expect(await status()).toEqual([undefined, undefined])
    const VersioningConfiguration = { Status: 'Enabled', MFADelete: 'Enabled' } as const
    await s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration, MFA: 'arn 123456' }))
    expect(await status()).toEqual(['Enabled', 'Enabled'])
    await versioning(s3, 'Suspended')
    expect(await status()).toEqual(['Suspended', 'Enabled'])
  })

  it('must contain a status', async ({ s3 }) => {
    await expect(
      s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: {} })),
    ).rejects.toMatchObject({ name: 'IllegalVersioningConfigurationException', $metadata: { httpStatusCode: 400 } })
  })

  it('can come from the seed', async ({ s3 }) => {
    const { VersionId } = await s3.send(new PutObjectCommand({ Bucket: 'kept', Key, Body: 'x' }))
    expect(VersionId).toMatch(/^\w{32}$/)
  })
})

describe('the list of versions', () => {
  it.beforeEach(({ s3 }) => versioning(s3, 'Enabled'))

  it('contains every version and delete marker, by key and newest first', async ({ cloud, s3 }) => {
    cloud.clock.freeze('2026-05-01T10:00:00Z')
    const b1 = await put(s3, 'b1', 'b')
    const a1 = await put(s3, 'a1', 'a')
    const b2 = await put(s3, 'b2!', 'b')
    const { VersionId: marker } = await remove(s3, { Key: 'a' })
    const { Versions, DeleteMarkers, ...rest } = await list(s3)
    expect(rest).toMatchObject({ Name: Bucket, IsTruncated: false, MaxKeys: 1000 })
    expect(Versions?.map((each) => [each.Key, each.VersionId, each.IsLatest])).toEqual([
      ['a', a1, false],
      ['b', b2, true],
      ['b', b1, false],
      ['old.txt', 'null', true],
    ])
    expect(Versions?.[1]).toMatchObject({
      Size: 3,
      StorageClass: 'STANDARD',
      ETag: expect.stringMatching(/^"[\da-f]{32}"$/) as string,
      Owner: { ID: expect.stringMatching(/^[\da-f]{64}$/) as string },
      LastModified: new Date('2026-05-01T10:00:00Z'),
    })
    expect(DeleteMarkers).toMatchObject([{ Key: 'a', VersionId: marker, IsLatest: true }])
    cloud.clock.resume()
  })

  it('is one list of versions and delete markers on the wire', async ({ cloud, s3 }) => {
    await put(s3, 'a1')
    await remove(s3)
    await put(s3, 'b1', 'b')
    const answer = await (await fetch(`${cloud.url}/${Bucket}?versions`)).text()
    const names = Array.from(answer.matchAll(/<(Version|DeleteMarker)>/g), ([, name]) => name)
    expect(names).toEqual(['DeleteMarker', 'Version', 'Version', 'Version'])
  })

  it('contains the version null of a bucket that was never versioned', async ({ cloud, s3 }) => {
    cloud.reset()
    await put(s3, 'x')
    expect((await list(s3)).Versions).toMatchObject([
      { Key, VersionId: 'null', IsLatest: true },
      { Key: 'old.txt', VersionId: 'null', IsLatest: true },
    ])
  })

  it('comes in pages that may end between the versions of a key', async ({ s3 }) => {
    for (const each of ['1', '2', '3']) await put(s3, each, 'a')
    for (const each of ['1', '2']) await put(s3, each, 'b')
    const all = (await list(s3)).Versions?.map(({ VersionId }) => VersionId)
    const pages = []
    let page: Awaited<ReturnType<typeof list>> | null = null
    while (page?.IsTruncated !== false) {
      page = await list(s3, { MaxKeys: 2, KeyMarker: page?.NextKeyMarker, VersionIdMarker: page?.NextVersionIdMarker })
      pages.push(page.Versions?.map(({ VersionId }) => VersionId))
    }
    expect(pages.map((each) => each?.length)).toEqual([2, 2, 2])
    expect(pages.flat()).toEqual(all)
    const first = await list(s3, { MaxKeys: 2 })
    expect(first).toMatchObject({ IsTruncated: true, NextKeyMarker: 'a', NextVersionIdMarker: all?.[1] })
    const rest = { KeyMarker: 'a', VersionIdMarker: all?.[1] }
    // A client that deletes page by page continues after a deleted version.
    await remove(s3, { Key: 'a', VersionId: all?.[0] })
    await remove(s3, { Key: 'a', VersionId: all?.[1] })
    expect((await list(s3, rest)).Versions?.[0]).toMatchObject({ Key: 'a', VersionId: all?.[2] })
    expect((await list(s3, { KeyMarker: 'a' })).Versions?.map((each) => each.Key)).toEqual(['b', 'b', 'old.txt'])
  })

  it('can be limited to a prefix and grouped by a delimiter', async ({ s3 }) => {
    for (const key of ['x/1', 'x/1', 'x/2', 'y z/1', 'z']) await put(s3, key, key)
    const prefixes = (page: Awaited<ReturnType<typeof list>>) => page.CommonPrefixes?.map(({ Prefix }) => Prefix)
    const keys = (page: Awaited<ReturnType<typeof list>>) => page.Versions?.map((each) => each.Key)
    const grouped = await list(s3, { Delimiter: '/' })
    expect([prefixes(grouped), keys(grouped)]).toEqual([
      ['x/', 'y z/'],
      ['old.txt', 'z'],
    ])
    expect(keys(await list(s3, { Prefix: 'x/' }))).toEqual(['x/1', 'x/1', 'x/2'])
    const page = await list(s3, { Delimiter: '/', MaxKeys: 2 })
    expect(page).toMatchObject({ IsTruncated: true, NextKeyMarker: 'x/' })
    expect(prefixes(await list(s3, { Delimiter: '/', KeyMarker: 'x/' }))).toEqual(['y z/'])
    expect(keys(await list(s3, { Prefix: 'y', EncodingType: 'url' }))).toEqual(['y+z/1'])
    expect(await list(s3, { MaxKeys: 0 })).toMatchObject({ IsTruncated: false })
  })

  it('refuses invalid markers', async ({ cloud, s3 }) => {
    await expect(list(s3, { VersionIdMarker: 'null' })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'A version-id marker cannot be specified without a key marker.',
    })
    await expect(list(s3, { KeyMarker: 'a', VersionIdMarker: 'short' })).rejects.toMatchObject({
      message: 'Invalid version id specified',
    })
    const empty = await fetch(`${cloud.url}/${Bucket}?versions&key-marker=a&version-id-marker=`)
    expect(await empty.text()).toContain('A version-id marker cannot be empty.')
  })
})
