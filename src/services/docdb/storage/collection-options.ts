import { readCollation } from '#docdb/values/collation.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { wholeOf } from '#docdb/values/number.ts'
import { integer, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'

/** The longest span of a bucket by the granularity of a time series, in seconds. */
const SPANS: Readonly<Record<string, number>> = { seconds: 3600, minutes: 86_400, hours: 2_592_000 }

/** The name of the index by which the measurements of a time series expire, which the server does not show. */
export const EXPIRY_INDEX = '$expiry'

/**
 * Returns the options of a collection as the server keeps them.
 *
 * @throws CommandError for a time series or a clustered collection that the server refuses.
 */
export function checkedOptions(options: Document): Document {
  const { timeseries, clusteredIndex, expireAfterSeconds } = options
  if (expireAfterSeconds !== undefined && timeseries === undefined && clusteredIndex === undefined)
    throw new CommandError(
      'InvalidOptions',
      "'expireAfterSeconds' is only supported on time-series collections or when the 'clusteredIndex' option is specified",
    )
  if (timeseries !== undefined) return { ...options, timeseries: checkedTimeseries(timeseries, options) }
  if (clusteredIndex !== undefined) return { ...options, clusteredIndex: checkedClusteredIndex(clusteredIndex) }
  const { capped, size } = options
  return capped === true && isNumber(size) ? { ...options, size: cappedSizeOf(size) } : options
}

/** Returns the size that the server gives a capped collection, in bytes: a multiple of 256. */
export function cappedSizeOf(size: Value): Value {
  return integer(Math.ceil(Number(size) / 256) * 256)
}

/** Returns the limits of a collection; null for one that is not capped. */
export function limitsOf({ capped, size, max }: Document): CollectionRow['capped'] {
  if (capped !== true) return null
  if (!isNumber(size)) throw new CommandError('InvalidOptions', "the 'size' field is required when 'capped' is true")
  return { size: toNumber(size), max: isNumber(max) && toNumber(max) > 0 ? toNumber(max) : null }
}

/** https://www.mongodb.com/docs/manual/core/timeseries/timeseries-procedures/ */
function checkedTimeseries(timeseries: Value, options: Document): Document {
  if (!isDocument(timeseries)) throw wrongType('timeseries', timeseries, 'object')
  const { timeField, metaField, granularity = 'seconds' } = timeseries
  if (typeof timeField !== 'string') throw wrongType('timeseries.timeField', timeField ?? null, 'string')
  if (metaField !== undefined && typeof metaField !== 'string')
    throw wrongType('timeseries.metaField', metaField, 'string')
  for (const [name, field] of Object.entries({ timeField, metaField })) {
    if (field?.includes('\0') === true) throw new CommandError('BadValue', `'${name}' cannot contain null bytes`)
    if (field?.includes('.') === true || (name === 'metaField' && field === '_id'))
      throw new CommandError('InvalidOptions', `'${name}' cannot be "${field}"`)
  }
  if (timeField === metaField)
    throw new CommandError('InvalidOptions', "'timeField' and 'metaField' cannot be the same")
  const span = spanOf('create', granularity)
  for (const other of [
    'capped',
    'clusteredIndex',
    'viewOn',
    'pipeline',
    'validator',
    'validationLevel',
    'validationAction',
  ]) {
    if (options[other] !== undefined && options[other] !== false)
      throw new CommandError('InvalidOptions', `'timeseries' is not allowed with '${other}'`)
  }
  const kept = { timeField, ...(metaField === undefined ? {} : { metaField }) }
  const { bucketMaxSpanSeconds: own, bucketRoundingSeconds } = timeseries
  // A time series has a granularity, or spans of its own.
  const isOwn = own !== undefined && !areEqual(own, span)
  if (isOwn || bucketRoundingSeconds !== undefined) {
    checkSpans(timeseries)
    return { ...kept, bucketMaxSpanSeconds: own ?? null, bucketRoundingSeconds: own ?? null }
  }
  return { ...kept, granularity, bucketMaxSpanSeconds: span }
}

/** Refuses spans of buckets that differ, or that come with a granularity. */
function checkSpans({ bucketMaxSpanSeconds, bucketRoundingSeconds, granularity }: Document): void {
  if (granularity !== undefined && granularity !== 'seconds')
    throw new CommandError(
      'InvalidOptions',
      'Timeseries bucketMaxSpanSeconds and bucketRoundingSeconds cannot be set when granularity is minutes or hours',
    )
  if (!areEqual(bucketMaxSpanSeconds, bucketRoundingSeconds)) throw unequalSpans()
}

function unequalSpans(): CommandError {
  return new CommandError(
    'InvalidOptions',
    'Timeseries bucketMaxSpanSeconds and bucketRoundingSeconds must both be set, and to the same value',
  )
}

/** The longest span of the buckets of a time series, in seconds. */
const LONGEST_SPAN = 31_536_000

/**
 * Returns the options of a time series with a coarser granularity, or with longer spans of its buckets.
 * https://www.mongodb.com/docs/manual/core/timeseries/timeseries-granularity/
 *
 * @throws CommandError for shorter spans, for those that differ, and for those that are not the granularity's.
 */
export function changedTimeseries(present: Document, change: Document): Document {
  const { granularity, bucketMaxSpanSeconds: span, bucketRoundingSeconds: rounding } = change
  if (granularity === undefined && span === undefined && rounding === undefined) return present
  const own = granularity === undefined ? undefined : spanOf('collMod', granularity)
  if (own === undefined || span !== undefined || rounding !== undefined) checkSpanChange(own, span, rounding)
  const next = own ?? Number(span)
  if (next < Number(present['bucketMaxSpanSeconds']))
    throw new CommandError('InvalidOptions', 'Invalid transition for timeseries.granularity or bucketing parameters.')
  const { timeField = null, metaField } = present
  const kept = { timeField, ...(metaField === undefined ? {} : { metaField }) }
  const named = granularity ?? Object.keys(SPANS).find((name) => SPANS[name] === next)
  return named === undefined
    ? { ...kept, bucketMaxSpanSeconds: next, bucketRoundingSeconds: next }
    : { ...kept, granularity: named, bucketMaxSpanSeconds: next }
}

/** Refuses spans that differ, those out of range, and those that are not the ones of the granularity beside them. */
function checkSpanChange(own: number | undefined, span: Value | undefined, rounding: Value | undefined): void {
  if (span === undefined || rounding === undefined || !areEqual(span, rounding)) throw unequalSpans()
  if (Number(span) > LONGEST_SPAN)
    throw new CommandError(
      51_024,
      `BSON field 'bucketMaxSpanSeconds' value must be <= ${LONGEST_SPAN}, actual value '${Number(span)}'`,
    )
  if (own !== undefined && own !== Number(span))
    throw new CommandError(
      'InvalidOptions',
      'Timeseries bucketMaxSpanSeconds and bucketRoundingSeconds cannot be set when granularity is another',
    )
}

/** Returns the seconds that the buckets of a granularity span. */
function spanOf(command: 'create' | 'collMod', granularity: Value): number {
  const span = typeof granularity === 'string' && Object.hasOwn(SPANS, granularity) ? SPANS[granularity] : undefined
  if (span !== undefined) return span
  throw new CommandError(
    'BadValue',
    `Enumeration value '${textOfAny(granularity)}' for field '${command}.timeseries.granularity' is not a valid value.`,
  )
}

/**
 * Returns the seconds after which documents of a time series or a clustered collection expire: a whole number, or
 * `off` for a `collMod` that ends it.
 *
 * @param now the present moment, in milliseconds since the epoch
 * @throws CommandError for less than 0, and for a moment before the epoch
 */
export function checkedExpiry(command: 'create' | 'collMod', value: Value, now: number): 'off' | number | bigint {
  if (typeof value === 'string' && command === 'collMod') {
    if (value === 'off') return value
    throw new CommandError(
      'InvalidOptions',
      `Invalid string value for the 'clusteredIndex::expireAfterSeconds' option. Got: '${value}'. Accepted value is 'off'`,
    )
  }
  if (!isNumber(value))
    throw new CommandError(
      'TypeMismatch',
      `BSON field '${command}.expireAfterSeconds' is the wrong type '${typeOf(value)}', expected types '[${command === 'collMod' ? 'string, ' : ''}long, int, decimal, double]'`,
    )
  const seconds = wholeOf(value)
  if (seconds < 0)
    throw new CommandError('InvalidOptions', "TTL index 'expireAfterSeconds' option cannot be less than 0")
  if (Number(seconds) * 1000 > now)
    throw new CommandError(
      'InvalidOptions',
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, try a lower number than ${seconds}`,
    )
  return seconds
}

/** https://www.mongodb.com/docs/manual/core/clustered-collections/ */
function checkedClusteredIndex(index: Value): Document {
  if (!isDocument(index)) throw wrongType('clusteredIndex', index, 'object')
  const { key, unique, name = '_id_', v = 2 } = index
  if (!areEqual(key ?? null, { _id: 1 }))
    throw new CommandError('InvalidIndexSpecificationOption', 'A clusteredIndex must have the key { _id: 1 }')
  if (unique !== true)
    throw new CommandError(5_979_700, 'The clusteredIndex option requires unique: true to be specified')
  if (typeof name !== 'string') throw wrongType('clusteredIndex.name', name, 'string')
  if (!areEqual(v, 2)) throw new CommandError(5_979_704, 'Cannot create a clusteredIndex with version other than 2')
  return { v: 2, key: { _id: 1 }, name, unique: true }
}

function wrongType(member: string, value: Value, expected: string): CommandError {
  return new CommandError(
    'TypeMismatch',
    `BSON field 'create.${member}' is the wrong type '${typeOf(value)}', expected type '${expected}'`,
  )
}

/** Returns the indexes that a new collection has. */
export function firstIndexes(options: Document): Document[] {
  const { timeseries, clusteredIndex, expireAfterSeconds } = options
  const own = readCollation(options['collation'])
  const collation = own === undefined ? {} : { collation: own.spec }
  const expiry = expireAfterSeconds === undefined ? {} : { expireAfterSeconds }
  if (isDocument(clusteredIndex)) return [{ ...clusteredIndex, ...expiry, ...collation, clustered: true }]
  if (!isDocument(timeseries)) return [{ v: 2, key: { _id: 1 }, name: '_id_', ...collation }]
  const [time, meta] = [timeseries['timeField'], timeseries['metaField']].map((field) =>
    typeof field === 'string' ? field : '',
  )
  return [
    ...(meta === '' || meta === undefined
      ? []
      : [{ v: 2, key: { [meta]: 1, [time ?? '']: 1 }, name: `${meta}_1_${time ?? ''}_1` }]),
    ...(expireAfterSeconds === undefined ? [] : [{ v: 2, key: { [time ?? '']: 1 }, name: EXPIRY_INDEX, ...expiry }]),
  ]
}

/** Refuses a measurement of a time series without its time. */
export function checkMeasurement({ timeseries }: Document, document: Document): void {
  const field = isDocument(timeseries) ? timeseries['timeField'] : undefined
  if (typeof field !== 'string' || document[field] instanceof Date) return
  throw new CommandError('BadValue', `'${field}' must be present and contain a valid BSON UTC datetime value`)
}
