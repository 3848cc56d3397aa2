import { createHash } from 'node:crypto'
import type { CloudCall, CloudContext } from '#cloud/call.ts'
import { s3Arn } from '../arn.ts'
import { isServiceAllowed } from '../../iam/permission.ts'
import { hostIdOf, requestIdOf } from '#cloud/protocols/request-id.ts'
import type { Bucket, EventDestination, ObjectVersion } from '#cloud/schema/s3.ts'
import { isoTime } from '#cloud/protocols/time.ts'
import { sourceAddress } from '../../iam/source-address.ts'
import { sendToQueue } from '../../sqs/send-to-queue.ts'
import type { Deletion } from '../objects/delete-object.ts'

/**
 * The object events for which backlot sends notifications.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-how-to-event-types-and-destinations.html
 */
export type EventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Post'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload'
  | 'ObjectRemoved:Delete'
  | 'ObjectRemoved:DeleteMarkerCreated'
  | RestoreEventName
  | 'ObjectTagging:Put'
  | 'ObjectTagging:Delete'
  | 'ObjectAcl:Put'
  | LifecycleEventName

/** The events of the restoration of an archived object; a request causes only the first. */
type RestoreEventName = 'ObjectRestore:Post' | 'ObjectRestore:Completed' | 'ObjectRestore:Delete'

/** The events of the lifecycle rules, which no request causes. */
type LifecycleEventName =
  | 'LifecycleExpiration:Delete'
  | 'LifecycleExpiration:DeleteMarkerCreated'
  | 'LifecycleTransition'

/** The object of an event. */
export type EventObject = Pick<ObjectVersion, 'key' | 'versionId' | 'size' | 'etag'>

/**
 * Sends an event notification to the queues that subscribe to it. A queue that was deleted, or whose policy forbids the
 * bucket to send, gets none; no error is reported.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export function emitObjectEvent(call: CloudCall, bucket: Bucket, event: EventName, object: EventObject): void {
  emit(call, bucket, { event, object }, () => ({
    principalId: call.principal === null ? 'Anonymous' : `AWS:${call.principal.userId}`,
    address: sourceAddress(call),
    requestId: requestIdOf(call),
    hostId: hostIdOf(call),
    trace: call.header('x-amzn-trace-id') ?? null,
  }))
}

/** Sends an event notification of a lifecycle rule, which the vendor itself carries out. */
export function emitLifecycleEvent(
  context: CloudContext,
  bucket: Bucket,
  event: LifecycleEventName,
  object: EventObject,
): void {
  emit(context, bucket, { event, object }, () => originOfVendor(context, 's3.amazonaws.com'))
}

/** Sends an event notification of a restoration that is complete, or whose copy is gone. */
export function emitRestoreEvent(context: CloudContext, bucket: Bucket, version: ObjectVersion, isOver: boolean): void {
  const event = isOver ? 'ObjectRestore:Delete' : 'ObjectRestore:Completed'
  const restoreEventData = {
    lifecycleRestorationExpiryTime: isoTime(version.restore?.until ?? 0),
    lifecycleRestoreStorageClass: version.storageClass,
  }
  const added = isOver ? {} : { glacierEventData: { restoreEventData } }
  emit(context, bucket, { event, object: version, added }, () =>
    originOfVendor(context, `AmazonCustomer:${ownerId(bucket)}`),
  )
}

function originOfVendor({ ids }: CloudContext, principalId: string): EventOrigin {
  return {
    principalId,
    address: 's3.amazonaws.com',
    requestId: ids.from('0123456789ABCDEF', 16),
    hostId: ids.base62(76),
    trace: null,
  }
}

/** The cause of an event. */
interface EventOrigin {
  readonly principalId: string
  readonly address: string
  readonly requestId: string
  readonly hostId: string
  /** The trace of the request, which the message continues; null for none. */
  readonly trace: string | null
}

/** An event before it has an origin; `added` are the members that only its kind has. */
interface Occurrence {
  readonly event: EventName
  readonly object: EventObject
  readonly added?: Readonly<Record<string, unknown>>
}

function emit(
  context: CloudContext,
  bucket: Bucket,
  { event, object, added = {} }: Occurrence,
  originOf: () => EventOrigin,
): void {
  const destinations = bucket.notifications.destinations.filter((destination) =>
    matchesDestination(destination, event, object.key),
  )
  if (destinations.length === 0) return
  const origin = originOf()
  const sequencer = context.rows.eventNumbers.next().toString(16).toUpperCase().padStart(18, '0')
  for (const destination of destinations) {
    const details = { event, object, sequencer, configurationId: destination.id, origin }
    const record = { ...eventRecord(context, bucket, details), ...added }
    if (canSend(context, bucket, destination.arn))
      sendToQueue(context, destination.arn, JSON.stringify({ Records: [record] }), origin.trace)
  }
}

