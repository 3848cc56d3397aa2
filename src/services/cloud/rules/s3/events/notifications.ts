import * as v from 'valibot'
import type { CloudCall } from '#cloud/call.ts'
import { invalidArgument, unreachableDestinations } from '#cloud/errors/s3.ts'
import { element, elements } from '#cloud/protocols/read-xml.ts'
import type { Bucket, EventDestination, NotificationConfiguration } from '#cloud/schema/s3.ts'
import { canSend } from './emit-event.ts'

const rule = element({ Name: v.string(), Value: v.string() })
const filter = v.optional(element({ S3Key: v.optional(element({ FilterRule: elements(rule) })) }))
const common = { Id: v.optional(v.string()), Event: v.pipe(elements(v.string()), v.minLength(1)), Filter: filter }

/** The schema of https://docs.aws.amazon.com/AmazonS3/latest/API/API_NotificationConfiguration.html */
export const notificationSchema = element({
  TopicConfiguration: elements(element({ ...common, Topic: v.string() })),
  QueueConfiguration: elements(element({ ...common, Queue: v.string() })),
  CloudFunctionConfiguration: elements(element({ ...common, CloudFunction: v.string() })),
  EventBridgeConfiguration: v.optional(v.unknown()),
})

type NotificationInput = v.InferOutput<typeof notificationSchema>
type FilterInput = v.InferOutput<typeof filter>

/** The events that a destination can subscribe to. */
const EVENTS: readonly string[] = [
  's3:ReducedRedundancyLostObject',
  's3:ObjectCreated:*',
  's3:ObjectCreated:Put',
  's3:ObjectCreated:Post',
  's3:ObjectCreated:Copy',
  's3:ObjectCreated:CompleteMultipartUpload',
  's3:ObjectRemoved:*',
  's3:ObjectRemoved:Delete',
  's3:ObjectRemoved:DeleteMarkerCreated',
  's3:ObjectRestore:*',
  's3:ObjectRestore:Post',
  's3:ObjectRestore:Completed',
  's3:ObjectRestore:Delete',
  's3:Replication:*',
  's3:Replication:OperationFailedReplication',
  's3:Replication:OperationNotTracked',
  's3:Replication:OperationMissedThreshold',
  's3:Replication:OperationReplicatedAfterThreshold',
  's3:ObjectTagging:*',
  's3:ObjectTagging:Put',
  's3:ObjectTagging:Delete',
  's3:ObjectAcl:Put',
  's3:LifecycleExpiration:*',
  's3:LifecycleExpiration:Delete',
  's3:LifecycleExpiration:DeleteMarkerCreated',
  's3:LifecycleTransition',
  's3:IntelligentTiering',
]

/**
 * Converts a document into a notification configuration.
 *
 * @throws `InvalidArgument` for unknown events, invalid filters and overlapping destinations.
 */
export function notificationsOf(call: Pick<CloudCall, 'ids'>, input: NotificationInput): NotificationConfiguration {
  const destinations = [
    ...input.TopicConfiguration.map((each) => destination(call, 'topic', each.Topic, each)),
    ...input.QueueConfiguration.map((each) => destination(call, 'queue', each.Queue, each)),
    ...input.CloudFunctionConfiguration.map((each) => destination(call, 'function', each.CloudFunction, each)),
  ]
  checkDestinations(destinations)
  return { destinations, eventBridge: input.EventBridgeConfiguration !== undefined }
}

/** The elements of destinations' ARNs. */
const ARN_ELEMENTS: Readonly<Record<EventDestination['kind'], string>> = {
  queue: 'Queue',
  topic: 'Topic',
  function: 'CloudFunction',
}

function destination(
  { ids }: Pick<CloudCall, 'ids'>,
  kind: EventDestination['kind'],
  arn: string,
  {
    Id,
    Event,
    Filter,
  }: { readonly Id?: string | undefined; readonly Event: readonly string[]; readonly Filter?: FilterInput },
): EventDestination {
  const rules = Filter?.S3Key?.FilterRule ?? []
  if (!/^arn:[\w-]+:[\w-]+:[\w-]*:\d*:.+$/.test(arn)) {
    throw invalidArgument('The ARN could not be parsed', ARN_ELEMENTS[kind], arn)
  }
  return {
    id: Id ?? ids.uuid(),
    kind,
    arn,
    events: Event,
    prefix: valueOf(rules, 'prefix'),
    suffix: valueOf(rules, 'suffix'),
  }
}

