import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { applyDelta, deltaResultSize, PackError } from './delta.ts'
import { objectBytes, type GitObject } from './objects.ts'
import { parseObject } from './parse-object.ts'

/** One entry of a pack: an object, or a delta on a base that is earlier in the pack or has a SHA. */
export interface PackEntry {
  /** The place of the entry in the pack. */
  readonly offset: number
  readonly kind: GitObject['kind'] | 'delta'
  /** The offset or the SHA of the base of a delta; null for an object. */
  readonly base: number | string | null
  /** The inflated bytes of the object or of the delta. */
  readonly bytes: Buffer
}

const KINDS: readonly (PackEntry['kind'] | null)[] = [null, 'commit', 'tree', 'blob', 'tag', null, 'delta', 'delta']
const OFFSET_DELTA = 6
const REF_DELTA = 7
const HEADER = 12
const CHECKSUM = 20

/** The largest sum of the sizes of a pack's objects, in bytes, so that a small pack cannot fill the memory. */
const LARGEST_PACK = 1024 ** 3

/** The bytes that are inflated before other requests get a turn. */
const TURN = 4 * 1024 * 1024

/**
 * Reads a pack. https://git-scm.com/docs/gitformat-pack
 *
 * @throws PackError for a pack that is cut off, has a wrong checksum or is not in git's format.
 */
export async function readPack(pack: Buffer): Promise<PackEntry[]> {
  if (pack.length < HEADER + CHECKSUM) throw new PackError('early EOF')
  if (pack.toString('latin1', 0, 4) !== 'PACK') throw new PackError('pack signature mismatch')
  const version = pack.readUInt32BE(4)
  if (version !== 2 && version !== 3) throw new PackError(`pack version ${version} unsupported`)
  const end = pack.length - CHECKSUM
  const entries: PackEntry[] = []
  let at = HEADER
  let [total, sinceTurn] = [0, 0]
  for (let count = pack.readUInt32BE(8); count > 0; count--) {
    const [entry, next] = readEntry(pack, at, end)
    entries.push(entry)
    at = next
    total += entry.kind === 'delta' ? deltaResultSize(entry.bytes) : entry.bytes.length
    if (total > LARGEST_PACK) throw new PackError('pack exceeds maximum allowed size (1.00 GiB)')
    sinceTurn += entry.bytes.length + 64
    if (sinceTurn > TURN) {
      sinceTurn = 0
      await setImmediate()
    }
  }
  if (at !== end) throw new PackError('pack has junk at the end')
  const checksum = createHash('sha1').update(pack.subarray(0, end)).digest()
  if (!checksum.equals(pack.subarray(end))) throw new PackError('pack is corrupted (SHA1 mismatch)')
  return entries
}

function readEntry(pack: Buffer, offset: number, end: number): [entry: PackEntry, next: number] {
  let at = offset
  const byte = (): number => {
    if (at >= end) throw new PackError('early EOF')
    return pack[at++] ?? 0
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
  let base: PackEntry['base'] = null
  if (type === REF_DELTA) {
    base = pack.toString('hex', at, at + 20)
    at += 20
  } else if (type === OFFSET_DELTA) {
    let distance = (code = byte()) & 127
    while (code > 127) distance = (distance + 1) * 128 + ((code = byte()) & 127)
    base = offset - distance
    if (base < HEADER || distance === 0) throw new PackError('delta base offset is out of bound')
  }
  if (size > LARGEST_PACK) throw new PackError('pack exceeds maximum allowed size (1.00 GiB)')
  const [bytes, used] = inflate(pack.subarray(at, end), size)
  return [{ offset, kind, base, bytes }, at + used]
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

/** An object of a pack before it is parsed. */
interface Resolved {
  readonly kind: GitObject['kind']
  readonly bytes: Buffer
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
  const byOffset = new Map<number, Resolved>()
  const bySha = new Map<string, Resolved>()
  const add = (entry: PackEntry, resolved: Resolved): void => {
    const object = parseObject(resolved.kind, resolved.bytes)
    objects.set(object.sha, object)
    byOffset.set(entry.offset, resolved)
    bySha.set(object.sha, resolved)
  }
  const outside = (sha: string): Resolved | undefined => {
    const object = find(sha)
    return object === undefined ? undefined : { kind: object.kind, bytes: objectBytes(object) }
  }
  let pending: readonly PackEntry[] = entries
  // A delta whose base comes later in the pack is left for the next turn.
  while (pending.length > 0) {
    const left = pending.filter((entry) => {
      const resolved = resolve(entry, byOffset, bySha, outside)
      if (resolved !== null) add(entry, resolved)
      return resolved === null
    })
    if (left.length === pending.length) {
      throw new PackError(`pack has ${left.length} unresolved delta${left.length === 1 ? '' : 's'}`)
    }
    pending = left
  }
  return objects
}

/** Returns the kind and bytes of an entry; null when its base is not known yet. */
function resolve(
  { kind, base, bytes }: PackEntry,
  byOffset: ReadonlyMap<number, Resolved>,
  bySha: ReadonlyMap<string, Resolved>,
  outside: (sha: string) => Resolved | undefined,
): Resolved | null {
  if (kind !== 'delta') return { kind, bytes }
  const found = typeof base === 'number' ? byOffset.get(base) : (bySha.get(base ?? '') ?? outside(base ?? ''))
  return found === undefined ? null : { kind: found.kind, bytes: applyDelta(found.bytes, bytes) }
}
