/**
 * Returns the records of a CSV text: fields between commas, in quotes where they have commas, quotes or line breaks
 * (RFC 4180). Empty lines are left out. The text of an unclosed quote reaches to the end.
 */
export function parseCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  // A field with the comma or line break behind it; the last one ends with the text.
  const field = /(?:"((?:[^"]|"")*)(?:"|$)[^,\r\n]*|([^,\r\n]*))(,|\r\n|\n|\r|$)/gy
  const body = text.replace(/^\uFEFF/, '')
  while (field.lastIndex < body.length || record.length > 0) {
    const [, quoted, plain = '', end = ''] = field.exec(body) ?? []
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (record.length > 1 || record[0] !== '' || quoted !== undefined) records.push(record)
    record = []
  }
  return records
}
