import { createHash } from 'node:crypto'
import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { sizeOf } from '#docdb/values/encode.ts'
import { keyString } from '#docdb/values/key-string.ts'
import { isDocument, isNumber, ObjectId, setField, toNumber, type Document, type Value } from '#docdb/values/value.ts'
import { findCollection, optionsOf, type Namespace } from './catalog.ts'
import { namespaceOf } from './changes.ts'
import { allDocuments } from './documents.ts'

/** The beginning of the name of the collection that has the buckets of a time series. */
const PREFIX = 'system.buckets.'

/** The most measurements of a bucket. */
const MOST = 1000

/** The unit that the first time of a bucket is rounded down to, by the granularity of its time series, in seconds. */
const ROUNDING: Readonly<Record<string, number>> = { seconds: 60, minutes: 3600, hours: 86_400 }

/** Returns the time series whose buckets a name is about; undefined for any other name. */
export function bucketedSeries(data: DataContext, { clusterId, database, name }: Namespace): CollectionRow | undefined {
  if (!name.startsWith(PREFIX)) return undefined
  const row = findCollection(data, { clusterId, database, name: name.slice(PREFIX.length) })
  return row?.kind === 'timeseries' ? row : undefined
}

/** A bucket that is being filled. */
interface Bucket {
  readonly meta: Value | undefined
  /** The first time that it may hold, in epoch milliseconds. */
  readonly from: number
  readonly measurements: Document[]
}

/** The fields of a time series, and the spans of its buckets in milliseconds. */
interface Series {
  readonly timeField: string
  readonly metaField: string | null
  readonly span: number
  readonly rounding: number
}

function seriesOf({ timeseries }: Document): Series {
  const { timeField, metaField, granularity, bucketMaxSpanSeconds, bucketRoundingSeconds } = isDocument(timeseries)
    ? timeseries
    : {}
  const seconds = (value: Value | undefined): number | undefined => (isNumber(value) ? toNumber(value) : undefined)
  const rounding = typeof granularity === 'string' ? ROUNDING[granularity] : undefined
  return {
    timeField: typeof timeField === 'string' ? timeField : '',
    metaField: typeof metaField === 'string' ? metaField : null,
    span: (seconds(bucketMaxSpanSeconds) ?? 3600) * 1000,
    rounding: (seconds(bucketRoundingSeconds) ?? rounding ?? 60) * 1000,
  }
}

/**
 * Returns the buckets of a time series, which are made of its measurements for each reader: a thousand at most, of one
 * value of the metadata and one span of time.
 */
export function bucketsOf(data: DataContext, row: CollectionRow): Document[] {
  const series = seriesOf(optionsOf(data, row))
  const open = new Map<string, Bucket>()
  const buckets: Bucket[] = []
  for (const { document } of allDocuments(data, row)) {
    const time = document[series.timeField]
    const at = time instanceof Date ? time.getTime() : 0
    const meta = series.metaField === null ? undefined : document[series.metaField]
    const key = meta === undefined ? '' : keyString(meta)
    const present = open.get(key)
    const fits = present !== undefined && at >= present.from && at < present.from + series.span
    if (present !== undefined && fits && present.measurements.length < MOST) {
      present.measurements.push(document)
      continue
    }
    const bucket = { meta, from: Math.floor(at / series.rounding) * series.rounding, measurements: [document] }
    open.set(key, bucket)
    buckets.push(bucket)
  }
  return buckets.map((each, index) => shownBucket(row, series, each, index))
}

