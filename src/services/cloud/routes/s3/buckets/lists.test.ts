import {
  ListObjectsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  type ListObjectsCommandInput,
  type ListObjectsV2CommandInput,
  type S3Client,
} from '@aws-sdk/client-s3'
import { describe, expect } from 'vitest'
import { s3Client, startCloud, cloudTest } from '#cloud/cloud.fixture.ts'

const KEYS = ['a', 'photos/2025/1.jpg', 'photos/2025/2.jpg', 'photos/2026/1.jpg', 'photos/index', 'z/1']

const objects = KEYS.map((key) => ({ key, body: key }))
const it = cloudTest({
  s3: { buckets: [{ name: 'photos', objects: objects.toReversed() }, { name: 'empty' }] },
})

const list = (s3: S3Client, query: Partial<ListObjectsV2CommandInput> = {}) =>
  s3.send(new ListObjectsV2Command({ Bucket: 'photos', ...query }))
const first = (s3: S3Client, query: Partial<ListObjectsCommandInput> = {}) =>
  s3.send(new ListObjectsCommand({ Bucket: 'photos', ...query }))
interface Listed {
  Contents?: { Key?: string | undefined }[] | undefined
  CommonPrefixes?: { Prefix?: string | undefined }[] | undefined
}
const entries = ({ Contents = [], CommonPrefixes = [] }: Listed) => [
  ...Contents.map(({ Key }) => Key),
  ...CommonPrefixes.map(({ Prefix }) => Prefix),
]
const put = (s3: S3Client, Key: string) => s3.send(new PutObjectCommand({ Bucket: 'photos', Key, Body: 'x' }))

