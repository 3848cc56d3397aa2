import { createHash, randomBytes, type Hash } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { describe, expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { ownTemporaryFolder, s3Client, cloudTest, temporaryFiles } from '#cloud/cloud.fixture.ts'

const Bucket = 'photos'
const Key = 'film.mp4'
const MIB = 1024 * 1024
const SIZE = 200 * MIB

let emulator: Emulator<'cloud'>
let s3: S3Client
// The instance starts after it, and keeps large bodies in it.
const temporary = ownTemporaryFolder()
const it = cloudTest({ s3: { buckets: [{ name: Bucket }] } })
it.beforeAll(({ cloud }) => {
  emulator = cloud
  s3 = s3Client(emulator)
})
it.afterAll(() => temporary.remove())

const noise = randomBytes(MIB)

/** Generates bytes without equal mebibytes, and hashes them. */
async function* pattern(size: number, hash: Hash): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += MIB) {
    const piece = Buffer.from(noise.subarray(0, Math.min(MIB, size - at)))
    piece.writeUInt32BE(at)
    hash.update(piece)
    yield piece
  }
}

/** Returns the hash of a downloaded body without holding it. */
async function downloaded(): Promise<string> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }))
  const hash = createHash('sha1')
  // In Node the body is a Node stream.
  for await (const piece of Body as Readable) hash.update(piece as Buffer)
  return hash.digest('hex')
}

describe('an object of 200 MiB', () => {
  it('is uploaded in one request, in chunks with a trailing checksum, and downloaded unchanged', async () => {
    const hash = createHash('sha1')
    const Body = Readable.from(pattern(SIZE, hash))
    const { ChecksumCRC32 } = await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: SIZE }))
    expect(ChecksumCRC32).toMatch(/^[\w+/]{6}==$/)
    expect(temporaryFiles(temporary)).toHaveLength(1)
    expect(await downloaded()).toBe(hash.digest('hex'))
  }, 60_000)

  it('is uploaded in parts by lib-storage, and downloaded unchanged', async () => {
    const hash = createHash('sha1')
    const progress: number[] = []
    const upload = new Upload({
      client: s3,
      params: { Bucket, Key, Body: Readable.from(pattern(64 * MIB, hash)) },
      partSize: 10 * MIB,
    })
    upload.on('httpUploadProgress', ({ part }) => progress.push(part ?? 0))
    const done = await upload.done()
    expect(done).toMatchObject({ Bucket, Key, ETag: expect.stringMatching(/^"[\da-f]{32}-7"$/) as string })
    expect(progress.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 7 }, (_each, index) => index + 1))
    expect(await downloaded()).toBe(hash.digest('hex'))
  }, 60_000)
})

describe('an upload by lib-storage', () => {
  it('is one request for a small body', async () => {
    const done = await new Upload({ client: s3, params: { Bucket, Key, Body: 'small' } }).done()
    expect(done.ETag).toBe(`"${createHash('md5').update('small').digest('hex')}"`)
  })

  it('leaves nothing behind when it is aborted', async () => {
    const upload = new Upload({
      client: s3,
      params: { Bucket, Key, Body: Readable.from(pattern(20 * MIB, createHash('sha1'))) },
      queueSize: 1,
    })
    upload.on('httpUploadProgress', () => void upload.abort())
    await expect(upload.done()).rejects.toMatchObject({ name: 'AbortError' })
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NotFound' })
  })

  it('is aborted when a part is refused', async () => {
    emulator.faults.add({ method: 'PUT', path: `/${Bucket}/${Key}`, status: 403, code: 'AccessDenied', times: 1 })
    const Body = Readable.from(pattern(12 * MIB, createHash('sha1')))
    await expect(new Upload({ client: s3, params: { Bucket, Key, Body } }).done()).rejects.toMatchObject({
      name: 'AccessDenied',
    })
    expect((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads).toBeUndefined()
  })
})

describe('a body that is cut off', () => {
  async function cut(path: string): Promise<void> {
    const socket = connect(emulator.port, '127.0.0.1')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const before = emulator.requests.length
    socket.write(`PUT ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${40 * MIB}\r\n\r\n`)
    socket.write(Buffer.alloc(20 * MIB, 'x'), () => socket.destroy())
    await closed
    while (emulator.requests[before]?.durationMs == null) await new Promise((resolve) => setImmediate(resolve))
  }

  it('leaves no object and no temporary file', async () => {
    await cut(`/${Bucket}/${Key}`)
    expect(emulator.requests.at(-1)).toMatchObject({ status: null })
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NotFound' })
    expect(temporaryFiles(temporary)).toEqual([])
  })

  it('leaves the existing object unchanged', async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'there' }))
    await cut(`/${Bucket}/${Key}`)
    expect(await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()).toBe('there')
  })

  it('leaves no part', async () => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    await cut(`/${Bucket}/${Key}?partNumber=1&uploadId=${UploadId}`)
    expect((await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))).Parts).toBeUndefined()
    expect(temporaryFiles(temporary)).toEqual([])
  })
})

describe('a body in chunks', () => {
  const send = (body: string, headers: Record<string, string>) =>
    fetch(`${emulator.url}/${Bucket}/${Key}`, {
      method: 'PUT',
      body,
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-trailer': 'x-amz-checksum-crc32',
        'x-amz-decoded-content-length': '5',
        ...headers,
      },
    })
  const content = async () => (await fetch(`${emulator.url}/${Bucket}/${Key}`)).text()

  it('is decoded from its chunks', async () => {
    const response = await send('3\r\nhel\r\n2\r\nlo\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n', {
      'content-encoding': 'own,aws-chunked',
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-amz-checksum-crc32')).toBe('NhCmhg==')
    expect(await content()).toBe('hello')
    expect((await fetch(`${emulator.url}/${Bucket}/${Key}`, { method: 'HEAD' })).headers.get('content-encoding')).toBe(
      'own',
    )
  })

  it.for([
    ['another checksum', '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', {}, 'BadDigest'],
    ['no trailer', '5\r\nhello\r\n0\r\n\r\n', {}, 'MalformedTrailerError'],
    ['no last chunk', '5\r\nhello\r\n', {}, 'IncompleteBody'],
    ['fewer bytes than announced', '2\r\nhe\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n', {}, 'IncompleteBody'],
    ['no chunks at all', 'hello', {}, 'IncompleteBody'],
  ] as const)('is refused with %s', async ([_problem, body, headers, code]) => {
    const response = await send(body, headers)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(`<Code>${code}</Code>`)
    expect(await content()).toContain('<Code>NoSuchKey</Code>')
  })
})
