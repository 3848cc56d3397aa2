import { createHash, randomBytes } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { serve, type Served } from './child.ts'

const MIB = 1024 * 1024

/** Memory of a server process, in bytes. */
interface Memory {
  readonly rss: number
  /** The largest value so far. */
  readonly peak: number
}

/** The cost of an upload and a download of the same bytes. */
export interface UploadCost {
  /** The largest growth of the memory of the server, in bytes. */
  readonly growth: number
  /** The time of both together, in milliseconds. */
  readonly time: number
}

/**
 * Uploads `size` bytes to a bucket, in one request or in parts of `partSize`, downloads them, and compares both. The
 * server runs in its own process, which a smaller upload has warmed up.
 *
 * @throws Error when the downloaded bytes differ.
 */
export async function uploadAndDownload(size: number, partSize: number | null): Promise<UploadCost> {
  const cloud = await serve({ do: 'cloud', seed: { cloud: { s3: { buckets: [{ name: 'bench' }] } } } })
  try {
    await roundTrip(cloud, 16 * MIB, partSize)
    const before = await cloud.ask<Memory>({ do: 'memory' })
    const started = performance.now()
    await roundTrip(cloud, size, partSize)
    const time = performance.now() - started
    const after = await cloud.ask<Memory>({ do: 'memory' })
    return { growth: after.peak - before.rss, time }
  } finally {
    cloud.stop()
  }
}

async function roundTrip({ url }: Served, size: number, partSize: number | null): Promise<void> {
  const object = `${url}/bench/object`
  const sent = createHash('sha1')
  if (partSize === null) await send('PUT', object, pattern(size, sent), size)
  else await inParts(object, size, partSize, sent)
  const received = createHash('sha1')
  for await (const piece of await ask('GET', object)) received.update(piece as Buffer) // a response without an encoding
  if (sent.digest('hex') !== received.digest('hex')) throw new Error('what came down is not what went up')
}

async function inParts(
  object: string,
  size: number,
  partSize: number,
  hash: ReturnType<typeof createHash>,
): Promise<void> {
  const { body } = await send('POST', `${object}?uploads`)
  const uploadId = /<UploadId>([^<]+)</.exec(body)?.[1] ?? ''
  let list = ''
  for (let at = 0, number = 1; at < size; at += partSize, number++) {
    const length = Math.min(partSize, size - at)
    const part = await send('PUT', `${object}?partNumber=${number}&uploadId=${uploadId}`, pattern(length, hash), length)
    list += `<Part><PartNumber>${number}</PartNumber><ETag>${part.etag}</ETag></Part>`
  }
  const document = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)
  await send('POST', `${object}?uploadId=${uploadId}`, [document], document.length)
}

const noise = randomBytes(MIB)

function* pattern(size: number, hash: ReturnType<typeof createHash>): Generator<Buffer> {
  for (let at = 0; at < size; at += MIB) {
    const piece = Buffer.from(noise.subarray(0, Math.min(MIB, size - at)))
    piece.writeUInt32BE(at)
    hash.update(piece)
    yield piece
  }
}

async function send(
  method: string,
  url: string,
  pieces: Iterable<Buffer> = [],
  length = 0,
): Promise<{ readonly body: string; readonly etag: string }> {
  const response = await ask(method, url, pieces, length)
  const held: Buffer[] = []
  for await (const piece of response) held.push(piece as Buffer) // a response without an encoding
  const body = Buffer.concat(held).toString('utf8')
  if (response.statusCode !== 200) throw new Error(`${method} ${url} answers ${response.statusCode}: ${body}`)
  return { body, etag: response.headers.etag ?? '' }
}

function ask(method: string, url: string, pieces: Iterable<Buffer> = [], length = 0): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: { 'content-length': length } }, resolve)
    outgoing.on('error', reject)
    const iterator = pieces[Symbol.iterator]()
    // At the pace of the server, so that no pieces pile up here.
    const push = (): void => {
      for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
        if (!outgoing.write(next.value)) {
          outgoing.once('drain', push)
          return
        }
      }
      outgoing.end()
    }
    push()
  })
}