describe('a list of objects', () => {
  it('tells times to the second, with three zeros', async ({ cloud, s3 }) => {
    cloud.clock.set('2026-01-02T03:04:05.678Z')
    await put(s3, 'late')
    for (const query of ['list-type=2&', '', 'versions&']) {
      const text = await (await cloud.fetch(`${cloud.url}/photos?${query}prefix=late`)).text()
      expect(text).toMatch(/<LastModified>2026-01-02T03:04:\d\d\.000Z<\/LastModified>/)
    }
  })

  it('contains every key in order, with its properties', async ({ s3 }) => {
    const found = await list(s3)
    expect(entries(found)).toEqual(KEYS)
    expect(found).toMatchObject({ Name: 'photos', Prefix: '', KeyCount: 6, MaxKeys: 1000, IsTruncated: false })
    expect(found.Contents?.[0]).toMatchObject({
      Key: 'a',
      Size: 1,
      ETag: '"0cc175b9c0f1b6a831c399e269772661"',
      StorageClass: 'STANDARD',
      ChecksumAlgorithm: ['CRC32'],
      ChecksumType: 'FULL_OBJECT',
    })
    expect(found.Contents?.[0]?.Owner).toBeUndefined()
    expect((await list(s3, { FetchOwner: true })).Contents?.[0]?.Owner?.ID).toMatch(/^[\da-f]{64}$/)
  })

  it("contains the bucket's region", async ({ cloud }) => {
    const headers = await Promise.all(
      ['', '?list-type=2'].map(async (query) => (await fetch(`${cloud.url}/photos${query}`)).headers),
    )
    expect(headers.map((each) => each.get('x-amz-bucket-region'))).toEqual(['us-east-1', 'us-east-1'])
  })

  it('is empty for an empty bucket, and fails for a missing one', async ({ s3 }) => {
    expect(await list(s3, { Bucket: 'empty' })).toMatchObject({ KeyCount: 0, IsTruncated: false })
    await expect(list(s3, { Bucket: 'nope' })).rejects.toMatchObject({ name: 'NoSuchBucket' })
  })

  it("is in the order of the keys' bytes, not of their characters", async ({ s3 }) => {
    for (const key of ['\u{1f600}', '\uffee', 'é', 'Z', '~', '\ud7ff', '\ue000']) await put(s3, `order/${key}`)
    const found = await list(s3, { Prefix: 'order/' })
    expect(entries(found)).toEqual(
      ['Z', '~', 'é', '\ud7ff', '\ue000', '\uffee', '\u{1f600}'].map((letter) => `order/${letter}`),
    )
    expect(entries(await list(s3, { Prefix: 'order/', StartAfter: 'order/\uffee' }))).toEqual(['order/\u{1f600}'])
    expect(entries(await list(s3, { Prefix: 'order/\u{1f600}' }))).toEqual(['order/\u{1f600}'])
  })

  it('can be limited to a prefix and grouped by a delimiter', async ({ s3 }) => {
    expect(entries(await list(s3, { Delimiter: '/' }))).toEqual(['a', 'photos/', 'z/'])
    expect(entries(await list(s3, { Prefix: 'photos/', Delimiter: '/' }))).toEqual([
      'photos/index',
      'photos/2025/',
      'photos/2026/',
    ])
    expect(entries(await list(s3, { Prefix: 'photos/2025', Delimiter: '/' }))).toEqual(['photos/2025/'])
    expect(entries(await list(s3, { Prefix: 'photos/2' }))).toHaveLength(3)
    expect(entries(await list(s3, { Prefix: 'nothing' }))).toEqual([])
    expect(entries(await list(s3, { Delimiter: '/2025/' }))).toContain('photos/2025/')
  })

  it('comes in pages that count objects and common prefixes together', async ({ s3 }) => {
    const pages: string[][] = []
    for await (const page of paginateListObjectsV2({ client: s3, pageSize: 2 }, { Bucket: 'photos', Delimiter: '/' })) {
      pages.push(entries(page) as string[]) // each has a key or a prefix
      expect(page.KeyCount).toBe(pages.at(-1)?.length)
    }
    expect(pages).toEqual([['a', 'photos/'], ['z/']])
    const one = await list(s3, { MaxKeys: 1, Prefix: 'photos/2025/' })
    expect([entries(one), one.IsTruncated]).toEqual([['photos/2025/1.jpg'], true])
    const two = await list(s3, { MaxKeys: 1, Prefix: 'photos/2025/', ContinuationToken: one.NextContinuationToken })
    expect([entries(two), two.IsTruncated, two.NextContinuationToken]).toEqual([
      ['photos/2025/2.jpg'],
      false,
      undefined,
    ])
    expect(two.ContinuationToken).toBe(one.NextContinuationToken)
  })

  it('continues after a key that was deleted in between', async ({ cloud, s3 }) => {
    const one = await list(s3, { MaxKeys: 2 })
    await fetch(`${cloud.url}/photos/photos/2025/1.jpg`, { method: 'DELETE' })
    expect(entries(await list(s3, { ContinuationToken: one.NextContinuationToken }))).toEqual(KEYS.slice(2))
  })

  it('has at most a thousand entries in a page, however many are requested', async () => {
    const objects = Array.from({ length: 1005 }, (_, index) => ({ key: `many/${1000 + index}`, body: '' }))
    await using full = await startCloud({ s3: { buckets: [{ name: 'photos', objects: [...objects, { key: 'z' }] }] } })
    const many = (query: Partial<ListObjectsV2CommandInput>) =>
      s3Client(full).send(new ListObjectsV2Command({ Bucket: 'photos', ...query }))
    const found = await many({ Prefix: 'many/', MaxKeys: 5000 })
    expect([found.KeyCount, found.MaxKeys, found.IsTruncated]).toEqual([1000, 1000, true])
    const rest = await many({ Prefix: 'many/', ContinuationToken: found.NextContinuationToken })
    expect(entries(rest)).toEqual(['many/2000', 'many/2001', 'many/2002', 'many/2003', 'many/2004'])
    expect(entries(await many({ Delimiter: '/' }))).toEqual(['z', 'many/'])
  })

  it('can begin after a key, which need not exist', async ({ s3 }) => {
    expect(entries(await list(s3, { StartAfter: 'photos/2026/1.jpg' }))).toEqual(['photos/index', 'z/1'])
    expect(entries(await list(s3, { StartAfter: 'photos/b' }))).toEqual(['photos/index', 'z/1'])
    expect(entries(await list(s3, { StartAfter: 'zz' }))).toEqual([])
  })

  it('tells the key after which it begins, except beside a token', async ({ s3 }) => {
    const page = await list(s3, { StartAfter: 'a', MaxKeys: 1 })
    expect(page.StartAfter).toBe('a')
    const next = await list(s3, { StartAfter: 'a', ContinuationToken: page.NextContinuationToken })
    expect(next.StartAfter).toBeUndefined()
    expect(entries(next)[0]).toBe('photos/2025/2.jpg')
  })

  it('can be limited to no entries', async ({ s3 }) => {
    expect(await list(s3, { MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false, MaxKeys: 0 })
  })

  it('refuses invalid parameters', async ({ s3 }) => {
    await expect(list(s3, { MaxKeys: -1 })).rejects.toMatchObject({
      name: 'InvalidArgument',
      message: 'Argument maxKeys must be an integer between 0 and 2147483647',
    })
    await expect(list(s3, { ContinuationToken: 'nonsense' })).rejects.toMatchObject({
      message: 'The continuation token provided is incorrect',
    })
    for (const encoding of ['base64', '']) {
      const EncodingType = encoding as 'url' // the client knows neither
      await expect(list(s3, { EncodingType })).rejects.toMatchObject({ name: 'InvalidArgument' })
    }
  })

  it.for([
    ['', 200, '<MaxKeys>1000</MaxKeys>'],
    ['05', 200, '<MaxKeys>5</MaxKeys>'],
    ['-0', 200, '<MaxKeys>0</MaxKeys>'],
    ['2147483647', 200, '<MaxKeys>1000</MaxKeys>'],
    ['2147483648', 400, '<Message>Provided max-keys not an integer or within integer range</Message>'],
    ['-2147483649', 400, '<ArgumentName>max-keys</ArgumentName><ArgumentValue>-2147483649</ArgumentValue>'],
    ['1.5', 400, '<ArgumentName>max-keys</ArgumentName><ArgumentValue>1.5</ArgumentValue>'],
    ['-01', 400, '<ArgumentName>maxKeys</ArgumentName><ArgumentValue>-1</ArgumentValue>'],
  ] as const)('takes max-keys=%s with %i', async ([text, status, answer], { cloud }) => {
    const response = await fetch(`${cloud.url}/photos?list-type=2&max-keys=${text}`)
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(answer)])
  })

  it('is URL-encoded when the client asks for it', async ({ s3 }) => {
    await put(s3, 'ü b/(c)*+.png')
    const found = await list(s3, { Prefix: 'ü ', EncodingType: 'url', Delimiter: '/' })
    expect(found).toMatchObject({ EncodingType: 'url', Prefix: '%C3%BC+', CommonPrefixes: [{ Prefix: '%C3%BC+b/' }] })
    const whole = await list(s3, { Prefix: 'ü b/', EncodingType: 'url' })
    expect(whole.Contents?.[0]?.Key).toBe('%C3%BC+b/%28c%29*%2B.png')
    const EncodingType = 'URL' as 'url' // the client knows one spelling
    expect(await list(s3, { Prefix: 'ü ', EncodingType })).toMatchObject({ EncodingType: 'URL', Prefix: '%C3%BC+' })
  })
})

