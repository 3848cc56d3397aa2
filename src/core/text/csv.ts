/**
 * Returns the records of a CSV text: fields between commas, in quotes where they have commas, quotes or line breaks
 * (RFC 4180). Empty lines are left out. The text of an unclosed quote reaches to the end.
 */
export function parseCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, '')
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < body.length || record.length > 0;) {
    const isQuoted = body[at] === '"'
    const { value, end } = isQuoted ? quotedField(body, at) : plainField(body, at)
    record.push(value)
    at = end + (body.startsWith('\r\n', end) ? 2 : 1)
    if (body[end] === ',') continue
    if (record.length > 1 || value !== '' || isQuoted) records.push(record)
    record = []
  }
  return records
}

/** A field, and the place of the comma or line break behind it. */
interface Field {
  readonly value: string
  readonly end: number
}

function plainField(body: string, start: number): Field {
  const end = endOfField(body, start)
  return { value: body.slice(start, end), end }
}

/** Reads a field in quotes. A text between the last of them and the end of the field is dropped. */
function quotedField(body: string, start: number): Field {
  let close = body.indexOf('"', start + 1)
  while (close >= 0 && body[close + 1] === '"') close = body.indexOf('"', close + 2)
  const last = close < 0 ? body.length : close
  return { value: body.slice(start + 1, last).replaceAll('""', '"'), end: endOfField(body, last) }
}

function endOfField(body: string, start: number): number {
  const separator = /[,\r\n]/g
  separator.lastIndex = start
  return separator.exec(body)?.index ?? body.length
}
