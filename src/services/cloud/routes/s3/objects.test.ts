import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type GetObjectCommandInput,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '../../../../emulator.ts'
import { s3Client, startCloud } from '../../cloud.fixture.ts'

let emulator: Emulator<'cloud'>
let s3: S3Client
beforeAll(async () => {
  emulator = await startCloud({ s3: { buckets: [{ name: 'photos' }, { name: 'archive', versioning: true }] } })
  s3 = s3Client(emulator)
})
afterAll(() => emulator.close())
beforeEach(() => emulator.reset())

const put = (
  Key: string,
  Body: NonNullable<PutObjectCommandInput['Body']>,
  more: Partial<PutObjectCommandInput> = {},
) => s3.send(new PutObjectCommand({ Bucket: 'photos', Key, Body, ...more }))
const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  s3.send(new GetObjectCommand({ Bucket: 'photos', Key, ...more }))
const text = async (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  (await get(Key, more)).Body?.transformToString()
const head = (Key: string) => s3.send(new HeadObjectCommand({ Bucket: 'photos', Key }))
const remove = (Key: string) => s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key }))
const copy = (CopySource: string, Key: string, more: object = {}) =>
  s3.send(new CopyObjectCommand({ Bucket: 'photos', CopySource, Key, ...more }))
const md5 = (content: string | Uint8Array) => createHash('md5').update(content).digest('hex')

