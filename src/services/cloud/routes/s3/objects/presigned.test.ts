import {
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect } from 'vitest'
import { allowPublicAccess, s3Client, cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const Key = 'a b/ü+~.txt'

const it = cloudTest({
  strict_auth: true,
  s3: { buckets: [{ name: Bucket, objects: [{ key: Key, body: 'hello' }] }] },
})

const content = async (s3: S3Client) => (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()
const codeOf = async (response: Response) => /<Code>(\w+)</.exec(await response.text())?.[1]

describe('a presigned URL', () => {
  it('gets an object', async ({ s3 }) => {
    const response = await fetch(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key })))
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('hello')
  })

  it('gets an object with other response headers', async ({ s3 }) => {
    const command = new GetObjectCommand({
      Bucket,
      Key,
      ResponseContentType: 'text/html',
      ResponseContentDisposition: 'attachment; filename="b.txt"',
    })
    const { headers } = await fetch(await getSignedUrl(s3, command))
    expect(headers.get('content-type')).toBe('text/html')
    expect(headers.get('content-disposition')).toBe('attachment; filename="b.txt"')
  })

  it('gets an object with response headers in ISO 8859-1, and no others', async ({ s3 }) => {
    const named = (name: string) =>
      getSignedUrl(
        s3,
        new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: `attachment; filename="${name}"` }),
      )
    const { headers } = await fetch(await named('résumé.txt'))
    expect(headers.get('content-disposition')).toBe('attachment; filename="résumé.txt"')
    const refused = await fetch(await named('\u2014.txt'))
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('<Message>Header value cannot be represented using ISO-8859-1.</Message>')
  })

  it('gets the headers of an object', async ({ s3 }) => {
    const response = await fetch(await getSignedUrl(s3, new HeadObjectCommand({ Bucket, Key })), { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('5')
  })

  it('puts an object', async ({ s3 }) => {
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key, ContentType: 'text/plain' }))
    const response = await fetch(url, { method: 'PUT', body: 'new', headers: { 'content-type': 'text/plain' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toMatch(/^"[\da-f]{32}"$/)
    expect(await content(s3)).toBe('new')
  })

  it('puts an object with the signed metadata', async ({ s3 }) => {
    const command = new PutObjectCommand({ Bucket, Key, Metadata: { camera: 'a7' } })
    const url = await getSignedUrl(s3, command, { unhoistableHeaders: new Set(['x-amz-meta-camera']) })
    const put = (camera: string) => fetch(url, { method: 'PUT', body: 'x', headers: { 'x-amz-meta-camera': camera } })
    expect(await codeOf(await put('other'))).toBe('SignatureDoesNotMatch')
    expect((await put('a7')).status).toBe(200)
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({ Metadata: { camera: 'a7' } })
  })

  it('takes a signed header from its query when the request does not repeat it', async ({ s3, cloud }) => {
    const signer = s3Client(cloud)
    signer.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { query: Record<string, string> } // a request of HTTP
        request.query['x-amz-storage-class'] = 'STANDARD_IA'
        return next(args)
      },
      { step: 'build' },
    )
    const command = new PutObjectCommand({ Bucket, Key, Body: 'x', StorageClass: 'STANDARD_IA' })
    const url = await getSignedUrl(signer, command, { unhoistableHeaders: new Set(['x-amz-storage-class']) })
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toContain('x-amz-storage-class')
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200)
    expect((await s3.send(new GetObjectCommand({ Bucket, Key }))).StorageClass).toBe('STANDARD_IA')
  })

  it('is refused beside a signature in a header', async ({ s3 }) => {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }))
    const response = await fetch(url, { headers: { authorization: 'Bearer token' } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Only one auth mechanism allowed')
  })

  it('puts no stream of unknown length', async ({ s3 }) => {
    const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key }))
    const body = new Blob(['streamed']).stream()
    const refused = await fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit) // `duplex` is missing in its type
    expect(refused.status).toBe(501)
    expect(await refused.text()).toContain(
      '<Code>NotImplemented</Code><Message>A header you provided implies functionality that is not implemented</Message>' +
        '<Header>Transfer-Encoding</Header>',
    )
    expect(await content(s3)).toBe('hello')
  })

  it('copies an object', async ({ s3 }) => {
    const command = new CopyObjectCommand({
      Bucket,
      Key: 'copy',
      CopySource: encodeURIComponent(`${Bucket}/${Key}`),
      MetadataDirective: 'REPLACE',
      Metadata: { by: 'ada' },
    })
    const response = await fetch(await getSignedUrl(s3, command), { method: 'PUT' })
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<CopyObjectResult')])
    const copy = await s3.send(new GetObjectCommand({ Bucket, Key: 'copy' }))
    expect([await copy.Body?.transformToString(), copy.Metadata]).toEqual(['hello', { by: 'ada' }])
  })

  it('checks the expected owner of its bucket', async ({ s3 }) => {
    const of = async (ExpectedBucketOwner: string) =>
      fetch(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ExpectedBucketOwner })))
    expect((await of('123456789012')).status).toBe(200)
    expect((await of('210987654321')).status).toBe(403)
  })

  it('gets the attributes of an object', async ({ s3 }) => {
    const command = new GetObjectAttributesCommand({ Bucket, Key, ObjectAttributes: ['ObjectSize'] })
    const response = await fetch(await getSignedUrl(s3, command))
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('<ObjectSize>5</ObjectSize>'),
    ])
  })

  it('changes the ACL of an object', async ({ s3 }) => {
    await allowPublicAccess(s3, Bucket)
    const command = new PutObjectAclCommand({ Bucket, Key, ACL: 'public-read' })
    const response = await fetch(await getSignedUrl(s3, command), { method: 'PUT' })
    expect([response.status, await response.text()]).toEqual([200, ''])
    const { Grants = [] } = await s3.send(new GetObjectAclCommand({ Bucket, Key }))
    expect(Grants.map(({ Permission }) => Permission)).toEqual(['FULL_CONTROL', 'READ'])
  })

  it('creates a multipart upload with the requested checksum, and copies a part', async ({ s3 }) => {
    const begin = new CreateMultipartUploadCommand({ Bucket, Key: 'parts', ChecksumAlgorithm: 'SHA256' })
    const begun = await fetch(await getSignedUrl(s3, begin), { method: 'POST' })
    expect(begun.headers.get('x-amz-checksum-algorithm')).toBe('SHA256')
    const UploadId = /<UploadId>(.+)<\/UploadId>/.exec(await begun.text())?.[1]
    const command = new UploadPartCopyCommand({
      Bucket,
      Key: 'parts',
      UploadId,
      PartNumber: 1,
      CopySource: encodeURIComponent(`${Bucket}/${Key}`),
      CopySourceRange: 'bytes=1-3',
    })
    const copied = await fetch(await getSignedUrl(s3, command), { method: 'PUT' })
    expect([copied.status, await copied.text()]).toEqual([200, expect.stringContaining('<CopyPartResult')])
    const { Parts = [] } = await s3.send(new ListPartsCommand({ Bucket, Key: 'parts', UploadId }))
    expect(Parts.map(({ Size }) => Size)).toEqual([3])
  })

  it('puts a part', async ({ s3 }) => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    const url = await getSignedUrl(s3, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1 }))
    expect((await fetch(url, { method: 'PUT', body: 'part' })).status).toBe(200)
    expect(
      await codeOf(await fetch(url.replace('partNumber=1', 'partNumber=2'), { method: 'PUT', body: 'part' })),
    ).toBe('SignatureDoesNotMatch')
  })

  it('deletes an object', async ({ s3 }) => {
    const response = await fetch(await getSignedUrl(s3, new DeleteObjectCommand({ Bucket, Key })), { method: 'DELETE' })
    expect(response.status).toBe(204)
    await expect(content(s3)).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  it('works for one method only', async ({ s3 }) => {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }))
    expect(await codeOf(await fetch(url, { method: 'DELETE' }))).toBe('SignatureDoesNotMatch')
    expect(await content(s3)).toBe('hello')
  })

  it('expires by the clock of the instance', async ({ cloud, s3 }) => {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 })
    cloud.clock.advance('50s')
    expect((await fetch(url)).status).toBe(200)
    cloud.clock.advance('11s')
    const response = await fetch(url)
    expect(response.status).toBe(403)
    const text = await response.text()
    expect(text).toContain('<Code>AccessDenied</Code><Message>Request has expired</Message>')
    expect(text).toContain('<X-Amz-Expires>60</X-Amz-Expires>')
  })

  it.for([
    ['key', (url: URL): void => void (url.pathname = `/${Bucket}/other`)],
    ['lifetime', (url: URL): void => url.searchParams.set('X-Amz-Expires', '604800')],
    ['parameter', (url: URL): void => url.searchParams.set('response-content-type', 'text/html')],
    ['signature', (url: URL): void => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
  ] as const)('is refused with another %s', async ([_part, change], { s3 }) => {
    const url = new URL(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key })))
    change(url)
    const response = await fetch(url)
    expect(response.status).toBe(403)
    const text = await response.text()
    expect(text).toContain('<Code>SignatureDoesNotMatch</Code>')
    expect(text).toContain('<CanonicalRequest>GET\n')
  })

  it.for([
    ['X-Amz-Expires', '604801', 'X-Amz-Expires must be less than a week'],
    ['X-Amz-Expires', '-1', 'X-Amz-Expires must be non-negative'],
    ['X-Amz-Date', 'yesterday', 'X-Amz-Date must be in the ISO8601 Long Format'],
    ['X-Amz-Credential', 'nobody', 'Error parsing the X-Amz-Credential parameter'],
  ] as const)('cannot have the %s %s', async ([name, value, message], { s3 }) => {
    const url = new URL(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key })))
    url.searchParams.set(name, value)
    const response = await fetch(url)
    expect(response.status).toBe(400)
    const text = await response.text()
    expect(text).toContain('<Code>AuthorizationQueryParametersError</Code>')
    expect(text).toContain(message)
  })

  it('by an unknown access key is refused when the seed is strict', async ({ cloud }) => {
    const stranger = s3Client(cloud, { credentials: { accessKeyId: 'AKIAUNKNOWN', secretAccessKey: 'x' } })
    const url = await getSignedUrl(stranger, new GetObjectCommand({ Bucket, Key }))
    expect(await codeOf(await fetch(url))).toBe('InvalidAccessKeyId')
  })

  it('can name its bucket in the host', async ({ cloud }) => {
    const virtual = s3Client(cloud, { endpoint: `http://localhost:${cloud.port}`, forcePathStyle: false })
    const url = new URL(await getSignedUrl(virtual, new GetObjectCommand({ Bucket, Key })))
    expect(url.hostname).toBe('photos.localhost')
    const { pathname, search } = url
    // Only browsers resolve subdomains of localhost.
    const response = await cloud.fetch(new Request(`http://${url.host}${pathname}${search}`))
    expect(await response.text()).toBe('hello')
  })
})
