import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { applyDelta, deltaResultSize, PackError } from './delta.ts'
import { objectBytes, type GitObject } from './objects.ts'
import type { PackSource } from './pack-source.ts'
import { MalformedObject, parseObject } from './parse-object.ts'

/** One entry of a pack: an object, or a delta on a base that is earlier in the pack or has a SHA. */
export type PackEntry = {
  /** The place of the entry in the pack. */
  readonly offset: number
} & (
  | {
      /** The object, or why its bytes are none. */
      readonly object: GitObject | MalformedObject
    }
  | {
      /** The offset or the SHA of the base. */
      readonly base: number | string
      readonly delta: Buffer
    }
)

const KINDS: readonly (GitObject['kind'] | 'delta' | null)[] = [
  null,
  'commit',
  'tree',
  'blob',
  'tag',
  null,
  'delta',
  'delta',
]
const OFFSET_DELTA = 6
const REF_DELTA = 7
const HEADER = 12
const CHECKSUM = 20

/** The largest sum of the sizes of a pack's objects, in bytes, so that a small pack cannot fill the memory. */
const LARGEST_PACK = 1024 ** 3

/** The bytes that are inflated before other requests get a turn. */
const TURN = 4 * 1024 * 1024

/**
 * Reads a pack, one entry after the other, so that no bytes of it are held twice.
 * https://git-scm.com/docs/gitformat-pack
 *
 * @throws PackError for a pack that is cut off, has a wrong checksum or is not in git's format.
 */
export async function readPack(pack: PackSource): Promise<PackEntry[]> {
  if (pack.size < HEADER + CHECKSUM) throw new PackError('early EOF')
  const header = pack.read(0, HEADER)
  if (header.toString('latin1', 0, 4) !== 'PACK') throw new PackError('pack signature mismatch')
  const version = header.readUInt32BE(4)
  if (version !== 2 && version !== 3) throw new PackError(`pack version ${version} unsupported`)
  const end = pack.size - CHECKSUM
  const entries: PackEntry[] = []
  let at = HEADER
  let [total, sinceTurn] = [0, 0]
  for (let count = header.readUInt32BE(8); count > 0; count--) {
    const [entry, next, size] = readEntry(pack, at, end)
    entries.push(entry)
    at = next
    total += 'delta' in entry ? deltaResultSize(entry.delta) : size
    if (total > LARGEST_PACK) throw new PackError('pack exceeds maximum allowed size (1.00 GiB)')
    sinceTurn += size + 64
    if (sinceTurn > TURN) {
      sinceTurn = 0
      await setImmediate()
    }
  }
  if (at !== end) throw new PackError('pack has junk at the end')
  if (!(await checksumOf(pack, end)).equals(pack.read(end, CHECKSUM))) {
    throw new PackError('pack is corrupted (SHA1 mismatch)')
  }
  return entries
}

async function checksumOf(pack: PackSource, end: number): Promise<Buffer> {
  const hash = createHash('sha1')
  for (let at = 0; at < end; at += TURN) {
    hash.update(pack.read(at, Math.min(TURN, end - at)))
    await setImmediate()
  }
  return hash.digest()
}

/** The most bytes of the head of an entry: its type and size, and the base of a delta. */
const ENTRY_HEAD = 64

/** Reads the entry at a place. Returns it, the place of the next one, and the number of its inflated bytes. */
function readEntry(pack: PackSource, offset: number, end: number): [entry: PackEntry, next: number, size: number] {
  const head = pack.read(offset, Math.min(ENTRY_HEAD, end - offset))
  let at = 0
  const byte = (): number => {
    if (at >= head.length) throw new PackError('early EOF')
    return head[at++] ?? 0
  }
  let code = byte()
  const type = (code >> 4) & 7
  let size = code & 15
  for (let shift = 16; code > 127; shift *= 128) {
    code = byte()
    size += (code & 127) * shift
  }
  const kind = KINDS[type] ?? null
  if (kind === null) throw new PackError(`unknown object type ${type}`)
  let base: number | string = ''
  if (type === REF_DELTA) {
    base = head.toString('hex', at, at + 20)
    at += 20
  } else if (type === OFFSET_DELTA) {
    let distance = (code = byte()) & 127
    while (code > 127) distance = (distance + 1) * 128 + ((code = byte()) & 127)
    base = offset - distance
    if (base < HEADER || distance === 0) throw new PackError('delta base offset is out of bound')
  }
  if (size > LARGEST_PACK) throw new PackError('pack exceeds maximum allowed size (1.00 GiB)')
  const start = offset + at
  const [bytes, used] = inflate(pack.read(start, Math.min(largestStream(size), Math.max(end - start, 0))), size)
  const next = start + used
  return [kind === 'delta' ? { offset, base, delta: bytes } : { offset, object: parsed(kind, bytes) }, next, size]
}