describe('an object', () => {
  it('is what was put, with its entity tag', async () => {
    const { ETag } = await put('a/b c+d.txt', 'Hello, wörld')
    expect(ETag).toBe(`"${md5('Hello, wörld')}"`)
    expect(await text('a/b c+d.txt')).toBe('Hello, wörld')
  })

  it('may hold any bytes, or none', async () => {
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
  ])('may have the key %j', async (key) => {
    await put(key, 'found')
    expect(await text(key)).toBe('found')
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: 'photos', Prefix: key, EncodingType: 'url' }))
    expect(decodeURIComponent(Contents?.[0]?.Key?.replaceAll('+', ' ') ?? '')).toBe(key)
  })

  it('has a key of at most 1024 bytes', async () => {
    await put('é'.repeat(512), '')
    await expect(put('é'.repeat(513), '')).rejects.toMatchObject({
      name: 'KeyTooLongError',
      $metadata: { httpStatusCode: 400 },
    })
  })

  it('gives back what was said of it', async () => {
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
    const said = {
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
    expect(await get('a.html')).toMatchObject(said)
    expect(await head('a.html')).toMatchObject({ ...said, ExpiresString: 'Tue, 01 Jan 2030 00:00:00 GMT' })
  })

  it('is octets where nobody says what it is', async () => {
    await fetch(`${emulator.url}/photos/plain`, { method: 'PUT', body: new Uint8Array([1]) })
    expect((await fetch(`${emulator.url}/photos/plain`)).headers.get('content-type')).toBe('binary/octet-stream')
  })

  it('was last modified on the instance’s clock', async () => {
    emulator.clock.advance('1d')
    await put('a', 'a')
    const { LastModified } = await head('a')
    expect(LastModified?.getTime()).toBeCloseTo(emulator.clock.now(), -4)
    expect(LastModified?.getTime()).toBeGreaterThan(Date.now() + 86_000_000)
  })

  it('takes the place of the one before', async () => {
    await put('a', 'one', { Metadata: { old: 'yes' } })
    await put('a', 'two')
    expect(await text('a')).toBe('two')
    expect((await head('a')).Metadata).toEqual({})
  })

  it('is gone when it is deleted, and deleting it again is no failure', async () => {
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

  it('must be in a bucket that there is', async () => {
    await expect(s3.send(new PutObjectCommand({ Bucket: 'nope', Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
    await expect(s3.send(new GetObjectCommand({ Bucket: 'nope', Key: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
  })

  it('has at most 2 KB of metadata, a storage class that there is, and ten tags', async () => {
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
    await expect(put('a', '', { Tagging: 'a=1&a=2' })).rejects.toMatchObject({ name: 'InvalidTag' })
  })

  it('cannot be read from an archive', async () => {
    await put('cold', 'x', { StorageClass: 'GLACIER' })
    await expect(get('cold')).rejects.toMatchObject({ name: 'InvalidObjectState', StorageClass: 'GLACIER' })
    expect(await head('cold')).toMatchObject({ StorageClass: 'GLACIER' })
  })

  it('is encrypted as the request says', async () => {
    const { SSEKMSKeyId } = await put('a', 'a', { ServerSideEncryption: 'aws:kms' })
    expect(SSEKMSKeyId).toBe('arn:aws:kms:us-east-1:123456789012:alias/aws/s3')
    expect(await head('a')).toMatchObject({ ServerSideEncryption: 'aws:kms', SSEKMSKeyId })
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
  ])('%s is a part of the object', async (Range, expected, ContentRange) => {
    const found = await get('digits', { Range })
    expect(found).toMatchObject({ ContentRange, ContentLength: expected.length, $metadata: { httpStatusCode: 206 } })
    expect(await found.Body?.transformToString()).toBe(expected)
  })

  it.each(['bytes=4-2', 'bytes=', 'lines=1-2', 'bytes=0-1,4-5'])('%s counts for nothing', async (Range) => {
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

describe('a conditional read', () => {
  let etag: string
  let modified: Date
  beforeEach(async () => {
    emulator.clock.freeze('2026-01-01T00:00:00Z')
    etag = (await put('a', 'a')).ETag ?? ''
    modified = new Date('2026-01-01T00:00:00Z')
  })
  const status = (more: Partial<GetObjectCommandInput>) =>
    get('a', more).then(
      ({ $metadata }) => $metadata.httpStatusCode,
      (error: { $metadata: { httpStatusCode: number } }) => error.$metadata.httpStatusCode,
    )

  it('gives the object where its conditions hold, 412 where it changed, 304 where it did not', async () => {
    const before = new Date(modified.getTime() - 1000)
    expect(await status({ IfMatch: etag })).toBe(200)
    expect(await status({ IfMatch: '"other"' })).toBe(412)
    expect(await status({ IfNoneMatch: etag })).toBe(304)
    expect(await status({ IfNoneMatch: '"other"' })).toBe(200)
    expect(await status({ IfModifiedSince: modified })).toBe(304)
    expect(await status({ IfModifiedSince: before })).toBe(200)
    expect(await status({ IfUnmodifiedSince: before })).toBe(412)
    expect(await status({ IfUnmodifiedSince: modified })).toBe(200)
  })

  it('holds entity tags above dates', async () => {
    const before = new Date(modified.getTime() - 1000)
    expect(await status({ IfMatch: etag, IfUnmodifiedSince: before })).toBe(200)
    expect(await status({ IfNoneMatch: '"other"', IfModifiedSince: modified })).toBe(200)
  })

  it('says what is the same', async () => {
    const response = await fetch(`${emulator.url}/photos/a`, { headers: { 'if-none-match': etag } })
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(etag)
    expect(response.headers.get('last-modified')).toBe('Thu, 01 Jan 2026 00:00:00 GMT')
  })
})

describe('a conditional write', () => {
  it('makes an object only where there is none', async () => {
    await put('a', 'one', { IfNoneMatch: '*' })
    await expect(put('a', 'two', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
      Condition: 'If-None-Match',
      $metadata: { httpStatusCode: 412 },
    })
    expect(await text('a')).toBe('one')
    await remove('a')
    await put('a', 'three', { IfNoneMatch: '*' })
  })

  it('replaces only what is known', async () => {
    const { ETag = '' } = await put('a', 'one')
    await expect(put('a', 'two', { IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await put('a', 'two', { IfMatch: ETag })
    expect(await text('a')).toBe('two')
    await expect(put('nothing', 'x', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('deletes only what is known', async () => {
    const { ETag = '' } = await put('a', 'one')
    const removeIf = (IfMatch: string) => s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: 'a', IfMatch }))
    await expect(removeIf('"other"')).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await removeIf(ETag)
    await expect(head('a')).rejects.toThrow()
  })
})

describe('a copy', () => {
  beforeEach(() => put('a b', 'content', { ContentType: 'text/plain', Metadata: { one: '1' }, Tagging: 'team=blue' }))

  it('has the bytes, the metadata and the tags of its source', async () => {
    const { CopyObjectResult } = await copy('photos/a%20b', 'copy')
    expect(CopyObjectResult).toMatchObject({ ETag: `"${md5('content')}"`, ChecksumType: 'FULL_OBJECT' })
    expect(await get('copy')).toMatchObject({ ContentType: 'text/plain', Metadata: { one: '1' }, TagCount: 1 })
    await remove('a b')
    expect(await text('copy')).toBe('content')
  })

  it('has what the request says instead, where it says so', async () => {
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
    expect(await head('a b')).toMatchObject({ StorageClass: 'GLACIER_IR', Metadata: { two: '2' } })
  })

  it('has the checksum that is asked for', async () => {
    const { CopyObjectResult } = await copy('photos/a%20b', 'copy', { ChecksumAlgorithm: 'SHA256' })
    expect(CopyObjectResult?.ChecksumSHA256).toBe(createHash('sha256').update('content').digest('base64'))
  })

  it('is made only where its conditions hold', async () => {
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

  it('needs a source', async () => {
    await expect(copy('photos/nothing', 'copy')).rejects.toMatchObject({ name: 'NoSuchKey', Key: 'nothing' })
    await expect(copy('nope/a', 'copy')).rejects.toMatchObject({ name: 'NoSuchBucket' })
    await expect(copy('photos', 'copy')).rejects.toMatchObject({ name: 'InvalidArgument' })
    await expect(copy('photos/a%20b', 'copy', { MetadataDirective: 'MERGE' })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Unknown metadata directive.',
    })
  })
})

describe('many deletions at once', () => {
  const removeAll = (Objects: { Key: string; VersionId?: string; ETag?: string }[], Quiet = false) =>
    s3.send(new DeleteObjectsCommand({ Bucket: 'photos', Delete: { Objects, Quiet } }))

  it('tell what became of each', async () => {
    await put('a', 'a')
    await put('b & <c>', 'b')
    const { Deleted, Errors } = await removeAll([
      { Key: 'a' },
      { Key: 'b & <c>' },
      { Key: 'nothing' },
      { Key: 'x'.repeat(1025) },
    ])
    expect(Deleted).toEqual([{ Key: 'a' }, { Key: 'b & <c>' }, { Key: 'nothing' }])
    expect(Errors).toMatchObject([{ Code: 'KeyTooLongError', Message: 'Your key is too long' }])
    await expect(head('b & <c>')).rejects.toThrow()
  })

  it('tell only what went wrong, where that is asked for', async () => {
    await put('a', 'a')
    const { Deleted, Errors } = await removeAll([{ Key: 'a' }, { Key: 'a', ETag: '"other"' }], true)
    expect(Deleted).toBeUndefined()
    expect(Errors).toMatchObject([{ Key: 'a', Code: 'NoSuchKey' }])
  })

  it('are at least one and at most 1000, and vouched for', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ Key: `k${index}` }))
    await expect(removeAll(many)).rejects.toMatchObject({ name: 'MalformedXML' })
    await expect(removeAll([])).rejects.toMatchObject({ name: 'MalformedXML' })
    const response = await fetch(`${emulator.url}/photos?delete`, { method: 'POST', body: '<Delete/>' })
    expect(await response.text()).toContain('<Code>InvalidRequest</Code>')
  })
})

describe('the attributes of an object', () => {
  it('are those that were asked for', async () => {
    await put('a', 'content', { ChecksumAlgorithm: 'SHA1' })
    const attributes = await s3.send(
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
    const size = await s3.send(
      new GetObjectAttributesCommand({ Bucket: 'photos', Key: 'a', ObjectAttributes: ['ObjectSize'] }),
    )
    expect([size.ObjectSize, size.ETag]).toEqual([7, undefined])
  })

  it('must be asked for by name', async () => {
    await put('a', 'a')
    await expect(
      s3.send(
        new GetObjectAttributesCommand({
          Bucket: 'photos',
          Key: 'a',
          ObjectAttributes: ['Weight' as 'ETag'], // not one that the client knows
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidArgument' })
  })
})

describe('an object in a versioned bucket', () => {
  const archive = (Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket: 'archive', Key, Body }))
  const read = async (VersionId?: string) => {
    const found = await s3.send(
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
    await expect(read('x'.repeat(32))).rejects.toMatchObject({ name: 'NoSuchVersion' })
    await expect(read('nonsense')).rejects.toMatchObject({ name: 'InvalidArgument' })
  })

  it('is hidden by a delete marker, and shown again when that is deleted', async () => {
    await archive('a', 'one')
    const { DeleteMarker, VersionId } = await s3.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'a' }))
    expect(DeleteMarker).toBe(true)
    const hidden = await fetch(`${emulator.url}/archive/a`)
    expect([hidden.status, hidden.headers.get('x-amz-delete-marker')]).toEqual([404, 'true'])
    await expect(read(VersionId)).rejects.toMatchObject({
      name: 'MethodNotAllowed',
      $metadata: { httpStatusCode: 405 },
    })
    await s3.send(new DeleteObjectCommand({ Bucket: 'archive', Key: 'a', VersionId }))
    expect(await read()).toBe('one')
  })

  it('has one version called null while versioning is suspended', async () => {
    const { VersionId } = await archive('a', 'one')
    await s3.send(
      new PutBucketVersioningCommand({ Bucket: 'archive', VersioningConfiguration: { Status: 'Suspended' } }),
    )
    await archive('a', 'two')
    await archive('a', 'three')
    expect(await read()).toBe('three')
    expect(await read('null')).toBe('three')
    expect(await read(VersionId)).toBe('one')
  })
})
