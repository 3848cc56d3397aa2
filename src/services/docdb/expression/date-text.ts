import { DAY, MINUTE } from '#core/duration.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { isoWeek } from './calendar.ts'
import { fromLocal, timeZone, utc, type OffsetAt } from './time-zone.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

function failed(text: string): CommandError {
  return new CommandError(
    'ConversionFailure',
    `Error parsing date string '${text}'; 0: passing a time zone identifier as part of the string is not allowed '${text}'`,
  )
}

/**
 * Returns the date of a text: by a format (`%d/%m/%Y`), else in one of the forms of ISO 8601 and RFC 2822.
 *
 * @throws CommandError 241 for a text that is no date.
 */
export function parseDate(text: string, format: string | undefined, zone: OffsetAt | undefined): Date {
  return format === undefined ? parseIso(text, zone) : parseByFormat(text, format, zone)
}

function parseIso(text: string, zone: OffsetAt | undefined): Date {
  const match =
    /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i.exec(
      text.trim(),
    )
  if (match === null) {
    // Digits alone are a time of day, and no date.
    if (/^\d*$/.test(text.trim())) throw failed(text)
    const time = Date.parse(/[zZ]$|[+-]\d{2}:?\d{2}$|GMT/.test(text) ? text : `${text} UTC`)
    if (Number.isNaN(time) || !/\d/.test(text)) throw failed(text)
    return new Date(zone === undefined ? time : fromLocal(time, zone))
  }
  const [, year, month, day = '1', hour = '0', minute = '0', second = '0', fraction = '', offset] = match
  const local = utc(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Math.trunc(Number(`0.${fraction || 0}`) * 1000),
  )
  if (Number(month) < 1 || Number(month) > 12 || Number(day) > 31 || Number(hour) > 24 || Number(minute) > 59)
    throw failed(text)
  checkDay(text, Number(year), Number(month), Number(day))
  if (offset === undefined) return new Date(zone === undefined ? local : fromLocal(local, zone))
  if (zone !== undefined)
    throw new CommandError(
      'ConversionFailure',
      `you cannot pass in a date/time string with GMT offset together with a timezone argument`,
    )
  return new Date(local - (offset.toUpperCase() === 'Z' ? 0 : timeZone(offset)(0)))
}

/** Refuses a day that its month does not have. */
function checkDay(text: string, year: number, month: number, day: number): void {
  if (day >= 1 && day <= new Date(utc(year, month + 1, 0, 0, 0, 0, 0)).getUTCDate()) return
  throw new CommandError(
    'ConversionFailure',
    `Error parsing date string '${text}'; ${text.length}: The parsed date was invalid ''`,
  )
}

/** The parts of a format for reading, each with the pattern that it takes. */
const PARTS: Readonly<Record<string, string>> = {
  d: '(\\d{1,2})',
  m: '(\\d{1,2})',
  Y: '(\\d{4})',
  H: '(\\d{1,2})',
  M: '(\\d{1,2})',
  S: '(\\d{1,2})',
  L: '(\\d{1,3})',
  j: '(\\d{1,3})',
  G: '(\\d{4})',
  V: '(\\d{1,2})',
  u: '(\\d)',
  B: '([A-Za-z]+)',
  b: '([A-Za-z]{3})',
  z: '(Z|[+-]\\d{2}:?\\d{2})',
  Z: '([+-]?\\d+)',
  '%': '%',
}

/**
 * Checks a format for reading dates.
 *
 * @throws CommandError 18535 and 18536 for what no format has.
 */
export function checkReadFormat(format: string): void {
  for (const [, part = ''] of format.matchAll(/%([\s\S]?)/g)) if (PARTS[part] === undefined) throw unknownPart(part)
}

function unknownPart(part: string): CommandError {
  return part === ''
    ? new CommandError(18_535, "Unmatched '%' at end of format string")
    : new CommandError(18_536, `Invalid format character '%${part}' in format string`)
}

