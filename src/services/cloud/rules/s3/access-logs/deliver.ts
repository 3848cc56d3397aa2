import { createHash } from 'node:crypto'
import { HOUR } from '#core/duration.ts'
import type { Answer } from '#core/answer.ts'
import type { CloudCall, CloudContext } from '#cloud/call.ts'
import type { Bucket } from '#cloud/schema/s3.ts'
import { isServiceAllowed } from '../../iam/permission.ts'
import { s3Arn } from '../arn.ts'
import type { LoggingStatus } from '../buckets/logging.ts'
import { putVersion } from '../objects/put-version.ts'
import { accessRecord } from './access-record.ts'

/** The time in milliseconds after which the records of a bucket become a log object. */
const DELIVERY = HOUR

type Target = NonNullable<LoggingStatus['LoggingEnabled']>

/** Keeps the record of a request to a bucket that has access logs, until the next log object. */
export function recordAccess(call: CloudCall, answer: Answer): void {
  const { rows, clock } = call
  const bucket = rows.buckets.get(call.params['bucket'] ?? '')
  if (bucket === undefined || targetOf(bucket) === null) return
  if (rows.accessRecords.count('bucket', bucket.id) === 0) call.schedule(DELIVERY, 'deliverAccessLog', bucket.id)
  rows.accessRecords.insert({ bucket: bucket.id, at: clock.now(), line: accessRecord(call, bucket, answer) })
}

/** The timer that writes the records of a bucket as an object of the bucket that is to receive them. */
export const accessLogTimers = {
  deliverAccessLog(context: CloudContext, id: string): void {
    const { rows } = context
    const records = rows.accessRecords.list('bucket', id)
    for (const each of records) rows.accessRecords.delete(each.id)
    const source = rows.buckets.get(id)
    const target = source === undefined ? null : targetOf(source)
    const receiver = rows.buckets.get(target?.TargetBucket ?? '')
    const [first] = records
    if (source === undefined || target === null || receiver === undefined || first === undefined) return
    const key = keyOf(context, source, target, first.at)
    if (!canDeliver(context, source, receiver, key)) return
    writeLog(context, receiver, key, Buffer.from(records.map(({ line }) => `${line}\n`).join('')))
  },
}

/** Returns where the access logs of a bucket go; null for a bucket without. */
function targetOf({ configurations }: Bucket): Target | null {
  // The configuration was checked when it was stored.
  return (configurations.logging as LoggingStatus | null | undefined)?.LoggingEnabled ?? null
}

/** Only under `enforce_iam` must the policy of the receiving bucket let the vendor's log delivery write. */
function canDeliver(context: CloudContext, source: Bucket, receiver: Bucket, key: string): boolean {
  return isServiceAllowed(context, {
    service: 'logging.s3.amazonaws.com',
    action: 's3:PutObject',
    resource: s3Arn(receiver, key),
    source: s3Arn(source),
  })
}

/**
 * Returns the key of a log object: the prefix, the time and a unique text, in folders by account, region, bucket and
 * date where the configuration asks for them. `first` is the time of the first record.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/ServerLogs.html#server-log-keyname-format
 */
function keyOf(
  context: CloudContext,
  source: Bucket,
  { TargetPrefix: prefix, TargetObjectKeyFormat: format }: Target,
  first: number,
): string {
  const unique = context.ids.from('0123456789ABCDEF', 16)
  const partitions = format?.PartitionedPrefix
  const isByEvent = partitions?.PartitionDateSource === 'EventTime'
  const [date = '', time = ''] = new Date(isByEvent ? first : context.clock.now()).toISOString().slice(0, 19).split('T')
  const name = `${date}-${isByEvent ? '00-00-00' : time.replaceAll(':', '-')}-${unique}`
  if (partitions === undefined) return prefix + name
  return `${prefix}${source.accountId}/${source.region}/${source.id}/${date.replaceAll('-', '/')}/${name}`
}

function writeLog(context: CloudContext, receiver: Bucket, key: string, bytes: Uint8Array): void {
  putVersion(context, receiver, key, {
    headers: { 'content-type': 'text/plain' },
    metadata: {},
    storageClass: 'STANDARD',
    tags: [],
    ownerId: null,
    acl: null,
    lock: null,
    etag: createHash('md5').update(bytes).digest('hex'),
    checksums: {},
    checksumType: 'FULL_OBJECT',
    parts: null,
    content: [{ bytes }],
  })
}
