import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { startCloud, cloudTest } from '#cloud/cloud.fixture.ts'

const Bucket = 'examplebucket'

describe("the vendor's examples of a body in signed chunks", () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html and sigv4-streaming-trailers.html
  const PLAIN = {
    payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    signedHeaders:
      'content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class',
    seed: '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
    chunks: [
      'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
      '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
      'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
    ],
    trailer: '',
    headers: {},
  }
  const TRAILING = {
    payload: 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER',
    signedHeaders:
      'content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer',
    seed: '106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e',
    chunks: [
      'b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2',
      '1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7',
      '2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992',
    ],
    trailer:
      'x-amz-checksum-crc32c:sOO8/Q==\r\n' +
      'x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n',
    headers: { 'x-amz-trailer': 'x-amz-checksum-crc32c' },
  }
  const bodyOf = ({ chunks, trailer }: typeof PLAIN) =>
    [65_536, 1024, 0]
      .map((size, index) => {
        const data = size === 0 ? '' : `${'a'.repeat(size)}\r\n`
        return `${size.toString(16)};chunk-signature=${chunks[index]}\r\n${data}`
      })
      .join('') + `${trailer}\r\n`

  async function send(example: typeof PLAIN | typeof TRAILING, body = bodyOf(example)) {
    await using emulator = await startCloud(
      { s3: { buckets: [{ name: Bucket }] }, strict_auth: true },
      { now: '2013-05-24T00:00:00Z' },
    )
    const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
    const response = await emulator.fetch(`http://s3.amazonaws.com/${Bucket}/chunkObject.txt`, {
      method: 'PUT',
      headers: {
        'x-amz-date': '20130524T000000Z',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        authorization:
          `AWS4-HMAC-SHA256 Credential=${credential},` +
          `SignedHeaders=${example.signedHeaders},Signature=${example.seed}`,
        'x-amz-content-sha256': example.payload,
        'content-encoding': 'aws-chunked',
        'x-amz-decoded-content-length': '66560',
        ...example.headers,
      },
      body,
    })
    return { status: response.status, etag: response.headers.get('etag'), text: await response.text() }
  }
  const whole = `"${createHash('md5').update('a'.repeat(66_560)).digest('hex')}"`

  it.for([
    ['without a trailer', PLAIN],
    ['with a trailer', TRAILING],
  ] as const)('are decoded %s', async ([_kind, example]) => {
    expect(await send(example)).toMatchObject({ status: 200, etag: whole })
  })

  it('are refused with a changed byte', async () => {
    const refused = await send(PLAIN, bodyOf(PLAIN).replace('aaa', 'aab'))
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('<Code>SignatureDoesNotMatch</Code>')
    expect(refused.text).toContain('AWS4-HMAC-SHA256-PAYLOAD')
  })

  it('are refused with a changed trailer', async () => {
    const refused = await send(TRAILING, bodyOf(TRAILING).replace('sOO8/Q==', 'sOO8/Q=='.replace('s', 't')))
    expect(refused).toMatchObject({ status: 403 })
    expect(refused.text).toContain('AWS4-HMAC-SHA256-TRAILER')
  })

  it('are refused when they end early', async () => {
    const body = bodyOf(TRAILING)
    const refused = await send(TRAILING, body.slice(0, body.indexOf('400;')))
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.text).toContain('<Code>IncompleteBody</Code>')
  })
})

const it = cloudTest({ s3: { buckets: [{ name: Bucket }] } })

const ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const

describe('a body in unsigned chunks', () => {
  const stream = (pieces: string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)))

  it.for(ALGORITHMS)(
    'is checked against its trailing %s, which is returned',
    async (ChecksumAlgorithm, { cloud, s3 }) => {
      const pieces = ['one ', 'two ', 'three']
      const sent = await s3.send(
        new PutObjectCommand({ Bucket, Key: 'a', Body: stream(pieces), ContentLength: 13, ChecksumAlgorithm }),
      )
      expect(cloud.requests.at(-1)?.request.headers).toMatchObject({
        'x-amz-trailer': `x-amz-checksum-${ChecksumAlgorithm.toLowerCase()}`,
        'content-encoding': 'aws-chunked',
      })
      const field = `Checksum${ChecksumAlgorithm}` as const
      expect(sent[field]).toMatch(/=$/)
      // The client checks the bytes against the checksum.
      const found = await s3.send(new GetObjectCommand({ Bucket, Key: 'a', ChecksumMode: 'ENABLED' }))
      expect(found).toMatchObject({ [field]: sent[field], ChecksumType: 'FULL_OBJECT' })
      expect(found.ContentEncoding).toBeUndefined()
      expect(await found.Body?.transformToString()).toBe('one two three')
    },
  )

  const send = (cloud: Emulator<'cloud'>, body: string, headers: Record<string, string> = {}) =>
    fetch(`${cloud.url}/${Bucket}/a`, {
      method: 'PUT',
      headers: {
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': '5',
        'x-amz-trailer': 'x-amz-checksum-crc32',
        'content-encoding': 'gzip,aws-chunked',
        ...headers,
      },
      body,
    })
  const code = async (response: Promise<Response>) => /<Code>(.+?)</.exec(await (await response).text())?.[1]

  it('keeps the content encoding of the object', async ({ cloud, s3 }) => {
    expect((await send(cloud, '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n')).status).toBe(200)
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).toMatchObject({ ContentEncoding: 'gzip' })
  })

  it.for([
    ['5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', 'BadDigest'],
    ['5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AA==\r\n\r\n', 'InvalidRequest'],
    ['5\r\nhello\r\n0\r\n\r\n', 'MalformedTrailerError'],
    ['5\r\nhello\r\n0\r\nnonsense\r\n\r\n', 'MalformedTrailerError'],
    ['4\r\nhell\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', 'IncompleteBody'],
    ['5\r\nhel', 'IncompleteBody'],
    ['hello', 'IncompleteBody'],
    ['5\r\nhelloX0\r\n\r\n', 'IncompleteBody'],
  ] as const)('is refused when it is %j', async ([body, expected], { cloud, s3 }) => {
    expect(await code(send(cloud, body))).toBe(expected)
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).rejects.toThrow()
  })

  it('must state the length of the object', async ({ cloud }) => {
    const headers = { 'content-encoding': 'aws-chunked', 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' }
    const response = fetch(`${cloud.url}/${Bucket}/a`, { method: 'PUT', headers, body: '0\r\n\r\n' })
    expect(await code(response)).toBe('MissingContentLength')
  })
})

