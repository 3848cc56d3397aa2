import type { Rows } from '#cloud/call.ts'
import type { Queue } from '#cloud/schema/sqs.ts'
import { countMessages } from '#cloud/rules/sqs/message-store.ts'

/**
 * Returns all readable attributes of a queue by name, in the vendor's order; undefined for attributes that this queue
 * does not have.
 */
export function queueAttributesJson(
  rows: Rows,
  queue: Queue,
  now: number,
): Readonly<Record<string, string | undefined>> {
  const { visible, inFlight, delayed } = countMessages(rows, queue, now)
  const { attributes } = queue
  return {
    QueueArn: queue.arn,
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    CreatedTimestamp: seconds(queue.createdAt),
    LastModifiedTimestamp: seconds(queue.modifiedAt),
    VisibilityTimeout: attributes['VisibilityTimeout'],
    MaximumMessageSize: attributes['MaximumMessageSize'],
    MessageRetentionPeriod: attributes['MessageRetentionPeriod'],
    DelaySeconds: attributes['DelaySeconds'],
    ReceiveMessageWaitTimeSeconds: attributes['ReceiveMessageWaitTimeSeconds'],
    Policy: attributes['Policy'],
    RedrivePolicy: attributes['RedrivePolicy'],
    RedriveAllowPolicy: attributes['RedriveAllowPolicy'],
    FifoQueue: attributes['FifoQueue'],
    ContentBasedDeduplication: attributes['ContentBasedDeduplication'],
    DeduplicationScope: attributes['DeduplicationScope'],
    FifoThroughputLimit: attributes['FifoThroughputLimit'],
    KmsMasterKeyId: attributes['KmsMasterKeyId'],
    KmsDataKeyReusePeriodSeconds: attributes['KmsDataKeyReusePeriodSeconds'],
    SqsManagedSseEnabled: attributes['SqsManagedSseEnabled'],
  }
}

function seconds(at: number): string {
  return String(Math.floor(at / 1000))
}
