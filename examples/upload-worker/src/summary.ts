import { createHash } from 'node:crypto'

/** A summary of an uploaded table. */
export interface Summary {
  /** The column names in the first line. */
  columns: string[]
  /** The number of lines after the first. */
  rows: number
  /** The size in bytes. */
  size: number
  sha256: string
}

/** Thrown for a file that is not a readable table. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable'
}

/** Summarizes a table of comma-separated values while it arrives, line by line. */
export async function summarize(pieces: AsyncIterable<Uint8Array>): Promise<Summary> {
  const hash = createHash('sha256')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let columns: string[] | null = null
  let rows = 0
  let size = 0
  let rest = ''
  const line = (text: string): void => {
    if (text.trim() === '') return
    const values = text.split(',')
    if (columns === null) {
      columns = values.map((name) => name.trim())
      return
    }
    rows += 1
    if (values.length !== columns.length) {
      throw new UnreadableTable(`line ${rows + 1} has ${values.length} values for ${columns.length} columns`)
    }
  }
  for await (const piece of pieces) {
    hash.update(piece)
    size += piece.length
    const lines = (rest + decode(decoder, piece)).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) line(each)
  }
  line(rest + decode(decoder))
  if (columns === null) throw new UnreadableTable('the file has no line')
  return { columns, rows, size, sha256: hash.digest('hex') }
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch {
    throw new UnreadableTable('the file is no UTF-8 text')
  }
}
