import { gunzipSync } from 'node:zlib'
import { selectFailure } from '#cloud/errors/s3-select.ts'
import { decodeBzip2 } from './bzip2.ts'
import type { SelectRecord } from './values.ts'

/** The form of lines of fields that a query reads. */
export interface CsvInput {
  readonly header: 'NONE' | 'IGNORE' | 'USE'
  readonly comments: string
  readonly quote: string
  readonly quoteEscape: string
  readonly recordDelimiter: string
  readonly fieldDelimiter: string
}

/** Returns the bytes of an object without their compression. @throws `InvalidCompressionFormat`. */
export function decompressed(bytes: Buffer, compression: 'NONE' | 'GZIP' | 'BZIP2'): Buffer {
  if (compression === 'NONE') return bytes
  try {
    return compression === 'GZIP' ? gunzipSync(bytes) : decodeBzip2(bytes)
  } catch {
    throw selectFailure(
      'InvalidCompressionFormat',
      `${compression} is not applicable to the queried object. Please correct the request and try again.`,
    )
  }
}

/** Reads lines of fields. The names of a header are members of each record. */
export function* csvRecords(text: string, input: CsvInput): Generator<SelectRecord> {
  let names: readonly string[] | null = null
  let isFirst = true
  for (const fields of linesOf(text, input)) {
    const isHeader = isFirst && input.header !== 'NONE'
    isFirst = false
    if (isHeader) {
      if (input.header === 'USE') names = fields
      continue
    }
    const value = Object.fromEntries(fields.map((field, index) => [names?.[index] ?? `_${index + 1}`, field]))
    yield { value, fields }
  }
}

function* linesOf(text: string, input: CsvInput): Generator<string[]> {
  const { comments, quote, quoteEscape, recordDelimiter, fieldDelimiter } = input
  let at = 0
  while (at < text.length) {
    if (comments !== '' && text.startsWith(comments, at)) {
      const end = text.indexOf(recordDelimiter, at)
      if (end < 0) return
      at = end + recordDelimiter.length
      continue
    }
    const fields: string[] = []
    let isEnd = false
    while (!isEnd) {
      const { field, next } = fieldFrom(text, at)
      fields.push(field)
      at = next
      isEnd = at >= text.length || text.startsWith(recordDelimiter, at)
      at += isEnd ? recordDelimiter.length : fieldDelimiter.length
    }
    yield fields
  }

  function fieldFrom(source: string, start: number): { readonly field: string; readonly next: number } {
    let field = ''
    let isQuoted = false
    let position = start
    for (; position < source.length; position++) {
      const letter = source.charAt(position)
      if (isQuoted && letter === quoteEscape && source.charAt(position + 1) === quote) {
        field += quote
        position += 1
      } else if (letter === quote && (isQuoted || field === '')) isQuoted = !isQuoted
      else if (
        !isQuoted &&
        (source.startsWith(recordDelimiter, position) || source.startsWith(fieldDelimiter, position))
      )
        break
      else field += letter
    }
    // Lines may end as on Windows.
    const isLine = recordDelimiter === '\n' && source.charAt(position) !== fieldDelimiter
    return { field: isLine ? field.replace(/\r$/, '') : field, next: position }
  }
}

/** Reads JSON values that follow each other, with or without space between them. @throws `JSONParsingError`. */
export function* jsonRecords(text: string): Generator<SelectRecord> {
  let at = 0
  for (;;) {
    while (/[\s,]/.test(text.charAt(at))) at += 1
    if (at >= text.length) return
    const end = endOfValue(text, at)
    yield { value: parsed(text.slice(at, end)), fields: null }
    at = end
  }
}

/** Returns the end of the JSON value that begins at a position. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at++) {
    const letter = text.charAt(at)
    if (isText) {
      if (letter === '\\') at += 1
      else if (letter === '"') isText = false
    } else if (letter === '"') isText = true
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    else if (depth > 0 || !/\s/.test(letter)) continue
    if (depth === 0 && !isText) return /\s/.test(letter) ? at : at + 1
  }
  return text.length
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw selectFailure('JSONParsingError', 'Encountered an error parsing the JSON file. Check the file and try again.')
  }
}