/** Returns the most bytes of a deflated stream of some bytes, whose blocks can all be stored as they are. */
function largestStream(size: number): number {
  return size + 8 * Math.ceil(size / 1024) + 64
}

function parsed(kind: GitObject['kind'], bytes: Buffer): GitObject | MalformedObject {
  try {
    return parseObject(kind, bytes)
  } catch (error) {
    if (error instanceof MalformedObject) return error
    throw error
  }
}

/** Inflates the stream at the beginning of some bytes. Returns its content, and the number of bytes that it takes. */
function inflate(bytes: Buffer, size: number): [content: Buffer, used: number] {
  const room = Math.min(Math.max(size, 64), 1024 * 1024)
  try {
    const options = { info: true, maxOutputLength: Math.max(size, 1), chunkSize: room }
    // The types of Node.js do not know the form that `info` returns.
    const { buffer, engine } = inflateSync(bytes, options) as unknown as {
      readonly buffer: Buffer
      readonly engine: { readonly bytesWritten: number }
    }
    if (buffer.length === size) return [buffer, engine.bytesWritten]
  } catch {
    // Refused below, like a stream of another length.
  }
  throw new PackError('inflate returned an error: the stream is broken or not as long as its header says')
}

/**
 * Returns the objects of a pack. `find` returns objects outside of the pack, which are bases of a thin pack.
 *
 * @throws PackError when a base is missing, MalformedObject.
 */
export function objectsOfPack(
  entries: readonly PackEntry[],
  find: (sha: string) => GitObject | undefined,
): Map<string, GitObject> {
  const objects = new Map<string, GitObject>()
  const byOffset = new Map<number, GitObject>()
  const bytesOf = recentBytes()
  let pending: readonly PackEntry[] = entries
  // A delta whose base comes later in the pack is left for the next turn.
  while (pending.length > 0) {
    const left = pending.filter((entry) => {
      const base = baseOf(entry, byOffset, objects, find)
      if (base === null) return true
      const object = 'object' in entry ? entry.object : applied(base ?? null, entry.delta, bytesOf)
      if (object instanceof MalformedObject) throw object
      objects.set(object.sha, object)
      byOffset.set(entry.offset, object)
      return false
    })
    if (left.length === pending.length) {
      throw new PackError(`pack has ${left.length} unresolved delta${left.length === 1 ? '' : 's'}`)
    }
    pending = left
  }
  return objects
}

/** Returns the base of a delta; undefined for an object, and null for a base that is not known yet. */
function baseOf(
  entry: PackEntry,
  byOffset: ReadonlyMap<number, GitObject>,
  bySha: ReadonlyMap<string, GitObject>,
  find: (sha: string) => GitObject | undefined,
): GitObject | null | undefined {
  if ('object' in entry) return undefined
  const { base } = entry
  return (typeof base === 'number' ? byOffset.get(base) : (bySha.get(base) ?? find(base))) ?? null
}

function applied(base: GitObject | null, delta: Buffer, bytesOf: (object: GitObject) => Buffer): GitObject {
  if (base === null) throw new PackError('failed to apply delta')
  return parseObject(base.kind, applyDelta(bytesOf(base), delta))
}

/** The bytes of bases that are kept for the deltas that follow. */
const RECENT = 16 * 1024 * 1024

/** Returns a function that returns the bytes of an object, and keeps those of the last ones. */
function recentBytes(): (object: GitObject) => Buffer {
  const kept = new Map<string, Buffer>()
  let size = 0
  return (object) => {
    const known = kept.get(object.sha)
    if (known !== undefined) return known
    const bytes = objectBytes(object)
    kept.set(object.sha, bytes)
    size += bytes.length
    for (const [sha, oldest] of kept) {
      if (size <= RECENT || sha === object.sha) break
      kept.delete(sha)
      size -= oldest.length
    }
    return bytes
  }
}
