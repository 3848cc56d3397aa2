import type { Rows, Work } from '../../call.ts'
import type { Message, Queue } from '../../schema-sqs.ts'
import { addMessage, removeMessage } from './message-store.ts'
import { allowsSource } from './redrive-policy.ts'
import { nextSequenceNumber } from './sequence-number.ts'

/** Where a message goes instead of being received once more; null where it is received. */
export function deadLetterTarget(rows: Rows, queue: Queue, message: Message): Queue | null {
  const { maxReceiveCount, deadLetterTargetArn, arn } = queue
  if (maxReceiveCount === null || message.receivesHere < maxReceiveCount || deadLetterTargetArn === arn) return null
  const target = deadLetterTargetArn === null ? undefined : rows.queues.find('arn', deadLetterTargetArn)
  return target !== undefined && target.fifo === queue.fifo && allowsSource(target, arn) ? target : null
}

/**
 * Moves a message that nobody could work off. It keeps its id, how often it was received, and in a standard queue the time it was
 * sent at, by which it expires.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-dead-letter-queues.html
 */
export function sendToDeadLetters(work: Work, source: Queue, message: Message, target: Queue): void {
  const { id: _id, queueId: _queueId, groupId: _groupId, ...fields } = message
  removeMessage(work, message)
  addMessage(work, target, {
    ...fields,
    sentAt: target.fifo ? work.clock.now() : message.sentAt,
    visibleAt: work.clock.now(),
    receivedAt: null,
    receivesHere: 0,
    receipt: null,
    sequenceNumber: target.fifo ? nextSequenceNumber(work) : null,
    deadLetterSourceArn: source.arn,
  })
}