/** Sends the event notifications of a deletion, if it deleted anything. */
export function emitDeletionEvents(call: CloudCall, bucket: Bucket, { removed, marker }: Deletion): void {
  if (removed !== null) emitObjectEvent(call, bucket, 'ObjectRemoved:Delete', removed)
  if (marker !== null) emitObjectEvent(call, bucket, 'ObjectRemoved:DeleteMarkerCreated', marker)
}

/** Sends the event that DeleteObjects causes for a key that is not there, as the vendor does. */
export function emitMissingDeletion(call: CloudCall, bucket: Bucket, key: string): void {
  emitObjectEvent(call, bucket, 'ObjectRemoved:Delete', { key, versionId: 'null', size: 0, etag: '' })
}

/** Sends the test event that announces a bucket's notifications to a queue. */
export function emitTestEvent(call: CloudCall, bucket: Bucket, queueArn: string): void {
  const event = {
    Service: 'Amazon S3',
    Event: 's3:TestEvent',
    Time: isoTime(call.clock.now()),
    Bucket: bucket.id,
    RequestId: requestIdOf(call),
    HostId: hostIdOf(call),
  }
  sendToQueue(call, queueArn, JSON.stringify(event))
}

/** Returns whether the policy of a queue lets a bucket send to it. Always true without `enforce_iam`. */
export function canSend(context: CloudContext, bucket: Bucket, queueArn: string): boolean {
  return isServiceAllowed(context, {
    service: 's3.amazonaws.com',
    action: 'sqs:SendMessage',
    resource: queueArn,
    source: s3Arn(bucket),
  })
}

/** Only queues receive events. */
function matchesDestination(
  { kind, events, prefix, suffix }: EventDestination,
  event: EventName,
  key: string,
): boolean {
  if (kind !== 'queue') return false
  const kinds = new Set([`s3:${event}`, `s3:${event.split(':')[0]}:*`])
  return events.some((each) => kinds.has(each)) && key.startsWith(prefix ?? '') && key.endsWith(suffix ?? '')
}

interface ObjectEvent {
  readonly event: EventName
  readonly object: EventObject
  readonly sequencer: string
  readonly configurationId: string
  readonly origin: EventOrigin
}

function eventRecord(context: CloudContext, bucket: Bucket, details: ObjectEvent) {
  const { event, object, sequencer, configurationId, origin } = details
  const { key, size, etag, versionId } = object
  const created = event.startsWith('ObjectCreated:') || event.startsWith('ObjectRestore:')
  const marked = event === 'ObjectRemoved:DeleteMarkerCreated'
  const tagged = event.startsWith('ObjectTagging:') || event.startsWith('ObjectAcl:')
  return {
    eventVersion: tagged ? '2.3' : '2.1',
    eventSource: 'aws:s3',
    awsRegion: bucket.region,
    eventTime: isoTime(context.clock.now()),
    eventName: event,
    userIdentity: { principalId: origin.principalId },
    requestParameters: { sourceIPAddress: origin.address },
    responseElements: { 'x-amz-request-id': origin.requestId, 'x-amz-id-2': origin.hostId },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId,
      bucket: { name: bucket.id, ownerIdentity: { principalId: ownerId(bucket) }, arn: s3Arn(bucket) },
      object: {
        key: formEncoded(key),
        ...(created ? { size } : {}),
        ...(created || tagged ? { eTag: etag } : {}),
        ...(marked ? { eTag: EMPTY_ETAG } : {}),
        ...(versionId === 'null' ? {} : { versionId }),
        ...(tagged ? {} : { sequencer }),
      },
    },
  }
}

/** The MD5 of an empty body. */
const EMPTY_ETAG = 'd41d8cd98f00b204e9800998ecf8427e'

/** Encodes a key as a form does, except for the slash. */
function formEncoded(key: string): string {
  return new URLSearchParams({ key }).toString().slice('key='.length).replaceAll('%2F', '/')
}

/** Returns the id of the account in events: `A` and thirteen letters and digits. */
function ownerId({ accountId }: Bucket): string {
  const number = createHash('sha256').update(`owner ${accountId}`).digest().readBigUInt64BE()
  return `A${number.toString(36).toUpperCase().padStart(13, '0').slice(-13)}`
}
