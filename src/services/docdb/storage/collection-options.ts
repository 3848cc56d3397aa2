import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { areEqual } from '#docdb/values/compare.ts'
import { show, textOfAny } from '#docdb/values/show.ts'
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
  if (expireAfterSeconds !== undefined && !(isNumber(expireAfterSeconds) && toNumber(expireAfterSeconds) >= 0))
    throw new CommandError('InvalidOptions', "'expireAfterSeconds' must be greater than or equal to 0")
  if (timeseries !== undefined) return { ...options, timeseries: checkedTimeseries(timeseries, options) }
  if (clusteredIndex !== undefined)
    return { ...options, clusteredIndex: checkedClusteredIndex(clusteredIndex, options) }
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
  if (timeField === undefined)
    throw new CommandError(
      'IDLFailedToParse',
      "BSON field 'create.timeseries.timeField' is missing but a required field",
    )
  if (typeof timeField !== 'string') throw wrongType('timeseries.timeField', timeField, 'string')
  if (metaField !== undefined && typeof metaField !== 'string')
    throw wrongType('timeseries.metaField', metaField, 'string')
  for (const [name, field] of Object.entries({ timeField, metaField })) {
    if (field === '_id' || field?.includes('.') === true || field === '')
      throw new CommandError('InvalidOptions', `'${name}' cannot be "${field}"`)
  }
  if (timeField === metaField)
    throw new CommandError('InvalidOptions', "'timeField' and 'metaField' cannot be the same")
  const span = typeof granularity === 'string' && Object.hasOwn(SPANS, granularity) ? SPANS[granularity] : undefined
  if (span === undefined)
    throw new CommandError(
      'BadValue',
      `Enumeration value '${show(granularity)}' for field 'create.timeseries.granularity' is not a valid value.`,
    )
  for (const other of ['capped', 'clusteredIndex', 'viewOn', 'pipeline', 'validator', 'idIndex']) {
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
  if (!areEqual(bucketMaxSpanSeconds, bucketRoundingSeconds))
    throw new CommandError(
      'InvalidOptions',
      'Timeseries bucketMaxSpanSeconds and bucketRoundingSeconds must both be set, and to the same value',
    )
}

/**
 * Returns the options of a time series with another granularity.
 *
 * @throws CommandError for one that is finer, or two steps coarser.
 */
export function coarserTimeseries(present: Document, { granularity }: Document): Document {
  const names = Object.keys(SPANS)
  const steps = names.indexOf(textOfAny(granularity)) - names.indexOf(textOfAny(present['granularity']))
  if (granularity === undefined || steps === 0) return present
  if (typeof granularity !== 'string' || steps !== 1 || present['granularity'] === undefined)
    throw new CommandError(
      'InvalidOptions',
      "Invalid transition for timeseries.granularity. Can only transition from 'seconds' to 'minutes' or 'minutes' to 'hours'.",
    )
  return { ...present, granularity, bucketMaxSpanSeconds: SPANS[granularity] ?? null }
}

/** https://www.mongodb.com/docs/manual/core/clustered-collections/ */
function checkedClusteredIndex(index: Value, { capped }: Document): Document {
  if (index === true || index === false) throw wrongType('clusteredIndex', index, 'object')
  if (!isDocument(index)) throw wrongType('clusteredIndex', index, 'object')
  const { key, unique, name = '_id_' } = index
  for (const [member, value] of Object.entries({ key, unique })) {
    if (value === undefined)
      throw new CommandError(
        'IDLFailedToParse',
        `BSON field 'create.clusteredIndex.${member}' is missing but a required field`,
      )
  }
  if (!areEqual(key ?? null, { _id: 1 }))
    throw new CommandError('InvalidIndexSpecificationOption', 'A clusteredIndex must have the key { _id: 1 }')
  if (unique !== true)
    throw new CommandError(5_979_700, 'The clusteredIndex option requires unique: true to be specified')
  if (typeof name !== 'string') throw wrongType('clusteredIndex.name', name, 'string')
  if (capped === true) throw new CommandError('InvalidOptions', 'A capped collection cannot be clustered')
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
  const expiry = expireAfterSeconds === undefined ? {} : { expireAfterSeconds }
  if (isDocument(clusteredIndex)) return [{ ...clusteredIndex, ...expiry, clustered: true }]
  if (!isDocument(timeseries)) return [{ v: 2, key: { _id: 1 }, name: '_id_' }]
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
