import { GetObjectCommand, ListBucketsCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { credentials, presign, s3Client, startCloud } from '#cloud/cloud.fixture.ts'

const buckets = [{ name: 'examplebucket', objects: [{ key: 'test.txt', body: '0123456789' }] }]

let emulator: Emulator<'cloud'>
let strict: Emulator<'cloud'>
beforeAll(async () => {
  emulator = await startCloud({ s3: { buckets } })
  strict = await startCloud({ s3: { buckets }, strict_auth: true })
})
afterAll(async () => {
  await emulator.close()
  await strict.close()
})
beforeEach(() => {
  emulator.reset()
  strict.reset()
})

const wrong = { ...credentials, secretAccessKey: 'wrong' }
const unknown = { accessKeyId: 'somebody', secretAccessKey: 'secret' }
const list = (client: S3Client) => client.send(new ListBucketsCommand({}))
const object = { Bucket: 'examplebucket', Key: 'test.txt' }

describe('a signature in a header', () => {
  it('is accepted when it is correct', async () => {
    await list(s3Client(strict))
    expect(strict.requests.at(-1)).toMatchObject({ operation: 's3:ListBuckets', principal: 'root', status: 200 })
  })

  it('is refused when it is wrong, with the values that S3 computed', async () => {
    await expect(list(s3Client(emulator, { credentials: wrong }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      AWSAccessKeyId: credentials.accessKeyId,
      StringToSign: expect.stringMatching(
        /^AWS4-HMAC-SHA256\n\d{8}T\d{6}Z\n\d{8}\/us-east-1\/s3\/aws4_request\n[\da-f]{64}$/,
      ),
      StringToSignBytes: expect.stringMatching(/^41 57 53 34/),
      CanonicalRequest: expect.stringMatching(/^GET\n\/\nx-id=ListBuckets\n/),
      $metadata: { httpStatusCode: 403 },
    })
  })

  it('is refused with the messages of the other services', async () => {
    const sqs = new SQSClient({ endpoint: emulator.url, region: 'us-east-1', credentials: wrong, maxAttempts: 1 })
    await expect(sqs.send(new ListQueuesCommand({}))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
      message: expect.stringContaining("The Canonical String for this request should have been\n'POST\n/\n\n"),
    })
  })

  it('covers the query, the headers and the path', async () => {
    const s3 = s3Client(strict)
    const key = "a b/ü+&=?#%'()*!~.txt"
    await s3.send(new PutObjectCommand({ ...object, Key: key, Body: 'x', Metadata: { spaced: 'a  b   c' } }))
    const found = await s3.send(
      new GetObjectCommand({ ...object, Key: key, ResponseContentDisposition: 'attachment; filename="ü & b.txt"' }),
    )
    expect(found.ContentDisposition).toContain('attachment')
  })

  it('is refused more than 15 minutes before or after the current time', async () => {
    const clientAt = (systemClockOffset: number) => s3Client(emulator, { systemClockOffset })
    await expect(list(clientAt(-16 * 60_000))).rejects.toMatchObject({
      name: 'RequestTimeTooSkewed',
      MaxAllowedSkewMilliseconds: '900000',
      $metadata: { httpStatusCode: 403 },
    })
    await expect(list(clientAt(16 * 60_000))).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' })
    await list(clientAt(-14 * 60_000))
  })

  it("is accepted by the wall clock and by the instance's clock", async () => {
    emulator.clock.advance('3d')
    await list(s3Client(emulator))
    await list(s3Client(emulator, { systemClockOffset: 3 * 86_400_000 }))
    emulator.clock.set('2020-01-01T00:00:00Z')
    await list(s3Client(emulator))
    expect(emulator.requests.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('covers the body', async () => {
    const s3 = s3Client(emulator)
    s3.middlewareStack.add(
      (next) => (args) => {
        // Changed after the signature.
        Object.assign(args.request as object, { body: 'other' })
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low', name: 'tamper' },
    )
    const sent = new PutObjectCommand({
      ...object,
      Body: 'right',
      ContentMD5: createHash('md5').update('other').digest('base64'),
    })
    await expect(s3.send(sent)).rejects.toMatchObject({
      name: 'XAmzContentSHA256Mismatch',
      S3ComputedContentSHA256: createHash('sha256').update('other').digest('hex'),
    })
  })

  it.each([
    ['AWS AKIAIOSFODNN7EXAMPLE:signature', 403, 'AccessDenied'],
    ['AWS4-HMAC-SHA256 Credential=x', 400, 'AuthorizationHeaderMalformed'],
    ['AWS4-HMAC-SHA256 Credential=x/y, SignedHeaders=host, Signature=z', 400, 'AuthorizationHeaderMalformed'],
    [
      'AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=z',
      400,
      'AuthorizationHeaderMalformed',
    ],
    ['Bearer x', 400, 'InvalidRequest'],
  ])('is refused as %s', async (authorization, status, code) => {
    const response = await fetch(`${emulator.url}/examplebucket`, { headers: { authorization } })
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(`<Code>${code}</Code>`)
  })
})

describe('an unknown access key', () => {
  it('acts for root, whatever its signature', async () => {
    await list(s3Client(emulator, { credentials: unknown }))
    await fetch(`${emulator.url}/`)
    expect(emulator.requests.map(({ principal }) => principal)).toEqual(['root', 'root'])
  })

  it('is refused when the seed is strict, and so is a request without a key', async () => {
    await expect(list(s3Client(strict, { credentials: unknown }))).rejects.toMatchObject({
      name: 'InvalidAccessKeyId',
      AWSAccessKeyId: 'somebody',
      $metadata: { httpStatusCode: 403 },
    })
    const response = await fetch(`${strict.url}/examplebucket`)
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code>'),
    ])
    const sqs = new SQSClient({ endpoint: strict.url, region: 'us-east-1', credentials: unknown, maxAttempts: 1 })
    await expect(sqs.send(new ListQueuesCommand({}))).rejects.toMatchObject({ name: 'InvalidClientTokenId' })
  })
})

describe('a presigned URL', () => {
  const toRead = (options: Parameters<typeof presign>[2] = {}) =>
    presign(s3Client(strict), new GetObjectCommand(object), options)
  const refusal = async (url: string) => {
    const response = await fetch(url)
    return [response.status, /<Code>(.+?)<.*<Message>(.+?)</.exec(await response.text())?.slice(1)]
  }

  it('reads its object without credentials, and nothing else', async () => {
    const url = await toRead()
    expect(await (await fetch(url)).text()).toBe('0123456789')
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403)
    expect(await refusal(url.replace('test.txt', 'other.txt'))).toMatchObject([
      403,
      ['SignatureDoesNotMatch', expect.stringMatching(/^The request/)],
    ])
  })

  it('writes its object with any body', async () => {
    const url = await presign(s3Client(strict), new PutObjectCommand({ ...object, ContentType: 'text/plain' }))
    expect((await fetch(url, { method: 'PUT', body: 'new', headers: { 'content-type': 'text/plain' } })).status).toBe(
      200,
    )
    expect(await (await fetch(await toRead())).text()).toBe('new')
  })

  it('covers every x-amz- header', async () => {
    const url = await presign(s3Client(strict), new PutObjectCommand(object))
    const response = await fetch(url, { method: 'PUT', body: 'x', headers: { 'x-amz-meta-by': 'mallory' } })
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('<HeadersNotSigned>x-amz-meta-by</HeadersNotSigned>'),
    ])
    const signed = new PutObjectCommand({ ...object, Metadata: { by: 'ada' } })
    const other = await presign(s3Client(strict), signed, { unhoistableHeaders: new Set(['x-amz-meta-by']) })
    expect((await fetch(other, { method: 'PUT', body: 'x', headers: { 'x-amz-meta-by': 'ada' } })).status).toBe(200)
  })

  it('ignores the hash of the body in a header that it does not cover', async () => {
    const url = await presign(s3Client(strict), new PutObjectCommand(object))
    for (const hash of ['UNSIGNED-PAYLOAD', '0'.repeat(64)]) {
      const headers = { 'x-amz-content-sha256': hash }
      expect((await fetch(url, { method: 'PUT', body: 'x', headers })).status).toBe(200)
    }
  })

  it('covers an encoded slash as any other', async () => {
    const url = new URL(await toRead())
    url.pathname = url.pathname.replace('/test.txt', '%2Ftest.txt')
    const text = await (await fetch(url)).text()
    expect(text).not.toContain('SignatureDoesNotMatch')
    url.pathname = url.pathname.replace('%2Ftest.txt', '%2Fother.txt')
    expect(await (await fetch(url)).text()).toContain('<CanonicalRequest>GET\n/examplebucket/other.txt\n')
  })

  it('carries a condition of its write in its query', async () => {
    const command = new PutObjectCommand({ Bucket: 'examplebucket', Key: 'new.txt' })
    command.middlewareStack.add(
      (next) => (args) => {
        Object.assign((args.request as { query: Record<string, string> }).query, { 'If-None-Match': '*' }) // of Smithy
        return next(args)
      },
      { step: 'build' },
    )
    const url = await presign(s3Client(strict), command)
    expect(url).toContain('If-None-Match=%2A')
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200)
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(412)
  })

  it('carries headers in its query', async () => {
    const command = new PutObjectCommand({
      ...object,
      Metadata: { by: 'ada' },
      StorageClass: 'STANDARD_IA',
      Tagging: 'a=1',
    })
    const url = await presign(s3Client(strict), command)
    expect(url).toContain('x-amz-meta-by=ada')
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200)
    const { headers } = await fetch(await toRead())
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-amz-meta-by': 'ada',
      'x-amz-storage-class': 'STANDARD_IA',
      'x-amz-tagging-count': '1',
    })
  })

  it('can choose a range and response headers', async () => {
    const command = new GetObjectCommand({ ...object, ResponseContentType: 'text/x', ResponseCacheControl: 'no-store' })
    const response = await fetch(await presign(s3Client(strict), command), { headers: { range: 'bytes=0-1' } })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      206,
      'text/x',
      '01',
    ])
    expect(response.headers.get('cache-control')).toBe('no-store')
    const unsigned = await fetch(`${emulator.url}/examplebucket/test.txt?response-content-type=text/x`)
    expect(await unsigned.text()).toContain('cannot be used for anonymous GET requests')
  })

  it("expires by the instance's clock", async () => {
    const url = await toRead({ expiresIn: 60 })
    strict.clock.advance('50s')
    expect((await fetch(url)).status).toBe(200)
    strict.clock.advance('11s')
    expect(await refusal(url)).toEqual([403, ['AccessDenied', 'Request has expired']])
    const text = await (await fetch(url)).text()
    expect(text).toContain('<X-Amz-Expires>60</X-Amz-Expires>')
  })

  it('lasts at most a week, and begins now', async () => {
    const url = await toRead({ expiresIn: 604_800 })
    expect((await fetch(url)).status).toBe(200)
    expect(await refusal(url.replace('=604800', '=604801'))).toMatchObject([
      400,
      ['AuthorizationQueryParametersError', expect.stringMatching(/week/)],
    ])
    expect(await refusal(url.replace('=604800', '=-1'))).toMatchObject([
      400,
      ['AuthorizationQueryParametersError', expect.stringMatching(/non-negative/)],
    ])
    const later = await toRead({ signingDate: new Date(Date.now() + 3_600_000) })
    expect(await refusal(later)).toMatchObject([
      403,
      ['RequestTimeTooSkewed', expect.stringMatching(/^The difference/)],
    ])
  })

  it('requires all of its parameters', async () => {
    const url = new URL(await toRead())
    url.searchParams.delete('X-Amz-Date')
    expect(await refusal(url.href)).toMatchObject([
      400,
      ['AuthorizationQueryParametersError', expect.stringMatching(/^Query-string/)],
    ])
  })

  it('can be in the virtual-hosted style', async () => {
    const url = new URL(strict.url)
    const s3 = s3Client(strict, { endpoint: `http://localhost:${url.port}`, forcePathStyle: false })
    const signed = await presign(s3, new GetObjectCommand(object))
    expect(new URL(signed).hostname).toBe('examplebucket.localhost')
    expect(await (await strict.fetch(signed)).text()).toBe('0123456789')
  })
})

