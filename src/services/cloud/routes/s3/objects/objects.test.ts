import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketEncryptionCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, it } from 'vitest'
import { s3Client } from '#cloud/cloud.fixture.ts'
import { md5, usePhotos } from './objects.fixture.ts'

const photos = usePhotos()
const { get, head, put, remove, text } = photos

describe('an object', () => {
  it('is returned as it was stored, with its entity tag', async () => {
    const { ETag } = await put('a/b c+d.txt', 'Hello, wörld')
    expect(ETag).toBe(`"${md5('Hello, wörld')}"`)
    expect(await text('a/b c+d.txt')).toBe('Hello, wörld')
  })

  it('can contain any bytes, or none', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)
    await put('bytes', bytes)
    expect(await (await get('bytes')).Body?.transformToByteArray()).toEqual(bytes)
    await put('nothing', '')
    expect(await head('nothing')).toMatchObject({ ContentLength: 0, ETag: `"${md5('')}"` })
    expect(await text('nothing')).toBe('')
  })

  it.each([
    'x',
    'ключ/ключ',
    '😀',
    'a//b',
    '/leading',
    'trailing/',
    '.',
    'a/../b',
    '%41',
    'a?b=c&d#e',
    "!'()*~",
    'a\u0001b',
  ])('can have the key %j', async (key) => {
    await put(key, 'found')
    expect(await text(key)).toBe('found')
    const { Contents } = await photos.s3.send(
      new ListObjectsV2Command({ Bucket: 'photos', Prefix: key, EncodingType: 'url' }),
    )
    expect(decodeURIComponent(Contents?.[0]?.Key?.replaceAll('+', ' ') ?? '')).toBe(key)
  })

  it('has a key of at most 1024 bytes', async () => {
    await put('é'.repeat(512), '')
    await expect(put('é'.repeat(513), '')).rejects.toMatchObject({
      name: 'KeyTooLongError',
      $metadata: { httpStatusCode: 400 },
    })
  })

  it('is returned with its headers and metadata', async () => {
    await put('a.html', '<p>', {
      ContentType: 'text/html; charset=utf-8',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a.html"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'de',
      Expires: new Date('2030-01-01T00:00:00Z'),
      Metadata: { Owner: 'Ada', 'two-words': 'a b' },
      StorageClass: 'STANDARD_IA',
      Tagging: 'team=blue&kind=page',
      WebsiteRedirectLocation: '/b.html',
    })
    const details = {
      ContentType: 'text/html; charset=utf-8',
      CacheControl: 'max-age=60',
      ContentDisposition: 'attachment; filename="a.html"',
      ContentEncoding: 'gzip',
      ContentLanguage: 'de',
      Metadata: { owner: 'Ada', 'two-words': 'a b' },
      StorageClass: 'STANDARD_IA',
      TagCount: 2,
      WebsiteRedirectLocation: '/b.html',
      ServerSideEncryption: 'AES256',
      AcceptRanges: 'bytes',
      ContentLength: 3,
    }
    expect(await get('a.html')).toMatchObject(details)
    expect(await head('a.html')).toMatchObject({ ...details, ExpiresString: 'Tue, 01 Jan 2030 00:00:00 GMT' })
  })

  it.each([
    ['ÄMÄ S3', '=?UTF-8?Q?=C3=84M=C3=84_S3?='],
    ['=?UTF-8?B?w4RNw4Q=?=', '=?UTF-8?Q?=C3=84M=C3=84?='],
    ['=?UTF-8?Q?plain_text?=', 'plain text'],
    ['=?UTF-8?B?AAEC?=', '=?UTF-8?B?AAEC?='],
    ['a=b?c_d', 'a=b?c_d'],
  ])('with the metadata %j is returned with %j', async (sent, shown) => {
    const headers = { 'x-amz-meta-name': Buffer.from(sent).toString('latin1') }
    const { status } = await fetch(`${photos.emulator.url}/photos/a`, { method: 'PUT', body: 'a', headers })
    expect(status).toBe(200)
    expect((await head('a')).Metadata).toEqual({ name: shown })
  })

  it('can have metadata in UTF-8 that was signed as such', async () => {
    const name = 'ÄMÄ'
    const client = s3Client(photos.emulator)
    client.middlewareStack.add(
      (next) => (args) => {
        // Signed as text, sent as the bytes of UTF-8.
        const { headers } = args.request as { readonly headers: Record<string, string> } // an HTTP request
        headers['x-amz-meta-name'] = Buffer.from(name).toString('latin1')
        return next(args)
      },
      { step: 'deserialize' },
    )
    await client.send(
      new PutObjectCommand({ Bucket: photos.Bucket, Key: 'a', Body: Buffer.from('a'), Metadata: { name } }),
    )
    expect((await head('a')).Metadata).toEqual({ name: '=?UTF-8?Q?=C3=84M=C3=84?=' })
  })

  it('has the content type binary/octet-stream by default', async () => {
    await fetch(`${photos.emulator.url}/photos/plain`, { method: 'PUT', body: new Uint8Array([1]) })
    expect((await fetch(`${photos.emulator.url}/photos/plain`)).headers.get('content-type')).toBe('binary/octet-stream')
  })

  it("was last modified at a time of the instance's clock", async () => {
    photos.emulator.clock.advance('1d')
    await put('a', 'a')
    const { LastModified } = await head('a')
    expect(LastModified?.getTime()).toBeCloseTo(photos.emulator.clock.now(), -4)
    expect(LastModified?.getTime()).toBeGreaterThan(Date.now() + 86_000_000)
  })

  it('replaces the previous one', async () => {
    await put('a', 'one', { Metadata: { old: 'yes' } })
    await put('a', 'two')
    expect(await text('a')).toBe('two')
    expect((await head('a')).Metadata).toEqual({})
  })

  it('can be deleted, and deleting it again succeeds', async () => {
    await put('a', 'a')
    expect((await remove('a')).$metadata.httpStatusCode).toBe(204)
    await expect(get('a')).rejects.toMatchObject({
      name: 'NoSuchKey',
      Key: 'a',
      message: 'The specified key does not exist.',
      $metadata: { httpStatusCode: 404 },
    })
    await expect(head('a')).rejects.toMatchObject({ name: 'NotFound' })
    expect((await remove('a')).$metadata.httpStatusCode).toBe(204)
  })

  it('must be in an existing bucket', async () => {
    await expect(photos.s3.send(new PutObjectCommand({ Bucket: 'nope', Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
    await expect(photos.s3.send(new GetObjectCommand({ Bucket: 'nope', Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
  })

  it('has at most 2 KB of metadata, a known storage class, and at most ten tags', async () => {
    await expect(put('a', '', { Metadata: { m: 'x'.repeat(2048) } })).rejects.toMatchObject({
      name: 'MetadataTooLarge',
    })
    await expect(put('a', '', { StorageClass: 'SHELF' as 'STANDARD' })).rejects.toMatchObject({
      name: 'InvalidStorageClass',
    }) // not known to the client
    const tags = Array.from({ length: 11 }, (_, index) => `t${index}=1`).join('&')
    await expect(put('a', '', { Tagging: tags })).rejects.toMatchObject({
      name: 'BadRequest',
      message: 'Object tags cannot be greater than 10',
    })
    for (const Tagging of ['a=1&a=2', 'a=<', '=1']) {
      await expect(put('a', '', { Tagging })).rejects.toMatchObject({
        name: 'InvalidArgument',
        message:
          "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.",
        ArgumentName: 'x-amz-tagging',
        ArgumentValue: Tagging,
      })
    }
  })

  it('cannot be written to as a version, or appended to', async () => {
    await put('log', 'one')
    await expect(put('log', 'two', { WriteOffsetBytes: 3 })).rejects.toMatchObject({ name: 'NotImplemented' })
    const version = await fetch(`${photos.emulator.url}/photos/log?versionId=null`, { method: 'PUT', body: 'two' })
    expect([version.status, await version.text()]).toEqual([
      400,
      expect.stringContaining('<Message>This operation does not accept a version-id.</Message>'),
    ])
    expect(await text('log')).toBe('one')
  })

  it('cannot be read from an archive', async () => {
    await put('cold', 'x', { StorageClass: 'GLACIER' })
    await expect(get('cold')).rejects.toMatchObject({ name: 'InvalidObjectState', StorageClass: 'GLACIER' })
    expect(await head('cold')).toMatchObject({ StorageClass: 'GLACIER' })
  })

  it('is encrypted as the request says', async () => {
    const { SSEKMSKeyId } = await put('a', 'a', { ServerSideEncryption: 'aws:kms' })
    expect(SSEKMSKeyId).toMatch(/^arn:aws:kms:us-east-1:123456789012:key\/[\da-f-]{36}$/)
    expect(await head('a')).toMatchObject({ ServerSideEncryption: 'aws:kms', SSEKMSKeyId })
    expect(await head('a')).not.toHaveProperty('BucketKeyEnabled')
  })

  it('is encrypted with a bucket key when the request or the bucket says so', async () => {
    const kms = { ServerSideEncryption: 'aws:kms' } as const
    expect(await put('a', 'a', { ...kms, BucketKeyEnabled: true })).toMatchObject({ BucketKeyEnabled: true })
    expect(await head('a')).toMatchObject({ BucketKeyEnabled: true })
    const ApplyServerSideEncryptionByDefault = { SSEAlgorithm: 'aws:kms' } as const
    const Rules = [{ ApplyServerSideEncryptionByDefault, BucketKeyEnabled: true }]
    await photos.s3.send(
      new PutBucketEncryptionCommand({ Bucket: photos.Bucket, ServerSideEncryptionConfiguration: { Rules } }),
    )
    expect(await put('b', 'b')).toMatchObject({ ...kms, BucketKeyEnabled: true })
    expect(await put('b', 'b', { BucketKeyEnabled: false })).not.toHaveProperty('BucketKeyEnabled')
  })
})

describe('a range', () => {
  beforeEach(() => put('digits', '0123456789'))

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('%s is answered with a part of the object', async (Range, expected, ContentRange) => {
    const found = await get('digits', { Range })
    expect(found).toMatchObject({ ContentRange, ContentLength: expected.length, $metadata: { httpStatusCode: 206 } })
    expect(await found.Body?.transformToString()).toBe(expected)
  })

  it.each(['bytes=4-2', 'bytes=', 'lines=1-2', 'bytes=0-1,4-5'])('%s is ignored', async (Range) => {
    const found = await get('digits', { Range })
    expect(found.$metadata.httpStatusCode).toBe(200)
    expect(await found.Body?.transformToString()).toBe('0123456789')
  })

  it.each(['bytes=10-', 'bytes=-0'])('%s cannot be satisfied', async (Range) => {
    await expect(get('digits', { Range })).rejects.toMatchObject({
      name: 'InvalidRange',
      RangeRequested: Range,
      ActualObjectSize: '10',
      $metadata: { httpStatusCode: 416 },
    })
  })
})

describe('an object in a versioned bucket', () => {
  const archive = (Key: string, Body: string) => photos.s3.send(new PutObjectCommand({ Bucket: 'archive', Key, Body }))
  const read = async (VersionId?: string) => {
    const found = await photos.s3.send(
      new GetObjectCommand({ Bucket: 'archive', Key: 'a', ...(VersionId === undefined ? {} : { VersionId }) }),
    )
    return found.Body?.transformToString()
  }

  it('keeps every version, and the latest is the object', async () => {
    const one = await archive('a', 'one')
    const two = await archive('a', 'two')
    expect(one.VersionId).toMatch(/^\w{32}$/)
    expect(await read()).toBe('two')
    expect(await read(one.VersionId)).toBe('one')
    expect(await read(two.VersionId)).toBe('two')
    await expect(read('x'.repeat(32))).rejects.toMatchObject({ name: 'InvalidArgument' })
    await expect(read('nonsense')).rejects.toMatchObject({ name: 'InvalidArgument' })
  })

  it('is hidden by a delete marker, and visible again once that is deleted', async () => {
    await archive('a', 'one')
    const { DeleteMarker, VersionId } = await photos.s3.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'a' }))
    expect(DeleteMarker).toBe(true)
    const hidden = await fetch(`${photos.emulator.url}/archive/a`)
    expect([hidden.status, hidden.headers.get('x-amz-delete-marker')]).toEqual([404, 'true'])
    await expect(read(VersionId)).rejects.toMatchObject({
      name: 'MethodNotAllowed',
      $metadata: { httpStatusCode: 405 },
    })
    await photos.s3.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'a', VersionId }))
    expect(await read()).toBe('one')
  })

  it('has one version called null while versioning is suspended', async () => {
    const { VersionId } = await archive('a', 'one')
    await photos.s3.send(
      new PutBucketVersioningCommand({ Bucket: 'archive', VersioningConfiguration: { Status: 'Suspended' } }),
    )
    await archive('a', 'two')
    await archive('a', 'three')
    expect(await read()).toBe('three')
    expect(await read('null')).toBe('three')
    expect(await read(VersionId)).toBe('one')
  })
})
