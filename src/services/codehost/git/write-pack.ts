import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createDeflate, deflateSync } from 'node:zlib'
import { objectBytes, type Blob, type GitObject } from './objects.ts'

/** The numbers of the kinds. https://git-scm.com/docs/gitformat-pack#_object_types */
const TYPES = { commit: 1, tree: 2, blob: 3, tag: 4 } as const

/** The bytes that are collected before they are sent. */
const PIECE = 64 * 1024

/** The size from which a blob is compressed in pieces, in bytes. */
const LARGE = 1024 * 1024

/** The characters of a large blob that are compressed at once. A multiple of 4, so that pieces of base64 are whole. */
const SLICE = 128 * 1024

/** The packs are for clients on the same machine, so that speed counts more than size. */
const COMPRESSION = { level: 1 } as const

/**
 * Yields a pack of the objects, each whole, in pieces. Never holds more than about a megabyte of it.
 * https://git-scm.com/docs/gitformat-pack
 */
export async function* writePack(objects: readonly GitObject[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha1')
  let held: Buffer[] = []
  let size = 0
  const take = (bytes: Buffer): boolean => {
    hash.update(bytes)
    held.push(bytes)
    size += bytes.length
    return size >= PIECE
  }
  const release = (): Buffer => {
    const piece = Buffer.concat(held)
    held = []
    size = 0
    return piece
  }
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(objects.length, 8)
  take(header)
  for (const object of objects) {
    if (object.kind === 'blob' && object.size >= LARGE) {
      take(entryHeader(object.kind, object.size))
      for await (const piece of deflated(object)) if (take(piece)) yield release()
      continue
    }
    const bytes = objectBytes(object)
    take(entryHeader(object.kind, bytes.length))
    if (!take(deflateSync(bytes, COMPRESSION))) continue
    yield release()
    // Other requests get a turn.
    await setImmediate()
  }
  held.push(hash.digest())
  yield release()
}

function entryHeader(kind: GitObject['kind'], size: number): Buffer {
  const bytes: number[] = []
  let rest = Math.floor(size / 16)
  let byte = (TYPES[kind] << 4) | (size % 16)
  for (; rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 128)
    byte = rest % 128
  }
  return Buffer.from([...bytes, byte])
}

/** Yields the compressed bytes of a large blob. */
async function* deflated(blob: Blob): AsyncGenerator<Buffer> {
  const stream = Readable.from(slices(blob)).pipe(createDeflate(COMPRESSION))
  for await (const piece of stream) yield piece as Buffer // a stream of bytes without an encoding
}

function* slices({ content, encoding }: Blob): Generator<Buffer> {
  for (let at = 0; at < content.length;) {
    let end = Math.min(at + SLICE, content.length)
    // A surrogate pair is one character of UTF-8.
    if (encoding === 'utf-8' && /[\uD800-\uDBFF]/.test(content.charAt(end - 1))) end++
    yield Buffer.from(content.slice(at, end), encoding)
    at = end
  }
}
