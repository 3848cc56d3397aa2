import { createReadStream } from 'node:fs'
import type { StreamedBody } from '#core/answer.ts'
import type { SpooledFile } from '#core/http/spool.ts'
import type { CloudCall, CloudContext } from '#cloud/call.ts'
import type { Segment } from '#cloud/schema/s3.ts'

/** Content that is about to be stored: bytes in memory, a file of this request, or a segment that is stored already. */
export type NewSegment = { readonly bytes: Uint8Array } | { readonly file: SpooledFile } | { readonly stored: Segment }

/** Stores content and returns its segment. Files that are stored already are shared, because contents never change. */
export function storeSegment(
  context: Pick<CloudContext, 'rows'> & Partial<Pick<CloudCall, 'keepFile'>>,
  segment: NewSegment,
): Segment {
  if ('stored' in segment) {
    if ('path' in segment.stored) return segment.stored
    // Each object owns its value in the store, which is deleted with the object.
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

/** Deletes the bytes of a removed object. Files stay until the next reset, because a download may be reading them. */
export function dropSegments({ rows }: Pick<CloudContext, 'rows'>, segments: readonly Segment[]): void {
  for (const segment of segments) if ('content' in segment) rows.contents.delete(segment.content)
}

function bytesOf({ rows }: Pick<CloudContext, 'rows'>, segment: Extract<Segment, { content: number }>): Uint8Array {
  const bytes = rows.contents.get(segment.content)
  if (bytes === undefined) throw new Error(`content ${segment.content} is not in the store`)
  return bytes
}

/** A range of bytes, from `start` up to but not including `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Returns the bytes of a range: directly when they are one piece in memory, otherwise as a stream. */
export function readSegments(
  context: Pick<CloudContext, 'rows'>,
  segments: readonly Segment[],
  range: ByteRange,
): Uint8Array | StreamedBody {
  const cut = cutSegments(segments, range)
  const [only] = cut
  if (only === undefined) return new Uint8Array()
  // Bytes in memory are taken now, because the object may be deleted while the answer is sent.
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
export function contentOfRange(
  context: Pick<CloudContext, 'rows'>,
  segments: readonly Segment[],
  range: ByteRange,
): NewSegment[] {
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
