import { ABOVE, compareKeys, keyString, typeRange } from '#docdb/values/key-string.ts'
import { show } from '#docdb/values/show.ts'
import { Binary, MaxKey, MinKey, ObjectId, Timestamp, type TypeName, type Value } from '#docdb/values/value.ts'

/** The first and the last date of the server, which are beyond those of JavaScript, in milliseconds. */
export class EdgeOfDates {
  readonly milliseconds: bigint

  constructor(milliseconds: bigint) {
    this.milliseconds = milliseconds
  }
}

/** The value at an end of an interval. */
export type End = Value | EdgeOfDates

/** A part of the keys of one field: from one text to another. An end that is not inclusive is left out. */
export interface Interval {
  readonly from: string
  readonly fromInclusive: boolean
  readonly to: string
  readonly toInclusive: boolean
  /** The values at both ends. */
  readonly low: End
  readonly high: End
}

/** Returns the interval of one key. */
export function point(key: string, value: Value): Interval {
  return { from: key, fromInclusive: true, to: key, toInclusive: true, low: value, high: value }
}

/** All keys. */
export const EVERYTHING: Interval = {
  from: '',
  fromInclusive: true,
  to: ABOVE,
  toInclusive: true,
  low: new MinKey(),
  high: new MaxKey(),
}

/** The end of the values of a type. */
interface TypeEnd {
  readonly value: End
  readonly isInclusive: boolean
}

const included = (value: End): TypeEnd => ({ value, isInclusive: true })

/** An end at the first value of the type that follows. */
const before = (value: Value): TypeEnd => ({ value, isInclusive: false })

const [FIRST_DATE, LAST_DATE] = [new EdgeOfDates(-(2n ** 63n)), new EdgeOfDates(2n ** 63n - 1n)]
const NO_BYTES = new Binary(new Uint8Array())
const NUMBERS = [included(Number.NEGATIVE_INFINITY), included(Number.POSITIVE_INFINITY)] as const
const TEXTS = [included(''), before({})] as const

/** The ends of the values of a type, as the server compares values of one type only. */
const ENDS: Readonly<Partial<Record<TypeName, readonly [low: TypeEnd, high: TypeEnd]>>> = {
  int: NUMBERS,
  long: NUMBERS,
  double: NUMBERS,
  decimal: NUMBERS,
  string: TEXTS,
  symbol: TEXTS,
  object: [included({}), before([])],
  array: [included([]), before(NO_BYTES)],
  binData: [included(NO_BYTES), before(new ObjectId('0'.repeat(24)))],
  objectId: [included(new ObjectId('0'.repeat(24))), included(new ObjectId('f'.repeat(24)))],
  bool: [included(false), included(true)],
  date: [included(FIRST_DATE), included(LAST_DATE)],
  timestamp: [included(new Timestamp({ t: 0, i: 0 })), included(new Timestamp({ t: 4_294_967_295, i: 4_294_967_295 }))],
}

/** Returns the ends of the values of a type; null for a type whose values the server compares with others. */
export function endsOfType(type: TypeName): Interval | null {
  const ends = ENDS[type]
  if (ends === undefined) return null
  const [low, high] = ends
  return {
    from: keyOf(low.value),
    fromInclusive: low.isInclusive,
    to: keyOf(high.value),
    toInclusive: high.isInclusive,
    low: low.value,
    high: high.value,
  }
}

function keyOf(end: End): string {
  if (!(end instanceof EdgeOfDates)) return keyString(end)
  return typeRange(new Date(0))[0] + (end === FIRST_DATE ? '' : ABOVE)
}

/** Returns the part that two intervals share; null where there is none. */
export function sharedPart(first: Interval, second: Interval): Interval | null {
  const [lower, upper] = [later(first, second), earlier(first, second)]
  const order = compareKeys(lower.from, upper.to)
  if (order > 0 || (order === 0 && !(lower.fromInclusive && upper.toInclusive))) return null
  const { from, fromInclusive, low } = lower
  return { from, fromInclusive, low, to: upper.to, toInclusive: upper.toInclusive, high: upper.high }
}

function later(left: Interval, right: Interval): Interval {
  const order = compareKeys(left.from, right.from)
  return order > 0 || (order === 0 && !left.fromInclusive) ? left : right
}

function earlier(left: Interval, right: Interval): Interval {
  const order = compareKeys(left.to, right.to)
  return order < 0 || (order === 0 && !left.toInclusive) ? left : right
}

/** Returns the intervals of all keys that are in none of these, which are in order and do not overlap. */
export function complement(intervals: readonly Interval[]): Interval[] {
  const starts = [EVERYTHING, ...intervals.map(after)]
  const gaps = starts.map((start, at) => {
    const next = intervals[at]
    return next === undefined ? start : { ...start, to: next.from, toInclusive: !next.fromInclusive, high: next.low }
  })
  return gaps.filter((each) => sharedPart(each, each) !== null)
}

/** Returns the interval of all keys above another. */
function after({ to, toInclusive, high }: Interval): Interval {
  return { ...EVERYTHING, from: to, fromInclusive: !toInclusive, low: high }
}

/** Returns whether an interval has a key. */
export function contains({ from, fromInclusive, to, toInclusive }: Interval, key: string): boolean {
  const [above, below] = [compareKeys(key, from), compareKeys(key, to)]
  return (above > 0 || (above === 0 && fromInclusive)) && (below < 0 || (below === 0 && toInclusive))
}

/** Returns an interval as the server shows it, such as `[2, inf.0]`; from its upper end where `isBackward`. */
export function shownInterval(interval: Interval, isBackward: boolean): string {
  const start = { isInclusive: interval.fromInclusive, text: shownEnd(interval.low) }
  const end = { isInclusive: interval.toInclusive, text: shownEnd(interval.high) }
  const [first, last] = isBackward ? [end, start] : [start, end]
  return `${first.isInclusive ? '[' : '('}${first.text}, ${last.text}${last.isInclusive ? ']' : ')'}`
}

function shownEnd(end: End): string {
  if (end instanceof EdgeOfDates) return `new Date(${end.milliseconds})`
  if (typeof end === 'number' && Number.isNaN(end)) return 'nan.0'
  return end === Number.POSITIVE_INFINITY ? 'inf.0' : end === Number.NEGATIVE_INFINITY ? '-inf.0' : show(end)
}
