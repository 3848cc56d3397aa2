import { blobAt, blobBytes, isBinary } from './objects.ts'
import type { Blob, Objects, TreeEntry } from './objects.ts'

/** A moved file: its old and new entry, with full paths, and the similarity in whole percent. */
export interface Rename {
  before: TreeEntry
  after: TreeEntry
  similarity: number
}

/** The similarity of equal files, in git's units. */
const WHOLE = 60_000
const MINIMUM = WHOLE / 2
/** The similarity from which two files of the same name are paired before all others are compared. */
const SAME_NAME_MINIMUM = MINIMUM + (WHOLE - MINIMUM) / 2
/** The number of best candidates that are remembered for each added file. */
const CANDIDATES = 4
/** The number of pairs (git's rename limit, squared) above which only equal and same-named files are paired. */
const PAIR_LIMIT = 1000 * 1000
const EQUAL_CHECKED = 100

/**
 * Pairs removed with added files like `git diff -M`: equal contents first, then files with an unchanged, unique name,
 * then all files that are at least half alike, the most similar pair first ({@link
 * https://git-scm.com/docs/gitdiffcore#_diffcore_rename_for_detecting_renames_and_copies}). Both lists must be in path
 * order.
 */
export function findRenames(
  objects: Objects,
  removed: readonly TreeEntry[],
  added: readonly TreeEntry[],
): Map<TreeEntry, Rename> {
  const renames = new Map<TreeEntry, Rename>()
  if (removed.length === 0 || added.length === 0) return renames
  const sources = new Set(removed)
  const pair = (before: TreeEntry, after: TreeEntry, score: number): void => {
    sources.delete(before)
    renames.set(after, { before, after, similarity: Math.floor((score * 100) / WHOLE) })
  }
  const bySha = new Map<string, TreeEntry[]>()
  for (const before of removed) {
    const equal = bySha.get(before.sha)
    if (equal === undefined) bySha.set(before.sha, [before])
    else equal.push(before)
  }
  for (const after of added) {
    const before = bestEqual(bySha.get(after.sha) ?? [], sources, after)
    if (before !== null) pair(before, after, WHOLE)
  }
  const similarity = similarityIn(objects)
  const unpaired = (): TreeEntry[] => added.filter((entry) => !renames.has(entry) && isRegular(entry))
  const names = uniqueNames(unpaired())
  for (const [name, before] of uniqueNames([...sources])) {
    const after = names.get(name)
    if (before === null || after === undefined || after === null) continue
    const score = similarity(before, after, SAME_NAME_MINIMUM)
    if (score >= SAME_NAME_MINIMUM) pair(before, after, score)
  }
  const targets = unpaired()
  if (targets.length * sources.size > PAIR_LIMIT) return renames
  const candidates: Candidate[] = []
  for (const after of targets) {
    const found: Candidate[] = []
    for (const before of sources) {
      const score = similarity(before, after, MINIMUM)
      if (score >= MINIMUM) found.push({ before, after, score, sameName: baseName(before) === baseName(after) })
    }
    candidates.push(...found.sort(mostAlike).slice(0, CANDIDATES))
  }
  for (const { before, after, score } of candidates.sort(mostAlike)) {
    if (sources.has(before) && !renames.has(after)) pair(before, after, score)
  }
  return renames
}

interface Candidate {
  before: TreeEntry
  after: TreeEntry
  score: number
  sameName: boolean
}

function mostAlike(one: Candidate, other: Candidate): number {
  return other.score - one.score || Number(other.sameName) - Number(one.sameName)
}

function isRegular(entry: TreeEntry): boolean {
  return entry.mode === '100644' || entry.mode === '100755'
}

function baseName(entry: TreeEntry): string {
  return entry.path.slice(entry.path.lastIndexOf('/') + 1)
}

/** Returns the entries by file name, with null for a name that several entries have. */
function uniqueNames(entries: readonly TreeEntry[]): Map<string, TreeEntry | null> {
  const names = new Map<string, TreeEntry | null>()
  for (const entry of entries) names.set(baseName(entry), names.has(baseName(entry)) ? null : entry)
  return names
}

function bestEqual(equal: readonly TreeEntry[], free: ReadonlySet<TreeEntry>, after: TreeEntry): TreeEntry | null {
  let best: TreeEntry | null = null
  for (const before of equal.slice(0, EQUAL_CHECKED)) {
    if (!free.has(before) || isRegular(before) !== isRegular(after)) continue
    if (!isRegular(after) && before.mode !== after.mode) continue
    if (baseName(before) === baseName(after)) return before
    best ??= before
  }
  return best
}

/**
 * Returns a function that rates two files by the bytes of their common lines. It returns 0 when the rating must be
 * below `minimum`.
 */
function similarityIn(objects: Objects): (before: TreeEntry, after: TreeEntry, minimum: number) => number {
  const known = new Map<string, ReadonlyMap<string, number>>()
  const chunksOf = (file: Blob): ReadonlyMap<string, number> => {
    let chunks = known.get(file.sha)
    if (chunks === undefined) {
      chunks = chunkSizes(file)
      known.set(file.sha, chunks)
    }
    return chunks
  }
  return (before, after, minimum) => {
    if (!isRegular(before) || !isRegular(after)) return 0
    const left = blobAt(objects, before.sha)
    const right = blobAt(objects, after.sha)
    const larger = Math.max(left.size, right.size)
    if (right.size === 0 || larger * (WHOLE - minimum) < Math.abs(left.size - right.size) * WHOLE) return 0
    const others = chunksOf(right)
    let copied = 0
    for (const [chunk, size] of chunksOf(left)) copied += Math.min(size, others.get(chunk) ?? 0)
    return Math.floor((copied * WHOLE) / larger)
  }
}

const CHUNK_BYTES = 64

/**
 * Returns the number of bytes of each distinct chunk of a file. Chunks are lines, and 64-byte pieces of longer lines.
 */
function chunkSizes(file: Blob): ReadonlyMap<string, number> {
  const bytes = Buffer.from(blobBytes(file)).toString('latin1')
  // Git compares text without regard to CRLF line ends.
  const text = isBinary(file) ? bytes : bytes.replaceAll('\r\n', '\n')
  const sizes = new Map<string, number>()
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start)
    const end = Math.min(lineEnd === -1 ? text.length : lineEnd + 1, start + CHUNK_BYTES)
    const chunk = text.slice(start, end)
    sizes.set(chunk, (sizes.get(chunk) ?? 0) + chunk.length)
    start = end
  }
  return sizes
}
