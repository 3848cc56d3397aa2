import type { GitObject } from './objects.ts'
import { bandLines, FLUSH } from './pkt-line.ts'
import { writePack } from './write-pack.ts'

/** How a pack is sent. */
export interface PackStream {
  /** The lines before the pack. */
  readonly head: Buffer
  /** The objects of the pack. */
  readonly objects: readonly GitObject[]
  /** The largest payload of a line, where the client reads the pack and the progress in bands; null for a bare pack. */
  readonly bandSize: number | null
  /** True when the client shows the progress. */
  readonly progress: boolean
}

/** Yields the answer to a fetch: the lines, the progress and the pack. */
export async function* packStream({ head, objects, bandSize, progress }: PackStream): AsyncGenerator<Buffer> {
  yield head
  if (bandSize === null) {
    yield* writePack(objects)
    return
  }
  const count = objects.length
  const isTold = progress && count > 0
  if (isTold)
    yield bandLines(2, `Enumerating objects: ${count}, done.\nCounting objects: 100% (${count}/${count}), done.\n`)
  for await (const piece of writePack(objects)) yield bandLines(1, piece, bandSize)
  if (isTold) yield bandLines(2, `Total ${count} (delta 0), reused 0 (delta 0), pack-reused 0 (from 0)\n`)
  yield FLUSH
}
