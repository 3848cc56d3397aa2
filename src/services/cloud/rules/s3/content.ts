import { createReadStream } from 'node:fs'
import type { StreamedBody } from '../../../../core/answer.ts'
import type { SpooledFile } from '../../../../core/spool.ts'
import type { CloudCall, Work } from '../../call.ts'
import type { Segment } from '../../schema-s3.ts'

/** Bytes that are to become part of the state: in memory, or a file of this request. */
export type NewSegment = { readonly bytes: Uint8Array } | { readonly file: SpooledFile } | { readonly kept: Segment }

/** Makes bytes part of the state. What is kept already is shared: contents never change. */
export function keepSegment(
  work: Pick<Work, 'store'> & Partial<Pick<CloudCall, 'keepFile'>>,
  segment: NewSegment,
): Segment {
  if ('kept' in segment) {
    if ('path' in segment.kept) return segment.kept
    // Each object has a name of its own for its bytes, so that they go with it.
    return keepSegment(work, { bytes: bytesOf(work, segment.kept) })
  }
  if ('file' in segment) {
    work.keepFile?.(segment.file)
    return { path: segment.file.path, start: 0, size: segment.file.size }
  }
  const value = `content ${work.store.next('contents')}`
  work.store.setValue(value, segment.bytes)
  return { value, size: segment.bytes.length }
}

/** Gives up the bytes of an object that is gone. Files go with the next reset: a download may be reading them. */
export function dropSegments({ store }: Pick<Work, 'store'>, segments: readonly Segment[]): void {
  for (const segment of segments) if ('value' in segment) store.deleteValue(segment.value)
}

function bytesOf({ store }: Pick<Work, 'store'>, segment: Extract<Segment, { value: string }>): Uint8Array {
  const bytes = store.value<Uint8Array>(segment.value)
  if (bytes === undefined) throw new Error(`${segment.value} is not in the store`)
  return bytes
}

/** A stretch of bytes: from `start`, up to and without `end`. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** The bytes of a stretch: as they are where they are in memory and in one piece, else as they are read. */
export function readSegments(
  work: Pick<Work, 'store'>,
  segments: readonly Segment[],
  stretch: Stretch,
): Uint8Array | StreamedBody {
  const cut = cutSegments(segments, stretch)
  const [only] = cut
  if (only === undefined) return new Uint8Array()
  // What is in memory is taken now: the object may be gone when the answer is being sent.
  const sources = cut.map(({ segment, start, end }) =>
    'value' in segment
      ? bytesOf(work, segment).subarray(start, end)
      : { path: segment.path, start: segment.start + start, end: segment.start + end },
  )
  const [first] = sources
  return sources.length === 1 && first instanceof Uint8Array ? first : streamed(sources)
}

type Source = Uint8Array | { readonly path: string; readonly start: number; readonly end: number }

async function* streamed(sources: readonly Source[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) {
    if (source instanceof Uint8Array) yield source
    else yield* createReadStream(source.path, { start: source.start, end: source.end - 1 }) as AsyncIterable<Buffer> // without an encoding
  }
}

/** A stretch of what is kept, to be kept as another content: files are shared. */
export function keptStretch(work: Pick<Work, 'store'>, segments: readonly Segment[], stretch: Stretch): NewSegment[] {
  return cutSegments(segments, stretch).map(({ segment, start, end }) =>
    'value' in segment
      ? { bytes: bytesOf(work, segment).subarray(start, end) }
      : { kept: { path: segment.path, start: segment.start + start, size: end - start } },
  )
}

/** The segments that a stretch touches, each with the part of it that it is, in bytes of the segment. */
function cutSegments(
  segments: readonly Segment[],
  { start, end }: Stretch,
): { readonly segment: Segment; readonly start: number; readonly end: number }[] {
  const cut: { segment: Segment; start: number; end: number }[] = []
  let at = 0
  for (const segment of segments) {
    const from = Math.max(start - at, 0)
    const to = Math.min(end - at, segment.size)
    if (from < to) cut.push({ segment, start: from, end: to })
    at += segment.size
  }
  return cut
}
