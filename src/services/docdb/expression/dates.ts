import { timeOf } from './object-time.ts'
import { DAY, HOUR } from '#core/duration.ts'
import { CommandError, ERROR_CODES } from '#docdb/errors/command-error.ts'
import { wholeNumber } from '#docdb/values/number.ts'
import { isDocument, isNumber, ObjectId, Timestamp, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import type { Variables } from '#docdb/query/predicate.ts'
import { added, dateWithin, difference, isoWeek, truncated, unitOf, weekdayOf, type Unit } from './calendar.ts'
import { checkReadFormat, formatDate, parseDate } from './date-text.ts'
import { checkMembers, isNullish, type Evaluate, type Operator, type OperatorContext } from './evaluate.ts'
import { fromLocal, isUtc, timeZone, UTC, utc, type OffsetAt } from './time-zone.ts'

/** Returns a value as a date; throws for a type that is none. */
function dateIn(value: Value, name: string): Date {
  if (value instanceof Date) return value
  if (value instanceof ObjectId) return timeOf(value)
  if (value instanceof Timestamp) return new Date(value.t * 1000)
  throw new CommandError(16006, `can't convert from BSON type ${typeOf(value)} to Date in ${name}`)
}

/** Returns whether a value has a time. */
function isDate(value: Value): boolean {
  return value instanceof Date || value instanceof ObjectId || value instanceof Timestamp
}

function zoneIn(value: Value | undefined): OffsetAt | null {
  if (value === undefined) return UTC
  if (value === null) return null
  if (typeof value !== 'string')
    throw new CommandError(40517, `timezone must evaluate to a string, found ${typeOf(value)}`)
  return timeZone(value)
}

/** The evaluated members of an operator that takes a document. */
type Members = Readonly<Record<string, Value | undefined>>

/** The codes by which an operator refuses an operand. */
interface Codes {
  /** Of one that is no document. */
  readonly other: number
  /** Of one with a member that the operator does not know. */
  readonly unknown: number
  /** Of one without a member, for each that is required. */
  readonly missing: readonly number[]
}

/** An operator that takes a document of expressions. A member whose value is missing is null. */
function withMembers(
  names: readonly string[],
  required: readonly string[],
  codes: Codes,
  apply: (members: Members, context: OperatorContext) => Value | undefined,
): Operator {
  return (operand, context) => {
    const { name, compile } = context
    if (!isDocument(operand)) throw new CommandError(codes.other, `${name} only supports an object as its argument`)
    checkMembers(name, operand, names, codes.unknown)
    for (const [at, each] of required.entries()) {
      if (operand[each] === undefined)
        throw new CommandError(codes.missing[at] ?? 0, `Missing '${each}' parameter to ${name}`)
    }
    if (name === '$dateFromParts') refuseMixed(operand)
    const parts = Object.entries(operand).map(([each, spec]) => [each, compile(spec)] as const)
    return (document, variables) =>
      apply(Object.fromEntries(parts.map(([each, part]) => [each, part(document, variables) ?? null])), context)
  }
}

/** Refuses parts of a date of the calendar together with those of a date of ISO 8601. */
function refuseMixed(parts: Document): void {
  const has = (names: readonly string[]): boolean => names.some((name) => name in parts)
  if (has(['year']) && has(['isoWeekYear', 'isoWeek', 'isoDayOfWeek']))
    throw new CommandError(40489, '$dateFromParts does not allow mixing natural dates with ISO dates')
  if (has(['isoWeekYear']) && has(['month', 'day']))
    throw new CommandError(40525, '$dateFromParts does not allow mixing ISO dates with natural dates')
  if (!has(['year', 'isoWeekYear']))
    throw new CommandError(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present")
}

/** Refuses a year that no date of `$dateFromParts` has. */
function checkYear(name: string, year: number, code: number): void {
  if (year >= 1 && year <= 9999) return
  throw new CommandError(code, `'${name}' must evaluate to an integer in the range 1 to 9999, found ${year}`)
}

/** Part of a date: of the date itself, or of `{ date, timezone }`. */
function part(read: (local: Date) => Value): Operator {
  return (operand, { name, compile }) => {
    const single = Array.isArray(operand) && operand.length === 1 ? (operand[0] ?? null) : operand
    if (Array.isArray(single))
      throw new CommandError(
        40536,
        `${name} accepts exactly one argument if given an array, but was given ${single.length}`,
      )
    const hasMembers = isDocument(single) && 'date' in single
    if (hasMembers) checkMembers(name, single, ['date', 'timezone'], 40535)
    const date = compile(hasMembers ? (single['date'] ?? null) : single)
    const zone = hasMembers && single['timezone'] !== undefined ? compile(single['timezone']) : undefined
    return (document: Document, variables: Variables) => {
      const value = date(document, variables)
      const offsetAt = zone === undefined ? UTC : zoneIn(zone(document, variables) ?? null)
      if (isNullish(value) || offsetAt === null) return null
      const time = dateIn(value, name).getTime()
      return read(new Date(time + offsetAt(time)))
    }
  }
}

function dayOfYear(local: Date): number {
  return Math.floor((local.getTime() - utc(local.getUTCFullYear(), 1, 1, 0, 0, 0, 0)) / DAY) + 1
}

function numberIn(value: Value | undefined, absent: number, name: string): number {
  if (value === undefined) return absent
  const whole = isNumber(value) ? wholeNumber(value) : null
  if (whole === null) throw new CommandError(40515, `'${name}' must evaluate to an integer, found ${typeOf(value)}`)
  return Number(whole)
}

const PARTS = [
  'year',
  'month',
  'day',
  'isoWeekYear',
  'isoWeek',
  'isoDayOfWeek',
  'hour',
  'minute',
  'second',
  'millisecond',
]

const FROM_PARTS = { other: 40519, unknown: 40518, missing: [] }

const dateFromParts = withMembers([...PARTS, 'timezone'], [], FROM_PARTS, (members) => {
  if (Object.values(members).some((each) => each === null)) return null
  const zone = zoneIn(members['timezone'])
  const [year, month, day, isoYear, week, weekday, hour, minute, second, millisecond] = PARTS.map((each) =>
    numberIn(members[each], /year|hour|minute|second/i.test(each) && each !== 'year' ? 0 : 1, each),
  ) as [number, number, number, number, number, number, number, number, number, number] // one for each of the names
  let local: number
  if ('isoWeekYear' in members) {
    checkYear('isoWeekYear', isoYear, 31_095)
    const fourth = new Date(utc(isoYear, 1, 4, 0, 0, 0, 0))
    const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY
    local = monday + ((week - 1) * 7 + (weekday - 1)) * DAY + utc(1970, 1, 1, hour, minute, second, millisecond)
  } else {
    checkYear('year', year, 40523)
    local = utc(year, month, day, hour, minute, second, millisecond)
  }
  return new Date(zone === null ? local : fromLocal(local, zone))
})

const TO_PARTS = { other: 40524, unknown: 40520, missing: [40522] }

const dateToParts = withMembers(
  ['date', 'timezone', 'iso8601'],
  ['date'],
  TO_PARTS,
  ({ date, timezone, iso8601 }, { name }) => {
    const zone = zoneIn(timezone)
    if (!isNullish(iso8601) && typeof iso8601 !== 'boolean')
      throw new CommandError(40_521, `iso8601 must evaluate to a bool, found ${typeOf(iso8601)}`)
    if (isNullish(date) || zone === null || iso8601 === null) return null
    const time = dateIn(date, name).getTime()
    const local = new Date(time + zone(time))
    const clock = {
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      second: local.getUTCSeconds(),
      millisecond: local.getUTCMilliseconds(),
    }
    if (iso8601 !== true)
      return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate(), ...clock }
    const { week, year } = isoWeek(local)
    return { isoWeekYear: year, isoWeek: week, isoDayOfWeek: local.getUTCDay() === 0 ? 7 : local.getUTCDay(), ...clock }
  },
)

const dateToString = withMembers(
  ['date', 'format', 'timezone', 'onNull'],
  ['date'],
  { other: 18629, unknown: 18534, missing: [18628] },
  ({ date, format, timezone, onNull }, { name }) => {
    const zone = zoneIn(timezone)
    if (isNullish(date)) return onNull === undefined ? null : onNull
    if (zone === null || format === null) return null
    const absent = isUtc(zone) ? '%Y-%m-%dT%H:%M:%S.%LZ' : '%Y-%m-%dT%H:%M:%S.%L'
    if (format !== undefined && typeof format !== 'string')
      throw new CommandError(18533, "$dateToString requires that 'format' be a string")
    return formatDate(dateIn(date, name), format ?? absent, zone)
  },
)

const dateFromString: Operator = (operand, context) => {
  const { name, compile } = context
  if (!isDocument(operand))
    throw new CommandError(40540, `${name} only supports an object as an argument, found: ${typeOf(operand)}`)
  checkMembers(name, operand, ['dateString', 'format', 'timezone', 'onError', 'onNull'], 40541)
  if (operand['dateString'] === undefined) throw new CommandError(40542, `Missing 'dateString' parameter to ${name}`)
  const parts = Object.fromEntries(Object.entries(operand).map(([each, spec]) => [each, compile(spec)])) as Record<
    string,
    Evaluate | undefined
  >
  return (document, variables) => {
    const text = parts['dateString']?.(document, variables)
    const format = readFormat(name, parts['format']?.(document, variables))
    const zone = parts['timezone'] === undefined ? undefined : zoneIn(parts['timezone'](document, variables) ?? null)
    if (isNullish(text)) return parts['onNull'] === undefined ? null : parts['onNull'](document, variables)
    try {
      if (typeof text !== 'string')
        throw new CommandError(
          'ConversionFailure',
          `${name} requires that 'dateString' be a string, found: ${typeOf(text)}`,
        )
      if (zone === null || (format === null) !== (parts['format'] === undefined)) return null
      return parseDate(text, format ?? undefined, zone)
    } catch (error) {
      const isFailure = error instanceof CommandError && error.code === ERROR_CODES.ConversionFailure
      if (isFailure && parts['onError'] !== undefined) return parts['onError'](document, variables)
      throw error
    }
  }
}

/** Reads a format for reading dates; null for a nullish one. @throws CommandError for one that is none. */
function readFormat(name: string, format: Value | undefined): string | null {
  if (isNullish(format)) return null
  if (typeof format !== 'string')
    throw new CommandError(40_684, `${name} requires that 'format' be a string, found: ${typeOf(format)}`)
  checkReadFormat(format)
  return format
}

/** Reads a unit of time. @throws CommandError for another type, and for a unit that does not exist. */
function readUnit(name: string, unit: Value): Unit {
  if (typeof unit === 'string') return unitOf(unit, name)
  throw new CommandError(5_439_013, `${name} requires 'unit' to be a string, but got ${typeOf(unit)}`)
}

/** Reads the first day of a week, by default Sunday. @throws CommandError for anything but the name of a day. */
function readWeekday(name: string, day: Value | undefined): number {
  if (day === undefined) return 0
  if (typeof day === 'string') return weekdayOf(day, name)
  throw new CommandError(5_439_015, `${name} requires 'startOfWeek' to be a string, but got ${typeOf(day)}`)
}

function readBinSize(name: string, binSize: Value): number {
  const size = isNumber(binSize) ? wholeNumber(binSize) : null
  if (size === null)
    throw new CommandError(5_439_017, `${name} requires 'binSize' to be a 64-bit integer, but got ${typeOf(binSize)}`)
  if (size <= 0n)
    throw new CommandError(5_439_018, `${name} requires 'binSize' to be greater than 0, but got value ${size}`)
  return Number(size)
}

function shifting(sign: 1 | -1): Operator {
  return withMembers(
    ['startDate', 'unit', 'amount', 'timezone'],
    ['startDate', 'unit', 'amount'],
    { other: 5_166_400, unknown: 5_166_401, missing: [5_166_402, 5_166_402, 5_166_402] },
    ({ startDate, unit, amount, timezone }, { name }) => {
      const zone = zoneIn(timezone)
      if (isNullish(startDate) || isNullish(unit) || isNullish(amount) || zone === null) return null
      if (!isDate(startDate))
        throw new CommandError(5_166_403, `${name} requires startDate to be convertible to a date`)
      const by = readUnit(name, unit)
      const count = isNumber(amount) ? wholeNumber(amount) : null
      if (count === null) throw new CommandError(5166405, `${name} expects integer amount of time units`)
      const time = dateIn(startDate, name).getTime()
      // Hours and shorter units are the same everywhere.
      const isExact = ['hour', 'minute', 'second', 'millisecond'].includes(by)
      const local = isExact ? time : time + zone(time)
      const sum = added(local, by, sign * Number(count))
      const overflow = new CommandError(5166406, `${name} overflowed`)
      dateWithin(sum, overflow)
      return dateWithin(isExact ? sum : fromLocal(sum, zone), overflow)
    },
  )
}

const dateDiff = withMembers(
  ['startDate', 'endDate', 'unit', 'timezone', 'startOfWeek'],
  ['startDate', 'endDate', 'unit'],
  { other: 5_166_301, unknown: 5_166_302, missing: [5_166_303, 5_166_304, 5_166_305] },
  ({ startDate, endDate, unit, timezone, startOfWeek }, { name }) => {
    const zone = zoneIn(timezone)
    if (isNullish(startDate) || isNullish(endDate) || isNullish(unit) || zone === null || startOfWeek === null)
      return null
    for (const [member, value] of Object.entries({ startDate, endDate })) {
      if (!isDate(value))
        throw new CommandError(5_166_307, `${name} requires '${member}' to be a date, but got ${typeOf(value)}`)
    }
    const [from, to] = [dateIn(startDate, name).getTime(), dateIn(endDate, name).getTime()]
    const by = readUnit(name, unit)
    const day = by === 'week' ? readWeekday(name, startOfWeek) : 0
    // Short units are the same everywhere; hours begin where the zone has them, and none is lost when its clock moves.
    if (['minute', 'second', 'millisecond'].includes(by)) return BigInt(difference(from, to, by, day))
    const moved = by === 'hour' ? Math.round((zone(from) - zone(to)) / HOUR) : 0
    return BigInt(difference(from + zone(from), to + zone(to), by, day) + moved)
  },
)

const dateTrunc = withMembers(
  ['date', 'unit', 'binSize', 'timezone', 'startOfWeek'],
  ['date', 'unit'],
  { other: 5_439_007, unknown: 5_439_008, missing: [5_439_009, 5_439_010] },
  ({ date, unit, binSize, timezone, startOfWeek }, { name }) => {
    const zone = zoneIn(timezone)
    if (isNullish(date) || isNullish(unit) || binSize === null || zone === null || startOfWeek === null) return null
    if (!isDate(date))
      throw new CommandError(5_166_307, `${name} requires 'date' to be a date, but got ${typeOf(date)}`)
    const size = binSize === undefined ? 1 : readBinSize(name, binSize)
    const by = readUnit(name, unit)
    const time = dateIn(date, name).getTime()
    const day = by === 'week' ? readWeekday(name, startOfWeek) : 0
    return new Date(fromLocal(truncated(time + zone(time), by, size, day), zone))
  },
)

/** Date operators. */
export const dates: Readonly<Record<string, Operator>> = {
  $year: part((local) => local.getUTCFullYear()),
  $month: part((local) => local.getUTCMonth() + 1),
  $dayOfMonth: part((local) => local.getUTCDate()),
  $dayOfWeek: part((local) => local.getUTCDay() + 1),
  $dayOfYear: part(dayOfYear),
  $hour: part((local) => local.getUTCHours()),
  $minute: part((local) => local.getUTCMinutes()),
  $second: part((local) => local.getUTCSeconds()),
  $millisecond: part((local) => local.getUTCMilliseconds()),
  $week: part((local) => Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7)),
  $isoWeek: part((local) => isoWeek(local).week),
  $isoWeekYear: part((local) => BigInt(isoWeek(local).year)),
  $isoDayOfWeek: part((local) => (local.getUTCDay() === 0 ? 7 : local.getUTCDay())),
  $dateFromParts: dateFromParts,
  $dateToParts: dateToParts,
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateAdd: shifting(1),
  $dateSubtract: shifting(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
}
