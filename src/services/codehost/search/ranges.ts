import { unrecognisedDate } from './failures.ts'

/** A range of numbers, both ends included. Times are epoch milliseconds. */
export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Parses a range of whole numbers: `5`, `>5`, `>=5`, `<5`, `<=5`, `1..10`, `*..5` or `5..*`. Returns null for any other
 * text.
 */
export function numberRange(value: string): Range | null {
  return rangeOf(value, (text) => {
    if (!/^-?\d+$/.test(text)) return null
    return { from: Number(text), to: Number(text) }
  })
}

/**
 * Parses a date or a range of dates, in the syntax of numbers. A day lasts from midnight to midnight UTC, a month and a
 * year likewise; a time with a zone (`2020-01-01T10:00:00Z`) is that second.
 *
 * @throws 422 for an invalid date.
 */
export function timeRange(value: string): Range {
  const range = rangeOf(value, point)
  if (range === null) throw unrecognisedDate(value.replace(/^[<>]=?/, ''))
  return range
}

/** Returns whether a number is in a range; false when either is null. */
export function within(range: Range | null, number: number | null): boolean {
  return range !== null && number !== null && number >= range.from && number <= range.to
}

function rangeOf(value: string, read: (text: string) => Range | null): Range | null {
  const [, sign, rest = ''] = /^(>=|<=|>|<)\s*(.*)$/.exec(value) ?? []
  if (sign !== undefined) {
    const bound = read(rest)
    if (bound === null) return null
    if (sign === '>') return { from: bound.to + 1, to: Infinity }
    if (sign === '>=') return { from: bound.from, to: Infinity }
    return { from: -Infinity, to: sign === '<' ? bound.from - 1 : bound.to }
  }
  const [, first, last] = /^(.*?)\.\.(.*)$/.exec(value) ?? []
  if (first === undefined || last === undefined) return read(value)
  const from = first === '*' ? -Infinity : read(first)?.from
  const to = last === '*' ? Infinity : read(last)?.to
  return from === undefined || to === undefined ? null : { from, to }
}

function point(text: string): Range | null {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? []
  if (year !== '') return calendar(Number(year), month, day)
  const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text)
  if (time === null) return null
  const zoned = (time[1] === undefined ? `${text}Z` : text).replace(/([+-]\d{2})(\d{2})$/, '$1:$2')
  const at = Date.parse(zoned)
  return Number.isNaN(at) ? null : { from: at, to: at + 999 }
}

function calendar(year: number, month: string | undefined, day: string | undefined): Range | null {
  const monthIndex = Number(month ?? 1) - 1
  const date = Number(day ?? 1)
  const from = Date.UTC(year, monthIndex, date)
  // A month or day that is too high would overflow into the next one.
  if (new Date(from).getUTCMonth() !== monthIndex || new Date(from).getUTCDate() !== date) return null
  const to =
    month === undefined
      ? Date.UTC(year + 1, 0)
      : day === undefined
        ? Date.UTC(year, monthIndex + 1)
        : Date.UTC(year, monthIndex, date + 1)
  return { from, to: to - 1 }
}