function valueOf(rules: readonly v.InferOutput<typeof rule>[], name: 'prefix' | 'suffix'): string | null {
  const wrong = rules.find(({ Name }) => !['prefix', 'suffix'].includes(Name.toLowerCase()))
  if (wrong !== undefined) {
    throw invalidArgument('filter rule name must be either prefix or suffix', 'FilterRule.Name', wrong.Name)
  }
  const [first, second] = rules.filter(({ Name }) => Name.toLowerCase() === name)
  if (second !== undefined) {
    throw invalidArgument(`Cannot specify more than one ${name} rule in a filter.`, 'FilterRule.Name', name)
  }
  if (first !== undefined && first.Value.length > 1024) {
    throw invalidArgument(
      'Size of filter rule value cannot exceed 1024 bytes in UTF-8 representation',
      'FilterRule.Value',
      first.Value,
    )
  }
  return first?.Value ?? null
}

/**
 * Seeds are checked too.
 *
 * @throws `InvalidArgument` when destinations are invalid or overlap.
 */
export function checkDestinations(destinations: readonly EventDestination[]): void {
  for (const [index, each] of destinations.entries()) {
    const unknown = each.events.find((event) => !EVENTS.includes(event))
    if (unknown !== undefined) {
      throw invalidArgument('A specified event is not supported for notifications.', 'Event', unknown)
    }
    const others = destinations.slice(0, index)
    if (others.some(({ id }) => id === each.id)) {
      throw invalidArgument('Same ID used for multiple configurations. IDs must be unique', 'Id', each.id)
    }
    if (others.some((other) => overlap(other, each))) throw ambiguous(each)
  }
}

function ambiguous({ arn }: EventDestination) {
  const message =
    'Configuration is ambiguously defined. Cannot have overlapping suffixes in two rules if the prefixes are overlapping for the ' +
    'same event type.'
  return invalidArgument(message, 'Destination', arn)
}

/** Returns whether one event could match both destinations. */
function overlap(one: EventDestination, other: EventDestination): boolean {
  const [prefix, otherPrefix] = [one.prefix ?? '', other.prefix ?? '']
  const [suffix, otherSuffix] = [one.suffix ?? '', other.suffix ?? '']
  return (
    one.events.some((event) => other.events.some((each) => sameEvent(event, each))) &&
    (prefix.startsWith(otherPrefix) || otherPrefix.startsWith(prefix)) &&
    (suffix.endsWith(otherSuffix) || otherSuffix.endsWith(suffix))
  )
}

function sameEvent(one: string, other: string): boolean {
  const covers = (wide: string, narrow: string): boolean => wide.endsWith('*') && narrow.startsWith(wide.slice(0, -1))
  return one === other || covers(one, other) || covers(other, one)
}

const MISSING: Readonly<Record<EventDestination['kind'], (arn: string) => string>> = {
  queue: () => 'The destination queue does not exist',
  topic: () => 'The destination topic does not exist',
  function: (arn) => `Not authorized to invoke function [${arn}]`,
}

const FORBIDDEN = 'Permissions on the destination queue do not allow S3 to publish notifications from this bucket'

/** @throws `InvalidArgument` that lists every destination that does not exist or cannot receive events. */
export function checkReachable(call: CloudCall, bucket: Bucket, { destinations }: NotificationConfiguration): void {
  const problems = destinations.flatMap((each) => {
    const problem = problemOf(call, bucket, each)
    return problem === null ? [] : [{ arn: each.arn, problem }]
  })
  if (problems.length > 0) throw unreachableDestinations(problems)
}

/**
 * Returns why a destination cannot receive the events of a bucket; null for one that can.
 *
 * @throws `InvalidArgument` for one that no bucket, or none of this region, can have.
 */
function problemOf(call: CloudCall, bucket: Bucket, { kind, arn }: EventDestination): string | null {
  const queue = kind === 'queue' ? call.rows.queues.find('arn', arn) : undefined
  if (queue === undefined) return MISSING[kind](arn)
  if (queue.fifo) throw invalidArgument('FIFO SQS queues are not supported', 'Queue', arn)
  if (queue.region !== bucket.region) {
    throw invalidArgument(
      'The notification destination service region is not valid for the bucket location constraint',
      'Arn',
      arn,
    )
  }
  return canSend(call, bucket, arn) ? null : FORBIDDEN
}
