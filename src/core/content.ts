import { createReadStream } from 'node:fs'
import type { StreamedBody } from './answer.ts'
import type { ByteRange } from './http/byte-range.ts'
import type { SpooledFile } from './http/spool.ts'
import { sequence, value, type Collections, type SequenceDefinition, type ValueDefinition } from './store.ts'

/** A contiguous run of stored bytes: a number among the contents in memory, or a region of a file of the instance. */
export type Segment =
  | { readonly content: number; readonly size: number }
  | {
      readonly path: string
      /** The position in the file at which the segment begins. */ readonly start: number
      readonly size: number
    }

/** The collections of a service that stores what clients upload: its collections spread these. */
export const contentCollections: {
  /** The bytes of content in memory, by the number of the content. */
  readonly contents: ValueDefinition<Uint8Array, [content: number]>
  readonly contentNumbers: SequenceDefinition
} = { contents: value<Uint8Array, [content: number]>(), contentNumbers: sequence() }

/** The part of a call or a context that stores and reads content. */
interface ContentContext {
  readonly rows: Collections<typeof contentCollections>
  /** Makes a file part of the state. Absent outside of a request, where no content comes as a file. */
  readonly keepFile?: (file: SpooledFile) => void
}

/** Content that is about to be stored: bytes in memory, a file of this request, or a segment that is stored already. */
export type NewSegment = { readonly bytes: Uint8Array } | { readonly file: SpooledFile } | { readonly stored: Segment }

/** Stores content and returns its segment. Files that are stored already are shared, because contents never change. */
export function storeSegment(context: ContentContext, segment: NewSegment): Segment {
  if ('stored' in segment) {
    if ('path' in segment.stored) return segment.stored
    // Each row owns its values in the store, which are deleted with the row.
    return storeSegment(context, { bytes: bytesOf(context, segment.stored) })
  }
  if ('file' in segment) {
    context.keepFile?.(segment.file)
    return { path: segment.file.path, start: 0, size: segment.file.size }
  }
  const content = context.rows.contentNumbers.next()
  context.rows.contents.set(segment.bytes, content)
  return { content, size: segment.bytes.length }
}

/** Deletes the bytes of removed segments. Files stay until the next reset, because a download may be reading them. */
export function dropSegments({ rows }: ContentContext, segments: readonly Segment[]): void {
  for (const segment of segments) if ('content' in segment) rows.contents.delete(segment.content)
}

function bytesOf({ rows }: ContentContext, segment: Extract<Segment, { content: number }>): Uint8Array {
  const bytes = rows.contents.get(segment.content)
  if (bytes === undefined) throw new Error(`content ${segment.content} is not in the store`)
  return bytes
}

/** Returns the bytes of a range: directly when they are one piece in memory, otherwise as a stream. */
export function readSegments(
  context: ContentContext,
  segments: readonly Segment[],
  range: ByteRange,
): Uint8Array | StreamedBody {
  const cut = cutSegments(segments, range)
  const [only] = cut
  if (only === undefined) return new Uint8Array()
  // Bytes in memory are taken now, because the row may be deleted while the answer is sent.
  const sources = cut.map(({ segment, start, end }) =>
    'content' in segment
      ? bytesOf(context, segment).subarray(start, end)
      : { path: segment.path, start: segment.start + start, end: segment.start + end },
  )
  const [first] = sources
  return sources.length === 1 && first instanceof Uint8Array ? first : streamed(sources)
}

type Source = Uint8Array | { readonly path: string; readonly start: number; readonly end: number }

async function* streamed(sources: readonly Source[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) {
    if (source instanceof Uint8Array) yield source
    else yield* createReadStream(source.path, { start: source.start, end: source.end - 1 }) as AsyncIterable<Buffer> // a stream without an encoding
  }
}

/** Returns a range of stored content as new content. Files are shared. */
export function contentOfRange(context: ContentContext, segments: readonly Segment[], range: ByteRange): NewSegment[] {
  return cutSegments(segments, range).map(({ segment, start, end }) =>
    'content' in segment
      ? { bytes: bytesOf(context, segment).subarray(start, end) }
      : { stored: { path: segment.path, start: segment.start + start, size: end - start } },
  )
}

/** Returns the segments that overlap a range, each with the overlap in bytes of the segment. */
function cutSegments(
  segments: readonly Segment[],
  { start, end }: ByteRange,
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