/** Returns a bucket in the first version of its form, in which no values are compressed. */
function shownBucket(row: CollectionRow, series: Series, bucket: Bucket, index: number): Document {
  const { meta, from, measurements } = bucket
  const [least, most, columns]: [Document, Document, Document] = [{}, {}, {}]
  for (const [at, measurement] of measurements.entries()) {
    for (const [name, value] of Object.entries(measurement)) {
      if (name === series.metaField) continue
      const [low, high] = [least[name], most[name]]
      if (low === undefined || compareValues(value, low) < 0) setField(least, name, value)
      if (high === undefined || compareValues(value, high) > 0) setField(most, name, value)
      const column = columns[name]
      if (isDocument(column)) column[String(at)] = value
      else setField(columns, name, { [String(at)]: value })
    }
  }
  setField(least, series.timeField, new Date(from))
  const seconds = Math.max(0, Math.floor(from / 1000))
    .toString(16)
    .padStart(8, '0')
    .slice(-8)
  const rest = createHash('sha256').update(`${row.uuid} ${index}`).digest('hex').slice(0, 16)
  return {
    _id: new ObjectId(seconds + rest),
    control: { version: 1, min: least, max: most },
    ...(meta === undefined ? {} : { meta }),
    data: columns,
  }
}

/**
 * Returns the measurements of a bucket that a client restores.
 *
 * @throws CommandError for a bucket whose values are compressed.
 */
export function measurementsOf(data: DataContext, row: CollectionRow, bucket: Document): Document[] {
  const { timeField, metaField } = seriesOf(optionsOf(data, row))
  const { control, meta, data: columns } = bucket
  const times = isDocument(columns) ? columns[timeField] : undefined
  if (!isDocument(columns) || !isDocument(times) || !isDocument(control) || control['version'] !== 1)
    throw new CommandError('BadValue', `the bucket of ${namespaceOf(row)} is not in the form of version 1`)
  return Object.keys(times).map((at) => {
    const measurement: Document = { [timeField]: times[at] ?? null }
    if (metaField !== null && meta !== undefined) setField(measurement, metaField, meta)
    for (const [name, column] of Object.entries(columns)) {
      const value = isDocument(column) ? column[at] : undefined
      if (value !== undefined) setField(measurement, name, value)
    }
    return measurement
  })
}

/** The counters of a time series that stay at zero: nothing is compressed, and nothing waits. */
const UNUSED = [
  'numBucketsOpenedDueToMetadata',
  'numBucketsClosedDueToCount',
  'numBucketsClosedDueToSchemaChange',
  'numBucketsClosedDueToSize',
  'numBucketsClosedDueToTimeForward',
  'numBucketsClosedDueToTimeBackward',
  'numBucketsClosedDueToMemoryThreshold',
  'numMeasurementsGroupCommitted',
  'numWaits',
  'numBucketsClosedDueToReopening',
  'numBucketsArchivedDueToMemoryThreshold',
  'numBucketsArchivedDueToTimeBackward',
  'numBucketsReopened',
  'numBucketsKeptOpenDueToLargeMeasurements',
  'numBucketsClosedDueToCachePressure',
  'numBucketsFetched',
  'numBucketsQueried',
  'numBucketFetchesFailed',
  'numBucketQueriesFailed',
  'numBucketReopeningsFailed',
  'numDuplicateBucketsReopened',
]

/** Returns the statistics of the buckets of a time series, and their size in bytes. */
export function bucketStatistics(data: DataContext, row: CollectionRow): { timeseries: Document; size: number } {
  const buckets = bucketsOf(data, row)
  const size = buckets.reduce((sum, each) => sum + sizeOf(each), 0)
  const measurements = allDocuments(data, row).length
  const timeseries = {
    bucketsNs: `${row.database}.${PREFIX}${row.name}`,
    bucketCount: buckets.length,
    ...(buckets.length === 0 ? {} : { avgBucketSize: Math.floor(size / buckets.length) }),
    numBucketInserts: buckets.length,
    numBucketUpdates: measurements - buckets.length,
    ...Object.fromEntries(UNUSED.map((name) => [name, 0])),
    numCommits: measurements,
    numMeasurementsCommitted: measurements,
    ...(measurements === 0 ? {} : { avgNumMeasurementsPerCommit: 1 }),
  }
  return { timeseries, size }
}