function parseByFormat(text: string, format: string, zone: OffsetAt | undefined): Date {
  const names: string[] = []
  const source = format.replaceAll(/%(.)|([\s\S])/g, (_, part: string | undefined, other: string | undefined) => {
    if (part === undefined) return (other ?? '').replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
    const pattern = PARTS[part]
    if (pattern === undefined) throw unknownPart(part)
    if (part !== '%') names.push(part)
    return pattern
  })
  const match = new RegExp(`^${source}$`).exec(text)
  if (match === null) throw failed(text)
  const found = Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']))
  const local = localTime(text, found)
  if ('z' in found) return new Date(local - (found['z'] === 'Z' ? 0 : timeZone(found['z'] ?? '')(0)))
  if ('Z' in found) return new Date(local - Number(found['Z']) * MINUTE)
  return new Date(zone === undefined ? local : fromLocal(local, zone))
}

/** Returns the time that parts of a date say, as if it were UTC. */
function localTime(text: string, found: Readonly<Record<string, string | undefined>>): number {
  const [hour, minute, second, millisecond] = ['H', 'M', 'S', 'L'].map((name) =>
    Number(name === 'L' ? (found['L'] ?? '').padEnd(3, '0') : (found[name] ?? 0)),
  ) as [number, number, number, number] // one for each name
  const clock = utc(1970, 1, 1, hour, minute, second, millisecond)
  if ('G' in found) {
    const fourth = utc(Number(found['G']), 1, 4, 0, 0, 0, 0)
    const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY
    return monday + ((Number(found['V'] ?? 1) - 1) * 7 + Number(found['u'] ?? 1) - 1) * DAY + clock
  }
  const year = Number(found['Y'] ?? 1970)
  if ('j' in found) return utc(year, 1, Number(found['j']), 0, 0, 0, 0) + clock
  const monthName = (found['B'] ?? found['b'] ?? '').slice(0, 3).toLowerCase()
  const month =
    monthName === ''
      ? Number(found['m'] ?? 1)
      : MONTHS.findIndex((each) => each.slice(0, 3).toLowerCase() === monthName) + 1
  const day = Number(found['d'] ?? 1)
  if (month < 1 || month > 12) throw failed(text)
  checkDay(text, year, month, day)
  return utc(year, month, day, 0, 0, 0, 0) + clock
}

/** Returns a date by a format of `$dateToString`. */
export function formatDate(date: Date, format: string, zone: OffsetAt): string {
  const offset = zone(date.getTime())
  const local = new Date(date.getTime() + offset)
  const pad = (value: number, length: number): string => String(value).padStart(length, '0')
  const year = local.getUTCFullYear()
  const dayOfYear = Math.floor((local.getTime() - utc(year, 1, 1, 0, 0, 0, 0)) / DAY) + 1
  const weekday = local.getUTCDay()
  const iso = isoWeek(local)
  const minutes = Math.abs(Math.round(offset / MINUTE))
  const parts: Readonly<Record<string, string>> = {
    Y: pad(year, 4),
    m: pad(local.getUTCMonth() + 1, 2),
    d: pad(local.getUTCDate(), 2),
    H: pad(local.getUTCHours(), 2),
    M: pad(local.getUTCMinutes(), 2),
    S: pad(local.getUTCSeconds(), 2),
    L: pad(local.getUTCMilliseconds(), 3),
    j: pad(dayOfYear, 3),
    w: String(weekday + 1),
    u: String(weekday === 0 ? 7 : weekday),
    U: pad(Math.floor((dayOfYear + 6 - weekday) / 7), 2),
    V: pad(iso.week, 2),
    G: pad(iso.year, 4),
    B: MONTHS[local.getUTCMonth()] ?? '',
    b: (MONTHS[local.getUTCMonth()] ?? '').slice(0, 3),
    z: `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${pad(minutes % 60, 2)}`,
    Z: String(Math.round(offset / MINUTE)),
    '%': '%',
  }
  return format.replaceAll(/%([\s\S]?)/g, (_, part: string) => {
    const text = parts[part]
    if (text === undefined) throw unknownPart(part)
    return text
  })
}