describe('ListObjects of the first version', () => {
  it('contains every key with its owner, and a marker', async ({ s3 }) => {
    const found = await first(s3)
    expect(entries(found)).toEqual(KEYS)
    expect(found).toMatchObject({ Name: 'photos', Marker: '', MaxKeys: 1000, IsTruncated: false })
    expect(found.Contents?.[0]?.Owner?.ID).toMatch(/^[\da-f]{64}$/)
  })

  it('tells no owners to a request without a signature', async ({ cloud }) => {
    const text = await (await fetch(`${cloud.url}/photos?max-keys=1`)).text()
    expect(text).toContain('<Key>a</Key>')
    expect(text).not.toContain('<Owner>')
  })

  it('continues after its marker, which may be a common prefix', async ({ s3 }) => {
    const one = await first(s3, { Delimiter: '/', MaxKeys: 2 })
    expect([entries(one), one.NextMarker]).toEqual([['a', 'photos/'], 'photos/'])
    const two = await first(s3, { Delimiter: '/', MaxKeys: 2, Marker: one.NextMarker })
    expect([entries(two), two.IsTruncated, two.NextMarker]).toEqual([['z/'], false, undefined])
    // A marker below a common prefix passes all of it.
    expect(entries(await first(s3, { Delimiter: '/', Marker: 'photos/2026/1.jpg' }))).toEqual(['z/'])
    const plain = await first(s3, { MaxKeys: 1 })
    expect([plain.IsTruncated, plain.NextMarker]).toEqual([true, undefined])
    expect(entries(await first(s3, { Marker: 'photos/2026/1.jpg' }))).toEqual(['photos/index', 'z/1'])
  })
})