describe("the vendor's examples of signatures", () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and sigv4-query-string-auth.html
  const start = () => startCloud({ s3: { buckets }, strict_auth: true }, { now: '2013-05-24T00:00:00Z' })
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const authorization = (signedHeaders: string, signature: string) =>
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,` +
    `SignedHeaders=${signedHeaders},Signature=${signature}`
  const host = 'http://examplebucket.s3.amazonaws.com'

  it('include a GET with a range', async () => {
    await using example = await start()
    const headers = {
      range: 'bytes=0-9',
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    }
    expect(await (await example.fetch(`${host}/test.txt`, { headers })).text()).toBe('0123456789')
    const other = await example.fetch(`${host}/test.txt`, { headers: { ...headers, range: 'bytes=0-8' } })
    expect(other.status).toBe(403)
  })

  it('include a list', async () => {
    await using example = await start()
    const headers = {
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;x-amz-content-sha256;x-amz-date',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
    }
    expect((await example.fetch(`${host}/?max-keys=2&prefix=J`, { headers })).status).toBe(200)
  })

  it('include a presigned URL', async () => {
    await using example = await start()
    const url =
      `${host}/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256` +
      '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z' +
      '&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
      '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'
    expect((await example.fetch(url)).status).toBe(200)
    example.clock.advance('24h')
    expect((await example.fetch(url)).status).toBe(200)
    example.clock.advance('1s')
    expect((await example.fetch(url)).status).toBe(403)
  })
})
