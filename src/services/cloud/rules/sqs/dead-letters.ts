import type { CloudContext, Rows } from '#cloud/call.ts'
import type { Message, Queue } from '#cloud/schema/sqs.ts'
import { addMessage, removeMessage } from './message-store.ts'
import { canDeadLetterFrom } from './redrive-policy.ts'
import { nextSequenceNumber } from './sequence-number.ts'

/**
 * Returns the dead-letter queue that a message goes to instead of being received again; null when it can be received.
 */
export function deadLetterTarget(rows: Rows, queue: Queue, message: Message): Queue | null {
  const { maxReceiveCount, deadLetterTargetArn, arn } = queue
  if (maxReceiveCount === null || message.queueReceiveCount < maxReceiveCount || deadLetterTargetArn === arn)
    return null
  const target = deadLetterTargetArn === null ? undefined : rows.queues.find('arn', deadLetterTargetArn)
  return target !== undefined && target.fifo === queue.fifo && canDeadLetterFrom(target, arn) ? target : null
}

/**
 * Moves a message to its dead-letter queue. It keeps its id and receive count, and in a standard queue also the time it
 * was sent, from which its retention counts.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
export function sendToDeadLetters(context: CloudContext, source: Queue, message: Message, target: Queue): void {
  const { id: _id, queueId: _queueId, groupId: _groupId, ...fields } = message
  removeMessage(context, message)
  addMessage(context, target, {
    ...fields,
    sentAt: target.fifo ? context.clock.now() : message.sentAt,
    visibleAt: context.clock.now(),
    receivedAt: null,
    queueReceiveCount: 0,
    receipt: null,
    sequenceNumber: target.fifo ? nextSequenceNumber(context) : null,
    deadLetterSourceArn: source.arn,
  })
}