describe('a body without chunks', () => {
  const put = (cloud: Emulator<'cloud'>, headers: Record<string, string>, body = 'hello') =>
    fetch(`${cloud.url}/${Bucket}/a`, { method: 'PUT', headers, body })
  const code = async (response: Promise<Response>) => /<Code>(.+?)</.exec(await (await response).text())?.[1]

  it.for(ALGORITHMS)('is checked against its %s', async (ChecksumAlgorithm, { cloud, s3 }) => {
    const field = `Checksum${ChecksumAlgorithm}` as const
    const sent = await s3.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'hello', ChecksumAlgorithm }))
    const header = `x-amz-checksum-${ChecksumAlgorithm.toLowerCase()}`
    expect((await put(cloud, { [header]: sent[field] ?? '' })).headers.get(header)).toBe(sent[field])
    expect(await code(put(cloud, { [header]: sent[field] ?? '' }, 'other'))).toBe('BadDigest')
    expect(await code(put(cloud, { [header]: 'nonsense' }))).toBe('InvalidRequest')
  })

  it('loses the encoding aws-chunked, which is only a name there', async ({ cloud, s3 }) => {
    for (const [encoding, stored] of [
      ['gzip, aws-chunked', 'gzip'],
      ['aws-chunked, gzip', 'gzip'],
      ['aws-chunked', undefined],
    ] as const) {
      expect((await put(cloud, { 'content-encoding': encoding })).status).toBe(200)
      expect((await s3.send(new HeadObjectCommand({ Bucket, Key: 'a' }))).ContentEncoding).toBe(stored)
    }
  })

  it('is checked against its Content-MD5', async ({ cloud }) => {
    const md5 = createHash('md5').update('hello').digest('base64')
    expect((await put(cloud, { 'content-md5': md5 })).status).toBe(200)
    expect(await code(put(cloud, { 'content-md5': md5 }, 'other'))).toBe('BadDigest')
    expect(await code(put(cloud, { 'content-md5': 'nonsense' }))).toBe('InvalidDigest')
  })

  it('gets a CRC64NVME when the client sends no checksum', async ({ cloud }) => {
    const response = await put(cloud, {}, '123456789')
    // The check value of the algorithm is ae8b14860a799888.
    // https://reveng.sourceforge.io/crc-catalogue/all.htm#crc.cat.crc-64-nvme
    expect(response.headers.get('x-amz-checksum-crc64nvme')).toBe(
      Buffer.from('ae8b14860a799888', 'hex').toString('base64'),
    )
    expect(response.headers.get('x-amz-checksum-type')).toBe('FULL_OBJECT')
  })

  it('can have only one checksum, by a known algorithm', async ({ cloud }) => {
    expect(await code(put(cloud, { 'x-amz-checksum-crc32': 'NhCmhg==', 'x-amz-checksum-sha1': 'x' }))).toBe(
      'InvalidRequest',
    )
    expect(await code(put(cloud, { 'x-amz-checksum-xxhash64': 'x' }))).toBe('NotImplemented')
  })

  it('must have the checksum that its client announces', async ({ cloud }) => {
    const refused = await put(cloud, { 'x-amz-sdk-checksum-algorithm': 'CRC32' })
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining(
        '<Code>InvalidRequest</Code><Message>x-amz-sdk-checksum-algorithm specified, but no corresponding x-amz-checksum-* or ' +
          'x-amz-trailer headers were found.</Message>',
      ),
    ])
    const crc32 = { 'x-amz-checksum-crc32': 'NhCmhg==' }
    const other = await put(cloud, { ...crc32, 'x-amz-sdk-checksum-algorithm': 'CRC32C' })
    expect([other.status, await other.text()]).toEqual([
      400,
      expect.stringContaining(
        '<Code>InvalidRequest</Code><Message>Value for x-amz-sdk-checksum-algorithm header is invalid.</Message>',
      ),
    ])
    expect((await put(cloud, { ...crc32, 'x-amz-sdk-checksum-algorithm': 'crc32' })).status).toBe(200)
  })
})
